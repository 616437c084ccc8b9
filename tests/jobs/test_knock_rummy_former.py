"""Knock Rummy as it was played in version 0.1: the same cards as then."""

from typing import Final

import pytest

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.jobs.duplicates import key, view_of
from kibitz.jobs.players import GAMES, factory

# By players and how many they are, a hand of then among themselves, 60 iterations a move.
THEN: Final = {
    ("search@0.1", 2): (
        "draw KC draw 5C draw 8H take 9D take 6D draw 8S draw 8C draw 9S take 5D draw knock-6C"
    ),
    ("search@0.1", 4): "draw 8H draw JC take knock-9S",
    ("judgement@0.1", 2): (
        "take KC draw TC draw 8C draw 8S draw 8H take 9D take TS draw JC draw JS draw knock-5C"
    ),
    ("judgement@0.1", 4): (
        "draw KC draw 9D draw 8C draw TH take QD draw QH draw QS draw 9H take TD draw KD draw JD "
        "draw QC draw TS draw KH draw JS draw 5C draw 7D draw TC draw 9S draw 7C draw 8D draw JC "
        "draw 7S draw KS draw 9C turn-over draw 7H take 5S take knock-4H"
    ),
}


@pytest.mark.parametrize(("name", "players"), THEN)
def test_it_plays_what_it_played(name: str, players: int) -> None:
    game = GAMES["knock-rummy"]
    player = factory(game, name)(game, Limits(iterations=60))
    deal = game.deal("3", {"players": players, "knock_limit": 10})
    state, played = game.state(deal), list[str]()
    while not protocol.run_over(state):
        seat, ply, legal = int(protocol.run_turn(state)), len(played), game.legal(state)
        view = view_of(game, state, deal, seat, key(1, ply, 0))
        move = player.choose(game, view, seat, key(1, ply, 1)) if len(legal) > 1 else legal[0]
        played.append(game.move_text(move))
        protocol.run_apply(state, move)
    assert " ".join(played) == THEN[name, players]
