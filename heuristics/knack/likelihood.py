"""What the cards laid say of the hands of the others in K'nack, if it is known who laid which card.

A card laid shows a little of the cards that are kept: with others there might have been a better
move. So many hands are dealt to each of the others, as likely as passes make them, and taken back
in time, move by move. Each time one of the cards is taken for the one drawn last, and the hand
counts by how well it explains the move that was made, as one of a few kinds of player would have
made it: sharp, vague or random. Of which kind the seat is follows from its moves as well. When few
hands count for much, the others are replaced by copies of these, which have a past of their own
from there on (a particle filter that runs back in time).

At the end hands of all others are put together, as often as they count and their cards allow it.
"""

from typing import Final

import numpy as np
from numba import int64, uint64

from kibitz.games.cards import UNSEEN
from kibitz.games.chance import GOLDEN, Stream, Word, fraction, mix, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.hand_chains import ways_to_hold
from kibitz.games.knack.hands import hold
from kibitz.games.knack.known_hands import orders, unseen_cards
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, MAX_MOVES, legal_moves
from kibitz.games.knack.rules import FACES, HAND_SIZE, MOST_SEATS
from kibitz.games.knack.state import MOST_GUESSES, STATE, KnackState
from kibitz.games.knack.worlds import deal_hidden
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals, UInt8s
from kibitz.heuristics.dense import local
from kibitz.heuristics.knack.judgement import weights_for, worth
from kibitz.heuristics.knack.past import look_back, trace, undo
from kibitz.heuristics.knack.policy import shipped_net
from kibitz.heuristics.knack.sight import look
from kibitz.heuristics.knack.value import DESK, Desk, Net, see, worth_by

# Kinds of player: the worth that makes a move e times as likely, the share of moves put down to
# whim, and how many are taken to be of this kind. The last kind lays any card anywhere.
WARMTHS: Final = np.array([0.04, 0.15, 0.6, 1.0])
WHIMS: Final = np.array([0.05, 0.1, 0.2, 1.0])
SHARES: Final = np.array([0.3, 0.3, 0.2, 0.2])
PLAYERS: Final = len(SHARES)
PAST: Final = 12  # moves of each seat that are looked at
HANDS: Final = 2048  # dealt to a seat and all others together, where there is time
MOST_UNEVEN: Final = 10.0  # hands for each that counts; before more, no move is read any more
TRIES: Final = 64  # to put guessed hands together


@kernel
def explain(
    past: KnackState, move: int, moves: Moves, desk: Desk, net: Net, shares: Reals
) -> float:
    """The chance of a move by a player that is of each kind with the chance in ``shares``.

    These become what they are after the move. 0 for a move that is not legal, ``shares`` left. The
    hand of the seat to move must be known. ``moves`` and the ``desk`` are overwritten.
    """
    count = legal_moves(past, moves)
    if count == 1:
        return 1.0 if moves[0] == move else 0.0
    # With more players, what the network holds to be best misreads who looks at the own hand only.
    learned = past.players == 2
    if learned:
        see(past, desk, net)
    else:
        look(past, desk.sight)
    w = weights_for(past)
    worths = np.empty(count)
    highest, made = -np.inf, -np.inf
    for i in range(count):
        if learned:
            worths[i] = worth_by(past, desk, moves[i], net)
        else:
            worths[i] = worth(past, desk.sight, moves[i], desk.features, w)
        highest = max(highest, worths[i])
        if moves[i] == move:
            made = worths[i]
    if made == -np.inf:
        return 0.0
    every = 0.0
    for player in range(PLAYERS):
        chance = 0.0
        if WHIMS[player] < 1.0:
            total = 0.0
            for i in range(count):
                total += np.exp((worths[i] - highest) / WARMTHS[player])
            chance = np.exp((made - highest) / WARMTHS[player]) / total
        chance += WHIMS[player] * (1.0 / count - chance)
        shares[player] *= chance
        every += shares[player]
    for player in range(PLAYERS):
        shares[player] /= every
    return every


