"""Deals that fit what a seat sees, drawn as likely as they are; and views that follow the play."""

from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import UNSEEN, card_text, parse_card
from kibitz.games.knack.known_hands import orders
from kibitz.games.knack.notation import kind_texts, seen_move
from kibitz.games.knack.position import Gift
from kibitz.games.knack.rules import FACES, LEVELS, NOBODY
from kibitz.games.knack.state import STATE
from kibitz.games.knack.table import can_be_dealt
from kibitz.games.knack.worlds import hide
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import State
from tests.conformance.playing import stream_of
from tests.games.knack.tables import (
    GAME,
    late,
    laying,
    legal_texts,
    reason,
    some_rules,
    spread,
    written,
)

World = tuple[tuple[int, ...], ...]
CARDS = [parse_card(text, jokers=True) for text in ("7C", "7S", "8D", "9C", "JK")]


def small_table(random: Random) -> State:
    """A table with a handful of cards, not to be played, and something known of each hand."""
    state = np.zeros(1, STATE)
    record = state[0]
    players = random.choice([2, 3, 3, 4])
    record["players"], record["viewer"], record["offender"] = players, NOBODY, NOBODY
    record["free"], record["given"], record["givers"] = UNSEEN, UNSEEN, NOBODY
    record["deck_givers"] = NOBODY
    sizes = [random.randint(1, 2) for _ in range(players)]
    decks = [random.choice([0, 0, 1]) for _ in range(players)]
    pack = random.choices(CARDS, k=sum(sizes) + sum(decks) + 1)
    for card in pack:
        record["pack"][card] += 1
    random.shuffle(pack)
    for seat in range(players):
        record["held"][seat], record["deck_sizes"][seat] = sizes[seat], decks[seat]
        hand = sorted(pack.pop() for _ in range(sizes[seat]))
        record["hands"][seat][: len(hand)] = hand
        record["decks"][seat][: decks[seat]] = [pack.pop() for _ in range(decks[seat])]
        _tell(record, seat, random)
        for level in range(LEVELS):
            kinds = 0 if not level else int(record["lacks"][seat, level - 1])
            for card in CARDS:
                wider = kinds | 1 << kind_of(card)
                held = [kind_of(other) for other in hand]
                some = sum(wider >> kind & 1 for kind in held)
                if random.random() < 0.4 and some <= level:
                    kinds = wider
            record["lacks"][seat, level] = kinds
    record["aside"][0], record["aside_size"] = pack.pop(), 1
    return state


def _tell(record: np.void, seat: int, random: Random) -> None:
    """Have seat 0 know a card of a hand or a deck."""
    if seat and random.random() < 0.2:
        record["given"][seat, 0] = random.choice(record["hands"][seat][: record["held"][seat]])
        record["givers"][seat, 0] = 0
    if seat and record["deck_sizes"][seat] and random.random() < 0.3:
        record["deck_givers"][seat, 0] = 0


def world_of(record: np.void) -> World:
    """Hands, decks and what is set aside."""
    hands = [record["hands"][s][: record["held"][s]] for s in range(record["players"])]
    decks = [record["decks"][s][: record["deck_sizes"][s]] for s in range(record["players"])]
    return tuple(tuple(map(int, cards)) for cards in [*hands, *decks, record["aside"][:1]])


def deals_that_fit(record: np.void) -> Counter[World]:
    """Every way to put the unseen cards in the places of a view of seat 0, one by one.

    Each as often as the cards of its hands can have come in some order.
    """
    view = record.copy()
    places = [
        (name, index)
        for name in ("hands", "decks", "aside")
        for index, card in np.ndenumerate(view[name])
        if card == UNSEEN
    ]
    known = Counter[int]()
    for name, sizes in (("hands", "held"), ("decks", "deck_sizes")):
        for seat in range(view["players"]):
            known.update(int(card) for card in view[name][seat][: view[sizes][seat]])
    left = Counter({card: int(view["pack"][card]) for card in range(FACES)})
    left.subtract({card: n for card, n in known.items() if card != UNSEEN})
    found: Counter[World] = Counter()
    for cards in permutations(left.elements()):
        for (name, index), card in zip(places, cards, strict=True):
            view[name][index] = card
        ways = 1
        for seat in range(1, view["players"]):
            held = int(view["held"][seat])
            kinds = np.array([kind_of(int(card)) for card in view["hands"][seat][:held]], np.int64)
            ways *= orders(view["lacks"][seat], kinds, held)
        if ways:
            here = view.copy()
            for seat in range(view["players"]):
                here["hands"][seat][: view["held"][seat]].sort()
            found[world_of(here)] += ways
    return found


