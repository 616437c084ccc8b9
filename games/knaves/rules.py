"""The switches of Knaves and their defaults, and who wins a match.

Source: the Knaves rule sheet, with the traditional deal of seventeen cards and the usual ways to
treat a turned jack as switches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, Strict

from kibitz.games.faults import BadInput
from kibitz.games.kernel import kernel
from kibitz.games.match import MatchResult, added

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


@kernel
def match_winner(first: int, second: int, third: int, target: int) -> int:
    """The seat that wins with these totals of seats 0, 1 and 2, or -1 when the match goes on.

    The highest total wins when it is the target or more; equal highest play another round.
    """
    highest = max(first, second, third)
    if highest < target:
        return -1
    seat = 0 if first == highest else 1 if second == highest else 2
    return seat if (first == highest) + (second == highest) + (third == highest) == 1 else -1


def after_round(
    scores: Sequence[int], points: Sequence[int], target: int, dealer: int
) -> MatchResult:
    """The match after a round of ``points`` that ``dealer`` dealt and that began at ``scores``."""
    totals = added(scores, points)
    first, second, third = totals
    winner = int(match_winner(first, second, third, target))
    if winner >= 0:
        return MatchResult(totals, (winner,))
    return MatchResult(totals, (), (dealer + 1) % len(totals))


def check_scores(scores: Sequence[int], target: int) -> None:
    """Raise ``BadInput`` when the totals before a round have won the match: none is dealt then."""
    first, second, third = scores
    winner = int(match_winner(first, second, third, target))
    if winner >= 0:
        points = scores[winner]
        message = f"seat {winner} has won the match with {points} points: 'target' is {target}"
        raise BadInput.one("/scores", "match_over", message)
