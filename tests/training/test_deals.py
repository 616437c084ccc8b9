"""The tables of deals: their rows are what the solver and the player come to, again."""

from importlib import import_module

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from kibitz.contract.requests import Want
from kibitz.games.wanted import DIFFICULTIES, SOLVABLE, UNSOLVABLE, load_table
from training.deals import GAMES, row_of, shares

NAMES = ("knotty_nines", "knack_solitaire")
WANTS = [Want(verdict="unsolvable"), *(Want(difficulty=each) for each in DIFFICULTIES)]
every_table = pytest.mark.parametrize("folder", NAMES)


def module_of(folder):
    return import_module(f"training.{folder}.deals")


@every_table
def test_rows_are_computed_again(folder):
    kind, table = module_of(folder).KIND, load_table(folder.replace("_", "-"))
    easy, medium = kind.easy * GAMES, kind.medium * GAMES
    assert (table.games, table.easy - 1 < easy <= table.easy) == (GAMES, True)
    assert table.medium - 1 < medium <= table.medium
    for want in WANTS:
        number = table.first(500, want)
        assert number is not None
        assert row_of(kind, number) == (table.verdicts[number], table.wins[number])


@every_table
def test_the_command_writes_the_first_rows(folder, tmp_path, monkeypatch):
    module, file = module_of(folder), tmp_path / "deals.npz"
    monkeypatch.setattr("training.deals.file_of", lambda _: file)
    app = typer.Typer()
    app.command()(module.main)
    ended = CliRunner().invoke(app, ["--count", "3"])
    assert ended.exit_code == 0, ended.output
    whole = load_table(folder.replace("_", "-"))
    with np.load(file) as stored:
        assert stored["verdicts"].tolist() == whole.verdicts[:3].tolist()
        assert stored["wins"].tolist() == whole.wins[:3].tolist()
        assert [int(stored[name]) for name in ("games", "easy", "medium")] == [*whole[2:]]
    solvable = int((whole.verdicts[:3] == SOLVABLE).sum())
    assert f"solvable: {solvable} of 3\n" in ended.stdout


@every_table
def test_shares_add_up(folder):
    table = load_table(folder.replace("_", "-"))
    counts = shares(table)
    assert counts["unsolvable"] == (table.verdicts == UNSOLVABLE).sum()
    assert sum(counts[name] for name in DIFFICULTIES) == counts["solvable"]
    verdicts = sum(counts[name] for name in ("solvable", "unsolvable", "unknown"))
    assert verdicts == len(table.verdicts)
