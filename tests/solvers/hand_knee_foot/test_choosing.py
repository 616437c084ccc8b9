"""What a slip plays: all that the policy does in another style, and other cheap discards."""

from collections.abc import Iterator

import numpy as np
import pytest

from kibitz.games.hand_knee_foot.kinds import KINDS, SLOTS
from kibitz.games.hand_knee_foot.state import TO_PLAY
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.policy import styled_move
from kibitz.heuristics.hand_knee_foot.styles import (
    BURY_TOO,
    DRAWS,
    EMPTY,
    KEEP_PAIRS,
    KEEP_WILDS,
    LEAVE_KNEE,
    OUT,
    STAY,
    TAKES,
    WAIT,
    Style,
    style_of,
)
from kibitz.heuristics.hand_knee_foot.throwing import write_costs
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS, Reals
from kibitz.solvers.hand_knee_foot.choosing import MOST_IDEAS, run_ideas
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import VARIANTS, rounds, rule, world

STYLES = (WAIT, KEEP_WILDS, EMPTY, BURY_TOO, KEEP_PAIRS, STAY, OUT, LEAVE_KNEE, DRAWS, TAKES)


@kernel
def _styled(state: State, style: Style, w: Reals) -> int:
    return styled_move(state[0], style, w)


@kernel
def _costs(state: State, costs: Reals, w: Reals) -> None:
    write_costs(state[0], costs, w)


def naive_ideas(state: State) -> set[int]:
    w = WEIGHTS[int(state[0]["players"] > 2)]
    styles = [style_of(flag) for flag in STYLES]
    styles += [style_of(0, 1 << slot) for slot in range(SLOTS)]
    found = {rule(state), *(int(_styled(state, style, w)) for style in styles)}
    if state[0]["phase"] == TO_PLAY and rule(state) < KINDS:
        costs = np.empty(KINDS)
        _costs(state, costs, w)
        held = np.flatnonzero(state[0]["hands"][int(state[0]["turn"])])
        found |= set(sorted(held.tolist(), key=lambda kind: (costs[kind], kind))[:3])
    return found


def looked_at(rules: dict[str, object]) -> Iterator[State]:
    for states in rounds(rules, 3):
        yield from (world(state, 5) for state in states[:-1:7])


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_a_slip_plays_as_a_style_does_or_discards_otherwise(rules: dict[str, object]) -> None:
    several, looked = 0, 0
    for state in looked_at(rules):
        moves = np.empty(MOST_IDEAS, np.int64)
        found = set(moves[: run_ideas(state, moves)].tolist())
        assert found == naive_ideas(state)
        legal = set(GAME.legal(state))
        assert rule(state) in found & legal
        # Only a discard may not be allowed, which is then no idea.
        assert all(move < KINDS for move in found - legal)
        looked, several = looked + 1, several + (len(found & legal) > 1)
    assert several > looked // 4
