"""Plans: the few turns worth comparing, each with its exact moves.

What may be done in a turn are thousands of orders of thousands of sets of cards. A plan is what
the policy makes of the turn in a style: as it would by itself, with a rank left alone or that one
only, with a rank dirtied, wild cards kept, the hand played out or pairs held back, cards buried,
going out or not; and each of these with the few cheapest discards. Two more put down as many cards
as can be and open with as few wild cards as can be. What comes to the same cards put down is one
plan.

A plan ends with the turn, or where it turns up a card: what follows depends on that.
"""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import takes_wild
from kibitz.games.hand_knee_foot.kinds import JOKER, KINDS, RANK_SLOTS, SLOTS, TWO, WILD_SLOT
from kibitz.games.hand_knee_foot.legal import legal_moves
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_TWO,
    BURY,
    DRAW,
    KNEE,
    LEAVE,
    MELD,
    MELD_WILD,
    MOVES,
    TAKE,
)
from kibitz.games.hand_knee_foot.play import apply_move, seat_to_move
from kibitz.games.hand_knee_foot.state import ENDED, OFFERED, TO_DRAW, TO_PLAY, team_of
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.hand_knee_foot.packing import packed_rows
from kibitz.heuristics.hand_knee_foot.policy import styled_move
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
from kibitz.heuristics.hand_knee_foot.throwing import write_costs
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS, Reals, row_of

LONGEST: Final = 96  # moves of a plan
DISCARDS: Final = 3
Plan = tuple[int, ...]
FLAGS: Final = (0, WAIT, KEEP_WILDS, EMPTY, BURY_TOO, KEEP_PAIRS, STAY, OUT)


@kernel
def write_plan(view: State, style: Style, w: Reals, moves: Moves, costs: Reals) -> int:
    """Write the moves of a turn in a style and return their number; ``view`` is played on.

    ``costs``: what each discard cost when the turn came to it.
    """
    state = view[0]
    seat, count = seat_to_move(state), 0
    while state.phase != ENDED and count < len(moves):
        if seat_to_move(state) != seat:
            if state.turn != seat or state.phase != OFFERED:
                return count
            # What a partner does with its knee does not matter for the cards put down.
            apply_move(state, KNEE if state.must_take_knee else LEAVE)
            continue
        move = styled_move(state, style, w)
        if move < KINDS and state.phase == TO_PLAY:
            write_costs(state, costs, w)
        moves[count] = move
        count += 1
        apply_move(state, move)
        if move < KINDS or (move >= DRAW and move not in (TAKE, LEAVE)):
            return count
    return count


@kernel
def _dirty_slots(view: State) -> int:
    state = view[0]
    team, found = team_of(state, state.turn), 0
    for slot in range(RANK_SLOTS):
        if state.naturals[team, slot] > 0 and takes_wild(state, team, slot):
            found |= 1 << slot
    return found


@kernel
def _is_legal(view: State, moves: Moves, room: Moves) -> bool:
    """Whether the moves of a plan are legal one after the other; ``view`` is played on."""
    state = view[0]
    seat = seat_to_move(state)
    for move in moves:
        while state.phase == OFFERED and seat_to_move(state) != seat:
            apply_move(state, KNEE if state.must_take_knee else LEAVE)
        count = legal_moves(state, room)
        if move not in room[:count]:
            return False
        apply_move(state, move)
    return True


def is_legal(view: State, moves: Plan) -> bool:
    """Whether a plan can be played by the seat to move."""
    return bool(_is_legal(view.copy(), np.array(moves), np.empty(MOVES, np.int64)))


def plans_for(view: State, weights: Reals = WEIGHTS) -> list[Plan]:
    """The plans of the seat to move, that of the policy first; ``view`` knows its hand.

    ``weights``: rows of the policy.
    """
    found: dict[Plan, Plan] = {}
    w = row_of(weights, int(view[0]["players"]))
    moves, costs = np.empty(LONGEST, np.int64), np.empty(KINDS)
    beginnings = chain(((view, (), style) for style in _styles(view, w)), _packed(view))
    for here, begun, style in beginnings:
        count = write_plan(here.copy(), style, w, moves, costs)
        row = (*begun, *(int(move) for move in moves[:count]))
        found.setdefault(tuple(sorted(row)), row)
        if row[-1] < KINDS:
            for plan in _other_discards(view, row, costs):
                found.setdefault(tuple(sorted(plan)), plan)
    return list(found.values())


def _packed(view: State) -> Iterator[tuple[State, Plan, Style]]:
    """Turns begun by the rows of `heuristics.hand_knee_foot.packing`, after the pile is taken.

    Each with the state it leads to, where nothing more is put down.
    """
    before, begun = view, Plan()
    if view[0]["phase"] == TO_DRAW and TAKE in _legal(view):
        before, begun = view.copy(), (TAKE,)
        protocol.run_apply(before, TAKE)
    if before[0]["phase"] != TO_PLAY or before[0]["taking"]:
        return
    for row in packed_rows(before[0]):
        here = before.copy()
        made = _played(here, row)
        if made:
            yield here, (*begun, *made), style_of(KEEP_WILDS, ALL_SLOTS)


def _played(view: State, row: Plan) -> Plan:
    """Play those moves of a row that are legal; a knee offered in between is left for the time."""
    made: list[int] = []
    seat = seat_to_move(view[0])
    for move in row:
        while view[0]["phase"] == OFFERED:
            answer = KNEE if view[0]["must_take_knee"] else LEAVE
            if seat_to_move(view[0]) == seat:
                if answer == KNEE:
                    return tuple(made)
                made.append(answer)
            protocol.run_apply(view, answer)
        if move in _legal(view):
            protocol.run_apply(view, move)
            made.append(move)
    return tuple(made)


def _legal(view: State) -> Moves:
    moves = np.empty(MOVES, np.int64)
    return moves[: protocol.run_legal(view, moves)]


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
        if TAKE not in _legal(view):
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


def slot_of_meld(move: int) -> int:
    """The slot that a move begins a meld of, or adds a card to."""
    if move < MELD_WILD:
        return (move - MELD) % RANK_SLOTS
    if move < ADD:
        return WILD_SLOT
    return move - ADD if move < ADD_TWO else (move - ADD_TWO) % SLOTS
