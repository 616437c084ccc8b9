"""Players of Knaves that do not search: for playouts, for priors, and as a baseline.

All but the beginner play the card that `heuristics.knaves.network` values most. In playouts a
little noise keeps the same world from being played out the same way every time.

What a policy may read of a state is the hand of the seat to move, what lies open and what has been
played, so that it plays in a guessed world as it would at the table.
"""

from typing import Annotated, Any, Final

import numpy as np
from numba import float64, int64, uint64

from kibitz.games.bits import Word, lowest_bit, single, without_lowest
from kibitz.games.chance import GOLDEN, Stream, mix
from kibitz.games.kernel import kernel
from kibitz.games.knaves.bitboards import JACK, SUIT_BITS, SUIT_COUNT, beats, suit_mask
from kibitz.games.knaves.play import CALL, NO_CALL, apply_move, legal_mask, legal_moves
from kibitz.games.knaves.state import SEATS, STATE, KnavesState
from kibitz.games.protocol import Moves, implements
from kibitz.games.records import Record, dtype_of
from kibitz.heuristics import protocol
from kibitz.heuristics.dense import local
from kibitz.heuristics.knaves.beliefs import cards_of, look, one_of_each
from kibitz.heuristics.knaves.history import PAST, Past, begin
from kibitz.heuristics.knaves.network import Net, Reals, shipped_net
from kibitz.heuristics.knaves.worth import MIND, Mind, forget, see_card, worth_of_cards

NOISE: Final = 0.2  # points, from none to all of it
WARMTH: Final = 0.35  # points of difference that make a move e times as likely


@kernel
def best_and_word(
    state: KnavesState, cards: Word, noise: float, word: Word, net: Net, mind: Mind
) -> tuple[int, Word]:
    """:func:`best_card` with the word of the stream, and that word afterwards."""
    if cards & (cards - uint64(1)) == 0:
        return lowest_bit(cards), word
    sight = look(state)
    left = one_of_each(cards, sight, int64(state.best))
    if left & (left - uint64(1)) == 0:
        return lowest_bit(left), word
    worth_of_cards(state, left, sight, net, mind)
    best, chosen, i = -1e9, -1, 0
    while left:
        value = mind.worth[uint64(i)]
        if noise > 0.0:
            word += uint64(GOLDEN)
            value += noise * float64(mix(word) >> uint64(40)) / float64(1 << 24)
        if value > best:
            best = value
            chosen = lowest_bit(left)
        left = without_lowest(left)
        i += 1
    return chosen, word


@kernel
def best_card(
    state: KnavesState, cards: Word, noise: float, stream: Stream, net: Net, mind: Mind
) -> int:
    """The card of ``cards`` worth most to the seat to play, each with its part of ``noise``.

    Equal ones: the lowest place. ``stream`` is not used without noise. ``mind``: of this seat.
    """
    if noise <= 0.0:
        return best_and_word(state, cards, noise, uint64(0), net, mind)[0]
    chosen, stream[0] = best_and_word(state, cards, noise, stream[0], net, mind)
    return chosen


class Minds(Record):
    """What the seats have worked out."""

    seats: Annotated[Any, MIND, SEATS]


MINDS: Final = dtype_of(Minds)


@kernel
def forget_all(minds: Minds) -> None:
    """Let all seats begin a round."""
    for seat in range(SEATS):
        forget(minds.seats[seat])


@kernel
def fresh_choice(state: KnavesState, cards: Word, noise: float, stream: Stream, net: Net) -> int:
    """:func:`best_card` of a seat that has worked out nothing yet."""
    mind: Mind = local(MIND)
    forget(mind)
    return best_card(state, cards, noise, stream, net, mind)


@kernel
def worth_of_groups(
    state: KnavesState, moves: Moves, count: int, worth: Reals, net: Net, mind: Mind
) -> None:
    """Write what the card of each of ``moves`` is worth; of cards alike, what the lowest is.

    ``mind``: of the seat to play.
    """
    sight = look(state)
    lowest = one_of_each(cards_of(moves, count), sight, int64(state.best))
    worth_of_cards(state, lowest, sight, net, mind)
    next_one, plain = 0, 0.0
    for i in range(count):
        first = lowest & single(moves[i]) != 0
        worth[i] = mind.worth[next_one] if first else plain
        next_one += first
        # A jack is like no other card; those above it may be like those below.
        if first and moves[i] & 15 != JACK:
            plain = worth[i]


@kernel
def hurts(state: KnavesState, place: int) -> bool:
    """Whether a call of the card at ``place`` is likely to cost somebody else than the caller.

    Only jacks are called: last to a trick that another seat then takes, or to one in which the
    caller can stay below.
    """
    suit = place >> 4
    if place & 15 != JACK or state.penalty[suit] == 0:
        return False
    caller, player = state.turn, state.player
    led = int64(state.led)
    takes = led < 0 or beats(place, state.best, state.trump)
    later = 2 - state.count % 3
    if later == 0 or (later == 1 and caller != (player + 1) % 3):
        return takes or state.holder != caller
    if led >= 0 and not takes and state.holder != caller:
        return True
    # The caller plays after the jack: with nothing lower in the suit it might have to take it.
    own = (state.hands[caller] >> uint64(16 * suit)) & uint64(SUIT_BITS)
    low = own & uint64((1 << JACK) - 1)
    return takes and (low != 0 or own == 0)


