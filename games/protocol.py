"""The game protocol: what every game's kernels answer about a state.

A state is a one-element structured array (a *record*) of the game's own dtype. The functions
below are plain names; each game attaches its implementation for its record type with
:func:`implements`, so a search kernel written once compiles per game with the calls inlined.
Called from Python through the ``run_…`` kernels, they are the only implementation of the rules.

Moves are small non-negative integers whose meaning is the game's own.

``random_move`` alone need not be attached. A game that has a faster way attaches it in the module
that defines its record, so that no kernel is ever compiled without it.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba.core.dispatcher import Dispatcher
from numba.core.typing.templates import AbstractTemplate, infer_global

from kibitz.games.chance import Stream, pick
from kibitz.games.kernel import attached_in, kernel
from kibitz.games.records import Record

State = npt.NDArray[np.void]
Moves = npt.NDArray[np.int64]
Payoffs = npt.NDArray[np.float64]

F = TypeVar("F", bound=Callable[..., Any])

_UNATTACHED = "no game attaches this function to that type of state"
_attached: dict[Callable[..., Any], dict[Any, Any]] = {}


def legal(state: Record, moves: Moves) -> int:
    """Write the legal moves to ``moves``, ascending, and return their number."""
    raise TypeError(_UNATTACHED)


def apply(state: Record, move: int) -> None:
    """Play a legal move, in place."""
    raise TypeError(_UNATTACHED)


def over(state: Record) -> bool:
    """Whether the game has ended: nothing is left to play for or to play."""
    raise TypeError(_UNATTACHED)


def payoff(state: Record, payoffs: Payoffs) -> None:
    """Write what each seat has won so far, in the game's own unit."""
    raise TypeError(_UNATTACHED)


def turn(state: Record) -> int:
    """The seat to move."""
    raise TypeError(_UNATTACHED)


def horizon(state: Record) -> int:
    """Upper bound on the irreversible moves still to come; no move ever raises it."""
    raise TypeError(_UNATTACHED)


def redeal(state: Record, seat: int, stream: Stream) -> None:
    """Replace everything ``seat`` cannot see by a uniformly random consistent guess, in place."""
    raise TypeError(_UNATTACHED)


def random_move(state: Record, moves: Moves, stream: Stream) -> int:
    """A legal move, each as likely as the other; there must be one. ``moves`` is for scratch."""
    raise TypeError(_UNATTACHED)


def implements(generic: Callable[..., Any], dtype: np.dtype[np.void]) -> Callable[[F], F]:
    """Attach the decorated kernel to the protocol function ``generic`` for records of ``dtype``."""
    record = numba.from_dtype(dtype)
    caller = sys._getframe(1).f_code.co_filename
    attached_in.setdefault(record, set()).add(Path(caller).resolve())

    def register(implementation: F) -> F:
        _attach(generic, record, implementation)
        return implementation

    return register


def _attach(function: Callable[..., Any], record: Any, implementation: Any) -> None:
    """Let kernels that call ``function`` with a record of this type call ``implementation``.

    ``record``: None for all types of records to which nothing else is attached.
    """
    if function not in _attached:
        _attached[function] = {}
        infer_global(function)(_calls_to(function))
    if isinstance(implementation, Dispatcher):  # not so where NUMBA_DISABLE_JIT is set
        _attached[function][record] = implementation


def _calls_to(function: Callable[..., Any]) -> type[Any]:
    """How Numba types a call of a protocol function: as a call of the kernel attached to it."""

    class Calls(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            state, found = args[0], _attached[function]
            callee = found.get(state, found.get(None))
            if callee is None or not isinstance(state, numba.types.Record):
                return None
            self.callee = numba.types.Dispatcher(callee)
            return self.callee.get_call_type(self.context, args, kws)

        def get_impl_key(self, sig: Any) -> Any:
            return self.callee.get_impl_key(sig)

    return Calls


@kernel
def any_legal(state: Record, moves: Moves, stream: Stream) -> int:
    """:func:`random_move` of the games that attach none."""
    return moves[pick(stream, legal(state, moves))]


_attach(random_move, None, any_legal)


@kernel
def run_legal(state: State, moves: Moves) -> int:
    """:func:`legal` for Python callers."""
    return legal(state[0], moves)


@kernel
def run_apply(state: State, move: int) -> None:
    """:func:`apply` for Python callers."""
    apply(state[0], move)


@kernel
def run_over(state: State) -> bool:
    """:func:`over` for Python callers."""
    return over(state[0])


@kernel
def run_payoff(state: State, payoffs: Payoffs) -> None:
    """:func:`payoff` for Python callers."""
    payoff(state[0], payoffs)


@kernel
def run_turn(state: State) -> int:
    """:func:`turn` for Python callers."""
    return turn(state[0])


@kernel
def run_horizon(state: State) -> int:
    """:func:`horizon` for Python callers."""
    return horizon(state[0])


@kernel
def run_redeal(state: State, seat: int, stream: Stream) -> None:
    """:func:`redeal` for Python callers."""
    redeal(state[0], seat, stream)


@kernel
def run_random_move(state: State, moves: Moves, stream: Stream) -> int:
    """:func:`random_move` for Python callers."""
    return random_move(state[0], moves, stream)
