import threading
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.solvers.budget import Budget, Cancel

FIELDS = ("time_ms", "nodes", "iterations", "memory_mb")
LIMITS = st.builds(Limits, **{name: st.none() | st.integers(1, 50) for name in FIELDS})


@given(LIMITS, LIMITS)
def test_within_takes_the_smaller_of_each(asked: Limits, cap: Limits) -> None:
    both = asked.within(cap)
    assert both == cap.within(asked)
    for name in FIELDS:
        given_values = [v for v in (getattr(asked, name), getattr(cap, name)) if v is not None]
        assert getattr(both, name) == (min(given_values) if given_values else None)


@given(LIMITS, LIMITS)
def test_over_completes_what_was_not_asked(asked: Limits, default: Limits) -> None:
    both = asked.over(default)
    for name in FIELDS:
        wanted = getattr(asked, name)
        assert getattr(both, name) == (getattr(default, name) if wanted is None else wanted)


@pytest.mark.parametrize(
    "data",
    [
        {"time_ms": 0},
        {"time_ms": 3_600_001},
        {"nodes": 0},
        {"nodes": 10**12 + 1},
        {"iterations": -1},
        {"memory_mb": 0},
        {"nodes": 1.0},
        {"nodes": "1"},
        {"nodes": True},
        {"seconds": 1},
    ],
    ids=str,
)
def test_bad_limits_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Limits.model_validate(data)


def test_limits_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Limits(nodes=3).nodes = 4  # type: ignore[misc]


def test_without_limits_nothing_stops() -> None:
    budget = Budget(Limits())
    budget.nodes = budget.iterations = 10**15
    assert budget.stopped() is None
    assert budget.seconds_left() == float("inf")
    assert budget.memory_bytes() > 1 << 39


def test_each_limit_stops() -> None:
    budget = Budget(Limits(nodes=10, iterations=5, memory_mb=3))
    assert budget.memory_bytes() == 3 << 20
    assert budget.stopped() is None
    budget.nodes = 9
    assert (budget.nodes_left(), budget.stopped()) == (1, None)
    budget.iterations = 5
    assert (budget.iterations_left(), budget.stopped()) == (0, StoppedBy.ITERATIONS)
    budget.nodes = 10
    assert budget.stopped() is StoppedBy.NODES


def test_time_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("kibitz.solvers.budget.time", SimpleNamespace(perf_counter=lambda: now[0]))
    budget = Budget(Limits(time_ms=1_500))
    now[0] = 101.25
    assert budget.elapsed() == 1.25
    assert budget.seconds_left() == 0.25
    assert budget.stopped() is None
    now[0] = 101.5
    assert budget.stopped() is StoppedBy.TIME


def test_cancel_comes_first_and_from_any_thread() -> None:
    cancel = Cancel()
    budget = Budget(Limits(nodes=1), cancel)
    budget.nodes = 1
    assert budget.stopped() is StoppedBy.NODES
    thread = threading.Thread(target=cancel.set)
    thread.start()
    thread.join()
    assert cancel.is_set()
    assert budget.stopped() is StoppedBy.CANCELLED


def test_share_has_part_of_the_time_and_all_of_the_counters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("kibitz.solvers.budget.time", SimpleNamespace(perf_counter=lambda: now[0]))
    cancel = Cancel()
    whole = Budget(Limits(time_ms=4_000, nodes=100, iterations=100), cancel)
    now[0] = 2.0
    part = whole.share(0.5)
    assert part.seconds_left() == 1.0
    part.nodes += 30
    assert (whole.nodes, part.nodes, whole.nodes_left(), part.nodes_left()) == (30, 30, 70, 70)
    whole.nodes += 20
    assert part.nodes == 50
    part.iterations += 7
    assert (whole.iterations, part.iterations, whole.iterations_left()) == (7, 7, 93)
    now[0] = 3.0
    assert part.stopped() is StoppedBy.TIME
    assert whole.stopped() is None
    cancel.set()
    assert part.stopped() is StoppedBy.CANCELLED


def test_share_of_unlimited_time_is_unlimited() -> None:
    assert Budget(Limits()).share(0.25).seconds_left() == float("inf")


def test_portion_has_part_of_the_iterations_as_well() -> None:
    whole = Budget(Limits(iterations=100, nodes=9))
    whole.iterations += 20
    part = whole.portion(0.5)
    assert (part.iterations_left(), part.nodes_left()) == (40, 9)
    part.iterations += 40
    assert part.stopped() is StoppedBy.ITERATIONS
    assert (whole.iterations_left(), whole.stopped()) == (40, None)
    assert whole.portion(0.001).iterations_left() == 1
    assert Budget(Limits()).portion(0.5).stopped() is None
