"""What a seat of Knock Rummy may know as numbers, see `games.observation`."""

from typing import Final

from numba import int64, uint64

from kibitz.games.bits import Word, count_bits, single
from kibitz.games.cards import PACK_SIZE, RANK_COUNT
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.melds import ACE_WORDS
from kibitz.games.knock_rummy.play import unknown_of
from kibitz.games.knock_rummy.rules import MOST_RECORDED, MOST_TURN_OVERS
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import PHASES, TURNED_OVER, KnockRummyState
from kibitz.games.knock_rummy.worlds import held_of, pool, stock_is_hidden
from kibitz.games.observation import Encoder, Plane, Planes, put, put_one, put_seat
from kibitz.games.protocol import State
from kibitz.games.records import Reals32

SUITS: Final = 4
MOST_HELD: Final = 11
MOST_TOTAL: Final = 999
WAYS: Final = TURNED_OVER + 1  # in which a card came in
STATES: Final = len(PHASES) + 1  # a phase, or ended
ACES: Final = len(ACE_WORDS)


def planes(state: State) -> Planes:
    """The planes for as many seats as play."""
    players = int(state[0]["players"])
    return (
        Plane("hand", (PACK_SIZE,), "cards of the own hand"),
        Plane("known", (players, PACK_SIZE), "cards that everybody knows each seat to hold"),
        Plane("pile", (PACK_SIZE,), "place in the discard pile, of 52, the lowest card first"),
        Plane("top", (PACK_SIZE,), "the card on top of the discard pile"),
        Plane("next", (PACK_SIZE,), "place in a stock that was turned over, the next card first"),
        Plane("unseen", (PACK_SIZE,), "cards of which the seat does not know where they are"),
        Plane("taken", (PACK_SIZE,), "the card taken from the pile in this turn"),
        Plane("pools", (MOST_TURN_OVERS, PACK_SIZE), "cards of each shuffle not seen since"),
        Plane("pooled", (players, MOST_TURN_OVERS), "cards each seat holds of them, of 11"),
        Plane("held", (players,), "cards in each hand, of 11"),
        Plane("sizes", (2,), "cards in stock and pile, of 52"),
        Plane("phase", (STATES,), "draw, discard or ended"),
        Plane("turn", (players,), "who is to move"),
        Plane("dealer", (players,), "who dealt"),
        Plane("scores", (players,), "totals before this hand, of 999"),
        Plane("takes", (1,), "cards taken since one was drawn, of the most that may be"),
        Plane("turn_overs", (2,), "piles made the stock so far, and still to come, of 4"),
        Plane("rules", (ACES,), "ace low, low or high, round the corner"),
        Plane(
            "points",
            (6,),
            "ace of 25; bonus, penalty and knock limit of 100; takes of 99; target of 999",
        ),
        Plane("switches", (5,), "knock limit, target, shuffled, cards return, rummy beats ties"),
        Plane("first", (PACK_SIZE,), "the discard pile's top before the turns of the history"),
        Plane("watched", (1,), "whether the turns are known"),
        Plane(
            "history",
            (MOST_RECORDED, WAYS + PACK_SIZE),
            "the latest turn first: drawn, taken or turned over, and the card discarded",
        ),
    )


@kernel
def put_cards(out: Reals32, at: int, cards: Word) -> int:
    """Write a set of cards."""
    for suit in range(SUITS):
        for rank in range(RANK_COUNT):
            held = uint64(cards) >> uint64(RANK_COUNT * suit + rank) & uint64(1)
            out[at + 4 * rank + suit] = held
    return at + PACK_SIZE


@kernel
def put_card(out: Reals32, at: int, place: int) -> int:
    """Write one card, or none where its place is below zero."""
    return put_cards(out, at, single(place) if place >= 0 else uint64(0))


@kernel
def index_of(place: int) -> int:
    """The card of `games.cards` at a place."""
    return 4 * (place % RANK_COUNT) + place // RANK_COUNT


