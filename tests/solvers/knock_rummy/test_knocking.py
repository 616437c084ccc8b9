"""What a knock comes to is told from the deals of the search."""

from dataclasses import replace

import pytest

from kibitz.contract.options import Limits
from kibitz.games.knock_rummy.play import KNOCK, OUT
from kibitz.heuristics.knock_rummy.beliefs import best_knock, by_play
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.knock_rummy.analysis import OPTIONS, SETTING, WORLD_STEPS, worth_comparing
from tests.games.knock_rummy.tables import GAME
from tests.heuristics.knock_rummy.looking import played


@pytest.mark.parametrize("players", [2, 3, 6])
def test_its_deals_are_those_of_the_search(players: int) -> None:
    position = played(players, 4, {"players": players})
    seat, state = position.turn, GAME.state(GAME.as_seen(position, position.turn))
    few = worth_comparing(state)
    options = replace(OPTIONS, settle=False)
    search = Search(state, SETTING, options, Budget(Limits(iterations=600)), seed=5, candidates=few)
    rows = {row.move: row for row in search.run().moves}
    row = rows[best_knock(state)]
    assert KNOCK <= row.move < OUT
    paid = by_play(state, seat, row.visits, WORLD_STEPS, 5, row.move).paid
    assert paid is not None
    assert paid.mean() == pytest.approx(row.means[seat])
