"""Learn the numbers of Knaves again."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from training.commands import Minutes, Seed, take_only
from training.knaves import equity, network

Start = Annotated[Path | None, typer.Option("--from", help="Begin with the weights in this file.")]


class What(StrEnum):
    """What there is to learn."""

    NETWORK = "network"
    EQUITY = "equity"


def main(
    context: typer.Context,
    what: Annotated[What, typer.Argument()] = What.NETWORK,
    minutes: Minutes = 60,
    seed: Seed = 1,
    start: Start = None,
) -> None:
    """Learn the network of the policy, or compute the chances to win a match (equity).

    Both are written to their file in heuristics/knaves. The equity takes the seed alone, and runs
    until it is done.
    """
    learns = what is What.NETWORK
    take_only(context, what, ("seed", "minutes", "start") if learns else ("seed",))
    if learns:
        network.learn(minutes, seed, start)
    else:
        equity.compute(seed)


if __name__ == "__main__":
    typer.run(main)
