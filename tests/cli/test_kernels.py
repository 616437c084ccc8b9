"""Compiling before the clock runs."""

import pytest

from kibitz.cli import kernels
from kibitz.solvers import compiling
from kibitz.solvers.progress import Listener, Progress, ignore
from tests.cli.helpers import ENDING, SOLVER, run


@pytest.fixture
def warmed(monkeypatch, tmp_path):
    """The calls of ``warm``, of a solver whose kernels are not in the cache."""
    calls: list[Listener] = []
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path / "cache" / "kernels")
    monkeypatch.setattr(SOLVER, "warm", calls.append, raising=False)
    return calls


def test_compiles_once(warmed, capsys):
    kernels.prepare(SOLVER, ignore)
    assert capsys.readouterr() == ("", "Compiling the kernels; this is done once.\n")
    kernels.prepare(SOLVER, ignore)
    assert capsys.readouterr() == ("", "")
    assert warmed == [ignore]


def test_quiet(warmed, capsys):
    kernels.prepare(SOLVER, ignore, quiet=True)
    assert capsys.readouterr() == ("", "")
    assert warmed == [ignore]


def test_a_cache_that_cannot_be_written_is_no_fault(warmed, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(compiling, "CACHE_DIR", tmp_path / "file" / "kernels")
    kernels.prepare(SOLVER, ignore, quiet=True)
    assert warmed == [ignore]


@pytest.mark.parametrize("command", ["solve", "hint", "analyze"])
def test_searches_prepare_first(warmed, command):
    args = (command, ENDING, "--time-ms", "60000")
    quiet = run(*args, "--no-progress")
    assert (quiet.code, quiet.err, len(warmed)) == (0, "", 1)
    assert run(*args).out == quiet.out
    assert len(warmed) == 1


def test_warm_notes_it(warmed, monkeypatch):
    monkeypatch.setattr(SOLVER, "warm", lambda listener: listener(Progress(1, 1, "kernels")))
    monkeypatch.setattr(compiling, "SOLVERS", {SOLVER.game.name: SOLVER})
    assert run("warm").code == 0
    assert run("solve", ENDING).err == ""
    assert warmed == []
