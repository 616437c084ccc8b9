"""The tableau of Knotty Nines in a terminal: piles side by side, base card at the top."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.games.boards.parts import PALE, card_part, stock_part, switches_part
from kibitz.games.knotty_nines.deal import write_plain_text
from kibitz.games.knotty_nines.notation import read_move, write_move
from kibitz.games.knotty_nines.position import Position


def draw(position: Position) -> RenderableType:
    """The piles under their numbers, then the stock and the switches."""
    piles = Table.grid(padding=(0, 2))
    for number in range(1, len(position.tableau) + 1):
        piles.add_column(justify="right", min_width=2, header=str(number))
    piles.add_row(*(Text(str(n), PALE) for n in range(1, len(position.tableau) + 1)))
    for row in range(max(1, *map(len, position.tableau))):
        piles.add_row(*(_place(pile, row) for pile in position.tableau))
    below = Table.grid(padding=(0, 2))
    below.add_row(Text("stock", PALE), stock_part(position.stock, position.hidden))
    below.add_row(Text("rules", PALE), switches_part(position.to_json()["rules"]))
    return Group(piles, Text(), below)


def plain(position: Position) -> str:
    """The plain-text deal form."""
    return write_plain_text(position)


def annotated(before: Position, move: str, after: Position) -> str:
    """The move with the card that it turns up: ``3>7=KD``."""
    if not before.stock or after.stock_size == before.stock_size:
        return move
    return write_move(read_move(move)[0], before.stock[0])


def _place(pile: tuple[int, ...], row: int) -> Text:
    if row < len(pile):
        return card_part(pile[row])
    return Text("--" if not pile and row == 0 else "", PALE)
