"""Faults of a position together: none hides another, and none puts what is right in the wrong."""

from itertools import combinations
from random import Random
from typing import Any, Final

import pytest

from kibitz.games.catalogue import GAMES
from kibitz.games.faults import BadInput
from tests.api.bad_inputs import GONE, changed

Named = frozenset[tuple[str, str]]

# Of each game how many moves are played first, and what is made wrong, one place at a time.
# A value that begins with "=" is what stands at another place.
WRONG: Final[dict[str, tuple[int, dict[str, Any]]]] = {
    "knotty-nines": (
        14,
        {
            "tableau/0/0": "ZZ",
            "tableau/1/0": 7,
            "stock/3": "XX",
            "stock/5": "=stock/6",
            "rules/wrap": 3,
            "rules/foo": 1,
            "foo": 1,
        },
    ),
    "knaves": (
        14,
        {
            "hands/0/0": "ZZ",
            "hands/1/0": GONE,
            "hands/2/1": "=hands/2/2",
            "dealer": 7,
            "tricks/1/cards/0": "ZZ",
            "tricks/3/leader": 1,
            "turned": "ZZ",
            "called": "7Z",
            "rules/hand_size": 14,
            "rules/turned_jack": "x",
            "rules/target": -3,
            "scores/0": "x",
            "declined": 9,
            "seat": 9,
        },
    ),
    "knock-rummy": (
        14,
        {
            "hands/0/0": "ZZ",
            "hands/1/0": "=hands/1/1",
            "stock/0": 7,
            "discards/0": "XX",
            "dealer": 9,
            "turn": "x",
            "rules/ace": 1,
            "rules/knock_limit": "x",
            "scores": [1, 0],
            "ended": "foo",
            "history": "x",
        },
    ),
    "knack": (
        14,
        {
            "hands/0/0": "ZZ",
            "hands/1/1": "=hands/1/2",
            "decks/0/0": 7,
            "dealer": 9,
            "field/3/0": 30,
            "field/5": 7,
            "passes": -1,
            "laid/0": 9,
            "lacks/0/seat": "x",
            "rules/jokers": 9,
            "rules/danglers": 99,
            "rules/wrap": "x",
        },
    ),
    "knack-solitaire": (
        12,
        {
            "waste/0": "ZZ",
            "stock/0": "=stock/1",
            "field/1/0": 30,
            "redeals_left": 99,
            "rules/jokers": 9,
            "rules/danglers": 99,
            "rules/redeals": 99,
            "rules/redeal": "x",
            "redeal_orders/0/0": "=redeal_orders/0/1",
            "redeal_orders/1": GONE,
        },
    ),
    "hand-knee-foot": (
        40,
        {
            "hands/0/0": "ZZ",
            "hands/1": [],
            "knees/0": ["4"],
            "feet/1": 7,
            "known/2": ["2"],
            "teams/0/melds/0/0": "ZZ",
            "teams/1/books": 7,
            "no_red_three/0": 99,
            "stock": [],
            "rules/max_wilds": 99,
            "rules/draw": 99,
            "round": 9,
            "scores": [3, 5],
            "dealer": 9,
            "phase": "x",
        },
    ),
}

# By game: a fault that cannot be found while another stands at one of these places, for it depends
# on what is named last.
HIDDEN: Final = (
    ("knaves", "wrong_leader", ("turned", "tricks", "rules/turned_jack"), "who takes a trick"),
    ("knaves", "wrong_hand_size", ("turned", "tricks", "rules/turned_jack"), "who has led"),
    ("knaves", "wrong_hand_size", ("rules/hand_size",), "how many cards are dealt"),
    ("knack", "not_connected", ("field",), "what could not be read may join the cards"),
    ("knack-solitaire", "order_incomplete", ("rules/jokers",), "what the whole pack is"),
    ("knack-solitaire", "wrong_order_count", ("rules/redeals", "redeals_left"), "how many are due"),
    (
        *("hand-knee-foot", "wrong_stock_size"),
        *(("hands", "knees", "feet", "teams", "known"), "how many cards lie elsewhere"),
    ),
    ("hand-knee-foot", "bad_total", ("round",), "which totals there can be"),
)


