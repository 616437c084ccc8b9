"""Two lanes to the compute threads: order, bounds, deadlines, cancelled calls."""

import threading
from functools import partial

import pytest

from kibitz.solvers import lanes as module
from kibitz.solvers.lanes import Busy, Closed, Lanes, Load, Room
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
    lanes = Lanes(1)
    assert lanes.submit("interactive", lambda: 3).result(60) == 3
    with pytest.raises(ZeroDivisionError):
        lanes.submit("batch", lambda: 1 // 0).result(60)
    lanes.close()


def test_interactive_calls_go_first(held):
    lanes, first, order = Lanes(1), held(), []
    running = lanes.submit("interactive", first)
    assert first.started.wait(60)
    batch = lanes.submit("batch", lambda: order.append("batch"))
    quick = lanes.submit("interactive", lambda: order.append("interactive"))
    assert lanes.load("interactive") == Load(1, 1)
    assert lanes.load("batch") == Load(0, 1)
    first.go_on.set()
    for future in (running, batch, quick):
        future.result(60)
    assert order == ["interactive", "batch"]
    lanes.close()


def test_batch_calls_leave_a_thread_free(held):
    lanes, first, second = Lanes(2), held(), held()
    one, two = lanes.submit("batch", first), lanes.submit("batch", second)
    assert first.started.wait(60)
    assert lanes.submit("interactive", lambda: 5).result(60) == 5
    assert not second.started.is_set()
    first.go_on.set()
    second.go_on.set()
    assert (one.result(60), two.result(60)) == (first, second)
    lanes.close()


def test_a_full_queue_refuses(held):
    lanes, first = Lanes(1, interactive=Room(1)), held()
    lanes.submit("interactive", first)
    assert first.started.wait(60)
    waiting = lanes.submit("interactive", lambda: 1)
    with pytest.raises(Busy, match="1 requests are being worked on, 1 wait") as caught:
        lanes.submit("interactive", lambda: 2)
    assert caught.value.retry_s == 1
    assert not caught.value.late
    first.go_on.set()
    assert waiting.result(60) == 1
    lanes.close()


def test_a_queue_for_none_takes_what_can_begin(held):
    lanes, first = Lanes(1, interactive=Room(0)), held()
    lanes.submit("interactive", first)
    assert first.started.wait(60)
    with pytest.raises(Busy):
        lanes.submit("interactive", lambda: 2)
    lanes.close()


def test_a_call_that_waits_too_long_is_refused_while_the_others_run(held):
    lanes, first = Lanes(1, interactive=Room(8, 0.02)), held()
    lanes.submit("interactive", first)
    assert first.started.wait(60)
    late = lanes.submit("interactive", lambda: 1)
    with pytest.raises(Busy, match="no thread was free") as caught:
        late.result(60)
    assert caught.value.late
    assert lanes.load("interactive") == Load(1, 0)
    lanes.close()


def test_overload_makes_hasty():
    lane = module._Lane(Room(8, 5.0), 2)
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
    unbounded = module._Lane(Room(8), 2, usual_s=1.0, standing_since=0)
    assert unbounded.patience_s(1e6) == float("inf")


def test_overload_runs_the_newest_first(held, monkeypatch):
    monkeypatch.setattr(module._Lane, "overloaded", lambda *_: True)
    monkeypatch.setattr(module, "HASTE", 1e9)
    order: list[int] = []
    lanes, first = Lanes(1, interactive=Room(8, 1e9)), held()
    running = lanes.submit("interactive", first)
    assert first.started.wait(60)
    calls = [partial(order.append, number) for number in range(3)]
    futures = [lanes.submit("interactive", call) for call in calls]
    first.go_on.set()
    for future in (running, *futures):
        future.result(60)
    assert order == [2, 1, 0]
    lanes.close()


def test_a_cancelled_call_leaves_its_place(held):
    lanes, first = Lanes(1, interactive=Room(1)), held()
    lanes.submit("interactive", first)
    assert first.started.wait(60)
    waiting = lanes.submit("interactive", lambda: 1)
    assert waiting.cancel()
    assert lanes.load("interactive") == Load(1, 0)
    again = lanes.submit("interactive", lambda: 2)
    first.go_on.set()
    assert again.result(60) == 2
    lanes.close()


def test_closed_lanes_let_running_calls_end(held):
    lanes, first = Lanes(1), held()
    running = lanes.submit("interactive", first)
    assert first.started.wait(60)
    waiting = lanes.submit("batch", lambda: 1)
    lanes.close()
    with pytest.raises(Closed):
        waiting.result(60)
    with pytest.raises(Closed):
        lanes.submit("interactive", lambda: 1)
    first.go_on.set()
    assert running.result(60) is first
    wait_for(lambda: lanes.load("interactive").running == 0, 60)
    lanes.open()
    assert lanes.submit("interactive", lambda: 6).result(60) == 6
    lanes.close()
