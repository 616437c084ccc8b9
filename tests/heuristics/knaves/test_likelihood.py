"""What was played says as much of a world as each kind of player, asked play by play, says."""

from collections import Counter
from math import exp, log, prod, sqrt
from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import parse_card
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import place_of, word_of
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.protocol import Moves, State
from kibitz.games.records import UInt64s
from kibitz.heuristics.knaves.beliefs import OUT, beliefs
from kibitz.heuristics.knaves.likelihood import (
    SHARES,
    WHIMS,
    beliefs_by_play,
    falling,
    log_likelihood,
    weigh_hands,
)
from kibitz.heuristics.knaves.network import Reals
from kibitz.heuristics.knaves.policy import WARMTH, naive_move, prior
from tests.cases import cases
from tests.games.knaves.tables import GAME, as_naive, exposed_deals
from tests.heuristics.knaves.refining import run_refine
from tests.naive.knaves import deals_that_fit


@kernel
def run_log_likelihood(state: State, seat: int) -> float:
    return log_likelihood(state[0], seat)


@kernel
def run_weigh(state: State, seat: int, hands: UInt64s, chances: Reals) -> None:
    weigh_hands(state[0], seat, hands, chances)


@kernel
def run_falling(points: float) -> float:
    return falling(points)


@kernel
def run_prior(state: State, moves: Moves, count: int, weights: Reals) -> None:
    prior(state[0], moves, count, weights)


@kernel
def run_naive(state: State, moves: Moves, count: int) -> int:
    return naive_move(state[0], moves, count)


def of_play(state: State, move: int) -> list[float]:
    """How likely each kind of player plays the card."""
    moves, weights = np.zeros(MAX_MOVES, np.int64), np.zeros(MAX_MOVES)
    count = protocol.run_legal(state, moves)
    run_prior(state, moves, count, weights)
    at = list(moves[:count]).index(move)
    found = []
    for power, whim in zip((3, 1), WHIMS, strict=False):
        likely = weights[:count] ** power
        found.append((1 - whim) * float(likely[at] / likely.sum()) + whim / count)
    whim = WHIMS[2]
    found.append((1 - whim) * (run_naive(state, moves, count) == move) + whim / count)
    return [*found, 1 / count]


def of_seat(plays: list[list[float]]) -> float:
    """The logarithm of how likely a player of any kind made all these plays."""
    return log(
        sum(prod(kind) * n for kind, n in zip(zip(*plays, strict=True), SHARES, strict=True))
    )


@pytest.mark.parametrize("rules", [{}, {"hand_size": 17}, {"turned_jack": "no_trump"}], ids=str)
def test_it_is_the_product_over_the_plays_of_the_others(rules: dict[str, object]) -> None:
    random = Random(6)
    for seed in range(6):
        state = GAME.state(GAME.deal(str(seed), rules))
        made: list[list[list[float]]] = [[[1.0] * len(SHARES)] for _ in range(3)]
        while not protocol.run_over(state):
            for seat in range(3):
                others = [made[other] for other in range(3) if other != seat]
                wanted = sum(map(of_seat, others))
                assert run_log_likelihood(state, seat) == pytest.approx(wanted, abs=1e-9)
            mover, legal = int(protocol.run_turn(state)), GAME.legal(state)
            move = random.choice(legal)
            made[mover].append(of_play(state, move))
            protocol.run_apply(state, move)


def played_well(seed: int, cards: int) -> State:
    """A round after so many cards, each the likeliest by the policy."""
    state, moves, weights = GAME.state(GAME.deal(str(seed))), np.zeros(64, np.int64), np.zeros(64)
    for _ in range(cards):
        count = protocol.run_legal(state, moves)
        run_prior(state, moves, count, weights)
        protocol.run_apply(state, int(moves[weights[:count].argmax()]))
    return state


def test_a_card_worth_less_is_less_likely_by_a_power_of_e() -> None:
    for units in (0, 1, 511, 512, 5_000, 70_001, 200_000):
        points = units / 16_384
        assert run_falling(points) == pytest.approx(exp(-points / WARMTH), rel=1e-12)


