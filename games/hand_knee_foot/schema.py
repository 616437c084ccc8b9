"""The JSON schema of positions of Hand, Knee and Foot, and its switches."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, Strict, Tag, WithJsonSchema

from kibitz.games.hand_knee_foot.kinds import CARD_PATTERN, PACK
from kibitz.games.hand_knee_foot.rules import (
    DEFAULT,
    MOST_PACKS,
    MOST_SEATS,
    MOST_TEAMS,
    ROUNDS,
    Rules,
)
from kibitz.games.schema import Switches, listed_or_counted

SWITCHES: Final = Switches(Rules)
MOST_KEY: Final = (1 << 32) - 1
MOST_CARDS: Final = MOST_PACKS * PACK
MOST_SCORE: Final = 999_995

Card = Annotated[
    str,
    WithJsonSchema(
        {
            "type": "string",
            "pattern": CARD_PATTERN,
            "description": "A kind, K, 3R or JK, or with its suit where that is known, KC or 3H.",
        }
    ),
]
Seat = Annotated[int, Strict(), Field(ge=0, le=MOST_SEATS - 1)]
Number = Annotated[int, Strict(), Field(ge=0, le=MOST_CARDS)]
CardList = Annotated[list[Card], Field(max_length=MOST_CARDS)]
Total = Annotated[int, Strict(), Field(ge=-MOST_SCORE, le=MOST_SCORE)]


class Count(BaseModel):
    """Cards that lie or are held face down: only their number is known."""

    model_config = ConfigDict(extra="forbid")
    count: Number


Cards = Annotated[
    Annotated[CardList, Tag("listed")] | Annotated[Count, Tag("counted")],
    listed_or_counted(),
]
Seats = Annotated[list[Cards], Field(min_length=2, max_length=MOST_SEATS)]


class BooksSchema(BaseModel):
    """A team's books of one rank as JSON."""

    model_config = ConfigDict(extra="forbid")
    rank: Annotated[str, Field(description="The rank, or wild for books of wild cards.")]
    red: Annotated[Number, Field(description="Books without wild cards; all wild books.")] = 0
    black: Annotated[Number, Field(description="Books with wild cards.")] = 0
    cards: Annotated[CardList, Field(description="All cards in them, buried ones too.")]


class TeamSchema(BaseModel):
    """What a team has on the table, as JSON."""

    model_config = ConfigDict(extra="forbid")
    melds: Annotated[list[CardList], Field(max_length=12, description="Melds not yet books.")] = []
    books: Annotated[list[BooksSchema], Field(max_length=12)] = []
    original_red: Annotated[
        str | None, Field(description="Rank of the first red book; it may be left out if clear.")
    ] = None
    original_black: Annotated[
        str | None, Field(description="Rank of the first black book; it may be left out if clear.")
    ] = None
    red_threes: Annotated[CardList, Field(description="Red threes laid out.")] = []


class PositionSchema(BaseModel):
    """A position of Hand, Knee and Foot as JSON."""

    model_config = ConfigDict(extra="forbid", title="HandKneeFootPosition")
    rules: Annotated[Rules, Field(description="Switches that differ from the default.")] = DEFAULT
    round: Annotated[
        int, Strict(), Field(ge=1, le=ROUNDS, description="Decides the points of an opening.")
    ] = 1
    dealer: Annotated[Seat, Field(description="Plays first.")] = 0
    turn: Annotated[
        Seat | None, Field(description="Seat whose turn it is, the last one's at the end.")
    ] = None
    scores: Annotated[
        list[Total],
        Field(max_length=MOST_TEAMS, description="Totals of the teams before this round."),
    ] = []
    hands: Annotated[Seats, Field(description="Cards held now, or their number.")]
    known: Annotated[
        list[CardList],
        Field(max_length=MOST_SEATS, description="Cards held, by seat, that all have seen."),
    ] = []
    knees: Annotated[Seats | None, Field(description="Knees; an empty list when taken up.")] = None
    feet: Annotated[Seats | None, Field(description="Feet; an empty list when taken up.")] = None
    stock: Annotated[
        Cards | None, Field(description="The next card first; or the number. Else what is left.")
    ] = None
    discards: Annotated[CardList, Field(description="The discard pile, the top card last.")]
    teams: Annotated[
        list[TeamSchema], Field(max_length=MOST_TEAMS, description="What teams have on the table.")
    ] = []
    phase: Annotated[
        Literal["draw", "play", "answer", "offer", "pick_up"],
        Field(
            description="What is next: a draw; cards put down or a discard; a partner's answer; "
            "whether to take up a knee; the next pile taken up."
        ),
    ] = "draw"
    opening: Annotated[
        bool, Strict(), Field(description="An opening is begun and has not its points yet.")
    ] = False
    taking: Annotated[
        bool, Strict(), Field(description="The discards come to hand after the opening.")
    ] = False
    said: Annotated[
        Literal["yes", "no"] | None, Field(description="What the partners said in this turn.")
    ] = None
    answering: Annotated[Seat | None, Field(description="The partner who answers.")] = None
    offers: Annotated[
        list[Seat], Field(max_length=MOST_SEATS, description="Seats to be offered their knees.")
    ] = []
    discarded: Annotated[
        bool, Strict(), Field(description="The turn ends when the next pile is taken up.")
    ] = False
    no_red_three: Annotated[
        list[Number],
        Field(
            max_length=MOST_SEATS,
            description="By seat, cards not known to all that can be no red threes.",
        ),
    ] = []
    shuffles: Annotated[Number, Field(description="How often the pile was shuffled.")] = 0
    shuffle: Annotated[
        Annotated[int, Strict(), Field(ge=1, le=MOST_KEY)] | None,
        Field(description="Number that decides how piles will be shuffled; no seat sees it."),
    ] = None
    ended: Annotated[
        Literal["out", "stock"] | None,
        Field(description="How the round has ended: a seat went out; the stock was used up."),
    ] = None
    seat: Annotated[Seat | None, Field(description="The seat whose view this is.")] = None
