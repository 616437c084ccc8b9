"""The reader of Knotty Nines positions: everything that is wrong with one is listed together.

A position need not be reachable, but it must be consistent: a full pack, each pile an unbroken run
downwards, no empty pile while cards are left to fill it.
"""

from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice, pairwise
from operator import add
from typing import Final

from kibitz.games.cards import PACK_SIZE, RANKS, SUITS, card_text, parse_card
from kibitz.games.draft import Cards, Draft, Given, counting, naming
from kibitz.games.faults import BadInput, Fault
from kibitz.games.knotty_nines.notation import TEXT_NAME
from kibitz.games.knotty_nines.play import fits
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.rules import DEFAULT, Rules
from kibitz.games.knotty_nines.schema import SWITCHES, PositionSchema
from kibitz.games.schema import read_switches


def _letters(known: str, step: int) -> bytes:
    """For `bytes.translate`: what each letter adds to the number of its card.

    A letter that is not known adds so much that there is no such card.
    """
    table = bytearray([PACK_SIZE]) * 256
    for number, letter in enumerate(known):
        table[ord(letter)] = step * number
    return bytes(table)


_card = cache(parse_card)  # there are few texts that name a card
_CARDS: Final = {card_text(card): card for card in range(PACK_SIZE)}
_PACK: Final = frozenset(_CARDS.values())
_RANKS: Final = _letters(RANKS, 4)
_SUITS: Final = _letters(SUITS, 1)
_MOST_SWITCHES: Final = 100  # letters of switches that are remembered, more than there can be
_NEEDED: Final = frozenset({"tableau", "stock"})
_PARTS: Final = _NEEDED | {"rules"}


@dataclass(slots=True)
class KnottyDraft(Draft[int]):
    """A raw position of Knotty Nines."""

    rules: Rules = DEFAULT
    tableau: list[Cards[int]] = field(default_factory=list)
    stock: Cards[int] = field(default_factory=lambda: Cards("/stock"))


def read_json(data: object) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault."""
    return read_sound(data) or read_draft(data)


def read_sound(data: object) -> Position | None:
    """The position of a full pack, nothing wrong with it and its cards written as we write them.

    None for any other: :func:`read_draft` reads those as well, and takes several times as long.
    """
    if type(data) is not dict or not _PARTS >= data.keys() >= _NEEDED:
        return None
    piles, stock, switches = data["tableau"], data["stock"], data.get("rules", {})
    if type(piles) is not list or type(stock) is not list or type(switches) is not dict:
        return None
    try:
        rules = SWITCHES.read(switches)
        tableau = tuple([tuple([_CARDS[text] for text in pile]) for pile in piles])
        cards = tuple([_CARDS[text] for text in stock])
    except (BadInput, KeyError, TypeError):
        return None
    if not all(type(pile) is list for pile in piles):
        return None
    return _sound(rules, tableau, cards)


def read_sound_text(text: str) -> Position | None:
    """As :func:`read_sound`, of a line of text; None also for one with a face-down stock."""
    name, _, rest = text.partition("~")
    parts = rest.split("~")
    if name != TEXT_NAME or len(parts) != 3 or len(parts[0]) > _MOST_SWITCHES:
        return None
    rows = ["" if row == "-" else row for row in (*parts[1].split("."), parts[2])]
    letters = "".join(rows).encode("ascii", "replace")
    rules = _rules_of(parts[0])
    if rules is None or len(letters) != 2 * PACK_SIZE:
        return None
    # All cards together: one by one they take several times as long.
    cards = map(add, letters[::2].translate(_RANKS), letters[1::2].translate(_SUITS))
    *tableau, stock = [tuple(islice(cards, len(row) // 2)) for row in rows]
    return _sound(rules, tuple(tableau), stock)


@lru_cache(64)
def _rules_of(switches: str) -> Rules | None:
    """The rules that the switches of a text set, None where something is wrong with them."""
    faults: list[Fault] = []
    try:
        rules = SWITCHES.read(read_switches(switches, faults))
    except BadInput:
        return None
    return None if faults else rules


def _sound(
    rules: Rules, tableau: tuple[tuple[int, ...], ...], cards: tuple[int, ...]
) -> Position | None:
    """A position of a full pack, if nothing is wrong with it."""
    sound = (
        len(cards) + sum(map(len, tableau)) == PACK_SIZE
        and {*cards}.union(*tableau) == _PACK
        and len(tableau) == rules.piles
        and (not cards or all(tableau))
        and all(
            fits(card, on, rules.wrap)
            for pile in tableau
            if len(pile) > 1
            for on, card in pairwise(pile)
        )
    )
    return Position(rules, tableau, cards) if sound else None


def read_draft(data: object) -> Position:
    """As :func:`read_json`, of any position."""
    draft = KnottyDraft.of(PositionSchema, data, _card)
    draft.rules = SWITCHES.read_sound(draft.fields.get("rules", {}), draft.faults)
    draft.tableau = draft.piles("tableau", PACK_SIZE)
    draft.stock = draft.pile(draft.fields.get("stock"), "/stock")
    draft.check_twice(given for pile in (*draft.tableau, draft.stock) for given in pile.given)
    draft.check(
        (_check_size, isinstance(draft.fields.get("tableau"), list) and draft.stock.sized),
        (_check_pile_count, draft.sound("rules/piles") and draft.sound_list("tableau")),
    )
    for number, pile in enumerate(draft.tableau, 1):
        _check_pile(draft, pile, number)
    draft.finish()
    stock = draft.stock
    return Position(draft.rules, tuple(p.cards for p in draft.tableau), stock.cards, stock.hidden)


def _check_size(draft: KnottyDraft) -> None:
    """As many cards as a pack has; those missing are named."""
    if any(pile.counted for pile in draft.tableau):
        return
    table, stock = sum(pile.count for pile in draft.tableau), draft.stock.count
    if table + stock == PACK_SIZE:
        return
    message = f"{counting(table, 'card')} in the tableau and {stock} in the stock "
    message += f"make {table + stock}, not 52"
    seen = {card for pile in (*draft.tableau, draft.stock) for card in pile.cards}
    missing = [card for card in range(PACK_SIZE) if card not in seen]
    if not draft.stock.hidden and missing and table + stock < PACK_SIZE:
        message += f"; missing: {naming(missing)}"
    code = "stock_too_short" if table + stock < PACK_SIZE else "too_many_cards"
    draft.add("/stock", code, message)


def _check_pile_count(draft: KnottyDraft) -> None:
    """As many piles as the rules say."""
    count, due = len(draft.tableau), draft.rules.piles
    if count != due:
        message = f"{counting(count, 'pile')} given, but rules.piles is {due}"
        draft.add("/tableau", "wrong_pile_count", message)


def _check_pile(draft: KnottyDraft, pile: Cards[int], number: int) -> None:
    """An unbroken run, and not empty while the stock lasts."""
    if not pile.counted and not pile.count and draft.stock.count:
        message = f"pile {number} is empty while the stock has cards: it would be filled at once"
        draft.add(pile.pointer, "empty_pile", message)
    for onto, given in pairwise(pile.given):
        card, below = given.value, onto.value
        # An unread wrap switch has its default here, which forbids the least.
        if not fits(card, below, draft.rules.wrap) and _place(given) == _place(onto) + 1:
            message = f"{card_text(card)} cannot lie on {card_text(below)} in pile {number}"
            draft.add(given.pointer, "broken_run", message)


def _place(given: Given[int]) -> int:
    """Where in its pile a card was given: one between two others may not have been read."""
    return int(given.pointer.rpartition("/")[2])
