"""What a study comes to: intervals that count undecided deals both ways, difficulty, files."""

import csv
import io
import tracemalloc

import numpy as np
import pytest

from kibitz.contract.answers import Verdict
from kibitz.contract.options import Limits
from kibitz.jobs.charts import study_csv, study_png
from kibitz.jobs.kinds import read_job
from kibitz.jobs.local import run_here
from kibitz.jobs.study import StudyJob
from kibitz.jobs.tally import HARDEST, Tally
from kibitz.solvers.budget import Cancel
from kibitz.solvers.intervals import wilson
from tests.jobs.helpers import study
from tests.naive.study import result_of


def row(deal, verdict, nodes):
    return {
        "deal": deal, "verdict": verdict, "proof": "none", "stopped_by": "solved", "nodes": nodes
    }  # fmt: skip


ROWS = [
    *(row(0, "solvable", 5), row(1, "unsolvable", 0), row(2, "unknown", 100)),
    *(row(3, "solvable", 4), row(4, "unsolvable", 8)),
]


def tallied(rows):
    return Tally().add(rows).result()


def some_rows(count, seed):
    """Rows of any verdict, many of them with equal nodes."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, 12, count)
    return [
        row(deal, [*Verdict][rng.integers(3)], int(rng.integers(0, 1 << size)))
        for deal, size in enumerate(sizes)
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


@pytest.mark.parametrize("count", [0, 1, 7, 300, 4000])
def test_a_tally_is_what_counting_all_rows_comes_to(count):
    rows = some_rows(count, seed=count)
    expected = result_of(rows)
    for size in (1, 13, 5000):
        tally = Tally()
        for first in range(0, count, size):
            tally.add(rows[first : first + size])
        assert tally.result().model_dump() == expected
        studies = [tallied(rows[first : first + size]) for first in range(0, count, size)]
        joined = Tally()
        for each in studies[::-1]:
            joined.include(each)
        assert joined.result().model_dump() == expected


def test_a_study_in_chunks_is_tallied_as_they_pass():
    job = study(0, 300, 50)
    rows = job.work(range(300), Cancel())
    assert job.gathered(run_here(job, Cancel())) == job.result(rows)
    assert job.result(rows).model_dump() == result_of(rows)


def test_memory_does_not_grow_with_the_number_of_deals(monkeypatch):
    """Ten times as many deals, most of them undecided: the peak is that of a chunk."""

    def invented(self, units, cancel):
        return [row(unit, "unknown" if unit % 3 else "solvable", unit % 977) for unit in units]

    monkeypatch.setattr(StudyJob, "work", invented)
    peaks = []
    for deals in (5_000, 10_000, 100_000):
        job = study(0, deals, 500)
        tracemalloc.start()
        found = job.gathered(run_here(job, Cancel()))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert (found.deals, len(found.hardest)) == (deals, HARDEST)
        assert found.undecided_deals == [n for n in range(1500) if n % 3]
    assert peaks[2] < 1.5 * peaks[1]


def test_only_a_service_limits_the_number_of_deals():
    asked = {"kind": "study", "game": "knotty-nines", "first": 1, "last": 10_000_000}
    job = read_job(asked, Limits(), stored=False)
    assert job.units() == 10_000_000
    assert max(map(len, job.chunks())) == 10_000


def test_the_table_holds_every_deal():
    whole = study_csv(ROWS)
    assert study_csv(ROWS[:2]) + study_csv(ROWS[2:], headed=False) == whole
    read = list(csv.DictReader(io.StringIO(whole)))
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
