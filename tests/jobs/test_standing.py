"""How far a job has come: the same as from reading all anew, but nothing is read twice."""

import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz.contract.options import Limits
from kibitz.jobs.kinds import read_job
from kibitz.jobs.standing import Gathering
from tests.jobs.helpers import study

MATCH = {"kind": "match", "game": "knaves", "hero": "rule", "rival": "random", "deals": 400}
SIZE, PARTS = 4, 90
ALONE = 3  # units, before there are parts


def row(kind, unit):
    if kind == "match":
        return {"deal": unit, "lone": unit / 7, "pair": None, "hands": 1, "decisions": [1, 1]}
    verdict = ("solvable", "unsolvable", "unknown")[unit % 3]
    return {"deal": unit, "verdict": verdict, "proof": None, "stopped_by": None, "nodes": unit * 7}


class Records:
    """The records of a job whose parts go on in any order; what is read of them is counted."""

    def __init__(self, job):
        self.job = job
        self.done: Counter[int] = Counter()  # chunks of two units that are kept of each
        self.begun, self.out = 0, 0
        self.read: Counter[str] = Counter()

    def units(self, number):
        return range(ALONE + number * SIZE, ALONE + (number + 1) * SIZE)

    def rows(self, units):
        return [row(self.job.kind, unit) for unit in units]

    def go_on(self, dice):
        """Something happens."""
        if self.begun < ALONE:
            self.begun += 1
        elif self.out < PARTS and dice.random() < 0.4:
            self.out += 1
        else:
            open_parts = [k for k in range(self.out) if self.done[k] < 2]
            for number in open_parts[1:] if dice.random() < 0.9 else open_parts:
                self.done[number] += dice.random() < 0.3

    def list_workflows(self, *, workflow_ids):
        known = {f"job-{number}": number for number in range(self.out)}
        return [self.recorded(name, known[name]) for name in workflow_ids if name in known]

    def recorded(self, name, number):
        self.read[name] += 1
        units, done = self.units(number), self.done[number]
        summary = self.job.summary(self.rows(units))
        return SimpleNamespace(
            workflow_id=name,
            input={"args": [units.start, units.stop, 2]},
            output={"seconds": 2.0, "summary": summary} if done == 2 else None,
            status="SUCCESS" if done == 2 else "PENDING",
            recovery_attempts=1,
        )

    def list_workflow_steps(self, name, offset=0):
        if name == "job":
            chunks = [range(unit, unit + 1) for unit in range(self.begun)]
        else:
            number = int(name.partition("-")[2])
            start = self.units(number).start
            chunks = [range(start + 2 * k, start + 2 * k + 2) for k in range(self.done[number])]
        found = [
            {"function_name": "chunk", "output": {"rows": self.rows(units), "seconds": 1.0}}
            for units in chunks
        ]
        self.read[name] += len(found[offset:]) if name == "job" else 0
        return found[offset:]


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("kind", ["study", "match"])
def test_what_is_gathered_bit_by_bit_is_what_is_kept(kind, in_order, monkeypatch):
    job = study(0, 400, 2) if kind == "study" else read_job(MATCH, Limits(memory_mb=256))
    monkeypatch.setattr(type(job), "in_order", in_order)
    records: Any = Records(job)
    dice = random.Random(1)
    gathering = Gathering("job", job)
    for turn in range(1_500):
        records.go_on(dice)
        if turn % 20:
            continue
        found = gathering.look(records)
        assert found == Gathering("job", job).look(records)
        done = [*range(records.begun)]
        for number in range(records.out):
            done += [*records.units(number)][: 2 * records.done[number]]
        assert found.done == len(done)
        if in_order:
            gap = next((k for k, unit in enumerate(done) if k != unit), len(done))
            done = done[:gap]
        assert found.result == (job.result(records.rows(done)) if found.done else None)
    assert records.out > PARTS // 2


def test_what_has_been_read_of_finished_parts_is_not_read_again():
    job = study(0, 400, 2)
    records: Any = Records(job)
    gathering = Gathering("job", job)
    records.begun, records.out = ALONE, PARTS
    records.done.update(dict.fromkeys(range(PARTS - 1), 2))
    first = gathering.look(records)
    records.read.clear()
    assert gathering.look(records) is first
    assert {*records.read} == {f"job-{PARTS - 1}"}
    records.done[PARTS - 1] = 2
    assert gathering.look(records).done == first.done + SIZE
    records.read.clear()
    gathering.look(records)
    assert not records.read
