"""A raw position of Knaves: each card with its place in the input.

Everything that can be read is, whatever is wrong elsewhere, so that the checks of
:mod:`kibitz.games.knaves.reading` can do all that does not need what could not be read.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.games.cards import PACK_SIZE, UNSEEN
from kibitz.games.draft import Cards, Draft, Given, listed, values
from kibitz.games.faults import is_sound
from kibitz.games.knaves.lanes import cards_in, word_of
from kibitz.games.knaves.position import SEATS, Position, Trick
from kibitz.games.knaves.rules import DEFAULT, Rules
from kibitz.games.knaves.schema import MOST_TRICKS, SWITCHES, PositionSchema


@dataclass(slots=True)
class RawTrick:
    """A trick as given; ``leader`` is the seat that must have led, once play is checked.

    ``size``: how many cards were given; ``whole``: they are as many as they may be, and all read.
    """

    pointer: str
    said_leader: object
    cards: list[Given[int]]
    revoked: list[Given[int]]
    size: int
    whole: bool
    leader: int = 0


@dataclass(slots=True)
class KnavesDraft(Draft[int]):
    """A raw position of Knaves; what cannot be read has its default.

    ``shown``: the cards that lie exposed, by seat. The last of the tricks is the one on the table.
    """

    rules: Rules = DEFAULT
    turned: Given[int] | None = None
    dealer: int = 0
    scores: tuple[int, ...] = (0, 0, 0)
    hands: list[Cards[int]] = field(default_factory=list)
    out: Cards[int] | None = None
    tricks: list[RawTrick] = field(default_factory=list)
    shown: list[list[Given[int]]] = field(default_factory=list)
    called: Given[int] | None = None
    declined: int = 0
    seat: int | None = None

    def position(self) -> Position:
        """The position of a draft in which the rules and all cards are without fault."""
        assert self.turned
        shown = [_sorted(cards) for cards in self.shown]
        hands = [
            lying if hand.counted else _sorted(hand.given)
            for hand, lying in zip(self.hands, shown, strict=True)
        ]
        tricks = [Trick(t.leader, values(t.cards), values(t.revoked)) for t in self.tricks]
        position = Position(
            rules=self.rules,
            turned=self.turned.value,
            dealer=self.dealer,
            scores=self.scores,
            hands=tuple(hands),
            hidden=tuple(h.count - len(c) for h, c in zip(self.hands, hands, strict=True)),
            out=_sorted(self.out.given) if self.out else (),
            out_hidden=self.out.hidden if self.out else 0,
            tricks=tuple(tricks[:-1]),
            trick=tricks[-1],
            exposed=tuple(shown),
            called=self.called.value if self.called else UNSEEN,
            declined=self.declined,
            seat=self.seat,
        )
        return position if self.out else _with_the_rest_out(position)


def read_draft(data: object) -> KnavesDraft:
    """The raw position of a JSON value; raises ``BadInput`` for what is no object at all."""
    draft = KnavesDraft.of(PositionSchema, data)
    fields = draft.fields
    draft.rules = SWITCHES.read_sound(fields.get("rules", {}), draft.faults)
    for name in ("dealer", "declined", "seat"):
        setattr(draft, name, draft.part(name, getattr(draft, name)))
    draft.scores = tuple(draft.part("scores", draft.scores))
    draft.turned, draft.called = draft.one("turned"), draft.one("called")
    # Of lists that are too long no more is read than there may be.
    draft.hands = draft.piles("hands", SEATS)
    shown = draft.rows("exposed", SEATS)
    draft.shown = [*shown, *[[] for _ in range(SEATS - len(shown))]]
    if fields.get("out") is not None:
        draft.out = draft.pile(fields["out"], "/out")
    finished = enumerate(listed(fields.get("tricks"))[:MOST_TRICKS])
    draft.tricks = [_trick(draft, trick, f"/tricks/{i}") for i, trick in finished]
    draft.tricks.append(_trick(draft, fields.get("trick", {}), "/trick"))
    return draft


def _trick(draft: Draft[int], data: object, pointer: str) -> RawTrick:
    parts: dict[str, Any] = data if isinstance(data, dict) else {}
    cards = draft.cards(parts.get("cards"), f"{pointer}/cards")
    revoked = draft.cards(parts.get("revoked"), f"{pointer}/revoked")
    whole = isinstance(data, dict) and is_sound(draft.faults, f"{pointer}/cards")
    size = len(listed(parts.get("cards")))
    return RawTrick(pointer, parts.get("leader"), cards, revoked, size, whole)


def _sorted(given: list[Given[int]]) -> tuple[int, ...]:
    return cards_in(word_of(values(given)))


def _with_the_rest_out(position: Position) -> Position:
    """With all hands known, what is nowhere else is out; else only its number is known."""
    if not any(position.hidden):
        return replace(position, out=cards_in(word_of(position.unseen)))
    return replace(position, out_hidden=PACK_SIZE - 1 - SEATS * position.rules.hand_size)
