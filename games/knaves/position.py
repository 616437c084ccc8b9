"""Positions of Knaves as outsiders write them: JSON and one line of text.

JSON: ``{"rules": {…}, "turned": "7H", "dealer": 0, "scores": [0, 0, 0], "hands": [["AS", …] |
{"count": 13}, …], "out": […] | {"count": 12}, "tricks": [{"leader": 1, "cards": ["2C", …]}, …],
"trick": {"leader": 2, "cards": […]}}``, and where there is something to say ``exposed``,
``called``, ``declined`` and ``seat``. Seats are 0, 1, 2 clockwise. Text:
``knaves~switches~turned.dealer.scores~hands~out~tricks~more``.

Of the finished tricks and the current one, cards stand in the order they were played. What follows
from the rest may be left out: leaders, the cards out of play, empty lists.
"""

import re
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, Strict, Tag, WithJsonSchema

from kibitz.games.cards import CARD_PATTERN, PACK_SIZE, UNSEEN, card_text
from kibitz.games.faults import BadInput, quote
from kibitz.games.knaves.rules import DEFAULT, Rules
from kibitz.games.reading import pairs, read_switches, write_switches
from kibitz.games.shapes import LISTED_OR_COUNTED

TEXT_NAME: Final = "knaves"
SEATS: Final = 3
MOST_TRICKS: Final = 17
_TEXT = re.compile(r"([a-z-]+)" + r"~([^~]*)" * 5 + r"(?:~([^~]*))?")
_FORM: Final = "knaves~switches~turned.dealer.scores~hands~out~tricks"
_PLAYED = re.compile(r"([^x]{1,2})(x?)")
_MORE: Final = ("called", "declined", "seat")

Card = Annotated[str, WithJsonSchema({"type": "string", "pattern": CARD_PATTERN})]
Seat = Annotated[int, Strict(), Field(ge=0, le=2)]


class Count(BaseModel):
    """Cards that lie or are held face down: only their number is known."""

    model_config = ConfigDict(extra="forbid")
    count: Annotated[int, Strict(), Field(ge=0, le=17)]


Cards = Annotated[
    Annotated[list[Card], Field(max_length=17), Tag("listed")] | Annotated[Count, Tag("counted")],
    LISTED_OR_COUNTED,
]


class TrickShape(BaseModel):
    """The JSON shape of a finished trick."""

    model_config = ConfigDict(extra="forbid")
    leader: Annotated[Seat | None, Field(description="Seat that led.")] = None
    cards: Annotated[list[Card], Field(min_length=3, max_length=3, description="As played.")]
    revoked: Annotated[
        list[Card],
        Field(max_length=2, description="Cards known not to follow suit though their seat could."),
    ] = []


class OpenTrickShape(TrickShape):
    """The JSON shape of the trick on the table."""

    cards: Annotated[list[Card], Field(max_length=2, description="As played.")] = []


