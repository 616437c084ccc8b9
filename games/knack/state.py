"""The record of a game of K'nack.

Equal cards of several packs are one card to choose. The first card is free: the field has it as
``UNSEEN``, which matches everything, and ``free`` is its face. Whoever draws the last card of the
own deck without a call that is due is the ``offender``.

A state may be a view: what it does not know are cards ``UNSEEN`` in hands and decks.

Where the play was watched from the first card on, ``recorded``, the cards of the field are in the
order laid and ``laid_by`` says by whom; who passed in between follows. Without it they are in some
order in which they can be laid. A K'nack! that is not called ends the record.
"""

from typing import Annotated, Final

from kibitz.games.knack.rules import FACES, HAND_SIZE, LEVELS, MOST_CARDS, MOST_DECK, MOST_SEATS
from kibitz.games.knack_field.field import Field, field_type
from kibitz.games.records import (
    Flag,
    Int8,
    Int8s,
    Int16,
    Reals,
    Record,
    UInt8,
    UInt8s,
    UInt32s,
    dtype_of,
)

SIDE: Final = 217
MOST_GUESSES: Final = 256
MOST_CHAINS: Final = 32


class KnackState(Record):
    """See the head of this module."""

    field: Annotated[Field, field_type(SIDE, MOST_CARDS)]
    laid_by: Annotated[Int8s, MOST_CARDS]  # seats, in the order of ``field.laid``
    recorded: Flag
    free: UInt8  # the card that lies face down, UNSEEN where not known
    hands: Annotated[UInt8s, MOST_SEATS, HAND_SIZE]  # ascending, UNSEEN last
    held: Annotated[Int8s, MOST_SEATS]  # cards in each hand
    decks: Annotated[UInt8s, MOST_SEATS, MOST_DECK]  # the next card last
    deck_sizes: Annotated[Int8s, MOST_SEATS]
    aside: Annotated[UInt8s, MOST_SEATS - 1]  # cards that could not be dealt evenly
    aside_size: Int8
    lacks: Annotated[UInt32s, MOST_SEATS, LEVELS]  # see games.knack.known_hands
    chains: Annotated[UInt32s, MOST_SEATS, MOST_CHAINS, LEVELS]  # see games.knack.hand_chains
    chain_ways: Annotated[Reals, MOST_SEATS, MOST_CHAINS]  # up to a factor
    chain_counts: Annotated[Int8s, MOST_SEATS]  # 0 where only ``lacks`` is known
    given: Annotated[UInt8s, MOST_SEATS, HAND_SIZE]  # cards of each hand that another gave
    givers: Annotated[Int8s, MOST_SEATS, HAND_SIZE]  # seats that gave them and know, or NOBODY
    deck_givers: Annotated[Int8s, MOST_SEATS, HAND_SIZE]  # who knows the lowest deck cards
    guesses: Annotated[UInt8s, MOST_GUESSES, MOST_SEATS, HAND_SIZE]  # other hands, see .worlds
    free_guesses: Annotated[UInt8s, MOST_GUESSES]
    guessed: Int16  # how many there are
    pack: Annotated[UInt8s, FACES]  # how many of each card there are
    finished: Annotated[Int8s, MOST_SEATS]  # seats that have run out of cards, in that order
    done: Int8  # how many have run out of cards
    players: Int8
    dealer: Int8
    turn: Int8  # seat to move; the last that moved when the game has ended
    viewer: Int8  # seat whose view this is, or NOBODY
    passes: Int8  # in a row
    offender: Int8  # seat that forgot to call while cards are given, or NOBODY
    explicit: Flag
    places: Flag


STATE: Final = dtype_of(KnackState)
