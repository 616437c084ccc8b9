"""What a seat sees as numbers: nothing that it cannot see, and all that a naive twin writes."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import numpy as np

from kibitz.games import protocol
from kibitz.games.catalogue import GAMES
from kibitz.games.game import Game
from kibitz.games.observation import ENCODERS, split
from kibitz.games.protocol import State
from tests.conformance.playing import STAGED, deals, every_game, has_many_cards, stream_of, walk
from tests.naive import observations, observed_tables

TWINS = {
    "hand-knee-foot": observed_tables.hand_knee_foot,
    "knack": observed_tables.knack,
    "knack-solitaire": observed_tables.knack_solitaire,
    "knaves": observations.knaves,
    "knock-rummy": observations.knock_rummy,
    "knotty-nines": observations.knotty_nines,
}
LONGEST = 400
# Rules under which what is rare comes about.
RARE: dict[str, list[dict[str, Any]]] = {
    "hand-knee-foot": [{"minimums": [300] * 4}, {"players": 2, "minimums": [0] * 4}],
    "knack": [
        {"players": 5, "knack_call": "explicit"},
        {"field": {"width": 5, "height": 6}, "anchored": True, "danglers": 2},
        {"field": {"width": 6, "height": 5}, "pack": 36, "players": 3},
    ],
    "knack-solitaire": [{"redeal": "turn_over", "pack": 36, "jokers": 0}],
    "knock-rummy": [{"players": 6, "stock_out": "shuffle", "knock_limit": 0}],
}


def begun(game: Any) -> Iterator[Any]:
    """Positions to begin with: fresh deals, deals late in a match, and what no deal has."""
    fresh = deals(game)
    yield from fresh[:: 4 if has_many_cards(game) else 5]
    yield from STAGED.get(game.name, list)()[::2]
    for rules in RARE.get(game.name, []):
        yield from (game.deal(str(seed), rules) for seed in range(2))
    if "scores" in game.match_options and game.name != "hand-knee-foot":
        rules = {"match_target": 50} if game.name == "knock-rummy" else {}
        seats = game.seats(game.state(game.deal("1", rules)))
        yield game.deal("1", rules, scores=[*range(1 - seats, seats, 2)], dealer=1)


@cache
def spots(game: Game) -> list[tuple[State, Any]]:
    """States of random games, those that first fill a plane among them, with their beginnings."""
    encoder, random, shown, found = ENCODERS[game.name], Random(1), set[str](), []
    for position in begun(game):
        states = walk(game, position, random, LONGEST)
        found.append((random.choice(states), position))
        for state in states:
            seat = int(protocol.run_turn(state))
            planes = split(encoder.observe(state, seat), encoder.planes(state))
            new = {name for name, plane in planes.items() if plane.any()} - shown
            if new:
                shown |= new
                found.append((state, position))
    assert shown == {plane.name for plane in encoder.planes(found[0][0])}
    return found


def watchers(game: Game, state: State) -> set[int]:
    """The seat to move, and the one after it."""
    seat = int(protocol.run_turn(state))
    return {seat, (seat + 1) % game.seats(state)}


@every_game
def test_the_planes_are_what_the_position_says(game: Game) -> None:
    encoder, twin = ENCODERS[game.name], TWINS[game.name]
    for state, position in spots(game):
        planes = encoder.planes(state)
        for seat in watchers(game, state):
            seen = game.as_seen(game.position(state, position), seat)
            found = split(encoder.observe(state, seat), planes)
            expected = twin(seen, seat)
            assert [*expected] == [plane.name for plane in planes]
            for name, plane in found.items():
                numbers = np.array([*map(float, expected[name])], np.float32)
                np.testing.assert_array_equal(plane.ravel(), numbers, f"{name}: {seen.to_text()}")


@every_game
def test_a_vector_shows_nothing_that_the_seat_cannot_see(game: Game) -> None:
    encoder, stream = ENCODERS[game.name], stream_of(2)
    for state, position in spots(game):
        for seat in watchers(game, state):
            vector = encoder.observe(state, seat)
            view = game.state(game.as_seen(game.position(state, position), seat))
            np.testing.assert_array_equal(encoder.observe(view, seat), vector)
            for _ in range(2 if has_many_cards(game) else 4):
                world = state.copy()
                protocol.run_redeal(world, seat, stream)
                np.testing.assert_array_equal(encoder.observe(world, seat), vector)


@every_game
def test_vectors_have_one_length_and_numbers_from_minus_1_to_1(game: Game) -> None:
    encoder = ENCODERS[game.name]
    for state, position in spots(game):
        size = encoder.size(state)
        assert size == encoder.size(game.state(position))
        before = state.copy()
        for seat in watchers(game, state):
            # Every number is written, and none beyond.
            vector = np.full(size + 1, 7, np.float32)
            assert encoder.write(state, seat, vector[:size]) == size
            assert vector[size] == 7
            assert np.abs(vector[:size]).max() <= 1
        np.testing.assert_array_equal(state, before)


@every_game
def test_planes_have_names_of_their_own(game: Game) -> None:
    planes = ENCODERS[game.name].planes(game.state(game.deal("1")))
    assert len({plane.name for plane in planes}) == len(planes)
    assert all(plane.about and plane.size > 0 for plane in planes)


def test_planes_share_the_memory_of_their_vector() -> None:
    encoder = ENCODERS["knotty-nines"]
    game = GAMES["knotty-nines"]
    state = game.state(game.deal("4"))
    vector = encoder.observe(state, 0)
    found = split(vector, encoder.planes(state))
    found["top"][:] = 0.5
    assert (vector[: found["top"].size] == 0.5).all()
