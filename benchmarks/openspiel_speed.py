"""Our search compared with OpenSpiel's information-set search: iterations a second, one thread.

Ours search openings of Knaves, 13 cards a hand, as its players do: with random playouts, which is
what OpenSpiel's play, and with the policy's; each as one tree by UCB1, that is single-observer
information-set search, and flat. Memory and set-up count.

OpenSpiel's, from an opening with a choice to make:

hearts, oh_hell
    ``ISMCTSBot`` in C++ on its own games in C++, random rollouts. ``oh_hell`` is also played with
    three players and 13 tricks each, which has the size of a round of Knaves.
kibitz_knaves
    ``ISMCTSBot`` in Python on our game (:mod:`kibitz.integrations.openspiel.players`).

Every batch has a new opening. Batches take turns, in processor seconds of the one thread, so that
other work on the machine weighs less. Trees slow down as they grow, so ours and those in C++ have
equal iterations. Ratios come with bootstrap 95 % intervals over the batches.

``--ours name=module:function`` adds another search: a function that takes the number of a batch and
answers with its iterations and their seconds.
"""

import argparse
import importlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from benchmarks.common import command, following, show
from benchmarks.speed import interval
from kibitz.contract.options import Limits
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.knaves.state import SEATS
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.knaves import analysis  # noqa: F401 (attaches the judgement of Knaves)

# Takes the number of a batch, answers with its iterations and the seconds they took.
Batch = Callable[[int], tuple[int, float]]
Taken = npt.NDArray[np.float64]

UCT_C: Final = 2.0
CHOICES: Final = 5
PEERS: Final = ("hearts", "oh_hell", "oh_hell(players=3,num_tricks_fixed=13)")
OWN: Final = "kibitz_knaves"
PYTHON_SHARE: Final = 10  # the search in Python gets one in so many simulations
# Nothing is left to defaults, which change with what plays best.
TREE: Final = SearchOptions(
    opponents="tree", backup="max_n", selection="ucb1", root="ucb", expand_after=1,
    playout="random", endgame_below=0, utility="points", settle=False, trees=1,
)  # fmt: skip
OURS: Final[Mapping[str, SearchOptions]] = {
    "tree": TREE,
    "flat": replace(TREE, tree_depth=1),
    "tree, policy": replace(TREE, playout="policy"),
    "flat, policy": replace(TREE, playout="policy", tree_depth=1),
}


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
        chosen = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = spiel.ISMCTSBot(number, evaluator, UCT_C, simulations, -1, chosen)
        began = time.thread_time()
        bot.step(state)
        return simulations, time.thread_time() - began

    return batch


def python_search(simulations: int) -> Batch:
    """OpenSpiel's search in Python on Knaves as we present it, playouts compiled."""
    games = importlib.import_module("kibitz.integrations.openspiel.game")
    players = importlib.import_module("kibitz.integrations.openspiel.players")
    game = games.load("knaves")

    def batch(number: int) -> tuple[int, float]:
        state = opening(game, number)
        bot = players.LimitedBot(game, number, simulations, None)
        began = time.thread_time()
        bot.step(state)
        return bot.simulations, time.thread_time() - began

    return batch


def our_search(options: SearchOptions, iterations: int) -> Batch:
    """Our search of Knaves."""
    game, setting = Knaves(), Setting(SEATS, MAX_MOVES)

    def batch(number: int) -> tuple[int, float]:
        state = game.state(game.deal(str(number)))
        budget = Budget(Limits(iterations=iterations))
        began = time.thread_time()
        found = Search(state, setting, options, budget, seed=number).run()
        return found.iterations, time.thread_time() - began

    return batch


def ours(simulations: int) -> dict[str, Batch]:
    """Our searches by name."""
    return {name: our_search(options, simulations) for name, options in OURS.items()}


def references(simulations: int) -> dict[str, Batch]:
    """The searches of OpenSpiel, by the name of the game."""
    found = {name: compiled_search(name, simulations) for name in PEERS}
    return {**found, OWN: python_search(max(1, simulations // PYTHON_SHARE))}


def named(text: str) -> tuple[str, Batch]:
    """The batch function that ``name=module:function`` names.

    Raises ``argparse.ArgumentTypeError`` for text of another form or a function that is not there.
    """
    name, equals, place = text.partition("=")
    module, colon, function = place.partition(":")
    if not (name and equals and module and colon and function):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form name=module:function")
    try:
        return name, getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be loaded: {error}") from error


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


def speeds(taken: Mapping[str, Taken]) -> list[list[str]]:
    """A row for each search: its iterations, and how many a second."""
    return [
        [name, f"{mine[:, 0].sum():,.0f}", told(partial(speed, mine), len(mine))]
        for name, mine in taken.items()
    ]


def ratios(
    taken: Mapping[str, Taken], mine: Iterable[str], peers: Sequence[str]
) -> list[list[str]]:
    """A row for each search of ours: how many times as fast it is as each peer."""
    return [
        [one, *(told(partial(ratio, taken[one], taken[peer]), len(taken[one])) for peer in peers)]
        for one in mine
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--batches", type=int, default=20, help="batches, taking turns")
    parser.add_argument("--simulations", type=int, default=20_000, help="in a batch")
    parser.add_argument(
        "--ours", action="append", default=[], type=named, metavar="NAME=MODULE:FUNCTION"
    )


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    mine, peers = {**ours(args.simulations), **dict(args.ours)}, references(args.simulations)
    taken = measure({**mine, **peers}, args.batches)
    header = ["search", "iterations", "iterations/s"]
    show("Information-set search, one thread", header, speeds(taken))
    header = ["times as fast as", *peers]
    show("Ours compared with OpenSpiel's", header, ratios(taken, mine, list(peers)))


if __name__ == "__main__":
    command(__doc__, add_options, run)
