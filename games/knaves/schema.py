"""The JSON schema of positions of Knaves, and its switches."""

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, Strict, Tag, WithJsonSchema

from kibitz.games.cards import CARD_PATTERN
from kibitz.games.knaves.rules import DEFAULT, Rules
from kibitz.games.schema import Switches, listed_or_counted

SWITCHES: Final = Switches(Rules)
MOST_TRICKS: Final = 17

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_PATTERN})]
Seat = Annotated[int, Strict(), Field(ge=0, le=2)]


class Count(BaseModel):
    """Cards that lie or are held face down: only their number is known."""

    model_config = ConfigDict(extra="forbid")
    count: Annotated[int, Strict(), Field(ge=0, le=17)]


Cards = Annotated[
    Annotated[list[Card], Field(max_length=17), Tag("listed")] | Annotated[Count, Tag("counted")],
    listed_or_counted(),
]


class TrickSchema(BaseModel):
    """A finished trick as JSON."""

    model_config = ConfigDict(extra="forbid")
    leader: Annotated[Seat | None, Field(description="Seat that led.")] = None
    cards: Annotated[list[Card], Field(min_length=3, max_length=3, description="As played.")]
    revoked: Annotated[
        list[Card],
        Field(max_length=2, description="Cards known not to follow suit though their seat could."),
    ] = []


class OpenTrickSchema(TrickSchema):
    """The trick on the table as JSON."""

    cards: Annotated[list[Card], Field(max_length=2, description="As played.")] = []


class PositionSchema(BaseModel):
    """A position of Knaves as JSON."""

    model_config = ConfigDict(extra="forbid", title="KnavesPosition")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    turned: Annotated[Card, Field(description="The card turned for trumps.")]
    dealer: Annotated[Seat, Field(description="The next seat leads to the first trick.")] = 0
    scores: Annotated[
        list[Annotated[int, Strict(), Field(ge=-9999, le=9999)]],
        Field(min_length=3, max_length=3, description="Totals of the match before this round."),
    ] = [0, 0, 0]
    hands: Annotated[
        list[Cards],
        Field(min_length=3, max_length=3, description="Cards held now; or their number."),
    ]
    out: Annotated[
        Cards | None, Field(description="Cards dealt to nobody, without the turned one.")
    ] = None
    tricks: Annotated[
        list[TrickSchema],
        Field(max_length=MOST_TRICKS, description="Finished tricks, first to last."),
    ] = []
    trick: Annotated[OpenTrickSchema, Field(description="The trick on the table.")] = (
        OpenTrickSchema()
    )
    exposed: Annotated[
        list[Annotated[list[Card], Field(max_length=17)]],
        Field(min_length=3, max_length=3, description="Cards held that lie face up, by seat."),
    ] = [[], [], []]
    called: Annotated[
        Card | None, Field(description="Exposed card that the next to play must play if it may.")
    ] = None
    declined: Annotated[
        int, Strict(), Field(ge=0, le=2, description="Opponents who have called no card.")
    ] = 0
    seat: Annotated[Seat | None, Field(description="The seat whose view this is.")] = None
