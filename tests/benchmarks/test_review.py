"""The benchmark of reviews: units are kept, means take the decisions of a game together."""

import argparse
import json
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest

from benchmarks import review
from benchmarks.review import ALONE, ROWS, UNITS, UNITS_ALONE, add_options, clustered, measured
from kibitz.solvers.catalogue import find


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser)
    return parser.parse_args([*words])


@pytest.mark.parametrize(
    ("test", "name", "first", "more"),
    [
        ("planted", "knock-rummy", 4, ["--rounds", "50", "--iterations", "200"]),
        ("levels", "knock-rummy", 4, ["--rounds", "50"]),
        ("luck", "knock-rummy", 4, ["--playouts", "8"]),
        ("shares", "knock-rummy", 4, ["--iterations", "200"]),
        ("planted", "knotty-nines", 18, []),
        ("wins", "knack-solitaire", 18, ["--rules", '{"redeals": 0}']),
    ],
)
def test_a_unit_is_measured_once_and_kept(
    test: str, name: str, first: int, more: list[str], tmp_path: Path, monkeypatch
) -> None:
    game, kept = find(name).game, tmp_path / "kept.jsonl"
    words = ["--games", "2", "--first", str(first), "--decisions", "2", "--keep", str(kept), *more]
    args = options(*words)
    found = measured(test, game, args)
    assert [json.loads(line)["found"] for line in kept.read_text().splitlines()] == found
    assert len(ROWS[test](game, found, args)[0]) == len(review.HEADERS[test])

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setitem(UNITS_ALONE if name in ALONE else UNITS, test, never)
    assert measured(test, game, args) == found
    with pytest.raises(AssertionError):
        measured(test, game, options(*words, "--rounds", "51"))


def test_errors_of_means_are_those_of_games() -> None:
    games = [[1.0, 2.0], [4.0, 5.0], [0.0, 0.0]]
    means = [fmean(each) for each in games]
    error = stdev(means) / sqrt(len(games))
    assert clustered(games, 1.0) == f"{fmean(means):.3f} ± {error:.3f}"
    assert clustered(games, 100.0) == f"{100 * fmean(means):.3f} ± {100 * error:.3f}"
