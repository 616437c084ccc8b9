"""Positions of Hand, Knee and Foot.

JSON: ``{"rules": {…}, "round": 1, "dealer": 0, "turn": 0, "scores": [0, 0], "hands": [["4", "K",
"JK", …] | {"count": 15}, …], "known": [["4"], …], "knees": [{"count": 13}, …], "feet": [{"count":
11}, …], "stock": [… next first] | {"count": 167}, "discards": [… top last], "teams": [{"melds":
[["K", "K", "2"]], "books": [{"rank": "4", "red": 1, "black": 0, "cards": […]}], …}, …]}``, and
where there is something to say more, see `games.hand_knee_foot.schema.PositionSchema`. Seats
are 0, 1 … clockwise, seat ``s`` is of team ``s`` modulo the number of teams. A knee or foot taken
up is an empty list. Cards whose suits are known have them, ``KC``.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.faces import (
    Face,
    Place,
    Suits,
    bare,
    face_text,
    suits_of,
    with_known,
)
from kibitz.games.hand_knee_foot.kinds import FOUR, RED_THREE, TWO, WILD_SLOT, slot_text
from kibitz.games.hand_knee_foot.notation import json_to_text
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, KNEE_SIZE, Rules
from kibitz.games.hand_knee_foot.schema import SWITCHES
from kibitz.games.hand_knee_foot.state import IN_FOOT, IN_HAND, NO_SLOT
from kibitz.games.schema import without_none

PHASES: Final = ("draw", "play", "answer", "offer", "pick_up")


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

    @property
    def melded(self) -> tuple[int, ...]:
        """The cards of all melds and books."""
        rows = (*self.melds, *(books.cards for books in self.books))
        return tuple(kind for row in rows for kind in row)

    def listed(self, team: int) -> dict[Place, tuple[int, ...]]:
        """The cards of every place of the table, which is that of ``team``, by kind."""
        melds = {Place("melds", team, slot_of(meld)): meld for meld in self.melds}
        books = {Place("books", team, books.slot): books.cards for books in self.books}
        return {**melds, **books, Place("red_threes", team): (RED_THREE,) * self.red_threes}


def slot_of(cards: tuple[int, ...]) -> int:
    """The slot of a meld of these cards; NO_SLOT where they are not of one rank."""
    naturals = {kind for kind in cards if kind < TWO}
    if not naturals:
        return WILD_SLOT
    return naturals.pop() - FOUR if len(naturals) == 1 and min(naturals) >= FOUR else NO_SLOT


@dataclass(frozen=True, slots=True)
class Position:
    """A checked position. Cards are kinds, those of hands, knees and feet ascending.

    ``hands`` are the cards known to be held, among them those of ``known``, which all have seen;
    ``hidden`` counts those held besides. A knee or foot without cards is face down unless
    ``stages`` says that it was taken up. ``stock`` has the next card first, or ``stock_hidden``
    counts it. ``clean``: cards of each hand, not known to all, that are no red threes.
    ``shuffle`` is None where not known.
    ``seat`` is whose view it is, if anyone's. ``suits`` are those known, see
    :func:`kibitz.games.hand_knee_foot.faces.suits_of`.
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
    suits: Suits = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds in hand."""
        return tuple(len(held) + n for held, n in zip(self.hands, self.hidden, strict=True))

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return len(self.stock) + self.stock_hidden

    def listed(self) -> dict[Place, tuple[int, ...]]:
        """The cards of every place whose cards are listed, by kind, in their order."""
        found = {Place("discards"): self.discards}
        if not self.stock_hidden:
            found[Place("stock")] = self.stock
        for seat, hidden in enumerate(self.hidden):
            found |= {} if hidden else {Place("hands", seat): self.hands[seat]}
            found[Place("known", seat)] = self.known[seat]
            found |= {Place("knees", seat): self.knees[seat]} if self.knees[seat] else {}
            found |= {Place("feet", seat): self.feet[seat]} if self.feet[seat] else {}
        for team, table in enumerate(self.teams):
            found |= table.listed(team)
        return found

    def faces(self) -> dict[Place, list[Face]]:
        """The cards of every place whose cards are listed, with the suits that are known."""
        suits = dict(self.suits)
        return {
            place: list(zip(kinds, suits[place], strict=True)) if place in suits else bare(kinds)
            for place, kinds in self.listed().items()
        }

    def to_json(self) -> dict[str, Any]:
        """The position as a JSON object, every switch written out."""
        shown = {place: list(map(face_text, row)) for place, row in self.faces().items()}
        down = {
            "hands": self.sizes,
            "knees": [KNEE_SIZE if stage == IN_HAND else 0 for stage in self.stages],
            "feet": [FOOT_SIZE if stage != IN_FOOT else 0 for stage in self.stages],
        }
        piles = {
            name: [
                shown.get(Place(name, seat), {"count": count} if count else [])
                for seat, count in enumerate(counts)
            ]
            for name, counts in down.items()
        }
        data = {
            "rules": SWITCHES.to_json(self.rules),
            "round": self.round,
            "dealer": self.dealer,
            "turn": self.turn,
            "scores": list(self.scores),
            "hands": piles["hands"],
            "known": [shown[Place("known", seat)] for seat in range(len(self.known))],
            "knees": piles["knees"],
            "feet": piles["feet"],
            "stock": shown.get(Place("stock"), {"count": self.stock_hidden}),
            "discards": shown[Place("discards")],
            "teams": [_table(team, table, shown) for team, table in enumerate(self.teams)],
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
        return without_none(data)

    def to_text(self) -> str:
        """The position as one line of URL-safe characters."""
        return json_to_text(self.to_json())


def _table(team: int, table: TeamTable, shown: dict[Place, list[str]]) -> dict[str, Any]:
    first = (table.original_red, table.original_black)
    red, black = (None if slot == NO_SLOT else slot_text(slot) for slot in first)
    data = {
        "melds": [shown[Place("melds", team, slot_of(meld))] for meld in table.melds],
        "books": [
            {
                "rank": slot_text(books.slot),
                "red": books.red,
                "black": books.black,
                "cards": shown[Place("books", team, books.slot)],
            }
            for books in table.books
        ],
        "original_red": red,
        "original_black": black,
        "red_threes": shown[Place("red_threes", team)],
    }
    return without_none(data)


def as_seen(position: Position, seat: int = 0) -> Position:
    """See :meth:`kibitz.games.game.Game.as_seen`: other hands but for what came from the pile.

    Knees and feet are hidden, the own ones as well, and the stock, and how the pile will be
    shuffled. Raises ``BadInput`` when the hand of ``seat`` is not known.
    """
    if position.hidden[seat]:
        message = f"the hand of seat {seat} is not listed, so its view is not known"
        raise BadInput.one(f"/hands/{seat}", "own_hand_hidden", message)
    shown = [
        held if other == seat else known
        for other, (held, known) in enumerate(zip(position.hands, position.known, strict=True))
    ]
    seen = replace(
        position,
        hands=tuple(shown),
        hidden=tuple(n - len(cards) for n, cards in zip(position.sizes, shown, strict=True)),
        knees=((),) * len(shown),
        feet=((),) * len(shown),
        stock=(),
        stock_hidden=position.stock_size,
        shuffle=None,
        seat=seat,
        suits=(),
    )
    # Of another hand, even one known to its last card, the suits that the table knows.
    others = {Place("hands", other) for other in range(len(shown)) if other != seat}
    faces, bare = position.faces(), seen.faces()
    kept = {place: row if place in others else faces[place] for place, row in bare.items()}
    return replace(seen, suits=suits_of(with_known(kept)))
