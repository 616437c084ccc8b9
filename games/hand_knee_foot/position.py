"""Positions of Hand, Knee and Foot as outsiders write them: JSON and one line of text.

JSON: ``{"rules": {…}, "round": 1, "dealer": 0, "turn": 0, "scores": [0, 0], "hands": [["4", "K",
"JK", …] | {"count": 15}, …], "known": [["4"], …], "knees": [{"count": 13}, …], "feet": [{"count":
11}, …], "stock": [… next first] | {"count": 167}, "discards": [… top last], "teams": [{"melds":
[["K", "K", "2"]], "books": [{"rank": "4", "red": 1, "black": 0, "cards": […]}], …}, …]}``, and
where there is something to say more, see :class:`PositionShape`. Seats are 0, 1 … clockwise, seat
``s`` is of team ``s`` modulo the number of teams. A knee or foot taken up is an empty list. Text:
``hand-knee-foot~switches~round.dealer.turn.scores~hands~knees~feet~stock~discards~teams~more``, a
card being a letter.
"""

from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Strict, Tag, WithJsonSchema

from games.hand_knee_foot.kinds import CARD_PATTERN, PACK, TEXTS, slot_text
from games.hand_knee_foot.line import write_line
from games.hand_knee_foot.rules import (
    DEFAULT,
    FOOT_SIZE,
    KNEE_SIZE,
    MOST_PACKS,
    MOST_SEATS,
    MOST_TEAMS,
    ROUNDS,
    Rules,
)
from games.hand_knee_foot.state import IN_FOOT, IN_HAND, NO_SLOT

MOST_KEY: Final = (1 << 32) - 1
MOST_CARDS: Final = MOST_PACKS * PACK
MOST_SCORE: Final = 999_995
PHASES: Final = ("draw", "play", "answer", "offer", "pick_up")

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_PATTERN})]
Seat = Annotated[int, Strict(), Field(ge=0, le=MOST_SEATS - 1)]
Number = Annotated[int, Strict(), Field(ge=0, le=MOST_CARDS)]
CardList = Annotated[list[Card], Field(max_length=MOST_CARDS)]
Total = Annotated[int, Strict(), Field(ge=-MOST_SCORE, le=MOST_SCORE)]


def _branch(value: object) -> str | None:
    if isinstance(value, dict | Count):
        return "counted"
    return "listed" if isinstance(value, list) else None


class Count(BaseModel):
    """Cards that lie or are held face down: only their number is known."""

    model_config = ConfigDict(extra="forbid")
    count: Number


Cards = Annotated[
    Annotated[CardList, Tag("listed")] | Annotated[Count, Tag("counted")],
    Discriminator(
        _branch,
        custom_error_type="cards_type",
        custom_error_message='Cards should be a list or {"count": n}',
    ),
]
Seats = Annotated[list[Cards], Field(min_length=2, max_length=MOST_SEATS)]


class BooksShape(BaseModel):
    """The JSON shape of a team's books of one rank."""

    model_config = ConfigDict(extra="forbid")
    rank: Annotated[str, Field(description="The rank, or wild for books of wild cards.")]
    red: Annotated[Number, Field(description="Books without wild cards; all wild books.")] = 0
    black: Annotated[Number, Field(description="Books with wild cards.")] = 0
    cards: Annotated[CardList, Field(description="All cards in them, buried ones too.")]


class TeamShape(BaseModel):
    """The JSON shape of what a team has on the table."""

    model_config = ConfigDict(extra="forbid")
    melds: Annotated[list[CardList], Field(max_length=12, description="Melds not yet books.")] = []
    books: Annotated[list[BooksShape], Field(max_length=12)] = []
    original_red: Annotated[
        str | None, Field(description="Rank of the first red book; it may be left out if clear.")
    ] = None
    original_black: Annotated[
        str | None, Field(description="Rank of the first black book; it may be left out if clear.")
    ] = None
    red_threes: Annotated[CardList, Field(description="Red threes laid out.")] = []


