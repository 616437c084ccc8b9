"""Which deals of PySolFC can be won: the bits are what the solver finds, again."""

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from kibitz.games.wanted import SOLVABLE, UNKNOWN, UNSOLVABLE, file_of, load_table
from training import deals
from training.knotty_nines import pysolfc

GAME = "knotty-nines"
SAMPLES = 200


def test_random_deals_are_decided_again():
    table = load_table(GAME, pysolfc.SOURCE)
    assert len(table.verdicts) == pysolfc.DEALS + 1
    assert table.verdicts[0] == UNKNOWN
    assert set(table.verdicts[1:].tolist()) == {SOLVABLE, UNSOLVABLE}
    assert file_of(GAME, pysolfc.SOURCE).stat().st_size < 14_000
    numbers = np.random.default_rng(7).integers(1, pysolfc.DEALS, SAMPLES, endpoint=True).tolist()
    bits = pysolfc.bits_of([*numbers, 1, pysolfc.DEALS])
    known = table.verdicts[[*numbers, 1, pysolfc.DEALS]]
    assert bits.tolist() == (known == SOLVABLE).tolist()
    assert 0 < bits.sum() < len(bits)


def test_the_command_writes_the_first_bits(tmp_path, monkeypatch):
    file = tmp_path / "pysolfc.npz"
    monkeypatch.setattr(pysolfc, "file_of", lambda *_: file)
    app = typer.Typer()
    app.command()(pysolfc.main)
    ended = CliRunner().invoke(app, ["--count", "60"])
    assert ended.exit_code == 0, ended.output
    whole = load_table(GAME, pysolfc.SOURCE).verdicts[1:61] == SOLVABLE
    with np.load(file) as stored:
        assert int(stored["deals"]) == 60
        assert np.unpackbits(stored["solvable"], count=60).tolist() == whole.tolist()
    assert f"solvable: {int(whole.sum())} of 60\n" in ended.stdout


def test_no_bit_stands_for_an_undecided_deal(monkeypatch):
    monkeypatch.setattr(deals, "LIMITS", deals.LIMITS.model_copy(update={"nodes": 10}))
    with pytest.raises(ValueError, match="stays undecided within 10 nodes"):
        pysolfc.bits_of(range(1, 100))
