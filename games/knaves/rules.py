"""The switches of Knaves and their defaults.

Source: the Knaves rule sheet, with the traditional deal of seventeen cards and the usual ways to
treat a turned jack as switches.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, Strict

RULES_VERSION: Final = 1
HandSize = Literal[13, 17]
TurnedJack = Literal["out", "last_trick", "no_trump"]


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch of the game.

    ``hand_size``: cards dealt to each player; all but the turned card with 17. ``turned_jack``:
    what becomes of a jack that is turned for trumps. ``jack_…``: points for taking that jack.
    ``target``: total that ends the match. ``revoke_penalty``: points lost for a revoke that is
    called in time. ``exposed_cards``: whether calling an exposed card is a move.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    hand_size: Annotated[
        HandSize,
        Field(description="Cards of each player: 13, or 17 for all but the turned card."),
    ] = 13
    turned_jack: Annotated[
        TurnedJack,
        Field(
            description="A jack turned for trumps: nobody's penalty; a penalty to who takes the "
            "last trick; nobody's penalty, and the round is played without trumps."
        ),
    ] = "out"
    jack_hearts: Annotated[
        int, Strict(), Field(ge=-20, le=0, description="Points for taking the jack of hearts.")
    ] = -4
    jack_diamonds: Annotated[
        int, Strict(), Field(ge=-20, le=0, description="Points for taking the jack of diamonds.")
    ] = -3
    jack_clubs: Annotated[
        int, Strict(), Field(ge=-20, le=0, description="Points for taking the jack of clubs.")
    ] = -2
    jack_spades: Annotated[
        int, Strict(), Field(ge=-20, le=0, description="Points for taking the jack of spades.")
    ] = -1
    target: Annotated[
        int, Strict(), Field(ge=1, le=999, description="Total that ends the match.")
    ] = 20
    revoke_penalty: Annotated[
        int, Strict(), Field(ge=0, le=20, description="Points lost for a revoke that is called.")
    ] = 3
    exposed_cards: Annotated[
        bool, Strict(), Field(description="An opponent may call a card that lies exposed.")
    ] = False

    @property
    def jacks(self) -> tuple[int, int, int, int]:
        """Points for the jack of each suit, in the order clubs, diamonds, hearts, spades."""
        return self.jack_clubs, self.jack_diamonds, self.jack_hearts, self.jack_spades


DEFAULT: Final = Rules()
