"""A game of several seats as an environment of PettingZoo in which agents act in turn.

The agents are ``player_0``, ``player_1`` … by seat. An observation is a dictionary of the vector of
`games.observation` and an int8 mask of the legal actions; the mask is in ``infos`` as well. Who is
not to move has no legal action, but may be observed. Rewards are what each seat has won, when
the round is over. ``reset(seed=7)`` deals number 7; without a seed the next deal is drawn at
random, after the numbers that the latest seed leads to.
"""

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kibitz.games.catalogue import folder_of
from kibitz.games.records import Int8s, Reals32
from kibitz.integrations.rounds import Rounds

ILLEGAL_REWARD: Final = -1.0
RENDER_MODES: Final = ["ansi"]

Observation = dict[str, Any]


def env(
    name: str,
    *,
    render_mode: str | None = None,
    illegal_reward: float = ILLEGAL_REWARD,
    **rules: Any,
) -> AECEnv[str, Observation, int | None]:
    """The game called ``name``, wrapped as PettingZoo wraps its own card and board games.

    An illegal action ends the round: whoever took it has ``illegal_reward`` and the others 0. An
    action that does not exist and calls out of order raise. ``rules`` are the switches of the game,
    such as ``players=4``; raises ``BadInput`` for one that does not exist, ``ValueError`` for a
    game of one player.
    """
    made: AECEnv[str, Observation, int | None] = GameEnv(name, render_mode, **rules)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=illegal_reward)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class GameEnv(AECEnv[str, Observation, int | None]):
    """The bare environment: an illegal action raises ``ValueError``.

    Pickled, it goes on where it was.

    ``render_mode``: ``"ansi"`` for a drawing of the table with all cards.
    """

    def __init__(self, name: str, render_mode: str | None = None, **rules: Any) -> None:
        self.rounds = Rounds(name, rules)
        if self.rounds.seats < 2:
            raise ValueError(f"{name} is for one: see kibitz.integrations.gymnasium")
        if render_mode not in {None, *RENDER_MODES}:
            raise ValueError(f"render_mode={render_mode!r}: only 'ansi' is there")
        self.metadata = {"render_modes": RENDER_MODES, "is_parallelizable": False}
        self.metadata["name"] = f"kibitz/{folder_of(name)}-v0"
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rounds.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        vector, count = (self.rounds.size,), self.rounds.actions
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-1.0, 1.0, vector, np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents
        }
        self.state_space = gymnasium.spaces.Box(
            -1.0, 1.0, (self.rounds.seats, self.rounds.size), np.float32
        )
        self._random, _ = np_random()
        self._nothing: Int8s = np.zeros(count, np.int8)
        self._nothing.flags.writeable = False

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent can observe, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent can do, always the same object."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> None:
        """Deal; there are no options."""
        if seed is not None:
            self._random, _ = np_random(seed)
        self.rounds.deal(seed, self._random)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self._skip_agent_selection = None
        self._give_turn()

    def _give_turn(self) -> None:
        """Select the agent to act and say in its info what is legal."""
        seat = self.rounds.turn
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": self.rounds.mask(seat)}

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None for one whose round is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move: None is not an action")
        self.rounds.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": self._nothing}
        if self.rounds.over:
            payoffs = self.rounds.payoffs().tolist()
            self.rewards = dict(zip(self.agents, payoffs, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._give_turn()

    def observe(self, agent: str) -> Observation:
        """What an agent sees, also when it is not its turn."""
        seat = self._seats[agent]
        return {"observation": self.rounds.observe(seat), "action_mask": self.rounds.mask(seat)}

    def state(self) -> Reals32:
        """What all seats see together: their observations, a row for each."""
        return np.stack([self.rounds.observe(seat) for seat in range(self.rounds.seats)])

    def render(self) -> str | None:
        """The table with all cards in lines of text; None without a render mode."""
        if self.render_mode is None:
            gymnasium.logger.warn("no render mode was given, so there is nothing to render")
            return None
        return self.rounds.drawn()

    def close(self) -> None:
        """Nothing is open."""
