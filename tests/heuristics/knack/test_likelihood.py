"""Hands guessed by what was laid, against every hand and every past listed; and what they keep."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, count
from math import log
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import UNSEEN
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import orders, unseen_cards
from kibitz.games.knack.play import CALLED, CELLS, LAY, MAX_MOVES, PASS, legal_moves
from kibitz.games.knack.position import Position
from kibitz.games.knack.rules import FACES
from kibitz.games.knack.state import MOST_GUESSES
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics.knack.beliefs import DECK, FREE, HAND, beliefs, beliefs_by_play
from kibitz.heuristics.knack.likelihood import SHARES, WARMTHS, WHIMS, guessed, run_guess
from kibitz.heuristics.knack.past import traced
from kibitz.heuristics.knack.policy import WARMTH, prior
from tests.cases import cases
from tests.games.knack.tables import GAME, spread
from tests.naive import knack_past as naive

Hand = tuple[int, ...]  # the free card and the cards held


@kernel
def legal_with_prior(state: State, moves: Moves, weights: Reals) -> int:
    count = legal_moves(state[0], moves)
    prior(state[0], moves, count, weights)
    return int(count)


@kernel
def count_unseen(state: State, left: Moves) -> None:
    unseen_cards(state[0], left)


class Game:
    """Random play of a deal until so few cards are left: all its states and moves."""

    def __init__(self, seed: int, rules: dict[str, Any], cards: int) -> None:
        random, left = Random(seed), cards + 1
        while left > cards:
            self.deal = GAME.deal(str(random.getrandbits(32)), rules)
            self.states, self.moves = [GAME.state(self.deal)], list[int]()
            while GAME.legal(self.states[-1]) and left > cards:
                state = self.states[-1].copy()
                self.moves.append(spread(state, random, 0.9))
                protocol.run_apply(state, self.moves[-1])
                self.states.append(state)
                left = sum(self.position.cards_left)
            left = left if GAME.legal(self.states[-1]) else cards + 1

    @property
    def position(self) -> Position:
        found: Position = GAME.position(self.states[-1], self.deal)
        return found

    def view(self, seat: int) -> State:
        return GAME.state(GAME.as_seen(self.position, seat))


def with_hand(state: State, seat: int, hand: Hand) -> State:
    """The state with another hand of a seat, and another free card if that has been laid."""
    changed = state.copy()
    record, (free, *held) = changed[0], hand
    record["hands"][seat][: len(held)] = sorted(held)
    record["held"][seat] = len(held)
    if record["field"]["count"]:
        record["free"] = free
    return changed


def ways_to_hold(state: State, seat: int, hand: Hand) -> int:
    kinds = np.array([kind_of(card) for card in hand[1:]], np.int64)
    return int(orders(state[0]["lacks"][seat], kinds, len(kinds)))


def listed(game: Game, seat: int, other: int, looked: int) -> dict[Hand, float]:
    """The chances of the free card and the hand of ``other``, by the naive twin."""
    view, last = game.view(seat), game.states[-1]
    left = np.empty(FACES, np.int64)
    count_unseen(view, left)
    cards = np.repeat(np.arange(FACES), left).tolist()
    free_cards = [*range(len(cards))] if view[0]["free"] == UNSEEN else [-1]
    hands = []
    for free in free_cards:
        face = cards[free] if free >= 0 else int(view[0]["free"])
        rest = [card for place, card in enumerate(cards) if place != free]
        chosen = combinations(rest, int(last[0]["held"][other]))
        hands += [(face, *held) for held in chosen if ways_to_hold(last, other, (face, *held))]
    numbers = [
        number
        for number, move in enumerate(game.moves)
        if move > LAY and int(game.states[number][0]["turn"]) == other
    ][::-1][:looked]

    def laid(hand: Hand, number: int) -> int:
        """The move as a seat with this hand has made it."""
        move = game.moves[number]
        first = not game.states[number][0]["field"]["count"]
        return CELLS * hand[0] + move % CELLS if first else move

    def befores(hand: Hand, number: int) -> list[Hand]:
        state = game.states[numbers[number]]
        card = laid(hand, numbers[number]) % CALLED // CELLS
        if not state[0]["deck_sizes"][other]:
            return [(*hand, card)]
        found = [(*hand[:n], card, *hand[n + 1 :]) for n in range(1, len(hand))]
        return [before for before in found if ways_to_hold(state, other, before)]

    def ways(hand: Hand) -> float:
        return ways_to_hold(game.states[numbers[-1]] if numbers else last, other, hand)

    @cache
    def chances(hand: Hand, number: int) -> tuple[float, ...]:
        state, move = game.states[numbers[number]], laid(hand, numbers[number])
        moves, weights = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
        count = legal_with_prior(with_hand(state, other, hand), moves, weights)
        if move not in moves[:count]:
            return (0.0,) * len(SHARES)
        at, found = moves[:count].tolist().index(move), []
        for warmth, whim in zip(WARMTHS, WHIMS, strict=True):
            sharp = (weights[:count] / weights[:count].max()) ** (WARMTH / warmth)
            found.append(float((1 - whim) * sharp[at] / sharp.sum() + whim / count))
        return tuple(found)

    found: dict[Hand, float] = {}
    shares = SHARES.tolist()
    likely = naive.posterior(hands, len(numbers), befores, chances, ways, shares)
    for hand, chance in zip(hands, likely, strict=True):
        key = (hand[0], *sorted(hand[1:]))
        found[key] = found.get(key, 0.0) + chance
    return found


RUNS = 8
SMALL: dict[str, Any] = {"pack": 36, "packs": 1}


@pytest.mark.parametrize("seed", range(6))
def test_guesses_are_as_likely_as_all_pasts_make_them(seed: int) -> None:
    # Both who has laid the free card and who has not; the hand and one or two cards of decks.
    game = Game(seed, {**SMALL, "knack_call": "explicit" if seed % 3 == 2 else "auto"}, 12)
    assert game.position.laid
    seat = seed % 2
    other, looked = 1 - seat, 2
    expected = listed(game, seat, other, looked)
    hands = list[Hand]()
    for run in range(RUNS):
        view, sizes = game.view(seat), np.zeros(6)
        run_guess(view, seat, 2_000, looked, np.uint64(run), sizes)
        record = view[0]
        assert record["guessed"] == MOST_GUESSES
        assert sizes[other] > 50
        held, known = int(record["held"][other]), int(record["free"])
        for free, hand in zip(record["free_guesses"], record["guesses"], strict=True):
            face = int(free) if known == UNSEEN else known
            hands.append((face, *map(int, hand[other, :held])))
    assert set(hands) <= {hand for hand, chance in expected.items() if chance > 0}
    for card in range(FACES):
        of_hand = sum(p * hand[1:].count(card) for hand, p in expected.items())
        of_free = sum(p for hand, p in expected.items() if hand[0] == card)
        in_hand = sum(hand[1:].count(card) for hand in hands) / len(hands)
        lies_free = sum(hand[0] == card for hand in hands) / len(hands)
        assert (in_hand, lies_free) == pytest.approx((of_hand, of_free), abs=0.05)


def test_the_twin_is_not_told_what_it_looks_for() -> None:
    # What was laid does tell something here, so the test above compares more than counts.
    game = Game(4, SMALL, 12)
    expected = listed(game, 0, 1, 2)
    assert max(expected.values()) > 2 / len(expected)


@pytest.mark.parametrize("seed", range(8))
def test_guesses_can_be_dealt(seed: int) -> None:
    random = Random(seed)
    rules = {"players": 2 + seed % 5, "pack": random.choice([54, 36])}
    total = sum(GAME.deal("1", rules).cards_left)
    game = Game(seed, rules, total * random.randint(6, 9) // 10)
    seat = int(game.states[-1][0]["turn"])
    before = game.view(seat)
    view, _ = guessed(before, seat, 128, seed)
    record = view[0]
    if not record["guessed"]:
        return
    left = np.empty(FACES, np.int64)
    count_unseen(before, left)
    for guess in range(256):
        cards = [int(record["free_guesses"][guess])] if before[0]["free"] == UNSEEN else []
        for other in range(int(record["players"])):
            hand = record["guesses"][guess, other, : int(record["held"][other])]
            if other != seat:
                cards += map(int, hand)
                assert sorted(hand) == [*hand]
                assert ways_to_hold(before, other, (0, *map(int, hand)))
        assert (np.bincount(cards, minlength=FACES) <= left).all()
    stream = np.zeros(1, np.uint64)
    protocol.run_redeal(view, seat, stream)
    assert GAME.position(view, game.deal).unseen == ()


def test_nothing_is_read_without_a_record() -> None:
    game = Game(3, {"players": 2}, 90)
    data = GAME.as_seen(game.position, 0).to_json()
    del data["laid"]
    view, sizes = guessed(GAME.state(GAME.read(data)), 0, 64, 1)
    assert not view[0]["guessed"]
    assert not sizes.any()
    assert beliefs_by_play(view, 0, beliefs(view, 0, 64, 1), 64, 1) is None
    fresh = GAME.state(GAME.deal("1"))
    assert not guessed(fresh, 1, 64, 1)[0][0]["guessed"]


def test_guesses_last_until_the_next_move() -> None:
    game = Game(3, {"players": 2}, 90)
    seat = int(game.states[-1][0]["turn"])
    view, _ = guessed(game.view(seat), seat, 64, 1)
    assert view[0]["guessed"]
    protocol.run_apply(view, GAME.legal(view)[0])
    assert not view[0]["guessed"]


def test_equal_questions_get_equal_guesses() -> None:
    game = Game(4, {"players": 3}, 140)
    seat = int(game.states[-1][0]["turn"])
    one, two = (guessed(game.view(seat), seat, 64, 9)[0] for _ in range(2))
    assert one.tobytes() == two.tobytes()
    other, _ = guessed(game.view(seat), seat, 64, 10)
    assert other.tobytes() != one.tobytes()


def told(play: Callable[[State], int], deals: range) -> float:
    """Nats a seat's hand that guesses tell more than even deals, while all play so."""
    found = list[float]()
    for seed in deals:
        deal = GAME.deal(str(seed))
        state = GAME.state(deal)
        for number in range(16):
            seat = int(state[0]["turn"])
            if number % 5 == 4:
                view = GAME.state(GAME.as_seen(GAME.position(state, deal), seat))
                chances = beliefs_by_play(view, seat, beliefs(view, seat, 64, 1), 512, seed)
                assert chances is not None
                assert chances.chances[chances.unseen > 0].sum(axis=1) == pytest.approx(1.0)
                hand = chances.chances[:, HAND + 1 - seat]
                even = 5 / float(chances.unseen.sum())
                held = state[0]["hands"][1 - seat][:5].tolist()
                for card in np.flatnonzero(chances.unseen).tolist():
                    has = held.count(card)
                    chance = 0.9 * float(hand[card]) + 0.1 * even
                    found.append(has * log(chance / even))
                    gone = int(chances.unseen[card]) - has
                    found.append(gone * log((1 - chance) / (1 - even)))
                assert chances.chances[:, [FREE, *range(DECK, FREE)]].min() >= 0.0
            if GAME.over(state):
                break
            protocol.run_apply(state, play(state))
    return sum(found)


