"""OpenSpiel's information-set search as a player of ours.

It is the ``ISMCTSBot`` in Python, its search unchanged, with three things put around it: it stops
by the clock where it is limited by time, hidden cards are dealt anew by our kernels (its own
sampler is not seeded), and playouts are compiled unless ``compiled=False``. Nodes are keyed by what
the seat to move sees in the sampled world, as OpenSpiel does it.
"""

import json
import time
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from kibitz.contract.options import Limits
from kibitz.games.game import Game
from kibitz.integrations.openspiel.game import KibitzGame, load
from kibitz.integrations.openspiel.rollout import CompiledRollouts
from kibitz.integrations.openspiel.state import KibitzState
from kibitz.solvers.player import View

FEWEST: Final = 2  # simulations
NO_LIMIT: Final = 1 << 62
SEED_MASK: Final = (1 << 32) - 1


class LimitedBot(ISMCTSBot):
    """OpenSpiel's bot that can stop by the clock as well, and that counts its simulations.

    ``stop_ns`` is how long one search may take; the simulation under way is finished.
    """

    def __init__(
        self,
        game: KibitzGame,
        seed: int,
        simulations: int | None,
        stop_ns: int | None,
        uct_c: float | None = None,
        *,
        compiled: bool = True,
    ) -> None:
        random = np.random.RandomState([seed & SEED_MASK, seed >> 32 & SEED_MASK])
        evaluator = (
            CompiledRollouts(seed, game.ours.max_moves, game.seats)
            if compiled
            else RandomRolloutEvaluator(1, random)
        )
        super().__init__(
            game,
            evaluator,
            game.facts.uct_c if uct_c is None else uct_c,
            NO_LIMIT if simulations is None else simulations,
            random_state=random,
            final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )
        self.simulations = 0
        self._stop_ns = stop_ns
        self.set_resampler(self._resampled)

    def _resampled(self, state: KibitzState, player: int) -> KibitzState:
        return state.resample_from_infostate(player, self.random_number)

    def run_search(self, state: KibitzState) -> Any:
        """The moves and their probabilities: what ``ISMCTSBot.run_search`` does, until a limit.

        Two simulations are always run: the first one only opens the root. One legal move alone is
        answered without a search.
        """
        began = time.perf_counter_ns()
        self.reset()
        self.simulations = 0
        actions = state.legal_actions()
        if len(actions) == 1:
            return [(actions[0], 1.0)]
        self._root_node = self.create_new_node(state)
        key = self.get_state_key(state)
        while self.simulations < max(self._max_simulations, FEWEST):
            world = self.sample_root_state(state)
            if self.get_state_key(world) != key:
                raise AssertionError("a world differs in what the seat to move sees")
            self.run_simulation(world)
            self.simulations += 1
            late = self._stop_ns is not None and time.perf_counter_ns() - began >= self._stop_ns
            if late and self.simulations >= FEWEST:
                break
        return self.get_final_policy(state, self._root_node)


class IsmctsPlayer:
    """See :class:`kibitz.solvers.player.Player`: the bot, made anew with the seed for each move.

    ``limits``: iterations are simulations. Without any limit it raises ``ValueError``.
    ``simulations`` counts those of the last move.
    """

    def __init__(
        self,
        game: Game,
        limits: Limits,
        uct_c: float | None = None,
        *,
        compiled: bool = True,
    ) -> None:
        if limits.iterations is None and limits.time_ms is None:
            raise ValueError("OpenSpiel's search needs a limit of iterations or of time")
        self._games: dict[str, KibitzGame] = {}
        self._name = game.name
        self._limits = limits
        self._uct_c = uct_c
        self._compiled = compiled
        self.simulations = 0

    def _playing(self, position: Any) -> KibitzGame:
        """The game under the rules of a position, made once.

        Raises ``ValueError`` for rules that OpenSpiel's parameters cannot say.
        """
        rules = position.to_json()["rules"]
        key = json.dumps(rules)
        if key not in self._games:
            self._games[key] = load(self._name, **rules)
        return self._games[key]

    def choose(self, game: Game, view: View, seat: int, seed: int) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.player.Player.choose`."""
        time_ms = self._limits.time_ms
        stop_ns = None if time_ms is None else time_ms * 1_000_000
        playing = self._playing(view.position)
        bot = LimitedBot(
            playing,
            seed,
            self._limits.iterations,
            stop_ns,
            self._uct_c,
            compiled=self._compiled,
        )
        action = bot.step(playing.adopt(view.state, view.position))
        self.simulations = bot.simulations
        if action == pyspiel.INVALID_ACTION:
            raise ValueError("there is nothing to choose at this state")
        return int(action)
