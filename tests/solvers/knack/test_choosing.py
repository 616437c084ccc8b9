"""The rule of a beginner of K'nack: the own cards, whatever is known of the others."""

from random import Random
from typing import Any

import pytest

from kibitz.solvers.catalogue import find
from kibitz.solvers.knack.choosing import KnackChooser
from tests.conformance.playing import walk

SOLVER: Any = find("knack")


@pytest.mark.parametrize("players", [2, 4])
def test_a_beginner_looks_at_the_own_hand_only(players: int) -> None:
    game = SOLVER.game
    other_moves, looked = 0, 0
    for seed in range(6):
        deal = game.deal(str(seed), {"players": players})
        for state in walk(game, deal, Random(seed))[:-1]:
            position, legal = game.position(state, deal), game.legal(state)
            chooser = KnackChooser(game, SOLVER.question("hint", position, state, "hidden", legal))
            world = chooser.question.view.copy()
            simple = chooser.simple_rule(world)
            assert simple in legal
            # What passes have shown of the others, and how many cards they have.
            world[0]["lacks"] = 0
            for seat in range(players):
                if seat != chooser.question.seat:
                    world[0]["deck_sizes"][seat] = 3
            assert chooser.simple_rule(world) == simple
            other_moves += chooser.policy(chooser.question.view) != simple
            looked += 1
    assert other_moves > looked // 10