@pytest.mark.parametrize("seed", range(8))
def test_redeal_draws_deals_as_likely_as_they_are(seed: int) -> None:
    random, stream = Random(seed), stream_of(seed)
    tested = 0
    while tested < 4:
        state = small_table(random)
        view = state.copy()
        hide(view[0], 0)
        if (view[0]["hands"] == UNSEEN).sum() + (view[0]["decks"] == UNSEEN).sum() > 6:
            continue
        expected = deals_that_fit(view[0])
        if not 1 < len(expected) <= 150:
            continue
        tested += 1
        assert expected[world_of(state[0])]
        rounds = 60 * len(expected)
        counts: Counter[World] = Counter()
        for _ in range(rounds):
            protocol.run_redeal(state, 0, stream)
            counts[world_of(state[0])] += 1
        assert not counts.keys() - expected.keys()
        squares = 0.0
        for world, ways in expected.items():
            due = rounds * ways / expected.total()
            squares += (counts[world] - due) ** 2 / due
        freedom = len(expected) - 1
        assert squares < freedom + 5 * sqrt(2 * freedom)


def test_it_is_told_whether_any_deal_fits() -> None:
    random = Random(3)
    told: Counter[bool] = Counter()
    while told[False] < 15 or told[True] < 15:
        state = small_table(random)
        hide(state[0], 0)
        if (state[0]["hands"] == UNSEEN).sum() + (state[0]["decks"] == UNSEEN).sum() > 6:
            continue
        for seat in range(1, state[0]["players"]):
            for level in range(int(state[0]["held"][seat])):
                more = sum(1 << kind_of(card) for card in CARDS if random.random() < 0.3)
                state[0]["lacks"][seat, level:] |= more
        fits = len(deals_that_fit(state[0])) > 0
        known = [*state[0]["hands"][1:].flat]
        if not fits and any(0 < card < UNSEEN for card in known):
            continue  # the reader of positions has seen to known cards
        assert can_be_dealt(state[0]) == fits
        told[fits] += 1


@pytest.mark.parametrize("seed", range(10))
def test_views_follow_the_play(seed: int) -> None:
    random, stream = Random(40 + seed), stream_of(seed)
    rules = {**some_rules(random), "knack_call": "explicit" if seed % 3 else "auto"}
    start = GAME.deal(str(seed), rules, dealer=random.randrange(rules["players"]))
    views = [GAME.as_seen(start, seat) for seat in range(rules["players"])]
    state, rate = GAME.state(start), random.choice([0, 0.5])
    while moves := GAME.legal(state):
        move = spread(state, random, rate)
        for seat, view in enumerate(views):
            if protocol.run_turn(state) == seat:
                assert GAME.legal(GAME.state(view)) == moves
        said = [seen_move(state, move, seat) for seat in range(len(views))]
        protocol.run_apply(state, GAME.enter(state, GAME.move_text(move)))
        views = [GAME.play(view, [text]) for view, text in zip(views, said, strict=True)]
        here = GAME.position(state, start)
        assert views == [GAME.as_seen(here, seat) for seat in range(len(views))]
        world = GAME.state(views[0])
        protocol.run_redeal(world, 0, stream)
        assert GAME.as_seen(GAME.read(GAME.position(world, start).to_json()), 0) == views[0]
    outcomes = {GAME.outcome(GAME.state(view)) for view in views}
    assert outcomes == {GAME.outcome(state)}


def test_who_sees_no_hand_names_no_card() -> None:
    start = GAME.deal("5", {"players": 3, "knack_call": "explicit"})
    sizes = {"hands": [{"count": 5}] * 3, "decks": [{"count": 31}] * 3}
    unseen = GAME.read({**start.to_json(), **sizes, "aside": None})
    assert reason(unseen, "7C@0,0") == "nobody but seat 1 sees the card: write ??"
    after = GAME.play(unseen, ["??@0,0"])
    assert after.field == ((0, 0, UNSEEN),)
    assert (after.hidden, after.decks_hidden) == ((5, 5, 5), (31, 30, 31))
    # Beside the free card any card can be laid.
    assert reason(after, "pass") == "seat 2 has a card that can be laid, and must lay one"