def test_cards_laid_by_the_policy_tell_of_its_hand() -> None:
    def policy(state: State) -> int:
        moves, weights = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
        count = legal_with_prior(state, moves, weights)
        return int(moves[int(weights[:count].argmax())])

    assert told(policy, range(900, 912)) > 0.0


def ordered(game: Game, seat: int, other: int) -> dict[Hand, int]:
    """In how many orders each hand may have come, all the way back to the first pass."""
    view, last = game.view(seat), game.states[-1]
    passes = [n for n, move in enumerate(game.moves) if move == PASS]
    first = min((n for n in passes if int(game.states[n][0]["turn"]) == other), default=None)
    assert first is not None
    laid = [
        number
        for number, move in enumerate(game.moves)
        if number > first and move > LAY and int(game.states[number][0]["turn"]) == other
    ][::-1]
    left = np.empty(FACES, np.int64)
    count_unseen(view, left)
    cards = np.repeat(np.arange(FACES), left).tolist()

    @cache
    def ways(hand: Hand, number: int) -> int:
        if number == len(laid):
            return 1
        state = game.states[laid[number]]
        card = game.moves[laid[number]] % CALLED // CELLS
        befores = [(*hand, card)]
        if state[0]["deck_sizes"][other]:
            befores = [(*hand[:n], card, *hand[n + 1 :]) for n in range(len(hand))]
        found = 0
        for before in befores:
            if ways_to_hold(state, other, (0, *before)):
                found += ways(tuple(sorted(before)), number + 1)
        return found

    chosen = combinations(cards, int(last[0]["held"][other]))
    every = Counter(hand for hand in chosen if ways_to_hold(last, other, (0, *hand)))
    return {hand: copies * ways(hand, 0) for hand, copies in every.items()}


