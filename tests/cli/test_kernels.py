"""Compiling before the clock runs, and all of it ahead of time."""

import io
import threading

import pytest
from rich.console import Console

from kibitz.cli import kernels
from kibitz.contract.options import Limits
from kibitz.contract.review import ReviewOptions
from kibitz.solvers import compiling, solver
from kibitz.solvers.budget import Progress, ignore
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.compiling import NotCompiled
from tests.cli.helpers import ENDING, SOLVER, run

NAMES = ("knaves", "knack")


@pytest.fixture
def warmed(monkeypatch, tmp_path):
    """The steps asked for of ``warm``, of a solver whose kernels are not in the cache."""
    calls = []
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path / "cache" / "kernels")
    monkeypatch.setattr(
        SOLVER, "warm", lambda _listener=ignore, only=None: calls.append(only), raising=False
    )
    return calls


def test_a_review_is_loaded_before_its_time_counts(warmed, monkeypatch):
    monkeypatch.setattr(solver, "_LOADED", set())
    options, limits = ReviewOptions(), Limits(time_ms=300)
    for _ in range(2):
        solver.load(SOLVER, "review", None, options, limits)
    assert warmed == [["review"]]


def test_compiles_once(warmed, capsys):
    kernels.prepare(SOLVER, "hint", ignore)
    assert capsys.readouterr() == ("", "Compiling the kernels; this is done once.\n")
    kernels.prepare(SOLVER, "hint", ignore)
    assert capsys.readouterr() == ("", "")
    assert warmed == [None]


def test_quiet(warmed, capsys):
    kernels.prepare(SOLVER, "hint", ignore, quiet=True)
    assert capsys.readouterr() == ("", "")
    assert warmed == [None]


def test_a_cache_that_cannot_be_written_is_no_fault(warmed, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path / "file" / "kernels")
    kernels.prepare(SOLVER, "hint", ignore, quiet=True)
    assert warmed == [None]


@pytest.mark.parametrize("command", ["hint", "analyze"])
def test_searches_prepare_first(warmed, command):
    args = (command, ENDING, "--time-ms", "60000")
    quiet = run(*args, "--no-progress")
    assert (quiet.code, quiet.err, len(warmed)) == (0, "", 1)
    assert run(*args).out == quiet.out
    assert len(warmed) == 1


def test_only_what_a_verb_needs_is_compiled_where_the_solver_says_what_that_is(warmed):
    assert run("solve", ENDING).code == 0
    assert warmed == [SOLVER.steps_of["solve"]]
    assert run("solve", ENDING, "--objective", "shortest").code == 0
    assert warmed[1:] == [None]
    assert run("solve", ENDING).err == ""
    assert len(warmed) == 2


@pytest.mark.parametrize("name", SOLVERS)
def test_the_steps_that_a_verb_needs_are_steps_of_warming(name):
    known = {step for step, _ in SOLVERS[name].warming_steps()}
    for steps in SOLVERS[name].steps_of.values():
        assert set(steps) <= known


@pytest.fixture
def missing(monkeypatch):
    """Two games that are not compiled; compiling takes no time."""

    def compile_one(name, listener, _stop):
        listener(Progress(2, 7, "kernels", "values"))

    monkeypatch.setattr(kernels, "is_compiled", lambda name: name not in NAMES)
    monkeypatch.setattr(kernels, "compile_apart", compile_one)
    monkeypatch.setattr(compiling, "cores", lambda: 1)


@pytest.mark.usefixtures("missing")
def test_lines_in_a_pipe():
    ended = run("warm")
    first, last = (line for line in ended.err.splitlines() if line.startswith("compiled"))
    assert first.startswith("compiled K'nack in ")
    assert first.endswith(" seconds, 1 of 2 games")
    assert last.startswith("compiled Knaves in ")
    assert last.endswith(" seconds, 2 of 2 games")
    assert "Kernels ready after" in ended.out
    assert run("warm", "--no-progress").err == ""


@pytest.mark.usefixtures("missing")
def test_bars_on_a_terminal(monkeypatch):
    screen = io.StringIO()
    monkeypatch.setattr(
        kernels, "console", lambda **_: Console(file=screen, force_terminal=True, width=100)
    )
    assert kernels.compile_all() == []
    shown = screen.getvalue()
    for part in ("Knaves", "K'nack", "2 of 7", "0 s", "compiled"):
        assert part in shown


@pytest.mark.usefixtures("missing")
def test_a_game_that_cannot_be_compiled_is_reported_and_the_others_are_compiled(monkeypatch):
    begun = []

    def compile_one(name, _listener, _stop):
        begun.append(name)
        if name == "knack":
            raise NotCompiled("compiling knack ended with 1\nno room")

    monkeypatch.setattr(kernels, "compile_apart", compile_one)
    assert kernels.compile_all(show=False) == ["compiling knack ended with 1\nno room"]
    assert sorted(begun) == sorted(NAMES)


@pytest.mark.usefixtures("missing")
def test_an_interrupt_ends_the_processes(monkeypatch):
    stopped = threading.Event()

    def compile_one(_name, _listener, stop):
        stop.wait(60)
        stopped.set()

    def look(_shown, _compiling):
        raise KeyboardInterrupt

    monkeypatch.setattr(kernels, "compile_apart", compile_one)
    monkeypatch.setattr(kernels._Nothing, "look", look)
    with pytest.raises(KeyboardInterrupt):
        kernels.compile_all(show=False)
    assert stopped.is_set()
