"""The inner loop of a network in whole numbers: many inputs times many weights, added up.

Numba alone adds up one output after the other, and most of its time goes into the sums of the
lanes of a register. Here the lanes are outputs: two inputs at a time go to all of them, which is
one instruction of an x86 processor for each register full of outputs. Other processors get the
same sums from ordinary multiplications, so results are equal everywhere, bit by bit.
"""

import re
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils, config
from numba.extending import intrinsic

SHORT, LONG = ir.IntType(16), ir.IntType(32)
RUNNING: Final = 8  # registers of sums: an addition takes longer than the next can wait
LINE: Final = 64  # bytes

# By lanes of 32 bits: what a processor must be able to do, and its instruction for two inputs.
WIDE: Final = {
    16: (r"\+avx512bw\b|x86-64-v4", "llvm.x86.avx512.pmaddw.d.512"),
    8: (r"\+avx2\b|x86-64-v[34]", "llvm.x86.avx2.pmadd.wd"),
}
NARROW: Final = 4

Typed = tuple[Any, Callable[..., Any]]


def in_pairs(layer: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Weights [inputs, outputs] as :func:`add_products` takes them: [inputs / 2, outputs, 2]."""
    inputs, outputs = layer.shape
    return np.ascontiguousarray(layer.reshape(inputs // 2, 2, outputs).transpose(0, 2, 1))


def lanes_for(processor: str, outputs: int) -> int:
    """How many outputs share a register of a processor with this name and these features."""
    for lanes, (needed, _) in WIDE.items():
        if outputs % lanes == 0 and re.search(needed, processor):
            return lanes
    return NARROW


def _of_two(builder: Any, lanes: int, row: Any, inputs: Any) -> Any:
    """The sums of two products each, in all lanes."""
    longs = ir.VectorType(LONG, lanes)
    if lanes in WIDE:
        shape = ir.FunctionType(longs, [row.type, row.type])
        name = WIDE[lanes][1]
        return builder.call(
            cgutils.get_or_insert_function(builder.module, shape, name), [row, inputs]
        )
    unused = ir.Constant(row.type, ir.Undefined)
    products = []
    for first in range(2):
        mask = ir.Constant(longs, list(range(first, 2 * lanes, 2)))
        halves = (builder.shuffle_vector(each, unused, mask) for each in (row, inputs))
        products.append(builder.mul(*(builder.sext(half, longs) for half in halves)))
    return builder.add(*products)


def _as_written(module: Any, branch: Any) -> None:
    """Let the compiler leave a loop as it is: unrolled, this one is twice as slow."""
    once = module.add_metadata([ir.MetaDataString(module, "llvm.loop.unroll.disable")])
    loop = module.add_metadata([once])
    loop.operands = (loop, once)
    branch.set_metadata("llvm.loop", loop)


def _add_products(
    _context: Any,
    weights: Any,
    inputs: Any,
    first: Any,
    base: Any,
    sums: Any,
    seen: Any,
    outputs: Any,
) -> Typed:
    """The types of :func:`add_products`, and its code."""
    count, size = seen.literal_value // 2, outputs.literal_value
    signature = types.void(weights, inputs, types.int64, base, sums, seen, outputs)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        machine = context.codegen()
        processor = f"{config.CPU_NAME or ''} {machine._tm_features}"
        lanes = lanes_for(processor, size)
        longs, shorts = ir.VectorType(LONG, lanes), ir.VectorType(SHORT, 2 * lanes)
        registers = size // lanes
        chains = next(n for n in (max(1, RUNNING // registers), 2, 1) if count % n == 0)

        def data(k: int, kind: Any, at: Any = None) -> Any:
            array = context.make_array(signature.args[k])(context, builder, arguments[k])
            start = array.data if at is None else builder.gep(array.data, [at])
            return builder.bitcast(start, kind.as_pointer())

        table, bases, totals = data(0, shorts), data(3, longs), data(4, longs)
        given = data(1, LONG, arguments[2])
        start = [builder.load(builder.gep(bases, [LONG(k)]), align=4) for k in range(registers)]
        start += [ir.Constant(longs, [0] * lanes)] * (registers * (chains - 1))
        before = builder.block
        loop, after = (builder.append_basic_block(name) for name in ("products", "sums"))
        builder.branch(loop)
        builder.position_at_end(loop)
        pair = builder.phi(LONG)
        running = [builder.phi(longs) for _ in start]
        added = []
        for chain in range(chains):
            number = builder.add(pair, LONG(chain))
            both = builder.load(builder.gep(given, [number]), align=2)
            unused = ir.Constant(longs, ir.Undefined)
            one = builder.insert_element(unused, both, LONG(0))
            everywhere = ir.Constant(longs, [0] * lanes)
            spread = builder.bitcast(builder.shuffle_vector(one, unused, everywhere), shorts)
            for k in range(registers):
                place = builder.add(builder.mul(number, LONG(registers)), LONG(k))
                row = builder.load(builder.gep(table, [place]), align=2)
                product = _of_two(builder, lanes, row, spread)
                added.append(builder.add(running[registers * chain + k], product))
        following = builder.add(pair, LONG(chains))
        more = builder.icmp_signed("<", following, LONG(count))
        _as_written(builder.module, builder.cbranch(more, loop, after))
        for phi, old, new in zip(
            [pair, *running], [LONG(0), *start], [following, *added], strict=True
        ):
            phi.add_incoming(old, before)
            phi.add_incoming(new, loop)
        builder.position_at_end(after)
        for k in range(registers):
            total = added[k]
            for chain in range(1, chains):
                total = builder.add(total, added[registers * chain + k])
            builder.store(total, builder.gep(totals, [LONG(k)]), align=4)
        return context.get_dummy_value()

    return signature, code


def _local(_context: Any, kind: Any) -> Typed:
    """The types of :func:`local`, and its code."""

    def code(_context: Any, builder: Any, signature: Any, _arguments: Any) -> Any:
        size = signature.return_type.size
        place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8), size))
        place.align = LINE
        return place

    return kind.dtype(kind), code


def constant(record: npt.NDArray[np.void]) -> Any:
    """What a kernel calls to get the first of an array of records, at the start of a cache line.

    A constant that a kernel just names lies anywhere, and half of its rows across two lines.
    """
    kind = from_dtype(record.dtype)
    data = bytearray(record[:1].tobytes())

    def _constant(_context: Any) -> Typed:
        def code(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            value = cgutils.create_constant_array(ir.IntType(8), data)
            place = cgutils.global_constant(builder.module, "constant", value)
            place.align = LINE
            return place

        return kind(), code

    return intrinsic(_constant)


# add_products(weights, inputs, first, base, sums, seen, outputs): write to each of the first
# ``outputs`` sums its ``base`` and the products of its weights, see :func:`in_pairs`, and the
# ``seen`` inputs from ``first`` on. ``base`` may be ``sums``. ``seen`` is even, ``outputs`` a
# multiple of 4, both are constants; sums wrap at 32 bits.
add_products: Any = intrinsic(prefer_literal=True)(_add_products)

# local(dtype): a record of scratch that lasts until its kernel returns, with anything in it.
# Nothing is allocated, and nothing may keep it.
local: Any = intrinsic(_local)
