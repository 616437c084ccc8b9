"""The review of a game: a record replayed, its decisions judged, luck, and a summary by seat.

:class:`Reviewer` is what a game says of it, in ``reviewing.py`` of its folder. What follows from
the decisions of any game (counts, accuracy, turning points) is in `solvers.review_summary`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from kibitz.contract.options import Utility
from kibitz.contract.review import Decision, LuckEvent, ReviewOptions, SeatReview, Thresholds
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import Listener
from kibitz.solvers.solver import Solver

ReviewUnit = Literal["win_probability", "points", "cards"]
CHANCE_THRESHOLDS = Thresholds(inaccuracy=0.05, mistake=0.1, blunder=0.15)


@dataclass(frozen=True, eq=False)
class Moment:
    """A move of a record and what it was made in.

    ``position`` and ``state`` are those before the move, with everything that the record knows;
    ``legal``: the legal moves, ``move`` the one that was played and ``text`` as the record has it.
    ``asked``: whether a judgement of it is asked for.
    """

    ply: int
    seat: int
    position: Any
    state: State
    legal: Sequence[int]
    move: int
    text: str
    asked: bool


@dataclass(frozen=True, eq=False)
class Played:
    """A record replayed: where it began, its moves in order, and the position it leads to."""

    start: Any
    moments: Sequence[Moment]
    end: Any
    end_state: State
    over: bool


class Reviewer(ABC):
    """How one game is reviewed. Made for one record; ``self.played`` is what was played.

    All methods use what ``options`` ask for and nothing else that varies: equal records, options
    and seeds get equal answers unless a limit of time stopped a judgement, which it then says.
    """

    point_thresholds: ClassVar[Thresholds] = CHANCE_THRESHOLDS

    def __init__(self, solver: Solver, played: Played, options: ReviewOptions) -> None:
        """Raises ``BadInput`` for options that do not go with the game or the record."""
        self.solver, self.played, self.options = solver, played, options
        self.game: Game = solver.game

    @abstractmethod
    def unit(self) -> ReviewUnit:
        """What the values and losses of this review are."""

    def thresholds(self) -> Thresholds:
        """From what loss on a decision is an inaccuracy, a mistake, a blunder."""
        return CHANCE_THRESHOLDS if self.unit() == "win_probability" else self.point_thresholds

    def utility(self) -> Utility | None:
        """What is striven for, in games that are played as matches."""
        return self.options.utility

    @abstractmethod
    def decide(self, budget: Budget, listener: Listener) -> Iterator[Decision]:
        """The decisions that are asked for, each as soon as it is judged, in any order.

        ``budget``: limits of each decision, and the flag that cancels. Once cancelled it stops.
        """

    def luck(self, budget: Budget) -> list[LuckEvent] | None:  # noqa: ARG002
        """What chance did, in order; None where the record does not know all cards."""
        return None

    def results(self) -> Sequence[float] | None:
        """What each seat made in the unit of the review; None while the game goes on."""
        return None

    def completed(self, seat: SeatReview, decisions: Sequence[Decision]) -> SeatReview:  # noqa: ARG002
        """The summary of a seat with what this game alone adds (``lost_at``, ``last_chance``)."""
        return seat
