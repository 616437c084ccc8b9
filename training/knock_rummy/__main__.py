"""Find the numbers of Knock Rummy again."""

from enum import StrEnum
from typing import Annotated

import typer

from training.commands import Seed
from training.knock_rummy import equity, kinds, leanings, thresholds


class What(StrEnum):
    """What there is to find."""

    THRESHOLDS = "thresholds"
    KINDS = "kinds"
    LEANINGS = "leanings"
    EQUITY = "equity"


def main(what: Annotated[What, typer.Argument()] = What.THRESHOLDS, seed: Seed = 0) -> None:
    """Find when to knock (thresholds), what others hold (leanings), kinds, or the odds (equity).

    The numbers are printed, as they stand in heuristics/knock_rummy.
    """
    find = {
        "thresholds": thresholds.find,
        "kinds": kinds.find,
        "leanings": leanings.find,
        "equity": equity.find,
    }
    typer.echo(find[what](seed), nl=False)


if __name__ == "__main__":
    typer.run(main)
