"""What the search computes, against every deal written out and against the naive tree search."""

from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.solvers.intervals import FEWEST
from kibitz.solvers.ismcts.options import MatchTable
from kibitz.solvers.ismcts.valued import Findings
from tests.cases import cases
from tests.games.knaves.tables import GAME
from tests.naive import ismcts as naive
from tests.solvers.ismcts.records import CARDS, DRAW, FOLD, SEATS, STAY, late, stayers
from tests.solvers.ismcts.searching import NAIVE, deals_of, search

# The hand, and the cards left: with 17 dealt few deals fit, with 13 many.
ENDINGS = [*((seed, 3, 17) for seed in range(8)), (0, 2, 17), (1, 1, 13), (2, 2, 13)]
ROUGHLY = 4.5  # standard errors that a mean may be off


@cache
def flat_values(ending: tuple[int, int, int]) -> dict[str, list[float]]:
    return naive.flat(NAIVE, deals_of(late(*ending)))


def agree(found: Findings, expected: dict[str, list[float]]) -> None:
    assert {GAME.move_text(move.move) for move in found.moves} == set(expected)
    for move in found.moves:
        assert move.visits >= FEWEST
        for mean, se, exact in zip(
            move.means, move.ses, expected[GAME.move_text(move.move)], strict=True
        ):
            assert abs(mean - exact) <= ROUGHLY * se + 1e-9


@pytest.mark.parametrize("root", ["ucb", "racing"])
def test_flat_search_finds_the_mean_over_all_deals(root: str) -> None:
    for ending in ENDINGS[: cases(len(ENDINGS))]:
        position = late(*ending)
        expected = flat_values(ending)
        found = search(position, 12_000, tree_depth=1, root=root, exploration=2.0)
        agree(found, expected)


def test_paired_losses_are_those_of_the_means() -> None:
    tighter = 0
    for ending in ENDINGS:
        position = late(*ending)
        expected = flat_values(ending)
        found = search(position, 12_000, tree_depth=1, root="racing")
        own = {move: value[found.seat] for move, value in expected.items()}
        best = found.moves[0]
        for move in found.moves[1:]:
            exact = own[GAME.move_text(best.move)] - own[GAME.move_text(move.move)]
            assert abs(move.loss - exact) <= ROUGHLY * move.loss_se + 1e-9
            tighter += move.loss_se < 0.9 * np.hypot(move.se, best.se)
    assert tighter > 3


def test_tree_search_agrees_with_the_naive_one() -> None:
    # Both are run often with few iterations, where a difference between the two would show most.
    runs, iterations = 8, 500
    for ending in ENDINGS[1:4]:
        position = late(*ending)
        deals = deals_of(position)
        ours: dict[str, list[float]] = {
            GAME.move_text(m): [] for m in GAME.legal(GAME.state(position))
        }
        twins: dict[str, list[float]] = {move: [] for move in ours}
        for seed in range(3 * runs):
            found = search(position, iterations, trees=1, search_args={"seed": seed})
            for move in found.moves:
                ours[GAME.move_text(move.move)].append(move.visits * move.value)
        for seed in range(runs):
            twin = naive.tree_search(NAIVE, deals, iterations, 0.7, Random(seed))
            for text, (visits, mean) in twin.items():
                twins[text].append(visits * mean)
        for text, totals in ours.items():
            spread = np.var(totals) / len(totals) + np.var(twins[text]) / runs
            difference = np.mean(totals) - np.mean(twins[text])
            assert abs(difference) < ROUGHLY * np.sqrt(spread), (ending, text)


def test_match_utility_is_looked_up() -> None:
    low, size = -10, 24
    values = np.zeros((size, size, size, 3))
    for first in range(size):
        values[first, :, :, 0] = first + low >= 5
        values[:, first, :, 1] = first + low >= 4
        values[:, :, first, 2] = (first + low) ** 2
    table = MatchTable((low, low, low), 1.0, values)
    for ending in ENDINGS[:4]:
        position = late(*ending)
        worth = NAIVE._replace(
            points=lambda state: [
                float(NAIVE.points(state)[0] >= 5),
                float(NAIVE.points(state)[1] >= 4),
                float(NAIVE.points(state)[2] ** 2),
            ]
        )
        found = search(
            position,
            12_000,
            tree_depth=1,
            root="racing",
            utility="match",
            search_args={"table": table},
        )
        agree(found, naive.flat(worth, deals_of(position)))


def test_match_tables_have_an_axis_for_each_side_and_ends() -> None:
    # Seats 1 and 2 play together. Payoffs outside the table count as its nearest end.
    position = late(3, 2)
    values = np.arange(2.0 * 3 * 3).reshape(2, 3, 3)
    for low, corner in (((-99, -99), (1, 2)), ((99, 99), (0, 0)), ((99, -99), (0, 2))):
        table = MatchTable(low, 1.0, values)
        kind: dict[str, Any] = {"utility": "match", "teams": (0, 1, 1)}
        found = search(position, 400, **kind, search_args={"table": table})
        assert all(move.means == tuple(values[corner]) for move in found.moves)
    for wrong in (MatchTable((0,), 1.0, values), MatchTable((0, 0), 0.0, values)):
        with pytest.raises(ValueError, match="the match table"):
            search(position, utility="match", teams=(0, 1, 1), search_args={"table": wrong})


def exact_stay(card: int) -> float:
    """Staying first of five with ``card`` when the others choose at random.

    The others stay, fold, or exchange and stay. Each that stays in the end holds a card: enumerate
    the ways of those who do not exchange, and draw one after the other for those who do.
    """

    def after(held: tuple[int, ...], seat: int, stays: tuple[bool, ...]) -> float:
        if seat == SEATS:
            best = max((c for c, s in zip(held, stays, strict=True) if s), default=-1)
            return 4.0 if best == held[0] else -1.0
        same = after(held, seat + 1, (*stays, True))
        fold = after(held, seat + 1, (*stays, False))
        free = [c for c in range(CARDS) if c not in held]
        drawn = [
            after((*held[:seat], c, *held[seat + 1 :]), seat + 1, (*stays, True)) for c in free
        ]
        return (same + fold + sum(drawn) / len(drawn)) / 3

    rest = [c for c in range(CARDS) if c != card]
    random = Random(card)
    hands = list(combinations(rest, SEATS - 1))
    # Seats draw alike, so that only which cards are held matters much; order them at random.
    values = [after((card, *random.sample(hand, SEATS - 1)), 1, (True,)) for hand in hands]
    return sum(values) / len(values)


def test_a_game_for_five_with_chance_in_its_moves() -> None:
    for card in (4, 8):
        found = search(stayers(card), 30_000, tree_depth=1, root="racing", drop_at=1e9)
        moves = {move.move: move for move in found.moves}
        assert set(moves) == {STAY, FOLD, DRAW}
        assert len(moves[STAY].means) == SEATS
        assert moves[FOLD].value == 0.0
        assert abs(moves[STAY].value - exact_stay(card)) < ROUGHLY * moves[STAY].se + 0.05


def test_the_last_to_choose_finds_what_is_best() -> None:
    # All four before the last stay. Nobody beats the nine; the zero beats nobody.
    sure = search(stayers(9, 4))
    assert sure.moves[0].move == STAY
    assert sure.moves[0].value == 4.0
    lost = search(stayers(0, 4))
    assert lost.moves[-1].move == STAY
    assert {move.move: move.value for move in lost.moves}[STAY] == -1.0
    # One of the other nine at random beats the four highest of them seldom enough to fold.
    assert lost.moves[0].move == FOLD