def played(name: str, moves: int) -> dict[str, Any]:
    """A position of a game some random moves after the deal."""
    game, chance = GAMES[name], Random(3)
    position = game.deal("1")
    for _ in range(moves):
        if legal := game.legal(game.state(position)):
            position = game.play(position, [game.move_text(chance.choice(legal))])
    found: dict[str, Any] = position.to_json()
    return found


def at(body: Any, place: str) -> Any:
    for part in place.split("/"):
        body = body[int(part) if part.isdigit() else part]
    return body


def named(name: str, body: dict[str, Any]) -> Named:
    with pytest.raises(BadInput) as caught:
        GAMES[name].read(body)
    return frozenset((fault.pointer, fault.code) for fault in caught.value.faults)


def hidden(name: str, code: str, place: str) -> bool:
    """Whether a fault cannot be found while another stands at ``place``."""
    return any(
        (name, code) == (game, what) and any(f"{place}/".startswith(f"{p}/") for p in places)
        for game, what, places, _ in HIDDEN
    )


@pytest.mark.parametrize("name", sorted(WRONG))
def test_two_faults_of_a_position_are_both_named(name: str) -> None:
    moves, wrong = WRONG[name]
    body = played(name, moves)
    values = {
        place: at(body, value[1:]) if isinstance(value, str) and value[0] == "=" else value
        for place, value in wrong.items()
    }
    lone = {place: named(name, changed(body, {place: value})) for place, value in values.items()}
    missed = []
    for places in combinations(values, 2):
        both = named(name, changed(body, {place: values[place] for place in places}))
        for one, other in (places, places[::-1]):
            lost = [fault for fault in lone[one] - both if not hidden(name, fault[1], other)]
            missed += [f"{one}, with {other}: {lost}"] if lost else []
    assert not missed, "\n".join(missed)


@pytest.mark.parametrize(
    ("name", "switch", "value"),
    [
        ("knotty-nines", "piles", 7),
        ("knaves", "hand_size", 17),
        ("knack", "players", 3),
        ("knack", "pack", 36),
        ("knack-solitaire", "pack", 36),
        ("knack-solitaire", "redeals", 5),
        ("knock-rummy", "players", 4),
        ("hand-knee-foot", "players", 2),
        ("hand-knee-foot", "max_wilds", 3),
    ],
)
def test_a_misspelt_switch_does_not_put_the_rest_in_the_wrong(
    name: str, switch: str, value: Any
) -> None:
    body = GAMES[name].deal("1", {switch: value}).to_json()
    misspelt = switch[:-2] + switch[-1]
    body["rules"][misspelt] = body["rules"].pop(switch)
    assert named(name, body) == {(f"/rules/{misspelt}", "unknown_switch")}


def test_a_wrong_dealer_of_knaves_is_one_fault() -> None:
    body = played("knaves", 37)
    assert len(body["tricks"]) == 12
    wrong = named("knaves", {**body, "dealer": (body["dealer"] + 1) % 3})
    assert wrong == {("/tricks/0/leader", "wrong_leader")}


def test_another_number_of_players_is_not_too_many_cards() -> None:
    for name in ("knack", "hand-knee-foot"):
        body = GAMES[name].deal("1", {"players": 3}).to_json()
        body["rules"]["players"] = 2
        assert {code for _, code in named(name, body)} <= {"wrong_players", "no_such_seat"}


def nested(depth: int) -> list[Any]:
    """Lists within lists."""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "value",
    [10**5000, -(10**90), nested(990), "\ud800", {"\ud800": 1}],
    ids=["digits", "negative", "nested", "text", "name"],
)
def test_what_json_cannot_hold_is_refused_as_well(name: str, value: Any) -> None:
    sound = GAMES[name].deal("1").to_json()
    places = [value, *({**sound, field: value} for field in (*sound, "\ud800"))]
    switches = GAMES[name].switches.usual
    places += [{**sound, "rules": {switch: value}} for switch in (*switches, "\ud800")]
    for body in places:
        with pytest.raises(BadInput) as refused:
            GAMES[name].read(body)
        assert all(len(fault.message) < 400 for fault in refused.value.faults)
