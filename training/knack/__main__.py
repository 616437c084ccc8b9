"""Find the numbers of K'nack again."""

from enum import StrEnum
from typing import Annotated

import typer

from training.commands import Deals, GoOn, Minutes, Players, Seed, take_only
from training.knack import judgement, value


class What(StrEnum):
    """What there is to find."""

    WEIGHTS = "weights"
    VALUE = "value"


def main(
    context: typer.Context,
    what: Annotated[What, typer.Argument()] = What.WEIGHTS,
    players: Players = 2,
    minutes: Minutes = 4,
    seed: Seed = 1,
    deals: Deals = 2_000,
    go_on: GoOn = False,
) -> None:
    """Find the weights of judgement by duels, from those on file, and print them.

    The network of the policy (value) takes players, minutes, seed and whether to go on from those
    on file, and writes its weights, those for two players or those for more, to its file.
    """
    last = "go_on" if what is What.VALUE else "deals"
    take_only(context, what, ("players", "minutes", "seed", last))
    if what is What.VALUE:
        value.learn(players, minutes, seed, afresh=not go_on)
        return
    typer.echo(judgement.find(players, minutes, seed, deals).round(2).tolist())


if __name__ == "__main__":
    typer.run(main)
