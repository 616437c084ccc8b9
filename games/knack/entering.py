"""Cards that a move of K'nack names because it turns them up: checked, and written into a view."""

import numpy as np

from kibitz.games.cards import UNSEEN, card_text
from kibitz.games.knack.fitting import can_be_dealt
from kibitz.games.knack.notation import Entry
from kibitz.games.knack.options import knows_hand
from kibitz.games.knack.play import LAY, apply_move
from kibitz.games.knack.rules import FACES, NOBODY
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.worlds import unseen_cards
from kibitz.games.protocol import State


def turn_up(state: State, entry: Entry) -> None:
    """Write the card that a legal move draws into the state, which stays as it is otherwise.

    Raises ``ValueError`` with the reason when it is missing, not wanted or impossible, or when the
    move contradicts what is known of the hands.
    """
    record = state[0]
    seat, viewer = int(record["turn"]), int(record["viewer"])
    before = int(record["decks"][seat, _top(record)]) if _draws(record, entry) else None
    _name_drawn(record, entry, before)
    if not knows_hand(record, seat) and viewer != seat:
        after = state.copy()
        apply_move(after[0], entry.move)
        if not can_be_dealt(after[0]):
            raise ValueError(f"seat {seat} cannot: no deal of the unseen cards agrees with it")


def _draws(record: KnackState, entry: Entry) -> bool:
    return entry.move > LAY and int(record["deck_sizes"][int(record["turn"])]) > 0


def _top(record: KnackState) -> int:
    return int(record["deck_sizes"][int(record["turn"])]) - 1


def _name_drawn(record: KnackState, entry: Entry, there: int | None) -> None:
    """Check the card named as drawn against the top of the deck, or write it there."""
    seat, viewer, named = int(record["turn"]), int(record["viewer"]), entry.drawn
    if there is None:
        if named != UNSEEN:
            raise ValueError(f"no card is drawn: the deck of seat {seat} is empty")
        return
    if there != UNSEEN:
        if named not in (UNSEEN, there):
            raise ValueError(f"the next card is not {card_text(named)}")
        return
    sees = seat == viewer or (viewer == NOBODY and knows_hand(record, seat))
    if not sees:
        if named != UNSEEN:
            raise ValueError(f"nobody but seat {seat} sees the card drawn: leave it out")
        return
    if named == UNSEEN:
        raise ValueError("the deck is face down: name the card drawn, as in 7C@2,-1=8D")
    left = np.empty(FACES, np.int64)
    unseen_cards(record, left)
    if left[named] <= 0:
        raise ValueError(f"{card_text(named)} cannot be drawn: its place is known")
    deck = record["decks"][seat]
    deck[_top(record)] = named
    if not can_be_dealt(record):
        deck[_top(record)] = UNSEEN
        raise ValueError(f"{card_text(named)} cannot be drawn: another hand must hold it")
