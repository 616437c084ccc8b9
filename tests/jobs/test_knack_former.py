"""The search of version 0.1: the same cards as then, but for what it plays on.

Between equals the order decides now; then it was what a machine adds in the last digits. And deals
count hands by the orders in which their cards may have come, which then were all alike.
"""

from typing import Final

import pytest

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.jobs.duplicates import key, view_of
from kibitz.jobs.players import GAMES, factory
from kibitz.jobs.players.knack_former import FormerPlayer

# By players, a game of version 0.1 among itself with the deals of now, 60 iterations a move.
THEN: Final = {
    2: (
        "8C@0,0 4C@0,-1 JS@-1,0 9D@1,0 9S@0,1 3H@0,-2 TS@2,0 4S@-1,-2 5D@-1,-3 2C@1,-2 "
        "5H@-2,-2 AH@1,-3 6C@-2,-1 pass JK@1,-1 pass KS@1,-4 QD@2,-4 pass TH@-1,1 9C@-1,2 "
        "AD@2,-2 9H@3,0 TC@3,-1 JH@4,-1 QH@0,-4 QS@4,-2 JD@2,1 pass KH@5,-2 AS@5,-3 2D@5,-4 "
        "7D@-3,-1 8D@-1,3 KC@0,-5 3S@5,-5 4H@4,-5 8H@-2,2 3C@4,-4 4D@6,-5 5S@3,-5 2H@5,-6 "
        "TD@0,2 JC@1,2 QC@6,-2 5C@7,-5 7S@-1,4 KD@6,-3 AC@7,-3 6S@-4,-1 8S@-3,0 7C@-2,3 "
        "6D@-3,3 JK@0,-3 6H@3,-6 7H@-3,1 pass pass"
    ),
    3: (
        "7H@0,0 9H@0,-1 5C@0,1 2S@-1,0 6H@1,1 6H@0,2 AH@-2,0 7C@1,2 pass 5S@2,1 JK@1,0 pass "
        "8C@0,-2 TS@1,-1 pass JD@2,-1 QC@3,-1 pass JH@3,0 pass pass 7C@0,3 pass pass 8D@-1,3 "
        "pass pass KH@3,-2 AC@4,-2 2H@4,-3 2D@5,-2 pass 9H@-1,-2 8S@-1,-3 pass 9D@-2,-3 8H@1,3 "
        "pass pass KH@4,-1 pass pass KC@-2,-1 pass pass 7H@0,-3 pass pass JK@1,-2 pass pass "
        "QD@-3,-1 pass pass AS@5,-3 pass pass 2C@-2,1 3D@-2,2 3D@-3,1 6D@0,4 4S@-3,2 2D@6,-3 "
        "5H@-4,2 3H@-3,3 9C@2,3 QS@4,0 JD@5,0 TD@3,3 4C@-3,4 KC@-3,-2 3C@6,-4 TH@2,4 KD@4,1 "
        "3S@4,-4 QD@-4,-2 7D@-1,-4 AC@4,2 5C@0,5 9S@2,5 7S@-1,4 9C@3,4 8C@1,-3 JS@-5,-2 "
        "7D@2,-3 6D@-1,5 5D@-3,5 TC@6,0 4D@3,-4 9D@1,-4 JC@-4,-3 JK@2,6 8H@1,6 7S@3,6 KS@2,7 "
        "JC@-4,-1 6C@-4,5 QH@-4,0 QS@5,1 4C@-4,3 3C@6,-2 AS@7,-3 4S@-5,2 8S@1,-5 5D@-5,1 "
        "JK@0,-4"
    ),
}


@pytest.mark.parametrize("players", THEN)
def test_it_plays_what_it_played(players: int) -> None:
    game = GAMES["knack"]
    player = factory(game, "search@0.1")(game, Limits(iterations=60))
    deal = game.deal("3", {"players": players})
    state, played = game.state(deal), list[str]()
    while not protocol.run_over(state):
        seat, ply, legal = int(protocol.run_turn(state)), len(played), game.legal(state)
        view = view_of(game, state, deal, seat, key(1, ply, 0))
        move = player.choose(game, view, seat, key(1, ply, 1)) if len(legal) > 1 else legal[0]
        played.append(game.move_text(move))
        protocol.run_apply(state, move)
    assert " ".join(played) == THEN[players]


def test_it_takes_dials_and_limits_of_its_own() -> None:
    game = GAMES["knack"]
    player = factory(game, "search@0.1/iterations=7/trees=2")(game, Limits(iterations=60))
    assert isinstance(player, FormerPlayer)
    assert player.limits == Limits(iterations=7)
    assert player.options.trees == 2
