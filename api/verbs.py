"""The verbs as HTTP serves them: what each takes, calls and answers.

Quick verbs only apply the rules; search verbs take a budget. Neither knows anything of a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from api.requests import (
    AnalyzeRequest,
    DealRequest,
    HintRequest,
    MovesRequest,
    PlayRequest,
    SolveRequest,
    read_deal,
    read_request,
)
from games.faults import IllegalMove
from games.game import Game
from solvers.budget import Budget
from solvers.result import AnalyzeAnswer, Answer, HintAnswer, SolveAnswer, VerifyAnswer
from solvers.solver import Options, Solver

SearchAnswer = SolveAnswer | HintAnswer | AnalyzeAnswer


class DealAnswer(Answer):
    """A fresh deal."""

    position: dict[str, Any]
    text: Annotated[str, Field(description="The position as one line of text.")]


class LegalMove(Answer):
    """A legal move, in notation and in words."""

    move: str
    text: str


class Ending(Answer):
    """How a game ended: the payoff of each seat; ``won`` for games that are won or lost."""

    won: bool | None
    payoffs: list[float]


class MovesAnswer(Answer):
    """The legal moves of a position."""

    moves: list[LegalMove]
    over: bool
    outcome: Annotated[
        Ending | None,
        Field(description="Null while the game goes on, and where a view does not tell it."),
    ]


class PlayAnswer(Answer):
    """The position that a list of moves leads to."""

    position: dict[str, Any]
    text: Annotated[str, Field(description="The position as one line of text.")]
    over: bool
    outcome: Annotated[
        Ending | None,
        Field(description="Null while the game goes on, and where a view does not tell it."),
    ]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb's name, what it does, and the models of what it takes and answers."""

    name: str
    summary: str
    takes: type[BaseModel]
    answers: type[Answer]


@dataclass(frozen=True, slots=True)
class QuickVerb(Verb):
    """A verb that applies the rules; ``call`` takes the parsed body."""

    call: Callable[[Solver, Any], Answer]


@dataclass(frozen=True, slots=True)
class SearchVerb(Verb):
    """A verb that searches; ``call`` takes the position, the request and a running budget."""

    takes: type[Options]
    call: Callable[[Solver, Any, Any, Budget], SearchAnswer]


def deal(solver: Solver, body: Any) -> DealAnswer:
    """A fresh deal."""
    position = read_deal(solver.game, body)
    return DealAnswer(position=position.to_json(), text=position.to_text())


def moves(solver: Solver, body: Any) -> MovesAnswer:
    """The legal moves and whether the game is over."""
    game = solver.game
    _, position = read_request(MovesRequest, game, body)
    state = game.state(position)
    legal = [
        LegalMove(move=game.move_text(move), text=game.describe(state, move))
        for move in game.legal(state)
    ]
    ending = _ending(game, position)
    return MovesAnswer(moves=legal, over=game.over(state), outcome=ending)


def play(solver: Solver, body: Any) -> PlayAnswer:
    """The position after some moves; raises ``BadInput`` at the first illegal one."""
    request, position = read_request(PlayRequest, solver.game, body)
    try:
        after = solver.game.play(position, request.moves)
    except IllegalMove as error:
        raise error.under("/moves") from None
    over = solver.game.over(solver.game.state(after))
    return PlayAnswer(
        position=after.to_json(),
        text=after.to_text(),
        over=over,
        outcome=_ending(solver.game, after),
    )


def verify(solver: Solver, body: Any) -> VerifyAnswer:
    """Whether some moves are legal and win."""
    request, position = read_request(PlayRequest, solver.game, body)
    return solver.verify(position, request.moves)


def _ending(game: Game, position: Any) -> Ending | None:
    outcome = game.outcome(game.state(position))
    return Ending(won=outcome.won, payoffs=list(outcome.payoffs)) if outcome else None


VERBS: Final[Mapping[str, QuickVerb | SearchVerb]] = {
    verb.name: verb
    for verb in (
        QuickVerb("deal", "Deal a game", DealRequest, DealAnswer, deal),
        QuickVerb("moves", "List the legal moves", MovesRequest, MovesAnswer, moves),
        QuickVerb("play", "Play some moves", PlayRequest, PlayAnswer, play),
        SearchVerb(
            *("solve", "Decide whether a position can be won", SolveRequest, SolveAnswer),
            lambda solver, position, request, budget: solver.solve(position, request, budget),
        ),
        QuickVerb("verify", "Check a line of moves", PlayRequest, VerifyAnswer, verify),
        SearchVerb(
            *("hint", "Give one piece of advice", HintRequest, HintAnswer),
            lambda solver, position, request, budget: solver.hint(position, request, budget),
        ),
        SearchVerb(
            *("analyze", "Value every legal move, best first", AnalyzeRequest, AnalyzeAnswer),
            lambda solver, position, request, budget: solver.analyze(position, request, budget),
        ),
    )
}