@kernel
def go_back(
    view: KnackState,
    pasts: State,
    played: Moves,
    hands: UInt8s,
    frees: UInt8s,
    stream: Stream,
    origins: Moves,
    weights: Reals,
) -> None:
    """Take hands of a seat back through its moves; what each counts for becomes its weight.

    ``hands`` and ``frees``: dealt for now. ``origins``: scratch, which of them each particle is.
    """
    number, seat = len(frees), pasts[0].turn
    held, ways = int64(view.held[seat]), 0.0
    desk: Desk = local(DESK)
    net, moves = shipped_net(pasts[0]), np.empty(MAX_MOVES, np.int64)
    then, kinds = np.zeros((number, HAND_SIZE + 1), np.int64), np.empty(HAND_SIZE + 1, np.int64)
    shares, after = np.empty((number, PLAYERS)), np.empty(number)
    now, added = np.full(number, 1.0 / number), np.empty(number)
    weights[:] = 1.0 / number
    for p in range(number):
        origins[p] = p
        shares[p] = SHARES
        for i in range(held):
            then[p, i] = hands[p, i]
    for m in range(len(played) - 1, -1, -1):
        past, before = pasts[m], held
        for p in range(number):
            free = int64(frees[origins[p]])
            card, move = played[m] % CALLED // CELLS, played[m]
            if card == FACE_DOWN:
                card, move = free, move + CELLS * (free - FACE_DOWN)
            for i in range(before):
                kinds[i] = kind_of(then[p, i])
            if m == len(played) - 1:
                ways = ways_to_hold(view, int64(seat), kinds, before)
            else:
                ways = float(orders(pasts[m + 1].lacks[seat], kinds, before))
            held, after[p] = undo(past, then[p], before, card, ways, stream, kinds)
            if now[p] * after[p] > 0.0:
                past.held[past.turn] = 0
                for i in range(held):
                    hold(past, int64(past.turn), then[p, i])
                past.free = free
                after[p] *= explain(past, move, moves, desk, net, shares[p])
            after[p] *= now[p]
        total = after.sum()
        if total == 0.0:
            break  # none of the pasts leads further back
        now[:] = after / total
        added[:] = 0.0
        for p in range(number):
            added[origins[p]] += now[p]
        if (added * added).sum() * number > MOST_UNEVEN:
            break  # too few hands would count
        weights[:] = added
        if (now * now).sum() * number > 2.0:
            resample(now, then, shares, origins, stream)


@kernel
def resample(now: Reals, then: Moves, shares: Reals, origins: Moves, stream: Stream) -> None:
    """Replace particles by copies of them, as many of each as it counts for; all count alike."""
    number = len(now)
    sums, start = np.cumsum(now), fraction(stream)
    old_then, old_shares, old_origins = then.copy(), shares.copy(), origins.copy()
    p = 0
    for q in range(number):
        at = (q + start) / number * sums[number - 1]
        while p < number - 1 and sums[p] <= at:
            p += 1
        then[q] = old_then[p]
        shares[q] = old_shares[p]
        origins[q] = old_origins[p]
    now[:] = 1.0 / number


@kernel
def guess(view: KnackState, seat: int, number: int, most: int, seed: Word, sizes: Reals) -> None:
    """Write guesses into a view: hands of others as often as they are credible.

    ``number``: hands dealt to each of the others; ``most``: of its moves so many are looked at.
    ``sizes``: becomes, by seat, how many hands would tell as much if they counted alike (the
    effective sample size); 0 where nothing was read. No guess is written where it is not known who
    laid the cards, or none of the others has laid one.
    """
    view.guessed = 0
    sizes[:] = 0.0
    if not view.recorded or view.field.count == 0:
        return
    trace(view)
    players = int64(view.players)
    pasts = np.empty(most * players, STATE)
    played, counts = np.empty(most * players, np.int64), np.empty(MOST_SEATS, np.int64)
    look_back(view, seat, most, pasts, played, counts)
    if counts.max() == 0:
        return
    stream = np.zeros(1, np.uint64)
    start_stream(stream, mix(uint64(seed) + uint64(GOLDEN)), 0)
    hands, frees = np.empty((MOST_SEATS, number, HAND_SIZE), np.uint8), np.empty(number, np.uint8)
    deal_hands(view, seat, hands, frees, stream)
    weights, origins = np.ones((MOST_SEATS, number)), np.empty(number, np.int64)
    for other in range(players):
        if other != seat and counts[other] > 0 and view.held[other] > 0:
            first = other * most
            last = first + counts[other]
            own, tables = played[first:last], pasts[first:last]
            go_back(view, tables, own, hands[other], frees, stream, origins, weights[other])
            sizes[other] = 1.0 / (weights[other] * weights[other]).sum()
    write_guesses(view, seat, hands, frees, weights, stream)


