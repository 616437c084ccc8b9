"""Long searches are held up for the turns of others, and their clocks with them."""

import threading
import time
from contextlib import suppress

from kibitz.contract.options import Limits
from kibitz.jobs import turns as turns_module
from kibitz.jobs.job import Cancelled
from kibitz.jobs.runner import Runner
from kibitz.jobs.study import StudyJob
from kibitz.jobs.turns import Turn, Turns
from kibitz.jobs.watchdog import Heartbeat
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.solvers.budget import Budget
from tests.jobs.helpers import check_once, ended, store_at, study, wait_for
from tests.jobs.test_turns import Hand


class Search:
    """A search by hand, which is held up where it looks at its flag."""

    def __init__(self, turns, client):
        self.turns, self.turn, self.cancel = turns, Turn(client), Heartbeat()
        self.looks, self.go, self.stopped = threading.Semaphore(0), True, threading.Event()
        self.seen = 0
        threading.Thread(target=self._search, daemon=True).start()

    def _search(self):
        with suppress(Cancelled):
            self.turns.take(self.turn, self.cancel)
            with self.cancel.pausing(lambda: self.turns.pause(self.turn, self.cancel)):
                while not self.cancel.is_set():
                    self.seen += 1
                    time.sleep(0.001)
        self.stopped.set()

    def goes_on(self, looks=3):
        """Wait until it has looked some more times."""
        before = self.seen
        wait_for(lambda: self.seen >= before + looks or self.stopped.is_set())
        return not self.stopped.is_set()

    def ends(self):
        """Let it come to its end."""
        self.turn.unit_done()
        self.cancel.set()
        assert self.stopped.wait(60)
        self.turns.leave(self.turn)


def test_long_searches_of_many_clients_take_turns_and_nobody_waits_for_their_end(monkeypatch):
    monkeypatch.setattr(turns_module, "TURN_SECONDS", 0.02)
    turns = Turns(WorkerPool(2))
    searches = [Search(turns, str(number)) for number in range(12)]
    assert all(search.goes_on() for search in searches)
    assert all(search.goes_on() for search in searches)  # each has had another turn
    small = Hand(turns, "small").wants()
    small._thread.join(60)
    assert small.turn in turns._holding
    assert len(turns._holding) <= 2  # itself, and one whose turn it was
    turns.leave(small.turn)
    for search in searches:
        assert search.cancel.paused_s > 0
        search.ends()


def test_beyond_so_many_long_searches_one_is_cut_short_and_waits(monkeypatch):
    monkeypatch.setattr(turns_module, "TURN_SECONDS", 0.02)
    monkeypatch.setattr(turns_module, "TRIAL_SECONDS", 0.1)
    monkeypatch.setattr(turns_module, "MOST_EXTRA", 0)
    monkeypatch.setattr(turns_module, "MOST_PAUSED", 3)
    turns = Turns(WorkerPool(2))
    searches = [Search(turns, str(number)) for number in range(3)]
    assert all(search.goes_on() for search in searches)
    wait_for(lambda: all(search.turn.paused for search in searches))
    late = Search(turns, "late")
    assert late.stopped.wait(60)
    assert (late.turn.cut, late.turn.paused) == (True, False)
    again = Hand(turns, "late")
    again.turn = late.turn
    again.wants()
    small = Hand(turns, "small").wants()
    small._thread.join(60)
    assert small.turn in turns._holding
    assert again.turn not in turns._holding
    turns.leave(small.turn)
    searches[0].ends()
    again._thread.join(60)
    assert again.turn in turns._holding
    assert again.turn.paused  # it counts as one of the long ones from now on
    turns.leave(again.turn)
    for search in searches[1:]:
        search.ends()


def test_a_search_that_is_cut_short_is_done_in_the_end(tmp_path, monkeypatch):
    """Each deal of a study is cut short once, and nothing of it is missing or twice there."""
    decide, cut = StudyJob.work, set()

    def pause(turns, turn, cancel):
        turn.cut = bool(cutting)
        return not cutting

    cutting = []

    def work(job, units, cancel):
        if units.start not in cut:
            cut.add(units.start)
            cutting.append(1)
            assert cancel.is_set()
            cutting.clear()
            raise Cancelled
        return decide(job, units, cancel)

    monkeypatch.setattr(Turns, "pause", pause)
    monkeypatch.setattr(StudyJob, "work", work)
    store = store_at(f"sqlite:///{tmp_path}/answers.sqlite")
    pool, job = WorkerPool(2), study(0, 6, 3)
    runner = Runner(store.url, pool, at_once=2)
    runner.start()
    name = store.submit(job).id
    assert ended(store, name).state == "done"
    monkeypatch.setattr(StudyJob, "work", decide)
    check_once(store, name, job)
    runner.stop()
    pool.close()
    store.close()
    assert cut == set(range(6))


def test_the_time_of_a_search_does_not_run_while_it_is_held_up():
    flag = Heartbeat()
    budget = Budget(Limits(time_ms=60_000), flag)
    before = budget.seconds_left()
    with flag.pausing(lambda: not threading.Event().wait(0.3)):
        assert not flag.is_set()
    assert flag.paused_s >= 0.3
    assert before - budget.seconds_left() < time.perf_counter() - budget._start - 0.3 + 0.001
    with flag.pausing(lambda: False):
        assert flag.is_set()
    assert not flag.is_set()
