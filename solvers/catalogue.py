"""The games that are there: name to solver. The one list a new game is added to."""

from collections.abc import Mapping
from typing import Final

from kibitz.games.faults import BadInput, quote
from kibitz.games.game import Extra
from kibitz.solvers.hand_knee_foot.solver import HandKneeFootSolver
from kibitz.solvers.knack.solver import KnackSolver
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from kibitz.solvers.knaves.solver import KnavesSolver
from kibitz.solvers.knock_rummy.solver import KnockRummySolver
from kibitz.solvers.knotty_nines.solver import KnottyNinesSolver
from kibitz.solvers.progress import Listener, Progress, ignore
from kibitz.solvers.solver import Solver

SOLVERS: Final[Mapping[str, Solver]] = {
    solver.game.name: solver
    for solver in (
        KnottyNinesSolver(),
        KnavesSolver(),
        KnackSolitaireSolver(),
        KnackSolver(),
        KnockRummySolver(),
        HandKneeFootSolver(),
    )
}


def find(name: str) -> Solver:
    """The solver of the game called ``name``; raises ``BadInput`` that lists the names."""
    if name not in SOLVERS:
        known = ", ".join(SOLVERS)
        raise BadInput.one("/game", "unknown_game", f"{quote(name)} is not a game here: {known}")
    return SOLVERS[name]


def find_extra(game: str, name: str) -> Extra:
    """What answers the question ``name`` of a game alone; raises ``BadInput`` that lists all."""
    games = [solver.game for solver in SOLVERS.values()]
    known = {f"{one.name} {extra.name}": extra for one in games for extra in one.extras}
    asked = f"{game} {name}"
    if asked not in known:
        message = f"{quote(asked)} is not a question here: {', '.join(known)}"
        raise BadInput.one("/question", "unknown_question", message)
    return known[asked]


def warm_all(listener: Listener = ignore) -> None:
    """Compile and cache the kernels of every game, telling ``listener`` game by game."""
    for done, solver in enumerate(SOLVERS.values()):
        listener(Progress(done, len(SOLVERS), "games", solver.game.title))
        solver.warm(listener)
    listener(Progress(len(SOLVERS), len(SOLVERS), "games", "ready"))
