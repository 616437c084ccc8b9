"""The solver of every game, by the name of the game; see `games.catalogue`."""

from collections.abc import Mapping
from typing import Final

from kibitz.games.catalogue import GAMES, ByGame, check_name, folder_of, made
from kibitz.games.faults import BadInput, quote
from kibitz.games.findings import meant
from kibitz.games.game import Extra
from kibitz.solvers.solver import Solver


def module_of(name: str) -> str:
    """The module that defines the solver of a game."""
    return f"kibitz.solvers.{folder_of(name)}.solver"


def _solver(name: str) -> Solver:
    found: Solver = made(module_of(name), name, "Solver")
    return found


SOLVERS: Final[Mapping[str, Solver]] = ByGame(_solver)


def find(name: str) -> Solver:
    """The solver of the game called ``name``; raises ``BadInput`` that lists the names."""
    return SOLVERS[check_name(name)]


def find_extra(game: str, name: str) -> Extra:
    """What answers the question ``name`` of a game alone; raises ``BadInput`` that lists all."""
    known = {f"{one} {extra.name}": extra for one in GAMES for extra in GAMES[one].extras}
    check_name(game)
    asked = f"{game} {name}"
    if asked not in known:
        message = f"{quote(asked)} is not a question here: {', '.join(known)}{meant(asked, known)}"
        raise BadInput.one("/question", "unknown_question", message)
    return known[asked]
