"""How each game looks in text: one file a game, imported when it is first drawn."""

from collections.abc import Callable, Mapping
from importlib import import_module
from io import StringIO
from typing import Any, Final, NamedTuple

from rich.console import Console, RenderableType

from kibitz.games.catalogue import ByGame, folder_of


class Board(NamedTuple):
    """A game's looks.

    ``draw``: the table of a position. ``plain``: the plain-text deal form that other programs
    read. ``annotated``: a move with the card that it turns up, from the position before,
    the move's text and the position after it.
    """

    draw: Callable[[Any], RenderableType]
    plain: Callable[[Any], str]
    annotated: Callable[[Any, str, Any], str]


def _board(name: str) -> Board:
    module = import_module(f"kibitz.games.boards.{folder_of(name)}")
    return Board(module.draw, module.plain, module.annotated)


BOARDS: Final[Mapping[str, Board]] = ByGame(_board)


def drawn(name: str, position: Any, width: int = 80) -> str:
    """The table of a position of the game called ``name`` in plain lines of text."""
    out = Console(file=StringIO(), width=width, color_system=None, highlight=False)
    with out.capture() as captured:
        out.print(BOARDS[name].draw(position), markup=False, emoji=False)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
