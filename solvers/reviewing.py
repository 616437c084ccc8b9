"""The review of a game: a record replayed, its decisions judged, luck, and a summary by seat.

:class:`Reviewer` is what a game says of it, in ``reviewing.py`` of its folder. What follows from
the decisions of any game (counts, accuracy, turning points) is in `solvers.review_summary`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal

from kibitz.contract.answers import Spent, StoppedBy
from kibitz.contract.options import Utility
from kibitz.contract.review import (
    Decision,
    LuckEvent,
    PlayedGame,
    ReviewAnswer,
    ReviewOptions,
    SeatReview,
    Thresholds,
)
from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault, IllegalMove, noted, quote
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.solvers.answers import effective
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import Listener, Progress, ignore
from kibitz.solvers.review_summary import summaries
from kibitz.solvers.solver import Solver

ReviewUnit = Literal["win_probability", "points", "cards"]
CHANCE_THRESHOLDS: Final = Thresholds(inaccuracy=0.05, mistake=0.1, blunder=0.15)


@dataclass(frozen=True, eq=False)
class Moment:
    """A move of a record and what it was made in.

    ``position`` and ``state`` are those before the move, with everything that the record knows;
    ``legal``: the legal moves, ``move`` the one that was played and ``text`` as the record has it.
    ``after``: the state that it led to. ``asked``: whether a judgement of it is asked for.
    """

    ply: int
    seat: int
    position: Any
    state: State
    legal: Sequence[int]
    move: int
    text: str
    after: State
    asked: bool = True


@dataclass(frozen=True, eq=False)
class Played:
    """A record replayed: where it began, its moves in order, and the position it leads to.

    ``length``: entries of the record, some of which may be no moves.
    """

    start: Any
    moments: Sequence[Moment]
    end: Any
    end_state: State
    over: bool
    length: int


def replayed(game: Game, start: Any, moves: Sequence[str]) -> Played:
    """A record replayed by the rules; raises ``IllegalMove`` for the first move that fails."""
    replay = game.replay(start, moves)
    if replay.first_illegal is not None:
        index = replay.first_illegal
        raise IllegalMove(index, moves[index], replay.reason or quote(moves[index]))
    state, moments = game.state(start), []
    for ply, text in enumerate(moves):
        before, position = state.copy(), game.position(state, start)
        move = game.enter(state, text)
        seat = int(protocol.run_turn(state)) if game.players[1] > 1 else 0
        protocol.run_apply(state, move)
        legal = game.legal(before)
        moments.append(Moment(ply, seat, position, before, legal, move, text, state.copy()))
    end = game.position(state, start)
    return Played(start, moments, end, state, game.over(state), len(moves))


class Reviewer(ABC):
    """How one game is reviewed. Made for one record; ``self.played`` is what was played.

    All methods use what ``options`` ask for and nothing else that varies: equal records, options
    and seeds get equal answers unless a limit of time stopped a judgement, which it then says.
    """

    point_thresholds: ClassVar[Thresholds] = CHANCE_THRESHOLDS
    replay = staticmethod(replayed)

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


def read_record(solver: Solver, start: Any, request: ReviewOptions, record: PlayedGame) -> Played:
    """A record replayed, what is asked for marked; raises ``BadInput`` with every fault."""
    game, faults = solver.game, list[Fault]()
    played = None
    try:
        played = solver.reviewer.replay(game, start, record.moves)
    except IllegalMove as error:
        faults += error.under("/record/moves").faults
    with noted(faults):
        solver.check_utility(request.utility)
    seats = game.seats(game.state(start))
    known = known_seats(game, start)
    if record.seats is not None and len(record.seats) != seats:
        message = f"there are {seats} seats, so there should be as many names"
        faults.append(Fault("/record/seats", "wrong_count", message))
    for i, seat in enumerate(request.seats or ()):
        if seat >= seats:
            there = f"seats are 0 to {seats - 1}" if seats > 1 else "the only seat is 0"
            faults.append(Fault(f"/seats/{i}", "no_such_seat", f"there is no seat {seat}: {there}"))
        elif seat not in known:
            message = f"the hand of seat {seat} is not known, so its moves cannot be judged"
            faults.append(Fault(f"/seats/{i}", "hand_hidden", message))
    turns = request.turns
    if turns is not None and turns.first >= max(1, len(record.moves)):
        message = f"the record has {len(record.moves)} moves: {turns.first} is after the last"
        faults.append(Fault("/turns/first", "no_such_move", message))
    if faults or played is None:
        raise BadInput(faults)
    wanted = known if request.seats is None else set(request.seats)
    first, last = (0, len(record.moves)) if turns is None else (turns.first, turns.last)
    moments = [
        replace(moment, asked=moment.seat in wanted and first <= moment.ply <= last)
        for moment in played.moments
    ]
    return replace(played, moments=moments)


def known_seats(game: Game, start: Any) -> set[int]:
    """The seats whose own cards a position lists: all, or the one whose view it is."""
    if game.players == (1, 1):
        return {0}
    seats = range(game.seats(game.state(start)))
    own = getattr(start, "seat", None)
    if own is not None:
        return {own}
    hidden = getattr(start, "hidden", None)
    return {seat for seat in seats if hidden is None or not hidden[seat]}


def review(
    solver: Solver,
    played: Played,
    request: ReviewOptions,
    names: Sequence[str] | None,
    budget: Budget,
    listener: Listener = ignore,
) -> ReviewAnswer:
    """Judge what is asked of a record; ``budget``: limits of each decision.

    The listener hears every decision once, as what has been found: a :class:`Decision`.
    """
    reviewer = solver.reviewer(solver, played, request)
    asked = sum(moment.asked for moment in played.moments)
    decisions: list[Decision] = []
    listener(Progress(0, asked, "decisions"))
    for decision in reviewer.decide(budget, listener):
        decisions.append(decision)
        words = (
            decision.played
            if decision.judgement is None
            else (f"{decision.played} {decision.judgement.replace('_', ' ')}")
        )
        listener(Progress(len(decisions), asked, "decisions", words, lambda d=decision: d))
    decisions.sort(key=lambda decision: decision.ply)
    cancelled = budget.stopped() is StoppedBy.CANCELLED
    luck = None if cancelled else reviewer.luck(budget)
    results = reviewer.results()
    thresholds = reviewer.thresholds()
    seats = summaries(
        played=played, decisions=decisions, luck=luck, results=results, names=names,
        unit=reviewer.unit(), game=solver.game,
    )  # fmt: skip
    seats = [reviewer.completed(seat, decisions) for seat in seats]
    return ReviewAnswer(
        unit=reviewer.unit(),
        thresholds=thresholds,
        moves=played.length,
        over=played.over,
        seats=seats,
        decisions=decisions,
        luck=luck,
        stopped_by=_stopped(decisions, cancelled=cancelled),
        spent=_spent(decisions),
        limits=effective(budget.limits),
        seed=request.seed,
    )


def _stopped(decisions: Sequence[Decision], *, cancelled: bool) -> StoppedBy:
    """What ended a judgement before it was clear; settled where nothing did."""
    ends = {decision.stopped_by for decision in decisions}
    if cancelled:
        return StoppedBy.CANCELLED
    order = (StoppedBy.TIME, StoppedBy.MEMORY, StoppedBy.NODES, StoppedBy.ITERATIONS)
    return next((end for end in order if end in ends), StoppedBy.SETTLED)


def _spent(decisions: Sequence[Decision]) -> Spent:
    """What all decisions cost together."""
    names = Spent.model_fields
    return Spent(**{name: sum(getattr(d.spent, name) for d in decisions) for name in names})
