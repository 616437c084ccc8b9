"""The switches of Knotty Nines and their defaults.

Source: the Knotty Nines rule sheet. ``wrap`` off and ten or twelve piles are how other public
implementations play it.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, Strict

RULES_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch of the game.

    ``piles``: tableau piles, each dealt one card. ``wrap``: a king may go on an ace. ``win``:
    the game is won when the stock is empty, or only when besides no move is left. ``information``:
    whether analysis may use the order of a stock that is listed, or treats it as face down.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    piles: Annotated[
        int, Strict(), Field(ge=4, le=12, description="Tableau piles, one card each.")
    ] = 9
    wrap: Annotated[bool, Strict(), Field(description="A king may be put on an ace.")] = True
    win: Annotated[
        Literal["stock_empty", "stock_empty_and_stuck"],
        Field(description="Won when the stock is empty, or only when also no move is left."),
    ] = "stock_empty"
    information: Annotated[
        Literal["known", "hidden"],
        Field(description="Whether analysis may look at the order of a listed stock."),
    ] = "known"


DEFAULT: Final = Rules()
