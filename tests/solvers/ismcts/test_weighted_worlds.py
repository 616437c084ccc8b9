"""Worlds drawn by log_likelihood come as often as sampling importance resampling says."""

from collections import Counter
from itertools import combinations_with_replacement
from math import exp, factorial, prod

import numpy as np
import pytest
from numba import uint64

from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.solvers.ismcts.forest import new_workspaces
from kibitz.solvers.ismcts.iteration import deal
from kibitz.solvers.ismcts.options import Dials, SearchOptions, Setting, dials_of
from kibitz.solvers.ismcts.tree import Ints
from tests.games.knaves.tables import GAME
from tests.solvers.ismcts.records import WARMTH_OF_A_CLUB, knaves_state, late
from tests.solvers.ismcts.searching import deals_of, search

WORLDS = 40_000


@kernel
def clubs_dealt(root: State, work: State, workspaces: State, dials: Dials, found: Ints) -> None:
    """Count how many clubs the next seat is dealt."""
    for i in range(len(found)):
        start_stream(workspaces[0].stream, 5, i)
        deal(root, work, workspaces[0], dials)
        hand = work[1].hands[(dials.seat + 1) % 3] & uint64(0xFFFF)
        while hand:
            found[i] += 1
            hand &= hand - uint64(1)


def chances(shares: dict[int, float], choices: int) -> dict[int, float]:
    """The chance of each number of clubs by counting every draw of ``choices`` worlds."""
    chance = dict.fromkeys(shares, 0.0)
    for draw in combinations_with_replacement(shares, choices):
        times = Counter(draw)
        ways = factorial(choices) / prod(map(factorial, times.values()))
        likely = ways * prod(shares[clubs] for clubs in draw)
        weight = {clubs: n * exp(WARMTH_OF_A_CLUB * clubs) for clubs, n in times.items()}
        for clubs, each in weight.items():
            chance[clubs] += likely * each / sum(weight.values())
    return chance


@pytest.mark.parametrize("choices", [1, 2, 5])
def test_worlds_come_as_often_as_they_should(choices: int) -> None:
    position = late(1, 2)
    state = knaves_state(position)
    seat = int(state[0]["turn"])
    deals = deals_of(position)
    held = Counter(sum(card[1] == "C" for card in deal.hands[(seat + 1) % 3]) for deal in deals)
    expected = chances({n: times / len(deals) for n, times in held.items()}, choices)
    assert len(expected) > 2
    options = SearchOptions(worlds="weighted", world_choices=choices)
    found = np.zeros(WORLDS, np.int64)
    workspaces = new_workspaces(1, Setting(3, GAME.max_moves), None)
    clubs_dealt(state, np.repeat(state, 3), workspaces, dials_of(options, seat), found)
    seen = Counter(found.tolist())
    assert set(seen) <= set(expected)
    chi_square = sum(
        (seen[n] - WORLDS * chance) ** 2 / (WORLDS * chance) for n, chance in expected.items()
    )
    assert chi_square < 20  # 2 to 4 degrees of freedom


def test_weights_move_what_the_search_finds_and_one_choice_has_none() -> None:
    position = late(4, 4)
    plain = search(position)
    assert search(position, worlds="weighted", world_choices=1) == plain
    assert search(position, worlds="weighted", world_choices=8) != plain
