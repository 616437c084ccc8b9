"""Raw positions: what was given, each part with its place in the input, while it is read.

Everything that can be read is, whatever is wrong elsewhere, so that one answer lists every fault.
Checks run in stages (:meth:`Draft.check`): each runs when the parts that it needs were sound as the
stage began. Parts are named as in a JSON Pointer without the first stroke: ``rules/players``.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from kibitz.games.cards import card_text, parse_card
from kibitz.games.faults import BadInput, Fault, is_sound
from kibitz.games.findings import LONG, nearest
from kibitz.games.schema import object_of

T = TypeVar("T")
V = TypeVar("V")
D = TypeVar("D", bound="Draft[Any]")

MOST_NAMED: Final = 8  # cards that a message lists


class Given(NamedTuple, Generic[T]):
    """A value, mostly a card, and the JSON Pointer of where it was given."""

    pointer: str
    value: T


@dataclass(slots=True)
class Cards(Generic[T]):
    """A hand or a pile as given: its cards in order, or their number alone.

    ``count`` is 0 and ``sized`` false where not even that could be read. It counts those as well
    that are listed but could not be read.
    """

    pointer: str
    given: list[Given[T]] = field(default_factory=list)
    count: int = 0
    counted: bool = True
    sized: bool = True

    @property
    def cards(self) -> tuple[T, ...]:
        """The cards in the order given."""
        return values(self.given)

    @property
    def hidden(self) -> int:
        """How many cards are only counted."""
        return self.count if self.counted else 0

    @property
    def whole(self) -> bool:
        """Whether the cards are listed and all of them could be read."""
        return not self.counted and len(self.given) == self.count


def values(given: Iterable[Given[T]]) -> tuple[T, ...]:
    """What was given, in order."""
    return tuple([value for _, value in given])


def listed(value: object) -> list[object]:
    """``value`` if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def naming(cards: Sequence[int]) -> str:
    """Cards as a message lists them, the first of many."""
    shown = ", ".join(map(card_text, cards[:MOST_NAMED]))
    return shown + (", …" if len(cards) > MOST_NAMED else "")


def counting(number: int, word: str, plural: str = "") -> str:
    """A number with its noun: ``1 hand``, ``3 hands``."""
    return f"{number} {word if number == 1 else plural or word + 's'}"


