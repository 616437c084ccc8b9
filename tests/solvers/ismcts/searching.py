"""Searches as the tests run them."""

from typing import Any

from kibitz.contract.options import Limits
from kibitz.games.knaves.position import Position
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import Findings
from tests.games.knaves.tables import GAME, as_naive
from tests.naive import knaves as naive
from tests.naive.ismcts import Play
from tests.solvers.ismcts.records import STAYERS, knaves_state

NAIVE = Play(naive.moves, naive.play, naive.turn_of, naive.points)


def search(
    position: State | Position,
    iterations: int | None = 2_000,
    /,
    *,
    teams: tuple[int, ...] | None = None,
    limits: dict[str, int] | None = None,
    search_args: dict[str, Any] | None = None,
    **options: Any,
) -> Findings:
    """Findings under a limit of iterations; unless told otherwise, random playouts, no settling."""
    state = knaves_state(position) if isinstance(position, Position) else position
    fewest = {"playout": "random", "settle": False, "value_share": 0.0, **options}
    seats = 5 if state.dtype == STAYERS else 3
    return Search(
        state,
        Setting(seats, GAME.max_moves, teams),
        SearchOptions(**fewest),
        Budget(Limits(iterations=iterations, **(limits or {}))),
        **{"seed": 1, **(search_args or {})},
    ).run()


def deals_of(position: Position) -> list[naive.Round]:
    """Every deal that fits what the seat to move sees, as states of the naive game."""
    game = as_naive(position)
    found = []
    for hands in naive.deals_that_fit(game, naive.turn_of(game)):
        first, second, third = map(sorted, hands)
        found.append(game._replace(hands=(first, second, third)))
    return found
