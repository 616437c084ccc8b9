"""What may be played in open hands of Knaves, what to try first, and what follows.

Cards of a hand are equivalent when no card of another hand and no card on the table that may take
the trick lies between them: exchanging the two changes nothing. A jack that costs points has no
equal, and where exposed cards may be called they are equal to exposed ones only.
"""

from numba import uint64

from kibitz.games.bits import Word, count_bits, lowest_bit, single
from kibitz.games.kernel import kernel
from kibitz.games.knaves.lanes import PACK, beats, lane
from kibitz.games.knaves.state import SEATS
from kibitz.solvers.knaves.frames import NOBODY, PASS, Desk, Frame, Memory


@kernel
def highest_bit(word: Word) -> int:
    """The place of the highest set bit; the word is not empty."""
    w = uint64(word)
    w |= w >> uint64(1)
    w |= w >> uint64(2)
    w |= w >> uint64(4)
    w |= w >> uint64(8)
    w |= w >> uint64(16)
    w |= w >> uint64(32)
    return count_bits(w) - 1


@kernel
def lowest_of_each(cards: Word, blocks: Word) -> Word:
    """The lowest of every run of ``cards`` within a suit that none of ``blocks`` interrupts."""
    free = uint64(PACK) & ~blocks
    filled = cards
    filled |= free & (filled << uint64(1))
    free &= free << uint64(1)
    filled |= free & (filled << uint64(2))
    free &= free << uint64(2)
    filled |= free & (filled << uint64(4))
    free &= free << uint64(4)
    filled |= free & (filled << uint64(8))
    return cards & ~(filled << uint64(1))


@kernel
def choices(frame: Frame, desk: Desk) -> Word:
    """The moves of a frame, one of each kind: places, and ``PASS`` for calling nothing."""
    player = frame.player
    hand = frame.hands[player]
    asked = frame.turn != player
    may = hand & frame.shown if asked else hand
    if frame.led >= 0:
        follow = may & lane(frame.led)
        may = follow or may
    if not asked and frame.called >= 0 and may & single(frame.called):
        return single(frame.called)
    if may & (may - uint64(1)) == 0:
        return may | single(PASS) if asked else may
    costly = frame.jacks
    blocks = frame.hands[(player + 1) % 3] | frame.hands[(player + 2) % 3]
    if frame.best >= 0:
        blocks |= single(frame.best)
    jacks = may & costly
    plain = may & ~costly
    if asked:
        return lowest_of_each(plain, blocks) | jacks | single(PASS)
    if not desk.calling:
        return lowest_of_each(plain, blocks) | jacks
    shown = lowest_of_each(plain & frame.shown, blocks)
    return lowest_of_each(plain & ~frame.shown, blocks) | shown | jacks


@kernel
def most_promising(frame: Frame, desk: Desk) -> int:
    """Which of the moves not yet tried to try first: that prunes more, and changes no value.

    A jack on a trick that another seat holds; then what takes the trick, or stays below where a
    jack lies in it. High cards are led first.
    """
    left = frame.left
    if left & (left - uint64(1)) == 0 or frame.turn != frame.player:
        return lowest_bit(left)
    if frame.best < 0:
        plain = left & ~frame.jacks
        return highest_bit(plain) if plain else highest_bit(left)
    suit = frame.best >> 4
    takes = lane(suit) & ~(single(frame.best) - uint64(1))
    if suit != desk.trump and desk.trump >= 0:
        takes |= lane(desk.trump)
    below = left & ~takes
    if below & frame.jacks:
        return lowest_bit(below & frame.jacks)
    takes &= left
    if frame.stake < 0:
        return highest_bit(below) if below else lowest_bit(takes)
    return lowest_bit(takes) if takes else lowest_bit(below)


@kernel
def give_turn(frame: Frame, desk: Desk) -> None:
    """The turn goes to the player, or to the opponent who may call first."""
    player = frame.player
    frame.turn = player
    open_question = frame.called < 0 and frame.declined < 2
    if desk.calling and open_question and frame.hands[player] & frame.shown:
        frame.turn = (player + 1 + frame.declined) % 3


