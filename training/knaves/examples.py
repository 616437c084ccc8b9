"""Examples to learn from: what each card would have brought in rounds of self-play.

In a round played by three copies of the same player some decisions are stopped at, every card that
could be played is played out to the end by those copies, and what the seat gets is written down.
The deal is the real one. To the seat it is one of those that fit what it has seen, just as likely
as it is; so the mean of many such results is what the card is worth to somebody who sees no more.
"""

from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.chance import below, fraction, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import SUIT_COUNT
from kibitz.games.knaves.play import MAX_MOVES, apply_move, legal_moves
from kibitz.games.knaves.state import SEATS, KnavesState
from kibitz.games.protocol import State
from kibitz.games.records import (
    Flag,
    Int8,
    Real32,
    Reals32,
    Record,
    UInt8,
    UInt64,
    UInt64s,
    dtype_of,
)
from kibitz.heuristics.dense import local
from kibitz.heuristics.knaves.beliefs import Sight, cards_of, look, one_of_each
from kibitz.heuristics.knaves.history import NO_MARK, PAST, RANKS, SETS, Past, begin, read_card
from kibitz.heuristics.knaves.policy import MINDS, forget_all
from kibitz.heuristics.knaves.worth import CARDS
from training.knaves.selfplay import (
    NOBODY,
    PLAYOUT,
    RULE,
    deal_round,
    play_round,
    player_move,
)

# Share of moves drawn at random, of a seat one of these, so that odd positions are met as well and
# what rivals have played is not taken to be what the policy would play.
STRAYS: Final = np.array([0.05, 0.05, 0.1, 0.2, 0.5])
STOPS: Final = 0.4  # share of decisions that are stopped at

Examples = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]


class Example(Record):
    """A decision: what the seat sees, and what each card has brought."""

    hand: UInt64
    unseen: UInt64
    cards: UInt64  # those compared
    results: Annotated[Reals32, CARDS]  # of each of them, lowest place first
    penalty: Annotated[Reals32, SUIT_COUNT]
    chance: Real32
    stake: Real32
    last_stake: Real32
    count: Int8  # cards compared
    best: Int8
    led: Int8
    trump: Int8
    later: Int8
    left: Int8
    next_voids: UInt8
    last_voids: UInt8
    marks: Annotated[UInt64s, SETS]  # cards that left such a mark, of `heuristics.knaves.history`
    next_holds: Flag  # the trick, with nobody left to play to it


EXAMPLE: Final = dtype_of(Example)


@kernel
def describe(example: Example, state: KnavesState, cards: Word, sight: Sight) -> None:
    """Note down what the seat to play sees."""
    example.hand = sight.hand
    example.unseen = sight.unseen
    example.cards = cards
    example.chance = sight.chance
    example.stake = sight.stake
    example.last_stake = state.last_stake
    example.best = state.best
    example.led = state.led
    example.trump = state.trump
    example.later = sight.later
    example.left = sight.left
    example.next_voids = sight.next_voids
    example.last_voids = sight.last_voids
    example.next_holds = sight.later == 0 and state.holder == (state.player + 1) % SEATS
    for suit in range(SUIT_COUNT):
        example.penalty[suit] = state.penalty[suit]
    describe_past(example, state)


@kernel
def describe_past(example: Example, state: KnavesState) -> None:
    """Note down the marks that the cards of the rivals have left."""
    past: Past = local(PAST)
    begin(past)
    for i in range(SETS):
        example.marks[i] = 0
    while past.read < state.count:
        suit = int64(state.order[past.read]) >> 4
        first, second = read_card(state, past, int64(state.player))
        if first != NO_MARK:
            example.marks[first // RANKS] |= single(16 * suit + first % RANKS)
        if second != NO_MARK:
            example.marks[second // RANKS] |= single(16 * suit + second % RANKS)


@kernel
def self_play(
    template: State,
    turned_jack: int,
    player: int,
    net: State,
    seed: int,
    pack: Ints,
    examples: Examples,
) -> None:
    """Fill ``examples`` from rounds between copies of ``player``, that go by ``net``."""
    work, playout = template.copy(), template.copy()
    minds, later_minds = np.empty(1, MINDS), np.empty(1, MINDS)
    strays = np.empty(SEATS)
    moves, later_moves = np.empty(MAX_MOVES + 1, np.int64), np.empty(MAX_MOVES + 1, np.int64)
    stream, noise = np.empty(1, np.uint64), np.empty(1, np.uint64)
    # A player that judges is disturbed a little in playouts, so that no world repeats itself.
    rough = PLAYOUT if player == RULE else player
    used, number = 0, 0
    while used < len(examples):
        start_stream(stream, seed, number)
        number += 1
        work[0] = template[0]
        deal_round(work[0], turned_jack, pack, stream)
        forget_all(minds[0])
        for seat in range(SEATS):
            strays[seat] = STRAYS[below(stream, len(STRAYS))]
        while work[0].count < SEATS * work[0].hand_size and used < len(examples):
            count = legal_moves(work[0], moves)
            sight = look(work[0])
            cards = one_of_each(cards_of(moves, count), sight, work[0].best)
            if cards & (cards - np.uint64(1)) and fraction(stream) < STOPS:
                example = examples[used]
                describe(example, work[0], cards, sight)
                seat, tried = work[0].player, 0
                while cards:
                    playout[0] = work[0]
                    apply_move(playout[0], lowest_bit(cards))
                    cards = without_lowest(cards)
                    noise[0], later_minds[0] = stream[0], minds[0]
                    play_round(
                        *(playout[0], NOBODY, rough, rough, (net[0], net[0])),
                        *(later_moves, noise, later_minds[0]),
                    )
                    example.results[tried] = playout[0].points[seat]
                    tried += 1
                example.count = tried
                used += 1
            if fraction(stream) < strays[work[0].player]:
                move = moves[below(stream, count)]
            else:
                mind = minds[0].seats[work[0].player]
                move = player_move(player, work[0], moves, count, stream, net[0], mind)
            apply_move(work[0], move)
