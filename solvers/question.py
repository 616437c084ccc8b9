"""What is asked of a position, made once from a request and handed down, and what is found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kibitz.contract.answers import MoveValue, PlanValue, Proof, Score, Spent, StoppedBy, Verdict
from kibitz.contract.beliefs import Belief, HandBelief
from kibitz.contract.options import Information, Utility
from kibitz.games.protocol import State

Verb = Literal["solve", "analyze", "hint"]


@dataclass(frozen=True, eq=False)
class Question:
    """A checked request, and its position as a kernel state: nobody below makes that again.

    ``position`` is what was given and ``state`` its kernel state; ``seen`` and ``view`` are the
    same with what may be used of it, which is all of it where ``information`` is ``known``. No
    search changes them. ``seat``: to move; of a game that is over, whatever seat the game names.
    ``legal``: all legal moves; ``moves``: those to value; ``named``: they were asked for by name.
    The limits are those of the budget that is handed down with the question.
    """

    verb: Verb
    position: Any
    state: State
    seat: int
    over: bool
    seen: Any
    view: State
    information: Information
    utility: Utility
    legal: list[int]
    moves: list[int]
    named: bool
    seed: int


Unit = Literal["win_probability", "points"]


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with what it rests on and what it cost.

    ``settled``: the best move is told apart from all others for certain; always when exact.
    ``clear``: moves, or plans with spaces between their moves, that are certainly behind the best
    one; ``same``: moves that did as well as it in every deal. ``errors``: by those names, half the
    95 % interval of how far each is behind, where that is sampled. ``worlds``: deals tried.
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
    errors: Mapping[str, float] = field(default_factory=dict)
    worlds: int = 0
    plans: list[PlanValue] | None = None


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Where the cards may lie that the seat to move does not see, and what other hands come to."""

    cards: list[Belief] | None = None
    hands: list[HandBelief] | None = None
