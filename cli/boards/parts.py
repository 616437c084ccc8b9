"""What the boards of all games are made of: cards in colour, and the switches in words."""

from typing import Any, Final

from rich.text import Text

from games.cards import card_symbol, is_red

RED: Final = "bright_red"
BLACK: Final = "bold"
PALE: Final = "dim"


def card_part(card: int) -> Text:
    """A card with its suit as a symbol, red suits in red."""
    return Text(card_symbol(card), RED if is_red(card) else BLACK)


def switches_part(rules: dict[str, Any]) -> Text:
    """Every switch with its value."""
    words = {None: "none", True: "on", False: "off"}
    shown = (
        f"{name} {words[value] if value is None or isinstance(value, bool) else value}"
        for name, value in rules.items()
    )
    return Text(", ".join(shown))
