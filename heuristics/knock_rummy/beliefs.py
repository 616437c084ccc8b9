"""Where the cards that a seat of Knock Rummy does not see may lie, and what others have unmatched.

Two answers. By counting: every deal that fits is as likely as the other, so that a card of a pool
is in a hand as often as that holds cards of the pool. And by play: deals drawn by
:func:`kibitz.heuristics.knock_rummy.likelihood.refine`, in which hands have ripened as they do.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64

from kibitz.games.bits import Word, count_bits, lowest_bit, without_lowest
from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.melds import deadwood
from kibitz.games.knock_rummy.play import KNOCK, apply_move
from kibitz.games.knock_rummy.rules import MOST_SEATS, MOST_TURN_OVERS
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.worlds import deal_hidden, held_of, pool
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.judgement import WEIGHTS, barred_of, best_discard
from kibitz.heuristics.knock_rummy.likelihood import refine
from kibitz.heuristics.knock_rummy.partners import live_cards
from kibitz.heuristics.knock_rummy.turns import turns_of_seat

STOCK: Final = MOST_SEATS  # the row of the cards in the stock
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


@kernel
def _count(state: State, seat: int, chances: Reals) -> None:
    record = state[0]
    for kind in range(MOST_TURN_OVERS + 1):
        unseen = pool(record, kind) & ~record.hands[seat]
        total = count_bits(unseen)
        while unseen:
            card = lowest_bit(unseen)
            unseen = without_lowest(unseen)
            left = 1.0
            for other in range(record.players):
                if other != seat:
                    share = held_of(record, other, kind) / total
                    chances[other, card] = share
                    left -= share
            chances[STOCK, card] = max(0.0, left)


def counted(state: State, seat: int) -> Reals:
    """The chances [7, 52] of each unseen card to be in each hand or in the stock, by place.

    Every deal that fits counts alike. Cards whose place ``seat`` knows have none.
    """
    chances = np.zeros((MOST_SEATS + 1, PACK_SIZE))
    _count(state, seat, chances)
    return chances


@kernel
def _draw(
    view: State,
    seat: int,
    steps: int,
    seed: Word,
    knock: int,
    held: Reals,
    dead: Ints,
    paid: Reals,
) -> None:
    """Draw worlds: count where cards lie, note deadwood by seat and what ``knock`` pays."""
    work = view.copy()
    stream = np.zeros(1, np.uint64)
    for i in range(len(dead)):
        start_stream(stream, seed, i)
        work[0] = view[0]
        deal_hidden(work[0], seat, stream)
        refine(work[0], seat, steps, stream)
        for other in range(work[0].players):
            hand = work[0].hands[other]
            if other != seat:
                dead[i, other] = deadwood(work[0], hand)
            while hand:
                held[other, lowest_bit(hand)] += 1.0
                hand = without_lowest(hand)
        for place in range(work[0].stock_size):
            held[STOCK, work[0].stock[place]] += 1.0
        if knock >= 0:
            apply_move(work[0], knock)
            paid[i] = work[0].payments[seat] / UNIT


@kernel
def _barest(state: State) -> int:
    record = state[0]
    seat = int64(record.turn)
    live = live_cards(record, seat)
    found = best_discard(record, record.hands[seat], barred_of(record), live, WEIGHTS)
    return KNOCK + found.bare


def best_knock(state: State) -> int:
    """The knock that leaves the least deadwood, where the seat to move has drawn."""
    return int(_barest(state))


class Ripe(NamedTuple):
    """What worlds drawn by play show.

    ``chances`` [7, 52] as :func:`counted` has them; ``dead`` [worlds, 6], deadwood by seat;
    ``paid``: what knocking pays in each world, None where there is no knock.
    """

    chances: Reals
    dead: Ints
    paid: Reals | None


def by_play(state: State, seat: int, worlds: int, steps: int, seed: int, knock: int | None) -> Ripe:
    """Draw ``worlds`` worlds, each refined by so many steps, from streams of ``seed``.

    ``knock``: the move whose payments are wanted.
    """
    held = np.zeros((MOST_SEATS + 1, PACK_SIZE))
    dead, paid = np.zeros((worlds, MOST_SEATS), np.int64), np.zeros(worlds)
    move = -1 if knock is None else knock
    _draw(state, seat, steps, np.uint64(seed), move, held, dead, paid)
    return Ripe(held / worlds, dead, None if knock is None else paid)


@kernel
def _turns(state: State, found: Ints) -> None:
    for seat in range(state[0].players):
        found[seat] = turns_of_seat(state[0], seat)


def turns_by_seat(state: State) -> list[int]:
    """How many turns each seat has had, as far as the table shows it."""
    found = np.zeros(int(state[0]["players"]), np.int64)
    _turns(state, found)
    return [int(turns) for turns in found]
