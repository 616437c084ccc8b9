"""kibitz solve, hint and analyze against the solvers they call."""

import signal
from contextlib import contextmanager

import pytest

from kibitz.cli import asking
from kibitz.contract.base import to_json
from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits, SolveOptions
from kibitz.solvers import budget
from kibitz.solvers.budget import Budget, Progress
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.solver import as_asked
from tests.cli.helpers import (
    ENDING,
    ENDING_WINS,
    GAME,
    HIDDEN,
    LOST,
    SOLVER,
    WINNABLE,
    codes,
    run,
    start,
)

WON = GAME.play(GAME.read(ENDING), ENDING_WINS).to_text()
KNAVES_GAME = SOLVERS["knaves"].game
KNAVES = KNAVES_GAME.deal("7")
FEW = ("--iterations", "50", "--time-ms", "60000")
FEW_LIMITS = Limits(iterations=50, time_ms=60_000)


def asked(verb, position, options):
    """The JSON that the solver's own answer is."""
    limits = SOLVER.limits_for(verb, options.limits, Limits())
    call = getattr(SOLVER, verb)
    found = call(GAME.read(position), options, Budget(limits))
    return to_json(as_asked(found, options)) + "\n"


class TestSolve:
    def test_solvable(self):
        ended = run("solve", ENDING, "--objective", "shortest")
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.startswith(
            "Solvable in 3 moves: by the line below, replayed by the rules.\n"
            "No line is shorter.\n"
            "  5>2=9C 9>2=2H 5>2=9H\n"
            "\n"
            "Decided. Visited "
        )

    def test_in_words(self):
        ended = run("solve", ENDING, "--objective", "shortest", "--words")
        assert (
            """
  1. 5>2=9C  J♠ of pile 5 onto Q♦ of pile 2, drawing 9♣
  2. 9>2=2H  T♠ of pile 9 onto J♠ of pile 2, drawing 2♥
  3. 5>2=9H  9♣ of pile 5 onto T♠ of pile 2, drawing 9♥
"""
            in ended.out
        )

    def test_the_line_told_is_a_line_that_wins(self):
        lines = run("solve", WINNABLE).out.splitlines()
        told = [move for line in lines if line.startswith("  ") for move in line.split()]
        assert run("verify", WINNABLE, *told, "--json").json["won"] is True

    def test_already_won(self):
        assert run("solve", WON).out.startswith("Solvable: the game is already won.\n\n")

    def test_unsolvable(self):
        ended = run("solve", LOST)
        assert ended.code == 0
        assert ended.out.startswith("Unsolvable: ")
        explanation = run("solve", LOST, "--json").json["explanation"]
        assert explanation["summary"] in ended.out.replace("\n", " ")
        for heading in ("The line that goes deepest", "What waits there"):
            assert f"\n{heading}:\n" in ended.out

    def test_unknown(self):
        ended = run("solve", LOST, "--nodes", "1")
        assert ended.code == 1
        said, cost = ended.out.split("\n\n")
        assert said == "Unknown: the node limit stopped the search.\nRaise --nodes to search on."
        assert "nodes 1," in cost

    def test_a_shortest_line_that_is_not_proved_is_undecided(self):
        ended = run("solve", WINNABLE, "--objective", "shortest", "--nodes", "300", "--json")
        assert ended.json["verdict"] == "solvable"
        assert ended.json["shortest"]["proven"] is False
        assert ended.code == 1

    @pytest.mark.parametrize("position", [WINNABLE, ENDING, LOST, WON])
    @pytest.mark.parametrize("objective", ["any", "shortest"])
    def test_json(self, position, objective):
        ended = run("solve", position, "--objective", objective, "--json")
        assert ended.out == asked("solve", position, SolveOptions(objective=objective))

    def test_limits_reach_the_solver(self):
        limits = {"time_ms": 60_000, "nodes": 1, "iterations": 7, "memory_mb": 9}
        args = [f"--{name.replace('_', '-')}={value}" for name, value in limits.items()]
        ended = run("solve", LOST, *args, "--json")
        assert ended.out == asked("solve", LOST, SolveOptions(limits=Limits(**limits)))
        del limits["iterations"]  # solve counts none
        assert ended.json["limits"] == limits
        assert ended.json["stopped_by"] == "nodes"

    def test_face_down_stock(self):
        ended = run("solve", HIDDEN)
        assert ended.code == 2
        assert ended.err.startswith("error: /position/stock: 43 stock cards are face down")

    def test_every_bad_option_is_listed(self):
        ended = run(
            *("solve", ENDING, "--objective", "fast", "--time-ms", "0", "--memory-mb", "-1"),
            *("--nodes", "0", "--json"),
        )
        assert {fault["pointer"] for fault in ended.json["errors"]} == {
            *("/limits/time_ms", "/limits/nodes", "/limits/memory_mb", "/objective"),
        }


