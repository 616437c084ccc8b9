"""The switches of Knock Rummy and their defaults, and who wins a match.

Source: the Knock Rummy rule sheet, with what it leaves open and common house rules as switches.
The sheet says nothing about a hand in which nobody ends the taking and turning over; two switches
limit that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, Strict

from kibitz.games.match import MatchResult, added

RULES_VERSION: Final = 2
MOST_SEATS: Final = 6
MOST_TURN_OVERS: Final = 4
MOST_RECORDED: Final = 64  # turns that a hand remembers in order, the latest
# Cards of each player, by the number of players.
HAND_SIZES: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}


@dataclass(frozen=True, slots=True)
class Rules:
    """Every switch of the game.

    ``players``: how many play, which decides the size of the hands. ``ace``: the runs an ace may
    be in. ``ace_points``: what it counts unmatched. ``allow_return_discard``: whether a card just
    taken from the discard pile may be discarded at once. ``knock_limit``: most deadwood to knock
    with. ``rummy_bonus``: what each opponent pays besides to one who ends the hand without
    deadwood. ``knock_penalty``: what a knocker who is not lowest pays besides.
    ``rummy_beats_tie``: whether one who ends the hand without deadwood wins against others without.
    ``stock_out``: what happens when the stock is used up. ``max_turn_overs``: how often the discard
    pile becomes the stock. ``max_takes``: cards taken from the discard pile, none drawn between,
    that end the hand. ``match_target``: total that ends the match.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    players: Annotated[
        int,
        Strict(),
        Field(ge=2, le=MOST_SEATS, description="How many play; with more, hands are smaller."),
    ] = 2
    ace: Annotated[
        Literal["low", "low_or_high", "round_the_corner"],
        Field(description="Runs an ace may be in: A23; also QKA; also KA2."),
    ] = "low"
    ace_points: Annotated[
        int, Strict(), Field(ge=1, le=25, description="Points of an unmatched ace.")
    ] = 1
    allow_return_discard: Annotated[
        bool,
        Strict(),
        Field(description="A card taken from the discard pile may be discarded in the same turn."),
    ] = False
    knock_limit: Annotated[
        Annotated[int, Strict(), Field(ge=0, le=100)] | None,
        Field(description="Most deadwood to knock with; null for any."),
    ] = None
    rummy_bonus: Annotated[
        int,
        Strict(),
        Field(ge=0, le=100, description="Points from each opponent for ending without deadwood."),
    ] = 25
    knock_penalty: Annotated[
        int,
        Strict(),
        Field(ge=0, le=100, description="Points that a knocker who is not lowest pays besides."),
    ] = 10
    rummy_beats_tie: Annotated[
        bool,
        Strict(),
        Field(
            description="Ending the hand without deadwood also wins against others without "
            "deadwood; otherwise those others win, as in any other tie."
        ),
    ] = True
    stock_out: Annotated[
        Literal["turn_over", "shuffle", "end_hand"],
        Field(
            description="With no stock left the discard pile is turned over, or it is shuffled, "
            "or the hand ends with no score."
        ),
    ] = "turn_over"
    max_turn_overs: Annotated[
        int,
        Strict(),
        Field(
            ge=0,
            le=MOST_TURN_OVERS,
            description="Times the discard pile becomes the stock; used up once more, the hand "
            "ends with no score.",
        ),
    ] = 2
    max_takes: Annotated[
        int,
        Strict(),
        Field(
            ge=1,
            le=99,
            description="Cards taken from the discard pile in a row, none drawn from the stock, "
            "that end the hand with no score.",
        ),
    ] = 20
    match_target: Annotated[
        Annotated[int, Strict(), Field(ge=1, le=999)] | None,
        Field(description="Total that ends the match; null for single hands."),
    ] = None

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return HAND_SIZES[self.players]

    @property
    def turn_overs(self) -> int:
        """How often the discard pile can become the stock in a hand."""
        return 0 if self.stock_out == "end_hand" else self.max_turn_overs


DEFAULT: Final = Rules()


def match_winner(totals: Sequence[Fraction | int], rules: Rules) -> int | None:
    """The seat that has won the match with these totals, None to play on.

    The highest total wins when it is the target or more; equal highest play another hand.
    """
    highest = max(totals)
    won = rules.match_target is not None and highest >= rules.match_target
    return totals.index(highest) if won and totals.count(highest) == 1 else None


def after_hand(
    scores: Sequence[Fraction],
    payments: Sequence[Fraction],
    winners: Sequence[int],
    dealer: int,
    rules: Rules,
) -> MatchResult:
    """The match after a hand that ``dealer`` dealt and that began at ``scores``."""
    totals = added(scores, payments)
    winner = match_winner(totals, rules)
    if winner is not None:
        return MatchResult(totals, (winner,))
    return MatchResult(totals, (), next_dealer(winners, dealer, rules.players))


def next_dealer(winners: Sequence[int], dealer: int, players: int) -> int:
    """Who deals the hand after one that ``winners`` have won, nobody where it had no score.

    Of two players the winner deals, and after a hand without a score its dealer again. Of more
    players the next one to the left deals.
    """
    if players > 2:
        return (dealer + 1) % players
    return winners[0] if winners else dealer
