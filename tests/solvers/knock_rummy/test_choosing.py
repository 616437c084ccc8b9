"""When the levels knock: a beginner with ten points or fewer, and a slip knocks with no more."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.play import KNOCK, OUT
from kibitz.games.knock_rummy.state import TO_DISCARD
from kibitz.heuristics.knock_rummy.thresholds import PATIENT
from kibitz.solvers.catalogue import find
from kibitz.solvers.knock_rummy.choosing import KnockRummyChooser
from tests.conformance.playing import walk

SOLVER: Any = find("knock-rummy")


def choosers(players: int) -> Iterator[KnockRummyChooser]:
    game = SOLVER.game
    for seed in range(12):
        deal = game.deal(str(seed), {"players": players})
        for state in walk(game, deal, Random(seed), 30)[:-1]:
            if state[0]["phase"] == TO_DISCARD:
                position = game.position(state, deal)
                yield KnockRummyChooser(
                    game, SOLVER.question("hint", position, state, "hidden", game.legal(state))
                )


def left(chooser: KnockRummyChooser, move: int) -> int:
    view = chooser.question.view
    hand = int(view[0]["hands"][chooser.question.seat])
    return int(deadwood(view[0], np.uint64(hand & ~(1 << move - KNOCK))))


@pytest.mark.parametrize("players", [2, 4])
def test_a_beginner_knocks_with_ten_points_at_most(players: int) -> None:
    sharper = 0
    for chooser in choosers(players):
        world = chooser.question.view
        simple, usual = chooser.simple_rule(world), chooser.policy(world)
        assert {simple, usual} <= set(chooser.question.legal)
        if KNOCK <= simple < OUT:
            assert left(chooser, simple) <= PATIENT
        sharper += KNOCK <= usual < OUT and simple < KNOCK
    assert sharper


@pytest.mark.parametrize("players", [2, 4])
def test_a_slip_knocks_only_where_the_policy_does(players: int) -> None:
    waits = 0
    for chooser in choosers(players):
        world = chooser.question.view
        ideas, usual = chooser.ideas(world), chooser.policy(world)
        assert ideas
        assert set(ideas) <= set(chooser.question.legal)
        assert {move for move in ideas if KNOCK <= move < OUT} <= {usual}
        waits += KNOCK <= usual < OUT and len(ideas) > 1
    assert waits
