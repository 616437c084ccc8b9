"""What searches of version 0.1 share: states to which the kernels of then are attached."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kibitz.games import protocol
from kibitz.games.protocol import State, implements
from kibitz.heuristics import protocol as judgement


def former_of(
    state: np.dtype[np.void], rules: Mapping[str, Any], judged: Mapping[str, Any]
) -> np.dtype[np.void]:
    """A type with the fields of ``state`` to which kernels of both protocols are attached."""
    former = np.dtype([("former", np.int8), *state.descr])
    for of, kernels in ((protocol, rules), (judgement, judged)):
        for name, kernel in kernels.items():
            implements(getattr(of, name), former)(kernel)
    return former


def as_former(former: np.dtype[np.void], view: State) -> State:
    """The same state, of the type that the kernels of version 0.1 are attached to."""
    state = np.zeros(1, former)
    for name in view.dtype.names or ():
        state[name] = view[name]
    return state