@kernel
def deal_hands(view: KnackState, seat: int, hands: UInt8s, frees: UInt8s, stream: Stream) -> None:
    """Deal the cards that ``seat`` does not see, again and again; write hands and free cards."""
    work = np.empty(1, STATE)
    work[0] = view
    for p in range(len(frees)):
        deal_hidden(work[0], seat, stream)
        for other in range(view.players):
            for i in range(view.held[other]):
                hands[other, p, i] = work[0].hands[other, i]
        frees[p] = work[0].free


@kernel
def write_guesses(
    view: KnackState, seat: int, hands: UInt8s, frees: UInt8s, weights: Reals, stream: Stream
) -> None:
    """Choose hands for each seat by weight, until all can be held together."""
    number, starter = len(frees), (view.dealer + 1) % view.players
    sums, chosen = np.empty((MOST_SEATS, number)), np.zeros(MOST_SEATS, np.int64)
    for other in range(view.players):
        sums[other] = np.cumsum(weights[other])
    left = np.empty(FACES, np.int64)
    unseen_cards(view, left)
    for g in range(MOST_GUESSES):
        for left_tries in range(TRIES, 0, -1):
            for other in range(view.players):
                at = fraction(stream)
                if view.players == 2:  # nobody else's cards are in the way: evenly spread
                    at = (g + at) / MOST_GUESSES
                place = np.searchsorted(sums[other], at * sums[other, number - 1], "right")
                chosen[other] = min(int64(place), number - 1)
            if view.players == 2:
                break
            if fraction(stream) < together(view, seat, hands, frees, chosen, left):
                break
            if left_tries == 1:
                chosen[:] = g % number  # dealt together
        for other in range(view.players):
            for i in range(view.held[other]):
                view.guesses[g, other, i] = hands[other, chosen[other], i]
        view.free_guesses[g] = frees[chosen[starter]]
    view.guessed = MOST_GUESSES


@kernel
def together(
    view: KnackState, seat: int, hands: UInt8s, frees: UInt8s, chosen: Moves, left: Moves
) -> float:
    """The chance that hands, each dealt by itself from the cards ``left``, are different copies."""
    starter = (view.dealer + 1) % view.players
    taken, own = np.zeros(FACES, np.int64), np.zeros(FACES, np.int64)
    chance = 1.0
    for other in range(view.players):
        if other == seat:
            continue
        own[:] = 0
        for i in range(view.held[other] + 1):
            card = int64(frees[chosen[other]])
            if i < view.held[other]:
                card = int64(hands[other, chosen[other], i])
            elif other != starter or view.free != UNSEEN:
                continue
            # One of the copies that this seat does not have yet; another must not have it either.
            copies = left[card] - own[card]
            chance *= max(0.0, (copies - taken[card]) / copies)
            own[card] += 1
        taken += own
    return chance


@kernel
def run_guess(view: State, seat: int, number: int, most: int, seed: Word, sizes: Reals) -> None:
    """:func:`guess` of the one state of an array."""
    guess(view[0], seat, number, most, seed, sizes)


def guessed(view: State, seat: int, number: int, seed: int) -> tuple[State, Reals]:
    """A copy of a view with guesses, see :func:`guess`, and the effective sample sizes by seat."""
    work, sizes = view.copy(), np.zeros(MOST_SEATS)
    run_guess(work, seat, number, PAST, np.uint64(seed), sizes)
    return work, sizes
