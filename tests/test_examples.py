"""The examples for apps: each script plays games to the end against a service of its own."""

import os
import re
import runpy
import shutil
import subprocess
import sys

import pytest

from kibitz.games.catalogue import LISTED
from tests.docs_refresh import ROOT

FOLDER = ROOT / "examples"
SCRIPTS = {
    "play_with_client.py": sys.executable,
    "play_with_http.py": sys.executable,
    "play.js": "node",
    "play.sh": "sh",
}
NEEDED = {"play.js": ["node"], "play.sh": ["curl", "jq"]}
PLAYED = {  # each game with each script would take minutes
    "play_with_client.py": ["knotty-nines", "knack:3", "knock-rummy:2"],
    "play_with_http.py": ["knack-solitaire", "knaves", "knock-rummy:6"],
    "play.js": ["knotty-nines", "knaves", "knack:2", "knock-rummy:4"],
    "play.sh": ["knotty-nines", "knack:2", "knock-rummy:3"],
}
LONGEST = "hand-knee-foot"  # played by a test of its own
PLAYED["play_with_client.py"] += sorted(
    {*LISTED} - {one.partition(":")[0] for wanted in PLAYED.values() for one in wanted} - {LONGEST}
)


def lines_for(*wanted):
    """The line that a script should print for each game and number of players."""
    return [
        rf"{title}, players {players}: (won in )?\d+ moves.*"
        for name, (title, counts) in LISTED.items()
        for players in counts
        if {name, f"{name}:{players}"} & set(wanted)
    ]


def check(printed, *wanted):
    expected = lines_for(*wanted)
    assert len(printed.splitlines()) == len(expected), printed
    for line, pattern in zip(printed.splitlines(), expected, strict=True):
        assert re.fullmatch(pattern, line), line


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_plays_to_the_end(script, lasting_service):
    missing = [tool for tool in NEEDED.get(script, ()) if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{script} needs {' and '.join(missing)}")
    ended = subprocess.run(
        [SCRIPTS[script], FOLDER / script, lasting_service, *PLAYED[script]],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
        text=True,
        timeout=600,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    check(ended.stdout, *PLAYED[script])


@pytest.mark.parametrize("script", ["play_with_client.py", "play_with_http.py"])
@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), r"usage: python .*ADDRESS.*"),
        (("http://127.0.0.1:9",), r"No answer from http://127.0.0.1:9.*"),
        (("nonsense",), r"No answer from nonsense.*"),
    ],
)
def test_what_cannot_work_is_one_line(script, args, said):
    ended = subprocess.run(
        [sys.executable, FOLDER / script, *args],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
        text=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert re.fullmatch(said + "\n", ended.stderr)


def test_the_longest_game(lasting_service, capsys):
    program = runpy.run_path(str(FOLDER / "play_with_client.py"))
    program["play_rounds"].__globals__["ROUNDS"] = 1
    program["main"](lasting_service, f"{LONGEST}:6")
    check(capsys.readouterr().out, f"{LONGEST}:6")


def test_every_script_is_run_and_listed():
    there = {path.name for path in FOLDER.iterdir() if path.is_file()}
    there -= {"README.md", "train_knaves.py"}  # the latter plays no game for people
    assert there == SCRIPTS.keys() == PLAYED.keys()
    listed = re.findall(r"^\| \[(.+?)\]\(", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)
    assert listed == [*SCRIPTS]


def test_a_network_is_trained_and_saved(tmp_path):
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    saved = tmp_path / "knaves.npz"
    ended = subprocess.run(
        [
            *(sys.executable, FOLDER / "train_knaves.py", "--rounds", "64"),
            *("--test-rounds", "64", "--save", saved),
        ],
        capture_output=True,
        check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1"},
        text=True,
        timeout=600,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.search(r"\nafter 64 rounds: [+-]\d\.\d\d ± 0\.\d\d points a round\n", ended.stdout)
    program = runpy.run_path(str(FOLDER / "train_knaves.py"))
    network = program["Network"].load(saved)
    assert network.weights["in"].shape == (730, program["HIDDEN"])
    assert any(weights.any() for weights in network.weights.values())
