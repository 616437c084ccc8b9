"""What answers say of moves whose true values are known: intervals hold, nothing is biased."""

from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.solvers.ismcts.valued import Findings, Shown, half_shown, settled, shown_values
from kibitz.solvers.question import Unit
from tests.cases import cases
from tests.solvers.ismcts.lottery import NARROW, POINTS, SHARED, WON, lottery, played

KINDS = {"won": WON, "shared": SHARED, "narrow": NARROW, "points": POINTS}
ENDS: dict[int, tuple[float, float]] = {POINTS: (-200.0, 200.0)}


class Race(NamedTuple):
    """A race between tickets, what was found and what an answer says."""

    means: list[float]
    found: Findings
    shown: list[Shown]

    def errors(self) -> list[float]:
        """How much too high each row's value is."""
        pairs = zip(self.found.moves, self.shown, strict=True)
        return [each.score.value - self.means[row.move] for row, each in pairs]

    def held(self) -> list[bool]:
        """Whether each row's interval holds the truth."""
        return [
            each.score.low - 1e-6 <= self.means[row.move] <= each.score.high + 1e-6
            for row, each in zip(self.found.moves, self.shown, strict=True)
        ]


def race(kind: int, means: list[float], iterations: int, seed: int, **options: Any) -> Race:
    found = played(lottery(kind, means, options.pop("bond", 0.5)), iterations, seed, **options)
    unit: Unit = "points" if kind == POINTS else "win_probability"
    return Race(means, found, shown_values(found, unit, ENDS.get(kind, (0.0, 1.0))))


def races(kind: int, count: int) -> list[Race]:
    """Races of all sorts: equal tickets and unequal ones, few games and many."""
    random, found = Random(kind), []
    for seed in range(count):
        centre, spread = random.choice([0.05, 0.3, 0.5, 0.9]), random.choice([0, 0.02, 0.1, 0.3])
        number = random.choice([2, 3, 5, 12])
        means = [min(1.0, max(0.0, random.gauss(centre, spread))) for _ in range(number)]
        if kind == NARROW:
            means = [min(0.95, max(0.05, mean)) for mean in means]
        if kind == POINTS:
            means = [20 * mean for mean in means]
        options = {"bond": random.choice([0, 0.5, 0.9]), "drop_at": random.choice([2.0, 3.0])}
        iterations = random.choice([16, 60, 200, 600, 2_000, 6_000])
        found.append(race(kind, means, iterations, seed, **options))
    return found


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_intervals_hold_the_truth_and_values_are_not_biased(kind: int) -> None:
    found = races(kind, 400)
    rows = [
        (row, held)
        for race in found
        for row, held in zip(race.found.moves, race.held(), strict=True)
    ]
    assert np.mean([held for _, held in rows]) >= 0.93
    assert np.mean([held for row, held in rows if row.dropped]) >= 0.93
    best = [race.held()[0] for race in found]
    assert np.mean(best) >= 0.93
    errors = np.array([race.errors()[0] for race in found])
    assert abs(errors.mean()) < 3 * errors.std() / np.sqrt(len(errors))


def test_what_came_out_best_of_many_equal_ones_is_not_told_to_be_better() -> None:
    found = [race(WON, [0.2] * 12, 1_200, seed, bond=0.0) for seed in range(150)]
    errors = np.array([race.errors()[0] for race in found])
    assert abs(errors.mean()) < 3 * errors.std() / np.sqrt(len(errors))
    naive = np.array([race.found.moves[0].means[0] - 0.2 for race in found])
    assert naive.mean() > 0.01  # all its games, those that made it come out best among them


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_rows_are_in_the_order_of_their_values(kind: int) -> None:
    for found in races(kind, 60):
        values = [each.score.value for each in found.shown]
        assert values == sorted(values, reverse=True)
        for each in found.shown:
            assert each.loss == pytest.approx(values[0] - each.score.value, abs=1e-9)
            assert each.score.low <= each.score.value <= each.score.high
            assert each.payoffs[0] == each.score.value


def test_games_that_all_end_alike_prove_nothing() -> None:
    found = race(WON, [0.07] * 8, 128, 3)
    for each in found.shown:
        assert each.score.low < each.score.high
        assert each.score.high > 0.07


def test_a_difference_that_leads_out_of_bounds_leaves_an_interval() -> None:
    """A move compared with one that was lucky, and through it with another."""
    for seed in range(40):
        random = Random(seed)
        means = [random.choice([0.01, 0.03, 0.95, 0.99]) for _ in range(24)]
        sides = [[*range(8)], [*range(8, 16)], [*range(16, 24)]]
        found = race(WON, means, 2_000, seed, sides=sides)
        assert all(each.score.low < each.score.high for each in found.shown)
        assert np.mean(found.held()) > 0.75


