"""The switches of K'nack and their defaults.

Source: the K'nack rule sheet; the switches shared with K'nack Solitaire are in
`games.knack_field.rules`. What becomes of cards that cannot be dealt evenly, and what places
are worth, is ours.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field, Strict

from kibitz.games.cards import JOKER
from kibitz.games.faults import Fault
from kibitz.games.knack_field.rules import FieldRules, pack_cards
from kibitz.games.knack_field.rules import contradictions as contradictions_of_field

RULES_VERSION: Final = 1
MOST_SEATS: Final = 6
HAND_SIZE: Final = 5
LEVELS: Final = HAND_SIZE  # sets of kinds that passes show of a hand
MOST_PACKS: Final = 6
MOST_CARDS: Final = 216  # six packs of 36, four of 54
MOST_DECK: Final = MOST_CARDS // 2 - HAND_SIZE
FACES: Final = JOKER + 1  # different cards
NOBODY: Final = -1  # where a seat may be written


@dataclass(frozen=True, slots=True)
class Rules(FieldRules):
    """Every switch of the game.

    ``players``: how many play. ``packs``: how many packs are shuffled together; None for as many
    as the sheet says for the players. ``knack_call``: whether K'nack! is called automatically when
    the last card of a deck is drawn, or with the move that draws it. ``play_on_for_places``:
    whether the others play on when one has run out of cards.
    """

    players: Annotated[int, Strict(), Field(ge=2, le=MOST_SEATS, description="How many play.")] = 2
    packs: Annotated[
        Annotated[int, Strict(), Field(ge=1, le=MOST_PACKS)] | None,
        Field(
            description="Packs shuffled together; by default one for two players, or of 36 each."
        ),
    ] = None
    knack_call: Annotated[
        Literal["auto", "explicit"],
        Field(
            description="K'nack! has to be called on drawing the last card of a deck: "
            "automatically, or by the player with the move, who is given cards if it is forgotten."
        ),
    ] = "auto"
    play_on_for_places: Annotated[
        bool, Strict(), Field(description="When one has run out, the others play on for places.")
    ] = False

    @property
    def pack_count(self) -> int:
        """How many packs are shuffled together: one for two players, or of 36 one for each."""
        if self.packs is not None:
            return self.packs
        return self.players if self.pack == 36 else (self.players + 1) // 2

    @property
    def cards(self) -> Counter[int]:
        """How many of each card there are."""
        return Counter(pack_cards(self) * self.pack_count)

    @property
    def share(self) -> int:
        """Cards dealt to each player."""
        return self.cards.total() // self.players

    @property
    def aside(self) -> int:
        """Cards that cannot be dealt evenly."""
        return self.cards.total() % self.players


DEFAULT: Final = Rules()


def contradictions(rules: Rules) -> list[Fault]:
    """What is wrong with switches that are each well written."""
    faults = contradictions_of_field(rules)
    total = rules.cards.total()
    if total > MOST_CARDS:
        message = f"{rules.packs} packs make {total} cards: {MOST_CARDS} are the most"
        faults.append(Fault("/packs", "too_many_cards", message))
    return faults
