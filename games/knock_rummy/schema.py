"""The JSON schema of positions of Knock Rummy, and its switches."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Strict, Tag, WithJsonSchema

from kibitz.games.cards import CARD_PATTERN, PACK_SIZE
from kibitz.games.knock_rummy.rules import (
    DEFAULT,
    MOST_RECORDED,
    MOST_SEATS,
    MOST_TURN_OVERS,
    Rules,
)
from kibitz.games.schema import Switches, listed_or_counted

SWITCHES: Final = Switches(Rules)
FRACTION_PATTERN: Final = r"^-?[0-9]{1,6}(/[1-9][0-9]?)?$"
MOST_KEY: Final = (1 << 32) - 1

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_PATTERN})]
Seat = Annotated[int, Strict(), Field(ge=0, le=MOST_SEATS - 1)]
CardCount = Annotated[int, Strict(), Field(ge=0, le=PACK_SIZE)]
CardList = Annotated[list[Card], Field(max_length=PACK_SIZE)]


def _total_branch(value: object) -> str | None:
    if isinstance(value, str):
        return "share"
    return "whole" if isinstance(value, int) else None


Total = Annotated[
    Annotated[int, Strict(), Field(ge=-999_999, le=999_999), Tag("whole")]
    | Annotated[str, Field(pattern=FRACTION_PATTERN, examples=["31/3"]), Tag("share")],
    Discriminator(
        _total_branch,
        custom_error_type="total_type",
        custom_error_message='A total should be a whole number or a fraction such as "31/3"',
    ),
]


class Count(BaseModel):
    """Cards that lie or are held face down: only their number is known."""

    model_config = ConfigDict(extra="forbid")
    count: CardCount


Cards = Annotated[
    Annotated[CardList, Tag("listed")] | Annotated[Count, Tag("counted")],
    listed_or_counted(),
]


class ShuffledSchema(BaseModel):
    """What is left of a pile that was shuffled, as JSON."""

    model_config = ConfigDict(extra="forbid")
    cards: Annotated[CardList, Field(description="Cards of the pile not seen since.")]
    held: Annotated[
        list[CardCount],
        Field(
            min_length=2,
            max_length=MOST_SEATS,
            description="How many of them each seat has drawn and holds; the rest are the stock.",
        ),
    ]


class PositionSchema(BaseModel):
    """A position of Knock Rummy as JSON."""

    model_config = ConfigDict(extra="forbid", title="KnockRummyPosition")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    dealer: Annotated[Seat, Field(description="The next seat plays first.")] = 0
    turn: Annotated[
        Seat | None,
        Field(description="Seat to move; who ended the hand. Else the seat after the dealer."),
    ] = None
    scores: Annotated[
        list[Total],
        Field(max_length=MOST_SEATS, description="Totals of the match before this hand."),
    ] = []
    hands: Annotated[
        list[Cards],
        Field(min_length=2, max_length=MOST_SEATS, description="Cards held now; or their number."),
    ]
    known: Annotated[
        list[CardList],
        Field(max_length=MOST_SEATS, description="Cards held, by seat, that everybody saw taken."),
    ] = []
    stock: Annotated[
        Cards | None, Field(description="The next card first; or the number. Else what is left.")
    ] = None
    discards: Annotated[CardList, Field(description="The discard pile, the top card last.")]
    taken: Annotated[
        Card | None, Field(description="Card just taken from the discard pile, in this turn.")
    ] = None
    takes: Annotated[
        int | None,
        Strict(),
        Field(ge=0, le=99, description="Cards taken in a row since one was drawn from the stock."),
    ] = None
    turn_overs: Annotated[
        int,
        Strict(),
        Field(ge=0, le=MOST_TURN_OVERS, description="Times the discard pile became the stock."),
    ] = 0
    shuffled: Annotated[
        list[ShuffledSchema],
        Field(max_length=MOST_TURN_OVERS, description="What is left of each pile shuffled."),
    ] = []
    shuffle: Annotated[
        Annotated[int, Strict(), Field(ge=1, le=MOST_KEY)] | None,
        Field(description="Number that decides how piles will be shuffled; no seat sees it."),
    ] = None
    history: Annotated[
        list[Annotated[str, Field(max_length=9)]] | None,
        Field(
            min_length=1,
            max_length=1 + 3 * MOST_RECORDED,
            description="What everybody has watched, the latest turns: the card that lay on top "
            "before them, then for each turn draw, take, or turn-over and draw, and the card "
            "discarded. Null when it is not known.",
        ),
    ] = None
    ended: Annotated[
        Literal["knock", "out", "no_score"] | None, Field(description="How the hand has ended.")
    ] = None
    seat: Annotated[Seat | None, Field(description="The seat whose view this is.")] = None
