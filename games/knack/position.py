"""Positions of K'nack as outsiders write them: JSON and one line of text.

JSON: ``{"rules": {…}, "dealer": 0, "turn": 1, "field": [[0, 0, "??"], [1, 0, "7C"], …], "hands":
[["AS", …] | {"count": 5}, …], "decks": [[… next first] | {"count": 22}, …]}``, and where there is
something to say ``aside``, ``passes``, ``finished``, ``offender``, ``lacks``, ``given`` and
``seat``. Seats are 0, 1 … clockwise. The card at 0, 0 is the free one, face down, ``??`` for those
who did not lay it; x counts to the right and y upwards. Text:
``knack~switches~dealer.turn~field~hands~decks~aside~more``.

``lacks`` is what the passes of a seat tell: it holds at most so many cards of these kinds, rank and
colour, ``7b`` a black seven. ``given`` are cards from hands that were given for a K'nack! not
called: the giver knows them in the other's deck, so many cards above them, or in the hand.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from kibitz.games.cards import UNSEEN, UNSEEN_TEXT, card_text
from kibitz.games.faults import BadInput, quote
from kibitz.games.knack.rules import DEFAULT, Rules
from kibitz.games.knack.shapes import KIND_TEXTS
from kibitz.games.knack_field.rules import switches_json
from kibitz.games.reading import pairs, read_switches, write_switches

TEXT_NAME: Final = "knack"
_TEXT: Final = re.compile(r"([a-z-]+)" + r"~([^~]*)" * 6 + r"(?:~([^~]*))?")
_FORM: Final = "knack~switches~dealer.turn~field~hands~decks~aside"
_LAID: Final = re.compile(r"(.{2})(-?[0-9]{1,3})_(-?[0-9]{1,3})")
_LACKS: Final = re.compile(r"lacks([0-9])_([0-9])-([0-9a-f]{1,7})")
_GIVEN: Final = re.compile(r"given([0-9])_([0-9])(?:_([0-9]))?-(.{2})")
_NO_FACE: Final = "XX"


@dataclass(frozen=True, slots=True)
class Lack:
    """At most ``at_most`` cards of a hand are of ``kinds``, a set of :mod:`~.matching` as bits."""

    seat: int
    at_most: int
    kinds: int


@dataclass(frozen=True, slots=True)
class Given:
    """A card that ``by`` gave from the hand to ``to`` and knows under ``above`` cards of the deck.

    ``above`` is None for one that ``to`` has drawn.
    """

    by: int
    to: int
    card: int
    above: int | None = None

    def order(self) -> tuple[int, ...]:
        """What gifts are sorted by: the receiver, then the hand and the deck from its top."""
        return self.to, -1 if self.above is None else self.above, self.card, self.by


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are the integers of :mod:`kibitz.games.cards`, hands ascending.

    ``field``: x, y and card of each card laid, ascending; the free one is ``UNSEEN`` where it is
    not known. ``hidden``, ``decks_hidden`` and ``aside_hidden`` count cards that are not listed in
    ``hands``, ``decks`` (next card first) and ``aside``; of each either all are listed or none.
    ``seat`` is whose view it is, if anyone's: it then has nothing that this seat does not see.
    """

    rules: Rules
    dealer: int
    turn: int
    field: tuple[tuple[int, int, int], ...]
    hands: tuple[tuple[int, ...], ...]
    hidden: tuple[int, ...]
    decks: tuple[tuple[int, ...], ...]
    decks_hidden: tuple[int, ...]
    aside: tuple[int, ...] = ()
    aside_hidden: int = 0
    passes: int = 0
    finished: tuple[int, ...] = ()
    offender: int | None = None
    lacks: tuple[Lack, ...] = ()
    given: tuple[Given, ...] = ()
    seat: int | None = None

    @property
    def starter(self) -> int:
        """The seat that lays, or has laid, the free card."""
        return (self.dealer + 1) % self.rules.players

    @property
    def held(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(hand) + n for hand, n in zip(self.hands, self.hidden, strict=True))

    @property
    def deck_sizes(self) -> tuple[int, ...]:
        """How many cards each deck has."""
        return tuple(len(deck) + n for deck, n in zip(self.decks, self.decks_hidden, strict=True))

    @property
    def cards_left(self) -> tuple[int, ...]:
        """How many cards each seat has in hand and deck."""
        return tuple(map(sum, zip(self.held, self.deck_sizes, strict=True)))

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards whose place is not known, ascending."""
        left = self.rules.cards
        left.subtract(card for _, _, card in self.field if card != UNSEEN)
        for cards in (*self.hands, *self.decks, self.aside):
            left.subtract(cards)
        left.subtract(given.card for given in self.given if self._is_covered(given))
        return tuple(sorted((+left).elements()))

    def _is_covered(self, given: Given) -> bool:
        """Whether a card known by a giver lies among cards that are only counted."""
        return bool((self.hidden if given.above is None else self.decks_hidden)[given.to])

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        data: dict[str, Any] = {
            "rules": switches_json(self.rules),
            "dealer": self.dealer,
            "turn": self.turn,
            "field": [[x, y, card_text(card)] for x, y, card in self.field],
            "hands": [*map(_cards_json, self.hands, self.hidden)],
            "decks": [*map(_cards_json, self.decks, self.decks_hidden)],
        }
        said: dict[str, Any] = {
            "aside": _cards_json(self.aside, self.aside_hidden) or None,
            "passes": self.passes or None,
            "finished": list(self.finished) or None,
            "offender": self.offender,
            "lacks": [
                {"seat": lack.seat, "at_most": lack.at_most, "kinds": kind_texts(lack.kinds)}
                for lack in self.lacks
            ]
            or None,
            "given": [*map(_given_json, self.given)] or None,
            "seat": self.seat,
        }
        return data | {name: value for name, value in said.items() if value is not None}

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        data = self.to_json()
        more = [f"passes-{self.passes}"] if self.passes else []
        if self.finished:
            more.append("finished-" + "_".join(map(str, self.finished)))
        more += [f"{name}-{data[name]}" for name in ("offender", "seat") if name in data]
        more += [f"lacks{lack.seat}_{lack.at_most}-{lack.kinds:x}" for lack in self.lacks]
        for card in self.given:
            above = "" if card.above is None else f"_{card.above}"
            more.append(f"given{card.by}_{card.to}{above}-{card_text(card.card)}")
        parts = [
            TEXT_NAME,
            write_switches(self.rules, DEFAULT),
            f"{self.dealer}.{self.turn}",
            ".".join(f"{_laid_text(card)}{x}_{y}" for x, y, card in self.field) or "-",
            ".".join(map(_cards_text, data["hands"])),
            ".".join(map(_cards_text, data["decks"])),
            _cards_text(data.get("aside", [])),
            ".".join(more),
        ]
        return "~".join(parts if more else parts[:-1])


def kind_texts(kinds: int) -> list[str]:
    """The kinds of a set as texts."""
    return [text for kind, text in enumerate(KIND_TEXTS) if kinds >> kind & 1]


def _cards_json(cards: tuple[int, ...], count: int) -> Any:
    return {"count": count} if count else [*map(card_text, cards)]


def _given_json(given: Given) -> dict[str, Any]:
    data = {"by": given.by, "to": given.to, "card": card_text(given.card)}
    return data if given.above is None else {**data, "above": given.above}


def _laid_text(card: int) -> str:
    return _NO_FACE if card == UNSEEN else card_text(card)


def _cards_text(cards: Any) -> str:
    return str(cards["count"]) if isinstance(cards, dict) else "".join(cards) or "-"


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    Raises ``BadInput`` when the text has not that form.
    """
    found = _TEXT.fullmatch(text.strip())
    seats = re.fullmatch(r"([0-9])\.([0-9])", found[3]) if found else None
    if not found or not seats or found[1] != TEXT_NAME:
        raise BadInput.one("", "bad_text", f"{quote(text)} is not a position: write {_FORM}")
    data: dict[str, Any] = {
        "rules": read_switches(found[2]),
        "dealer": int(seats[1]),
        "turn": int(seats[2]),
        "field": [] if found[4] == "-" else [*map(_laid, found[4].split("."))],
        "hands": [*map(_cards_to_json, found[5].split("."))],
        "decks": [*map(_cards_to_json, found[6].split("."))],
        "aside": _cards_to_json(found[7]),
    }
    for part in filter(None, (found[8] or "").split(".")):
        _read_more(part, data)
    return data


