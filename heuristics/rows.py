"""Rows of a table of short whole numbers, added up in all their lanes at once.

Written for the compiler as vectors, because it does not always see that loops over 16 bits may be.
Every sum wraps at 16 bits, so it is the same in whatever order it is taken and on every machine.

A table is [rows, size] with a constant size, sums are flat; both lie in records. Nothing checks
that a row is one of the table.
"""

from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

SHORT: Final = ir.IntType(16)

Typed = tuple[Any, Callable[..., Any]]


class _Lanes:
    """Code that loads and stores the lanes of the arrays a kernel hands over."""

    def __init__(self, context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        self._context, self._builder = context, builder
        self._signature, self._arguments = signature, arguments
        self.size = signature.args[0].shape[1]
        self.kind = ir.VectorType(SHORT, self.size)

    def _place(self, k: int, first: Any) -> Any:
        array = self._context.make_array(self._signature.args[k])
        data = array(self._context, self._builder, self._arguments[k]).data
        start = self._builder.gep(data, [first])
        return self._builder.bitcast(start, self.kind.as_pointer())

    def row(self, number: Any) -> Any:
        """A row of the table, the first argument."""
        first = self._builder.mul(number, number.type(self.size))
        return self._builder.load(self._place(0, first), align=2)

    def load(self, k: int, first: Any) -> Any:
        """The lanes of argument ``k`` from ``first`` on."""
        return self._builder.load(self._place(k, first), align=2)

    def store(self, value: Any, k: int, first: Any) -> None:
        """Write the lanes of argument ``k`` from ``first`` on."""
        self._builder.store(value, self._place(k, first), align=2)

    def all_of(self, number: Any) -> Any:
        """Lanes that all hold the low 16 bits of a number."""
        unused = ir.Constant(self.kind, ir.Undefined)
        one = self._builder.insert_element(
            unused, self._builder.trunc(number, SHORT), ir.IntType(32)(0)
        )
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), self.size), [0] * self.size)
        return self._builder.shuffle_vector(one, unused, everywhere)


def _add_row(_context: Any, table: Any, row: Any, sums: Any, first: Any) -> Typed:
    """The types of :func:`add_row`, and its code."""
    signature = types.void(table, types.int64, sums, types.int64)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes = _Lanes(context, builder, signature, arguments)
        _, number, _, at = arguments
        lanes.store(builder.add(lanes.load(2, at), lanes.row(number)), 2, at)
        return context.get_dummy_value()

    return signature, code


def _rectified(
    _context: Any, table: Any, rows: Any, times: Any, base: Any, sums: Any, first: Any
) -> Typed:
    """The types of :func:`rectified`, and its code."""
    whole = types.UniTuple(types.int64, len(rows))
    taken = types.UniTuple(types.int64, len(times))
    signature = types.void(table, whole, taken, base, sums, types.int64)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes = _Lanes(context, builder, signature, arguments)
        _, numbers, factors, _, _, at = arguments
        plain = len(rows) - len(times)
        total = lanes.load(3, at)
        for i in range(len(rows)):
            row = lanes.row(builder.extract_value(numbers, i))
            if i >= plain:
                row = builder.mul(row, lanes.all_of(builder.extract_value(factors, i - plain)))
            total = builder.add(total, row)
        nothing = ir.Constant(lanes.kind, [0] * lanes.size)
        positive = builder.icmp_signed(">", total, nothing)
        lanes.store(builder.select(positive, total, nothing), 4, at)
        return context.get_dummy_value()

    return signature, code


# add_row(table, row, sums, first): add a row of the table to the sums from ``first`` on.
add_row: Any = intrinsic(_add_row)

# rectified(table, rows, times, base, sums, first): write to ``sums`` the rows and what ``base`` has
# there, both from ``first`` on, added up, 0 where that is negative. ``rows`` and ``times`` are
# tuples; the last rows count as often as ``times`` says.
rectified: Any = intrinsic(_rectified)