SURROUNDED = "5C@0,0 8D@1,0 8H@-1,0 TD@0,1 TH@0,-1"


def test_passes_narrow_the_guesses() -> None:
    # Seat 1 has passed on eights and tens: it has no joker and no black seven, nine or jack.
    position = GAME.read(written(SURROUNDED, "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C", passes=1))
    (lack,) = position.lacks
    assert (lack.seat, lack.at_most) == (1, 0)
    assert kind_texts(lack.kinds) == ["7b", "9b", "Jb", "JK"]
    view = GAME.as_seen(position, 0)
    stream = stream_of(1)
    held: Counter[str] = Counter()
    for _ in range(2_000):
        state = GAME.state(view)
        protocol.run_redeal(state, 0, stream)
        held.update(card_text(int(card)) for card in state[0]["hands"][1])
    unseen = {*map(card_text, view.unseen)}
    assert held.keys() == unseen - {"JK", "7C", "7S", "9C", "9S", "JC", "JS"}


def test_a_pass_must_be_possible() -> None:
    rest = "2H 2D 3H 3D 4D|2C 2S 3C 3S 4C"
    view = GAME.as_seen(GAME.read(written(SURROUNDED, rest, turn=1)), 0)
    assert GAME.play(view, ["pass"]).lacks
    assert reason(GAME.read(written(SURROUNDED, rest)), "9S@1,1") == "seat 0 does not hold 9S"
    # Here nothing but sevens and jacks is unseen, so that seat 1 must hold some.
    position = late("6S TS JH QS KH|7H 8S 9H", "|.", turn=1)
    view = GAME.as_seen(position, 0)
    assert "pass" not in legal_texts(view)
    assert reason(view, "pass") == "seat 1 has a card that can be laid, and must lay one"


def test_what_was_given_is_known_to_the_giver_until_it_is_laid() -> None:
    position = late("9H TS JH QS KH|6S 7H", "8S|.", knack_call="explicit")
    after = GAME.play(position, [laying(position, "QS"), "give-7H"])
    assert after.given == (Gift(1, 0, parse_card("7H"), 0),)
    assert GAME.as_seen(after, 0).given == ()
    view = GAME.as_seen(after, 1)
    assert view.given == after.given
    assert view.unseen == tuple(sorted(map(parse_card, ("8S", "9H", "TS", "JH", "KH", "AC"))))
    assert reason(view, laying(after, "6S") + "=8S").startswith("no card is drawn")
    moves = [laying(after, "6S")]
    assert GAME.play(view, moves) == GAME.as_seen(GAME.play(after, moves), 1)


def test_what_was_given_is_known_in_the_hand_until_it_is_laid() -> None:
    position = late("9H TS JH QS KH|4S 5H 6S 7H", "8S|.", knack_call="explicit")
    moves = [laying(position, "QS"), "give-7H"]
    moves.append(laying(GAME.play(position, moves), "6S"))
    moves.append(laying(GAME.play(position, moves), "TS", called=True))
    after = GAME.play(position, moves)
    assert after.given == (Gift(1, 0, parse_card("7H")),)
    view = GAME.as_seen(after, 1)
    stream = stream_of(1)
    for _ in range(20):
        state = GAME.state(view)
        protocol.run_redeal(state, 1, stream)
        assert parse_card("7H") in state[0]["hands"][0]
    moves.append(laying(after, "5H"))
    moves.append(laying(GAME.play(position, moves), "7H"))
    assert GAME.play(position, moves).given == ()


def test_a_view_lists_a_pass_where_a_hand_that_fits_must_pass() -> None:
    """A pass that is missing is one that no deal of the unseen cards leaves."""
    stream, random, listed = stream_of(5), Random(5), Counter[bool]()
    for number in range(12):
        position = GAME.deal(str(number), {"players": 2 + number % 3, "jokers": 0})
        while not GAME.over(GAME.state(position)):
            state = GAME.state(position)
            turn = int(state[0]["turn"])
            viewer = (turn + 1) % int(state[0]["players"])
            view = GAME.as_seen(position, viewer)
            passes = "pass" in legal_texts(view)
            listed[passes] += 1
            for _ in range(6):
                other = GAME.state(view)
                protocol.run_redeal(other, viewer, stream)
                must = [GAME.move_text(move) for move in GAME.legal(other)] == ["pass"]
                assert passes or not must
            position = GAME.play(position, [random.choice(sorted(legal_texts(position)))])
    assert min(listed[True], listed[False]) > 20
