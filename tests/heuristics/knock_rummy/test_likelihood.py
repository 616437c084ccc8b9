"""Worlds led towards hands that explain the play: against all deals, listed and weighed."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.bitboards import word_of
from kibitz.games.knock_rummy.position import Position
from kibitz.games.protocol import State, redeal
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.knock_rummy.likelihood import BELIEVED
from kibitz.heuristics.knock_rummy.signs import BUCKETS, SIGNS, bucket_of, group_of
from tests.games.knock_rummy.tables import GAME
from tests.heuristics.knock_rummy.looking import late, played


@kernel
def _log_likelihood(state: State, seat: int) -> float:
    return judgement.log_likelihood(state[0], seat)


@kernel
def _refined(view: State, seat: int, steps: int, hands: Any, other: int, seed: int) -> None:
    """Deal and refine as many worlds as ``hands`` has room for; note what ``other`` holds."""
    work = view.copy()
    stream = np.zeros(1, np.uint64)
    for i in range(len(hands)):
        start_stream(stream, seed, i)
        work[0] = view[0]
        redeal(work[0], seat, stream)
        judgement.refine(work[0], seat, steps, stream)
        hands[i] = work[0].hands[other]


def view_at(position: Position) -> tuple[State, int]:
    seat = position.turn
    return GAME.state(GAME.as_seen(position, seat)), seat


def test_worlds_come_as_often_as_they_are_credible() -> None:
    # Two unseen cards in the stock and ten in the other hand, or fewer: all deals can be listed.
    for seed in (3, 5):
        position = late(seed, 2)
        state, seat = view_at(position)
        other = 1 - seat
        unseen = GAME.as_seen(position, seat).unseen
        known = word_of(position.known[other])
        world = GAME.state(position)
        chances = {}
        for stock in combinations(unseen, 2):
            hand = word_of(set(unseen) - set(stock)) | known
            world[0]["hands"][other] = hand
            for i, card in enumerate(stock):
                world[0]["stock"][i] = word_of([card]).bit_length() - 1
            chances[hand] = np.exp(_log_likelihood(world, seat))
        total = sum(chances.values())
        number = 6_000
        hands = np.zeros(number, np.uint64)
        _refined(state, seat, 400, hands, other, 1)
        counts = Counter(int(hand) for hand in hands)
        assert set(counts) <= set(chances)
        off = 0.0
        for hand, chance in chances.items():
            share = chance / total
            off += (counts[hand] - number * share) ** 2 / (number * share * (1 - share))
        off *= (len(chances) - 1) / len(chances)
        freedom = len(chances) - 1
        assert off < freedom + 5 * np.sqrt(2 * freedom)
        assert max(chances.values()) > 2 * min(chances.values())


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("stock_out", ["turn_over", "shuffle"])
def test_refining_leaves_what_the_seat_sees(players: int, stock_out: str) -> None:
    for turns in (0, 1, 7, 70):
        position = played(9, turns, {"players": players, "stock_out": stock_out})
        if position.ended:
            continue
        view = GAME.as_seen(position, position.turn)
        state, seat = view_at(position)
        stream = np.zeros(1, np.uint64)
        start_stream(stream, np.uint64(1), np.uint64(1))
        for _ in range(5):
            _deal_one(state, seat, stream)
            world = GAME.position(state, position)
            assert GAME.as_seen(world, seat) == view
            assert GAME.read(world.to_json()) == world


@kernel
def _deal_one(state: State, seat: int, stream: Any) -> None:
    redeal(state[0], seat, stream)
    judgement.refine(state[0], seat, 50, stream)


def test_nothing_is_read_into_a_hand_that_has_not_been_played() -> None:
    position = GAME.play(GAME.deal("1"), ["draw"])
    assert _log_likelihood(GAME.state(position), position.turn) == 0
    state, seat = view_at(position)
    plain, led = np.zeros(50, np.uint64), np.zeros(50, np.uint64)
    _refined(state, seat, 0, plain, 1 - seat, 1)
    _refined(state, seat, 64, led, 1 - seat, 1)
    assert (plain == led).all()


def test_hands_that_were_played_stand_out_from_random_ones() -> None:
    ahead, differing = [], 0
    for seed in range(20):
        position = played(seed, 8)
        other = 1 - position.turn
        told, world = GAME.state(position), GAME.state(position)
        real = _log_likelihood(told, position.turn)
        state, seat = view_at(position)
        hands = np.zeros(100, np.uint64)
        _refined(state, seat, 0, hands, other, 1)
        random = []
        for hand in hands:
            world[0]["hands"][other] = hand
            random.append(_log_likelihood(world, seat))
        ahead.append(np.mean(real > np.array(random)))
        told[0]["recorded"] = -1  # without a history less is known
        differing += _log_likelihood(told, seat) != real
    assert differing > 15
    assert np.mean(ahead) > 0.75


def test_tables_and_buckets() -> None:
    assert BELIEVED.shape == (3, BUCKETS, SIGNS)
    assert [int(bucket_of(n)) for n in (1, 2, 3, 4, 5, 7, 8, 99)] == [0, 1, 2, 2, 3, 3, 4, 4]
    assert [int(group_of(n)) for n in (2, 3, 4, 5, 6)] == [0, 1, 1, 2, 2]
