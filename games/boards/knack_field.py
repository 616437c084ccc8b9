"""The field of both K'nack games in a terminal, with its coordinates.

A point is an empty cell, ``#`` an obstacle; beyond the edge of an anchored field there is nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from kibitz.games.boards.parts import PALE, card_part
from kibitz.games.knack_field.rules import FieldRules


@dataclass(frozen=True)
class Field:
    """The cards on the field and one cell around them, in as many parts as the width needs."""

    cards: tuple[tuple[int, int, int], ...]
    rules: FieldRules

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
        cards = {(x, y): card for x, y, card in self.cards}
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
        cells = [(x, y) for x, y, _ in self.cards] or [(0, 0)]
        columns, rows = (range(min(n) - 1, max(n) + 2) for n in zip(*cells, strict=True))
        return columns, rows

    def _empty(self, x: int, y: int) -> Text:
        if (x, y) in self.rules.obstacles:
            return Text("#", PALE)
        if self.rules.inside:
            left, right, bottom, top = self.rules.inside
            if not (left <= x <= right and bottom <= y <= top):
                return Text("")
        return Text(".", PALE)
