"""A raw position of Hand, Knee and Foot: its cards with the suits that are given, and the rest.

What cannot be read is noted as a fault, so that the checks of
`games.hand_knee_foot.reading` can do all that does not need it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kibitz.games.draft import Cards, Draft, listed
from kibitz.games.faults import quote
from kibitz.games.hand_knee_foot.faces import (
    Face,
    Place,
    bare,
    kinds_in,
    parse_face,
    suits_of,
    with_known,
)
from kibitz.games.hand_knee_foot.kinds import (
    FOUR,
    PACK,
    RED_THREE,
    TEXTS,
    WILD_SLOT,
    WILD_WORD,
    parse_kind,
)
from kibitz.games.hand_knee_foot.position import Books, Position, TeamTable, slot_of
from kibitz.games.hand_knee_foot.rules import (
    DEFAULT,
    FOOT_SIZE,
    KNEE_SIZE,
    MOST_SEATS,
    MOST_TEAMS,
    Rules,
)
from kibitz.games.hand_knee_foot.schema import SWITCHES, PositionSchema
from kibitz.games.hand_knee_foot.state import NO_SLOT

_PLAIN: Final = (
    *("round", "dealer", "phase", "opening", "taking", "said", "answering", "offers"),
    *("discarded", "shuffles", "shuffle", "ended", "seat"),
)


# What one entry of a list is called, and what several are.
LISTED: Final = {
    "hands": ("hand", "hands"),
    "known": ("list of known cards", "lists of known cards"),
    "knees": ("knee", "knees"),
    "feet": ("foot", "feet"),
    "no_red_three": ("number in no_red_three", "numbers in no_red_three"),
    "scores": ("score", "scores"),
    "teams": ("entry in teams", "entries in teams"),
}


def check_totals(draft: Draft[Any], scores: Sequence[int], number: int) -> None:
    """Note totals that cannot have been made before round ``number``."""
    for i, total in enumerate(scores):
        if total % 5:
            message = f"{total} is no total: every line of a score is a multiple of 5"
            draft.add(f"/scores/{i}", "bad_total", message)
        elif total and number == 1 and draft.sound("round"):
            message = f"before round 1 every total is 0, not {total:,}: which 'round' is it?"
            draft.add(f"/scores/{i}", "bad_total", message)


@dataclass(slots=True)
class FootDraft(Draft[Face]):
    """A raw position of Hand, Knee and Foot; what cannot be read has its default.

    ``faces`` are the cards of all places that are listed, with the suits that they were given.
    """

    faces: dict[Place, list[Face]] = field(default_factory=dict)
    rules: Rules = DEFAULT
    round: int = 1
    dealer: int = 0
    turn: int = 0
    scores: list[int] = field(default_factory=list)
    hands: list[Cards[Face]] = field(default_factory=list)
    known: list[tuple[int, ...]] = field(default_factory=list)
    knees: list[Cards[Face]] = field(default_factory=list)
    feet: list[Cards[Face]] = field(default_factory=list)
    stock: Cards[Face] | None = None
    discards: Cards[Face] = field(default_factory=lambda: Cards("/discards"))
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

    def held(self, seat: int) -> tuple[int, ...]:
        """The kinds of a hand that are listed."""
        return kinds_in(self.hands[seat].cards)

    @property
    def listed(self) -> list[int]:
        """The kinds of all cards that are listed in a place."""
        piles = [*self.knees, *self.feet, self.discards, *([self.stock] if self.stock else [])]
        found = [kind for pile in piles for kind in kinds_in(pile.cards)]
        for seat, (hand, shown) in enumerate(zip(self.hands, self.known, strict=False)):
            found += shown if hand.counted else self.held(seat)
        for team in self.teams:
            found += [0] * team.red_threes + [*team.melded]
        return found

    @property
    def loose(self) -> int:
        """Cards of the packs that are in no other place than the stock."""
        piles = [*self.hands, *self.knees, *self.feet, self.discards]
        placed = sum(pile.count for pile in piles)
        placed += sum(team.red_threes + len(team.melded) for team in self.teams)
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
        """The position of a draft without faults but perhaps of its seat and its scores."""
        seats = range(self.rules.players)
        hands = [self.known[s] if self.hands[s].counted else _sorted(self.hands[s]) for s in seats]
        stock = self.stock or Cards("", [], self.loose)
        return Position(
            rules=self.rules,
            round=self.round,
            dealer=self.dealer,
            turn=self.turn,
            scores=tuple(self.scores),
            hands=tuple(hands),
            hidden=tuple(h.count - len(k) for h, k in zip(self.hands, hands, strict=True)),
            known=tuple(self.known),
            knees=tuple(map(_sorted, self.knees)),
            feet=tuple(map(_sorted, self.feet)),
            stages=tuple(map(self.stage, seats)),
            clean=tuple(self.clean),
            stock=kinds_in(stock.cards),
            stock_hidden=stock.hidden,
            discards=kinds_in(self.discards.cards),
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
            seat=self.seat if self.sound("seat") else None,
            suits=suits_of(with_known(self.suited)),
        )


def read_draft(data: object) -> FootDraft:
    """The raw position of a JSON value; raises ``BadInput`` for what is no object at all."""
    draft = FootDraft.of(PositionSchema, data, parse_face)
    fields = draft.fields
    draft.rules = SWITCHES.read_sound(fields.get("rules", {}), draft.faults)
    players, teams = draft.rules.players, draft.rules.teams
    for name in _PLAIN:
        setattr(draft, name, draft.part(name, getattr(draft, name)))
    draft.turn = draft.turn_or(draft.dealer)
    draft.scores = draft.part("scores", []) or [0] * teams
    draft.clean = draft.part("no_red_three", []) or [0] * players
    for name, size in (("hands", 0), ("knees", KNEE_SIZE), ("feet", FOOT_SIZE)):
        piles = draft.piles(name, MOST_SEATS)
        if size and fields.get(name) is None:
            piles = [Cards(f"/{name}/{seat}", [], size) for seat in range(players)]
        setattr(draft, name, piles)
        draft.faces |= {Place(name, i): [*p.cards] for i, p in enumerate(piles) if not p.counted}
    for seat, cards in enumerate(draft.rows("known", MOST_SEATS)):
        faces = [face for _, face in cards]
        draft.faces[Place("known", seat)] = faces
        draft.known.append(tuple(sorted(kinds_in(faces))))
    draft.known += [()] * (players - len(draft.known))
    if fields.get("stock") is not None:
        draft.stock = draft.pile(fields["stock"], "/stock")
        if not draft.stock.counted:
            draft.faces[Place("stock")] = [*draft.stock.cards]
    draft.discards = draft.pile(fields.get("discards"), "/discards")
    draft.faces[Place("discards")] = [*draft.discards.cards]
    given = listed(fields.get("teams"))[:MOST_TEAMS]
    draft.teams = [_team(draft, team, i) for i, team in enumerate(given)]
    draft.teams += [TeamTable()] * (teams - len(draft.teams))
    return draft


def _sorted(pile: Cards[Face]) -> tuple[int, ...]:
    return tuple(sorted(kinds_in(pile.cards)))


def _team(draft: FootDraft, given: object, team: int) -> TeamTable:
    """What a team has on the table, in the order given; what cannot be read is left out."""
    pointer, melds, books = f"/teams/{team}", [], []
    data = given if isinstance(given, dict) else {}
    for i, row in enumerate(listed(data.get("melds"))):
        meld = draft.pile(row, f"{pointer}/melds/{i}")
        melds.append(_sorted(meld))
        draft.faces[Place("melds", team, slot_of(melds[-1]))] = [*meld.cards]
    for i, row in enumerate(listed(data.get("books"))):
        place, pile = f"{pointer}/books/{i}", row if isinstance(row, dict) else {}
        cards = draft.pile(pile.get("cards"), f"{place}/cards")
        slot = _read_slot(draft, pile.get("rank"), f"{place}/rank")
        draft.faces[Place("books", team, slot)] = [*cards.cards]
        red, black = (
            pile.get(name, 0) if draft.sound(f"{place}/{name}"[1:]) else 0
            for name in ("red", "black")
        )
        books.append(Books(slot, red, black, _sorted(cards)))
    threes = draft.pile(data.get("red_threes", []), f"{pointer}/red_threes")
    draft.faces[Place("red_threes", team)] = [*threes.cards]
    for kind in sorted({*kinds_in(threes.cards)} - {RED_THREE}):
        draft.add(threes.pointer, "no_red_three", f"{TEXTS[kind]} is no red three")
    red, black = (
        _read_slot(draft, data.get(name), f"{pointer}/{name}")
        for name in ("original_red", "original_black")
    )
    return TeamTable(tuple(melds), tuple(books), red, black, len(threes.cards))


def _read_slot(draft: FootDraft, text: object, pointer: str) -> int:
    """The slot of a rank, ``wild`` for wild cards; NO_SLOT with a fault for what is none."""
    if not isinstance(text, str):
        return NO_SLOT
    if text == WILD_WORD:
        return WILD_SLOT
    try:
        slot = parse_kind(text) - FOUR
    except ValueError:
        slot = NO_SLOT
    if not 0 <= slot < WILD_SLOT:
        message = f"{quote(text)} is no rank of melds: write 4 … 9, T, J, Q, K, A or wild"
        draft.add(pointer, "unknown_rank", message)
        return NO_SLOT
    return slot
