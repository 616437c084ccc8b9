"""The switches of K'nack Solitaire and their defaults.

Source: the K'nack rule sheet; the switches shared with K'nack for several players are in
:mod:`kibitz.games.knack_field.rules`. A pack of 36, its wrap and the limits of the field with their
numbers are ours.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field, Strict

from kibitz.games.knack_field.rules import FieldRules

RULES_VERSION: Final = 1
MOST_REDEALS: Final = 9


@dataclass(frozen=True, slots=True)
class Rules(FieldRules):
    """Every switch of the game.

    ``redeals``: how often the waste becomes a new stock. ``redeal``: whether it is shuffled for
    that, or turned over, so that the card drawn first is drawn first again. ``may_decline``:
    whether a card may be drawn although the top of the waste can be laid. ``information``: whether
    analysis may use what a position shows of cards to come, or treats them as face down.
    """

    redeals: Annotated[
        int, Strict(), Field(ge=0, le=MOST_REDEALS, description="Times the waste is dealt again.")
    ] = 2
    redeal: Annotated[
        Literal["shuffle", "turn_over"],
        Field(description="How the waste becomes the stock: shuffled, or turned over as it lies."),
    ] = "shuffle"
    may_decline: Annotated[
        bool, Strict(), Field(description="A card may be drawn although the waste can be laid.")
    ] = False
    information: Annotated[
        Literal["known", "hidden"],
        Field(description="Whether analysis may look at a listed stock and at redeal orders."),
    ] = "known"


DEFAULT: Final = Rules()
