"""Deals, and ways to run the command line, that the tests of this folder share."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from kibitz.cli.main import app
from kibitz.solvers.catalogue import SOLVERS
from tests.forked import Python

ROOT = Path(__file__).resolve().parent.parent.parent
SOLVER = SOLVERS["knotty-nines"]
GAME = SOLVER.game

WINNABLE = GAME.deal("2").to_text()
LOST = GAME.deal("1").to_text()
HIDDEN = GAME.as_seen(GAME.deal("2")).to_text()
# Three cards before the end of the winnable deal: 5>2, 9>2 and 5>2 win.
ENDING = (
    "knotty-nines~~AHKCQC.6C5D4H3D2SACKHQD.8H7S6D5S4S3H2D.ASKSQHJDTD9S8C7C.JS.8S7H6H5C4D."
    "3S2CADKDQSJHTH.JCTC9D8D7D6S5H4C3C.TS~9C2H9H"
)
ENDING_WINS = ["5>2", "9>2", "5>2"]


@dataclass(frozen=True)
class Ended:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        """The one line of JSON on standard output."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)


def run(*args, stdin=None):
    """Run the command in this process; any exception but an exit is the test's."""
    result = CliRunner().invoke(
        app, [str(arg) for arg in args], input=stdin, catch_exceptions=False, prog_name="kibitz"
    )
    return Ended(result.exit_code, result.stdout, result.stderr)


def environment(**changes):
    """The environment of a process whose output depends on nothing but the command."""
    kept = {k: v for k, v in os.environ.items() if k not in {"COLUMNS", "FORCE_COLOR"}}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **changes}


def start(*args, **options):
    """Start the command in a process of its own, its three streams piped."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    settings = {"env": environment(), **pipes, **options}
    return Python("-m", "kibitz.cli.main", *args, **settings)


def spawn(*args, stdin=b"", **options):
    """Run the command in a process of its own and wait for it."""
    with start(*args, **options) as process:
        out, err = process.communicate(stdin, timeout=300)
    return Ended(process.returncode, out.decode(), err.decode())


def codes(ended):
    """The codes of the faults of a problem object."""
    return [fault["code"] for fault in ended.json["errors"]]
