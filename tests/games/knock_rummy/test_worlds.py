"""Deals that fit what a seat sees: drawn evenly from those that the naive game lists; and views."""

from collections import Counter
from math import factorial, prod, sqrt
from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.knock_rummy.notation import hands_to_name
from kibitz.games.knock_rummy.play import KNOCK, OUT, TURN_OVER
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.worlds import pool
from kibitz.games.protocol import State
from tests.cases import cases
from tests.conformance.playing import stream_of
from tests.games.knock_rummy.tables import GAME, apply_both, as_naive, goes_on, legal_texts, texts
from tests.naive import knock_rummy as naive

World = tuple[naive.Hands, tuple[str, ...]]


def world_of(state: State, like: Position) -> World:
    """Hands and stock of a state, as the naive game lists them."""
    here = GAME.position(state, like)
    return tuple(tuple(sorted(texts(hand))) for hand in here.hands), texts(here.stock)


def number_of_worlds(view: Position) -> int:
    """How many deals fit a view: the orders of each pool, those within a hand counted as one."""
    sizes = [[pile.held[s] for pile in view.shuffled] for s in range(view.rules.players)]
    total = 1
    for kind in range(len(view.shuffled) + 1):
        held = [
            sizes[seat][kind - 1] if kind else view.hidden[seat] - sum(sizes[seat])
            for seat in range(view.rules.players)
            if seat != view.seat
        ]
        held = [max(0, n) for n in held]
        stock = view.stock_hidden if kind == len(view.shuffled) else 0
        total *= factorial(sum(held) + stock) // prod(map(factorial, held))
    return total


def late_hands(random: Random, rules: dict[str, Any], count: int, most: int) -> list[Any]:
    """States, the naive hands beside them and seats that see at most ``most`` deals."""
    found: list[tuple[State, naive.Hand, int, Position]] = []
    while len(found) < count:
        position = GAME.deal(str(random.getrandbits(64)), rules)
        state, game = GAME.state(position), as_naive(position)
        fitting = []
        while moves := GAME.legal(state):
            move = goes_on(state, random, 0.35)
            ends = [m for m in moves if KNOCK <= m <= OUT]
            if ends and random.random() < 0.003:
                move = random.choice(ends)
            game = apply_both(state, game, GAME.move_text(move), position)
            for seat in range(position.rules.players):
                view = GAME.as_seen(GAME.position(state, position), seat)
                if 1 < number_of_worlds(view) <= most:
                    fitting.append((state.copy(), game, seat, position))
        found += random.sample(fitting, min(2, len(fitting)))
    return found[:count]


CASES: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"stock_out": "end_hand"},
    {"stock_out": "shuffle", "max_turn_overs": 4},
    {"stock_out": "shuffle", "max_turn_overs": 4, "players": 3},
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_redeal_is_uniform_over_the_deals_that_fit(number: int) -> None:
    stream = stream_of(5)
    pools = 0
    for state, game, seat, like in late_hands(Random(number), CASES[number], 12, 400):
        expected = naive.deals_that_fit(game, seat)
        assert len(set(expected)) == len(expected)
        assert len(expected) == number_of_worlds(GAME.as_seen(GAME.position(state, like), seat))
        assert world_of(state, like) in set(expected)
        counts: Counter[World] = Counter()
        read: dict[bytes, World] = {}  # reading a state takes far longer than drawing it
        for _ in range(30 * len(expected)):
            protocol.run_redeal(state, seat, stream)
            here = state[0]
            drawn = here["hands"].tobytes() + here["stock"][: int(here["stock_size"])].tobytes()
            if drawn not in read:
                read[drawn] = world_of(state, like)
            counts[read[drawn]] += 1
        assert set(counts) <= set(expected)
        squares = sum((counts[world] - 30) ** 2 / 30 for world in expected)
        freedom = len(expected) - 1
        assert squares < freedom + 5 * sqrt(2 * freedom)
        pools += sum(any(pile.held) for pile in GAME.position(state, like).shuffled) > 1
    assert pools > 0 or CASES[number].get("stock_out") != "shuffle"


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("stock_out", ["turn_over", "shuffle"])
def test_a_guess_changes_nothing_that_is_seen(players: int, stock_out: str) -> None:
    random, stream = Random(3), stream_of(6)
    position = GAME.deal("3", {"players": players, "stock_out": stock_out})
    state, game = GAME.state(position), as_naive(position)
    while GAME.legal(state):
        move = goes_on(state, random)
        game = apply_both(state, game, GAME.move_text(move), position)
        for seat in range(players):
            other = state.copy()
            protocol.run_redeal(other, seat, stream)
            for name in state.dtype.names or ():
                if name not in {"hands", "stock", "key"}:
                    assert (other[0][name] == state[0][name]).all()
            assert other[0]["hands"][seat] == state[0]["hands"][seat]
            placed = [*map(int, other[0]["hands"])]
            for pile, size in (("stock", "stock_size"), ("pile", "pile_size")):
                placed += [1 << int(n) for n in other[0][pile][: int(other[0][size])]]
            assert sum(placed) == (1 << 52) - 1
            for kind in range(5):
                whole = int(pool(state[0], kind))
                for holder in range(players):
                    before, after = (int(s[0]["hands"][holder]) & whole for s in (state, other))
                    assert before.bit_count() == after.bit_count()


