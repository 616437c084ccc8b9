"""How the command ends: exit codes, closed pipes, odd encodings, interrupts, quick help."""

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from kibitz.cli import options
from kibitz.cli.main import app
from kibitz.contract.options import Information, Level
from kibitz.games.catalogue import LISTED
from kibitz.solvers.catalogue import SOLVERS
from tests.cli.helpers import ENDING, LOST, ROOT, WINNABLE, codes, environment, run, spawn, start

NO_GAME = f"'noddy' is not a game here: {', '.join(LISTED)}"
TAKEN = object()  # a port that another process listens on
EXIT_CODES = [
    (0, ("solve", ENDING), {}),
    (0, ("verify", LOST, "1>1"), {}),
    (0, ("--help",), {}),
    (1, ("solve", LOST, "--nodes", "1"), {}),
    (2, ("solve", "nonsense"), {}),
    (2, ("fly",), {}),
    (2, ("serve", "--port", "65536"), {}),
    (2, ("serve",), {"KIBITZ_PORT": "x"}),
    (2, ("serve",), {"KIBITZ_REQUIRE_KEY": "true"}),
    (2, ("worker",), {"KIBITZ_DATABASE_URL": "none"}),
    (2, ("mcp",), {"KIBITZ_WORKERS": "0"}),
    (2, ("study", "knack", "--url", "nowhere"), {}),
    (2, ("save", "/nowhere/x"), {}),
    (3, ("serve", "--port", TAKEN), {}),
    (3, ("serve", "--host", "203.0.113.5"), {}),
    (3, ("serve", "--host", "no.such.host.invalid"), {}),
]
COMMANDS = {
    *("games", "rules", "deal", "show", "moves", "play", "view", "next"),
    *("solve", "verify", "hint", "analyze", "choose", "review", "ask", "study", "match"),
    *("serve", "mcp", "worker", "key", "warm", "version"),
}


def spawn_anew(*args, **options):
    """Run the command in a process with a Python of its own."""
    command = [sys.executable, "-m", "kibitz.cli.main", *args]
    return subprocess.run(command, capture_output=True, check=False, **options)


def test_all_commands_are_there():
    commands = get_command(app)
    assert isinstance(commands, TyperGroup)
    assert commands.commands.keys() == COMMANDS


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(command):
    ended = run(command, "--help")
    assert ended.code == 0
    assert f"Usage: kibitz {command}" in ended.out
    assert run(command, "-h") == ended


def test_lines_of_help_are_broken_by_the_terminal_alone():
    for command in app.registered_commands:
        assert command.help
        assert "\n" not in command.help.replace("\n\n", "")


def test_help_names_what_the_solvers_take():
    assert options.LEVELS.split("|") == list(get_args(Level))
    assert options.INFORMATION.split("|") == list(get_args(Information))
    objectives = {objective for solver in SOLVERS.values() for objective in solver.objectives}
    assert set(options.OBJECTIVES.split("|")) == objectives


def test_help_loads_no_compiler():
    code = (
        "import sys, kibitz.cli.main\n"
        "try: kibitz.cli.main.app(['solve', '--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numba', 'llvmlite', 'numpy', 'fastapi'} & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, check=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_no_arguments_show_the_help():
    ended = run()
    assert ended.code == 2
    assert "Usage: kibitz" in ended.out + ended.err


@pytest.mark.parametrize(
    "args",
    [
        ("fly",),
        ("--wings",),
        ("hnt", LOST),
        ("deal", "--wings"),
        ("solve", LOST, "--nodes", "many"),
        ("solve", LOST, "--nodes"),
        ("show", LOST, "and", "more"),
        ("serve", "--port", "65536"),
    ],
)
def test_wrong_usage(args):
    ended = run(*args)
    assert (ended.code, ended.out) == (2, "")
    assert re.fullmatch(r"error: .+ \(see kibitz( \w+)? --help\)\n", ended.err), ended.err
    if args[0] != "serve":
        problem = run(*args, "--json")
        assert problem.code == 2
        assert problem.json["status"] == 422


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("solve", LOST, "--nodes", "x"), "--nodes should be a whole number, not 'x'"),
        (("serve", "--port", "99999"), "--port should be at most 65,535, not '99999'"),
        (("study", "knack", "--first", "-1"), "--first should be at least 0, not '-1'"),
        (("review", "x", "--seat", "1.5"), "--seat should be a whole number, not '1.5'"),
        (("review", "x", "--html"), "Option '--html' requires an argument."),
    ],
)
def test_values_of_options_are_quoted_with_the_help_of_their_command(args, said):
    assert run(*args).err == f"error: {said} (see kibitz {args[0]} --help)\n"


