"""A Hand, Knee and Foot position while it is read: kinds, counts, and the faults found so far.

What cannot be read is noted as a fault and its part of the input as broken, so that the checks of
:mod:`games.hand_knee_foot.reading` can do all that does not need it.
"""

from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import TypeAdapter

from games.faults import Fault, quote
from games.hand_knee_foot.kinds import FOUR, PACK, TEXTS, WILD_SLOT, WILD_WORD, parse_kind
from games.hand_knee_foot.position import Books, Position, PositionShape, TeamTable
from games.hand_knee_foot.rules import DEFAULT, FOOT_SIZE, KNEE_SIZE, Rules
from games.hand_knee_foot.state import NO_SLOT
from games.reading import listed
from games.shapes import object_of, switches_of

_RULES: Final = TypeAdapter(Rules)
_PLAIN: Final = (
    *("round", "dealer", "phase", "opening", "taking", "said", "answering", "offers"),
    *("discarded", "shuffles", "shuffle", "ended", "seat"),
)


@dataclass(slots=True)
class Pile:
    """Cards at a place of the input: listed, or their number alone."""

    pointer: str
    kinds: tuple[int, ...]
    count: int
    counted: bool


@dataclass(slots=True)
class Draft:
    """The parts of a position as given, the faults found, and the names of the broken parts."""

    faults: list[Fault]
    broken: set[str]
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
        )


def read_rules(data: object) -> Rules:
    """The switches that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
    return switches_of(_RULES, data)


def read_kinds(data: object, pointer: str, faults: list[Fault]) -> tuple[int, ...]:
    """The kinds of a list of cards; those that are none are noted."""
    kinds = []
    for i, text in enumerate(listed(data)):
        if isinstance(text, str):
            try:
                kinds.append(parse_kind(text))
            except ValueError as error:
                faults.append(Fault(f"{pointer}/{i}", "unknown_card", str(error)))
    return tuple(kinds)


def read_draft(data: object) -> Draft:
    """The draft of a JSON value; raises ``BadInput`` for what is no object at all."""
    fields, faults = object_of(PositionShape, data)
    draft = Draft(faults, {fault.pointer.split("/")[1] for fault in faults if fault.pointer})
    if draft.usable("rules"):
        draft.rules = read_rules(fields.get("rules", {}))
    players, teams = draft.rules.players, draft.rules.teams
    for name in _PLAIN:
        if draft.usable(name) and fields.get(name) is not None:
            setattr(draft, name, fields[name])
    if draft.usable("turn", "dealer"):
        draft.turn = draft.dealer if fields.get("turn") is None else fields["turn"]
    if draft.usable("scores"):
        draft.scores = fields.get("scores") or [0] * teams
    if draft.usable("no_red_three"):
        draft.clean = fields.get("no_red_three") or [0] * players
    if draft.usable("hands"):
        draft.hands = _piles(fields["hands"], "/hands", faults)
    for name, size in (("knees", KNEE_SIZE), ("feet", FOOT_SIZE)):
        if draft.usable(name):
            given = fields.get(name)
            down = [{"count": size}] * players
            setattr(draft, name, _piles(down if given is None else given, f"/{name}", faults))
    if draft.usable("known"):
        lists = fields.get("known") or []
        draft.known = [_sorted(cards, f"/known/{i}", faults) for i, cards in enumerate(lists)]
        draft.known += [()] * (players - len(draft.known))
    if draft.usable("stock") and fields.get("stock") is not None:
        draft.stock = _pile(fields["stock"], "/stock", faults, ordered=True)
    draft.discards = read_kinds(fields.get("discards"), "/discards", faults)
    if draft.usable("teams"):
        for i, team in enumerate(fields.get("teams") or []):
            draft.teams.append(_team(team, f"/teams/{i}", faults))
        draft.teams += [TeamTable()] * (teams - len(draft.teams))
    draft.broken |= {fault.pointer.split("/")[1] for fault in faults if fault.pointer}
    return draft


def _sorted(data: object, pointer: str, faults: list[Fault]) -> tuple[int, ...]:
    return tuple(sorted(read_kinds(data, pointer, faults)))


def _pile(data: Any, pointer: str, faults: list[Fault], ordered: bool = False) -> Pile:
    if isinstance(data, dict):
        return Pile(pointer, (), data["count"], True)
    kinds = (read_kinds if ordered else _sorted)(data, pointer, faults)
    return Pile(pointer, kinds, len(kinds), False)


def _piles(data: Any, pointer: str, faults: list[Fault]) -> list[Pile]:
    return [_pile(cards, f"{pointer}/{i}", faults) for i, cards in enumerate(data)]


def _team(data: Any, pointer: str, faults: list[Fault]) -> TeamTable:
    melds = [
        _sorted(meld, f"{pointer}/melds/{i}", faults)
        for i, meld in enumerate(data.get("melds", []))
    ]
    books = []
    for i, given in enumerate(data.get("books", [])):
        place = f"{pointer}/books/{i}"
        cards = _sorted(given["cards"], f"{place}/cards", faults)
        slot = read_slot(given["rank"], f"{place}/rank", faults)
        books.append(Books(slot, given.get("red", 0), given.get("black", 0), cards))
    threes = read_kinds(data.get("red_threes", []), f"{pointer}/red_threes", faults)
    for kind in sorted(set(threes) - {0}):
        message = f"{TEXTS[kind]} is no red three"
        faults.append(Fault(f"{pointer}/red_threes", "no_red_three", message))
    originals = [
        NO_SLOT if data.get(name) is None else read_slot(data[name], f"{pointer}/{name}", faults)
        for name in ("original_red", "original_black")
    ]
    return TeamTable(
        melds=tuple(sorted(melds)),
        books=tuple(sorted(books, key=lambda pile: pile.slot)),
        original_red=originals[0],
        original_black=originals[1],
        red_threes=len(threes),
    )


def read_slot(text: str, pointer: str, faults: list[Fault]) -> int:
    """The slot of a rank, ``wild`` for wild cards; NO_SLOT with a fault for what is none."""
    if text == WILD_WORD:
        return WILD_SLOT
    try:
        slot = parse_kind(text) - FOUR
    except ValueError:
        slot = NO_SLOT
    if not 0 <= slot < WILD_SLOT:
        message = f"{quote(text)} is no rank of melds: write 4 … 9, T, J, Q, K, A or wild"
        faults.append(Fault(pointer, "unknown_rank", message))
        return NO_SLOT
    return slot
