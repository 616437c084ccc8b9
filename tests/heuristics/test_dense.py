"""Sums of products in registers against the same sums one by one."""

import re
from typing import Annotated, Final

import numpy as np
import pytest

from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.games.records import Int16s, Int32s, Record, dtype_of
from kibitz.heuristics.dense import WIDE, add_products, constant, in_pairs, lanes_for, local
from tests.naive.dense import sums_of

SHAPES: Final = ((64, 64), (10, 64), (64, 32), (6, 16), (2, 8), (64, 20), (18, 12), (2, 4))


class Two(Record):
    first: Annotated[Int32s, 5]
    second: Annotated[Int16s, 3]


TWO: Final = dtype_of(Two)
KEPT: Final = np.array([([1, -2, 3, -4, 5], [6, 7, -8])], TWO)
kept: Final = constant(KEPT)


@kernel
def add_all(weights: Int16s, inputs: Int16s, base: Int32s, sums: Int32s, shape: int) -> None:
    """The sums of the shape of this number, inputs from the third on."""
    if shape == 0:
        add_products(weights, inputs, 2, base, sums, 64, 64)
    elif shape == 1:
        add_products(weights, inputs, 2, base, sums, 10, 64)
    elif shape == 2:
        add_products(weights, inputs, 2, base, sums, 64, 32)
    elif shape == 3:
        add_products(weights, inputs, 2, base, sums, 6, 16)
    elif shape == 4:
        add_products(weights, inputs, 2, base, sums, 2, 8)
    elif shape == 5:
        add_products(weights, inputs, 2, base, sums, 64, 20)
    elif shape == 6:
        add_products(weights, inputs, 2, base, sums, 18, 12)
    else:
        add_products(weights, inputs, 2, base, sums, 2, 4)


@kernel
def through_scratch(out: State) -> None:
    scratch: Two = local(TWO)
    for i in range(5):
        scratch.first[i] = kept().first[i] * 2
    for i in range(3):
        scratch.second[i] = kept().second[i] - 1
    out[0] = scratch


@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_the_sums_are_those_of_single_products(number: int) -> None:
    inputs, outputs = SHAPES[number]
    rng = np.random.default_rng(number)
    for most in (9, 600, 32_767):
        layer = rng.integers(-most, most, (inputs, outputs), endpoint=True).astype(np.int16)
        given = rng.integers(-most, most, inputs + 4, endpoint=True).astype(np.int16)
        base = rng.integers(-(1 << 31), 1 << 31, outputs).astype(np.int32)
        sums, wanted = (
            np.zeros(outputs, np.int32),
            sums_of(layer.tolist(), given[2:-2].tolist(), base.tolist()),
        )
        add_all(in_pairs(layer), given, base, sums, number)
        assert sums.tolist() == wanted
        add_all(in_pairs(layer), given, base, base, number)
        assert base.tolist() == wanted


def test_a_processor_is_asked_for_what_it_can_do_only() -> None:
    assert lanes_for("generic ", 64) == 4
    assert lanes_for("x86-64-v2 ", 64) == 4
    assert lanes_for("x86-64-v3 ", 64) == 8
    assert lanes_for("x86-64-v4 ", 64) == 16
    assert lanes_for("haswell +avx2,-avx512bw", 64) == 8
    assert lanes_for("rocketlake +avx2,+avx512bw", 64) == 16
    assert lanes_for("rocketlake +avx2,+avx512bw", 40) == 8
    assert lanes_for("rocketlake +avx2,+avx512bw", 12) == 4
    assert lanes_for("rocketlake -avx2,-avx512bw", 64) == 4
    assert all(re.search(needed, "") is None for needed, _ in WIDE.values())


def test_scratch_and_constants_are_records() -> None:
    out = np.zeros(1, TWO)
    through_scratch(out)
    assert out["first"][0].tolist() == [2, -4, 6, -8, 10]
    assert out["second"][0].tolist() == [5, 6, -9]
