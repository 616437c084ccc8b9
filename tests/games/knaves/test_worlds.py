"""Deals that fit what a seat sees: counted, numbered and drawn as the naive game lists them."""

from collections import Counter
from itertools import combinations
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import card_text, parse_card
from kibitz.games.knaves.bitboards import cards_in, short_group, word_of
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.worlds import deal_world, subset, unseen_by, worlds
from kibitz.games.protocol import State
from tests.cases import cases, least
from tests.conformance.playing import stream_of, walk
from tests.games.knaves.tables import GAME, as_naive, lay_open
from tests.naive import knaves as naive


def hands_of(state: State) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(card_text, cards_in(hand))) for hand in state[0]["hands"])


def late_positions(random: Random, count: int, most: int) -> list[tuple[Position, int]]:
    """Random positions with a seat that sees at most ``most`` deals, and more than one."""
    found: list[tuple[Position, int]] = []
    while len(found) < count:
        rules = {"hand_size": random.choice([13, 17]), "exposed_cards": random.random() < 0.3}
        position = GAME.deal(str(random.getrandbits(64)), rules)
        if random.random() < 0.5:
            position = lay_open(position, random)
        states = walk(GAME, position, random)
        seat = random.randrange(3)
        fitting = [state for state in states if 1 < worlds(state[0], seat) <= most]
        if fitting:
            found.append((GAME.position(random.choice(fitting), position), seat))
    return found


def test_every_deal_that_fits_has_one_number() -> None:
    split = 0
    for position, seat in late_positions(Random(1), cases(60), 4_000):
        state = GAME.state(position)
        expected = naive.deals_that_fit(as_naive(position), seat)
        total = int(worlds(state[0], seat))
        assert total == len(expected)
        dealt = []
        for number in range(total):
            other = state.copy()
            deal_world(other[0], seat, number)
            dealt.append(hands_of(other))
            assert not set(cards_in(other[0]["out"])) & {
                card for hand in other[0]["hands"] for card in cards_in(hand)
            }
        assert Counter(dealt) == Counter(expected)
        lacked = naive.voids(as_naive(position))
        split += lacked[(seat + 1) % 3] != lacked[(seat + 2) % 3]
    assert split > least(20)


def test_redeal_is_uniform_over_the_deals_that_fit() -> None:
    stream = stream_of(5)
    for position, seat in late_positions(Random(2), cases(25), 300):
        expected = naive.deals_that_fit(as_naive(position), seat)
        state, rounds = GAME.state(position), 40 * len(expected)
        counts: Counter[tuple[frozenset[str], ...]] = Counter()
        for _ in range(rounds):
            protocol.run_redeal(state, seat, stream)
            counts[hands_of(state)] += 1
        assert set(counts) <= set(expected)
        squares = sum((counts[deal] - 40) ** 2 / 40 for deal in expected)
        freedom = len(expected) - 1
        assert squares < freedom + 5 * sqrt(2 * freedom)


def test_a_void_is_never_broken_and_counts_hold() -> None:
    random, stream = Random(3), stream_of(6)
    checked = 0
    for number in range(12):
        size = random.choice([13, 17])
        position = lay_open(GAME.deal(str(number), {"hand_size": size}), random)
        for state in walk(GAME, position, random)[::6]:
            before = state.copy()
            for seat in range(3):
                for _ in range(50):
                    protocol.run_redeal(state, seat, stream)
                    check_world(before, state, seat)
                    checked += 1
                state[0] = before[0]
    assert checked > 10_000


def check_world(before: State, after: State, seat: int) -> None:
    hands = after[0]["hands"]
    assert hands[seat] == before[0]["hands"][seat]
    for other in range(3):
        held = int(hands[other])
        assert held.bit_count() == int(before[0]["hands"][other]).bit_count()
        assert held & int(before[0]["exposed"][other]) == int(before[0]["exposed"][other])
        for suit in range(4):
            if before[0]["voids"][other] >> suit & 1:
                assert not held >> 16 * suit & 0xFFFF
    placed = [*map(int, hands), int(after[0]["out"]), int(after[0]["played"])]
    placed.append(1 << int(after[0]["turned"]))
    assert sum(placed) == word_of(range(52))
    for name in before.dtype.names or ():
        if name not in {"hands", "out"}:
            assert (before[0][name] == after[0][name]).all()


def test_most_worlds_there_can_be_are_counted_exactly() -> None:
    state = GAME.state(GAME.deal("1"))
    assert worlds(state[0], 0) == comb(38, 13) * comb(25, 13)
    state = GAME.state(GAME.deal("1", {"hand_size": 17}))
    assert worlds(state[0], 0) == comb(34, 17)


