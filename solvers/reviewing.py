"""The review of a game: a record replayed, its decisions judged, luck, and a summary by seat.

:class:`Reviewer` is what a game says of it, in ``reviewing.py`` of its folder. What follows from
the decisions of any game (counts, accuracy, turning points) is in `solvers.review_summary`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, Literal

from pydantic import ValidationError

from kibitz.contract.answers import Spent, StoppedBy
from kibitz.contract.options import Limits, Utility
from kibitz.contract.review import (
    Decision,
    LuckEvent,
    ReviewAnswer,
    ReviewOptions,
    ReviewRequest,
    SeatReview,
    Thresholds,
    Turns,
)
from kibitz.games import protocol, record
from kibitz.games.faults import BadInput, Fault, IllegalMove, noted
from kibitz.games.findings import schema_faults
from kibitz.games.game import Game
from kibitz.games.partial import sound_part
from kibitz.games.requests import object_of, seat_fault
from kibitz.solvers.budget import Budget, Listener, Progress, ignore
from kibitz.solvers.played import Moment, Played, known_seats, replayed
from kibitz.solvers.review_summary import summaries
from kibitz.solvers.review_text import called
from kibitz.solvers.solver import Solver
from kibitz.solvers.wording import effective

ReviewUnit = Literal["win_probability", "points", "cards"]
_SEAT: Final = re.compile(r"\b[Ss]eat (\d+)\b")
REHEARSED: Final = 2  # moves, and playouts of each event of luck
REHEARSAL: Final = Limits(iterations=100, nodes=1_000, memory_mb=64)
CHANCE_THRESHOLDS: Final = Thresholds(inaccuracy=0.05, mistake=0.1, blunder=0.15)


class Reviewer(ABC):
    """How one game is reviewed. Made for one record; ``self.played`` is what was played.

    All methods use what ``options`` ask for and nothing else that varies: equal records, options
    and seeds get equal answers unless a limit of time stopped a judgement, which it then says.
    """

    point_thresholds: ClassVar[Thresholds] = CHANCE_THRESHOLDS
    one_by_one: ClassVar[bool] = False  # whether decisions are judged each by itself
    luck_samples: int = 128  # playouts before and after each event of luck
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

    def may_reveal(self) -> bool:
        """Whether luck and hindsight may be given: the game is over, or all seats are reviewed."""
        seats, everybody = self.options.seats, {*range(self.game.seats(self.played.end_state))}
        return self.played.over or seats is None or {*seats} >= everybody

    def asked_seats(self) -> set[int]:
        """The seats whose moves are asked for: all whose cards the record knows, by default."""
        known = known_seats(self.game, self.played.start)
        return known if self.options.seats is None else {*self.options.seats}

    def utility(self) -> Utility | None:
        """What is striven for, in games that are played as matches."""
        return self.options.utility

    @abstractmethod
    def decide(self, budget: Budget) -> Iterator[Decision]:
        """The decisions that are asked for, each as soon as it is judged, in any order.

        ``budget``: limits of each decision, and the flag that cancels. Once cancelled it stops.
        """

    def decisions(self, budget: Budget) -> Iterator[Decision]:
        """:meth:`decide`, with the players in what is said of it as the record names them."""
        for decision in self.decide(budget):
            yield by_name(decision, self.played.names)

    def luck(self, budget: Budget) -> list[LuckEvent] | None:  # noqa: ARG002
        """What chance did, in order; None where the record does not know all cards."""
        return None

    @abstractmethod
    def shown(self, moment: Moment) -> str:
        """What a move turned up for the seat that made it, as a clause; empty if nothing."""

    def passes(self, moment: Moment) -> bool:  # noqa: ARG002
        """Whether the seat had to pass, which all at the table see."""
        return False

    def named(self, seat: int) -> str:
        """What sentences call a seat: its player as the record names it, else its number."""
        return called(seat, self.played.names)

    def results(self) -> Sequence[float] | None:
        """What each seat made in the unit of the review; None while the game goes on."""
        return None

    def completed(
        self,
        seat: SeatReview,
        decisions: Sequence[Decision],  # noqa: ARG002
        budget: Budget,  # noqa: ARG002
    ) -> SeatReview:
        """The summary of a seat with what this game alone adds (``lost_at``, ``last_chance``)."""
        return seat


def read_review(solver: Solver, data: object) -> tuple[ReviewRequest, Played]:
    """The checked request and its record, replayed; raises ``BadInput`` with every fault."""
    game, faults = solver.game, list[Fault]()
    fields = object_of(data)
    options = {name: value for name, value in fields.items() if name != "record"}
    try:
        asked = ReviewOptions.model_validate(options)
    except ValidationError as error:
        wrong = schema_faults(error, ReviewOptions)
        faults += [solver.offered(fault, options) for fault in wrong]
        asked = sound_part(ReviewOptions, options, faults)
    if "record" not in fields:
        faults.append(Fault("/record", "missing", "'record' is missing"))
    played = None
    with noted(faults, "/record"):
        played = _replayed(solver, fields["record"]) if "record" in fields else None
    if played is not None:
        seats = game.seats(played.end_state)
        faults += _asked_faults(asked, seats, known_seats(game, played.start), played.length)
    elif "record" in fields:
        found = record.outline(game, fields["record"])
        known = None if found.start is None else known_seats(game, found.start)
        faults += _asked_faults(asked, found.seats or game.players[1], known, found.length)
    with noted(faults):
        solver.check_utility(asked.utility)
    if faults or played is None:
        raise BadInput(faults)
    return ReviewRequest.model_validate(fields), _asked(game, played, asked)


def _replayed(solver: Solver, data: object) -> Played:
    """A record read and replayed; raises ``BadInput`` with every fault."""
    found = record.read(solver.game, data)
    try:
        return solver.reviewer.replay(solver.game, found)
    except IllegalMove as error:
        raise error.under("/moves") from None


def _asked_faults(
    asked: ReviewOptions, seats: int, known: set[int] | None, length: int | None
) -> list[Fault]:
    """What is wrong with the seats and turns asked for of a record.

    ``seats``: how many it has, at most; ``known``: those whose cards it lists; ``length``: its
    moves. The last two are None where they could not be read.
    """
    faults: list[Fault] = []
    for i, seat in enumerate(asked.seats or ()):
        if seat in (asked.seats or ())[:i]:
            faults.append(Fault(f"/seats/{i}", "seat_twice", f"seat {seat} is given twice"))
        elif fault := seat_fault(seat, seats, f"/seats/{i}"):
            faults.append(fault)
        elif known is not None and seat not in known:
            message = f"the hand of seat {seat} is not known, so its moves cannot be judged"
            faults.append(Fault(f"/seats/{i}", "hand_hidden", message))
    turns = asked.turns or Turns()
    if turns.last < turns.first:
        message = f"last is {turns.last}, before first, which is {turns.first}"
        faults.append(Fault("/turns/last", "range", message))
    if length is not None and turns.first >= max(1, length):
        moves = "1 move" if length == 1 else f"{length} moves"
        message = (
            f"the record has {moves}: none is at {turns.first}, which is move {turns.first + 1}"
        )
        faults.append(Fault("/turns/first", "no_such_move", message))
    return faults


def _asked(game: Game, played: Played, asked: ReviewOptions) -> Played:
    """The record with what is asked for marked."""
    turns, known = asked.turns or Turns(), known_seats(game, played.start)
    wanted = known if asked.seats is None else set(asked.seats)
    moments = [
        replace(moment, asked=moment.seat in wanted and turns.first <= moment.ply <= turns.last)
        for moment in played.moments
    ]
    return replace(played, moments=moments)


def review(
    solver: Solver,
    played: Played,
    request: ReviewRequest,
    budget: Budget,
    listener: Listener = ignore,
) -> ReviewAnswer:
    """Judge what is asked of a record; ``budget``: limits of each decision.

    The listener hears every decision once, as what has been found: a :class:`Decision`.
    """
    return _judged(solver.reviewer(solver, played, request), budget, listener)


def _judged(reviewer: Reviewer, budget: Budget, listener: Listener) -> ReviewAnswer:
    asked = sum(moment.asked for moment in reviewer.played.moments)
    decisions: list[Decision] = []
    listener(Progress(0, asked, "decisions"))
    for decision in reviewer.decisions(budget):
        decisions.append(decision)
        found = partial(_itself, decision)
        listener(Progress(len(decisions), asked, "decisions", said_of(decision), found))
    luck = None if budget.used_up() else reviewer.luck(budget)
    ended = None
    if budget.stopped() is StoppedBy.CANCELLED:
        ended = StoppedBy.CANCELLED
    elif luck is None and budget.used_up():
        ended = StoppedBy.TIME
    seats = seats_of(reviewer, decisions, luck, budget)
    return summed_up(reviewer, decisions, luck, seats, budget.limits, ended)


def _part(reviewer: Reviewer) -> Turns | None:
    """The moves that are asked for, where these are not all."""
    turns, last = reviewer.options.turns or Turns(), reviewer.played.length - 1
    found = Turns(first=turns.first, last=max(turns.first, min(turns.last, last)))
    return None if (found.first, found.last) == (0, max(0, last)) else found


def only(reviewer: Reviewer, plies: Collection[int]) -> Reviewer:
    """The reviewer of the same game of which these moves alone are asked for."""
    moments = [replace(moment, asked=moment.ply in plies) for moment in reviewer.played.moments]
    played = replace(reviewer.played, moments=moments)
    return type(reviewer)(reviewer.solver, played, reviewer.options)


def seats_of(
    reviewer: Reviewer,
    decisions: Sequence[Decision],
    luck: list[LuckEvent] | None,
    budget: Budget,
) -> list[SeatReview]:
    """The summary of each seat by these decisions, in any order; ``budget``: as that of them."""
    decisions = sorted(decisions, key=lambda decision: decision.ply)
    shown = {m.ply: reviewer.shown(m) for m in reviewer.played.moments}
    seats = summaries(
        played=reviewer.played,
        shown={ply: clause for ply, clause in shown.items() if clause},
        decisions=decisions,
        luck=luck,
        results=reviewer.results(),
        names=reviewer.played.names,
        unit=reviewer.unit(),
        alone=reviewer.game.players == (1, 1),
        part=(part := _part(reviewer)),
        passes={m.ply for m in reviewer.played.moments if reviewer.passes(m)},
        idle=() if part else reviewer.asked_seats(),
    )
    return [reviewer.completed(seat, decisions, budget) for seat in seats]


def summed_up(
    reviewer: Reviewer,
    decisions: Sequence[Decision],
    luck: list[LuckEvent] | None,
    seats: list[SeatReview],
    limits: Limits,
    ended: StoppedBy | None = None,
) -> ReviewAnswer:
    """The answer that these decisions make, in any order; ``ended``: what ended the whole early."""
    played = reviewer.played
    decisions = sorted(decisions, key=lambda decision: decision.ply)
    spent = _spent(decisions)
    counted = {"nodes": spent.nodes, "iterations": spent.samples}
    idle = dict.fromkeys(name for name, number in counted.items() if not number)
    return ReviewAnswer(
        unit=reviewer.unit(),
        thresholds=reviewer.thresholds(),
        moves=played.length,
        over=played.over,
        seats=seats,
        decisions=decisions,
        luck=luck,
        stopped_by=ended or _stopped(decisions),
        spent=spent,
        limits=effective(limits.model_copy(update=idle)),
        seed=reviewer.options.seed,
    )


def by_name(decision: Decision, names: Sequence[str]) -> Decision:
    """A decision whose sentences call seats by the names of their players, where there are any.

    A player called "you" stays a number: in these sentences "you" is who makes the move.
    """
    if not names:
        return decision

    def named(text: str) -> str:
        return _SEAT.sub(lambda found: _name(found, names[int(found[1])]), text)

    return decision.model_copy(
        update={
            "text": named(decision.text),
            "best_text": decision.best_text and named(decision.best_text),
            "reasons": [r.model_copy(update={"text": named(r.text)}) for r in decision.reasons],
            "options": [o.model_copy(update={"text": named(o.text)}) for o in decision.options],
        }
    )


def _name(found: re.Match[str], name: str) -> str:
    return found[0] if name == "you" else name


def said_of(decision: Decision) -> str:
    """A decision in a few words: ``7C mistake``."""
    judged = "forced" if decision.forced else decision.judgement or "not judged"
    return f"{decision.played} {judged.replace('_', ' ')}"


def _itself(decision: Decision) -> Decision:
    return decision


def _stopped(decisions: Sequence[Decision]) -> StoppedBy:
    """What ended a judgement before it was clear; settled where nothing did."""
    ends = {decision.stopped_by for decision in decisions}
    order = (StoppedBy.TIME, StoppedBy.MEMORY, StoppedBy.NODES, StoppedBy.ITERATIONS)
    return next((end for end in order if end in ends), StoppedBy.SETTLED)


def _spent(decisions: Sequence[Decision]) -> Spent:
    """What all decisions cost together."""
    names = Spent.model_fields
    return Spent(**{name: sum(getattr(d.spent, name) for d in decisions) for name in names})


def reviewing(solver: Solver, deal: Any) -> Callable[[], object]:
    """A call that judges the first moves of a deal, with little to spend."""

    def call() -> object:
        game, state, moves = solver.game, solver.game.state(deal), list[str]()
        for _ in range(REHEARSED):
            move = game.legal(state)[-1]
            moves.append(game.move_text(move))
            protocol.run_apply(state, move)
        record = {"position": deal.to_json(), "moves": moves}
        request, played = read_review(solver, {"record": record})
        reviewer = solver.reviewer(solver, played, request)
        reviewer.luck_samples = REHEARSED
        return _judged(reviewer, Budget(REHEARSAL), ignore)

    return call