class PositionShape(BaseModel):
    """The JSON shape of a position of Knaves."""

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
        list[TrickShape],
        Field(max_length=MOST_TRICKS, description="Finished tricks, first to last."),
    ] = []
    trick: Annotated[OpenTrickShape, Field(description="The trick on the table.")] = (
        OpenTrickShape()
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


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order played, by ``leader`` first.

    With fewer than three it is the trick on the table, which ``leader`` leads or has led.
    ``revoked``: those of the cards that are known not to follow suit though their seat could.
    """

    leader: int
    cards: tuple[int, ...]
    revoked: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The trick as a JSON object."""
        data: dict[str, Any] = {"leader": self.leader, "cards": [*map(card_text, self.cards)]}
        return {**data, "revoked": [*map(card_text, self.revoked)]} if self.revoked else data

    def to_text(self) -> str:
        """The cards without a gap, an ``x`` after each that is known to be a revoke."""
        return "".join(card_text(c) + "x" * (c in self.revoked) for c in self.cards)


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are the integers of `games.cards`, hands sorted by suit.

    ``hands`` are the cards known to be held, exposed ones among them; ``hidden`` counts those held
    besides. ``out`` are the cards out of play without the turned one, or ``out_hidden`` counts
    them. ``called`` is ``UNSEEN`` for none. ``seat`` is whose view it is, if anyone's.
    """

    rules: Rules
    turned: int
    dealer: int
    scores: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    out: tuple[int, ...]
    out_hidden: int
    tricks: tuple[Trick, ...]
    trick: Trick
    exposed: tuple[tuple[int, ...], ...] = ((), (), ())
    called: int = UNSEEN
    declined: int = 0
    seat: int | None = None

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards whose place is not known, in pack order."""
        seen = {self.turned, *self.out, *self.trick.cards}
        seen.update(card for cards in self.hands for card in cards)
        seen.update(card for trick in self.tricks for card in trick.cards)
        return tuple(card for card in range(PACK_SIZE) if card not in seen)

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        data: dict[str, Any] = {
            "rules": asdict(self.rules),
            "turned": card_text(self.turned),
            "dealer": self.dealer,
            "scores": list(self.scores),
            "hands": [
                {"count": hidden + len(cards)} if hidden else [*map(card_text, cards)]
                for cards, hidden in zip(self.hands, self.hidden, strict=True)
            ],
            "out": {"count": self.out_hidden} if self.out_hidden else [*map(card_text, self.out)],
            "tricks": [trick.to_json() for trick in self.tricks],
            "trick": self.trick.to_json(),
        }
        if any(self.exposed):
            data["exposed"] = [[*map(card_text, cards)] for cards in self.exposed]
        if self.called != UNSEEN:
            data["called"] = card_text(self.called)
        if self.declined:
            data["declined"] = self.declined
        if self.seat is not None:
            data["seat"] = self.seat
        return data

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        data = self.to_json()
        table = ".".join(map(str, (data["turned"], self.dealer, *self.scores)))
        hands = ".".join(map(_cards_text, data["hands"]))
        tricks = ".".join(trick.to_text() for trick in (*self.tricks, self.trick))
        more = [f"exposed{i}-{_cards_text(cards)}" for i, cards in _shown(data)]
        more += [f"{name}-{data[name]}" for name in _MORE if name in data]
        parts = [TEXT_NAME, write_switches(self.rules, DEFAULT), table, hands]
        parts += [_cards_text(data["out"]), tricks.rstrip(".") or "-", ".".join(more)]
        return "~".join(parts if more else parts[:-1])


def _shown(data: dict[str, Any]) -> list[tuple[int, list[str]]]:
    return [(i, cards) for i, cards in enumerate(data.get("exposed", ())) if cards]


def _cards_text(cards: Any) -> str:
    return str(cards["count"]) if isinstance(cards, dict) else "".join(cards) or "-"


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    Raises ``BadInput`` when the text has not that form.
    """
    found = _TEXT.fullmatch(text.strip())
    table = found[3].split(".") if found else []
    numbers = [int(part) for part in table[1:] if re.fullmatch(r"-?[0-9]{1,5}", part)]
    if not found or found[1] != TEXT_NAME or len(table) != 5 or len(numbers) != 4:
        raise BadInput.one("", "bad_text", f"{quote(text)} is not a position: write {_FORM}")
    tricks = [_trick_to_json(cards) for cards in found[6].split(".")] if found[6] != "-" else []
    last = tricks.pop() if tricks and len(tricks[-1]["cards"]) < 3 else {}
    data = {
        "rules": read_switches(found[2]),
        "turned": table[0],
        "dealer": numbers[0],
        "scores": numbers[1:],
        "hands": [_cards_to_json(cards) for cards in found[4].split(".")],
        "out": _cards_to_json(found[5]),
        "tricks": tricks,
        "trick": last,
    }
    said = set()
    for part in filter(None, (found[7] or "").split(".")):
        name, _, value = part.partition("-")
        if name in said:
            raise BadInput.one("", "bad_text", f"{quote(name)} is said twice")
        said.add(name)
        if re.fullmatch(r"exposed[0-2]", name):
            data.setdefault("exposed", [[], [], []])[int(name[-1])] = pairs(value)
        elif name in _MORE:
            data[name] = int(value) if re.fullmatch(r"[0-9]", value) else value
        else:
            raise BadInput.one("", "bad_text", f"{quote(part)} is not known after the tricks")
    return data


def _cards_to_json(text: str) -> Any:
    if re.fullmatch(r"[0-9]{1,2}", text):
        return {"count": int(text)}
    return [] if text == "-" else pairs(text)


def _trick_to_json(text: str) -> dict[str, Any]:
    played = _PLAYED.findall(text)
    revoked = [card for card, mark in played if mark]
    return {"cards": [card for card, _ in played], "revoked": revoked}
