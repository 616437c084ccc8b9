import numba
import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.chance import Stream
from kibitz.games.protocol import Moves, Payoffs

NAMES = ("legal", "apply", "over", "payoff", "turn", "horizon", "redeal", "random_move")
STRANGE = np.dtype([("value", np.int64)])


@pytest.mark.parametrize("name", NAMES)
def test_every_function_has_a_door_for_python(name: str) -> None:
    assert getattr(protocol, name).__doc__
    assert f":func:`{name}`" in getattr(protocol, f"run_{name}").__doc__


def test_unattached_records_are_refused() -> None:
    state = np.zeros(1, STRANGE)
    moves: Moves = np.zeros(1, np.int64)
    payoffs: Payoffs = np.zeros(1)
    stream: Stream = np.zeros(1, np.uint64)
    with pytest.raises(TypeError, match="no game attaches"):
        protocol.legal(state[0], moves)
    for call in (
        lambda: protocol.apply(state[0], 0),
        lambda: protocol.over(state[0]),
        lambda: protocol.payoff(state[0], payoffs),
        lambda: protocol.turn(state[0]),
        lambda: protocol.horizon(state[0]),
        lambda: protocol.redeal(state[0], 0, stream),
        lambda: protocol.random_move(state[0], moves, stream),
    ):
        with pytest.raises(TypeError, match="no game attaches"):
            call()
    with pytest.raises(numba.TypingError):
        protocol.run_over(state)
