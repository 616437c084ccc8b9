"""The table of Knock Rummy in a terminal: stock and discards, the hands, counts and payments."""

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.games.boards.parts import BLACK, PALE, RED, card_part, switches_part
from kibitz.games.cards import RANKS, SUIT_SYMBOLS, UNSEEN, card_symbol, card_text, is_red
from kibitz.games.faults import BadInput
from kibitz.games.knock_rummy.melds import Split, best_splits
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.table import payments_of, state_of

_ENDS: Final = {"knock": "knocked", "out": "went out"}
_LATEST: Final = 12


def draw(position: Position) -> RenderableType:
    """The stock and the discard pile, then a row for each seat, and the switches."""
    above = Table.grid(padding=(0, 2))
    above.add_row(Text("stock", PALE), _stock(position))
    above.add_row(Text("discards", PALE), _discards(position))
    for number, pile in enumerate(position.shuffled, 1):
        cards = Text(" ").join(map(card_part, pile.cards)) if pile.cards else Text("none")
        above.add_row(Text(f"unseen of pile {number}", PALE), cards)
    seats = Table.grid(padding=(0, 2))
    seats.add_column()
    seats.add_column()
    for _ in range(3):
        seats.add_column(justify="right")
    head = ("seat", "hand", "deadwood", "paid", "total", "")
    seats.add_row(*(Text(name, PALE) for name in head))
    payments = payments_of(state_of(position)) if position.ended else None
    for seat, total in enumerate(position.scores):
        hand, deadwood = _hand(position, seat)
        paid = f"{payments[seat]!s}" if payments else ""
        now = total + payments[seat] if payments else total
        note = Text(", ".join(_notes(position, seat)), PALE)
        seats.add_row(str(seat), hand, deadwood, paid, str(now), note)
    below = Table.grid(padding=(0, 2))
    below.add_row(Text("rules", PALE), switches_part(position.to_json()["rules"]))
    return Group(above, Text(), seats, Text(), below)


def plain(_: Position) -> str:
    """Raise ``BadInput``: there is no plain-text form that programs exchange."""
    message = "Knock Rummy has no plain-text form: choose line or json"
    raise BadInput.one("/format", "unknown_format", message)


def annotated(before: Position, move: str, _: Position) -> str:
    """The move with the card that it draws, where that is known: ``draw=7C``."""
    if move == "draw" and before.stock:
        return f"draw={card_text(before.stock[0])}"
    return move


def _stock(position: Position) -> Text:
    size = position.stock_size
    text = Text("empty" if not size else "1 card" if size == 1 else f"{size} cards")
    if position.stock_hidden:
        text.append(", face down")
    elif size:
        text.append(", next first: ")
        text.append_text(Text(" ").join(map(card_part, position.stock)))
    return text


def _discards(position: Position) -> Text:
    """The top card first; of a high pile the latest cards and the number of the rest."""
    if not position.discards:
        return Text("empty")
    latest = position.discards[: -_LATEST - 1 : -1]
    text = Text(" ").join(map(card_part, latest))
    rest = len(position.discards) - len(latest)
    return text.append(f" and {rest} below", "not bold default") if rest else text


def _hand(position: Position, seat: int) -> tuple[Text, str]:
    """The hand, its melds first when all of it is known, and its deadwood."""
    hidden, rules = position.hidden[seat], position.rules
    if not hidden:
        split = best_splits(position.hands[seat], rules.ace, rules.ace_points)[0]
        text, deadwood = _split(split), str(split.deadwood)
    else:
        number = position.sizes[seat]
        text = Text("1 card, face down" if number == 1 else f"{number} cards, face down")
        deadwood = ""
    if position.known[seat] and position.ended not in _ENDS:
        text.append("\nknown to all ")
        text.append_text(Text(" ").join(map(card_part, position.known[seat])))
    return text, deadwood


def _split(split: Split) -> Text:
    """The melds in brackets, then the unmatched cards suit by suit, the highest first."""
    parts = [
        Text("[").append_text(Text(" ").join(map(card_part, meld))).append("]")
        for meld in split.melds
    ]
    for suit in range(4):
        held = sorted((card for card in split.unmatched if card & 3 == suit), reverse=True)
        if held:
            ranks = "".join(RANKS[card >> 2] for card in held)
            parts.append(Text(f"{SUIT_SYMBOLS[suit]} {ranks}", RED if is_red(suit) else BLACK))
    return Text("  ").join(parts)


def _notes(position: Position, seat: int) -> list[str]:
    """What there is to say about a seat besides its cards."""
    notes = ["dealt"] if seat == position.dealer else []
    if seat == position.seat:
        notes.append("sees this")
    if seat != position.turn or position.ended == "no_score":
        return notes
    if position.ended:
        return [*notes, _ENDS[position.ended]]
    if position.taken != UNSEEN:
        return [*notes, f"took {card_symbol(position.taken)}"]
    return [*notes, "to discard" if position.drawn else "to draw"]