def _laid(text: str) -> list[Any]:
    found = _LAID.fullmatch(text)
    if not found:
        message = f"{quote(text)} is not a card on the field: write 7C2_-1 for 7C at x 2, y -1"
        raise BadInput.one("/field", "bad_text", message)
    card = UNSEEN_TEXT if found[1] == _NO_FACE else found[1]
    return [int(found[2]), int(found[3]), card]


def _cards_to_json(text: str) -> Any:
    if re.fullmatch(r"[0-9]{1,3}", text):
        return {"count": int(text)}
    return [] if text == "-" else pairs(text)


def _read_more(part: str, data: dict[str, Any]) -> None:
    """Read one of the parts that a text has only where there is something to say."""
    if found := re.fullmatch(r"(passes|offender|seat)-([0-9])", part):
        data[found[1]] = int(found[2])
    elif found := re.fullmatch(r"finished-([0-9](?:_[0-9])*)", part):
        data["finished"] = [*map(int, found[1].split("_"))]
    elif found := _LACKS.fullmatch(part):
        lack = {"seat": int(found[1]), "at_most": int(found[2])}
        kinds = kind_texts(int(found[3], 16))
        data.setdefault("lacks", []).append({**lack, "kinds": kinds})
    elif found := _GIVEN.fullmatch(part):
        given = {"by": int(found[1]), "to": int(found[2]), "card": found[4]}
        above = {} if found[3] is None else {"above": int(found[3])}
        data.setdefault("given", []).append(given | above)
    else:
        raise BadInput.one("", "bad_text", f"{quote(part)} is not known after the decks")
