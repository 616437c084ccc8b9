"""The position that a tool is asked about: read, played on to where it stands, drawn."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.api.service import Service
from kibitz.api.verbs import moves as legal_moves
from kibitz.api.verbs import play, standing, view
from kibitz.contract.replies import LegalMove, Standing
from kibitz.games.boards import drawn
from kibitz.games.catalogue import unknown_game
from kibitz.games.faults import BadInput, quote
from kibitz.games.game import Game
from kibitz.solvers.solver import Solver


@dataclass(frozen=True, slots=True)
class At:
    """A position of a game, as one line of text, and how the game stands in it."""

    solver: Solver
    text: str
    standing: Standing

    @property
    def game(self) -> Game:
        """The game that it is a position of."""
        return self.solver.game

    def fields(self) -> dict[str, Any]:
        """The fields of an answer with a :class:`kibitz.api.assistants.answers.Table`."""
        stands = {name: getattr(self.standing, name) for name in Standing.model_fields}
        board = drawn(self.game.name, self.game.read(self.text))
        return {"game": self.game.name, "position": self.text, "board": board, **stands}

    def legal(self) -> list[LegalMove]:
        """The legal moves."""
        return legal_moves(self.game, {"position": self.text}).moves


def game_named(service: Service, name: str) -> Solver:
    """The solver of a game; raises ``BadInput`` that lists the names."""
    if name not in service.solvers:
        raise BadInput.one("/game", "unknown_game", unknown_game(name, service.solvers))
    return service.solvers[name]


def game_of(service: Service, text: str, pointer: str = "/position") -> Solver:
    """The solver of the game that a line of text is a position of; raises ``BadInput``."""
    name, tilde, _ = text.strip().partition("~")
    if not tilde:
        message = (
            "a position is one line that begins with the name of its game and ~, as deal and show "
            f"give it, not {quote(text)}"
        )
        raise BadInput.one(pointer, "not_a_position", message)
    if name not in service.solvers:
        raise BadInput.one(pointer, "unknown_game", unknown_game(name, service.solvers))
    return service.solvers[name]


def reached(solver: Solver, text: str, moves: Iterable[str]) -> At:
    """The position after ``moves``; raises ``BadInput`` with every fault of both."""
    answer = play(solver.game, {"position": text, "moves": [*moves]})
    return At(solver, answer.text, answer)


def seen(at: At, seat: int) -> At:
    """What ``seat`` sees of a position; raises ``BadInput`` where it cannot."""
    answer = view(at.game, {"position": at.text, "seat": seat})
    return At(at.solver, answer.text, answer)


def at_end(solver: Solver, position: Any) -> At:
    """A position that has been read already."""
    game = solver.game
    stands = Standing(**standing(game, position, game.state(position)))
    return At(solver, position.to_text(), stands)