def test_deals_count_by_the_orders_in_which_cards_may_have_come() -> None:
    compared, ambiguous, numbers = 0, 0, count()
    while compared < max(6, cases(24)):
        game = Game(next(numbers), SMALL, 18)
        seat = int(game.states[-1][0]["turn"])
        other, view = 1 - seat, game.view(seat)
        if view[0]["free"] == UNSEEN or traced(view)[0]["chain_counts"][other] < 3:
            continue
        compared += 1
        expected = ordered(game, seat, other)
        held, total = np.zeros(FACES), sum(expected.values())
        for hand, ways in expected.items():
            for card in hand:
                held[card] += ways / total
        found = beliefs(view, seat, 8_000, 1)
        chances = found.chances[:, HAND + other] * np.maximum(1, found.unseen)
        assert chances == pytest.approx(held, abs=0.025)
        alike = beliefs_without_record(view, seat)
        ambiguous += bool(np.abs(alike * np.maximum(1, found.unseen) - held).max() > 0.04)
    assert ambiguous


def beliefs_without_record(view: State, seat: int) -> Reals:
    """The same where it is not known who laid the cards."""
    unknown = view.copy()
    unknown["recorded"] = False
    found: Reals = beliefs(unknown, seat, 8_000, 1).chances[:, HAND + 1 - seat]
    return found
