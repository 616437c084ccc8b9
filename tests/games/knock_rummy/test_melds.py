"""The least deadwood of a hand: every split tried, a constraint model, and hands written down."""

from random import Random

import numpy as np
import pytest
from ortools.sat.python import cp_model

from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.bitboards import PACK as WHOLE_PACK
from kibitz.games.knock_rummy.bitboards import card_at, cards_in, place_of, word_of
from kibitz.games.knock_rummy.melds import (
    ACE_WORDS,
    best_splits,
    count_of,
    deadwood_of,
    lane_of,
    least_deadwoods,
    spread,
    suits_at,
)
from tests.cases import cases
from tests.games.knock_rummy.hands import ACES, cards_of, some_hands
from tests.naive import knock_rummy_melds as naive


@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("ace_points", [1, 11, 15])
def test_like_trying_everything(ace: str, ace_points: int) -> None:
    # Nine times 2,400 hands.
    hands = list(some_hands(17 * ace_points + ACES.index(ace), cases(2_400)))
    words = np.array([word_of(cards_of(hand)) for hand in hands], np.uint64)
    found = np.zeros(len(words), np.int64)
    least_deadwoods(words, ACE_WORDS.index(ace), ace_points, found)
    for hand, dead in zip(hands, found, strict=True):
        assert dead == naive.deadwood(frozenset(hand), ace, ace_points), hand


@pytest.mark.parametrize("ace", ACES)
def test_larger_hands_like_trying_everything(ace: str) -> None:
    for hand in some_hands(5, 200, 14):
        cards = cards_of(hand)
        assert deadwood_of(cards, ace, 1) == naive.deadwood(frozenset(hand), ace, 1), hand


def partition_model(hand: frozenset[str], ace: str, ace_points: int) -> int:
    """The least deadwood as a constraint model: each card in one chosen meld at the most."""
    model = cp_model.CpModel()
    melds = naive.melds_in(hand, ace)
    chosen = [model.new_bool_var(f"meld {i}") for i in range(len(melds))]
    dead = {}
    for card in hand:
        dead[card] = model.new_bool_var(card)
        holding = [var for meld, var in zip(melds, chosen, strict=True) if card in meld]
        model.add_exactly_one([dead[card], *holding])
    model.minimize(sum(naive.points_of(card, ace_points) * var for card, var in dead.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


@pytest.mark.parametrize("ace", ACES)
def test_like_a_constraint_model(ace: str) -> None:
    for number, hand in enumerate(some_hands(6, 60, 13)):
        ace_points = (1, 11)[number % 2]
        found = deadwood_of(cards_of(hand), ace, ace_points)
        assert found == partition_model(frozenset(hand), ace, ace_points), hand


@pytest.mark.parametrize("ace", ACES)
def test_all_best_splits(ace: str) -> None:
    several = 0
    for hand in some_hands(7, 300, 10):
        cards = cards_of(hand)
        splits = best_splits(cards, ace, 1)
        melds = [
            frozenset(frozenset(map(card_text, meld)) for meld in split.melds) for split in splits
        ]
        assert len(set(melds)) == len(melds)
        assert set(melds) == naive.best_splits(frozenset(hand), ace, 1)
        several += len(melds) > 1
        for split in splits:
            matched = [card for meld in split.melds for card in meld]
            assert sorted([*matched, *split.unmatched]) == sorted(cards)
            assert split.deadwood == deadwood_of(cards, ace, 1)
    assert several > 5


@pytest.mark.parametrize(
    ("hand", "low", "either", "corner"),
    [
        ("AS 2S 3S", 0, 0, 0),
        ("QS KS AS", 21, 0, 0),
        ("KS AS 2S", 13, 13, 0),
        ("QS KS AS 2S 3S", 20, 5, 0),
        ("JS QS KS AS 2S 3S", 0, 0, 0),
        ("7C 7D 7H", 0, 0, 0),
        ("7C 7D 8C", 22, 22, 22),
        ("7C 7D 7H 7S 8S 9S", 0, 0, 0),
        ("5C 5D 5H 6H 7H", 10, 10, 10),
        ("TC TD TH JH QH", 20, 20, 20),
        ("AC AD AH 2H 3H 4H", 0, 0, 0),
        ("AC AD AS 2S 3S", 2, 2, 2),
        ("4C 5C 6C 6D 6H 6S 7S 8S", 9, 9, 9),
        ("4C 5C 6C 4D 5D 6D 4H 5H 6H", 0, 0, 0),
        ("", 0, 0, 0),
    ],
)
def test_hands_written_down(hand: str, low: int, either: int, corner: int) -> None:
    found = [deadwood_of(cards_of(hand), ace) for ace in ACES]
    assert found == [low, either, corner]


def test_what_an_ace_counts_decides_where_it_goes() -> None:
    # The ace of spades completes the set of aces or the run; alone it would cost its points.
    hand = cards_of("AC AD AS 2S 3S")
    assert (deadwood_of(hand, "low", 1), deadwood_of(hand, "low", 11)) == (2, 5)
    (split,) = best_splits(hand, "low", 11)
    assert split.melds == (cards_of("AC AD AS"),)
    (split,) = best_splits(hand, "low", 1)
    assert split.melds == (cards_of("AS 2S 3S"),)


def test_a_long_run_may_be_laid_out_as_several() -> None:
    splits = best_splits(cards_of("2S 3S 4S 5S 6S 7S"))
    assert [len(split.melds) for split in splits] == [1, 2]


def test_the_whole_suit_is_one_run() -> None:
    suit = tuple(card for card in range(52) if card & 3 == 1)
    for ace in ACES:
        assert deadwood_of(suit, ace) == 0
        assert len(best_splits(suit, ace)[0].melds) == 1


def test_places_and_words() -> None:
    assert sorted(place_of(card) for card in range(52)) == list(range(52))
    for card in range(52):
        word = word_of([card])
        assert card_at(place_of(card)) == card
        assert cards_in(word) == (card,)
        assert int(lane_of(np.uint64(word), card & 3)) == 1 << (card >> 2)
        assert int(suits_at(np.uint64(word), card >> 2)) == 1 << (card & 3)
        assert int(spread(1 << (card & 3), card >> 2)) == word
    assert word_of(range(52)) == WHOLE_PACK
    assert int(count_of(np.uint64(WHOLE_PACK), 1)) == 340
    random = Random(1)
    for _ in range(50):
        cards = random.sample(range(52), 11)
        points = sum(naive.points_of(card_text(card), 15) for card in cards)
        assert int(count_of(np.uint64(word_of(cards)), 15)) == points
