"""Cards that are searched as one are worth the same, however the unseen cards lie."""

from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.knaves.play import CALL
from kibitz.solvers.knaves.analysis import groups_of
from tests.games.knaves.tables import GAME
from tests.solvers.knaves.ends import brute, ending


@pytest.mark.parametrize("calling", [False, True])
def test_cards_of_a_group_are_worth_the_same_in_every_deal(calling: bool) -> None:
    together = 0
    for seed in range(400):
        random = Random(seed)
        position = ending(random, 3 if calling else 4, calling, 1)
        seat = int(GAME.state(position)[0]["turn"])
        view = GAME.state(GAME.as_seen(position, seat))
        groups = groups_of(view, GAME.legal(view))
        assert sorted(move for group in groups.values() for move in group) == GAME.legal(view)
        assert all(first == min(group) for first, group in groups.items())
        if len(groups) == len(GAME.legal(view)):
            continue
        world = view.copy()
        protocol.run_redeal(world, seat, np.array([seed], np.uint64))
        _, values = brute(world)
        for first, group in groups.items():
            together += len(group) - 1
            assert all(values[move] == values[first] for move in group)
    assert together > (20 if calling else 100)


def test_some_of_the_moves_are_grouped_among_themselves_and_calls_never() -> None:
    position = GAME.deal("1")
    view = GAME.state(GAME.as_seen(position, int(GAME.state(position)[0]["turn"])))
    groups = groups_of(view, GAME.legal(view))
    several = max(groups.values(), key=len)
    assert len(several) > 1
    assert groups_of(view, several[1:]) == {several[1]: several[1:]}
    assert groups_of(view, []) == {}
    assert groups_of(view, [CALL + 5, CALL + 6]) == {CALL + 5: [CALL + 5], CALL + 6: [CALL + 6]}
