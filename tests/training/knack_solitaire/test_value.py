"""The tables of K'nack Solitaire: a step of learning, and a short run of the command."""

import numpy as np
import pytest

from kibitz.heuristics.knack_solitaire.value import ONE, SIZE, add_up, stored_tables
from training.knack_solitaire import value


def chance(numbers: np.ndarray, terms: np.ndarray) -> float:
    return float(1 / (1 + np.exp(-add_up(numbers, terms, len(terms)))))


@pytest.mark.parametrize("wanted", [0.0, 1.0])
def test_a_chance_moves_towards_what_it_should_have_been(wanted: float) -> None:
    numbers, errors, sizes = (np.zeros(6) for _ in range(3))
    terms = np.array([4, 1], np.int64)
    seen = [chance(numbers, terms)]
    for _ in range(20):
        value.learn(numbers, errors, sizes, terms, len(terms), wanted)
        seen.append(chance(numbers, terms))
    assert seen == sorted(seen, reverse=wanted == 0)
    assert abs(seen[-1] - wanted) < 0.1
    assert np.flatnonzero(numbers).tolist() == [1, 4]


def test_numbers_that_contradict_themselves_settle() -> None:
    numbers, errors, sizes = (np.zeros(1) for _ in range(3))
    terms = np.zeros(1, np.int64)
    for turn in range(400):
        value.learn(numbers, errors, sizes, terms, 1, float(turn % 2))
    assert chance(numbers, terms) == pytest.approx(0.5, abs=0.1)


def test_a_short_run_writes_whole_numbers(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "value.npz"
    monkeypatch.setattr(value, "WEIGHTS", file)
    monkeypatch.setattr(value, "GAMES", 1)
    value.main(minutes=0.0005, seed=2, go_on=True)
    with np.load(file) as stored:
        numbers = stored["numbers"]
    assert (numbers.dtype, numbers.shape) == (np.int16, (SIZE,))
    before = stored_tables()["numbers"][0].astype(int)
    moved = np.abs(numbers - before)
    assert 0 < np.count_nonzero(moved) < SIZE / 2
    assert moved.max() < 8 * ONE
