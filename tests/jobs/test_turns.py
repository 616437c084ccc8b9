"""Jobs of different clients take turns, whoever has submitted more and however long they are."""

import threading
import time
from contextlib import suppress

import pytest
from sqlalchemy import make_url

from kibitz.jobs import turns as turns_module
from kibitz.jobs.errors import TooManyOfClient
from kibitz.jobs.job import Cancelled
from kibitz.jobs.owners import Owner
from kibitz.jobs.runner import Runner
from kibitz.jobs.store import JobStore
from kibitz.jobs.study import StudyJob
from kibitz.jobs.turns import Turn, Turns
from kibitz.jobs.watchdog import Heartbeat
from kibitz.jobs.worker_pool import WorkerPool
from tests.jobs.helpers import ended, study, wait_for

MANY, FEW, THIRD = (Owner(f"address:192.0.2.{number}") for number in (1, 2, 3))
LONG = 1_000  # the first deal of the studies that take long
STUDIES = 40


@pytest.fixture
def store(tmp_path):
    url = make_url(f"sqlite:///{tmp_path}/jobs.sqlite")
    store = JobStore(url, most_of_client=STUDIES)
    yield store
    store.close()


@pytest.fixture
def runner(store):
    """A runner with one thread for long work."""
    pool = WorkerPool(2)
    runner = Runner(store.url, pool, at_once=2)
    yield runner
    runner.stop()
    pool.close()


@pytest.fixture
def work(monkeypatch):
    """The deals in the order in which they are decided; from ``LONG`` on each waits for a go."""
    done: list[int] = []
    go, decide = threading.Event(), StudyJob.work

    def work(job, units, cancel):
        if job.first >= LONG:
            while not go.wait(0.01):
                if cancel.is_set():
                    raise Cancelled
        found = decide(job, units, cancel)
        done.extend(row["deal"] for row in found)
        return found

    monkeypatch.setattr(StudyJob, "work", work)
    yield done, go
    go.set()


def test_a_small_study_does_not_wait_for_two_hundred_of_another_client(
    store, runner, work, monkeypatch
):
    monkeypatch.setattr(turns_module, "TURN_SECONDS", 0.05)
    done, go = work
    for number in range(STUDIES):
        store.submit(study(LONG + 100 * number, 100, chunk_size=100), owner=MANY)
    go.set()
    runner.start()
    wait_for(lambda: done)
    small = store.submit(study(0, 10), owner=FEW).id
    wait_for(lambda: store.status(small).state != "queued")
    before = len(done)
    assert ended(store, small).state == "done"
    assert len(done) - before < 400  # of 4,000
    states = [each.state for each in store.still_open()]
    assert states.count("queued") >= STUDIES - 10
    assert states.count("running") <= 2


def test_a_unit_that_takes_long_does_not_hold_up_another_client(store, runner, work, monkeypatch):
    monkeypatch.setattr(turns_module, "OVERRUN_SECONDS", 0.2)
    done, go = work
    stuck = [store.submit(study(LONG, 5), owner=MANY).id for _ in range(3)]
    runner.start()
    wait_for(lambda: [store.status(name).state for name in stuck].count("running") == 2)
    small = [
        store.submit(study(10 * k, 10), owner=owner).id for k, owner in enumerate((FEW, THIRD))
    ]
    assert [ended(store, name).state for name in small] == ["done", "done"]
    assert sorted(done) == list(range(20))
    assert [store.status(name).progress.done for name in stuck] == [0] * 3
    go.set()
    assert {ended(store, name).state for name in stuck} == {"done"}


def test_more_jobs_than_a_client_may_have_are_refused(store):
    first = store.submit(study(), "a key", MANY)
    for _ in range(STUDIES - 1):
        store.submit(study(), owner=MANY)
    with pytest.raises(TooManyOfClient, match=f"{STUDIES} jobs of this client are waiting"):
        store.submit(study(), owner=MANY)
    assert store.submit(study(), "a key", MANY) == first
    other = store.submit(study(), owner=FEW)
    assert other.state == "queued"
    store.cancel(first.id)
    assert store.submit(study(), owner=MANY).state == "queued"


