"""Worlds in which moves of K'nack are played out, and the hands that are read for them."""

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knack.game import Knack
from kibitz.games.protocol import State
from kibitz.heuristics.knack.past import traced
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack.widening import OPTIONS
from kibitz.solvers.knack.worlds import BLOCK, Games, Reader, reader_of

GAME = Knack()
BEGUN = (
    "knack~~0.1~7C0_0.4S1_0.8C0_1.AC0_-1~5.3H6H9SJCQD~20.20~-~laid-1010.seat-1",
    "knack~players-3~0.2~7C0_0.4S1_0.8C0_1.AC0_-1~5.5.3H6H9SJCQD~30.29.30~-~laid-1201.seat-2",
    "knack~~0.1~7C0_0.4S1_0.8C0_1.AC0_-1~5.3H6H9SJCQD~20.20~-~seat-1",
)


def reader(text: str, limits: Limits) -> tuple[State, Reader | None]:
    view = traced(GAME.state(GAME.read(text)))
    return view, reader_of(view, OPTIONS, Budget(limits), 7)


def test_hands_are_read_with_two_players_and_where_it_is_known_who_laid_what() -> None:
    found = [reader(text, Limits(iterations=300))[1] for text in BEGUN]
    assert [one and one.hands for one in found] == [300, None, None]
    quick = reader(BEGUN[0], Limits(time_ms=40))[1]
    assert quick is not None
    assert quick.hands == 200


def test_each_block_of_worlds_has_hands_of_its_own_however_it_is_played() -> None:
    view, who = reader(BEGUN[0], Limits(iterations=64))
    assert who is not None
    assert (who.guesses(1) == who.guesses(1)).all()
    assert (who.guesses(0)[0]["guesses"] != who.guesses(1)[0]["guesses"]).any()
    seat, moves = int(protocol.run_turn(view)), GAME.legal(view)[:3]
    alive, turns = np.arange(3), 3 * (BLOCK + 40)
    made = []
    for parts in ([turns], [1, 3 * BLOCK - 2, 3 * BLOCK + 1, turns]):
        games = Games(view, seat, moves, OPTIONS, 5, who)
        begin = 0
        for end in parts:
            games.play(alive, begin, end)
            begin = end
        assert games.worlds == BLOCK + 40
        assert games.inflation > 1.0
        made.append(games.totals.tolist())
    assert made[0] == made[1]
