"""Fresh deals: by our own seed, by PySolFC number, and the plain-text form solvers exchange.

Plain text, as PySolFC and fc-solve write it: a ``Talon:`` line with the stock, next card first,
then one line a pile, base first; an empty space is a dash.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from kibitz.games.cards import PACK_SIZE, card_text, parse_card
from kibitz.games.chance import shuffled_pack
from kibitz.games.deal import SEED_WORDS, check_source, read_seed
from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.rules import Rules

SOURCES: Final[Mapping[str, str]] = {
    "kibitz": SEED_WORDS,
    "pysolfc": "seed: a PySolFC deal number from 1 to 10^20, or ms1 to ms8589934591",
}
_PYSOLFC_LIMIT: Final = {"": 10**20, "ms": 2**33 - 1}
_TALON = re.compile(r"^\s*talon\s*:", re.IGNORECASE)


def _read_pysolfc(seed: str) -> tuple[str, int]:
    """``ms`` or nothing, and the number of the deal; raises ``BadInput`` for a bad seed."""
    found = re.fullmatch(r"(ms|)0*([1-9][0-9]{0,20})", seed)
    if not found or int(found[2]) > _PYSOLFC_LIMIT[found[1]]:
        wanted = SOURCES["pysolfc"].removeprefix("seed: ")
        raise BadInput.one("/seed", "bad_seed", f"'seed' should be {wanted}, not {quote(seed)}")
    return found[1], int(found[2])


def _read_any(seed: str) -> None:
    """Raise ``BadInput`` for a seed of neither source."""
    try:
        _read_pysolfc(seed)
    except BadInput:
        read_seed(seed)


def pack_of(seed: str, source: str) -> list[int]:
    """The shuffled pack, first card dealt first; raises ``BadInput`` for a bad seed or source."""
    check_source(seed, source, SOURCES, _read_any)
    if source == "kibitz":
        return shuffled_pack(read_seed(seed), PACK_SIZE)
    kind, number = _read_pysolfc(seed)
    which = RandomBase.DEALS_MS if kind else RandomBase.DEALS_PYSOLFC
    cards = shuffle(createCards(1), number, which)
    render = CardRenderer(True).to_s
    return [parse_card(render(card)) for card in reversed(cards)]


def deal(seed: str, rules: Rules, source: str) -> Position:
    """Deal one card to each pile; the rest is the stock, open to analysis."""
    pack = pack_of(seed, source)
    return Position(rules, tuple((c,) for c in pack[: rules.piles]), tuple(pack[rules.piles :]))


def is_plain_text(text: str) -> bool:
    """Whether ``text`` looks like the plain-text deal form."""
    return any(_TALON.match(line) for line in text.splitlines())


def plain_text_to_json(text: str) -> dict[str, Any]:
    """The JSON object of a plain-text deal, with default switches but its number of piles.

    Lines of other games' spaces (``Foundations:``, ``Freecells:``) are faults.
    """
    stock: list[str] | None = None
    piles: list[list[str]] = []
    faults = []
    for number, line in enumerate(text.strip().splitlines(), 1):
        if _TALON.match(line):
            if stock is not None:
                faults.append(Fault("", "bad_text", f"line {number}: a second Talon line"))
            stock = line.split(":", 1)[1].split()
        elif ":" in line and not re.match(r"^\s*:", line):
            name = quote(line.split(":", 1)[0].strip())
            message = f"line {number}: {name} has no place in this game"
            faults.append(Fault("", "bad_text", message))
        elif line.strip():
            piles.append([] if line.strip() == "-" else line.removeprefix(":").split())
    if faults:
        raise BadInput(faults)
    return {"rules": {"piles": len(piles)}, "tableau": piles, "stock": stock or []}


def write_plain_text(position: Position) -> str:
    """The plain-text deal form of a position whose stock is known.

    Raises ``BadInput`` for a face-down stock, which the form cannot express.
    """
    if position.hidden:
        message = f"{position.hidden} face-down cards: the plain-text form lists every card"
        raise BadInput.one("/stock", "stock_hidden", message)
    lines = ["Talon: " + " ".join(map(card_text, position.stock))]
    lines += [" ".join(map(card_text, pile)) or "-" for pile in position.tableau]
    return "\n".join(lines) + "\n"
