"""Rows of short numbers added up as vectors against the same sums lane by lane."""

from typing import Annotated, Final

import numpy as np
import pytest

from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.games.records import Int16s, Record, dtype_of
from kibitz.heuristics.rows import add_row, rectified
from tests.naive.dense import wrapped_short

ROWS: Final = 9
SIZE: Final = 64
PLACES: Final = 3  # of sums, one after the other


class Ledger(Record):
    table: Annotated[Int16s, ROWS, SIZE]
    base: Annotated[Int16s, PLACES * SIZE]
    sums: Annotated[Int16s, PLACES * SIZE]


LEDGER: Final = dtype_of(Ledger)


@kernel
def add_one(ledgers: State, row: int, first: int) -> None:
    ledger = ledgers[0]
    add_row(ledger.table, row, ledger.sums, first)


@kernel
def rectify(ledgers: State, p: int, q: int, first: int) -> None:
    """The rows 4, 1 and 1 once, row 7 as often as ``p`` says and row 8 as ``q`` does."""
    ledger = ledgers[0]
    rectified(ledger.table, (4, 1, 1, 7, 8), (p, q), ledger.base, ledger.sums, first)


def ledger_of(seed: int, most: int) -> State:
    """Random numbers everywhere, no further from 0 than ``most``."""
    rng, ledgers = np.random.default_rng(seed), np.zeros(1, LEDGER)
    for name in ("table", "base", "sums"):
        shape = ledgers[name].shape
        ledgers[name] = rng.integers(-most, most, shape, endpoint=True)
    return ledgers


@pytest.mark.parametrize("most", [9, 600, 32_767])
@pytest.mark.parametrize("place", range(PLACES))
def test_a_row_is_added_where_it_should_be_and_nowhere_else(most: int, place: int) -> None:
    ledgers, first = ledger_of(place, most), SIZE * place
    for row in range(ROWS):
        wanted = ledgers["sums"][0].tolist()
        for lane, number in enumerate(ledgers["table"][0, row].tolist()):
            wanted[first + lane] = wrapped_short(wanted[first + lane] + number)
        add_one(ledgers, row, first)
        assert ledgers["sums"][0].tolist() == wanted


@pytest.mark.parametrize("most", [9, 600, 32_767])
@pytest.mark.parametrize("place", range(PLACES))
def test_rows_times_numbers_and_a_base_are_summed_and_nothing_is_negative(
    most: int, place: int
) -> None:
    for p, q in ((0, 0), (-6, 0), (0, -3), (5, -1), (-32_768, 32_767)):
        ledgers, first = ledger_of(10 + place, most), SIZE * place
        wanted = ledgers["sums"][0].tolist()
        table, base = ledgers["table"][0].tolist(), ledgers["base"][0].tolist()
        for lane in range(SIZE):
            total = base[first + lane] + table[4][lane] + 2 * table[1][lane]
            total += p * table[7][lane] + q * table[8][lane]
            wanted[first + lane] = max(0, wrapped_short(total))
        rectify(ledgers, p, q, first)
        assert ledgers["sums"][0].tolist() == wanted
