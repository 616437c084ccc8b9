"""The policy: what a seat plays by what it sees, and how a style makes it play otherwise.

It opens when it can, puts down what it has, saves wild cards for a wild book but for one black
book, plays a hand out when all of it goes, and goes out unless its own open melds promise
much more than those of the others.
"""

from numba import int64

from kibitz.games import protocol
from kibitz.games.chance import Stream
from kibitz.games.hand_knee_foot.books import all_in_foot, may_be_left, missing_books
from kibitz.games.hand_knee_foot.kinds import KINDS, RED_THREE
from kibitz.games.hand_knee_foot.legal import may_ask, may_lay, may_take
from kibitz.games.hand_knee_foot.moves import (
    ASK,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    LEAVE,
    NO,
    SHUFFLE,
    STOP,
    TAKE,
    YES,
)
from kibitz.games.hand_knee_foot.state import (
    APPROVED,
    ENDED,
    IN_FOOT,
    IN_HAND,
    OFFERED,
    REFUSED,
    STATE,
    TO_ANSWER,
    TO_DRAW,
    TO_PICK_UP,
    HandKneeFootState,
    team_of,
)
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, implements
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.hand_knee_foot.emptying import ANY, can_empty, loose_cards
from kibitz.heuristics.hand_knee_foot.melding import (
    NOTHING,
    emptying_move,
    natural_move,
    spread_wild,
    wild_move,
)
from kibitz.heuristics.hand_knee_foot.opening import can_open, opening_move
from kibitz.heuristics.hand_knee_foot.outlook import lead_now, promise, turns_left
from kibitz.heuristics.hand_knee_foot.styles import (
    ALONE,
    DRAWS,
    EMPTY,
    KEEP_WILDS,
    LEAVE_KNEE,
    OUT,
    PLAIN,
    STAY,
    TAKES,
    WAIT,
    Style,
)
from kibitz.heuristics.hand_knee_foot.throwing import best_discard, worth_of_pile
from kibitz.heuristics.hand_knee_foot.weights import (
    OUT_LEAD,
    OUT_OTHERS,
    OUT_OWN,
    TAKE_AT,
    WEIGHTS,
    Reals,
    row_of,
)


@kernel
def begin(state: HandKneeFootState, style: Style, w: Reals) -> int:
    """Draw, or take the pile."""
    drawn = state.stock_size >= state.draws
    wants = style[0] & TAKES or not drawn or worth_of_pile(state, w) >= w[TAKE_AT] * state.draws
    if wants and not (style[0] & DRAWS and drawn) and may_take(state):
        return TAKE
    if drawn:
        return DRAW
    pile = int64(state.pile_size) - 1 if state.reshuffles else 0
    return SHUFFLE if pile > 0 and state.stock_size + pile >= state.draws else STOP


@kernel
def wants_out(state: HandKneeFootState, seat: int, style: Style, w: Reals) -> bool:
    """Whether a team should end the round now, as ``seat`` sees it."""
    if style[0] & (OUT | STAY):
        return bool(style[0] & OUT)
    own = team_of(state, seat)
    lead = lead_now(state, seat) + w[OUT_OWN] * promise(state, own)
    for team in range(state.teams):
        if team != own:
            lead += w[OUT_OTHERS] * promise(state, team)
    return lead >= w[OUT_LEAD]


@kernel
def may_leave(state: HandKneeFootState) -> bool:
    """Whether the seat to move has, or may still get, the right to go out in this turn."""
    team = team_of(state, state.turn)
    if not all_in_foot(state, team) or missing_books(state, team):
        return False
    return not state.asks or state.said != REFUSED


@kernel
def fallback(state: HandKneeFootState) -> int:
    """Any discard that is allowed, else any move that puts a wild card down."""
    for kind in range(KINDS - 1, -1, -1):
        if state.hands[state.turn, kind] > 0:
            return kind
    return spread_wild(state, True)


@kernel
def discard_or(state: HandKneeFootState, leaving: bool, w: Reals) -> int:
    """A discard; where a card has to be kept and the last one goes, see :func:`fallback`."""
    left = int64(state.sizes[state.turn]) - 1
    if may_be_left(state, left, 1, 0):
        return best_discard(state, w)
    return fallback(state)


@kernel
def play_on(state: HandKneeFootState, style: Style, w: Reals) -> int:
    """A move of a seat that has drawn."""
    seat = int64(state.turn)
    team = team_of(state, seat)
    if not state.opened[team]:
        thrifty = style[0] & KEEP_WILDS > 0
        wants = state.opening > 0 or (not style[0] & WAIT and can_open(state))
        move = opening_move(state, int64(style[ALONE]), thrifty) if wants else NOTHING
        return discard_or(state, False, w) if move == NOTHING else move
    if state.hands[seat, RED_THREE] > 0 and may_lay(state):
        return LAY
    in_foot = state.stage[seat] == IN_FOOT
    leaving = False
    if in_foot and may_leave(state) and not style[0] & STAY:
        goes = loose_cards(state, ANY) <= 1 and wants_out(state, seat, style, w)
        if goes and may_ask(state):
            return ASK
        leaving = goes and (not state.asks or state.said == APPROVED)
    emptying = leaving
    if not in_foot and style[ALONE] == 0:
        emptying = can_empty(state, w)
    left = turns_left(state)
    if emptying or style[0] & EMPTY or left == 0:
        move = emptying_move(state, style, leaving, left, w)
    else:
        move = natural_move(state, style, leaving, False, w)
        if move == NOTHING:
            move = wild_move(state, style, leaving, left, w)
    return discard_or(state, leaving, w) if move == NOTHING else move


@kernel
def styled_move(state: HandKneeFootState, style: Style, w: Reals) -> int:
    """The move that the policy plays in a style, by what the seat to move sees."""
    if state.phase == TO_DRAW:
        return begin(state, style, w)
    if state.phase == TO_ANSWER:
        return YES if wants_out(state, int64(state.speaker), style, w) else NO
    if state.phase == OFFERED:
        return LEAVE if style[0] & LEAVE_KNEE and not state.must_take_knee else KNEE
    if state.phase == TO_PICK_UP:
        return KNEE if state.stage[state.turn] == IN_HAND else FOOT
    return play_on(state, style, w)


@kernel
def rule_move(state: HandKneeFootState) -> int:
    """The move of the policy itself: equal views, equal moves."""
    return styled_move(state, PLAIN, row_of(WEIGHTS, int64(state.players)))


@kernel
def play_turn(state: HandKneeFootState, w: Reals) -> None:
    """Play by the policy, with some weights, until the turn passes or the round ends."""
    seat = int64(state.turn)
    began = False
    while state.phase != ENDED and state.turn == seat:
        if state.phase == TO_DRAW and began:
            return
        move = styled_move(state, PLAIN, w)
        began = began or move != SHUFFLE
        protocol.apply(state, move)


@implements(judgement.playout_move, STATE)
@kernel
def playout_move(state: HandKneeFootState, moves: Moves, count: int, stream: Stream) -> int:
    """See :func:`kibitz.heuristics.protocol.playout_move`: the policy, without chance."""
    return moves[0] if count == 1 else rule_move(state)
