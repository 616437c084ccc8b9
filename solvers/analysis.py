"""What an analysis of a game of several seats finds out, and what it says of every move."""

from dataclasses import dataclass
from typing import Literal

from kibitz.contract.answers import MoveValue, PlanValue, Proof, Score, Spent, StoppedBy, Verdict
from kibitz.contract.beliefs import Belief, HandBelief

Unit = Literal["win_probability", "points"]


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with what it rests on and what it cost.

    ``settled``: the best move is told apart from all others for certain; always when exact.
    ``clear``: moves, or plans with spaces between their moves, that are certainly behind the best
    one; ``same``: moves that did as well as it in every deal. ``worlds``: deals that were tried.
    ``plans``: whole turns, best first, where turns were searched.
    """

    verdict: Verdict | None
    proof: Proof
    score: Score | None
    values: list[MoveValue]
    settled: bool
    stopped: StoppedBy
    spent: Spent
    clear: frozenset[str] = frozenset()
    same: frozenset[str] = frozenset()
    worlds: int = 0
    plans: list[PlanValue] | None = None


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Where the cards may lie that the seat to move does not see, and what other hands come to."""

    cards: list[Belief] | None = None
    hands: list[HandBelief] | None = None
