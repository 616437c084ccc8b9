"""Turns in styles: what the policy makes of a hand when some of its habits are changed.

A row of moves ends with the turn, or where a card is turned up: what follows depends on that. What
comes to the same cards put down is one row.
"""

from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from kibitz.games.chance import mix
from kibitz.games.hand_knee_foot.books import takes_wild
from kibitz.games.hand_knee_foot.kinds import JOKER, KINDS, RANK_SLOTS, SLOTS, TWO, WILD_SLOT
from kibitz.games.hand_knee_foot.legal import legal_moves, may_take
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_TWO,
    ASK,
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
from kibitz.games.hand_knee_foot.state import (
    ENDED,
    OFFERED,
    TO_DRAW,
    TO_PLAY,
    HandKneeFootState,
    team_of,
)
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Int16s, Reals, UInt64s
from kibitz.heuristics.hand_knee_foot.policy import styled_move
from kibitz.heuristics.hand_knee_foot.sight import ASKING, DRAWING, OVER, PLAYED, REVEALING
from kibitz.heuristics.hand_knee_foot.styles import (
    ALL_SLOTS,
    ALONE,
    BURY_TOO,
    DRAWS,
    EMPTY,
    FLAGS,
    KEEP_PAIRS,
    KEEP_WILDS,
    LEAVE_KNEE,
    OUT,
    PLAIN,
    STAY,
    TAKES,
    WAIT,
    WILDS,
    Style,
)
from kibitz.heuristics.hand_knee_foot.throwing import write_costs

LONGEST: Final = 96  # moves of a row
NO_MOVE: Final = -1
CHOICES: Final = (0, WAIT, KEEP_WILDS, EMPTY, BURY_TOO, KEEP_PAIRS, STAY, OUT)
STYLES: Final = 64  # more than there are
Styles = npt.NDArray[np.int64]


@kernel
def stands_at(move: int) -> int:
    """Where a turn stands before a move: ``PLAYED`` unless new cards would be seen, or words."""
    if move == DRAW:
        return DRAWING
    if move > DRAW and move not in (TAKE, LEAVE):
        return ASKING if move == ASK else REVEALING
    return PLAYED


@kernel
def play_row(game: HandKneeFootState, row: Moves, w: Reals, whole: bool) -> int:
    """Play the moves of a row; where the turn stands then.

    Unless it is the ``whole`` row, until new cards would be seen. A partner whose knee is offered
    answers in between.
    """
    seat = seat_to_move(game)
    for move in row:
        if move == NO_MOVE:
            break
        while game.phase == OFFERED and seat_to_move(game) != seat:
            apply_move(game, styled_move(game, PLAIN, w))
        stands = stands_at(move)
        if stands != PLAYED and not whole:
            return stands
        apply_move(game, move)
    return OVER if game.phase == ENDED else PLAYED


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
def slot_of_meld(move: int) -> int:
    """The slot that a move begins a meld of, or adds a card to."""
    if move < MELD_WILD:
        return (move - MELD) % RANK_SLOTS
    if move < ADD:
        return WILD_SLOT
    return move - ADD if move < ADD_TWO else (move - ADD_TWO) % SLOTS


@kernel
def _touched(view: State, style: Style, w: Reals, moves: Moves, costs: Reals) -> int:
    """The slots that a turn in a style puts cards to, as bits."""
    copy, found = view[:1].copy(), 0
    for move in moves[: write_plan(copy, style, w, moves, costs)]:
        if MELD <= move < BURY:
            found |= 1 << slot_of_meld(move)
    return found


@kernel
def _dirty_slots(state: HandKneeFootState) -> int:
    """The slots whose open meld takes a wild card, as bits."""
    team, found = team_of(state, state.turn), 0
    for slot in range(RANK_SLOTS):
        if state.naturals[team, slot] > 0 and takes_wild(state, team, slot):
            found |= 1 << slot
    return found


