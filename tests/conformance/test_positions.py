"""Deals and positions of every game: they repeat, they read back, they keep their cards."""

import json
import re
from random import Random

import pytest

from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from tests.conformance.playing import (
    cards_of,
    deals,
    every_game,
    has_many_cards,
    horizon,
    walk,
)


@every_game
def test_deals_repeat_and_differ(game: Game) -> None:
    for source in game.sources:
        texts = [game.deal(str(seed), None, source).to_text() for seed in range(1, 21)]
        assert texts == [game.deal(str(seed), None, source).to_text() for seed in range(1, 21)]
        assert len(set(texts)) == 20
    with pytest.raises(BadInput):
        game.deal("1", None, "no such source")
    with pytest.raises(BadInput):
        game.deal("1", {"no such switch": 1})


@every_game
def test_position_round_trips_at_every_step(game: Game) -> None:
    random = Random(1)
    for position in deals(game):
        for state in walk(game, position, random, 400)[:: 40 if has_many_cards(game) else 8]:
            here = game.position(state, position)
            data = json.loads(json.dumps(here.to_json()))
            assert game.read(data) == here
            assert game.read(here.to_text()) == here
            assert here.to_text().isascii()
            assert not set(here.to_text()) & set(" /?#&%+\"'")
            again = game.state(here)
            assert game.position(again, here) == here
            assert game.legal(again) == game.legal(state)
            assert horizon(again) == horizon(state)
            assert game.outcome(again) == game.outcome(state)


@every_game
def test_tens_may_be_written_with_two_digits(game: Game) -> None:
    # Hand, Knee and Foot writes cards without suits, one letter each.
    random, met = Random(5), 0
    for position in deals(game):
        for state in walk(game, position, random, 120)[::40]:
            here = game.position(state, position)
            text = here.to_text()
            head, mark, body = text.partition("~~")
            other = head + mark + re.sub("T(?=[CDHS])", "10", body)
            assert game.read(other) == here
            met += other != text
    assert met or game.name == "hand-knee-foot"


@every_game
def test_cards_are_conserved(game: Game) -> None:
    random = Random(2)
    for position in deals(game):
        pack = cards_of(position.to_json())
        assert set(pack.values()) == {1} or sum(pack.values()) > 52
        for state in walk(game, position, random, 300):
            assert cards_of(game.position(state, position).to_json()) == pack
