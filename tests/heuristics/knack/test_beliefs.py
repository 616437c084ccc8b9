"""The errors of the chances by play of K'nack, against how the chances spread over seeds."""

from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.knack.play import MAX_MOVES
from kibitz.games.protocol import State
from kibitz.heuristics.knack.beliefs import beliefs, beliefs_by_play
from kibitz.heuristics.knack.likelihood import HANDS
from tests.cases import cases
from tests.games.knack.tables import GAME
from tests.heuristics.knack.test_likelihood import legal_with_prior

SEEDS = 16


def played(seed: int, players: int, pack: int, cards: int) -> State:
    """The view of the seat to move when ``cards`` are left, where all play as the policy does."""
    random = Random(seed)
    while True:
        deal = GAME.deal(str(random.getrandbits(32)), {"players": players, "pack": pack})
        state = GAME.state(deal)
        while GAME.legal(state) and sum(GAME.position(state, deal).cards_left) > cards:
            moves, weights = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
            count = legal_with_prior(state, moves, weights)
            chosen = random.choices(moves[:count].tolist(), weights[:count].tolist())
            protocol.run_apply(state, chosen[0])
        if GAME.legal(state):
            return GAME.state(GAME.as_seen(GAME.position(state, deal), int(state[0]["turn"])))


def ratios(view: State, players: int) -> list[float]:
    """By card, the spread over equal questions with other seeds, by the error stated."""
    seat = int(view[0]["turn"])
    even = beliefs(view, seat, 64, 1)
    unseen = even.unseen > 0
    chances, errors = [], []
    for seed in range(SEEDS):
        found = beliefs_by_play(view, seat, even, HANDS // players, seed)
        assert found is not None
        assert found.error is not None
        chances.append(found.chances[unseen])
        errors.append(found.error[unseen].max(axis=1))
    spread, stated = np.std(chances, axis=0, ddof=1).max(axis=1), np.mean(errors, axis=0)
    return [float(a / b) for a, b in zip(spread, stated, strict=True) if b > 0.0]


@pytest.mark.parametrize(
    ("players", "pack", "left"),
    [
        *[(2, 54, (51, 49, 47)), (2, 54, (30, 25, 20)), (2, 36, (14, 9, 6))],
        *[(3, 36, (100, 80, 60)), (3, 36, (17, 12, 8)), (4, 54, (92, 80, 60))],
        *[(5, 54, (115, 90, 60)), (6, 54, (148, 120, 60))],
    ],
)
def test_chances_spread_as_their_error_says(players: int, pack: int, left: tuple[int, ...]) -> None:
    found = list[float]()
    for number in range(cases(8)):
        view = played(60 + number, players, pack, left[(number + 1) % len(left)])
        found += ratios(view, players)
    assert 0.7 <= np.median(found) <= 1.35
    assert np.quantile(found, 0.95) < 2.0
