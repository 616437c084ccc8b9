"""The result of a study from its deals: counts, intervals, difficulty, and the undecided ones."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from kibitz.contract.answers import Verdict
from kibitz.contract.job_results import Bin, HardDeal, Share, StudyResult, Winnable
from kibitz.jobs.job import Row
from kibitz.solvers.intervals import wilson

HARDEST: Final = 5


def tallied(rows: Sequence[Row]) -> StudyResult:
    """The result of a study from its rows."""
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
