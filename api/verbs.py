"""The verbs as HTTP serves them: what each takes, calls and answers.

Quick verbs only apply the rules; search verbs take a budget. Neither knows anything of a game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from kibitz.contract.answers import AnalyzeAnswer, HintReply, SolveAnswer, VerifyAnswer
from kibitz.contract.base import Answer
from kibitz.contract.options import Options
from kibitz.contract.record import RecordRequest
from kibitz.contract.replies import (
    ChooseAnswer,
    DealAnswer,
    Ending,
    LegalMove,
    MatchStanding,
    MovesAnswer,
    NextAnswer,
    PlayAnswer,
    RecordAnswer,
    ViewAnswer,
    WrittenGame,
)
from kibitz.contract.requests import (
    AnalyzeRequest,
    ChooseRequest,
    DealRequest,
    HintRequest,
    MovesRequest,
    NextRequest,
    PlayRequest,
    SolveRequest,
    ViewRequest,
)
from kibitz.contract.review import ReviewAnswer, ReviewRequest
from kibitz.games import record
from kibitz.games.deal_requests import read_deal
from kibitz.games.faults import BadInput, Fault, IllegalMove, noted
from kibitz.games.findings import schema_faults
from kibitz.games.game import Game
from kibitz.games.partial import new_faults
from kibitz.games.protocol import run_apply
from kibitz.games.requests import check_seat, object_of, read_request, seats_of, unread_moves
from kibitz.solvers.budget import Budget, Listener
from kibitz.solvers.reviewing import read_review, review
from kibitz.solvers.solver import Advice, Solver


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb's name, what it does, and the models of what it takes and answers."""

    name: str
    summary: str
    takes: type[BaseModel]
    answers: type[BaseModel]


@dataclass(frozen=True, slots=True)
class QuickVerb(Verb):
    """A verb that applies the rules; ``call`` takes the parsed body."""

    call: Callable[[Solver, Any], Answer]


@dataclass(frozen=True, slots=True)
class SearchVerb(Verb):
    """A verb that searches; ``call`` takes position, request, a running budget and a listener.

    What it returns is still to be cut to what is asked for; see :mod:`kibitz.solvers.solver`.
    """

    takes: type[Options]
    call: Callable[
        [Solver, Any, Any, Budget, Listener], SolveAnswer | AnalyzeAnswer | ReviewAnswer | Advice
    ]
    piecewise: bool = False  # what it finds is streamed piece by piece, each of them once

    def read(self, solver: Solver, data: object) -> tuple[Any, Any]:
        """The checked request and what ``call`` takes as its position; raises ``BadInput``."""
        if self.takes is ReviewRequest:
            return read_review(solver, data)
        return solver.read(self.takes, data)


def deal(game: Game, body: Any) -> DealAnswer:
    """A fresh deal."""
    dealt = read_deal(game, body)
    return DealAnswer(
        number=dealt.number, difficulty=dealt.difficulty, **_shown(game, dealt.position)
    )


def moves(game: Game, body: Any) -> MovesAnswer:
    """The legal moves and whose turn it is, or how the game ended."""
    _, position = read_request(MovesRequest, game, body)
    state = game.state_of(position)
    legal = game.legal(state)
    listed = [
        {"move": game.move_text(move), "text": text}
        for move, text in zip(legal, game.described(state, legal), strict=True)
    ]
    return MovesAnswer.model_validate({"moves": listed, **standing(game, position, state)})


def play(game: Game, body: Any) -> PlayAnswer:
    """The position after some moves.

    Raises ``BadInput`` with the first illegal one and all that are no moves in any position.
    """

    def played(position: Any, request: PlayRequest) -> Any:
        faults: list[Fault] = []
        if position is not None and request.moves is not None:
            try:
                return game.play(position, request.moves)
            except IllegalMove as error:
                faults += error.under("/moves").faults
        for unread in unread_moves(game, request.moves or ()):
            faults += new_faults(unread.under("/moves").faults, faults)
        if faults:
            raise BadInput(faults)
        return None

    request, position = read_request(PlayRequest, game, body, played)
    after = played(position, request)
    return PlayAnswer(played=_in_words(game, position, request.moves), **_shown(game, after))


def _in_words(game: Game, position: Any, moves: Sequence[str]) -> list[LegalMove]:
    """Legal moves from a position on, one after another, as they are written and in words."""
    state, found = game.state(position), list[LegalMove]()
    for written in moves:
        move = game.enter(state, written)
        found.append(LegalMove(move=game.rewrite(written), text=game.describe(state, move)))
        run_apply(state, move)
    return found


def view(game: Game, body: Any) -> ViewAnswer:
    """The position as one seat sees it."""

    def check(position: Any, request: Any) -> None:  # of a part of it, the seat may be None
        if request.seat is None:
            return
        if position is None:
            check_seat(request.seat, seats_of(game, request.position) or game.players[1])
            return
        seats, own = game.seats(game.state(position)), getattr(position, "seat", None)
        check_seat(request.seat, seats)
        if own is not None and own != request.seat:
            message = f"the position is what seat {own} sees, not seat {request.seat}"
            raise BadInput.one("/seat", "other_view", message)

    request, position = read_request(ViewRequest, game, body, check)
    check(position, request)
    return ViewAnswer(seat=request.seat, **_shown(game, game.as_seen(position, request.seat)))


def recorded(game: Game, body: Any) -> RecordAnswer:
    """A record in both forms, its moves as they are always written."""
    fields, faults, found = object_of(body), list[Fault](), None
    try:
        # What is wrong within a record is found as it is read.
        RecordRequest.model_validate(fields | dict.fromkeys(fields.keys() & {"record"}, ""))
    except ValidationError as error:
        faults += schema_faults(error, RecordRequest)
    if "record" in fields:
        with noted(faults, "/record"):
            found = record.read(game, fields["record"])
    if found is None or faults:
        raise BadInput(faults)
    written = WrittenGame.model_validate(found.to_json())
    return RecordAnswer(record=written, text=record.write(game, found))


