"""How each game looks in a terminal: one file a game, and the registry of them."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rich.console import RenderableType

from kibitz.cli.boards import (
    hand_knee_foot,
    knack,
    knack_solitaire,
    knaves,
    knock_rummy,
    knotty_nines,
)


class Board(NamedTuple):
    """A game's looks.

    ``draw``: the table of a position. ``plain``: the plain-text deal form that other programs
    read. ``told``: a move of a position with the card that it turns up, from the position before,
    the move's text and the position after it.
    """

    draw: Callable[[Any], RenderableType]
    plain: Callable[[Any], str]
    told: Callable[[Any, str, Any], str]


BOARDS: Final[Mapping[str, Board]] = {
    "knack": Board(knack.draw, knack.plain, knack.told),
    "hand-knee-foot": Board(hand_knee_foot.draw, hand_knee_foot.plain, hand_knee_foot.told),
    "knack-solitaire": Board(knack_solitaire.draw, knack_solitaire.plain, knack_solitaire.told),
    "knaves": Board(knaves.draw, knaves.plain, knaves.told),
    "knock-rummy": Board(knock_rummy.draw, knock_rummy.plain, knock_rummy.told),
    "knotty-nines": Board(knotty_nines.draw, knotty_nines.plain, knotty_nines.told),
}
