"""The JSON schema of positions of K'nack, and its switches."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, Strict, Tag, WithJsonSchema

from kibitz.games.cards import CARD_OR_JOKER_PATTERN, RANKS
from kibitz.games.knack.rules import (
    DEFAULT,
    HAND_SIZE,
    MOST_CARDS,
    MOST_DECK,
    MOST_SEATS,
    Rules,
    contradictions,
)
from kibitz.games.knack_field.rules import KINDS
from kibitz.games.schema import Switches, listed_or_counted

REACH: Final = 107
MOST_GIVEN: Final = 2 * MOST_SEATS * HAND_SIZE
MOST_LACKS: Final = MOST_SEATS * HAND_SIZE
KIND_PATTERN: Final = f"^([{RANKS}][br]|JK)$"

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_OR_JOKER_PATTERN})]
LaidCard = Annotated[
    str, WithJsonSchema({"type": "string", "pattern": CARD_OR_JOKER_PATTERN + r"|^\?\?$"})
]
Kind = Annotated[str, Field(pattern=KIND_PATTERN, examples=["7b"])]
Seat = Annotated[int, Strict(), Field(ge=0, le=MOST_SEATS - 1)]
Coordinate = Annotated[int, Strict(), Field(ge=-REACH, le=REACH)]


class Count(BaseModel):
    """Cards that lie or are held face down: only their number is known."""

    model_config = ConfigDict(extra="forbid")
    count: Annotated[int, Strict(), Field(ge=0, le=MOST_DECK)]


Cards = Annotated[
    Annotated[list[Card], Field(max_length=MOST_DECK), Tag("listed")]
    | Annotated[Count, Tag("counted")],
    listed_or_counted(),
]


class LacksSchema(BaseModel):
    """What passes show about a hand, as JSON."""

    model_config = ConfigDict(extra="forbid")
    seat: Seat
    at_most: Annotated[int, Strict(), Field(ge=0, le=HAND_SIZE - 1)]
    kinds: Annotated[list[Kind], Field(min_length=1, max_length=KINDS)]


class GivenSchema(BaseModel):
    """A card given from a hand, as the giver knows it, as JSON."""

    model_config = ConfigDict(extra="forbid")
    by: Seat
    to: Seat
    card: Card
    above: Annotated[
        Annotated[int, Strict(), Field(ge=0, le=HAND_SIZE - 1)] | None,
        Field(description="Cards above it in the deck; null when it is in the hand."),
    ] = None


class PositionSchema(BaseModel):
    """A position of K'nack as JSON."""

    model_config = ConfigDict(extra="forbid", title="KnackPosition")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    dealer: Annotated[Seat, Field(description="The next seat lays the free card.")] = 0
    turn: Annotated[
        Seat | None,
        Field(description="Seat to move, or the last that moved. Else the seat after the dealer."),
    ] = None
    field: Annotated[
        list[tuple[Coordinate, Coordinate, LaidCard]],
        Field(
            max_length=MOST_CARDS,
            description="Cards on the field, each as x, y and card; the free one lies at 0, 0.",
        ),
    ] = []
    laid: Annotated[
        list[Seat] | None,
        Field(
            max_length=MOST_CARDS,
            description="The seat that laid each card of field, which is then in the order laid.",
        ),
    ] = None
    hands: Annotated[
        list[Cards],
        Field(min_length=2, max_length=MOST_SEATS, description="Cards held now; or their number."),
    ]
    decks: Annotated[
        list[Cards],
        Field(min_length=2, max_length=MOST_SEATS, description="Next card first; or the number."),
    ]
    aside: Annotated[
        Cards | None, Field(description="Cards that could not be dealt evenly; or their number.")
    ] = None
    passes: Annotated[int, Strict(), Field(ge=0, le=MOST_SEATS, description="Passes in a row.")] = 0
    finished: Annotated[
        list[Seat],
        Field(max_length=MOST_SEATS, description="Seats that have run out of cards, in order."),
    ] = []
    offender: Annotated[
        Seat | None,
        Field(description="Seat that did not call K'nack!, while the others give it cards."),
    ] = None
    lacks: Annotated[
        list[LacksSchema],
        Field(
            max_length=MOST_LACKS,
            description="Kinds of which a seat holds at most so many cards, known by its passes.",
        ),
    ] = []
    given: Annotated[
        list[GivenSchema],
        Field(
            max_length=MOST_GIVEN,
            description="Cards given from hands that their givers still know.",
        ),
    ] = []
    seat: Annotated[Seat | None, Field(description="The seat whose view this is.")] = None


SWITCHES: Final = Switches(Rules, contradictions)
