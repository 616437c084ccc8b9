"""Records for the tests of the search, with judgement of their own.

Kernels are cached by the types they are called with, and the cache knows nothing of the tests. So
a record that gets its judgement here is a type of its own, named by a hash of this file.
"""

from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numba import uint64

from kibitz.games import protocol as rules
from kibitz.games.bits import count_bits, single
from kibitz.games.chance import Stream, fraction, pick, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knaves import play
from kibitz.games.knaves.bitboards import JACK, winner_of_trick
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.state import STATE
from kibitz.games.protocol import Moves, Payoffs, State, implements
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.plain import as_they_are, left_alone, move_by_move, without_judgement
from tests.games.knaves.tables import GAME

MARK = "h" + sha256(Path(__file__).read_bytes()).hexdigest()[:12]

# ------------------------------------------------------------------------- Knaves with judgement

KNAVES = np.dtype([(MARK, np.int8), *STATE.descr])
IMPLEMENTATIONS: dict[str, Any] = {
    "legal": play.legal_moves,
    "apply": play.apply_move,
    "over": play.is_over,
    "payoff": play.pay,
    "turn": play.seat_to_move,
    "horizon": play.moves_left,
    "redeal": play.redeal_hidden,
    "random_move": play.any_move,
}
for name, function in IMPLEMENTATIONS.items():
    implements(getattr(rules, name), KNAVES)(function)


@implements(judgement.playout_move, KNAVES)
@kernel
def high_cards(state: Any, moves: Moves, count: int, stream: Stream) -> int:
    """Mostly the move with the highest number."""
    return int(moves[count - 1 if fraction(stream) < 0.75 else pick(stream, count)])


@implements(judgement.prior, KNAVES)
@kernel
def highest_first(state: Any, moves: Moves, count: int, weights: Payoffs) -> None:
    for i in range(count):
        weights[i] = 1 + i


WARMTH_OF_A_CLUB = 0.7


@implements(judgement.log_likelihood, KNAVES)
@kernel
def clubs_at_the_left(state: Any, seat: int) -> float:
    """The more clubs the next seat holds, the better."""
    return WARMTH_OF_A_CLUB * count_bits(state.hands[(seat + 1) % 3] & uint64(0xFFFF))


implements(judgement.play_on, KNAVES)(move_by_move)
implements(judgement.refine, KNAVES)(left_alone)
implements(judgement.match_worth, KNAVES)(as_they_are)


@implements(judgement.endgame, KNAVES)
@kernel
def last_trick(state: Any, payoffs: Payoffs) -> bool:
    """The last trick plays itself."""
    if state.count != 3 * state.hand_size - 3 or state.turn != state.player:
        return False
    cards = (0, 0, 0)
    for place in range(64):
        for seat in range(3):
            if state.hands[(state.player + seat) % 3] & single(place):
                cards = (
                    place if seat == 0 else cards[0],
                    place if seat == 1 else cards[1],
                    place if seat == 2 else cards[2],
                )
    winner = winner_of_trick(cards[0], cards[1], cards[2], state.trump)
    gain = 1 + state.last_stake
    for seat in range(3):
        if cards[seat] & 15 == JACK:
            gain += state.penalty[cards[seat] >> 4]
    for seat in range(3):
        payoffs[seat] = state.points[seat]
    payoffs[(state.player + winner) % 3] += gain
    return True


def knaves_state(position: Position) -> State:
    """The state of a position of Knaves, for the search."""
    state, known = np.zeros(1, KNAVES), GAME.state(position)
    for name in STATE.names or ():
        state[name] = known[name]
    return state


def late(seed: int, cards: int, hand_size: int = 13) -> Position:
    """A position with ``cards`` cards left in the hand of the seat that leads."""
    random = Random(seed)
    position = GAME.deal(str(seed), {"hand_size": hand_size})
    state = GAME.state(position)
    while state[0]["count"] < 3 * (hand_size - cards):
        rules.run_apply(state, random.choice(GAME.legal(state)))
    return GAME.position(state, position)


# ---------------------------------------------------------------------- a game for five, by itself

SEATS, CARDS = 5, 10
STAY, FOLD, DRAW = 0, 1, 2
STAYERS = np.dtype(
    [
        (MARK, np.int8),
        ("held", np.int8, SEATS),
        ("stays", np.int8, SEATS),
        ("turn", np.int8),
        ("stream", np.uint64, (1,)),
    ]
)


@implements(rules.legal, STAYERS)
@kernel
def three_choices(state: Any, moves: Moves) -> int:
    for i in range(3):
        moves[i] = i
    return 0 if state.turn == SEATS else 3


@implements(rules.apply, STAYERS)
@kernel
def decide(state: Any, move: int) -> None:
    """Stay, fold, or exchange the card for one of the others not held, then stay."""
    if move == DRAW:
        wanted = pick(state.stream, CARDS - SEATS)
        for card in range(CARDS):
            free = True
            for seat in range(SEATS):
                free = free and state.held[seat] != card
            if free:
                if wanted == 0:
                    state.held[state.turn] = card
                    break
                wanted -= 1
    state.stays[state.turn] = move != FOLD
    state.turn += 1


@implements(rules.over, STAYERS)
@kernel
def all_decided(state: Any) -> bool:
    return bool(state.turn == SEATS)


@implements(rules.payoff, STAYERS)
@kernel
def highest_wins(state: Any, payoffs: Payoffs) -> None:
    """The highest that stays wins four, the others that stay lose one."""
    best = -1
    for seat in range(SEATS):
        payoffs[seat] = -1.0 if state.stays[seat] else 0.0
        if state.stays[seat] and (best < 0 or state.held[seat] > state.held[best]):
            best = seat
    if best >= 0:
        payoffs[best] = 4.0


@implements(rules.turn, STAYERS)
@kernel
def whose_turn(state: Any) -> int:
    return int(state.turn)


@implements(rules.horizon, STAYERS)
@kernel
def decisions_left(state: Any) -> int:
    return SEATS - int(state.turn)


@implements(rules.redeal, STAYERS)
@kernel
def other_cards(state: Any, seat: int, stream: Stream) -> None:
    start_stream(state.stream, stream[0], 0)
    kept = state.held[seat]
    for other in range(SEATS):
        if other != seat:
            while True:
                card = pick(stream, CARDS)
                free = card != kept
                for before in range(other):
                    free = free and (before == seat or state.held[before] != card)
                if free:
                    state.held[other] = card
                    break


without_judgement(STAYERS)


def stayers(card: int, turn: int = 0) -> State:
    """The seat to move holds ``card``; those before it stay."""
    state = np.zeros(1, STAYERS)
    state[0]["turn"] = turn
    state[0]["held"] = [c for c in range(CARDS) if c != card][:SEATS]
    state[0]["held"][turn] = card
    state[0]["stays"][:turn] = 1
    return state
