"""kibitz games, rules and version."""

import json
import platform

import numba
import pytest

from kibitz.api.about import game_answer, games_answer
from kibitz.cli.about_commands import allowed_text
from kibitz.contract.base import to_json
from kibitz.games.kernel import toolchain
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.compiling import is_compiled
from tests.cli.helpers import SOLVER, run


def test_games():
    assert (
        run("games").out
        == """\
game             title                players
knotty-nines     Knotty Nines         1
knaves           Knaves               3
knack-solitaire  K'nack Solitaire     1
knack            K'nack               2, 3, 4, 5, 6
knock-rummy      Knock Rummy          2, 3, 4, 5, 6
hand-knee-foot   Hand, Knee and Foot  2, 3, 4, 6
"""
    )


def test_games_json():
    ended = run("games", "--json")
    assert ended.out == to_json(games_answer(list(SOLVERS.values()), is_compiled)) + "\n"


def test_rules():
    assert (
        run("rules", "knotty-nines").out
        == """\
Knotty Nines (knotty-nines), rules version 1
Source: Knotty Nines Solitaire, the rule sheet

switch       default      allowed                    meaning
piles        9            4 to 12                    Tableau piles, one card
                                                     each.
wrap         on           on, off                    A king may be put on an
                                                     ace.
win          stock_empty  stock_empty,               Won when the stock is
                          stock_empty_and_stuck      empty, or only when also no
                                                     move is left.
information  known        known, hidden              Whether analysis may look
                                                     at the order of a listed
                                                     stock.

Moves
  3>7: the top card of pile 3 goes onto pile 7, piles counted from 1. With a
  face-down stock a move that empties a pile names the card that turned up:
  3>7=KD.

Deals
  --source kibitz: seed: a whole number from 0 to 18446744073709551615
  --source pysolfc: seed: a PySolFC deal number from 1 to 10^20, or ms1 to
  ms8589934591
"""
    )


def test_rules_of_the_first_game():
    assert run("rules") == run("rules", "knotty-nines")


def test_rules_json():
    assert run("rules", "--json").out == to_json(game_answer(SOLVER, is_compiled)) + "\n"


def test_version():
    versions = run("version", "--json").json
    assert list(versions) == ["kibitz", "python", "numba", "llvmlite", "kernels"]
    assert versions["python"] == platform.python_version()
    assert versions["numba"] == numba.__version__
    assert versions["kernels"] == toolchain()
    told = dict(line.split() for line in run("version").out.splitlines())
    assert told == versions


FIELD = KnackSolitaire().rules_schema()["properties"]


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "boolean"}, "on, off"),
        ({"enum": ["a", True]}, "a, on"),
        ({"type": "integer", "minimum": 1, "maximum": 3}, "1 to 3"),
        ({"type": "integer", "minimum": 1}, "integer"),
        (FIELD["field"], "none, or a size as 13x11"),
        ({"anyOf": [{"minimum": 0, "maximum": 9}, {"type": "null"}]}, "none, or 0 to 9"),
        (FIELD["obstacles"], "cells, as 1_0_-2_3"),
        ({}, "any"),
    ],
)
def test_allowed(schema, text):
    assert allowed_text(json.loads(json.dumps(schema))) == text
