"""The player that any game has: it plays at random."""

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games.chance import below, start_stream
from kibitz.games.game import Game
from kibitz.solvers.player import View


class RandomPlayer:
    """Any legal move, each as likely."""

    def __init__(self, game: Game, limits: Limits) -> None:
        """Chance takes no time."""

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        stream = np.zeros(1, np.uint64)
        start_stream(stream, np.uint64(seed), np.uint64(0))
        moves = game.legal(view.state)
        return moves[int(below(stream, len(moves)))]
