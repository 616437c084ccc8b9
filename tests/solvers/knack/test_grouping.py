"""Which moves are taken for the same, and in which order they are searched."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.contract.options import Limits
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import CALLED, CELLS
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knack.futures import future_key, new_drawing
from kibitz.solvers.knack.grouping import grouped
from kibitz.solvers.knack.widening import OPTIONS, WIDTH, search_groups
from tests.games.knack.tables import GAME, played_out, written


@kernel
def run_future_key(state: State, kinds: int, reach: int) -> Any:
    cells, signs = new_drawing()
    return future_key(state[0].field, np.uint64(kinds), reach, cells, signs)


ALL = (1 << 27) - 1


def key(field: str, kinds: int = ALL, reach: int = 20) -> int:
    return int(
        run_future_key(
            GAME.state(GAME.read(written(field, "AS AC 2S 2C 3S|AH AD 2H 2D 3H"))), kinds, reach
        )
    )


def test_fields_turned_mirrored_and_moved_are_one() -> None:
    drawn = key("JK@0,0 7C@1,0 8D@2,0 9C@2,1")
    assert drawn == key("JK@0,0 7C@-1,0 8D@-2,0 9C@-2,1")
    assert drawn == key("JK@0,0 7C@0,1 8D@0,2 9C@1,2")
    assert drawn == key("JK@0,0 7S@1,0 8H@2,0 9S@2,1")
    assert drawn != key("JK@0,0 7C@1,0 8D@2,0 9C@3,0")
    assert drawn != key("JK@0,0 7C@1,0 8D@2,0 7C@2,1".replace("7C@2", "7S@2"))


def test_cards_that_nothing_to_come_fits_are_walls() -> None:
    twos = 1 << 1 | 1 << 14
    nines = 1 << kind_of(32) | 1 << kind_of(33)
    # Beside a queen or a king no two can lie: the two fields are one to twos.
    assert key("JK@0,0 QC@1,0", twos) == key("JK@0,0 KC@1,0", twos)
    assert key("JK@0,0 TC@1,0", nines) != key("JK@0,0 KC@1,0", nines)


def test_what_is_out_of_reach_does_not_count() -> None:
    far = "JK@0,0 7C@1,0 8D@2,0 9C@3,0 TD@4,0 JC@5,0 QD@6,0"
    turned = far.replace("6,0", "5,1")
    sixes = 1 << 5  # they fit beside the free card only
    assert key(far, sixes, 3) == key(turned, sixes, 3)
    assert key(far, sixes, 20) != key(turned, sixes, 20)


@pytest.mark.parametrize("players", [2, 4])
def test_groups_hold_every_move_once(players: int) -> None:
    start = GAME.deal("5", {"players": players})
    for state in played_out(start, Random(1))[::5]:
        position = GAME.position(state, start)
        moves = GAME.legal(state)
        if not moves:
            continue
        view = GAME.state(GAME.as_seen(position, int(state[0]["turn"])))
        groups = grouped(view, moves)
        assert sorted(move for group in groups for move in group.moves) == sorted(moves)
        firsts = [group.moves[0] for group in groups]
        assert all(group.like in firsts for group in groups if group.like is not None)
        waiting = [group.like is not None for group in groups]
        assert waiting == sorted(waiting)
        for some in (
            [group for group in groups if group.like is None],
            [group for group in groups if group.like is not None],
        ):
            worths = [group.worth for group in some]
            assert worths == sorted(worths, reverse=True)
        for group in groups:
            kinds = {kind_of(move % CALLED // CELLS) for move in group.moves}
            assert len(kinds) == 1
        assert all(group.like is None for group in grouped(view, moves, apart=True))


def test_cards_of_a_kind_and_the_sides_of_the_free_card_are_one() -> None:
    position = GAME.read(written("5D@0,0", "7C 7S 8D QH 2D|AC AS AH AD KC"))
    view = GAME.state(GAME.as_seen(position, 0))
    groups = grouped(view, GAME.legal(view))
    assert sorted(len(group.moves) for group in groups) == [4, 4, 4, 8]


def test_widening_reaches_every_group() -> None:
    start = GAME.deal("5", {"players": 4})
    states = played_out(start, Random(1), 0.0)
    state = max(states, key=lambda state: len(GAME.legal(state)))
    position = GAME.position(state, start)
    view = GAME.state(GAME.as_seen(position, int(state[0]["turn"])))
    groups = grouped(view, GAME.legal(view))
    assert len(groups) > WIDTH
    budget = Budget(Limits(iterations=600, memory_mb=64))
    found = search_groups(view, groups, budget, ignore, 1, OPTIONS)
    assert sorted(row.move for row in found.moves) == sorted(g.moves[0] for g in groups)
    assert all(row.visits > 0 for row in found.moves)
    assert found.games == budget.iterations
    again = search_groups(
        view, groups, Budget(Limits(iterations=600, memory_mb=64)), ignore, 1, OPTIONS
    )
    assert again == found


def test_moves_without_a_call_wait_for_those_with_it() -> None:
    start = GAME.deal("1", {"knack_call": "explicit"})
    games = [played_out(start, Random(number), 0.0) for number in range(6)]
    due = [state for states in games for state in states if _calls(state)]
    assert due
    for state in due:
        position = GAME.position(state, start)
        view = GAME.state(GAME.as_seen(position, int(state[0]["turn"])))
        for group in grouped(view, GAME.legal(view)):
            called = group.moves[0] >= CALLED
            assert called or group.like == group.moves[0] + CALLED


def _calls(state: State) -> bool:
    return any(move >= CALLED for move in GAME.legal(state))