def test_every_option_with_a_bad_value_is_named():
    bad = run("solve", LOST, "--time-ms", "x", "--nodes", "5", "--memory-mb", "y")
    assert bad.code == 2
    said = [f"{name} should be a whole number, not" for name in ("--time-ms", "--memory-mb")]
    assert bad.err == "".join(
        f"error: {text} '{value}' (see kibitz solve --help)\n"
        for text, value in zip(said, "xy", strict=True)
    )


def test_a_problem_is_what_http_answers():
    assert run("solve", "noddy~~AC~AS", "--json").json == {
        "type": "/problems/bad-input",
        "title": "The request cannot be used",
        "status": 422,
        "detail": NO_GAME,
        "errors": [
            {
                "pointer": "/game",
                "code": "unknown_game",
                "message": NO_GAME,
            }
        ],
    }


@pytest.mark.parametrize("command", ["rules", "deal"])
def test_unknown_games(command):
    assert codes(run(command, "noddy", "--json")) == ["unknown_game"]
    said = f"error: /game: {NO_GAME}\n"
    assert run(command, "noddy").err == said


class TestProcesses:
    @pytest.mark.parametrize(("code", "args", "settings"), EXIT_CODES)
    def test_exit_codes(self, code, args, settings):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            args = [port if arg is TAKEN else arg for arg in args]
            ended = spawn(*args, env=environment(**settings))
        assert (ended.code, "Traceback" in ended.err) == (code, False), ended.err
        assert (ended.err == "") == (code < 2)

    def test_exit_codes_are_those_of_the_page(self):
        page = (ROOT / "docs" / "cli.md").read_text("utf-8").split("| exit code | means |")[1]
        listed = [int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)]
        interrupted = 130  # see below
        assert listed == [*dict.fromkeys(code for code, *_ in EXIT_CODES), interrupted]

    def test_a_pipe_from_command_to_command(self):
        dealt = spawn("deal", "--seed", "2")
        assert dealt.out == WINNABLE + "\n"
        solved = spawn("solve", "--json", stdin=dealt.out.encode())
        line = solved.out.encode()
        assert spawn("verify", WINNABLE, "--moves-file", "-", stdin=line).out.startswith("Valid")

    def test_bad_input_leaves_no_traceback(self):
        for stdin in (b"", b"\xff\xfe\x00", b"{", b"knotty-nines~~~"):
            ended = spawn("solve", stdin=stdin)
            assert (ended.code, ended.out) == (2, "")
            assert ended.err.startswith("error: ")
            assert "Traceback" not in ended.err

    def test_arguments_that_are_no_text(self):
        ended = spawn("show", b"\xff\xfe")
        assert ended.code == 2
        assert ended.err.startswith("error: /position: '\\udcff\\udcfe' is neither")
        assert codes(spawn("show", b'{"\xff', "--json")) == ["broken_json"]

    def test_a_closed_pipe_ends_it_quietly(self):
        with start("show", "-") as process:
            process.stdout.close()
            process.stdin.write(WINNABLE.encode())
            process.stdin.close()
            err = process.stderr.read()
            assert process.wait(timeout=300) == -signal.SIGPIPE
        assert err == b""

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    def test_a_full_disk_is_told(self):
        with Path("/dev/full").open("wb") as full, start("show", WINNABLE, stdout=full) as process:
            _, err = process.communicate(timeout=300)
        assert (process.returncode, err) == (2, b"error: No space left on device\n")

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
    def test_suits_become_letters_where_there_are_no_symbols(self, encoding):
        changed = environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0")
        ended = spawn_anew("show", ENDING, env=changed)
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert b"\nAH  6C  8H  AS  JS  8S  3S  JC  TS\n" in ended.stdout

    def test_an_interrupt_ends_reading(self):
        with start("show", "-") as process:
            process.stdin.write(b"knotty")
            process.stdin.flush()
            # The interrupt is repeated: it may come before Python is there to take it.
            while process.poll() is None:
                process.send_signal(signal.SIGINT)
                try:
                    process.wait(timeout=0.5)
                except subprocess.TimeoutExpired:
                    continue
            assert process.returncode in (130, -signal.SIGINT, 1)


def test_runs_from_anywhere(tmp_path):
    ended = spawn_anew("deal", "--seed", "2", cwd=tmp_path, env=environment())
    assert ended.stdout.decode() == WINNABLE + "\n"
