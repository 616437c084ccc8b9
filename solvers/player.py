"""What a player of a match is: it is shown a view and answers with a move.

Matches, benchmarks and adapters of other programs share this shape, so that any of them can sit
down against any other.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from kibitz.contract.options import Limits
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.solvers.budget import Cancel


@dataclass(frozen=True, slots=True)
class View:
    """A decision as the seat to move may know it.

    ``state`` is a kernel state of which everything that the seat cannot see has been dealt anew at
    random: one world of many that fit, not the true one. It belongs to the player, who may change
    it. ``position`` is the same world as a position. Solvers that take what the seat sees get it
    with :meth:`kibitz.games.game.Game.as_seen`. ``cancel`` is set once nobody waits for the move: a
    player that searches then plays what it has.
    """

    state: State
    position: Any
    cancel: Cancel = field(default_factory=Cancel)


class Player(Protocol):
    """Chooses moves. One player may sit at any seat, and at several seats of one table."""

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:
        """A legal move for ``seat``, whose turn it is.

        ``seed`` (0 … 2⁶⁴ - 1) is the only source of chance. A player that is not limited by time
        answers equal views and seeds with equal moves.
        """
        ...


# Makes a player of a game that spends no more than the limits on a move.
Factory = Callable[[Game, Limits], Player]
