"""Suits followed through play: as the cards themselves lie, and never more than a seat sees."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.faces import (
    NO_SUIT,
    ORDERED,
    Face,
    Place,
    parse_face,
    suits_of,
)
from kibitz.games.hand_knee_foot.kinds import SLOTS, TEXTS, slot_text
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.record import judge
from kibitz.games.record import Record, as_kept, read
from tests.games.hand_knee_foot.tables import GAME, eager
from tests.naive import hand_knee_foot_cards as naive

SLOT_NAMES = {slot_text(slot): slot for slot in range(SLOTS)}
CASES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "stock_out": "reshuffle", "draw": 7},
    {"players": 4, "required": "none"},
    {"players": 4, "stock_out": "reshuffle", "draw": 7, "red_three_auto": False},
    {"players": 6, "knee_pickup": "auto", "draw": 4},
]
NAMED = [0.0, 0.4, 0.4, 0.0, 0.2]
IDS = ["2", "3", "4", "4-shuffled", "6"]
every_case = pytest.mark.parametrize("rules", CASES, ids=IDS)


def dealt(
    rules: dict[str, Any], random: Random, share: float = 1.0
) -> tuple[Position, naive.Table]:
    """A deal with a share of its suits, and the cards themselves."""
    plain = GAME.deal(str(random.randrange(10**6)), rules)
    unseen = naive.all_cards(plain.rules.packs, random)

    def cards(kinds: tuple[int, ...]) -> list[naive.Card]:
        return [unseen[TEXTS[kind]].pop() for kind in kinds]

    there = naive.Table(
        hands=[cards(hand) for hand in plain.hands],
        knees=[cards(knee) for knee in plain.knees],
        feet=[cards(foot) for foot in plain.feet],
        stock=cards(plain.stock),
        pile=cards(plain.discards),
        melds=[{} for _ in plain.teams],
        books=[{} for _ in plain.teams],
        threes=[[] for _ in plain.teams],
        seen=[[] for _ in plain.hands],
    )
    faces = {
        place: [face if random.random() < share else (face[0], NO_SUIT) for face in row]
        for place, row in truth(there).items()
        if row
    }
    return replace(plain, suits=suits_of(faces)), there


face_of = cache(parse_face)


def faces_of(cards: list[naive.Card]) -> list[Face]:
    return [face_of(text) for text, _ in cards]


def truth(there: naive.Table) -> dict[Place, list[Face]]:
    """What lies in every place."""
    found = {Place("stock"): faces_of(there.stock), Place("discards"): faces_of(there.pile)}
    for seat, hand in enumerate(there.hands):
        found[Place("hands", seat)] = faces_of(hand)
        found[Place("known", seat)] = faces_of(naive.known(there, seat))
        found[Place("knees", seat)] = faces_of(there.knees[seat])
        found[Place("feet", seat)] = faces_of(there.feet[seat])
    for number, threes in enumerate(there.threes):
        found[Place("red_threes", number)] = faces_of(threes)
        for name, piles in (("melds", there.melds), ("books", there.books)):
            for rank, cards in piles[number].items():
                found[Place(name, number, SLOT_NAMES[rank])] = faces_of(cards)
    return found


@dataclass
class Moment:
    """A position of a round, the move that led to it, and where the cards then are."""

    position: Position
    text: str
    there: naive.Table


def rounds(
    start: Position, there: naive.Table, random: Random, named: float, most: int = 10**6
) -> Iterator[Moment]:
    """A round of eager players; a move names its cards as often as ``named`` says."""
    state, moves = GAME.state(start), list[str]()
    here = start
    while len(moves) < most and not protocol.run_over(state):
        move = eager(state, random)
        seat = int(protocol.run_turn(state))
        protocol.run_apply(state, move)
        plain, after = GAME.move_text(move), GAME.position(state, start)
        left = (len(after.discards), [TEXTS[kind] for kind in after.stock])
        full = naive.play(there, plain, seat, random, left)
        moves.append(full if random.random() < named else plain)
        here = GAME.play(here, moves[-1:])
        assert replace(here, suits=()) == after
        yield Moment(here, moves[-1], there)


def assert_true(position: Position, there: naive.Table) -> None:
    """Every suit shown is true."""
    real = truth(there)
    for place, shown in position.faces().items():
        if place.name in ORDERED:
            pairs = zip(shown, real[place], strict=True)
            assert all(face in ((card[0], NO_SUIT), card) for face, card in pairs)
        else:
            told = Counter(face for face in shown if face[1] != NO_SUIT)
            assert not told - Counter(real[place])


@every_case
def test_named_moves_are_followed_to_the_card(rules: dict[str, Any]) -> None:
    random = Random(str(rules))
    start, there = dealt(rules, random)
    assert GAME.read(start.to_json()) == GAME.read(start.to_text()) == start
    for number, moment in enumerate(rounds(start, there, random, 1.0)):
        real = truth(there)
        for place, shown in moment.position.faces().items():
            if place.name not in {"known", "stock"}:
                assert Counter(shown) == Counter(real[place])
        assert_true(moment.position, there)
        if number % 40 == 0:
            data = json.loads(json.dumps(moment.position.to_json()))
            assert GAME.read(data) == GAME.read(moment.position.to_text()) == moment.position
            assert GAME.position(GAME.state(moment.position), moment.position) == moment.position


@pytest.mark.parametrize(("rules", "named"), list(zip(CASES, NAMED, strict=True)), ids=IDS)
def test_what_is_shown_is_true_whatever_was_played(rules: dict[str, Any], named: float) -> None:
    random = Random(f"{rules} {named}")
    start, there = dealt(rules, random, 1 - named)
    for number, moment in enumerate(rounds(start, there, random, named)):
        here = moment.position
        assert_true(here, there)
        if number % 25 == 0:
            assert GAME.read(here.to_json()) == GAME.read(here.to_text()) == here
            assert_views_tell_nothing(here, random)


def hidden_from(position: Position, seat: int) -> set[Place]:
    """The places whose cards a seat does not see."""
    names = {"knees", "feet", "stock"}
    places = position.listed()
    return {p for p in places if p.name in names or (p.name == "hands" and p.owner != seat)}


def assert_views_tell_nothing(here: Position, random: Random) -> None:
    """A view has its seat's suits, and is the same whatever the others are."""
    for seat in range(here.rules.players):
        view = GAME.as_seen(here, seat)
        faces, secret = here.faces(), hidden_from(here, seat)
        shown = view.faces()
        for place, row in shown.items():
            if place not in secret:
                assert row == faces[place]
            elif place.name == "hands" and row:
                assert row == shown[Place("known", place.owner)]
        mixed = {
            place: [(kind, random.choice(suits_that_fit(kind))) for kind, _ in row]
            if place in secret
            else row
            for place, row in faces.items()
        }
        other = replace(here, suits=suits_of(mixed))
        assert GAME.as_seen(other, seat) == GAME.as_seen(view, seat) == view
        assert GAME.read(view.to_json()) == GAME.read(here.to_json() | {"seat": seat}) == view


def suits_that_fit(kind: int) -> tuple[int, ...]:
    return {0: (1, 2), 1: (0, 3), 14: (NO_SUIT,)}.get(kind, (0, 1, 2, 3))


@every_case
def test_records_seen_by_a_seat_keep_what_it_saw(rules: dict[str, Any]) -> None:
    random = Random(f"{rules} seen")
    start, there = dealt(rules, random, 0.8)
    texts = [moment.text for moment in rounds(start, there, random, 0.5, most=100)]
    record = Record(start, tuple(map(GAME.rewrite, texts)))
    assert read(GAME, record.to_json()) == record
    reached = judge(record).position
    seen = as_kept(GAME, record, seat := random.randrange(start.rules.players))
    assert read(GAME, seen.to_json()) == seen
    assert judge(seen).position == GAME.as_seen(reached, seat)