@kernel
def answer(state: KnavesState, moves: Moves, count: int) -> int:
    """What the seat asked whether to call says: the costliest jack that hurts, or nothing."""
    chosen, cost = NO_CALL, 0
    for i in range(count):
        if moves[i] != NO_CALL:
            place = moves[i] - CALL
            if state.penalty[place >> 4] < cost and hurts(state, place):
                cost = state.penalty[place >> 4]
                chosen = moves[i]
    return chosen


@kernel
def choice_of(state: KnavesState, moves: Moves, count: int, stream: Stream, net: Net) -> int:
    """One of the ``count`` legal ``moves``, as a player by ``net`` chooses it in a playout."""
    if count == 1:
        return moves[0]
    if state.turn != state.player:
        return answer(state, moves, count)
    return fresh_choice(state, cards_of(moves, count), NOISE, stream, net)


@implements(protocol.playout_move, STATE)
@kernel
def playout_move(state: KnavesState, moves: Moves, count: int, stream: Stream) -> int:
    """See `heuristics.protocol.playout_move`."""
    return choice_of(state, moves, count, stream, shipped_net())


@kernel
def hear(state: KnavesState, net: Net, past: Past, minds: Minds) -> None:
    """Let all seats take in the next card that was played; all have taken in those before."""
    player = (int64(state.dealer) + 1) % SEATS if past.read == 0 else past.player
    rivals = minds.seats[(player + 1) % SEATS], minds.seats[(player + 2) % SEATS]
    see_card(state, net, past, rivals[0].heard, rivals[1].heard)
    for seat in range(SEATS):
        minds.seats[seat].heard.past.read = past.read


@kernel
def play_on_by(state: KnavesState, moves: Moves, stream: Stream, net: Net) -> None:
    """Play the whole round by ``net``, each seat keeping what it works out."""
    minds: Minds = local(MINDS)
    past: Past = local(PAST)
    forget_all(minds)
    begin(past)
    while past.read < state.count:
        hear(state, net, past, minds)
    word = stream[0]  # an array in this loop would be counted whenever it is passed on
    while state.count < SEATS * state.hand_size:
        if state.turn == state.player:
            mind = minds.seats[state.player]
            card, word = best_and_word(state, legal_mask(state), NOISE, word, net, mind)
            apply_move(state, card)
            hear(state, net, past, minds)
        else:
            apply_move(state, answer(state, moves, legal_moves(state, moves)))
    stream[0] = word


@implements(protocol.play_on, STATE)
@kernel
def play_on(state: KnavesState, moves: Moves, stream: Stream) -> None:
    """See `heuristics.protocol.play_on`."""
    play_on_by(state, moves, stream, shipped_net())


@kernel
def rule_move(state: KnavesState, moves: Moves, count: int) -> int:
    """The same judgement without chance: equal states, equal moves."""
    if count == 1:
        return moves[0]
    if state.turn != state.player:
        return answer(state, moves, count)
    return fresh_choice(state, cards_of(moves, count), 0.0, np.empty(1, np.uint64), shipped_net())


@kernel
def shares(state: KnavesState, moves: Moves, count: int, weights: Reals, net: Net) -> None:
    """Write to ``weights`` how likely each of the ``count`` moves is to be best; sum 1."""
    if state.turn != state.player:
        call = answer(state, moves, count)
        for i in range(count):
            weights[i] = WARMTH if moves[i] == call else 0.0
    else:
        mind: Mind = local(MIND)
        forget(mind)
        worth_of_groups(state, moves, count, weights, net, mind)
    highest = weights[:count].max()
    total = 0.0
    for i in range(count):
        weights[i] = np.exp((weights[i] - highest) / WARMTH)
        total += weights[i]
    for i in range(count):
        weights[i] /= total


@implements(protocol.prior, STATE)
@kernel
def prior(state: KnavesState, moves: Moves, count: int, weights: Reals) -> None:
    """See `heuristics.protocol.prior`."""
    shares(state, moves, count, weights, shipped_net())


@kernel
def lowest_ranked(cards: Word) -> int:
    """The card of the lowest rank; of several, that of the lowest suit."""
    chosen = 0
    for suit in range(SUIT_COUNT - 1, -1, -1):
        lane = (cards >> uint64(16 * suit)) & uint64(SUIT_BITS)
        if lane:
            place = 16 * suit + lowest_bit(lane)
            if chosen == 0 or place & 15 <= (chosen - 1) & 15:
                chosen = place + 1
    return chosen - 1


@kernel
def naive_card(state: KnavesState, cards: Word) -> int:
    """A beginner's card: the lowest that takes the trick so far, else the lowest at all."""
    if state.led < 0:
        return lowest_ranked(cards)
    suit = int64(state.best) >> 4
    higher = suit_mask(suit) & ~((single(state.best) << uint64(1)) - uint64(1))
    if state.trump >= 0 and state.trump != suit:
        higher |= suit_mask(state.trump)
    taking = cards & higher
    return lowest_ranked(taking or cards)


@kernel
def naive_move(state: KnavesState, moves: Moves, count: int) -> int:
    """A beginner's move: :func:`naive_card`, and it calls nothing."""
    if state.turn != state.player:
        return moves[count - 1]
    return naive_card(state, cards_of(moves, count))
