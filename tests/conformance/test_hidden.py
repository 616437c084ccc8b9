"""What a seat of any game cannot see: never shown, guessed evenly."""

from collections import Counter
from random import Random

import numpy as np

from kibitz.games import protocol
from kibitz.games.game import Game
from tests.cases import cases
from tests.conformance.playing import (
    cards_of,
    deals,
    every_game,
    has_many_cards,
    spots,
    stream_of,
    walk,
)


@every_game
def test_a_seat_is_shown_nothing_of_what_it_cannot_see(game: Game) -> None:
    random = Random(9)
    stream = stream_of(9)
    differing = 0
    for position in deals(game)[::2]:
        for state in walk(game, position, random, 400)[::50]:
            here = game.position(state, position)
            for seat in range(game.seats(state)):
                shown = game.as_seen(here, seat).to_json()
                assert sum(cards_of(shown).values()) == sum(cards_of(here.to_json()).values())
                worlds = set()
                for _ in range(4 if has_many_cards(game) else 8):
                    other = state.copy()
                    protocol.run_redeal(other, seat, stream)
                    there = game.position(other, position)
                    assert game.as_seen(there, seat).to_json() == shown
                    assert cards_of(there.to_json()) == cards_of(here.to_json())
                    if protocol.run_turn(state) == seat:
                        assert game.legal(other) == game.legal(state)
                    worlds.add(there.to_text())
                differing += len(worlds) > 1
                seen_twice = game.as_seen(game.as_seen(here, seat), seat)
                assert seen_twice.to_json() == shown
                assert game.read(shown).to_json() == shown
                assert game.read(game.as_seen(here, seat).to_text()).to_json() == shown
    assert differing > 0


@every_game
def test_a_guess_rests_on_nothing_but_the_view(game: Game) -> None:
    # The view alone, in which the hidden cards are not even stored, leads to the same worlds.
    random = Random(10)
    for position in deals(game)[::3]:
        for state in walk(game, position, random, 400)[::30]:
            here = game.position(state, position)
            for seat in range(game.seats(state)):
                view = game.as_seen(here, seat)
                worlds = []
                for known in (state.copy(), game.state(view)):
                    stream = stream_of(10)
                    for _ in range(3):
                        protocol.run_redeal(known, seat, stream)
                    worlds.append(game.position(known, here))
                assert worlds[0] == worlds[1]
                assert game.as_seen(worlds[0], seat) == view
                assert game.position(game.state(view), view) == view
                assert game.read(worlds[0].to_json()) == worlds[0]


@every_game
def test_redeal_repeats_for_the_same_stream(game: Game) -> None:
    position = game.deal("3")
    for seat in range(game.seats(game.state(position))):
        texts = []
        for _ in range(2):
            stream, state = stream_of(77), game.state(position)
            for _ in range(5):
                protocol.run_redeal(state, seat, stream)
            texts.append(game.position(state, position).to_text())
        assert texts[0] == texts[1]


@every_game
def test_redeal_is_uniform(game: Game) -> None:
    # Each card that can be anywhere unseen must be everywhere equally often, one of which there
    # are two twice as often. A place of several cards draws them without putting any back.
    position = game.deal("4")
    for seat in range(game.seats(game.state(position))):
        stream = stream_of(78)
        counts: dict[str, Counter[str]] = {}
        rounds = 400 if has_many_cards(game) else cases(6_000)
        state = game.state(position)
        for _ in range(rounds):
            protocol.run_redeal(state, seat, stream)
            for place, card in spots(game.position(state, position).to_json()):
                counts.setdefault(place, Counter())[card] += 1
        moving = {
            place: counter
            for place, counter in counts.items()
            if any(count % rounds for count in counter.values())
        }
        assert moving
        # Every world has each unseen card in one of these places.
        copies = sum(moving.values(), Counter[str]())
        assert all(copies[card] % rounds == 0 for card in copies)
        freedom = len(copies) - 1
        whole = copies.total() / rounds
        for counter in moving.values():
            squares, size = 0.0, counter.total() / rounds
            for card in copies:
                share = copies[card] / copies.total()
                spread = size * rounds * share * (1 - share) * (whole - size) / (whole - 1)
                squares += (counter[card] - size * rounds * share) ** 2 / spread
            squares *= freedom / len(copies)
            assert squares < freedom + 6 * np.sqrt(2 * freedom)