class TestHint:
    @pytest.mark.parametrize("level", ["nudge", "area", "move", "why"])
    @pytest.mark.parametrize("position", [WINNABLE, LOST])
    def test_json(self, position, level):
        ended = run("hint", position, "--level", level, "--time-ms", "60000", "--json")
        options = HintOptions(level=level, limits=Limits(time_ms=60_000))
        assert ended.code == 0
        assert ended.out == asked("hint", position, options)

    def test_hidden(self):
        ended = run("hint", WINNABLE, "--information", "hidden", "--seed", "3", *FEW, "--json")
        options = HintOptions(information="hidden", seed="3", limits=FEW_LIMITS)
        assert ended.out == asked("hint", WINNABLE, options)

    def test_told(self):
        answer = run("hint", ENDING, "--time-ms", "60000", "--json").json
        ended = run("hint", ENDING, "--time-ms", "60000")
        assert ended.code == 0
        assert ended.out.replace("\n", " ").startswith(answer["text"])

    def test_bad_options(self):
        ended = run("hint", ENDING, "--level", "all", "--seed", "x", "--information", "some")
        assert ended.code == 2
        assert [line.split(":")[1] for line in ended.err.splitlines()] == [
            *(" /level", " /seed", " /information"),
        ]


class TestOpenCards:
    def test_a_fresh_deal_is_answered_from_the_seat_to_move(self):
        dealt = run("deal", "knaves", "--seed", "7")
        ended = run("hint", *FEW, stdin=dealt.out)
        assert ended.code == 0
        assert ended.out.startswith("Play ")
        assert " to 100.0)" not in ended.out
        view = KNAVES_GAME.as_seen(KNAVES, 1).to_text()
        assert run("hint", view, *FEW).out == ended.out

    def test_too_many_for_exact_values(self):
        few = ("--nodes", "1000", *FEW)
        ended = run("hint", KNAVES.to_text(), "--information", "known", *few)
        assert ended.code == 1
        said = " ".join(ended.out.split())
        assert "sampled from what seat 1 sees. Raise --nodes to search on." in said
        ended = run("analyze", KNAVES.to_text(), "--information", "known", *few)
        assert ended.code == 1
        assert "Raise --nodes to search on." in " ".join(ended.out.split())