# --------------------------------------------------------------------------------------- views


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("stock_out", ["turn_over", "shuffle", "end_hand"])
def test_views_follow_the_play(players: int, stock_out: str) -> None:
    ended: Counter[str | None] = Counter()
    for seed in range(1 + cases(3)):
        random = Random(seed)
        # Hands in which the pile becomes the stock so often are long.
        rules = {"players": players, "stock_out": stock_out, "max_turn_overs": (4, 1, 2)[seed % 3]}
        start = GAME.deal(str(seed), rules)
        views = [GAME.as_seen(start, seat) for seat in range(players)]
        state = GAME.state(start)
        while moves := GAME.legal(state):
            for view in views:
                seen = GAME.state(view)
                assert protocol.run_turn(seen) == protocol.run_turn(state)
                assert set(moves) <= set(GAME.legal(seen))
                if protocol.run_turn(state) == view.seat:
                    assert moves == GAME.legal(seen)
            move = goes_on(state, random)
            ends = [m for m in moves if KNOCK <= m <= OUT]
            if ends and seed % 2 and random.random() < 0.02:
                move = random.choice(ends)
            said = [GAME.seen_move(state, move, start, seat) for seat in range(players)]
            protocol.run_apply(state, GAME.enter(state, GAME.move_text(move)))
            views = [GAME.play(view, [text]) for view, text in zip(views, said, strict=True)]
            here = GAME.position(state, start)
            assert views == [GAME.as_seen(here, seat) for seat in range(players)]
        assert {GAME.payments(GAME.state(view)) for view in views} == {GAME.payments(state)}
        ended[GAME.position(state, start).ended] += 1
    assert ended["knock"] > 0
    assert ended["no_score"] > 0


def test_cards_named_in_a_view_have_to_be_possible() -> None:
    view = GAME.as_seen(GAME.deal("1"), 1)

    def why(*moves: str) -> str:
        replay = GAME.replay(view, moves)
        assert replay.first_illegal == len(moves) - 1
        return replay.reason or ""

    assert why("draw") == "the stock is face down: name the card drawn, as in draw=7C"
    assert why("draw=TD") == "TD cannot be in the stock"
    assert why("draw=6D") == "6D cannot be in the stock"
    assert why("take", "8S", "draw=7C") == "nobody but seat 0 sees the card drawn: write draw"
    assert why("take", "8S", "take", "6D") == "seat 0 cannot hold 6D"
    start, hand = ("take", "8S", "take"), "5C7C9C4D9DQD4H7HJHAS"
    begun = "the hand of seat 0 is to be named, as in knock-7C=AS2S3S…"
    assert why(*start, "knock-7H") == f"{begun}, not none"
    assert why(*start, f"knock-7H={hand}.{hand}") == f"{begun}, not 2 hands"
    assert why(*start, "knock-AS=5C7C9C4D9DQD4H7HJH") == "seat 0 is known to hold 8S"
    assert why(*start, "knock-AS=8S5C7C9C4D9DQD4H7HTD") == "TD cannot be in two hands"
    assert why(*start, "knock-AS=8S5C7C9C4D9DQD4H7H") == (
        "seat 0 holds 10 cards that were hidden, not 9"
    )
    assert why(*start, "out=8S5C7C9C4D9DQD4H7HJHAS").startswith("74 left unmatched are too many")
    ended = GAME.play(view, [*start, "knock-AS=8S5C7C9C4D9DQD4H7HJH"])
    assert ended == GAME.as_seen(GAME.play(GAME.deal("1"), [*start, "knock-AS"]), 1)


@pytest.mark.parametrize(
    ("seats", "named", "said"),
    [
        ([], 1, "no hand is to be named, for all are known"),
        ([1], 0, "the hand of seat 1 is to be named, as in knock-7C=AS2S3S…, not none"),
        ([1], 2, "the hand of seat 1 is to be named, as in knock-7C=AS2S3S…, not 2 hands"),
        (
            [0, 2],
            1,
            "the hands of seats 0 and 2 are to be named, as in knock-7C=AS2S3S….4S5S6S…, not one",
        ),
    ],
)
def test_the_hands_to_be_named_are_those_that_nobody_sees(
    seats: list[int], named: int, said: str
) -> None:
    assert hands_to_name(seats, named) == said


def test_who_sees_no_hand_can_follow_the_play() -> None:
    start = GAME.deal("2", {"players": 3})
    data = start.to_json()
    data["hands"] = [{"count": 7}] * 3
    unseen = GAME.read({**data, "stock": {"count": 30}})
    state, random = GAME.state(start), Random(1)
    while GAME.legal(state):
        move = goes_on(state, random)
        protocol.run_apply(state, move)
        unseen = GAME.play(unseen, [GAME.move_text(move)])
        assert GAME.read(unseen.to_text()) == unseen
        if move == TURN_OVER:
            assert unseen.stock == GAME.position(state, start).stock
    assert unseen.ended == "no_score"
    assert unseen.discards == GAME.position(state, start).discards
    assert legal_texts(unseen) == set()
