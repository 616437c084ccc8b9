"""Kernels are compiled once for all calls, and run alike from kernels, Python and other code."""

from typing import Any, cast

import numba
import numpy as np
import pytest
from numba import types

from kibitz.games.dispatching import common
from kibitz.games.kernel import kernel

PAIR = np.dtype([("small", np.int8), ("many", np.int64, 4)])


@kernel
def at(numbers: Any, place: int) -> int:
    if place >= len(numbers):
        raise ValueError("no such place")
    return int(numbers[place])


@kernel
def of_all_kinds(records: Any, numbers: Any) -> int:
    record = records[0]
    return at(record.many, 1) + at(record.many, record.small) + at(numbers, 2)


@numba.njit  # type: ignore[untyped-decorator]
def others_sum(numbers: Any) -> Any:
    return at(numbers, 0) + at(numbers, 1) + np.zeros(2).sum()


def test_constants_bytes_and_arrays_in_records_share_a_compilation() -> None:
    numbers = np.array([5, 6, 7])
    record = np.array([(3, [1, 2, 3, 4])], PAIR)
    assert of_all_kinds(record, numbers) == 2 + 4 + 7
    assert at(numbers, 0) == at(numbers, cast(int, np.int8(0))) == 5
    assert len(at.overloads) == len(at.doors) == 1  # type: ignore[attr-defined]


def test_errors_pass_through_from_inner_kernels() -> None:
    record = np.array([(9, [1, 2, 3, 4])], PAIR)
    with pytest.raises(ValueError, match="no such place"):
        of_all_kinds(record, np.array([5, 6, 7]))
    with pytest.raises(ValueError, match="no such place"):
        at(np.array([5, 6, 7]), 3)


def test_functions_compiled_by_others_can_call_kernels() -> None:
    assert others_sum(np.array([5, 6, 7])) == 11


def test_integers_of_chosen_width_stay_as_they_are() -> None:
    for of in (types.int32, types.uint8, types.uint64, types.float64, types.boolean):
        assert common(of) == of
    assert common(types.literal(7)) == common(types.int8) == types.int64
    assert common(types.literal(True)) == types.boolean
