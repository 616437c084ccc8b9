"""The field of K'nack Solitaire in a terminal, with its coordinates, and the waste and the stock.

A point is an empty cell, ``#`` an obstacle; beyond the edge of an anchored field there is nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from cli.boards.parts import PALE, card_part, stock_part, switches_part
from games.faults import BadInput
from games.knack_solitaire.notation import write_move
from games.knack_solitaire.play import DRAW
from games.knack_solitaire.position import Position


@dataclass(frozen=True)
class Field:
    """The cards on the field and one cell around them, in as many parts as the width needs."""

    position: Position

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        """The rows from the top down, x above and y on the left."""
        columns, rows = self._extent()
        wide = max(len(str(column)) for column in (*columns, 10))
        label = max(len(str(row)) for row in rows)
        most = max(1, (options.max_width - label) // (wide + 1))
        for first in range(0, len(columns), most):
            if first:
                yield Text()
            yield from self._part(columns[first : first + most], rows, wide, label)

    def _part(self, columns: range, rows: range, wide: int, label: int) -> Iterator[Text]:
        cards = {(x, y): card for x, y, card in self.position.field}
        yield Text(" " * label + "".join(f" {column:>{wide}}" for column in columns), PALE)
        for row in reversed(rows):
            line = Text().append(f"{row:>{label}}", PALE)
            for column in columns:
                card = cards.get((column, row))
                shown = self._empty(column, row) if card is None else card_part(card)
                line.append(" " * (wide + 1 - len(shown))).append_text(shown)
            yield line

    def _extent(self) -> tuple[range, range]:
        """Columns and rows to show."""
        cells = [(x, y) for x, y, _ in self.position.field]
        columns, rows = (range(min(n) - 1, max(n) + 2) for n in zip(*cells, strict=True))
        return columns, rows

    def _empty(self, x: int, y: int) -> Text:
        rules = self.position.rules
        if (x, y) in rules.obstacles:
            return Text("#", PALE)
        if rules.inside:
            left, right, bottom, top = rules.inside
            if not (left <= x <= right and bottom <= y <= top):
                return Text("")
        return Text(".", PALE)


def draw(position: Position) -> RenderableType:
    """The field, then the waste, the stock, the redeals left, how they go, and the switches."""
    below = Table.grid(padding=(0, 2))
    below.add_row(Text("waste", PALE), _waste(position))
    below.add_row(Text("stock", PALE), stock_part(position.stock, position.hidden))
    below.add_row(Text("redeals left", PALE), Text(str(position.redeals_left)))
    for number, order in enumerate(position.orders, 1):
        below.add_row(Text(f"shuffle {number}", PALE), Text(" ").join(map(card_part, order)))
    below.add_row(Text("rules", PALE), switches_part(position.to_json()["rules"]))
    return Group(Field(position), Text(), below)


def plain(_: Position) -> str:
    """Raise ``BadInput``: there is no plain-text form that programs exchange."""
    message = "K'nack Solitaire has no plain-text form: choose line or json"
    raise BadInput.one("/format", "unknown_format", message)


def told(before: Position, move: str, __: Position) -> str:
    """The move with the card that it turns up: ``draw=7C``."""
    if move == "draw" and before.stock:
        return write_move(DRAW, before.stock[0])
    return move


def _waste(position: Position) -> Text:
    if not position.waste:
        return Text("empty")
    text = Text("top last: " if len(position.waste) > 1 else "")
    return text.append_text(Text(" ").join(map(card_part, position.waste)))