def test_what_is_settled_is_true() -> None:
    """Near ties, looked at again and again: at most one answer in twenty names a worse move."""
    random = Random(5)
    said = wrong = 0
    count = cases(300)
    for seed in range(count):
        means = [0.5 + random.choice([0, 0.005, 0.01, 0.02]) for _ in range(random.choice([2, 6]))]
        found = race(WON, means, 12_000, seed, bond=0.9, drop_at=2.0).found
        if settled(found) and found.stopped is StoppedBy.SETTLED:
            said += 1
            wrong += means[found.moves[0].move] < max(means)
    assert wrong <= 0.05 * count
    clear = [race(WON, [0.5, 0.7, 0.4, 0.3], 20_000, seed).found for seed in range(40)]
    assert all(found.stopped is StoppedBy.SETTLED and settled(found) for found in clear)
    assert all(found.moves[0].move == 1 for found in clear)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_what_is_settled_lies_outside_of_the_interval_shown(kind: int) -> None:
    """However soon it is settled, no difference shown with its ± reaches as far as the best."""
    said = 0
    for seed in range(200):
        random = Random(seed)
        means = [0.5, 0.5 - random.choice([0.05, 0.1, 0.2])]
        found = race(kind, [20 * m for m in means] if kind == POINTS else means, 6_000, seed)
        if settled(found.found):
            said += 1
            ends = ENDS.get(kind, (0.0, 1.0))
            rows = [row for row in found.found.moves[1:] if row.gap or row.gap_se]
            halves = [half_shown(row, found.found.span, ends) for row in rows]
            pairs = zip(rows, halves, strict=True)
            assert all(min(row.gap, row.loss) > half for row, half in pairs)
    assert said > 20


def test_settled_means_that_every_rival_is_behind() -> None:
    for seed in range(60):
        random = Random(seed)
        means = [random.random() for _ in range(12)]
        found = race(SHARED, means, 4_000, seed, drop_at=2.0).found
        if found.stopped is StoppedBy.SETTLED:
            assert settled(found)
        if settled(found):
            assert all(
                row.gap > 2 * row.gap_se or row.gap == row.gap_se == 0 for row in found.moves[1:]
            )


def test_the_best_of_every_side_is_found() -> None:
    random, held, behind = Random(1), [], []
    for seed in range(20):
        means = [random.random() for _ in range(30)]
        sides = [[*range(20, 30)], [*range(3)], [*range(3, 20)]]
        found = race(WON, means, 6_000, seed, sides=sides)
        rows = {row.move: row for row in found.found.moves}
        assert set(rows) == set(range(30))
        assert sum(row.visits for row in rows.values()) == found.found.iterations <= 6_000
        values = [each.score.value for each in found.shown]
        assert values == sorted(values, reverse=True)
        for side in sides:
            (best,) = [move for move in side if not rows[move].dropped]
            assert all(rows[best].loss <= rows[move].loss for move in side)
            assert rows[side[0]].visits >= sorted(rows[move].visits for move in side)[-2]
            behind.append(max(means[move] for move in side) - means[best])
        held += found.held()
    assert max(behind) < 0.2
    assert np.mean(behind) < 0.02
    assert np.mean(held) > 0.93


def naive_halving(means: list[float], sides: list[list[int]], games: int, seed: int) -> list[int]:
    """How often each ticket is played, every halving read off a race in which none is dropped."""
    visits, worlds = [0] * len(means), 0
    for left in range(max(1, (max(map(len, sides)) - 1).bit_length()), 0, -1):
        alive = [k for side in sides for k in side]
        more = (games - sum(visits)) // left // len(alive)
        worlds += more
        even = {"drop_at": 1e9, "settle": False, "value_share": 0.0, "trees": 1}
        found = race(WON, means, worlds * len(means), seed, **even).found
        mean = {row.move: row.means[0] for row in found.moves}
        for k in alive:
            visits[k] += more
        for i, side in enumerate(sides):
            best = sorted(side, key=lambda k: (-mean[k], k))
            kept = best[: -(-len(side) // 2)]
            if left > 1 and side[0] not in kept:
                kept = [*kept[: max(1, len(kept) - 1)], side[0]]
            sides[i] = [k for k in side if k in kept]
    return visits


def test_sides_are_halved_by_what_was_played() -> None:
    for seed in range(40):
        random = Random(seed)
        means = [random.random() for _ in range(random.randint(2, 14))]
        cut = random.randint(1, len(means) - 1)
        sides = [[*range(cut)], [*range(cut, len(means))]]
        found = race(WON, means, 900, seed, sides=sides, trees=1).found
        visits = {row.move: row.visits for row in found.moves}
        expected = naive_halving(means, [list(side) for side in sides], 900, seed)
        assert [visits[k] for k in range(len(means))] == expected