@pytest.mark.parametrize("cards", [3, 10, 26, 34])
def test_hands_weighed_together_weigh_what_they_weigh_in_their_worlds(cards: int) -> None:
    state = played_well(cards, cards)
    seat, worlds = int(protocol.run_turn(state)), np.repeat(state, 6)
    run_refine(state, worlds, seat, 1, 0, 1)
    wanted = [run_log_likelihood(worlds[i : i + 1], seat) for i in range(len(worlds))]
    chances = np.zeros((3, len(worlds)))
    for rival in range(3):
        run_weigh(state, rival, np.ascontiguousarray(worlds["hands"][:, rival]), chances[rival])
    found = np.log(np.delete(chances, seat, axis=0)).sum(axis=0)
    assert found == pytest.approx(np.array(wanted), abs=1e-9)


@pytest.mark.parametrize(("seed", "tries"), [(0, 3), (1, 19)])
def test_refined_again_and_again_worlds_come_as_often_as_they_are_credible(
    seed: int, tries: int
) -> None:
    state = played_well(seed, 33)
    seat, position = int(protocol.run_turn(state)), GAME.position(state, GAME.deal(str(seed)))
    rival = (seat + 1 + seed % 2) % 3
    chances: dict[int, float] = {}
    for deal in deals_that_fit(as_naive(position), seat):
        world = state.copy()
        world[0]["hands"] = [word_of(map(parse_card, hand)) for hand in deal]
        hand = int(world[0]["hands"][rival])
        chances[hand] = chances.get(hand, 0.0) + exp(run_log_likelihood(world, seat))
    total, off, number = sum(chances.values()), [], cases(8_000)
    worlds = np.repeat(state, number)
    for times in (0, 1, 210 // tries):
        run_refine(state, worlds, seat, tries, times, 1)
        hands = Counter(worlds["hands"][:, rival].tolist())
        assert set(hands) <= set(chances)
        off.append(0.0)
        for hand, chance in chances.items():
            share = chance / total
            off[-1] += (hands[hand] - number * share) ** 2 / (number * share)
    freedom = len(chances) - 1
    assert off[2] < freedom + 6 * sqrt(2 * freedom)
    assert off[2] < off[1] < off[0]


def test_refining_leaves_what_the_seat_sees() -> None:
    for seed in range(12):
        state = played_well(seed, 3 * seed)
        seat, position = int(protocol.run_turn(state)), GAME.position(state, GAME.deal(str(seed)))
        view = GAME.as_seen(position, seat)
        worlds = np.repeat(state, 8)
        run_refine(state, worlds, seat, 6, 1, seed)
        for i in range(len(worlds)):
            world = GAME.position(worlds[i : i + 1], position)
            assert GAME.as_seen(world, seat) == view
            assert GAME.read(world.to_json()) == world


def test_it_says_nothing_where_cards_may_have_been_called() -> None:
    for position in exposed_deals()[:2]:
        state = GAME.state(position)
        while not protocol.run_over(state):
            assert run_log_likelihood(state, 0) == 0
            protocol.run_apply(state, GAME.legal(state)[0])


def test_it_leaves_the_state_alone() -> None:
    state = GAME.state(GAME.deal("1"))
    for _ in range(20):
        protocol.run_apply(state, GAME.legal(state)[0])
    before = state.copy()
    run_log_likelihood(state, 1)
    assert state == before


@pytest.mark.parametrize("seed", range(3))
def test_beliefs_by_play_are_those_of_weighing_every_deal(seed: int) -> None:
    random = Random(seed)
    position = GAME.deal(str(seed))
    state = GAME.state(position)
    for _ in range(33 + seed):
        protocol.run_apply(state, random.choice(GAME.legal(state)))
    position = GAME.position(state, position)
    seat = int(protocol.run_turn(state))
    expected, total = np.zeros((OUT + 1, 64)), 0.0
    unseen = (beliefs(state, seat) > 0).any(axis=0) & (beliefs(state, seat)[seat] == 0)
    for deal in deals_that_fit(as_naive(position), seat):
        world = state.copy()
        world[0]["hands"] = [word_of(map(parse_card, hand)) for hand in deal]
        weight = exp(run_log_likelihood(world, seat))
        total += weight
        held = {place_of(parse_card(card)): row for row in range(3) for card in deal[row]}
        for place in np.flatnonzero(unseen):
            expected[held.get(int(place), OUT), place] += weight
    found = beliefs_by_play(state, seat, 4_000, 1)
    assert found is not None
    chances, errors = found
    assert (np.abs(chances - expected / total) <= 5 * errors + 0.01).all()
    assert chances[:, unseen].sum(axis=0) == pytest.approx(1)
    assert not chances[:, ~unseen].any()


def test_before_the_others_play_there_is_nothing_to_read() -> None:
    assert beliefs_by_play(GAME.state(GAME.deal("1")), 0, 64, 1) is None
