"""What commands import: the code of the game in question, and of nothing that they do not need."""

import json
import subprocess
import sys

import pytest

from kibitz.games.catalogue import LISTED, folder_of
from tests.cli.helpers import WINNABLE, environment, run

SCRIPT = """
import json, sys
from kibitz.cli.main import main
sys.argv[0] = "kibitz"
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
finally:
    sys.stderr.write(json.dumps(sorted(sys.modules)))
"""
SERVICE = {
    "fastapi",
    "uvicorn",
    "mcp",
    "dbos",
    "redis",
    "structlog",
    "sqlalchemy",
    "matplotlib",
    "ortools",
}
COMPILING = {"numba", "numpy", "llvmlite"}


def imported(*args):
    """The modules that a command has imported by its end, in a process of its own."""
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, *args],
        capture_output=True,
        text=True,
        check=True,
        env=environment(),
    )
    return set(json.loads(ended.stderr.splitlines()[-1]))


def of_games(modules, package):
    """The games of which something is imported from ``kibitz.<package>``."""
    return {
        name
        for name in LISTED
        if any(each.startswith(f"kibitz.{package}.{folder_of(name)}.") for each in modules)
    }


@pytest.mark.parametrize("args", [("games",), ("--version",), ("--help",), ("deal", "--help")])
def test_what_lists_and_helps_needs_no_game(args):
    modules = imported(*args)
    assert not modules & (SERVICE | COMPILING)
    assert not of_games(modules, "games")


@pytest.mark.parametrize(
    "args",
    [
        ("deal", "knotty-nines", "--seed", "2"),
        ("deal", "knotty-nines", "--seed", "2", "--want", "solvable", "--difficulty", "easy"),
        ("show", WINNABLE),
        ("moves", WINNABLE),
        ("play", WINNABLE, "--json"),
    ],
    ids=["deal", "wanted", "show", "moves", "play"],
)
def test_what_only_applies_the_rules_needs_no_solver(args):
    modules = imported(*args)
    assert not modules & SERVICE
    assert of_games(modules, "games") == {"knotty-nines"}
    assert not of_games(modules, "solvers")
    assert not of_games(modules, "heuristics")


def test_a_search_needs_the_solver_of_its_game():
    modules = imported("verify", WINNABLE)
    assert of_games(modules, "solvers") == {"knotty-nines"}
    assert not modules & (SERVICE - {"structlog"})


def test_the_version():
    ended = run("--version")
    assert (ended.code, ended.out) == (0, f"kibitz {run('version', '--json').json['kibitz']}\n")


def test_a_verb_that_is_almost_right():
    ended = run("slove")
    assert ended.code == 2
    assert "Did you mean 'solve'" in ended.err


@pytest.mark.parametrize(
    "args", [("deal", "knavse"), ("solve", "knavse~x~y~z"), ("rules", "knavse")]
)
def test_a_game_that_is_almost_right(args):
    ended = run(*args)
    assert ended.code == 2
    assert ended.err.endswith("; did you mean knaves?\n")
