"""The commands that make the weights again: help, options, and a run without any time."""

from importlib import import_module

import pytest
import typer
from typer.testing import CliRunner

from kibitz.heuristics.hand_knee_foot import weights as hand_knee_foot
from kibitz.heuristics.knack import judgement as knack

GAMES = {
    "hand_knee_foot": ("weights", "likelihood"),
    "knack": (),
    "knaves": ("network", "equity"),
    "knock_rummy": ("thresholds", "kinds", "leanings", "equity", "value"),
    "knotty_nines": (),
}


def run(game: str, *words: str):
    app = typer.Typer()
    app.command()(import_module(f"training.{game}.__main__").main)
    return CliRunner().invoke(app, words)


@pytest.mark.parametrize("game", GAMES)
def test_help_names_what_there_is_to_make(game: str) -> None:
    found = run(game, "--help")
    assert found.exit_code == 0
    for word in ("seed", *GAMES[game]):
        assert word in found.stdout


@pytest.mark.parametrize("game", [game for game, words in GAMES.items() if words])
def test_nothing_else_is_made(game: str) -> None:
    assert run(game, "policy").exit_code == 2


@pytest.mark.parametrize(
    ("game", "words", "option"),
    [
        ("knock_rummy", "thresholds --seed 1 --minutes 3", "--minutes"),
        ("knock_rummy", "--players 3", "--players"),
        ("knock_rummy", "equity --go-on", "--go-on"),
        ("hand_knee_foot", "likelihood --deals 20", "--deals"),
        ("hand_knee_foot", "value --players 2", "--players"),
        ("knack", "weights --go-on", "--go-on"),
        ("knack", "value --deals 20", "--deals"),
        ("knaves", "equity --from weights.npz", "--from"),
    ],
)
def test_an_option_that_is_of_no_use_is_refused(game: str, words: str, option: str) -> None:
    found = run(game, *words.split())
    assert found.exit_code == 2
    assert f"does not take {option}" in found.output


def test_without_time_the_weights_on_file_stay() -> None:
    found = run("hand_knee_foot", "--minutes", "0", "--players", "2")
    assert found.stdout == f"{hand_knee_foot.WEIGHTS[0].round(2).tolist()}\n"
    found = run("knack", "--minutes", "0", "--players", "3")
    assert found.stdout == f"{knack.WEIGHTS[1].round(2).tolist()}\n"