def has_rounds(game: Game) -> bool:
    """Whether a game is played as a match of several rounds."""
    return "scores" in game.match_options


def next_round(game: Game, body: Any) -> NextAnswer:
    """The match after a round that is over, and the deal of the next one."""
    request, position = read_request(NextRequest, game, body, partial(_check_next, game))
    _check_next(game, position, request)
    match = _match(game, position, game.state(position))
    if match is None:
        raise BadInput([_UNKNOWN_END])
    if match.winners:
        return NextAnswer(match=match, deal=None)
    rules = position.to_json().get("rules")
    given = {"dealer": match.dealer, "scores": match.totals, "round": match.round}
    given = {name: value for name, value in given.items() if value is not None}
    dealt = deal(game, {"seed": request.seed, "rules": rules, **given})
    return NextAnswer(match=match, deal=dealt)


_UNKNOWN_END: Final = Fault(
    "/position",
    "hidden",
    "the position does not show what the round came to: some cards are hidden",
)


def _check_next(game: Game, position: Any, request: NextRequest) -> None:
    """Raise ``BadInput`` unless the position ends a round that another can follow."""
    faults: list[Fault] = []
    if request.seed is not None:
        with noted(faults):
            game.deal(request.seed)
    if not has_rounds(game):
        message = f"{game.title} is not played as a match: deal another game"
        faults.append(Fault("/position", "no_match", message))
    elif position is not None:
        state = game.state(position)
        if not game.over(state):
            faults.append(Fault("/position", "goes_on", "the round is not over yet"))
        elif _match(game, position, state) is None:
            faults.append(_UNKNOWN_END)
    if faults:
        raise BadInput(faults)


def verify(solver: Solver, body: Any) -> VerifyAnswer:
    """Whether some moves are legal and win."""
    request, position = read_request(PlayRequest, solver.game, body)
    return solver.verify(position, request.moves)


def standing(game: Game, position: Any, state: Any) -> dict[str, Any]:
    """The fields of a :class:`kibitz.contract.replies.Standing`."""
    to_move = game.to_move(state)
    return {
        "to_move": to_move,
        "phase": game.phase(state),
        "over": to_move is None,
        "outcome": _ending(game, position, state) if to_move is None else None,
    }


def _shown(game: Game, position: Any) -> dict[str, Any]:
    """The fields of a :class:`kibitz.contract.replies.PositionAnswer`."""
    shown = {"position": position.to_json(), "text": position.to_text()}
    return shown | standing(game, position, game.state(position))


def _ending(game: Game, position: Any, state: Any) -> Ending | None:
    outcome = game.outcome(state)
    if outcome is None:
        return None
    return Ending(
        won=outcome.won,
        payoffs=list(outcome.payoffs),
        places=None if outcome.places is None else list(outcome.places),
        by=game.ended_by(position),
        settlement=game.settlement(state, position),
        match=_match(game, position, state),
    )


def _match(game: Game, position: Any, state: Any) -> MatchStanding | None:
    match = game.match_result(state, position)
    if match is None:
        return None
    return MatchStanding(
        totals=[int(n) if n == int(n) else str(n) for n in match.totals],
        winners=list(match.winners),
        dealer=match.dealer,
        round=match.round,
    )


def _by_rules(call: Callable[[Game, Any], Answer]) -> Callable[[Solver, Any], Answer]:
    return lambda solver, body: call(solver.game, body)


VERBS: Final[Mapping[str, QuickVerb | SearchVerb]] = {
    verb.name: verb
    for verb in (
        QuickVerb("deal", "Deal a game", DealRequest, DealAnswer, _by_rules(deal)),
        QuickVerb("moves", "List the legal moves", MovesRequest, MovesAnswer, _by_rules(moves)),
        QuickVerb("play", "Play some moves", PlayRequest, PlayAnswer, _by_rules(play)),
        QuickVerb(
            "view", "Show a position as one seat sees it", ViewRequest, ViewAnswer, _by_rules(view)
        ),
        QuickVerb("record", "Read a record", RecordRequest, RecordAnswer, _by_rules(recorded)),
        QuickVerb(
            "next", "Deal the next round of a match", NextRequest, NextAnswer, _by_rules(next_round)
        ),
        SearchVerb(
            *("solve", "Decide whether a position can be won", SolveRequest, SolveAnswer),
            lambda solver, *asked: solver.solve(*asked),
        ),
        QuickVerb("verify", "Check a line of moves", PlayRequest, VerifyAnswer, verify),
        SearchVerb(
            *("hint", "Give one piece of advice", HintRequest, HintReply),
            lambda solver, *asked: solver.advise(*asked),
        ),
        SearchVerb(
            *("analyze", "Value every legal move, best first", AnalyzeRequest, AnalyzeAnswer),
            lambda solver, *asked: solver.analyze(*asked),
        ),
        SearchVerb(
            *("choose", "Play a move for an opponent of some strength", ChooseRequest),
            *(ChooseAnswer, lambda solver, *asked: solver.choose(*asked)),
        ),
        SearchVerb(
            *("review", "Judge the moves of a game that was played", ReviewRequest),
            *(ReviewAnswer, review),
            piecewise=True,
        ),
    )
}


def verbs_of(game: Game) -> dict[str, QuickVerb | SearchVerb]:
    """The verbs that a game answers: all, but ``next`` only where there are rounds."""
    return {name: verb for name, verb in VERBS.items() if name != "next" or has_rounds(game)}
