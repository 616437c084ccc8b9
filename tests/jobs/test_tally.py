"""What a study comes to: intervals that count undecided deals both ways, difficulty, files."""

import csv
import io

import pytest

from kibitz.contract.options import Limits
from kibitz.jobs.charts import study_csv, study_png
from kibitz.jobs.kinds import read_job
from kibitz.jobs.study import StudyJob, tallied
from kibitz.solvers.intervals import wilson


def row(deal, verdict, nodes):
    return {
        "deal": deal, "verdict": verdict, "proof": "none", "stopped_by": "solved", "nodes": nodes
    }  # fmt: skip


ROWS = [
    *(row(0, "solvable", 5), row(1, "unsolvable", 0), row(2, "unknown", 100)),
    *(row(3, "solvable", 4), row(4, "unsolvable", 8)),
]


def test_undecided_deals_count_both_ways():
    found = tallied(ROWS)
    assert (found.deals, found.solvable, found.unsolvable, found.undecided) == (5, 2, 2, 1)
    assert found.undecided_deals == [2]
    lost, won = found.winnable.if_lost, found.winnable.if_won
    assert (lost.value, lost.low, lost.high) == (0.4, *wilson(2, 5))
    assert (won.value, won.low, won.high) == (0.6, *wilson(3, 5))
    assert (found.winnable.low, found.winnable.high) == (lost.low, won.high)


def test_difficulty_goes_by_powers_of_two():
    bins = tallied(ROWS).difficulty
    assert [(b.at_least, b.below) for b in bins[:4]] == [(0, 1), (1, 2), (2, 4), (4, 8)]
    assert bins[3].solvable == 2
    assert bins[4].unsolvable == bins[0].unsolvable == bins[7].undecided == 1
    assert sum(b.solvable + b.unsolvable + b.undecided for b in bins) == 5
    assert [each.deal for each in tallied(ROWS).hardest] == [2, 4, 0, 3, 1]


def test_nothing_is_known_of_no_deals():
    found = tallied([])
    assert (found.deals, found.difficulty, found.hardest) == (0, [], [])
    assert (found.winnable.low, found.winnable.high) == (0, 1)


def test_the_table_holds_every_deal():
    read = list(csv.DictReader(io.StringIO(study_csv(ROWS))))
    assert [(int(r["deal"]), r["verdict"], int(r["nodes"])) for r in read] == [
        (r["deal"], r["verdict"], r["nodes"]) for r in ROWS
    ]


@pytest.mark.parametrize("rows", [ROWS, []], ids=["some", "none"])
def test_the_chart_is_a_picture_and_the_same_twice(rows):
    asked = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 4}
    job = read_job(asked, Limits())
    assert isinstance(job, StudyJob)
    drawn = study_png(job, tallied(rows))
    assert drawn.startswith(b"\x89PNG\r\n\x1a\n")
    assert drawn == study_png(job, tallied(rows))