def test_subsets_are_numbered() -> None:
    random = Random(4)
    for _ in range(40):
        cards = random.sample(range(52), random.randint(0, 9))
        size = random.randint(0, len(cards))
        word = np.uint64(word_of(cards))
        found = [int(subset(word, size, n)) for n in range(comb(len(cards), size))]
        assert sorted(found) == sorted(word_of(some) for some in combinations(cards, size))


def test_unseen_is_what_is_neither_held_nor_on_the_table() -> None:
    random = Random(5)
    position = lay_open(GAME.deal("2"), random)
    for state in walk(GAME, position, random)[::7]:
        here = GAME.position(state, position)
        for seat in range(3):
            view = GAME.as_seen(here, seat)
            assert set(cards_in(unseen_by(state[0], seat))) == set(view.unseen)
            assert len(view.unseen) == sum(view.hidden) + view.out_hidden


# --------------------------------------------------------------------------------------- views


def test_views_follow_the_play() -> None:
    random = Random(6)
    for seed in range(30):
        rules = {"hand_size": random.choice([13, 17]), "exposed_cards": random.random() < 0.5}
        start = GAME.deal(str(seed), rules)
        if random.random() < 0.5:
            start = lay_open(start, random)
        views = [GAME.as_seen(start, seat) for seat in range(3)]
        state = GAME.state(start)
        while moves := GAME.legal(state):
            for view in views:
                seen = GAME.state(view)
                assert protocol.run_turn(seen) == protocol.run_turn(state)
                assert set(moves) <= set(GAME.legal(seen))
                if protocol.run_turn(state) == view.seat:
                    assert moves == GAME.legal(seen)
            text = GAME.move_text(random.choice(moves))
            protocol.run_apply(state, GAME.enter(state, text))
            views = [GAME.play(view, [text]) for view in views]
            here = GAME.position(state, start)
            assert views == [GAME.as_seen(here, seat) for seat in range(3)]


def test_in_a_view_legal_is_what_some_deal_allows() -> None:
    hidden = 0
    for position, seat in late_positions(Random(7), cases(80), 2_000):
        view = GAME.state(GAME.as_seen(position, seat))
        game = as_naive(position)
        allowed: set[str] = set()
        for hands in naive.deals_that_fit(game, seat):
            first, second, third = map(sorted, hands)
            allowed.update(naive.moves(game._replace(hands=(first, second, third))))
        assert {GAME.move_text(move) for move in GAME.legal(view)} == allowed
        hidden += protocol.run_turn(view) != seat
    assert hidden > least(30)


def test_who_sees_no_hand_can_follow_the_play() -> None:
    random = Random(8)
    for seed in range(10):
        start = GAME.deal(str(seed), {"hand_size": random.choice([13, 17])})
        data = start.to_json()
        data["hands"] = [{"count": len(hand)} for hand in data["hands"]]
        data["out"] = {"count": len(data["out"])}
        unseen = GAME.read(data)
        for state in walk(GAME, start, random)[1:]:
            place = int(state[0]["order"][state[0]["count"] - 1])
            unseen = GAME.play(unseen, [GAME.move_text(place)])
            assert GAME.read(unseen.to_text()) == unseen
        assert unseen.tricks == GAME.position(state, start).tricks


@pytest.mark.parametrize("hands", [2, 3])
def test_a_short_group_is_found_whenever_there_is_no_deal(hands: int) -> None:
    random = Random(9)
    found = Counter[bool]()
    for _ in range(400):
        cards = random.sample(naive.PACK, random.randint(2, 6))
        sizes = [random.randint(0, 3) for _ in range(hands)] + [0] * (3 - hands)
        voids = [random.randrange(16) for _ in range(3)]
        word = np.uint64(word_of(parse_card(card) for card in cards))
        lacked, wanted = np.array(voids, np.uint8), np.array(sizes, np.int8)
        group = int(short_group(word, lacked, wanted, 0, voids[0], sizes[0]))
        assert (group == 0) == can_deal(cards, voids, sizes)
        found[group == 0] += 1
    assert min(found.values()) > 50


def can_deal(cards: list[str], voids: list[int], sizes: list[int]) -> bool:
    """Whether the hands can be dealt, by trying."""
    if not sizes:
        return True
    possible = [card for card in cards if not voids[0] >> naive.SUITS.index(card[1]) & 1]
    return any(
        can_deal([card for card in cards if card not in hand], voids[1:], sizes[1:])
        for hand in combinations(possible, sizes[0])
    )
