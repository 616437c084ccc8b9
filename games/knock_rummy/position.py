"""Positions of Knock Rummy as outsiders write them: JSON and one line of text.

JSON: ``{"rules": {…}, "dealer": 0, "turn": 1, "scores": [0, 0], "hands": [["AS", …] |
{"count": 10}, …], "known": [["7C"], []], "stock": [… next first] | {"count": 31},
"discards": [… top last]}``, and where there is something to say ``taken``, ``takes``,
``turn_overs``, ``shuffled``, ``shuffle``, ``history``, ``ended`` and ``seat``. Seats are 0, 1 …
clockwise. Who has one card more than the others has drawn and is to discard. Text:
``knock-rummy~switches~dealer.turn.scores~hands~stock~discards~more``.

Totals of a match may be fractions, ``31/3``; in the text ``31_3``.
"""

import re
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Strict, Tag, WithJsonSchema

from kibitz.games.cards import CARD_PATTERN, PACK_SIZE, UNSEEN, card_text
from kibitz.games.faults import BadInput, quote
from kibitz.games.knock_rummy.history import LONGEST_LIST, read_history, write_history
from kibitz.games.knock_rummy.rules import DEFAULT, MOST_SEATS, MOST_TURN_OVERS, Rules
from kibitz.games.reading import pairs, read_switches, write_switches
from kibitz.games.shapes import LISTED_OR_COUNTED

TEXT_NAME: Final = "knock-rummy"
FRACTION_PATTERN: Final = r"^-?[0-9]{1,6}(/[1-9][0-9]?)?$"
MOST_KEY: Final = (1 << 32) - 1
ENDS: Final = ("knock", "out", "no_score")
_TEXT: Final = re.compile(r"([a-z-]+)" + r"~([^~]*)" * 5 + r"(?:~([^~]*))?")
_FORM: Final = "knock-rummy~switches~dealer.turn.scores~hands~stock~discards"
_PLAIN: Final = ("taken", "takes", "turn_overs", "shuffle", "ended", "seat")

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_PATTERN})]
Seat = Annotated[int, Strict(), Field(ge=0, le=MOST_SEATS - 1)]
CardCount = Annotated[int, Strict(), Field(ge=0, le=PACK_SIZE)]
CardList = Annotated[list[Card], Field(max_length=PACK_SIZE)]


def _total_branch(value: object) -> str | None:
    if isinstance(value, str):
        return "share"
    return "whole" if isinstance(value, int) else None


def exact(points: Fraction | int) -> int | str:
    """Points as JSON has them: a whole number, or an exact fraction as text."""
    return int(points) if points == int(points) else str(points)


Total = Annotated[
    Annotated[int, Strict(), Field(ge=-999_999, le=999_999), Tag("whole")]
    | Annotated[str, Field(pattern=FRACTION_PATTERN), Tag("share")],
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
    LISTED_OR_COUNTED,
]


class ShuffledShape(BaseModel):
    """The JSON shape of what is left of a pile that was shuffled."""

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


class PositionShape(BaseModel):
    """The JSON shape of a position of Knock Rummy."""

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
        list[ShuffledShape],
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
            max_length=LONGEST_LIST,
            description="What everybody has watched, the latest turns: the card that lay on top "
            "before them, then for each turn draw, take, or turn-over and draw, and the card "
            "discarded. Null when it is not known.",
        ),
    ] = None
    ended: Annotated[
        Literal["knock", "out", "no_score"] | None, Field(description="How the hand has ended.")
    ] = None
    seat: Annotated[Seat | None, Field(description="The seat whose view this is.")] = None