@kernel
def close_up(frame: Frame, calling: bool) -> None:
    """Take the places of the finished trick out: in each suit, what is above moves down."""
    while frame.trick:
        below = (frame.trick & (~frame.trick + uint64(1))) - uint64(1)
        above = lane(lowest_bit(frame.trick) >> 4) & ~below
        frame.trick &= frame.trick - uint64(1)
        # The place itself is empty by now, in all the words.
        frame.hands[0] = frame.hands[0] & ~above | (frame.hands[0] & above) >> uint64(1)
        frame.hands[1] = frame.hands[1] & ~above | (frame.hands[1] & above) >> uint64(1)
        frame.hands[2] = frame.hands[2] & ~above | (frame.hands[2] & above) >> uint64(1)
        frame.jacks = frame.jacks & ~above | (frame.jacks & above) >> uint64(1)
        frame.trick = frame.trick & ~above | (frame.trick & above) >> uint64(1)
        if calling:
            frame.shown = frame.shown & ~above | (frame.shown & above) >> uint64(1)


@kernel
def step(memory: Memory, depth: int, place: int) -> None:
    """Write the frame that follows ``depth`` after the move ``place``."""
    memory.frames[depth].move = place
    memory.frames[depth + 1] = memory.frames[depth]
    new, desk = memory.frames[depth + 1], memory.desk[0]
    new.gain = 0
    new.gainer = 0
    if new.turn != new.player:
        if place == PASS:
            new.declined += 1
        else:
            new.called = place
        give_turn(new, desk)
        return
    player = new.player
    card = single(place)
    new.hands[player] &= ~card
    new.shown &= ~card
    new.trick |= card
    suit = place >> 4
    if new.jacks & card:
        new.jacks &= ~card
        new.stake += desk.penalty[suit]
    if new.led < 0:
        new.led = suit
        new.best = place
        new.holder = player
    elif beats(place, new.best, desk.trump):
        new.best = place
        new.holder = player
    new.called = NOBODY
    new.declined = 0
    new.done += 1
    if new.done == 3:
        winner = new.holder
        new.gainer = winner
        new.gain = 1 + new.stake
        new.cost -= new.stake
        new.tricks -= 1
        if new.tricks == 0:
            new.gain += desk.last
            new.cost -= desk.last
        new.stake = 0
        new.done = 0
        new.led = NOBODY
        new.best = NOBODY
        new.player = winner
        close_up(new, desk.calling != 0)
    else:
        new.player = (player + 1) % 3
    give_turn(new, desk)


@kernel
def last_trick(frame: Frame, desk: Desk) -> int:
    """Who takes the last trick, not yet begun; ``value`` of the frame gets its points.

    After the last trick nobody gets anything.
    """
    first = frame.player
    if frame.tricks == 0:
        for seat in range(SEATS):
            frame.value[seat] = 0
        return first
    holder = first
    top = lowest_bit(frame.hands[first])
    for i in range(1, SEATS):
        seat = (first + i) % 3
        place = lowest_bit(frame.hands[seat])
        if beats(place, top, desk.trump):
            top = place
            holder = seat
    for seat in range(SEATS):
        frame.value[seat] = 1 + frame.cost if seat == holder else 0
    return holder


@kernel
def count_tops(frame: Frame, desk: Desk) -> None:
    """See who has the highest trumps, and how many without a gap; between tricks only."""
    frame.tops = 0
    if desk.trump < 0:
        return
    trumps = lane(desk.trump)
    every = (frame.hands[0] | frame.hands[1] | frame.hands[2]) & trumps
    for seat in range(SEATS):
        rest = every & ~frame.hands[seat]
        below = (single(highest_bit(rest)) << uint64(1)) - uint64(1) if rest else uint64(0)
        if every & ~below:
            frame.tops = count_bits(every & ~below)
            frame.top_seat = seat
