"""How each game looks in a terminal: one file a game, imported when it is first drawn."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

from rich.console import RenderableType

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
    module = import_module(f"kibitz.cli.boards.{folder_of(name)}")
    return Board(module.draw, module.plain, module.annotated)


BOARDS: Final[Mapping[str, Board]] = ByGame(_board)
