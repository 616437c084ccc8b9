"""Find the numbers of Knock Rummy again."""

from enum import StrEnum
from typing import Annotated

import typer

from training.commands import Seed
from training.knock_rummy import equity, leanings, thresholds


class What(StrEnum):
    """What there is to find."""

    THRESHOLDS = "thresholds"
    LEANINGS = "leanings"
    EQUITY = "equity"


def main(what: Annotated[What, typer.Argument()] = What.THRESHOLDS, seed: Seed = 0) -> None:
    """Find when to knock (thresholds), what hands others hold (leanings), or the match model.

    The numbers are printed, as they stand in heuristics/knock_rummy.
    """
    find = {"thresholds": thresholds.find, "leanings": leanings.find, "equity": equity.find}
    typer.echo(find[what](seed), nl=False)


if __name__ == "__main__":
    typer.run(main)
