"""Players of some strength, below the search: what the levels of ``choose`` are in every game.

A level is the policy of the game, which judges without a search, with slips: now and then it plays
another move that a person who knows the rules may think of, each as likely as the other. A beginner
may go by a simpler rule than the policy. Who slips still wins, or goes out, where a move does so
for certain. The level ``best`` searches instead, see
:meth:`kibitz.solvers.answering.AnsweringSolver.choose`.

A slip follows from the seed and from what the seat sees, so equal questions get equal moves.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Final

import numpy as np

from kibitz.contract.options import Strength
from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.solvers.question import Question

# By level, the share of decisions at which the player slips.
SLIPS: Final[Mapping[Strength, float]] = {
    "beginner": 0.8,
    "casual": 0.5,
    "strong": 0.2,
    "best": 0.0,
}
WORLDS: Final = 4  # guessed deals in all of which a move must win to be taken for a win


class Chooser(ABC):
    """A player of one game that does not search; a game adds its policy and what a slip may be."""

    def __init__(self, game: Game, question: Question) -> None:
        """``question``: with what the seat to move sees, and no more."""
        self.game, self.question = game, question

    @abstractmethod
    def policy(self, world: State) -> int:
        """The move of the policy, which looks at nothing hidden; ``world``: a guessed deal."""

    def simple_rule(self, world: State) -> int:
        """The move of a beginner who does not slip; by default that of the policy."""
        return self.policy(world)

    def ideas(self, world: State) -> list[int]:  # noqa: ARG002
        """Moves that a person who knows the rules may think of; by default all legal ones."""
        return self.question.legal

    @property
    def occasion(self) -> str:
        """What a slip follows from besides the seed; by default all that the seat sees."""
        text: str = self.question.seen.to_text()
        return text

    @property
    def stranded(self) -> str | None:
        """Why no move leads anywhere any more, in words; None where one may."""
        return None

    def choose(self, level: Strength, seed: int) -> int:
        """A legal move, the same for equal views and seeds."""
        legal = self.question.legal
        if len(legal) == 1:
            return legal[0]
        chance = Random(f"{seed} {self.occasion}")
        world = self._guess(chance)
        if chance.random() >= SLIPS[level]:
            return self.simple_rule(world) if level == "beginner" else self.policy(world)
        worlds = [world, *(self._guess(chance) for _ in range(WORLDS - 1))]
        winning = [move for move in legal if all(self._wins(world, move) for world in worlds)]
        return chance.choice(winning or self.ideas(world))

    def rehearse(self) -> None:
        """Run every kernel of the levels once."""
        world = self._guess(Random(0))
        self.policy(world)
        self.simple_rule(world)
        self._wins(world, self.ideas(world)[0])

    def _guess(self, chance: Random) -> State:
        """A deal that fits what the seat sees."""
        world, stream = self.question.view.copy(), np.zeros(1, np.uint64)
        start_stream(stream, np.uint64(chance.getrandbits(64)), np.uint64(0))
        protocol.run_redeal(world, self.question.seat, stream)
        return world

    def _wins(self, world: State, move: int) -> bool:
        """Whether a move ends the game, and nobody has made more than the seat that plays it."""
        after = world.copy()
        protocol.run_apply(after, move)
        if not protocol.run_over(after):
            return False
        payoffs = np.zeros(self.game.seats(after))
        protocol.run_payoff(after, payoffs)
        return bool(payoffs[self.question.seat] >= max(payoffs.max(), np.finfo(float).tiny))