class PositionShape(BaseModel):
    """The JSON shape of a position of Hand, Knee and Foot."""

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
        Field(max_length=MOST_SEATS, description="Cards held, by seat, that came from the pile."),
    ] = []
    knees: Annotated[Seats | None, Field(description="Knees; an empty list when taken up.")] = None
    feet: Annotated[Seats | None, Field(description="Feet; an empty list when taken up.")] = None
    stock: Annotated[
        Cards | None, Field(description="The next card first; or the number. Else what is left.")
    ] = None
    discards: Annotated[CardList, Field(description="The discard pile, the top card last.")]
    teams: Annotated[
        list[TeamShape], Field(max_length=MOST_TEAMS, description="What teams have on the table.")
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


@dataclass(frozen=True, slots=True)
class Books:
    """The books of a slot: how many without and with wild cards, and all cards in them."""

    slot: int
    red: int
    black: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamTable:
    """What a team has on the table; melds and books by slot, their cards by kind."""

    melds: tuple[tuple[int, ...], ...] = ()
    books: tuple[Books, ...] = ()
    original_red: int = NO_SLOT
    original_black: int = NO_SLOT
    red_threes: int = 0

    def to_json(self) -> dict[str, Any]:
        """The table as a JSON object."""
        data: dict[str, Any] = {
            "melds": [texts(meld) for meld in self.melds],
            "books": [
                {
                    "rank": slot_text(books.slot),
                    "red": books.red,
                    "black": books.black,
                    "cards": texts(books.cards),
                }
                for books in self.books
            ],
        }
        if self.original_red != NO_SLOT:
            data["original_red"] = slot_text(self.original_red)
        if self.original_black != NO_SLOT:
            data["original_black"] = slot_text(self.original_black)
        return data | {"red_threes": texts((0,) * self.red_threes)}


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are kinds, those of hands, knees and feet ascending.

    ``hands`` are the cards known to be held, those of ``known`` among them; ``hidden`` counts those
    held besides. A knee or foot without cards is face down unless ``stages`` says that it was
    taken up. ``stock`` has the next card first, or ``stock_hidden`` counts it. ``clean``: cards of
    each hand, not known to all, that are no red threes. ``shuffle`` is None where not known.
    ``seat`` is whose view it is, if anyone's.
    """

    rules: Rules
    round: int
    dealer: int
    turn: int
    scores: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    knees: tuple[tuple[int, ...], ...]
    feet: tuple[tuple[int, ...], ...]
    stages: tuple[int, ...]
    clean: tuple[int, ...]
    stock: tuple[int, ...]
    stock_hidden: int
    discards: tuple[int, ...]
    teams: tuple[TeamTable, ...]
    phase: str = "draw"
    opening: bool = False
    taking: bool = False
    said: str | None = None
    answering: int | None = None
    offers: tuple[int, ...] = ()
    discarded: bool = False
    shuffles: int = 0
    shuffle: int | None = None
    ended: str | None = None
    seat: int | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds in hand."""
        return tuple(len(held) + n for held, n in zip(self.hands, self.hidden, strict=True))

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return len(self.stock) + self.stock_hidden

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        hands = zip(self.hands, self.hidden, strict=True)
        knees = zip(self.knees, self.stages, strict=True)
        feet = zip(self.feet, self.stages, strict=True)
        data: dict[str, Any] = {
            "rules": asdict(self.rules) | {"minimums": list(self.rules.minimums)},
            "round": self.round,
            "dealer": self.dealer,
            "turn": self.turn,
            "scores": list(self.scores),
            "hands": [_cards(cards, len(cards) + n if n else 0) for cards, n in hands],
            "known": [texts(cards) for cards in self.known],
            "knees": [_cards(k, 0 if k or s != IN_HAND else KNEE_SIZE) for k, s in knees],
            "feet": [_cards(k, 0 if k or s == IN_FOOT else FOOT_SIZE) for k, s in feet],
            "stock": _cards(self.stock, self.stock_hidden),
            "discards": texts(self.discards),
            "teams": [team.to_json() for team in self.teams],
        }
        said: dict[str, Any] = {
            "phase": None if self.phase == "draw" or self.ended else self.phase,
            "opening": self.opening or None,
            "taking": self.taking or None,
            "said": self.said,
            "answering": self.answering,
            "offers": list(self.offers) or None,
            "discarded": self.discarded or None,
            "no_red_three": list(self.clean) if any(self.clean) else None,
            "shuffles": self.shuffles or None,
            "shuffle": self.shuffle,
            "ended": self.ended,
            "seat": self.seat,
        }
        return data | {name: value for name, value in said.items() if value is not None}

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        return write_line(self.to_json())


def texts(kinds: tuple[int, ...]) -> list[str]:
    """Cards as texts."""
    return [TEXTS[kind] for kind in kinds]


def _cards(kinds: tuple[int, ...], count: int) -> Any:
    return {"count": count} if count else texts(kinds)
