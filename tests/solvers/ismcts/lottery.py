"""A game of one move whose worth is known: for what searches say of means, errors and choices.

See :mod:`tests.solvers.ismcts.records` on the name of the record.
"""

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numba import uint64

from kibitz.contract.options import Limits
from kibitz.games import protocol as rules
from kibitz.games.chance import Stream, fraction, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, Payoffs, State, implements
from kibitz.heuristics.plain import without_judgement
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import Findings

MARK = "h" + sha256(Path(__file__).read_bytes()).hexdigest()[:12]
MOST: Final = 40
WON, SHARED, NARROW, POINTS = range(4)
LOTTERY = np.dtype(
    [
        (MARK, np.int8),
        ("kind", np.int64),
        ("count", np.int64),
        ("drawn", np.int64),  # the move made, or -1
        ("bond", np.float64),  # how often moves share their luck
        ("means", np.float64, (MOST,)),
        ("world", np.uint64),
        ("stream", np.uint64, (1,)),
    ]
)


@implements(rules.legal, LOTTERY)
@kernel
def tickets(state: Any, moves: Moves) -> int:
    for i in range(state.count):
        moves[i] = i
    return int(state.count) if state.drawn < 0 else 0


@implements(rules.apply, LOTTERY)
@kernel
def draw(state: Any, move: int) -> None:
    state.drawn = move


@implements(rules.over, LOTTERY)
@kernel
def is_drawn(state: Any) -> bool:
    return bool(state.drawn >= 0)


@implements(rules.payoff, LOTTERY)
@kernel
def prize(state: Any, payoffs: Payoffs) -> None:
    """A mean and luck, which is that of the world or that of the ticket."""
    start_stream(state.stream, state.world, uint64(0))
    shared = fraction(state.stream) < state.bond
    start_stream(state.stream, state.world, uint64(1 if shared else 2 + state.drawn))
    mean = state.means[state.drawn]
    first, second = fraction(state.stream), fraction(state.stream)
    if state.kind == WON:
        payoffs[0] = 1.0 if first < mean else 0.0
    elif state.kind == SHARED:
        payoffs[0] = 0.5 * (first < mean) + 0.5 * (second < mean)
    elif state.kind == NARROW:
        payoffs[0] = mean + 0.1 * (first - 0.5)
    else:
        payoffs[0] = mean - 5.0 * (1.0 + np.log(max(first, 1e-12)))
    payoffs[1] = 1.0 - payoffs[0] if state.kind != POINTS else -payoffs[0]


@implements(rules.turn, LOTTERY)
@kernel
def first_seat(state: Any) -> int:
    return 0


@implements(rules.horizon, LOTTERY)
@kernel
def one_move(state: Any) -> int:
    return 1


@implements(rules.redeal, LOTTERY)
@kernel
def another_world(state: Any, seat: int, stream: Stream) -> None:
    state.world = stream[0]


without_judgement(LOTTERY)


def lottery(kind: int, means: list[float], bond: float = 0.5) -> State:
    """A ticket for each of ``means``."""
    state = np.zeros(1, LOTTERY)
    state["kind"], state["count"], state["drawn"], state["bond"] = kind, len(means), -1, bond
    state["means"][0, : len(means)] = means
    return state


def played(state: State, iterations: int, seed: int, **options: Any) -> Findings:
    """Findings of a race as answers make it."""
    args = {"sides": options.pop("sides", None)}
    return Search(
        state,
        Setting(2, MOST),
        SearchOptions(**{"tree_depth": 1, "root": "racing", **options}),
        Budget(Limits(iterations=iterations)),
        seed=seed,
        **args,
    ).run()
