"""Compiling ahead of time: games in processes apart, those that are asked for first."""

import threading

import pytest

from kibitz.solvers import compiling
from kibitz.solvers.budget import Progress
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.compiling import (
    Compiling,
    NotCompiled,
    compile_apart,
    compile_game,
    is_compiled,
    longest_first,
    mark_of,
)


@pytest.fixture
def cache(monkeypatch, tmp_path):
    """An empty kernel cache as far as marks go; the kernels themselves stay where they are."""
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path)
    return tmp_path


def test_a_game_is_marked_when_its_kernels_are_there(cache, monkeypatch):
    calls: list[object] = []
    monkeypatch.setattr(SOLVERS["knaves"], "warm", calls.append, raising=False)
    assert not is_compiled("knaves")
    compile_game("knaves")
    assert is_compiled("knaves")
    assert len(calls) == 1
    assert mark_of("knaves").parent == cache
    assert mark_of("knaves") != mark_of("knack")


def test_a_game_that_cannot_be_compiled_is_not_marked(cache, monkeypatch):
    def broken(_):
        raise OSError("no room")

    monkeypatch.setattr(SOLVERS["knack"], "warm", broken, raising=False)
    with pytest.raises(OSError, match="no room"):
        compile_game("knack")
    assert not is_compiled("knack")


def test_a_process_apart_reports_every_step():
    heard: list[Progress] = []
    compile_apart("knaves", heard.append, threading.Event())
    steps = len(SOLVERS["knaves"].warming_steps())
    assert [progress.done for progress in heard] == [*range(steps + 1)]
    assert heard[-1].total == steps
    assert is_compiled("knaves")


def test_a_process_that_fails_is_reported_with_what_it_wrote():
    with pytest.raises(NotCompiled, match=r"(?s)compiling chess ended with 1\n.*KeyError: 'chess'"):
        compile_apart("chess", lambda _: None, threading.Event())


def test_a_process_is_ended_when_nobody_waits_for_it_any_more():
    stop = threading.Event()
    stop.set()
    compile_apart("knaves", lambda _: None, stop)


def test_the_longest_go_first():
    assert longest_first(["knaves", "knock-rummy", "hand-knee-foot"]) == [
        *("hand-knee-foot", "knaves", "knock-rummy"),
    ]


def test_several_at_once_and_who_is_asked_for_next():
    go_on = {name: threading.Event() for name in "abcd"}
    begun: list[str] = []
    ended: list[tuple[str, str | None]] = []

    def compile_one(name, listener, _stop):
        begun.append(name)
        listener(Progress(1, 2, "kernels", "half"))
        go_on[name].wait(60)
        if name == "b":
            raise NotCompiled("broken")

    queue = Compiling(
        "abcd",
        processes=2,
        compile_one=compile_one,
        ended=lambda name, error: ended.append((name, None if error is None else str(error))),
    )
    queue.start()
    while len(begun) < 2:
        pass
    assert sorted(begun) == ["a", "b"]
    assert queue.games["c"].stage == "waiting"
    queue.hurry("d")
    queue.hurry("a")
    go_on["b"].set()
    while len(begun) < 3:
        pass
    assert begun[2] == "d"
    assert queue.games["b"].stage == "failed"
    assert not queue.wait(0)
    for event in go_on.values():
        event.set()
    assert queue.wait(60)
    assert dict(ended) == {
        "a": None,
        "b": "broken",
        "c": None,
        "d": None,
    }
    assert queue.games["a"].progress == Progress(1, 2, "kernels", "half")
    assert queue.games["a"].elapsed() == queue.games["a"].seconds