@kernel
def put_piles(out: Reals32, at: int, state: KnockRummyState, seat: int) -> int:
    """Write the discard pile, its top, what is known of the stock, and what is not seen."""
    end = at + 3 * PACK_SIZE
    out[at:end] = 0.0
    known = state.hands[seat]
    for other in range(state.players):
        known |= state.hands[other] & state.public
    for i in range(state.pile_size):
        card = int64(state.pile[i])
        out[at + index_of(card)] = (i + 1) / PACK_SIZE
        known |= single(card)
        if i == state.pile_size - 1:
            out[at + PACK_SIZE + index_of(card)] = 1.0
    if not stock_is_hidden(state):
        for i in range(state.stock_size):
            card = int64(state.stock[state.stock_size - 1 - i])
            out[at + 2 * PACK_SIZE + index_of(card)] = (i + 1) / PACK_SIZE
            known |= single(card)
    return put_cards(out, end, ~known)


@kernel
def put_history(out: Reals32, at: int, state: KnockRummyState) -> int:
    """Write the turns, the latest first."""
    recorded = max(0, int64(state.recorded))
    first = int64(state.gone[0]) if state.recorded >= 0 else -1
    at = put_card(out, at, first)
    at = put(out, at, state.recorded >= 0, 1)
    row = WAYS + PACK_SIZE
    out[at : at + MOST_RECORDED * row] = 0.0
    for i in range(recorded):
        begin = at + i * row
        turn = recorded - 1 - i
        out[begin + int64(state.how[turn])] = 1.0
        card = int64(state.gone[turn + 1])
        if card >= 0:
            out[begin + WAYS + index_of(card)] = 1.0
    return at + MOST_RECORDED * row


@kernel
def put_rules(out: Reals32, at: int, state: KnockRummyState) -> int:
    """Write the switches."""
    at = put_one(out, at, ACES, int64(state.ace))
    at = put(out, at, state.ace_points, 25)
    at = put(out, at, state.bonus, 100)
    at = put(out, at, state.penalty, 100)
    at = put(out, at, max(0, int64(state.knock_limit)), 100)
    at = put(out, at, state.max_takes, 99)
    at = put(out, at, state.target, MOST_TOTAL)
    at = put(out, at, state.knock_limit >= 0, 1)
    at = put(out, at, state.target > 0, 1)
    at = put(out, at, state.shuffles, 1)
    at = put(out, at, state.returns, 1)
    return put(out, at, state.beats_tie, 1)


@kernel
def observe(state: KnockRummyState, seat: int, out: Reals32) -> int:
    """Write what ``seat`` sees, see :func:`planes`; how many numbers that are."""
    players = int64(state.players)
    at = put_cards(out, 0, state.hands[seat])
    for i in range(players):
        at = put_cards(out, at, state.hands[(seat + i) % players] & state.public)
    at = put_piles(out, at, state, seat)
    at = put_card(out, at, int64(state.taken))
    latest = int64(state.turn_overs) if state.shuffles else 0
    for kind in range(1, MOST_TURN_OVERS + 1):
        at = put_cards(out, at, pool(state, kind) if kind <= latest else uint64(0))
    for i in range(players):
        for kind in range(1, MOST_TURN_OVERS + 1):
            held = held_of(state, (seat + i) % players, kind) if kind <= latest else 0
            at = put(out, at, held, MOST_HELD)
    for i in range(players):
        other = (seat + i) % players
        held = count_bits(state.hands[other]) + unknown_of(state, other)
        at = put(out, at, held, MOST_HELD)
    at = put(out, at, state.stock_size, PACK_SIZE)
    at = put(out, at, state.pile_size, PACK_SIZE)
    at = put_one(out, at, STATES, int64(state.phase))
    at = put_seat(out, at, players, seat, int64(state.turn))
    at = put_seat(out, at, players, seat, int64(state.dealer))
    for i in range(players):
        at = put(out, at, state.scores[(seat + i) % players] / UNIT, MOST_TOTAL)
    at = put(out, at, state.takes, state.max_takes)
    at = put(out, at, state.turn_overs, MOST_TURN_OVERS)
    at = put(out, at, state.turn_overs_left, MOST_TURN_OVERS)
    at = put_rules(out, at, state)
    return put_history(out, at, state)


@kernel
def write(state: State, seat: int, out: Reals32) -> int:
    """:func:`observe` for Python callers."""
    return observe(state[0], seat, out)


ENCODER: Final = Encoder(planes, write)
