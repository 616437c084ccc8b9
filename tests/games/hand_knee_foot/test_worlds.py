"""Deals that fit what a seat sees: drawn evenly from all that there are; and views."""

from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.kinds import COPIES, TEXTS
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.protocol import State
from tests.conformance.playing import stream_of
from tests.games.hand_knee_foot.staged import cards, team
from tests.games.hand_knee_foot.tables import GAME, PLAYERS, eager, texts

World = tuple[tuple[str, ...], ...]


def small(unseen: str, hidden: int, known: str = "", clean: int = 0) -> Position:
    """Two in their feet; seat 0 sees all cards but those of seat 1 and of the stock."""
    own = "9TQ"
    placed = Counter(cards(unseen + own + known) + ["A"] * 6)
    packs = Counter({text: 6 * n for text, n in zip(TEXTS, COPIES, strict=True)})
    return GAME.read(
        {
            "rules": {"players": 2, "draw": 2},
            "hands": [cards(own), {"count": hidden + len(cards(known))}],
            "known": [[], cards(known)],
            "knees": [[], []],
            "feet": [[], []],
            "stock": {"count": len(cards(unseen)) - hidden},
            "discards": sorted((packs - placed).elements()),
            "teams": [team("AAA"), team("AAA")],
            "no_red_three": [0, clean],
            "seat": 0,
        }
    )


def worlds(unseen: str, hidden: int, known: str, clean: int) -> Counter[World]:
    """Every order of the unseen cards, dealt to seat 1 and then to the stock; equal ones counted.

    The first ``clean`` of its cards are no red threes.
    """
    found: Counter[World] = Counter()
    for order in permutations(cards(unseen)):
        if "3R" not in order[:clean]:
            hand = (*order[:hidden], *cards(known))
            found[tuple(sorted(hand)), order[hidden:]] += 1
    return found


@pytest.mark.parametrize(
    ("unseen", "hidden", "known", "clean"),
    [
        ("RKK92", 2, "", 0),
        ("RRKK9", 2, "K", 0),
        ("RRKK9", 3, "K4", 2),
        ("RRK92", 3, "R", 1),
        ("RBKJK4", 3, "", 3),
    ],
)
def test_redeal_is_uniform_over_the_deals_that_fit(
    unseen: str, hidden: int, known: str, clean: int
) -> None:
    view, stream = small(unseen, hidden, known, clean), stream_of(3)
    expected = worlds(unseen, hidden, known, clean)
    state, counts, tries = GAME.state(view), Counter[World](), 60 * len(expected)
    for _ in range(tries):
        protocol.run_redeal(state, 0, stream)
        record = state[0]
        hand = tuple(sorted(TEXTS[k] for k in range(15) for _ in range(record["hands"][1, k])))
        stock = [TEXTS[kind] for kind in record["cards"][: record["stock_size"]]][::-1]
        counts[hand, tuple(stock)] += 1
    assert set(counts) <= set(expected)
    squares = 0.0
    for world, ways in expected.items():
        due = tries * ways / expected.total()
        squares += (counts[world] - due) ** 2 / due
    freedom = len(expected) - 1
    assert squares < freedom + 5 * sqrt(2 * freedom)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_guess_changes_nothing_that_is_seen(players: int) -> None:
    random, stream = Random(players), stream_of(6)
    start = GAME.deal("3", {"players": players, "required": "none"})
    state = GAME.state(start)
    hidden_names = {"hands", "knees", "feet", "cards", "key"}
    knees = 0
    while GAME.legal(state):
        for seat in range(players):
            other = state.copy()
            protocol.run_redeal(other, seat, stream)
            for name in set(state.dtype.names or ()) - hidden_names:
                assert (other[0][name] == state[0][name]).all()
            assert (other[0]["hands"][seat] == state[0]["hands"][seat]).all()
            assert (other[0]["hands"] >= state[0]["known"]).all()
            assert (other[0]["hands"].sum(1) == state[0]["sizes"]).all()
            for name in ("knees", "feet"):
                assert (other[0][name].sum(1) == state[0][name].sum(1)).all()
            knees += (other[0]["knees"][seat] != state[0]["knees"][seat]).any()
        protocol.run_apply(state, eager(state, random))
    # The own knee is guessed as well.
    assert knees > 0


