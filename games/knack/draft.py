"""A raw position of K'nack: each card with its place in the input.

What cannot be read is noted as a fault, so that the checks of :mod:`kibitz.games.knack.reading` can
do all that does not need it.
"""

from dataclasses import dataclass, field, replace

from kibitz.games.draft import Cards, Draft, Given, listed, values
from kibitz.games.knack.notation import kind_set
from kibitz.games.knack.position import Gift, Lack, Position
from kibitz.games.knack.rules import DEFAULT, MOST_CARDS, MOST_SEATS, Rules
from kibitz.games.knack.schema import MOST_GIVEN, MOST_LACKS, SWITCHES, PositionSchema
from kibitz.games.knack.table import with_passes
from kibitz.games.knack_field.table import Laid, parse, read_field


@dataclass(slots=True)
class KnackDraft(Draft[int]):
    """A raw position of K'nack; what cannot be read has its default."""

    rules: Rules = DEFAULT
    dealer: int = 0
    turn: int = 1
    laid: list[Laid] = field(default_factory=list)
    laid_by: list[int] | None = None
    shown: tuple[Lack, ...] | None = None  # what passes show by the order in which cards were laid
    hands: list[Cards[int]] = field(default_factory=list)
    decks: list[Cards[int]] = field(default_factory=list)
    aside: Cards[int] | None = None
    passes: int = 0
    finished: list[int] = field(default_factory=list)
    offender: int | None = None
    lacks: list[Given[Lack]] = field(default_factory=list)
    given: list[Given[Gift]] = field(default_factory=list)
    seat: int | None = None

    @property
    def starter(self) -> int:
        """The seat that lays the free card."""
        return (self.dealer + 1) % self.rules.players

    def left(self, seat: int) -> int:
        """Cards in the hand and the deck of a seat."""
        return self.hands[seat].count + self.decks[seat].count

    @property
    def seats_in(self) -> list[int]:
        """The seats that still have cards."""
        return [seat for seat in range(self.rules.players) if self.left(seat)]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        if self.finished and not self.rules.play_on_for_places:
            return True
        return len(self.seats_in) <= 1 or self.passes >= len(self.seats_in)

    @property
    def passers(self) -> list[int]:
        """The seats that have passed since a card was laid last."""
        seats, players = self.seats_in, self.rules.players
        last = self.turn if self.passes >= len(seats) else self.turn - 1
        before = [(last - step) % players for step in range(players)]
        return [seat for seat in before if seat in seats][: self.passes]

    def position(self) -> Position:
        """The position of a draft without faults but perhaps of its seat, passes noted."""
        aside = self.aside or Cards("", [], self.rules.aside)
        laid = tuple((card.x, card.y, card.card) for card in self.laid)
        watched = self.shown is not None or not laid
        position = Position(
            rules=self.rules,
            dealer=self.dealer,
            turn=self.turn,
            field=laid if watched else tuple(sorted(laid)),
            laid=tuple(self.laid_by or ()) if watched else None,
            hands=tuple(tuple(sorted(hand.cards)) for hand in self.hands),
            hidden=tuple(hand.hidden for hand in self.hands),
            decks=tuple(deck.cards for deck in self.decks),
            decks_hidden=tuple(deck.hidden for deck in self.decks),
            aside=aside.cards,
            aside_hidden=aside.hidden,
            passes=self.passes,
            finished=tuple(self.finished),
            offender=self.offender,
            lacks=values(self.lacks),
            given=tuple(sorted(values(self.given), key=Gift.order)),
            seat=self.seat if self.sound("seat") else None,
        )
        if self.shown is not None:
            return replace(position, lacks=self.shown)
        return with_passes(position, self.passers)


def read_draft(data: object) -> KnackDraft:
    """The raw position of a JSON value; raises ``BadInput`` for what is no object at all."""
    draft = KnackDraft.of(PositionSchema, data, parse)
    fields = draft.fields
    draft.rules = SWITCHES.read_sound(fields.get("rules", {}), draft.faults)
    for name in ("dealer", "passes", "finished", "offender", "seat"):
        setattr(draft, name, draft.part(name, getattr(draft, name)))
    draft.turn = draft.turn_or(draft.starter)
    draft.laid = read_field(draft, MOST_CARDS, face_down=True)
    draft.laid_by = draft.part("laid", None)
    draft.hands, draft.decks = (draft.piles(name, MOST_SEATS) for name in ("hands", "decks"))
    if fields.get("aside") is not None:
        draft.aside = draft.pile(fields["aside"], "/aside")
    for i, lack in enumerate(listed(fields.get("lacks"))[:MOST_LACKS]):
        if isinstance(lack, dict) and draft.sound(f"lacks/{i}"):
            found = Lack(lack["seat"], lack["at_most"], kind_set(lack["kinds"]))
            draft.lacks.append(Given(f"/lacks/{i}", found))
    for i, gift in enumerate(listed(fields.get("given"))[:MOST_GIVEN]):
        if isinstance(gift, dict) and draft.sound(f"given/{i}"):
            for _, card in draft.card(gift["card"], f"/given/{i}/card"):
                known = Gift(gift["by"], gift["to"], card, gift.get("above"))
                draft.given.append(Given(f"/given/{i}", known))
    return draft
