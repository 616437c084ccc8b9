"""What the boards of all games are made of: cards in colour, and the switches in words."""

from collections.abc import Sequence
from typing import Any, Final

from rich.text import Text

from kibitz.games.cards import JOKER, card_symbol, card_text, is_red
from kibitz.games.schema import switch_text

RED: Final = "bright_red"
BLACK: Final = "bold"
PALE: Final = "dim"


def card_part(card: int) -> Text:
    """A card with its suit as a symbol, red suits in red."""
    return Text(
        card_text(card) if card == JOKER else card_symbol(card), RED if is_red(card) else BLACK
    )


def switches_part(rules: dict[str, Any]) -> Text:
    """Every switch with its value."""
    return Text(", ".join(f"{name} {switch_text(value)}" for name, value in rules.items()))


def stock_part(stock: Sequence[int], hidden: int) -> Text:
    """A stock, next card first, or the number of its face-down cards."""
    size = len(stock) + hidden
    text = Text("empty" if not size else "1 card" if size == 1 else f"{size} cards")
    if hidden:
        text.append(", face down")
    elif size:
        text.append(", next first: ")
        text.append_text(Text(" ").join(card_part(card) for card in stock))
    return text
