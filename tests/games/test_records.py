"""Records declared as classes: the dtype that NumPy gets, and the types that kernels are given."""

import ast
from pathlib import Path
from typing import Annotated, TypeVar

import numpy as np
import numpy.typing as npt
import pytest
from typing_extensions import TypeAliasType

from kibitz.games.kernel import kernel
from kibitz.games.records import (
    Flag,
    Int8,
    Int16s,
    Int64,
    Numbers,
    Real,
    Reals,
    Record,
    UInt8s,
    UInt64,
    dtype_of,
)

ROOT = Path(__file__).parents[2]
MOST_ARGUMENTS = 8
LONGER = {"run", "write_keys", "sample_worlds", "duel", "play_world"}  # so far


class Part(Record):
    """A record within another."""

    cells: Annotated[Numbers, "small", "side", "side"]
    count: Int8


class Whole(Record):
    """A record of every kind of field."""

    key: UInt64
    part: Part
    again: Annotated[Part, np.dtype([("x", np.int8)])]
    points: Annotated[Int16s, 3]
    cards: Annotated[UInt8s, 2, "side"]
    total: Int64
    open: Flag
    worth: Real


def test_the_dtype_is_the_one_written_out() -> None:
    part = np.dtype([("cells", np.uint16, (3, 3)), ("count", np.int8)])
    found = dtype_of(Whole, small=np.uint16, side=3)
    assert found == np.dtype(
        [
            ("key", np.uint64),
            ("part", part),
            ("again", [("x", np.int8)]),
            ("points", np.int16, 3),
            ("cards", np.uint8, (2, 3)),
            ("total", np.int64),
            ("open", np.bool_),
            ("worth", np.float64),
        ]
    )
    assert not found.isalignedstruct
    assert dtype_of(Part, small=np.uint8, side=2).itemsize == 5


def test_an_array_may_be_an_alias_that_is_not_looked_through() -> None:
    """As NumPy's own from Python 3.12 on."""
    element = TypeVar("element", bound=np.generic)
    array = TypeAliasType("array", npt.NDArray[element], type_params=(element,))

    class Aliased(Record):
        numbers: Annotated[array[np.int16], 3]

    assert dtype_of(Aliased) == np.dtype([("numbers", np.int16, 3)])


def test_what_is_no_field_is_refused() -> None:
    class Plain(Record):
        number: int

    class Shapeless(Record):
        numbers: Reals

    class Named(Record):
        numbers: Annotated[Reals, "size"]

    for record in (Plain, Shapeless):
        with pytest.raises(TypeError, match="is no field of a record"):
            dtype_of(record)
    with pytest.raises(KeyError, match="size"):
        dtype_of(Named)


@kernel
def _count(record: Part, by: int) -> int:
    record.count += by
    return int(record.count) + int(record.cells[0, 1])


def test_a_kernel_takes_the_record_that_its_parameter_is_annotated_with() -> None:
    array = np.zeros(2, dtype_of(Part, small=np.uint8, side=2))
    array["cells"][1, 0, 1] = 5
    assert _count(array[1], 3) == 8
    assert array["count"].tolist() == [0, 3]


def kernels() -> list[tuple[str, ast.FunctionDef]]:
    """Every kernel of the project by its file."""
    return [
        (file.relative_to(ROOT).as_posix(), node)
        for folder in ("games", "heuristics", "solvers", "training", "jobs", "benchmarks")
        for file in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(decorator) == "kernel" for decorator in node.decorator_list)
    ]


def test_no_parameter_of_a_kernel_is_of_any_type() -> None:
    every = kernels()
    assert len(every) > 500
    for file, node in every:
        for argument in node.args.args:
            assert argument.annotation is not None
            assert ast.unparse(argument.annotation) != "Any", f"{file}: {node.name}"


def test_kernels_take_eight_arguments_at_the_most() -> None:
    more = {node.name for _, node in kernels() if len(node.args.args) > MOST_ARGUMENTS}
    assert more == LONGER
