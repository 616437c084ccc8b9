"""The two queues of the compute threads: order, bounds, deadlines, cancelled calls."""

import threading
from functools import partial

import pytest

from kibitz.jobs import worker_pool as module
from kibitz.jobs.worker_pool import Busy, Closed, Load, Room, WorkerPool
from tests.api.fakes import wait_for


class Held:
    """A call that runs until it is let go."""

    def __init__(self):
        self.started, self.go_on = threading.Event(), threading.Event()

    def __call__(self):
        self.started.set()
        assert self.go_on.wait(60)
        return self


@pytest.fixture
def held():
    made = []

    def make():
        made.append(Held())
        return made[-1]

    yield make
    for each in made:
        each.go_on.set()


def test_a_result_and_an_exception_come_back():
    pool = WorkerPool(1)
    assert pool.submit("interactive", lambda: 3).result(60) == 3
    with pytest.raises(ZeroDivisionError):
        pool.submit("batch", lambda: 1 // 0).result(60)
    pool.close()


def test_whoever_has_an_answer_finds_room_for_the_next_call(held):
    pool, first, seen = WorkerPool(1, interactive=Room(0)), held(), []
    future = pool.submit("interactive", first)

    def ask_again(_):
        seen.append((pool.load("interactive"), pool.submit("interactive", lambda: 5)))

    future.add_done_callback(ask_again)
    first.go_on.set()
    wait_for(lambda: seen)
    assert seen[0][0] == Load(0, 0)
    assert seen[0][1].result(60) == 5
    pool.close()


def test_interactive_calls_go_first(held):
    pool, first, order = WorkerPool(1), held(), []
    running = pool.submit("interactive", first)
    assert first.started.wait(60)
    batch = pool.submit("batch", lambda: order.append("batch"))
    quick = pool.submit("interactive", lambda: order.append("interactive"))
    assert pool.load("interactive") == Load(1, 1)
    assert pool.load("batch") == Load(0, 1)
    first.go_on.set()
    for future in (running, batch, quick):
        future.result(60)
    assert order == ["interactive", "batch"]
    pool.close()


def test_batch_calls_leave_a_thread_free(held):
    pool, first, second = WorkerPool(2), held(), held()
    one, two = pool.submit("batch", first), pool.submit("batch", second)
    assert first.started.wait(60)
    assert pool.submit("interactive", lambda: 5).result(60) == 5
    assert not second.started.is_set()
    first.go_on.set()
    second.go_on.set()
    assert (one.result(60), two.result(60)) == (first, second)
    pool.close()


def test_a_full_queue_refuses(held):
    pool, first = WorkerPool(1, interactive=Room(1)), held()
    pool.submit("interactive", first)
    assert first.started.wait(60)
    waiting = pool.submit("interactive", lambda: 1)
    with pytest.raises(Busy, match="1 request is being worked on, 1 waits") as caught:
        pool.submit("interactive", lambda: 2)
    assert caught.value.retry_s == 1
    assert not caught.value.late
    first.go_on.set()
    assert waiting.result(60) == 1
    pool.close()


def test_a_queue_for_none_takes_what_can_begin(held):
    pool, first = WorkerPool(1, interactive=Room(0)), held()
    pool.submit("interactive", first)
    assert first.started.wait(60)
    with pytest.raises(Busy):
        pool.submit("interactive", lambda: 2)
    pool.close()


def test_a_call_that_waits_too_long_is_refused_while_the_others_run(held):
    pool, first = WorkerPool(1, interactive=Room(8, 0.02)), held()
    pool.submit("interactive", first)
    assert first.started.wait(60)
    late = pool.submit("interactive", lambda: 1)
    with pytest.raises(Busy, match="no thread was free") as caught:
        late.result(60)
    assert caught.value.late
    assert pool.load("interactive") == Load(1, 0)
    pool.close()


def test_nothing_is_refused_as_late_while_a_thread_is_free(held):
    pool, first, told = WorkerPool(1, interactive=Room(1, 60.0)), held(), held()
    running = pool.submit("interactive", first)
    running.add_done_callback(lambda _: told())
    assert first.started.wait(60)
    waiting = pool.submit("interactive", lambda: 5)
    with pytest.raises(Busy):  # from now on calls are refused that wait
        pool.submit("interactive", lambda: 6)
    first.go_on.set()
    assert told.started.wait(60)  # the thread is free, but has not yet taken the next call
    with pytest.raises(TimeoutError):
        waiting.result(0.3)
    told.go_on.set()
    assert waiting.result(60) == 5
    pool.close()


def test_overload_makes_hasty():
    lane = module._Queue(Room(8, 5.0), 2)
    assert lane.patience_s(100) == 5.0
    lane.took(1.0)
    assert lane.usual_s == 1.0
    lane.standing_since = 100
    assert lane.patience_s(101.9) == 5.0
    assert lane.patience_s(102.1) == pytest.approx(module.HASTE)
    lane.standing_since = float("inf")
    assert lane.patience_s(102.1) == 5.0
    lane.refused_at = 102
    assert lane.patience_s(109.9) == pytest.approx(module.HASTE)
    assert lane.patience_s(110.1) == 5.0
    lane.took(2.0)
    assert lane.usual_s == pytest.approx(1.1)
    unbounded = module._Queue(Room(8), 2, usual_s=1.0, standing_since=0)
    assert unbounded.patience_s(1e6) == float("inf")


def test_overload_runs_the_newest_first(held, monkeypatch):
    monkeypatch.setattr(module._Queue, "overloaded", lambda *_: True)
    monkeypatch.setattr(module, "HASTE", 1e9)
    order: list[int] = []
    pool, first = WorkerPool(1, interactive=Room(8, 1e9)), held()
    running = pool.submit("interactive", first)
    assert first.started.wait(60)
    calls = [partial(order.append, number) for number in range(3)]
    futures = [pool.submit("interactive", call) for call in calls]
    first.go_on.set()
    for future in (running, *futures):
        future.result(60)
    assert order == [2, 1, 0]
    pool.close()


def test_a_cancelled_call_leaves_its_place(held):
    pool, first = WorkerPool(1, interactive=Room(1)), held()
    pool.submit("interactive", first)
    assert first.started.wait(60)
    waiting = pool.submit("interactive", lambda: 1)
    assert waiting.cancel()
    assert pool.load("interactive") == Load(1, 0)
    again = pool.submit("interactive", lambda: 2)
    first.go_on.set()
    assert again.result(60) == 2
    pool.close()


def test_a_closed_pool_let_running_calls_end(held):
    pool, first = WorkerPool(1), held()
    running = pool.submit("interactive", first)
    assert first.started.wait(60)
    waiting = pool.submit("batch", lambda: 1)
    pool.close()
    with pytest.raises(Closed):
        waiting.result(60)
    with pytest.raises(Closed):
        pool.submit("interactive", lambda: 1)
    first.go_on.set()
    assert running.result(60) is first
    wait_for(lambda: pool.load("interactive").running == 0, 60)
    pool.open()
    assert pool.submit("interactive", lambda: 6).result(60) == 6
    pool.close()
