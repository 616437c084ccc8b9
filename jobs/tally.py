"""What the deals of a study come to: counts, intervals, difficulty, and the undecided ones."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Field

from kibitz.jobs.job import Row
from kibitz.solvers.intervals import wilson
from kibitz.solvers.result import Answer, Verdict

HARDEST: Final = 5


class Share(Answer):
    """A share of the deals with Wilson's 95 % interval."""

    value: float
    low: float
    high: float


class Winnable(Answer):
    """How many deals of the kind can be won, undecided deals counted both ways.

    ``low`` is the lower end if every undecided deal is lost, ``high`` the upper end if every one
    is won: between them lies the truth, 19 times out of 20.
    """

    if_lost: Annotated[Share, Field(description="Every undecided deal counted as lost.")]
    if_won: Annotated[Share, Field(description="Every undecided deal counted as won.")]
    low: float
    high: float


class Bin(Answer):
    """Deals that took ``at_least`` nodes but fewer than ``below``."""

    at_least: int
    below: int
    solvable: int
    unsolvable: int
    undecided: int


class HardDeal(Answer):
    """A deal and what it took to decide it, or not to."""

    deal: int
    verdict: Verdict
    nodes: int


class StudyResult(Answer):
    """The deals decided so far."""

    deals: int
    solvable: int
    unsolvable: int
    undecided: int
    winnable: Winnable
    difficulty: Annotated[
        list[Bin], Field(description="By nodes visited: none, then by powers of two.")
    ]
    hardest: Annotated[list[HardDeal], Field(description="The deals that took most nodes.")]
    undecided_deals: list[int]


def tallied(rows: Sequence[Row]) -> StudyResult:
    """What the rows of a study come to."""
    counted = Counter(row["verdict"] for row in rows)
    won, lost = counted[Verdict.SOLVABLE], counted[Verdict.UNSOLVABLE]
    unknown = len(rows) - won - lost
    worst = sorted(rows, key=lambda row: (-row["nodes"], row["deal"]))[:HARDEST]
    if_lost, if_won = _share(won, len(rows)), _share(won + unknown, len(rows))
    return StudyResult(
        deals=len(rows),
        solvable=won,
        unsolvable=lost,
        undecided=unknown,
        winnable=Winnable(if_lost=if_lost, if_won=if_won, low=if_lost.low, high=if_won.high),
        difficulty=_bins(rows),
        hardest=[
            HardDeal.model_validate({k: row[k] for k in HardDeal.model_fields}) for row in worst
        ],
        undecided_deals=[row["deal"] for row in rows if row["verdict"] == Verdict.UNKNOWN],
    )


def _share(wins: int, trials: int) -> Share:
    low, high = wilson(wins, trials)
    return Share(value=wins / max(trials, 1), low=low, high=high)


def _bins(rows: Sequence[Row]) -> list[Bin]:
    """From no nodes at all up to the most that a deal took, empty bins between them included."""
    counted: Counter[tuple[int, str]] = Counter()
    for row in rows:
        counted[int(row["nodes"]).bit_length(), row["verdict"]] += 1
    last = max((size for size, _ in counted), default=-1)
    return [
        Bin(
            at_least=1 << size >> 1,
            below=1 << size,
            solvable=counted[size, Verdict.SOLVABLE],
            unsolvable=counted[size, Verdict.UNSOLVABLE],
            undecided=counted[size, Verdict.UNKNOWN],
        )
        for size in range(last + 1)
    ]
