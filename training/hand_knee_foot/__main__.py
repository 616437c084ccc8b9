"""Find the numbers of Hand, Knee and Foot again."""

from enum import StrEnum
from typing import Annotated, Final

import typer

from training.commands import Deals, Minutes, Players, Seed, take_only
from training.hand_knee_foot import likelihood, value, weights


class What(StrEnum):
    """What there is to find."""

    WEIGHTS = "weights"
    LIKELIHOOD = "likelihood"
    VALUE = "value"


TAKEN: Final = {
    What.WEIGHTS: ("players", "minutes", "seed", "deals"),
    What.LIKELIHOOD: ("seed",),
    What.VALUE: ("minutes", "seed"),
}


def main(
    context: typer.Context,
    what: Annotated[What, typer.Argument()] = What.WEIGHTS,
    players: Players = 4,
    minutes: Minutes = 4,
    seed: Seed = 1,
    deals: Deals = 400,
) -> None:
    """Find the weights of the policy by duels, or those of what hands others hold (likelihood).

    Both are printed. The duels take the options; likelihood takes the seed alone. The network that
    compares turns (value) takes minutes and seed, and writes its weights to its file.
    """
    take_only(context, what, TAKEN[what])
    if what is What.VALUE:
        value.learn(minutes, seed)
        return
    if what is What.WEIGHTS:
        found = weights.find(players, minutes, seed, deals)
    else:
        found = likelihood.find(seed)
    typer.echo(found.round(2).tolist())


if __name__ == "__main__":
    typer.run(main)
