"""A Hand, Knee and Foot position while it is read: kinds, counts, and the faults found so far.

What cannot be read is noted as a fault and its part of the input as broken, so that the checks of
`games.hand_knee_foot.reading` can do all that does not need it. The parts are filled in by
:mod:`kibitz.games.hand_knee_foot.draft_reading`.
"""

from dataclasses import dataclass, field
from typing import Final

from pydantic import TypeAdapter

from kibitz.games.faults import Fault
from kibitz.games.hand_knee_foot.faces import Face, Place, bare, suits_of, with_known
from kibitz.games.hand_knee_foot.kinds import PACK
from kibitz.games.hand_knee_foot.position import Position, TeamTable
from kibitz.games.hand_knee_foot.rules import DEFAULT, Rules
from kibitz.games.shapes import switches_of

_RULES: Final = TypeAdapter(Rules)


@dataclass(slots=True)
class Pile:
    """Cards at a place of the input: listed, or their number alone."""

    pointer: str
    kinds: tuple[int, ...]
    count: int
    counted: bool


@dataclass(slots=True)
class Draft:
    """The parts of a position as given, the faults found, and the names of the broken parts.

    ``faces`` are the cards of all places that are listed, with the suits that they were given.
    """

    faults: list[Fault]
    broken: set[str]
    faces: dict[Place, list[Face]] = field(default_factory=dict)
    rules: Rules = DEFAULT
    round: int = 1
    dealer: int = 0
    turn: int = 0
    scores: list[int] = field(default_factory=list)
    hands: list[Pile] = field(default_factory=list)
    known: list[tuple[int, ...]] = field(default_factory=list)
    knees: list[Pile] = field(default_factory=list)
    feet: list[Pile] = field(default_factory=list)
    stock: Pile | None = None
    discards: tuple[int, ...] = ()
    teams: list[TeamTable] = field(default_factory=list)
    phase: str = "draw"
    opening: bool = False
    taking: bool = False
    said: str | None = None
    answering: int | None = None
    offers: list[int] = field(default_factory=list)
    discarded: bool = False
    clean: list[int] = field(default_factory=list)
    shuffles: int = 0
    shuffle: int | None = None
    ended: str | None = None
    seat: int | None = None

    def add(self, pointer: str, code: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(pointer, code, message))
        self.broken.add(pointer.split("/")[1] if pointer else "")

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong yet."""
        return not self.faults

    def usable(self, *parts: str) -> bool:
        """Whether none of these parts is broken."""
        return not self.broken.intersection(parts)

    @property
    def listed(self) -> list[int]:
        """The kinds of all cards that are listed in a place."""
        found = [*self.discards]
        for hand, shown in zip(self.hands, self.known, strict=True):
            found += shown if hand.counted else hand.kinds
        for pile in [*self.knees, *self.feet, *([self.stock] if self.stock else [])]:
            found += pile.kinds
        for team in self.teams:
            found += [0] * team.red_threes
            found += [kind for meld in team.melds for kind in meld]
            found += [kind for books in team.books for kind in books.cards]
        return found

    @property
    def loose(self) -> int:
        """Cards of the packs that are in no other place than the stock."""
        placed = sum(pile.count for pile in [*self.hands, *self.knees, *self.feet])
        table = [kind for team in self.teams for meld in team.melds for kind in meld]
        table += [kind for team in self.teams for books in team.books for kind in books.cards]
        placed += len(table) + sum(team.red_threes for team in self.teams) + len(self.discards)
        return self.rules.packs * PACK - placed

    @property
    def suited(self) -> dict[Place, list[Face]]:
        """The cards of all listed places; a hand of which every card is known counts as listed."""
        hands = {
            Place("hands", seat): bare(shown)
            for seat, (hand, shown) in enumerate(zip(self.hands, self.known, strict=True))
            if hand.counted and hand.count == len(shown)
        }
        return self.faces | hands

    def stage(self, seat: int) -> int:
        """Which pile a seat plays from: 0 hand, 1 knee, 2 foot."""
        return int(not self.knees[seat].count) + int(not self.feet[seat].count)

    def has_opened(self, team: int) -> bool:
        """Whether a team has opened: it has melds, not those of an opening just being made."""
        table, begun = self.teams[team], self.turn % self.rules.teams == team
        return bool(table.melds or table.books) and not (self.opening and begun)

    def position(self) -> Position:
        """The position of a draft without faults."""
        hands = [
            shown if hand.counted else hand.kinds
            for hand, shown in zip(self.hands, self.known, strict=True)
        ]
        stock = self.stock or Pile("", (), self.loose, True)
        return Position(
            rules=self.rules,
            round=self.round,
            dealer=self.dealer,
            turn=self.turn,
            scores=tuple(self.scores),
            hands=tuple(hands),
            hidden=tuple(h.count - len(k) for h, k in zip(self.hands, hands, strict=True)),
            known=tuple(self.known),
            knees=tuple(pile.kinds for pile in self.knees),
            feet=tuple(pile.kinds for pile in self.feet),
            stages=tuple(self.stage(seat) for seat in range(self.rules.players)),
            clean=tuple(self.clean),
            stock=stock.kinds,
            stock_hidden=stock.count if stock.counted else 0,
            discards=self.discards,
            teams=tuple(self.teams),
            phase=self.phase,
            opening=self.opening,
            taking=self.taking,
            said=self.said,
            answering=self.answering,
            offers=tuple(sorted(set(self.offers))),
            discarded=self.discarded,
            shuffles=self.shuffles,
            shuffle=self.shuffle,
            ended=self.ended,
            seat=self.seat,
            suits=suits_of(with_known(self.suited)),
        )


def read_rules(data: object) -> Rules:
    """The switches that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
    return switches_of(_RULES, data)
