"""--jsonl: several positions, one a line, each answered by a line of JSON."""

import json

import pytest

from tests.cli.helpers import ENDING, GAME, LOST, WINNABLE, run

LIMITS = ("--nodes", "2000", "--iterations", "10", "--time-ms", "9000")
VERBS = {
    "moves": (),
    "view": ("--seat", "0"),
    "solve": LIMITS,
    "hint": LIMITS,
    "analyze": (*LIMITS, "--multi-pv", "1"),
    "choose": ("--level", "casual"),
}
AS_JSON = json.dumps({"position": GAME.read(WINNABLE).to_json()})
LINES = [ENDING, "", "rubbish", AS_JSON, '{"position": 3}', "knotty~~AC"]


@pytest.mark.parametrize("verb", VERBS)
def test_each_line_is_answered_as_alone(verb):
    ended = run(verb, *VERBS[verb], "--jsonl", stdin="\n".join(LINES))
    assert ended.code == 2
    answers = ended.out.splitlines()
    assert [json.loads(line).get("line_number") for line in answers] == [None, 3, None, 5, 6]
    for line, answer in zip((ENDING, AS_JSON), (answers[0], answers[2]), strict=True):
        assert answer + "\n" == run(verb, *VERBS[verb], "--json", line).out
    problems = [json.loads(line)["problem"] for line in answers if "problem" in line]
    codes = [problem["errors"][0]["code"] for problem in problems]
    assert codes == ["bad_text", "not_an_object", "unknown_game"]


def test_without_a_fault_the_exit_code_is_0(tmp_path):
    file = tmp_path / "positions"
    file.write_text(f"{LOST}\n{WINNABLE}\n", "utf-8")
    ended = run("solve", file, "--jsonl", "--nodes", "1")
    assert ended.code == 0
    assert [json.loads(line)["verdict"] for line in ended.out.splitlines()] == ["unknown"] * 2
    assert run("moves", "--jsonl", stdin="") == run("moves", "--jsonl", "-", stdin="\n")


def test_lines_that_are_no_text():
    ended = run("moves", "--jsonl", stdin=b"\xff\n" + ENDING.encode() + b"\n{\n")
    assert ended.code == 2
    first, second, third = map(json.loads, ended.out.splitlines())
    assert (first["line_number"], first["problem"]["errors"][0]["code"]) == (1, "not_text")
    assert second["moves"]
    assert (third["line_number"], third["problem"]["errors"][0]["code"]) == (3, "broken_json")


@pytest.mark.parametrize(
    "args",
    [
        ("moves", "--jsonl", "--json"),
        ("solve", "--jsonl", "--words"),
        ("solve", "--json", "--words"),
        ("show", "--json", "--format", "json"),
        ("deal", "--json", "--board"),
        ("deal", "--json", "--format", "line"),
    ],
)
def test_options_that_exclude_each_other(args):
    ended = run(*args, stdin=ENDING)
    assert ended.code == 2
    assert json.loads(ended.out)["errors"][0]["code"] == "usage"


def test_a_file_that_is_not_there():
    assert "is not a file" in run("moves", "--jsonl", "nowhere").out
