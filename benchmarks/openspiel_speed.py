"""Iterations a second beside OpenSpiel's information-set search, one thread each.

References, from an opening with a choice to make (new in every batch):

hearts, oh_hell
    OpenSpiel's ``ISMCTSBot`` in C++ on its own games in C++, random rollouts. ``oh_hell`` is also
    played with three players and 13 tricks each, which has the size of a round of Knaves.
kibitz_knaves
    OpenSpiel's ``ISMCTSBot`` in Python on our game (:mod:`integrations.openspiel.players`).

Batches take turns, in processor seconds of the one thread, so that other work on the machine weighs
less. ``--ours name=module:function`` adds a search of ours: a function that takes the number of a
batch and answers with its iterations and their seconds. Its ratio to each reference comes with a
bootstrap 95 % interval over the batches.
"""

import argparse
import importlib
import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from benchmarks.common import following, show
from benchmarks.speed import interval

# Takes the number of a batch, answers with its iterations and the seconds they took.
Batch = Callable[[int], tuple[int, float]]
Taken = npt.NDArray[np.float64]

UCT_C: Final = 2.0
CHOICES: Final = 5
PEERS: Final = ("hearts", "oh_hell", "oh_hell(players=3,num_tricks_fixed=13)")
OWN: Final = "kibitz_knaves"
PYTHON_SHARE: Final = 10  # the search in Python gets one in so many simulations


def opening(game: Any, number: int) -> Any:
    """A state of OpenSpiel: random moves until a player has some choice.

    A deal too small for that is dealt again.
    """
    random = Random(number)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < CHOICES:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, odds)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return state


def compiled_search(name: str, simulations: int) -> Batch:
    """OpenSpiel's search in C++ on one of its own games."""
    spiel = importlib.import_module("pyspiel")
    game = spiel.load_game(name)

    def batch(number: int) -> tuple[int, float]:
        state = opening(game, number)
        evaluator = spiel.RandomRolloutEvaluator(1, number)
        policy = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = spiel.ISMCTSBot(number, evaluator, UCT_C, simulations, -1, policy)
        began = time.thread_time()
        bot.step(state)
        return simulations, time.thread_time() - began

    return batch


def python_search(simulations: int) -> Batch:
    """OpenSpiel's search in Python on Knaves as we present it, playouts compiled."""
    games = importlib.import_module("integrations.openspiel.game")
    players = importlib.import_module("integrations.openspiel.players")
    game = games.load("knaves")

    def batch(number: int) -> tuple[int, float]:
        state = opening(game, number)
        bot = players.LimitedBot(game, number, simulations, None)
        began = time.thread_time()
        bot.step(state)
        return bot.simulations, time.thread_time() - began

    return batch


def references(simulations: int) -> dict[str, Batch]:
    """The searches of OpenSpiel, by the name of the game."""
    found = {name: compiled_search(name, simulations) for name in PEERS}
    return {**found, OWN: python_search(max(1, simulations // PYTHON_SHARE))}


def named(text: str) -> tuple[str, Batch]:
    """The batch function that ``name=module:function`` names."""
    name, _, place = text.partition("=")
    module, _, function = place.partition(":")
    return name, getattr(importlib.import_module(module), function)


def measure(searches: Mapping[str, Batch], batches: int) -> dict[str, Taken]:
    """Iterations and seconds of each batch of each search; who goes first changes by turns."""
    taken = {name: np.zeros((batches, 2)) for name in searches}
    order = list(searches)
    for name in order:
        searches[name](batches)  # compiles, and fills the caches
    for number in following(range(batches), batches, "batches"):
        turn = number % len(order)
        for name in order[turn:] + order[:turn]:
            taken[name][number] = searches[name](number)
    return taken


def speed(taken: Taken, chosen: npt.NDArray[np.int64]) -> float:
    """Iterations a second over the chosen batches."""
    iterations, seconds = taken[chosen].sum(axis=0)
    return float(iterations / seconds)


def ratio(ours: Taken, theirs: Taken, chosen: npt.NDArray[np.int64]) -> float:
    """How many times as fast ours is over the chosen batches."""
    return speed(ours, chosen) / speed(theirs, chosen)


def told(statistic: Callable[[npt.NDArray[np.int64]], float], batches: int) -> str:
    """A statistic of batch numbers with its interval."""
    return f"{statistic(np.arange(batches)):,.1f} ({interval(statistic, batches)})"


def rows(taken: Mapping[str, Taken], ours: Mapping[str, Batch]) -> list[list[str]]:
    """A row for each search: its speed, and how many times as fast each of ours is."""
    return [
        [
            name,
            f"{mine[:, 0].sum():,.0f}",
            told(partial(speed, mine), len(mine)),
            *(told(partial(ratio, taken[other], mine), len(mine)) for other in ours),
        ]
        for name, mine in taken.items()
    ]


def compare(ours: Mapping[str, Batch], batches: int, simulations: int) -> list[list[str]]:
    """The rows of the table: searches of ours, then those of OpenSpiel."""
    return rows(measure({**ours, **references(simulations)}, batches), ours)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--batches", type=int, default=20, help="batches, taking turns")
    parser.add_argument("--simulations", type=int, default=5_000, help="of OpenSpiel, in a batch")
    parser.add_argument(
        "--ours", action="append", default=[], type=named, metavar="NAME=MODULE:FUNCTION"
    )


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    ours = dict(args.ours)
    header = ["search", "iterations", "iterations/s", *(f"{name}, times as fast" for name in ours)]
    title = "Information-set search: iterations a second, one thread"
    show(title, header, compare(ours, args.batches, args.simulations))


def main() -> None:
    """Entry point of ``python -m benchmarks.openspiel_speed``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    run(parser.parse_args())


if __name__ == "__main__":
    main()
