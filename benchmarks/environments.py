"""Steps a second of our environments compared with the libraries' own games, one thread.

A step is one decision: what the agent to act observes is asked for, a random legal action is taken
from its mask and played. Dealing again counts too. Everything goes through the interface of the
library, as a learner would use it:

PettingZoo
    Wrapped environments, ``agent_iter``, ``last`` and ``step``; ours besides those of its classic
    games that are installed (``pip install pygame-ce chess rlcard``).
Gymnasium
    ``make``, ``reset`` and ``step``; ours besides its Blackjack and Taxi, of which every action
    counts as legal where there is no mask.
OpenSpiel
    ``observation_tensor`` (``information_state_tensor`` where a game has no other), then
    ``legal_actions`` and ``apply_action``, from Python; ours besides its card games in C++.

Batches take turns, in processor seconds of the one thread, so that other work on the machine weighs
less. Intervals are 95 % bootstrap intervals over the batches.
"""

import argparse
import importlib
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np

from benchmarks.common import command, show
from benchmarks.openspiel_speed import Batch, measure, speeds

ZOO: Final = (
    *("tictactoe_v3", "connect_four_v3", "chess_v6"),
    *("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6"),
)
GYM: Final = ("Blackjack-v1", "Taxi-v4")
SPIEL: Final = ("hearts", "oh_hell(players=3,num_tricks_fixed=13)", "gin_rummy")
DEALS: Final = 100  # outcomes of the first node of ours: OpenSpiel lists them all

Step = Callable[[Random], None]


def _batch(step: Step, steps: int) -> Batch:
    """Batches of so many steps."""

    def batch(number: int) -> tuple[int, float]:
        random = Random(number)
        began = time.thread_time()
        for _ in range(steps):
            step(random)
        return steps, time.thread_time() - began

    return batch


def _any(mask: Any, random: Random) -> int:
    """A random action of a mask."""
    legal = np.flatnonzero(mask)
    return int(legal[int(random.random() * len(legal))])


def zoo_steps(made: Any) -> Step:
    """One decision after the other in an environment of PettingZoo."""
    agents = iter(())

    def step(random: Random) -> None:
        nonlocal agents
        while True:
            if next(agents, None) is None:
                made.reset()
                agents = iter(made.agent_iter())
                next(agents)
            seen, _, over, cut, info = made.last()
            if not over and not cut:
                masks = seen if isinstance(seen, dict) and "action_mask" in seen else info
                made.step(_any(masks["action_mask"], random))
                return
            made.step(None)

    return step


def gym_steps(made: Any) -> Step:
    """One decision after the other in an environment of Gymnasium."""
    made.action_space.seed(1)
    info: dict[str, Any] | None = None

    def step(random: Random) -> None:
        nonlocal info
        if info is None:
            _, info = made.reset()
        mask = info.get("action_mask")
        action = _any(mask, random) if mask is not None and mask.any() else 0
        if mask is None:
            action = int(made.action_space.sample())
        _, _, over, cut, info = made.step(action)
        if over or cut:
            info = None

    return step


def spiel_steps(game: Any) -> Step:
    """One decision after the other in a game of OpenSpiel."""
    state: Any = None
    about = game.get_type()
    tensor = "observation" if about.provides_observation_tensor else "information_state"
    observe = f"{tensor}_tensor"

    def step(random: Random) -> None:
        nonlocal state
        if state is None or state.is_terminal():
            state = game.new_initial_state()
            _leave_to_chance(state, random)
        getattr(state, observe)(state.current_player())
        legal = state.legal_actions()
        state.apply_action(legal[int(random.random() * len(legal))])
        _leave_to_chance(state, random)

    return step


def _leave_to_chance(state: Any, random: Random) -> None:
    """Deal until a player is to move, or the game is over."""
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, odds)[0])


def subjects() -> tuple[dict[str, Step], list[str]]:
    """What is measured, by library and game, and the games of others that are not installed."""
    found: dict[str, Step] = {}
    missing: list[str] = []
    zoo = importlib.import_module("kibitz.integrations.pettingzoo")
    for name in zoo.IDS:
        found[f"PettingZoo: our {name}"] = zoo_steps(zoo.env(name))
    for theirs in ZOO:
        try:
            module = importlib.import_module(f"pettingzoo.classic.{theirs}")
        except ImportError:
            missing.append(theirs)
        else:
            found[f"PettingZoo: {theirs}"] = zoo_steps(module.env())
    gymnasium = importlib.import_module("gymnasium")
    solitaires = importlib.import_module("kibitz.integrations.gymnasium")
    for name, registered in solitaires.IDS.items():
        found[f"Gymnasium: our {name}"] = gym_steps(gymnasium.make(registered))
    for theirs in GYM:
        found[f"Gymnasium: {theirs}"] = gym_steps(gymnasium.make(theirs))
    try:
        games = importlib.import_module("kibitz.integrations.openspiel.game")
    except ImportError:
        return found, [*missing, "OpenSpiel"]
    for name in games.CLASSES:
        found[f"OpenSpiel: our {name}"] = spiel_steps(games.load(name, deals=DEALS))
    spiel = importlib.import_module("pyspiel")
    for theirs in SPIEL:
        found[f"OpenSpiel: {theirs}"] = spiel_steps(spiel.load_game(theirs))
    return found, missing


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--batches", type=int, default=20, help="batches, taking turns")
    parser.add_argument("--steps", type=int, default=2_000, help="in a batch")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    steps, missing = subjects()
    batches = {name: _batch(step, args.steps) for name, step in steps.items()}
    taken = measure(batches, args.batches)
    show("Environments, one thread", ["environment", "steps", "steps/s"], speeds(taken))
    if missing:
        print(f"Not installed: {', '.join(missing)}.")


if __name__ == "__main__":
    command(__doc__, add_options, run)
