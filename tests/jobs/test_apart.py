"""Work in a process of its own finds the same, and its faults and its end are noticed."""

import threading

import pytest

from kibitz.games.faults import BadInput
from kibitz.jobs import apart as apart_module
from kibitz.jobs.apart import Apart, Ended
from kibitz.jobs.job import Cancelled
from kibitz.jobs.watchdog import Heartbeat
from tests.forked import spawned_anew
from tests.jobs.helpers import study, wait_for
from tests.jobs.stand_in import serve_stand_in


@pytest.fixture
def apart():
    with Apart(study(0, 6)) as apart:
        yield apart


def test_it_finds_the_same_and_ends_with_its_context():
    job, cancel = study(0, 6), Heartbeat()
    with spawned_anew(), Apart(job) as apart:
        parts = [apart.work(units, cancel) for units in (range(2), range(2, 6))]
        process = apart._process
        assert process.is_alive()
    assert parts[0] + parts[1] == job.work(range(6), cancel)
    assert not process.is_alive()


def test_its_end_is_noticed_and_another_takes_its_place(apart):
    cancel = Heartbeat()
    apart.ready(cancel)
    apart._process.kill()
    with pytest.raises(Ended):
        apart.work(range(2), cancel)
    assert len(apart.work(range(2), cancel)) == 2


def test_faults_of_the_request_and_of_ours_come_back(monkeypatch):
    monkeypatch.setattr(apart_module, "_serve", serve_stand_in)
    with Apart(study(1, 1)) as apart, pytest.raises(BadInput, match="bad"):
        apart.work(range(1), Heartbeat())
    with Apart(study(2, 1)) as apart, pytest.raises(RuntimeError, match="ValueError: a fault"):
        apart.work(range(1), Heartbeat())
    with Apart(study(3, 1)) as apart, pytest.raises(Ended):
        apart.work(range(1), Heartbeat())


def test_it_can_be_cancelled_and_its_signs_of_life_are_seen(monkeypatch):
    monkeypatch.setattr(apart_module, "_serve", serve_stand_in)
    cancel, raised = Heartbeat(), []
    with Apart(study(4, 1)) as apart:
        apart.ready(cancel)
        ready = cancel.looked

        def work():
            try:
                apart.work(range(1), cancel)
            except Cancelled as error:
                raised.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        wait_for(lambda: cancel.looked > ready)
        cancel.set()
        thread.join(60)
    assert raised