def test_knees_and_feet_are_unseen_by_their_owners() -> None:
    start = GAME.deal("1")
    for seat in range(4):
        view = GAME.as_seen(start, seat).to_json()
        assert view["knees"] == [{"count": 13}] * 4
        assert view["feet"] == [{"count": 11}] * 4
        assert [isinstance(hand, list) for hand in view["hands"]] == [s == seat for s in range(4)]


@pytest.mark.parametrize(
    "rules",
    [
        {"players": 2, "stock_out": "reshuffle", "required": "none"},
        {"players": 3},
        {"players": 4, "knee_pickup": "auto"},
        {"players": 6, "red_three_auto": False},
    ],
)
def test_views_follow_the_play(rules: dict[str, Any]) -> None:
    players = rules["players"]
    random = Random(players)
    start = GAME.deal(str(players), rules)
    views = [GAME.as_seen(start, seat) for seat in range(players)]
    state = GAME.state(start)
    while moves := GAME.legal(state):
        mover = int(protocol.run_turn(state))
        move = eager(state, random)
        for seat, view in enumerate(views):
            seen = GAME.state(view)
            assert protocol.run_turn(seen) == mover
            possible = GAME.legal(seen)
            assert set(moves) <= set(possible)
            assert moves == possible or mover != seat
        said = [GAME.seen_move(state, move, start, seat) for seat in range(players)]
        protocol.run_apply(state, GAME.enter(state, GAME.move_text(move)))
        views = [GAME.play(view, [text]) for view, text in zip(views, said, strict=True)]
        here = GAME.position(state, start)
        assert views == [GAME.as_seen(here, seat) for seat in range(players)]


def replies(view: Position, *moves: str) -> str:
    """Why the last of the moves is refused in a view."""
    replay = GAME.replay(view, moves)
    assert replay.first_illegal == len(moves) - 1
    return replay.reason or ""


def test_cards_named_in_a_view_have_to_be_possible() -> None:
    start = GAME.deal("1")
    view = GAME.as_seen(start, 0)
    assert replies(view, "draw") == (
        "2 cards lie face down, 0 are named: write draw=… with a point between two cards"
    )
    assert replies(view, "draw=4.4.4").startswith("2 cards lie face down, 3 are named")
    assert replies(view, "draw=4=5").startswith("not a move")
    other = GAME.as_seen(start, 1)
    assert replies(other, "draw=4.4") == "nobody but seat 0 sees these cards: write draw"
    drawn = ".".join(texts(start.stock[:2]))
    assert GAME.play(start, [f"draw={drawn}"]) == GAME.play(start, ["draw"])
    wrong = "X" if drawn == "4.4" else "4.4"
    assert replies(start, f"draw={wrong}") == f"the cards are not {wrong} but {drawn}"
    late = small("RKK92", 2)
    assert replies(late, "draw=4.K") == "1 × 4 cannot lie there: 0 are unseen"
    assert replies(late, "draw=2.2") == "2 × 2 cannot lie there: 1 are unseen"


def test_who_has_played_on_holds_no_red_three() -> None:
    random, start = Random(8), GAME.deal("8")
    state, stream, clean = GAME.state(start), stream_of(8), 0
    while GAME.legal(state):
        for seat in range(4):
            number = int(state[0]["clean"][seat])
            clean += number > 0
            other = state.copy()
            protocol.run_redeal(other, (seat + 1) % 4, stream)
            known = int(state[0]["known"][seat].sum())
            came = int(state[0]["sizes"][seat]) - known - number
            for world in (state, other):
                threes = int(world[0]["hands"][seat, 0]) - int(world[0]["known"][seat, 0])
                assert threes <= came
        protocol.run_apply(state, eager(state, random))
    assert clean > 100


def count_of(state: State, name: str) -> int:
    """How many cards lie in some places of a state."""
    return int(state[0][name].sum())


def test_a_pile_taken_is_known_to_be_in_that_hand() -> None:
    start = GAME.deal("5")
    state, random = GAME.state(start), Random(5)
    taken = 0
    while GAME.legal(state):
        move, seat = eager(state, random), int(state[0]["turn"])
        before = GAME.position(state, start)
        protocol.run_apply(state, move)
        after = GAME.position(state, start)
        if GAME.move_text(move) == "take" and not after.opening:
            rest = Counter(before.discards[:-1])
            assert Counter(after.known[seat]) >= rest
            taken += 1
        for other in range(4):
            assert Counter(after.known[other]) <= Counter(after.hands[other])
            if other != seat:
                assert after.known[other] == before.known[other]
    assert taken > 3
    assert count_of(state, "known") > 0
