from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games.cards import JOKER, card_text
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.protocol import State, run_apply, run_legal
from kibitz.heuristics.knack_solitaire.bound import free_order, run_cells_left, run_is_lost
from kibitz.heuristics.knack_solitaire.diagonal import follows_free_game
from kibitz.heuristics.knack_solitaire.policy import run_play_on
from tests.naive import knack_solitaire as naive

GAME = KnackSolitaire()


def free_game(position: Any) -> int:
    """Cards left when every card is laid that matches any card laid before: no jokers."""
    rules = naive.Switches(wrap=position.rules.wrap == "cycle")
    laid = [card_text(card) for _, _, card in position.field]
    cards = [card_text(card) for card in position.stock]
    orders = [[card_text(card) for card in order] for order in position.orders]
    while True:
        waste: list[str] = []
        for card in cards:
            waste.append(card)
            while waste and any(naive.match(waste[-1], other, rules) for other in laid):
                laid.append(waste.pop())
        if not waste or not orders:
            return len(waste)
        order = orders.pop(0)
        cards = [card for card in order if card in waste]


def at_random(state: State, random: Random) -> int:
    """Play legal moves drawn at random to the end, in place; returns the cards laid."""
    moves = np.empty(200, np.int64)
    before = int(state[0]["field"]["count"])
    while count := run_legal(state, moves):
        run_apply(state, int(moves[random.randrange(count)]))
    return int(state[0]["field"]["count"]) - before


@pytest.mark.parametrize("wrap", ["cycle", "none"])
def test_without_jokers_it_is_the_free_game_and_diagonals_attain_it(wrap: str) -> None:
    won = 0
    for seed in range(150):
        position = GAME.deal(str(seed), {"jokers": 0, "wrap": wrap})
        state = GAME.state(position)
        left = free_game(position)
        cards, found = free_order(state)
        assert (found, len(cards)) == (left, 51 - left)
        assert bool(run_is_lost(state)) == (left > 0)
        assert follows_free_game(state[0])
        assert run_play_on(state) == left
        won += left == 0
    assert won > 20 or wrap == "none"


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"redeal": "turn_over", "redeals": 1},
        {"redeals": 0},
        {"field": {"width": 9, "height": 7}, "anchored": True, "danglers": 2},
        {"may_decline": True},
    ],
    ids=str,
)
def test_no_random_game_beats_it_from_any_point(rules: dict[str, Any]) -> None:
    random = Random(4)
    moves = np.empty(200, np.int64)
    for seed in range(40):
        state = GAME.state(GAME.deal(str(seed), rules))
        for _ in range(random.randrange(60)):
            if count := run_legal(state, moves):
                run_apply(state, int(moves[random.randrange(count)]))
        most = len(free_order(state)[0])
        lost = run_is_lost(state)
        for _ in range(6):
            played = state.copy()
            assert at_random(played, random) <= most
            assert not (lost and GAME.outcome(played).won)  # type: ignore[union-attr]


def test_a_joker_opens_three_sides_and_spends_them_on_what_is_open() -> None:
    position = GAME.read(
        {
            "rules": {"redeals": 0},
            "field": [[0, 0, "7C"]],
            "stock": [
                *("KH", "KD", "KC", "KS", "JK"),
                *(card_text(card) for card in range(52) if card >> 2 not in (6, 12)),
                *("7D", "7H", "7S", "JK"),
            ],
            "redeals_left": 0,
        }
    )
    order, _ = free_order(GAME.state(position))
    # Three kings on the sides of the joker; the fourth never matched, and no king matches another.
    assert [card_text(card) for card in order[:4]] == ["JK", "KS", "KC", "KD"]
    assert JOKER in order[4:]


@pytest.mark.parametrize(
    ("rules", "room"),
    [
        ({"field": {"width": 7, "height": 5}, "anchored": True}, 34),
        ({"field": {"width": 7, "height": 5}}, 34),
        ({"field": {"width": 7, "height": 5}, "anchored": True, "danglers": 3}, 37),
        (
            {
                "field": {"width": 5, "height": 1},
                "anchored": True,
                "obstacles": [[1, 0]],
            },
            2,
        ),
    ],
    ids=str,
)
def test_room_on_a_bounded_field(rules: dict[str, Any], room: int) -> None:
    state = GAME.state(GAME.deal("3", rules))
    assert run_cells_left(state) == room
    assert run_is_lost(state)


def test_what_no_chain_of_matches_reaches_is_lost_in_any_order() -> None:
    hidden = GAME.as_seen(GAME.deal("3", {"jokers": 0, "wrap": "none"}))
    assert run_is_lost(GAME.state(hidden))
    assert not run_is_lost(GAME.state(GAME.as_seen(GAME.deal("3", {"jokers": 0}))))
    assert not run_is_lost(GAME.state(GAME.as_seen(GAME.deal("3", {"wrap": "none"}))))