@kernel
def _write_styles(view: State, w: Reals, moves: Moves, costs: Reals, styles: Styles) -> int:
    """Write the styles that may make a difference, that of the policy first; their number."""
    state = view[0]
    styles[:] = 0
    if state.phase != TO_DRAW and state.phase != TO_PLAY:  # noqa: PLR1714
        styles[1, FLAGS], styles[2, FLAGS], styles[3, FLAGS] = OUT, STAY, LEAVE_KNEE
        return 4
    base, count = 0, 1
    if state.phase == TO_DRAW:
        styles[1, FLAGS] = DRAWS
        if not may_take(state):
            return 2
        base, count = TAKES, 2
    for flag in CHOICES:
        styles[count, FLAGS] = base | flag
        count += 1
    styles[count, FLAGS] = base
    touched = _touched(view, styles[count], w, moves, costs)
    styles[count, FLAGS] = base | EMPTY
    touched |= _touched(view, styles[count], w, moves, costs)
    styles[count] = 0
    for slot in range(SLOTS):
        if touched >> slot & 1:
            styles[count, FLAGS], styles[count, ALONE] = base, 1 << slot
            styles[count + 1, FLAGS] = base | KEEP_WILDS
            styles[count + 1, ALONE] = ALL_SLOTS & ~(1 << slot)
            count += 2
    styles[count, FLAGS] = base | KEEP_WILDS | WAIT
    styles[count, ALONE] = ALL_SLOTS
    count += 1
    dirty = _dirty_slots(state) | touched
    if base == 0 and state.hands[state.turn, TWO] + state.hands[state.turn, JOKER] == 0:
        dirty = 0
    for slot in range(RANK_SLOTS):
        if dirty >> slot & 1:
            styles[count, FLAGS], styles[count, WILDS] = base, 1 << slot
            count += 1
    return count


@kernel
def _add_row(plan: Moves, rows: Int16s, marks: UInt64s, count: int) -> int:
    """Add a plan to ``count`` rows, unless one puts down the same cards; how many they are then."""
    mark = uint64(0)
    for move in plan:
        mark += mix(uint64(move))
    for i in range(count):
        if marks[i] == mark:
            return count
    if count == len(rows):
        return count
    marks[count] = mark
    rows[count] = NO_MOVE
    for i in range(len(plan)):
        rows[count, i] = plan[i]
    return count + 1


@kernel
def _add_discards(
    state: HandKneeFootState, plan: Moves, costs: Reals, most: int, legal: Moves, rows: Int16s,
    marks: UInt64s, count: int,
) -> int:  # fmt: skip
    """Add a plan that ends with a discard with the next cheapest ones; ``state``: before it."""
    chosen, held = plan[-1], legal[: legal_moves(state, legal)]
    costs[chosen] = np.inf
    for _ in range(most - 1):
        best = -1
        for move in held:
            if move < KINDS and costs[move] < np.inf and (best < 0 or costs[move] < costs[best]):
                best = move
        if best < 0:
            break
        plan[-1], costs[best] = best, np.inf
        count = _add_row(plan, rows, marks, count)
    plan[-1] = chosen
    return count


@kernel
def run_plans(view: State, w: Reals, discards: int, begun: bool, rows: Int16s) -> int:
    """Write what styles make of the turn as rows of moves, ``NO_MOVE`` after them; their number.

    That of the policy is the first, and no two put down the same cards. Each that ends with a
    discard comes with the cheapest ones, ``discards`` in all. ``begun``: cards were put down, and
    no more of them are.
    """
    styles, marks = np.zeros((STYLES, 3), np.int64), np.empty(len(rows), np.uint64)
    moves, legal = np.empty(LONGEST, np.int64), np.empty(MOVES, np.int64)
    costs, copy = np.empty(KINDS), view[:1].copy()
    styles[0, FLAGS], styles[0, ALONE] = KEEP_WILDS, ALL_SLOTS
    number, count = 1, 0
    if not begun:
        number = _write_styles(view, w, moves, costs, styles)
    for k in range(number):
        copy[0] = view[0]
        plan = moves[: write_plan(copy, styles[k], w, moves, costs)]
        count = _add_row(plan, rows, marks, count)
        if len(plan) > 0 and plan[-1] < KINDS:  # it is empty where cards put down end the turn
            copy[0] = view[0]
            play_row(copy[0], plan[:-1], w, True)
            count = _add_discards(copy[0], plan, costs, discards, legal, rows, marks, count)
    return count
