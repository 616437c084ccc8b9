"""The plans of a turn, style by style in Python: naive and slow."""

from collections.abc import Iterator
from itertools import chain, islice

import numpy as np

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import takes_wild
from kibitz.games.hand_knee_foot.kinds import JOKER, KINDS, RANK_SLOTS, SLOTS, TWO
from kibitz.games.hand_knee_foot.moves import BURY, KNEE, LEAVE, MELD, TAKE
from kibitz.games.hand_knee_foot.state import OFFERED, TO_DRAW, TO_PLAY
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.plans import DISCARDS, Plan, _packed
from kibitz.heuristics.hand_knee_foot.styles import (
    ALL_SLOTS,
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
from kibitz.heuristics.hand_knee_foot.turns import LONGEST, slot_of_meld, write_plan
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS, Reals, row_of
from tests.games.hand_knee_foot.tables import GAME

FLAGS = (0, WAIT, KEEP_WILDS, EMPTY, BURY_TOO, KEEP_PAIRS, STAY, OUT)


def is_legal(view: State, moves: Plan) -> bool:
    """Whether a plan can be played by the seat to move."""
    state, seat = view.copy(), int(protocol.run_turn(view))
    for move in moves:
        while state[0]["phase"] == OFFERED and protocol.run_turn(state) != seat:
            protocol.run_apply(state, KNEE if state[0]["must_take_knee"] else LEAVE)
        if move not in GAME.legal(state):
            return False
        protocol.run_apply(state, move)
    return True


def plans(view: State, weights: Reals = WEIGHTS) -> list[Plan]:
    """The plans of the seat to move, that of the policy first."""
    found: dict[Plan, Plan] = {}
    w = row_of(weights, int(view[0]["players"]))
    moves, costs = np.empty(LONGEST, np.int64), np.empty(KINDS)
    nothing_more = style_of(KEEP_WILDS, ALL_SLOTS)
    packed = ((here, made, nothing_more) for here, made in _packed(view))
    beginnings = chain(((view, (), style) for style in _styles(view, w)), packed)
    for here, begun, style in beginnings:
        count = write_plan(here.copy(), style, w, moves, costs)
        row = (*begun, *(int(move) for move in moves[:count]))
        found.setdefault(tuple(sorted(row)), row)
        if row[-1] < KINDS:
            for plan in _other_discards(view, row, costs):
                found.setdefault(tuple(sorted(plan)), plan)
    return list(found.values())


def _dirty_slots(view: State) -> int:
    team = int(view[0]["turn"]) % int(view[0]["teams"])
    return sum(
        1 << slot
        for slot in range(RANK_SLOTS)
        if view[0]["naturals"][team, slot] > 0 and takes_wild(view[0], team, slot)
    )


def _other_discards(view: State, row: Plan, costs: Reals) -> list[Plan]:
    """A plan that ends with a discard, with the next cheapest discards instead."""
    order = [int(kind) for kind in np.argsort(costs, kind="stable") if kind != row[-1]]
    others = ((*row[:-1], kind) for kind in order)
    return list(islice((plan for plan in others if is_legal(view, plan)), DISCARDS - 1))


def _styles(view: State, w: Reals) -> Iterator[Style]:
    """The styles that may make a difference."""
    record = view[0]
    yield style_of()
    if record["phase"] not in (TO_DRAW, TO_PLAY):
        yield from (style_of(flag) for flag in (OUT, STAY, LEAVE_KNEE))
        return
    base = 0
    if record["phase"] == TO_DRAW:
        yield style_of(DRAWS)
        if TAKE not in GAME.legal(view):
            return
        base = TAKES
    yield from (style_of(base | flag) for flag in FLAGS)
    touched = _touched(view, style_of(base), w) | _touched(view, style_of(base | EMPTY), w)
    for slot in range(SLOTS):
        if touched >> slot & 1:
            yield style_of(base, 1 << slot)
            yield style_of(base | KEEP_WILDS, ALL_SLOTS & ~(1 << slot))
    yield style_of(base | KEEP_WILDS | WAIT, ALL_SLOTS)
    hand = record["hands"][int(record["turn"])]
    if hand[TWO] or hand[JOKER] or base:
        dirty = _dirty_slots(view) | touched
        for slot in range(RANK_SLOTS):
            if dirty >> slot & 1:
                yield style_of(base, 0, 1 << slot)


def _touched(view: State, style: Style, w: Reals) -> int:
    """The slots that a turn in a style puts cards to, as bits."""
    moves, costs = np.empty(LONGEST, np.int64), np.empty(KINDS)
    count, found = write_plan(view.copy(), style, w, moves, costs), 0
    for move in moves[:count]:
        if MELD <= move < BURY:
            found |= 1 << slot_of_meld(int(move))
    return found
