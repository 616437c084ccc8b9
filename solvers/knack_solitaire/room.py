"""How a field takes the cards to come: the cells that fit each kind of card."""

from dataclasses import dataclass

import numpy as np

from kibitz.games.cards import RANK_COUNT, rank_word
from kibitz.games.knack_field.field import lay, permitted, take_back
from kibitz.games.knack_field.matching import ALL_KINDS, JOKER_KIND, KINDS, kind_of
from kibitz.games.knack_solitaire.play import CELLS
from kibitz.games.protocol import State


@dataclass(frozen=True)
class Room:
    """Empty cells where a card of each kind may lie, and those that touch jokers alone."""

    cells: list[int]
    sides: int


def room_of(record: np.void) -> Room:
    """The room of a field."""
    field = record["field"]
    cells, sides = [0] * KINDS, 0
    for slot in range(int(field["open"])):
        if not permitted(field, int(field["frontier"][slot])):
            continue
        fit = int(field["fits"][slot])
        sides += fit == ALL_KINDS
        for kind in range(KINDS):
            cells[kind] += fit >> kind & 1
    return Room(cells, sides)


def room_after(state: State, move: int) -> Room:
    """The room that a field has after laying a card."""
    field = state[0]["field"]
    lay(field, move % CELLS, move // CELLS)
    found = room_of(state[0])
    take_back(field)
    return found


def to_come(state: State, move: int) -> list[int]:
    """How many cards of each kind are not on the field after laying a card."""
    record = state[0]
    counts = [0] * KINDS
    for card, number in enumerate(record["pack"]):
        counts[kind_of(card)] += int(number)
    for card in record["field"]["laid"][: int(record["field"]["count"])]:
        counts[kind_of(int(card))] -= 1
    counts[kind_of(move // CELLS)] -= 1
    return counts


def kind_words(kind: int) -> str:
    """A kind as ``red 7`` or ``black king``; a joker is a joker."""
    if kind == JOKER_KIND:
        return "joker"
    return f"{'red' if kind >= RANK_COUNT else 'black'} {rank_word(kind % RANK_COUNT)}"
