"""Cards that a move names because it turns them up: checked, and written into a view."""

from collections.abc import Sequence

import numpy as np

from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.lanes import NO_PLACE, cards_in, place_of, word_of
from kibitz.games.knock_rummy.notation import Entry
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, deadwood, unknown_of
from kibitz.games.knock_rummy.state import NOBODY, KnockRummyState
from kibitz.games.knock_rummy.worlds import held_of, pool

Cards = Sequence[int]


def turn_up(record: KnockRummyState, entry: Entry) -> None:
    """Write the cards that a legal move turns up into the state, which stays as it is otherwise.

    Raises ``ValueError`` with the reason when they are missing, not wanted or impossible.
    """
    if entry.move == DRAW:
        _turn_up_draw(record, entry.named[0][0] if entry.named else None)
    elif KNOCK <= entry.move <= OUT:
        _lay_open(record, entry)


def _turn_up_draw(record: KnockRummyState, named: int | None) -> None:
    """The card drawn: known to the state, named by who draws it, or seen by nobody else."""
    top = int(record["stock_size"]) - 1
    there, seat, viewer = int(record["stock"][top]), int(record["turn"]), int(record["viewer"])
    if there != NO_PLACE:
        if named is not None and place_of(named) != there:
            raise ValueError(f"the next card is not {card_text(named)}")
        return
    seen = seat == viewer or (viewer == NOBODY and not unknown_of(record, seat))
    if not seen:
        if named is not None:
            raise ValueError(f"nobody but seat {seat} sees the card drawn: write draw")
        return
    if named is None:
        raise ValueError("the stock is face down: name the card drawn, as in draw=7C")
    place = place_of(named)
    latest = int(record["turn_overs"])
    held = 0
    for hand in record["hands"]:
        held |= int(hand)
    if not int(pool(record, latest)) & ~held & (1 << place):
        raise ValueError(f"{card_text(named)} cannot be in the stock")
    record["stock"][top] = place


def _lay_open(record: KnockRummyState, entry: Entry) -> None:
    """The hands that a showdown turns up: as many cards as were hidden, and possible ones."""
    hidden = [seat for seat in range(int(record["players"])) if unknown_of(record, seat)]
    if len(entry.named) != len(hidden):
        seats = ", ".join(map(str, hidden)) or "none"
        message = f"the hands to be named are those of seats {seats}"
        raise ValueError(f"{message}, as in knock-7C=AS2S3S…, not {len(entry.named)} hands")
    hands = [int(hand) for hand in record["hands"]]
    ender = int(record["turn"])
    for seat, cards in zip(hidden, entry.named, strict=True):
        hands[seat] = word_of(cards)
        if seat == ender and entry.move < OUT:
            hands[seat] |= 1 << entry.move % KNOCK
        _check_hand(record, seat, hands[seat])
    for seat in hidden:
        others = [hand for other, hand in enumerate(hands) if other != seat]
        for other in others:
            if other & hands[seat]:
                text = card_text(cards_in(other & hands[seat])[0])
                raise ValueError(f"{text} cannot be in two hands")
    final = hands[ender] & ~(1 << entry.move % KNOCK if entry.move < OUT else 0)
    left = int(deadwood(record, np.uint64(final)))
    limit = 0 if entry.move == OUT else int(record["knock_limit"])
    if limit != NOBODY and left > limit:
        raise ValueError(f"{left} left unmatched are too many: the limit is {limit}")
    for seat in hidden:
        record["hands"][seat] = hands[seat]
        record["unknown"][seat] = 0


def _check_hand(record: KnockRummyState, seat: int, hand: int) -> None:
    """Whether the hand has what everybody knows of it and otherwise as many cards of each pool."""
    known = int(record["hands"][seat])
    if known & ~hand:
        text = card_text(cards_in(known & ~hand)[0])
        raise ValueError(f"seat {seat} is known to hold {text}")
    strange = hand & int(record["public"]) & ~known
    if strange:
        raise ValueError(f"{card_text(cards_in(strange)[0])} is not in the hand of seat {seat}")
    for kind in range(int(record["turn_overs"]) + 1):
        count = (hand & int(pool(record, kind))).bit_count()
        due = int(held_of(record, seat, kind))
        if count != due:
            where = f" of pile {kind} shuffled" if kind else ""
            message = f"seat {seat} holds {due} cards{where} that were hidden, not {count}"
            raise ValueError(message)
