"""Kernels are compiled once for all calls, and run alike from kernels, Python and other code."""

from typing import Any

import numba
import numpy as np
import pytest

from kibitz.games.kernel import kernel


@kernel
def at(numbers: Any, place: int) -> int:
    if place >= len(numbers):
        raise ValueError("no such place")
    return int(numbers[place])


@kernel
def twice_at(numbers: Any, place: int) -> int:
    return at(numbers, 1) + at(numbers, place)


@numba.njit  # type: ignore[untyped-decorator]
def others_sum(numbers: Any) -> Any:
    return at(numbers, 0) + at(numbers, 1) + np.zeros(2).sum()


def test_constants_and_numbers_share_a_compilation() -> None:
    numbers = np.array([5, 6, 7])
    assert twice_at(numbers, 2) == 6 + 7
    assert at(numbers, 0) == 5
    assert len(at.doors) == len(at.signatures) == 1  # type: ignore[attr-defined]


def test_errors_pass_through_from_inner_kernels() -> None:
    for call in (at, twice_at):
        with pytest.raises(ValueError, match="no such place"):
            call(np.array([5, 6, 7]), 3)


def test_functions_compiled_by_others_can_call_kernels() -> None:
    assert others_sum(np.array([5, 6, 7])) == 11
