"""What a move opens and closes, and what others are likely to lack, counted the long way."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numba import int64

from kibitz.games import protocol
from kibitz.games.chance import Stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import CALLED, CELLS, LAY
from kibitz.games.knack.rules import FACES
from kibitz.games.knack.state import SIDE
from kibitz.games.knack_field.field import lay, permitted, take_back
from kibitz.games.knack_field.rules import JOKER_KIND, KINDS, kind_of
from kibitz.games.knack_field.table import place_of
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics.knack.judgement import FEATURES, WEIGHTS, features_of
from kibitz.heuristics.knack.outlets import change_room, count_room
from kibitz.heuristics.knack.policy import GREEDY, playout_move, prior, rule_move
from kibitz.heuristics.knack.sight import chance_to_pass, look, new_sight
from tests.games.knack.tables import GAME, played_out, written
from tests.naive import knack_judgement as naive
from training.fitting import margin_of
from training.knack.selfplay import PLAYOUT, RANDOM, RULE, gains_of


@kernel
def room_and_after(state: State, move: int, room: Moves, after: Moves) -> Any:
    field = state[0].field
    count_room(field, room)
    after[:] = room
    match = np.uint64(field.matches[kind_of(move % CALLED // CELLS)])
    touched = change_room(field, move % CALLED % CELLS, match, after, 1)
    undone = after.copy()
    change_room(field, move % CALLED % CELLS, match, undone, -1)
    if (undone != room).any():
        return -1
    return int64(touched)


def plain_room(state: State) -> list[int]:
    field = state[0]["field"]
    cells = [
        int(field["fits"][slot])
        for slot in range(int(field["open"]))
        if permitted(field, int(field["frontier"][slot]))
    ]
    return [sum(fit >> kind & 1 for fit in cells) for kind in range(KINDS)]


def positions(players: int = 2) -> list[State]:
    random = Random(7)
    found = []
    for seed in range(3):
        start = GAME.deal(str(seed), {"players": players})
        found += played_out(start, random, random.choice([0.0, 0.9]))[1::3]
    return [state for state in found if not protocol.run_over(state)]


def test_room_after_a_move_is_that_of_the_field_after_it() -> None:
    random = Random(1)
    for state in positions():
        moves = [move for move in GAME.legal(state) if move > LAY]
        if not moves or not state[0]["field"]["count"]:
            continue
        move = random.choice(moves)
        room, after = np.zeros((2, KINDS), np.int64)
        touched = int(room_and_after(state, move, room, after))
        assert room.tolist() == plain_room(state)
        lay(state[0]["field"], move % CALLED % CELLS, move % CALLED // CELLS)
        assert after.tolist() == plain_room(state)
        take_back(state[0]["field"])
        changed = sum(1 << kind for kind in range(KINDS) if room[kind] != after[kind])
        assert changed & ~touched == 0


@kernel
def passing(state: State, sight: State, chances: Reals) -> Any:
    look(state[0], sight[0])
    nothing, missing = np.uint64(0), 1.0 - sight[0].drawn
    for other in range(sight[0].others):
        chances[other] = chance_to_pass(sight[0], other, nothing, nothing, missing)
    return int64(sight[0].others)


@kernel
def describe(state: State, move: int, sight: State, features: Reals) -> None:
    look(state[0], sight[0])
    features_of(state[0], sight[0], move, features)


def test_sight_is_the_same_after_a_look_at_a_move() -> None:
    for state in positions(3):
        moves = [move for move in GAME.legal(state) if move > LAY]
        for move in moves[:3]:
            sight, fresh = new_sight(), new_sight()
            sight[:], fresh[:] = 0, 0
            features = np.zeros(FEATURES)
            describe(state, move, sight, features)
            passing(state, fresh, np.zeros(6))
            assert sight.tobytes() == fresh.tobytes()


def kind(card: int) -> naive.Kind:
    number = kind_of(card)
    return None if number == JOKER_KIND else (number % 13, number >= 13)


def naive_features(state: State, move: int, players: int) -> list[float]:
    position = GAME.position(state, GAME.deal("0", {"players": players}))
    seat = position.turn
    view = GAME.as_seen(position, seat)
    others = []
    for step in range(1, players):
        other = (seat + step) % players
        lacks = [
            (lack.at_most, frozenset(k for k in range(KINDS) if lack.kinds >> k & 1))
            for lack in view.lacks
            if lack.seat == other
        ]
        named = [(most, frozenset(NAMES[k] for k in kinds)) for most, kinds in lacks]
        if view.cards_left[other]:
            others.append(naive.Other(view.held[other], view.cards_left[other], named))
    return naive.features(
        {(x, y): None if x == y == 0 else kind(card) for x, y, card in view.field},
        [kind(card) for card in view.hands[seat]],
        view.cards_left[seat],
        Counter(map(kind, view.unseen)),
        others,
        kind(move % CALLED // CELLS),
        place_of(SIDE, move % CALLED % CELLS),
    )


NAMES = {kind_of(card): kind(card) for card in range(FACES)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_features_are_those_of_a_count_of_the_field_with_the_card_on_it(players: int) -> None:
    random, compared = Random(players), 0
    for state in positions(players):
        moves = [move for move in GAME.legal(state) if move > LAY]
        for move in random.sample(moves, min(3, len(moves))):
            features = np.zeros(FEATURES)
            describe(state, move, new_sight(), features)
            assert features.tolist() == naive_features(state, move, players)
            compared += 1
    assert compared > 60


def test_a_view_says_as_much_as_the_state() -> None:
    """What a seat judges by does not depend on cards it cannot see."""
    for state in positions(3)[:12]:
        start = GAME.deal("0", {"players": 3})
        position = GAME.position(state, start)
        seat = int(state[0]["turn"])
        view = GAME.state(GAME.as_seen(position, seat))
        for move in GAME.legal(state)[:4]:
            if move <= LAY:
                continue
            rows = np.zeros((2, FEATURES))
            describe(state, move, new_sight(), rows[0])
            describe(view, move, new_sight(), rows[1])
            assert (rows[0] == rows[1]).all()


def test_chance_to_pass_by_counting() -> None:
    # Seat 1 holds five of 47 unseen cards; only the jokers and red sixes and eights fit.
    position = GAME.read(written("7C@0,0", "AC AD AH AS 2C|3C 3D 3H 3S 4C", turn=0))
    state = GAME.state(GAME.as_seen(position, 0))
    state[0]["field"]["fits"][:4] = state[0]["field"]["matches"][kind_of(24)]
    chances = np.zeros(6)
    assert passing(state, new_sight(), chances) == 1
    assert chances[0] == (1 - 6 / 48) ** 5
    # After a pass at just those cells it will pass again.
    state[0]["lacks"][1, :] = state[0]["field"]["matches"][kind_of(24)]
    passing(state, new_sight(), chances)
    assert chances[0] == 1.0


@kernel
def run_players(
    state: State, moves: Moves, count: int, stream: Stream, weights: Reals, chosen: Moves
) -> None:
    chosen[0] = playout_move(state[0], moves, count, stream)
    chosen[1] = rule_move(state[0], moves, count, WEIGHTS[1])
    chosen[2] = rule_move(state[0], moves, count, GREEDY)
    prior(state[0], moves, count, weights)


def test_moves_are_legal_and_the_prior_is_a_distribution() -> None:
    for state in positions(4):
        moves = np.array(GAME.legal(state), np.int64)
        weights, chosen = np.full(len(moves), -1.0), np.zeros(3, np.int64)
        stream = np.zeros(1, np.uint64)
        run_players(state, moves, len(moves), stream, weights, chosen)
        assert set(chosen) <= set(moves)
        assert weights.min() >= 0
        assert weights.sum() == 1 or abs(weights.sum() - 1) < 1e-9


def plain_worth(features: list[float]) -> float:
    total = 0.0
    for weight, feature in zip(WEIGHTS[1], features, strict=True):
        total += float(weight) * feature
    return total


def test_the_rule_plays_what_is_worth_most_by_a_plain_count() -> None:
    """Also where several cards change the same, so that their worth is remembered."""
    compared = 0
    for state in positions(3)[::3]:
        moves = np.array(GAME.legal(state), np.int64)
        if len(moves) < 2 or moves[0] <= LAY:
            continue
        chosen = np.zeros(3, np.int64)
        stream, weights = np.zeros(1, np.uint64), np.zeros(len(moves))
        run_players(state, moves, len(moves), stream, weights, chosen)
        worths = [plain_worth(naive_features(state, int(move), 3)) for move in moves]
        assert chosen[1] == moves[np.argmax(worths)]
        compared += 1
    assert compared > 10


def test_judgement_beats_chance() -> None:
    against = margin_of(gains_of(RULE, RANDOM, 300))
    assert against.mean - 3 * against.error > 0.1
    assert margin_of(gains_of(PLAYOUT, RANDOM, 300)).mean > 0.05
    assert margin_of(gains_of(RULE, RULE, 50)).mean == 0