@dataclass(slots=True)
class Draft(Generic[T]):
    """A raw position: the JSON object as given, and the faults found so far.

    Cards are what ``parse`` makes of their texts; it raises ``ValueError`` for what is none.
    """

    fields: dict[str, Any]
    faults: list[Fault]
    parse: Callable[[str], T]

    @classmethod
    def of(
        cls: type[D],
        schema: type[BaseModel],
        data: object,
        parse: Callable[[str], Any] = parse_card,
    ) -> D:
        """The raw position of a JSON value, its faults by the schema noted.

        Raises ``BadInput`` for what is no object at all.
        """
        return cls(*object_of(schema, data), parse)

    def add(self, pointer: str, code: str, message: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(pointer, code, message))

    def sound(self, *parts: str) -> bool:
        """Whether nothing is wrong so far with these parts, within them, or above them.

        Nor with what was probably meant to be one of them: a switch with its name misspelt.
        """
        if not self.faults:
            return True
        return is_sound(self.faults, *(f"/{part}" for part in parts)) and not self._misspelt(parts)

    def _misspelt(self, parts: Sequence[str]) -> bool:
        """Whether a switch that is none was probably meant to be one of those parts."""
        none = [fault.pointer[7:] for fault in self.faults if fault.code == "unknown_switch"]
        given = self.fields.get("rules") if none else None
        usual = [part[6:] for part in parts if isinstance(given, dict) and part[:6] == "rules/"]
        usual = [name for name in usual if name not in (given or ())]
        return any(nearest(name.lower(), usual) for name in none)

    @property
    def seats_agree(self) -> bool:
        """Whether no list has another number of seats or teams than the switches have."""
        return all(fault.code != "wrong_players" for fault in self.faults)

    def sound_list(self, name: str) -> bool:
        """Whether a list itself has no fault, whatever is wrong with its entries."""
        return all(fault.pointer != f"/{name}" for fault in self.faults)

    def sized(self, *names: str) -> bool:
        """Whether of all piles of these parts, kept under their names, the number is known."""
        parts = [getattr(self, name) for name in names]
        piles = [pile for part in parts for pile in (part if isinstance(part, list) else [part])]
        return all(map(self.sound_list, names)) and all(not pile or pile.sized for pile in piles)

    def turn_or(self, usual: int) -> int:
        """The seat to move as given, or the usual one."""
        return self.part("turn", usual)

    @property
    def knows_turn(self) -> bool:
        """Whether it is known who is to move: it is given, or follows from the dealer."""
        return self.sound("turn") and (self.fields.get("turn") is not None or self.sound("dealer"))

    def check(self: D, *checks: tuple[Callable[[D], None], bool]) -> None:
        """A stage of checks, each with whether all that it needs was sound when it began."""
        for check, ready in checks:
            if ready:
                check(self)

    def finish(self) -> None:
        """Raise ``BadInput`` if there are faults."""
        if self.faults:
            raise BadInput(self.faults)

    def part(self, name: str, default: V) -> V:
        """What was given as ``name``, or the default where it is not, null or not sound."""
        said = self.fields.get(name)
        return said if said is not None and self.sound(name) else default

    def card(self, text: object, pointer: str) -> list[Given[T]]:
        """The card that ``text`` names, if it is one; its fault is noted if it is another text."""
        if not isinstance(text, str):
            return []
        try:
            return [Given(pointer, self.parse(text))]
        except ValueError as error:
            self.add(pointer, "unknown_card", str(error))
            return []

    def one(self, name: str) -> Given[T] | None:
        """The card given as ``name``."""
        return next(iter(self.card(self.fields.get(name), f"/{name}")), None)

    def cards(self, texts: object, pointer: str) -> list[Given[T]]:
        """The cards of a list, without what is none."""
        texts = enumerate(listed(texts))
        return [given for i, text in texts for given in self.card(text, f"{pointer}/{i}")]

    def pile(self, data: object, pointer: str) -> Cards[T]:
        """A hand or a pile: a list of cards, or an object with their number."""
        if isinstance(data, list):
            return Cards(pointer, self.cards(data, pointer), len(data), counted=False)
        # Within a list that is too long nothing has been checked.
        count: Any = data.get("count") if isinstance(data, dict) else None
        sized = type(count) is int and count >= 0
        sized = sized and all(fault.pointer != f"{pointer}/count" for fault in self.faults)
        return Cards(pointer, [], count if sized else 0, sized=sized)

    def piles(self, name: str, most: int | None = None) -> list[Cards[T]]:
        """The hands or piles of a list; of one that is too long no more than there may be."""
        data = enumerate(listed(self.fields.get(name))[:most])
        return [self.pile(pile, f"/{name}/{i}") for i, pile in data]

    def rows(self, name: str, most: int | None = None) -> list[list[Given[T]]]:
        """The cards of each list of a list, as :meth:`piles`."""
        data = enumerate(listed(self.fields.get(name))[:most])
        return [self.cards(row, f"/{name}/{i}") for i, row in data]

    def check_twice(self, placed: Iterable[Given[int]]) -> None:
        """No card in two places."""
        seen: dict[int, str] = {}
        for pointer, card in placed:
            if card in seen:
                self.add(pointer, "card_twice", f"{card_text(card)} is also at {seen[card]}")
            seen.setdefault(card, pointer)

    def check_lengths(
        self, due: int, owners: str, nouns: dict[str, tuple[str, str]], parts: dict[str, int]
    ) -> None:
        """As many entries in each list as there are ``owners``: players or teams.

        ``nouns``: what one entry of a list is called and what several are. ``parts``: the number of
        entries of each list.
        """
        for name, read in parts.items():
            given, count = self.fields.get(name), read
            if isinstance(given, list) and self._miscounted(name) and len(given) != due:
                # How many there may be at any table is of no interest then.
                self.faults[:] = [fault for fault in self.faults if fault.pointer != f"/{name}"]
                count = len(given)
            if self.sound_list(name) and count != due:
                message = f"{counting(count, *nouns[name.rpartition('/')[2]])} for {due} {owners}"
                self.add(f"/{name}", "wrong_players", message)

    def _miscounted(self, name: str) -> bool:
        """Whether a list has more or fewer entries than any table has, and no other fault."""
        codes = [fault.code for fault in self.faults if fault.pointer == f"/{name}"]
        return codes in (["too_many_entries"], ["too_few_entries"])

    def check_seats(self, players: int, seats: Iterable[tuple[str, int | None]]) -> None:
        """No seat that the table does not have; each comes with the name of its part.

        A part that was not given, or has a fault of its own, stands for another and is left out.
        """
        for name, seat in seats:
            given, found = self.fields.get(name.partition("/")[0]), seat
            codes = [fault.code for fault in self.faults if fault.pointer == f"/{name}"]
            if isinstance(given, int) and given < LONG and codes == ["too_large"]:
                # Which seats there may be at any table is of no interest then.
                self.faults[:] = [fault for fault in self.faults if fault.pointer != f"/{name}"]
                found = given
            if given is not None and self.sound(name) and found is not None and found >= players:
                self.add(
                    f"/{name}",
                    "no_such_seat",
                    f"there is no seat {found}: {players} players have seats 0 to {players - 1}",
                )

    def check_own_hand(self, seat: int | None, hands: Sequence[Cards[T]], shown: int = 0) -> None:
        """The seat whose view this is sees its hand; ``shown``: so many of its cards are listed."""
        if seat is None or seat >= len(hands) or not self.sound("seat"):
            return
        if hands[seat].hidden > shown:
            message = f"seat {seat} sees its own hand: list its cards"
            self.add(hands[seat].pointer, "own_hand_hidden", message)
