"""Work in a process of its own finds the same, and its faults and its end are noticed."""

import os
import threading

import pytest

from kibitz.games.faults import BadInput
from kibitz.jobs.apart import Apart, Ended
from kibitz.jobs.job import Cancelled
from kibitz.jobs.study import StudyJob
from kibitz.jobs.watchdog import Heartbeat
from tests.jobs.helpers import study, wait_for


class Stand(StudyJob):
    """Does what its deals stand for."""

    def work(self, units, cancel):
        if self.first == 1:
            raise BadInput.one("/first", "range", "bad")
        if self.first == 2:
            raise ValueError("a fault")
        if self.first == 3:
            os._exit(1)
        while not cancel.is_set():
            pass
        return []


@pytest.fixture
def apart():
    with Apart(study(0, 6)) as apart:
        yield apart


def test_it_finds_the_same_and_ends_with_its_context():
    job, cancel = study(0, 6), Heartbeat()
    with Apart(job) as apart:
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


def _stand(monkeypatch, first):
    """A job whose process does what ``first`` stands for: it is told by a name to be imported."""
    monkeypatch.setattr("kibitz.jobs.apart._serve", serve_stand)
    return Apart(study(first, 1))


def serve_stand(text, pipe, looked):
    """What the process does instead."""
    from unittest import mock

    from kibitz.jobs import apart

    with mock.patch.object(StudyJob, "work", Stand.work):
        apart._serve(text, pipe, looked)


def test_faults_of_the_request_and_of_ours_come_back(monkeypatch):
    with _stand(monkeypatch, 1) as apart, pytest.raises(BadInput, match="bad"):
        apart.work(range(1), Heartbeat())
    with _stand(monkeypatch, 2) as apart, pytest.raises(RuntimeError, match="ValueError: a fault"):
        apart.work(range(1), Heartbeat())
    with _stand(monkeypatch, 3) as apart, pytest.raises(Ended):
        apart.work(range(1), Heartbeat())


def test_it_can_be_cancelled_and_its_signs_of_life_are_seen(monkeypatch):
    cancel, raised = Heartbeat(), []
    with _stand(monkeypatch, 4) as apart:
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
