"""Sentences of hints checked in bulk: the batches, and the row that is printed."""

import argparse

from benchmarks.reasons import BATCH, add_options, check, row_of, run
from kibitz.contract.options import Limits
from tests.naive.reasons.knack_solitaire import CHECKERS

GAME = "knack-solitaire"


def test_a_batch_is_checked_and_counted():
    checked = check(3, GAME, Limits(iterations=16, nodes=300, memory_mb=64))
    assert checked.positions == BATCH
    assert checked.codes.total() >= BATCH
    assert checked.false == []
    row = row_of(GAME, [checked, checked])
    assert row[:3] == [GAME, str(2 * BATCH), f"{2 * checked.codes.total():,}"]
    assert row[4] == "0"


def test_false_sentences_are_counted_and_shown(monkeypatch, capsys):
    class Pool:
        def __init__(self, *_, **__):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        map = map

    monkeypatch.setattr("benchmarks.reasons.ProcessPoolExecutor", Pool)
    liar = dict.fromkeys(CHECKERS, lambda *_: False)
    monkeypatch.setattr("tests.naive.reasons.knack_solitaire.CHECKERS", liar)
    parser = argparse.ArgumentParser()
    add_options(parser)
    asked = f"--game {GAME} --positions 1 --iterations 4 --nodes 50"
    run(parser.parse_args(asked.split()))
    printed = capsys.readouterr()
    last = printed.out.strip().splitlines()[-1].split(" | ")
    assert last[2] == last[4].removesuffix(" |")
    assert "knack-solitaire~" in printed.err
