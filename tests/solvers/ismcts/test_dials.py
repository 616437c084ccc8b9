"""Every dial at every value: it runs, it makes a difference, and it does not make nonsense."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from kibitz.solvers.ismcts import options
from kibitz.solvers.ismcts.options import SearchOptions
from tests.games.knaves.tables import GAME
from tests.solvers.ismcts.records import late
from tests.solvers.ismcts.searching import search

BASE: dict[str, Any] = {"playout": "policy", "settle": False}
CHOICES = {
    "opponents": options.Opponents,
    "backup": options.Backup,
    "selection": options.Selection,
    "root": options.Root,
    "playout": options.Playout,
}
VALUES: list[tuple[str, Any]] = [
    *((name, value) for name, kind in CHOICES.items() for value in get_args(kind)),
    *(("tree_depth", depth) for depth in (1, 2, 4)),
    *(("exploration", c) for c in (0.0, 0.2, 3.0)),
    *(("expand_after", n) for n in (3, 20)),
    *(("endgame_below", n) for n in (3, 9)),
    ("mast_share", 0.9),
    ("worlds", "weighted"),
    ("trees", 1),
]
CLEAR = 20  # an ending with one move that is best by far
# What the base has already; and what a team of one strives for.
SAME = {"tree", "max_n", "team", "ucb1", "ucb"}


@pytest.mark.parametrize(("name", "value"), VALUES, ids=str)
def test_every_value_runs_and_finds_the_clear_move(name: str, value: Any) -> None:
    position = late(CLEAR, 3)
    found = search(position, 6_000, **{**BASE, name: value})
    plain = search(position, 6_000, **BASE)
    assert found.iterations > 5_990
    assert {move.move for move in found.moves} == {move.move for move in plain.moves}
    assert found.moves[0].move == plain.moves[0].move
    for move in found.moves:
        assert all(-10 <= mean <= 17 for mean in move.means)
        assert move.visits <= move.seen


@pytest.mark.parametrize(
    ("name", "value"),
    [
        v
        for v in VALUES
        if v[0] != "endgame_below" and v[1] not in SAME and v != ("playout", "policy")
    ],
    ids=str,
)
def test_every_value_makes_a_difference(name: str, value: Any) -> None:
    position = late(4, 4)
    base = {**BASE, "playout": "mast"} if name == "mast_share" else BASE
    assert search(position, 3_000, **{**base, name: value}) != search(position, 3_000, **base)


def test_depth_bounds_the_tree_and_its_lines() -> None:
    position = GAME.deal("1")
    assert search(position, tree_depth=1).nodes == 4 * 14
    for depth in (1, 2, 3):
        found = search(position, 20_000, tree_depth=depth)
        assert max(len(move.line) for move in found.moves) == depth


def test_expansion_waits() -> None:
    position = GAME.deal("1")
    nodes = [search(position, 10_000, expand_after=n).nodes for n in (1, 4, 16)]
    assert nodes[0] > 2 * nodes[1] > 4 * nodes[2]


def test_an_exact_endgame_changes_nothing_but_the_work() -> None:
    # The last trick plays itself, so that asking for its value gives the same payoffs.
    for seed in range(4):
        position = late(seed, 4)
        flat: dict[str, Any] = {"tree_depth": 1, "root": "racing"}
        assert search(position, **flat, endgame_below=3) == search(position, **flat)
        # At the root it is not asked: every move is to have a value of its own.
        assert [move.visits for move in search(late(seed, 1), endgame_below=3).moves] == [2_000]


def test_a_team_strives_for_its_sum() -> None:
    position = late(5, 4)
    alone = search(position)
    seat = alone.seat
    teams = tuple(0 if other == (seat + 1) % 3 else 1 for other in range(3))
    for backup in ("team", "paranoid"):
        found = search(position, backup=backup, teams=teams)
        partner = (seat + 2) % 3
        best = found.moves[0].value
        for move in found.moves:
            made = move.means[seat] + move.means[partner]
            assert move.value == pytest.approx(min(made, best))
    found = search(position, backup="max_n", teams=teams)
    for move in found.moves:
        assert move.value == pytest.approx(min(move.means[seat], found.moves[0].value))
    assert search(position, backup="team") == search(position, backup="max_n")


def test_opponents_who_are_out_to_hurt_leave_less() -> None:
    less = 0
    for seed in range(6):
        position = late(seed, 4)
        kind = search(position, 20_000).moves[0].value
        cruel = search(position, 20_000, backup="paranoid").moves[0].value
        assert cruel < kind + 0.25
        less += cruel < kind
    assert less >= 4


def test_little_exploring_keeps_to_the_best_move() -> None:
    position = GAME.deal("2")
    shares = [
        search(position, 20_000, exploration=c, trees=1).moves[0].visits for c in (3.0, 0.7, 0.1)
    ]
    assert shares == sorted(shares)
    assert shares[2] > 2 * shares[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tree_depth", 0),
        ("expand_after", 0),
        ("trees", 0),
        ("endgame_below", -1),
        ("settle_after", 1),
        ("exploration", -0.1),
        ("exploration", float("nan")),
        ("drop_at", -1),
        ("mast_share", 1.5),
        ("selection", "best"),
        ("root", "tree"),
    ],
)
def test_values_out_of_range_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        replace(SearchOptions(), **{name: value})