class Hand:
    """A job of a client by hand: it asks for turns and says when it has one."""

    def __init__(self, turns, client):
        self.turn, self.cancel = Turn(client), Heartbeat()
        self._turns, self._thread = turns, threading.Thread()

    def wants(self):
        """Wait for a turn in a thread."""
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()
        return self

    def _take(self):
        with suppress(Cancelled):
            self._turns.take(self.turn, self.cancel)

    def has(self):
        self._thread.join(1.0)
        return not self._thread.is_alive()

    def waits(self):
        self._thread.join(0.05)
        return self._thread.is_alive()


def test_the_client_whose_turn_was_longest_ago_comes_first():
    turns = Turns(WorkerPool(2))
    assert Hand(turns, "a").wants().has()
    order = []
    jobs = [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 1)]

    def work(client):
        turn, cancel = Turn(client), Heartbeat()
        turns.take(turn, cancel)
        order.append(client)
        turns.leave(turn)

    first = next(iter(turns._holding))
    threads = [threading.Thread(target=work, args=(client,)) for client, _ in jobs]
    for number, thread in enumerate(threads):
        thread.start()
        wait_for(lambda number=number: len(turns._waiting) == number + 1)
    turns.leave(first)
    for thread in threads:
        thread.join()
    assert sorted(order[:3]) == ["a", "b", "c"]
    assert order[0] != "a"


def test_a_turn_is_kept_while_it_lasts_and_while_nobody_waits(monkeypatch):
    turns = Turns(WorkerPool(2))
    mine = Hand(turns, "a").wants()
    assert mine.has()
    monkeypatch.setattr(turns_module, "TURN_SECONDS", 0.0)
    assert mine.wants().has()  # nobody else waits
    monkeypatch.setattr(turns_module, "TURN_SECONDS", 60.0)
    other = Hand(turns, "b").wants()
    assert other.waits()
    assert mine.wants().has()  # it lasts
    monkeypatch.setattr(turns_module, "TURN_SECONDS", 0.0)
    mine.wants()
    assert other.has()
    assert mine.waits()
    turns.leave(other.turn)
    assert mine.has()


def test_who_waits_can_be_cancelled():
    turns, raised = Turns(WorkerPool(2)), []
    turns.take(Turn("a"), Heartbeat())
    turn, cancel = Turn("b"), Heartbeat()

    def wait():
        try:
            turns.take(turn, cancel)
        except Cancelled:
            raised.append(turn)

    thread = threading.Thread(target=wait)
    thread.start()
    cancel.set()
    thread.join()
    assert raised == [turn]
    assert turns._waiting == []


def test_a_single_thread_is_left_to_those_who_wait_for_an_answer():
    pool, go = WorkerPool(1), threading.Event()
    turns, turn = Turns(pool), Turn("a")
    turns.take(turn, Heartbeat())
    running = turns.run(turn, go.wait)
    assert pool.submit("interactive", lambda: "answered").result(60) == "answered"
    assert not running.done()
    go.set()
    assert running.result(60)
    pool.close()


def test_extra_threads_are_for_other_clients_and_not_too_many(monkeypatch):
    monkeypatch.setattr(turns_module, "OVERRUN_SECONDS", 0.0)
    monkeypatch.setattr(turns_module, "MOST_EXTRA", 2)
    pool, go = WorkerPool(2), threading.Event()
    turns, running = Turns(pool), []

    def holds(client):
        hand = Hand(turns, client)
        turns.take(hand.turn, hand.cancel)
        running.append(turns.run(hand.turn, go.wait))
        time.sleep(0.02)

    for client in "abc":
        holds(client)
    assert pool.load("batch").running == 1
    late = [Hand(turns, client).wants() for client in "ad"]
    assert all(each.waits() for each in late)
    go.set()
    assert [each.result(5) for each in running] == [True] * 3
    for each in late:
        each.cancel.set()
    pool.close()
