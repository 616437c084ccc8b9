"""The levels of ``choose`` as players: what an opponent is worth, on the scale of all players."""

from functools import partial

from kibitz.contract.options import STRENGTHS, ChooseOptions, Limits, Strength
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.player import Factory, View


class LevelPlayer:
    """A level of ``choose``, shown what the seat sees; ``best`` under the limits of the match."""

    def __init__(self, level: Strength, game: Game, limits: Limits) -> None:
        """Play so each move."""
        self.level, self.limits, self.solver = level, limits, find(game.name)

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        options = ChooseOptions(level=self.level, seed=str(seed), limits=self.limits)
        seen = game.as_seen(view.position, seat)
        answer = self.solver.choose(seen, options, Budget(self.limits, view.cancel))
        # A game that is lost and never rests is ended by who plays it, not by its players.
        return game.legal(view.state)[0] if not answer.move else game.enter(view.state, answer.move)


LEVELS: dict[str, Factory] = {level: partial(LevelPlayer, level) for level in STRENGTHS}
