"""What a seat of Knaves may know as numbers, see `games.observation`."""

from typing import Final

from numba import int64, uint64

from kibitz.games.bits import Word, count_bits, single
from kibitz.games.cards import PACK_SIZE, RANK_COUNT
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import SUIT_COUNT, winner_of_trick
from kibitz.games.knaves.state import MOST_PLAYS, SEATS, KnavesState
from kibitz.games.observation import Encoder, Plane, Planes, put, put_bits, put_one, put_seat
from kibitz.games.protocol import State
from kibitz.games.records import Reals32

MOST_HELD: Final = 17
MOST_POINTS: Final = 20  # the most that a jack can cost
PLANES: Final[Planes] = (
    Plane("hand", (PACK_SIZE,), "cards of the own hand"),
    Plane("exposed", (SEATS, PACK_SIZE), "cards that each seat holds face up"),
    Plane("trick", (SEATS, PACK_SIZE), "the card of each seat in the trick on the table"),
    Plane("played", (SEATS, PACK_SIZE), "cards that each seat has played"),
    Plane("order", (PACK_SIZE,), "when each card was played: its number of 51, 0 for not yet"),
    Plane("turned", (PACK_SIZE,), "the card turned for trumps"),
    Plane("called", (PACK_SIZE,), "the card that must be played because it was called"),
    Plane("voids", (SEATS, SUIT_COUNT), "suits that each seat did not follow, C D H S"),
    Plane("trump", (SUIT_COUNT,), "the trump suit, only zeros in a round without"),
    Plane("led", (SUIT_COUNT,), "the suit led"),
    Plane("held", (SEATS,), "cards in each hand, of 17"),
    Plane("tricks", (SEATS,), "tricks that each seat has taken, of 17"),
    Plane("points", (SEATS,), "points of this round, of 20"),
    Plane("scores", (SEATS,), "totals before this round, of the target"),
    Plane("dealer", (SEATS,), "who dealt"),
    Plane("leader", (SEATS,), "who leads or led the trick"),
    Plane("player", (SEATS,), "whose card is next"),
    Plane("turn", (SEATS,), "who is to move: the player, or who may call a card"),
    Plane("declined", (1,), "how many opponents have called nothing, of 2"),
    Plane("jacks", (SUIT_COUNT,), "points for the jack of each suit, of 20"),
    Plane("stakes", (2,), "points of the jacks in the trick, and with the last trick, of 60"),
    Plane("rules", (3,), "17 cards are dealt; exposed cards may be called; target, of 999"),
)


@kernel
def put_cards(out: Reals32, at: int, cards: Word) -> int:
    """Write a set of cards."""
    for suit in range(SUIT_COUNT):
        for rank in range(RANK_COUNT):
            held = uint64(cards) >> uint64(16 * suit + rank) & uint64(1)
            out[at + 4 * ((rank + 1) % RANK_COUNT) + suit] = held
    return at + PACK_SIZE


@kernel
def index_of(place: int) -> int:
    """The card of `games.cards` at a place."""
    return 4 * (((place & 15) + 1) % RANK_COUNT) + (place >> 4)


@kernel
def put_plays(out: Reals32, at: int, state: KnavesState, seat: int) -> int:
    """Write the trick on the table, what each seat has played, and when."""
    trick, played, order = at, at + SEATS * PACK_SIZE, at + 2 * SEATS * PACK_SIZE
    end = order + PACK_SIZE
    out[at:end] = 0.0
    count = int64(state.count)
    player = (int64(state.dealer) + 1) % SEATS
    for number in range(count):
        place = int64(state.order[number])
        card, row = index_of(place), PACK_SIZE * ((player - seat) % SEATS)
        out[played + row + card] = 1.0
        out[order + card] = (number + 1) / MOST_PLAYS
        if number >= count - count % SEATS:
            out[trick + row + card] = 1.0
        player = (player + 1) % SEATS
        if number % SEATS == SEATS - 1:
            first, second = int64(state.order[number - 2]), int64(state.order[number - 1])
            player += winner_of_trick(first, second, place, int64(state.trump))
            player %= SEATS
    return end


@kernel
def observe(state: KnavesState, seat: int, out: Reals32) -> int:
    """Write what ``seat`` sees, see ``PLANES``; how many numbers that are."""
    at = put_cards(out, 0, state.hands[seat])
    for i in range(SEATS):
        at = put_cards(out, at, state.exposed[(seat + i) % SEATS])
    at = put_plays(out, at, state, seat)
    at = put_cards(out, at, single(int64(state.turned)))
    called = single(int64(state.called)) if state.called >= 0 else uint64(0)
    at = put_cards(out, at, called)
    for i in range(SEATS):
        at = put_bits(out, at, SUIT_COUNT, int64(state.voids[(seat + i) % SEATS]))
    at = put_one(out, at, SUIT_COUNT, int64(state.trump))
    at = put_one(out, at, SUIT_COUNT, int64(state.led))
    for i in range(SEATS):
        other = (seat + i) % SEATS
        at = put(out, at, count_bits(state.hands[other]) + state.unknown[other], MOST_HELD)
    for i in range(SEATS):
        at = put(out, at, state.tricks[(seat + i) % SEATS], MOST_HELD)
    for i in range(SEATS):
        at = put(out, at, state.points[(seat + i) % SEATS], MOST_POINTS)
    for i in range(SEATS):
        at = put(out, at, state.scores[(seat + i) % SEATS], state.target)
    at = put_seat(out, at, SEATS, seat, int64(state.dealer))
    at = put_seat(out, at, SEATS, seat, int64(state.leader))
    at = put_seat(out, at, SEATS, seat, int64(state.player))
    at = put_seat(out, at, SEATS, seat, int64(state.turn))
    at = put(out, at, state.declined, 2)
    for suit in range(SUIT_COUNT):
        at = put(out, at, state.penalty[suit], MOST_POINTS)
    at = put(out, at, state.stake, SEATS * MOST_POINTS)
    at = put(out, at, state.last_stake, SEATS * MOST_POINTS)
    at = put(out, at, state.hand_size == MOST_HELD, 1)
    at = put(out, at, state.calling, 1)
    return put(out, at, state.target, 999)


@kernel
def write(state: State, seat: int, out: Reals32) -> int:
    """:func:`observe` for Python callers."""
    return observe(state[0], seat, out)


def planes(state: State) -> Planes:
    """The planes: the same under all rules."""
    return PLANES


ENCODER: Final = Encoder(planes, write)
