"""The game protocol: what every game's kernels answer about a state.

A state is a one-element structured array (a *record*) of the game's own dtype. The functions
below are plain names; each game attaches its implementation for its record type with
``numba.extending.overload``, so a search kernel written once compiles per game with the calls
inlined. Called from Python through the ``run_…`` kernels, they are the only implementation of the
rules.

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
from numba.extending import overload

from kibitz.games.chance import Stream, pick
from kibitz.games.kernel import attached_in, kernel
from kibitz.games.records import Record

State = npt.NDArray[np.void]
Moves = npt.NDArray[np.int64]
Payoffs = npt.NDArray[np.float64]

F = TypeVar("F", bound=Callable[..., Any])

_UNATTACHED = "no game attaches this function to that type of state"
_attached: set[tuple[Callable[..., Any], Any]] = set()


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
    _attached.add((generic, record))
    caller = sys._getframe(1).f_code.co_filename
    attached_in.setdefault(record, set()).add(Path(caller).resolve())

    def register(implementation: F) -> F:
        body = getattr(implementation, "py_func", implementation)

        @overload(generic, strict=False)
        def choose(state: Any, *_: Any) -> Any:
            return body if state == record else None

        return implementation

    return register


@kernel
def any_legal(state: Record, moves: Moves, stream: Stream) -> int:
    """:func:`random_move` of the games that attach none."""
    return moves[pick(stream, legal(state, moves))]


@overload(random_move, strict=False)
def _choose_any_legal(state: Any, moves: Any, stream: Any) -> Any:
    own = not isinstance(state, numba.types.Record) or (random_move, state) in _attached
    return None if own else any_legal.py_func  # type: ignore[attr-defined]


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
