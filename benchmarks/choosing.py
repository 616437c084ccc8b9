"""Levels: how long a move of each level of ``choose`` takes, but of ``best``, in every game.

A level plays at all seats. Each decision is asked for as the service asks it once a request is
read: with what the seat to move sees. Forced moves are left out.
"""

import argparse
import time
from typing import Any, Final

import numpy as np

from benchmarks.common import command, following, show
from kibitz.contract.options import STRENGTHS, ChooseOptions, Limits, Strength
from kibitz.games import protocol
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.solver import Solver

HEADER: Final = (
    "game",
    "players",
    "level",
    "moves",
    "median, ms",
    "95th percentile, ms",
    "most, ms",
)
PLAYERS: Final = {"knack": (2, 4), "hand-knee-foot": (2, 4), "knock-rummy": (2, 4)}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--moves", type=int, default=300, help="decisions of each level")


def seconds_of(solver: Solver, level: Strength, rules: dict[str, Any], moves: int) -> list[float]:
    """Processor time of so many decisions, after some that are not counted."""
    game, number, found = solver.game, 0, list[float]()
    while len(found) < moves + 20:
        deal = game.deal(str(number), rules)
        state = game.state(deal)
        number += 1
        while not game.over(state) and len(found) < moves + 20:
            legal = game.legal(state)
            seen = game.as_seen(game.position(state, deal), int(protocol.run_turn(state)))
            options = ChooseOptions(level=level, seed=str(number))
            began = time.thread_time()
            answer = solver.choose(seen, options, Budget(Limits()))
            if len(legal) > 1:
                found.append(time.thread_time() - began)
            if answer.move is None:
                break
            protocol.run_apply(state, next(m for m in legal if game.move_text(m) == answer.move))
    return found[20:]


def run(args: argparse.Namespace) -> None:
    """Play with every level and print how long it took."""
    cases = [
        (solver, players, level)
        for name, solver in SOLVERS.items()
        for players in PLAYERS.get(name, (solver.game.players[0],))
        for level in STRENGTHS
        if level != "best"
    ]
    rows = []
    for solver, players, level in following(cases, len(cases), "levels"):
        rules = {"players": players} if solver.game.name in PLAYERS else {}
        times = 1000 * np.array(seconds_of(solver, level, rules, args.moves))
        middle, high = np.percentile(times, [50, 95])
        figures = (f"{middle:.1f}", f"{high:.1f}", f"{times.max():.1f}")
        rows.append((solver.game.title, str(players), level, str(len(times)), *figures))
    show("Time of a move", HEADER, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
