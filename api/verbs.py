"""The verbs as HTTP serves them: what each takes, calls and answers.

Quick verbs only apply the rules; search verbs take a budget. Neither knows anything of a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, SolveAnswer, VerifyAnswer
from kibitz.contract.base import Answer
from kibitz.contract.options import LEVELS, HintOptions, Options
from kibitz.contract.replies import DealAnswer, Ending, LegalMove, MovesAnswer, PlayAnswer
from kibitz.contract.requests import (
    AnalyzeRequest,
    DealRequest,
    HintRequest,
    MovesRequest,
    PlayRequest,
    SolveRequest,
)
from kibitz.games.faults import IllegalMove
from kibitz.games.game import Game
from kibitz.games.requests import read_deal, read_request
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import Listener
from kibitz.solvers.solver import Solver

SearchAnswer = SolveAnswer | HintAnswer | AnalyzeAnswer
WHOLE: Final = ""  # the cut of an answer that has no levels


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
    """A verb that searches; ``call`` takes position, request, a running budget and a listener.

    It returns the answers by cut: a hint at every level, of others one that is :data:`WHOLE`.
    """

    takes: type[Options]
    call: Callable[[Solver, Any, Any, Budget, Listener], Mapping[str, SearchAnswer]]


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


def _hints(
    solver: Solver, position: Any, asked: Any, budget: Budget, listener: Listener
) -> dict[str, SearchAnswer]:
    advice = solver.advise(position, asked, budget, listener)
    return {level: advice.at(level) for level in LEVELS}


def cut_of(asked: Options) -> str:
    """The cut that a request asks for."""
    return asked.level if isinstance(asked, HintOptions) else WHOLE


def _ending(game: Game, position: Any) -> Ending | None:
    outcome = game.outcome(game.state(position))
    if outcome is None:
        return None
    places = None if outcome.places is None else list(outcome.places)
    return Ending(won=outcome.won, payoffs=list(outcome.payoffs), places=places)


VERBS: Final[Mapping[str, QuickVerb | SearchVerb]] = {
    verb.name: verb
    for verb in (
        QuickVerb("deal", "Deal a game", DealRequest, DealAnswer, deal),
        QuickVerb("moves", "List the legal moves", MovesRequest, MovesAnswer, moves),
        QuickVerb("play", "Play some moves", PlayRequest, PlayAnswer, play),
        SearchVerb(
            *("solve", "Decide whether a position can be won", SolveRequest, SolveAnswer),
            lambda solver, *asked: {WHOLE: solver.solve(*asked)},
        ),
        QuickVerb("verify", "Check a line of moves", PlayRequest, VerifyAnswer, verify),
        SearchVerb(
            *("hint", "Give one piece of advice", HintRequest, HintAnswer),
            _hints,
        ),
        SearchVerb(
            *("analyze", "Value every legal move, best first", AnalyzeRequest, AnalyzeAnswer),
            lambda solver, *asked: {WHOLE: solver.analyze(*asked)},
        ),
    )
}
