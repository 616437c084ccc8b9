"""Compiling ahead of time: game by game or several at once."""

import pytest

from kibitz.solvers import compiling
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.compiling import compile_all, compile_game, is_compiled, mark_of
from kibitz.solvers.progress import Progress


@pytest.fixture
def cache(monkeypatch, tmp_path):
    """An empty kernel cache as far as marks go; the kernels themselves stay where they are."""
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path)
    return tmp_path


def test_a_game_is_marked_when_its_kernels_are_there(cache, monkeypatch):
    solver = SOLVERS["knaves"]
    calls: list[object] = []
    monkeypatch.setattr(solver, "warm", calls.append, raising=False)
    assert not is_compiled(solver)
    compile_game(solver)
    assert is_compiled(solver)
    assert len(calls) == 1
    assert mark_of(solver).parent == cache
    assert mark_of(solver) != mark_of(SOLVERS["knack"])


def test_only_games_that_are_not_there_are_compiled(cache, monkeypatch):
    calls: list[str] = []
    for name, solver in SOLVERS.items():
        monkeypatch.setattr(solver, "warm", lambda _, name=name: calls.append(name), raising=False)
    compile_game(SOLVERS["knaves"])
    compile_all(processes=1)
    assert sorted(calls) == sorted(SOLVERS)
    heard: list[Progress] = []
    compile_all(heard.append)
    assert len(calls) == len(SOLVERS)
    assert heard == [Progress(6, 6, "games", "ready")]


def test_several_games_at_once_are_one_progress(monkeypatch):
    asked = {"knotty-nines", "knaves"}
    monkeypatch.setattr(compiling, "is_compiled", lambda solver: solver.game.name not in asked)
    heard: list[Progress] = []
    compile_all(heard.append, processes=2)
    steps = [progress for progress in heard if progress.unit == "steps"]
    assert [entry.done for entry in steps] == sorted(entry.done for entry in steps)
    assert any("Knotty Nines: " in entry.best for entry in steps)
    assert any("Knaves: " in entry.best for entry in steps)
    assert steps[-1].done == steps[-1].total
    assert heard[-1] == Progress(6, 6, "games", "ready")


def test_a_game_that_cannot_be_compiled_ends_it(cache, monkeypatch):
    def broken(_):
        raise OSError("no room")

    monkeypatch.setattr(SOLVERS["knack"], "warm", broken, raising=False)
    with pytest.raises(OSError, match="no room"):
        compile_game(SOLVERS["knack"])
    assert not is_compiled(SOLVERS["knack"])
