from types import SimpleNamespace

import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.solvers import budget
from kibitz.solvers.budget import (
    FIRST_CHUNK,
    LARGEST_CHUNK,
    LEAST_CHUNK,
    Budget,
    Cancel,
    Progress,
    drive,
)


class Clock:
    """Time that passes only when a search works."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        clock = SimpleNamespace(perf_counter=self.read)
        monkeypatch.setattr("kibitz.solvers.budget.time", clock)

    def read(self) -> float:
        return self.now


class Counting:
    """A search of ``size`` nodes, ``cost`` seconds each, that ends as told."""

    def __init__(
        self, clock: Clock, size: int, *, cost: float = 1e-6, end: StoppedBy = StoppedBy.SOLVED
    ) -> None:
        self.clock, self.size, self.cost, self.end = clock, size, cost, end
        self.done = 0
        self.chunks: list[int] = []

    def advance(self, nodes: int) -> StoppedBy | None:
        self.chunks.append(nodes)
        step = min(nodes, self.size - self.done)
        self.done += step
        self.clock.now += step * self.cost
        return self.end if self.done == self.size else None

    def visited(self) -> int:
        return self.done

    def progress(self) -> Progress:
        return Progress(self.done, self.size, "nodes")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.mark.parametrize("end", [StoppedBy.SOLVED, StoppedBy.MEMORY])
def test_runs_until_the_search_ends(clock: Clock, end: StoppedBy) -> None:
    search = Counting(clock, 100_000, end=end)
    budget = Budget(Limits())
    assert drive(search, budget) is end
    assert search.done == budget.nodes == 100_000


def test_node_limit_is_never_passed(clock: Clock) -> None:
    for limit in (1, 64, FIRST_CHUNK - 1, FIRST_CHUNK, 12_345):
        search = Counting(clock, 100_000)
        budget = Budget(Limits(nodes=limit))
        assert drive(search, budget) is StoppedBy.NODES
        assert search.done == budget.nodes == limit


def test_an_answer_on_the_last_node_counts(clock: Clock) -> None:
    assert drive(Counting(clock, 5_000), Budget(Limits(nodes=5_000))) is StoppedBy.SOLVED


def test_nodes_of_an_earlier_search_count_against_the_budget(clock: Clock) -> None:
    budget = Budget(Limits(nodes=5_000))
    assert drive(Counting(clock, 3_000), budget) is StoppedBy.SOLVED
    second = Counting(clock, 3_000)
    assert drive(second, budget) is StoppedBy.NODES
    assert (second.done, budget.nodes) == (2_000, 5_000)


def test_nodes_visited_before_do_not_count_again(clock: Clock) -> None:
    search = Counting(clock, 10_000)
    search.advance(4_000)
    budget = Budget(Limits())
    drive(search, budget)
    assert budget.nodes == 6_000


def test_time_stops_within_a_chunk_of_the_limit(clock: Clock) -> None:
    search = Counting(clock, 10**9, cost=1e-5)
    budget = Budget(Limits(time_ms=1_000))
    assert drive(search, budget) is StoppedBy.TIME
    assert 1.0 <= clock.now < 1.0 + 2 * FIRST_CHUNK * 1e-5


def test_cancel_stops_at_the_next_chunk(clock: Clock) -> None:
    cancel = Cancel()
    search = Counting(clock, 10**9)
    heard: list[Progress] = []

    def listener(progress: Progress) -> None:
        heard.append(progress)
        if len(heard) == 3:
            cancel.set()

    assert drive(search, Budget(Limits(), cancel), listener) is StoppedBy.CANCELLED
    assert len(search.chunks) == len(heard) == 3


def test_spent_before_it_began(clock: Clock) -> None:
    budget = Budget(Limits(nodes=7))
    budget.nodes = 7
    search = Counting(clock, 100)
    assert drive(search, budget) is StoppedBy.NODES
    assert search.chunks == []


def test_chunks_adapt_to_the_cost_of_a_node(clock: Clock) -> None:
    fast = Counting(clock, 50_000_000, cost=1e-9)
    drive(fast, Budget(Limits()))
    assert fast.chunks[0] == FIRST_CHUNK
    assert max(fast.chunks) == LARGEST_CHUNK
    slow = Counting(clock, 50_000, cost=1e-3)
    drive(slow, Budget(Limits()))
    assert slow.chunks[1:] == [LEAST_CHUNK] * (len(slow.chunks) - 1)
    usual = Counting(clock, 1_000_000, cost=1e-6)
    drive(usual, Budget(Limits()))
    assert usual.chunks[-1] == pytest.approx(budget.CHUNK_SECONDS / 1e-6, rel=0.01)


def test_listener_hears_of_every_chunk_but_the_last(clock: Clock) -> None:
    heard: list[Progress] = []
    search = Counting(clock, 30_000)
    drive(search, Budget(Limits()), heard.append)
    assert len(heard) == len(search.chunks) - 1
    assert [entry.done for entry in heard] == sorted({entry.done for entry in heard})
