"""The tally of a study: what its rows come to, however many there are, in little memory."""

from collections import Counter
from collections.abc import Sequence
from heapq import nsmallest
from typing import Final, Self

from kibitz.contract.answers import Verdict
from kibitz.contract.jobs import MOST_LISTED, Bin, HardDeal, Share, StudyResult, Winnable
from kibitz.jobs.job import Row
from kibitz.solvers.intervals import wilson

HARDEST: Final = 5


class Tally:
    """Verdicts counted by nodes, the hardest deals, and the first undecided ones.

    Its size depends on the hardest deal, not on how many deals there are.
    """

    def __init__(self) -> None:
        """Of no deal yet."""
        self._counted: Counter[tuple[int, Verdict]] = Counter()
        self._hardest: list[HardDeal] = []
        self._undecided: list[int] = []

    def add(self, rows: Sequence[Row]) -> Self:
        """Count these rows, too; this tally itself."""
        counts = Counter((row["nodes"].bit_length(), row["verdict"]) for row in rows)
        for (size, verdict), count in counts.items():
            self._counted[size, Verdict(verdict)] += count
        hard = [
            HardDeal(deal=row["deal"], verdict=row["verdict"], nodes=row["nodes"])
            for row in nsmallest(HARDEST, rows, key=lambda row: (-row["nodes"], row["deal"]))
        ]
        undecided = [row["deal"] for row in rows if row["verdict"] == Verdict.UNKNOWN]
        self._keep(self._hardest + hard, self._undecided + undecided)
        return self

    def include(self, other: StudyResult) -> Self:
        """Count the deals of another study of the same kind, too; this tally itself."""
        for each in other.difficulty:
            size = each.at_least.bit_length()
            self._counted[size, Verdict.SOLVABLE] += each.solvable
            self._counted[size, Verdict.UNSOLVABLE] += each.unsolvable
            self._counted[size, Verdict.UNKNOWN] += each.undecided
        self._keep(self._hardest + other.hardest, self._undecided + other.undecided_deals)
        return self

    def result(self) -> StudyResult:
        """All that was counted."""
        won, lost, unknown = (
            sum(count for (_, verdict), count in self._counted.items() if verdict is wanted)
            for wanted in (Verdict.SOLVABLE, Verdict.UNSOLVABLE, Verdict.UNKNOWN)
        )
        deals = won + lost + unknown
        if_lost, if_won = _share(won, deals), _share(won + unknown, deals)
        return StudyResult(
            deals=deals,
            solvable=won,
            unsolvable=lost,
            undecided=unknown,
            winnable=Winnable(if_lost=if_lost, if_won=if_won, low=if_lost.low, high=if_won.high),
            difficulty=self._bins(),
            hardest=self._hardest,
            undecided_deals=self._undecided,
        )

    def _keep(self, hard: list[HardDeal], undecided: list[int]) -> None:
        self._hardest = nsmallest(HARDEST, hard, key=lambda each: (-each.nodes, each.deal))
        self._undecided = nsmallest(MOST_LISTED, undecided)

    def _bins(self) -> list[Bin]:
        """From no nodes at all up to the most that a deal took, empty bins between them too."""
        last = max((size for size, _ in +self._counted), default=-1)
        return [
            Bin(
                at_least=1 << size >> 1,
                below=1 << size,
                solvable=self._counted[size, Verdict.SOLVABLE],
                unsolvable=self._counted[size, Verdict.UNSOLVABLE],
                undecided=self._counted[size, Verdict.UNKNOWN],
            )
            for size in range(last + 1)
        ]


def _share(wins: int, trials: int) -> Share:
    low, high = wilson(wins, trials)
    return Share(value=wins / max(trials, 1), low=low, high=high)