class TestAnalyze:
    def test_json(self):
        ended = run("analyze", ENDING, "--time-ms", "60000", "--json")
        assert ended.code == 0
        options = AnalyzeOptions(limits=Limits(time_ms=60_000))
        assert ended.out == asked("analyze", ENDING, options)

    def test_hidden(self):
        ended = run("analyze", HIDDEN, "--seed", "5", *FEW, "--json")
        assert ended.out == asked("analyze", HIDDEN, AnalyzeOptions(seed="5", limits=FEW_LIMITS))
        assert ended.json["information"] == "hidden"

    def test_some_moves(self):
        args = ("--move", "5>2", "-m", "3>8", "--multi-pv", "1", "--time-ms", "60000")
        ended = run("analyze", ENDING, *args, "--json")
        options = AnalyzeOptions(moves=["5>2", "3>8"], multi_pv=1, limits=Limits(time_ms=60_000))
        assert ended.out == asked("analyze", ENDING, options)
        assert len(ended.json["moves"]) == 1

    @pytest.mark.parametrize("position", [ENDING, WINNABLE, LOST])
    def test_table(self, position):
        answer = run("analyze", position, "--time-ms", "60000", "--json").json
        ended = run("analyze", position, "--time-ms", "60000")
        assert ended.code == 0
        rows = [row.split()[0] for row in ended.out.splitlines() if ">" in row.split(" ")[0]]
        assert rows == [move["move"] for move in answer["moves"]]

    def test_a_known_stock_that_is_not_decided(self):
        ended = run("analyze", LOST, "--nodes", "1", "--json")
        assert (ended.code, ended.json["verdict"]) == (1, "unknown")

    def test_a_hidden_stock_is_never_decided_but_answered(self):
        ended = run("analyze", HIDDEN, *FEW)
        assert ended.code == 0
        assert ended.out.startswith("Unknown, with the stock face down.\nValue of the position: ")

    def test_nothing_to_value(self):
        assert "No move is left." in run("analyze", WON).out

    def test_bad_moves(self):
        ended = run("analyze", ENDING, "--move", "1>1", "--json")
        assert ended.code == 2
        assert ended.json["errors"][0]["pointer"].startswith("/moves/0")

    def test_bad_options(self):
        ended = run("analyze", ENDING, "--multi-pv", "0", "--information", "none")
        assert [line.split(":")[1] for line in ended.err.splitlines()] == [
            *(" /multi_pv", " /information"),
        ]


@pytest.fixture
def interrupted(monkeypatch):
    """Ctrl-C, pressed as soon as a search tells how far it is."""
    pressed: list[Progress] = []

    @contextmanager
    def listening(wanted):
        def press(progress):
            if not pressed:
                pressed.append(progress)
                signal.raise_signal(signal.SIGINT)

        yield press

    monkeypatch.setattr(budget, "FIRST_CHUNK", 1)
    monkeypatch.setattr(asking, "listening", listening)
    return pressed


class TestInterrupt:
    def test_solve_answers_unknown(self, interrupted):
        ended = run("solve", LOST, "--json")
        assert interrupted
        assert ended.code == 1
        assert (ended.json["verdict"], ended.json["proof"]) == ("unknown", "none")
        assert ended.json["stopped_by"] == "cancelled"

    def test_solve_says_so(self, interrupted):
        ended = run("solve", LOST)
        assert len(interrupted) == ended.code == 1
        assert ended.out.startswith("Unknown: the search was cancelled.\n")

    @pytest.mark.parametrize("command", ["hint", "analyze"])
    def test_others_answer_with_what_they_have(self, interrupted, command):
        ended = run(command, HIDDEN, "--time-ms", "3600000", "--json")
        assert interrupted
        assert (ended.code, ended.json["stopped_by"]) == (1, "cancelled")

    def test_a_process_of_its_own(self):
        args = ("analyze", HIDDEN, "--time-ms", "3600000", "--progress", "--json")
        with start(*args) as process:
            assert any(b"kernels" not in line for line in process.stderr)  # it searches
            process.send_signal(signal.SIGINT)
            out = process.stdout.read()
            assert process.wait(timeout=60) == 1
        assert b'"stopped_by":"cancelled"' in out


def test_progress_does_not_touch_the_answer():
    quiet = run("solve", LOST, "--json")
    told = run("solve", LOST, "--json", "--progress")
    assert told.out == quiet.out
    assert quiet.err == ""


def test_wrong_games_are_refused():
    for command in ("solve", "hint", "analyze"):
        assert codes(run(command, ENDING, "--game", "whist", "--json")) == ["unknown_game"]


def test_what_an_analysis_includes_needs_json():
    ended = run("analyze", WINNABLE, "--include", "lines")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "error: --include goes with --json or --jsonl only\n"
