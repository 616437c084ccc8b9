"""What an analysis believes about cards that are not seen, and about ending the hand now."""

from typing import Annotated, Literal

from pydantic import Field

from kibitz.contract.base import Answer


class PlayBelief(Answer):
    """Where a card may lie when deals count by how well they explain what was played: estimates."""

    seats: list[float]
    out: float
    decks: Annotated[
        list[float] | None, Field(description="Games with decks: chances of each seat's deck.")
    ] = None
    free: Annotated[
        float | None, Field(description="K'nack: the chance of being the card laid face down.")
    ] = None
    error: Annotated[float, Field(description="Largest standard error of these chances.")]


class Belief(Answer):
    """Where a card that is not seen may lie: chances of each seat's hand, and of being out.

    Out is out of all hands: out of play, or in the stock. Every deal that fits counts alike. The
    chances are exact where there is no ``error``. Of several equal cards they are those of each.
    """

    card: str
    copies: Annotated[int, Field(description="How many such cards are not seen.")] = 1
    seats: list[float]
    out: float
    decks: Annotated[
        list[float] | None, Field(description="Games with decks: chances of each seat's deck.")
    ] = None
    free: Annotated[
        float | None, Field(description="K'nack: the chance of being the card laid face down.")
    ] = None
    error: Annotated[
        float | None, Field(description="Largest standard error of these chances, if sampled.")
    ] = None
    by_play: Annotated[
        PlayBelief | None,
        Field(
            description="The same when deals that explain the plays of the others count for more. "
            "Left out while there is nothing to explain."
        ),
    ] = None


class HandBelief(Answer):
    """What another seat of a game of melds has unmatched, by how the hand was played: estimates."""

    seat: int
    deadwood: Annotated[float, Field(description="The mean.")]
    error: Annotated[float, Field(description="Its standard error.")]
    chances: Annotated[
        list[float], Field(description="Of a deadwood of 0 to 9, of 10 to 19, and so on.")
    ]


class KnockAgainst(Answer):
    """What ending the hand now and waiting make where an opponent knocks in one way.

    That is any one of the opponents, and the others may be of any kind. The mean over the kinds, by
    their shares, is the value of the move in points. Everybody goes on by the policy. ``anything``:
    they knock in their next turn, whatever they have; ``sharp``: at the best moment, by the
    policy's table; ``under_25`` and ``under_10``: with so much or less; ``slow``: with half of what
    the table says, or less.
    """

    kind: Literal["anything", "sharp", "under_25", "slow", "under_10"]
    share: Annotated[
        float, Field(description="How likely an opponent is of this kind, as the hand was played.")
    ]
    points: Annotated[float, Field(description="Of ending the hand now.")]
    points_error: Annotated[float, Field(description="Its standard error.")]
    waiting: Annotated[float, Field(description="Points of the best move that goes on.")]
    waiting_error: Annotated[float, Field(description="Their standard error.")]


class Knock(Answer):
    """What ending the hand now comes to, in the deals that the search has tried."""

    move: str
    deadwood: int
    wins: Annotated[float, Field(description="The chance to win the hand, ties not among it.")]
    wins_error: Annotated[float, Field(description="Its standard error.")]
    points: float
    points_error: float
    against: Annotated[
        list[KnockAgainst],
        Field(
            description="The same against each kind of opponent that there may be here. Empty "
            "where no move that goes on was valued."
        ),
    ]