@dataclass(frozen=True, slots=True)
class Shuffled:
    """Cards of a shuffled pile not seen since, and how many of them each seat holds."""

    cards: tuple[int, ...]
    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are the integers of `games.cards`, hands sorted by suit.

    ``hands`` are the cards known to be held, those of ``known`` among them; ``hidden`` counts those
    held besides. ``stock`` has the next card first, or ``stock_hidden`` counts it; ``discards`` has
    the top card last. ``taken`` is ``UNSEEN`` for none. ``shuffle`` is None where it is not known.
    ``history`` is as in JSON, None where it is not known.
    ``seat`` is whose view it is, if anyone's: it then has nothing that this seat does not see.
    """

    rules: Rules
    dealer: int
    turn: int
    scores: tuple[Fraction, ...]
    hands: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    stock_hidden: int
    discards: tuple[int, ...]
    taken: int = UNSEEN
    takes: int = 0
    turn_overs: int = 0
    shuffled: tuple[Shuffled, ...] = ()
    shuffle: int | None = None
    history: tuple[str, ...] | None = None
    ended: str | None = None
    seat: int | None = None

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(held) + n for held, n in zip(self.hands, self.hidden, strict=True))

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return len(self.stock) + self.stock_hidden

    @property
    def fresh(self) -> bool:
        """Whether nothing has been played yet, so that the history goes without saying."""
        rules = self.rules
        dealt = rules.players * rules.hand_size
        return (
            self.stock_size == PACK_SIZE - dealt - 1
            and len(self.discards) == 1
            and self.turn == (self.dealer + 1) % rules.players
            and not (self.turn_overs or self.ended or any(self.known))
        )

    @property
    def drawn(self) -> bool:
        """Whether the seat to move has drawn and is to discard."""
        return self.ended is None and self.sizes[self.turn] > self.rules.hand_size

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards whose place is not known, in pack order."""
        seen = {*self.discards, *self.stock, *(card for hand in self.hands for card in hand)}
        return tuple(card for card in range(PACK_SIZE) if card not in seen)

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        hands = zip(self.hands, self.hidden, strict=True)
        data: dict[str, Any] = {
            "rules": asdict(self.rules),
            "dealer": self.dealer,
            "turn": self.turn,
            "scores": [*map(exact, self.scores)],
            "hands": [_cards_json(cards, len(cards) + n if n else 0) for cards, n in hands],
            "known": [[*map(card_text, cards)] for cards in self.known],
            "stock": _cards_json(self.stock, self.stock_hidden),
            "discards": [*map(card_text, self.discards)],
        }
        said: dict[str, Any] = {
            "taken": None if self.taken == UNSEEN else card_text(self.taken),
            "takes": self.takes or None,
            "turn_overs": self.turn_overs or None,
            "shuffled": [
                {"cards": [*map(card_text, pile.cards)], "held": list(pile.held)}
                for pile in self.shuffled
            ]
            or None,
            "shuffle": self.shuffle,
            "history": None if self.history is None or self.fresh else [*self.history],
            "ended": self.ended,
            "seat": self.seat,
        }
        return data | {name: value for name, value in said.items() if value is not None}

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        data = self.to_json()
        scores = [str(total).replace("/", "_") for total in data["scores"]]
        more = [f"known{i}-{''.join(cards)}" for i, cards in enumerate(data["known"]) if cards]
        for i, pile in enumerate(data.get("shuffled", ())):
            more.append("-".join([f"shuffled{i}", "".join(pile["cards"]), *map(str, pile["held"])]))
        if "history" in data:
            more.append(f"history-{write_history(data['history'])}")
        more += [f"{name}-{data[name]}" for name in _PLAIN if name in data]
        parts = [
            TEXT_NAME,
            write_switches(self.rules, DEFAULT),
            ".".join(map(str, (self.dealer, self.turn, *scores))),
            ".".join(map(_cards_text, data["hands"])),
            _cards_text(data["stock"]),
            _cards_text(data["discards"]),
            ".".join(more),
        ]
        return "~".join(parts if more else parts[:-1])


def _cards_json(cards: tuple[int, ...], count: int) -> Any:
    return {"count": count} if count else [*map(card_text, cards)]


def _cards_text(cards: Any) -> str:
    return str(cards["count"]) if isinstance(cards, dict) else "".join(cards) or "-"


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    Raises ``BadInput`` when the text has not that form.
    """
    found = _TEXT.fullmatch(text.strip())
    table = found[3].split(".") if found else []
    seats = [int(part) for part in table[:2] if re.fullmatch(r"[0-9]", part)]
    if not found or found[1] != TEXT_NAME or len(seats) != 2:
        raise BadInput.one("", "bad_text", f"{quote(text)} is not a position: write {_FORM}")
    data: dict[str, Any] = {
        "rules": read_switches(found[2]),
        "dealer": seats[0],
        "turn": seats[1],
        "scores": [_total(part) for part in table[2:]],
        "hands": [_cards_to_json(cards) for cards in found[4].split(".")],
        "stock": _cards_to_json(found[5]),
        "discards": _cards_to_json(found[6]),
    }
    known: dict[int, list[str]] = {}
    for part in filter(None, (found[7] or "").split(".")):
        name, _, value = part.partition("-")
        if re.fullmatch(r"known[0-5]", name):
            known[int(name[-1])] = pairs(value)
        elif re.fullmatch(r"shuffled[0-3]", name):
            cards, *held = value.split("-")
            numbers = [int(n) if re.fullmatch(r"[0-9]{1,2}", n) else n for n in held]
            data.setdefault("shuffled", []).append({"cards": pairs(cards), "held": numbers})
        elif name == "history":
            data[name] = read_history(value)
        elif name in _PLAIN:
            data[name] = int(value) if re.fullmatch(r"[0-9]{1,10}", value) else value
        else:
            raise BadInput.one("", "bad_text", f"{quote(part)} is not known after the discards")
    data["known"] = [known.get(seat, []) for seat in range(max(known) + 1)] if known else []
    return data


def _total(text: str) -> Any:
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else text.replace("_", "/")


def _cards_to_json(text: str) -> Any:
    if re.fullmatch(r"[0-9]{1,2}", text):
        return {"count": int(text)}
    return [] if text == "-" else pairs(text)
