"""A solitaire as an environment of Gymnasium.

An observation is a dictionary of the vector of `games.observation` and an int8 mask of the legal
actions; the mask is in the info as well. The reward is 1 for the move that wins, else 0. An
illegal action ends the game with the reward -1. ``reset(seed=7)`` deals number 7; without a seed
the next deal is drawn at random, after the numbers that the latest seed leads to.
"""

from typing import Any, Final

import gymnasium
import numpy as np

from kibitz.integrations.rounds import Rounds

ILLEGAL_REWARD: Final = -1.0

Observation = dict[str, Any]


class SolitaireEnv(gymnasium.Env[Observation, np.int64]):
    """The game called ``name``, its stock face down.

    ``render_mode``: ``"ansi"`` for a drawing of the table as its player sees it. ``rules`` are the
    switches of the game, such as ``piles=10``; raises ``BadInput`` for one that does not exist,
    ``ValueError`` for a game of several players.
    """

    metadata = {  # noqa: RUF012 - as its base class declares it
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(self, name: str, render_mode: str | None = None, **rules: Any) -> None:
        self.rounds = Rounds(name, rules)
        if self.rounds.seats != 1:
            raise ValueError(f"{name} is not for one: see kibitz.integrations.pettingzoo")
        if render_mode not in {None, *self.metadata["render_modes"]}:
            raise ValueError(f"render_mode={render_mode!r}: only 'ansi' is there")
        self.render_mode = render_mode
        self._ended = False
        self.action_space = gymnasium.spaces.Discrete(self.rounds.actions)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-1.0, 1.0, (self.rounds.size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.rounds.actions,), np.int8),
            }
        )

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        mask = self.rounds.mask(0)
        return {"observation": self.rounds.observe(0), "action_mask": mask}, {"action_mask": mask}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal; there are no options. A deal without any move is over after any action."""
        super().reset(seed=seed, options=options)
        self.rounds.deal(seed, self.np_random)
        self._ended = False
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action: what is seen then, the reward, whether the game is over.

        A game that has ended, by an illegal action too, stays so, and nothing more is gained.
        """
        reward = 0.0
        if not self._ended:
            legal = self.rounds.over or self.rounds.is_legal(int(action))
            if legal and not self.rounds.over:
                self.rounds.play(int(action))
            self._ended = self.rounds.over or not legal
            if self._ended:
                reward = float(self.rounds.payoffs()[0]) if legal else ILLEGAL_REWARD
        seen, info = self._seen()
        return seen, reward, self._ended, False, info

    def render(self) -> str | None:
        """The table in lines of text; None without a render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("no render mode was given, so there is nothing to render")
            return None
        return self.rounds.drawn(0)
