from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.chance import start_stream
from kibitz.games.knaves.bitboards import card_at
from kibitz.heuristics.knaves.beliefs import OUT, beliefs
from tests.games.knaves.tables import GAME, as_naive, lay_open
from tests.naive.knaves import deals_that_fit

PLACES = [16 * suit + rank for suit in range(4) for rank in range(13)]


def played_to(seed: int, plays: int, exposed: bool = False, hand_size: int = 13):
    """A random round after so many cards, as a position with all known."""
    random = Random(seed)
    position = GAME.deal(str(seed), {"hand_size": hand_size})
    if exposed:
        position = lay_open(position, random, 2)
    state = GAME.state(position)
    for _ in range(plays):
        protocol.run_apply(state, random.choice(GAME.legal(state)))
    return GAME.position(state, position)


@pytest.mark.parametrize("exposed", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_like_counting_every_deal(seed: int, exposed: bool) -> None:
    position = played_to(seed, 34 + seed % 4, exposed)
    game = as_naive(position)
    for seat in range(3):
        found = beliefs(GAME.state(GAME.as_seen(position, seat)), seat)
        deals = deals_that_fit(game, seat)
        known = {*(card for _, card in game.played), game.turned}
        for place in PLACES:
            card = card_text(card_at(place))
            held = [sum(card in deal[i] for deal in deals) / len(deals) for i in range(3)]
            rest = 0.0 if card in known else 1 - sum(held)
            assert found[:, place] == pytest.approx([*held, rest], abs=1e-12)


@pytest.mark.parametrize(("plays", "hand_size"), [(5, 13), (20, 13), (24, 17)])
def test_like_redeals(plays: int, hand_size: int) -> None:
    position = played_to(plays, plays, hand_size=hand_size)
    view = GAME.state(GAME.as_seen(position, 1))
    found = beliefs(view, 1)
    stream = np.zeros(1, np.uint64)
    counted = np.zeros((4, 64))
    samples = 4_000
    places = np.arange(64, dtype=np.uint64)
    for i in range(samples):
        start_stream(stream, np.uint64(3), np.uint64(i))
        world = view.copy()
        protocol.run_redeal(world, 1, stream)
        for seat in range(3):
            counted[seat] += (world[0]["hands"][seat] >> places) & np.uint64(1)
        counted[OUT] += (world[0]["out"] >> places) & np.uint64(1)
    assert np.abs(counted / samples - found).max() < 4.5 * 0.5 / np.sqrt(samples)


def test_rows_count_the_cards() -> None:
    position = played_to(3, 17)
    found = beliefs(GAME.state(position), 2)
    sizes = [len(hand) for hand in position.hands]
    assert found.sum(axis=1) == pytest.approx([*sizes, len(position.out)])
    assert ((found >= 0) & (found <= 1 + 1e-12)).all()


def test_what_others_hold_does_not_matter() -> None:
    position = played_to(4, 12)
    seen = GAME.state(GAME.as_seen(position, 0))
    assert (beliefs(GAME.state(position), 0) == beliefs(seen, 0)).all()


def test_a_seat_must_know_its_hand() -> None:
    seen = GAME.state(GAME.as_seen(played_to(4, 12), 0))
    with pytest.raises(ValueError, match="the hand of seat 1 is not known"):
        beliefs(seen, 1)
