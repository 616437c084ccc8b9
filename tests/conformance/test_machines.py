"""Answers do not depend on the processor, though linear algebra sums in an order of its own there.

The library is told to take this machine for another; where it knows no other, nothing is shown.
"""

import json
import os
import subprocess
import sys
from random import Random
from typing import Any, Final

import pytest

from kibitz.contract.options import HintOptions, Limits
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.jobs.duplicates import key, view_of
from kibitz.jobs.players import PLAYERS, factory
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS

PROCESSORS: Final = ("Nehalem", "Haswell", "SkylakeX")
SEARCHES: Final = ("search", "search@0.1")
PLACES: Final = (0.1, 0.4, 0.7)  # of a game of random moves
PLAYED: Final = 30  # moves
FEW: Final = Limits(iterations=60, memory_mb=64)


def answers(name: str) -> str:
    """Hints for a few positions of a game, and how searching players play it on, as JSON."""
    solver, found = SOLVERS[name], list[object]()
    game, random = solver.game, Random(11)
    for players in sorted({*game.players}):
        deal = game.deal("3", {"players": players} if len({*game.players}) > 1 else None)
        states = [game.state(deal)]
        while not protocol.run_over(states[-1]) and len(states) < 200:
            state = states[-1].copy()
            protocol.run_apply(state, random.choice(game.legal(state)))
            states.append(state)
        for place in PLACES:
            state = states[int(place * len(states))]
            seen = game.as_seen(game.position(state, deal), int(protocol.run_turn(state)))
            hint = solver.hint(seen, HintOptions(level="why"), Budget(FEW))
            found.append(hint.model_dump(mode="json"))
        searches = [each for each in SEARCHES if each in PLAYERS.get(name, {})]
        found += [played(game, deal, search) for search in searches]
    return json.dumps(found, indent=1)


def played(game: Game, deal: Any, search: str) -> list[str]:
    """The first moves of a game of a searching player among itself."""
    player, state, moves = factory(game, search)(game, FEW), game.state(deal), list[str]()
    while len(moves) < PLAYED and not protocol.run_over(state):
        seat, ply, legal = int(protocol.run_turn(state)), len(moves), game.legal(state)
        view = view_of(game, state, deal, seat, key(1, ply, 0))
        move = player.choose(game, view, seat, key(1, ply, 1)) if len(legal) > 1 else legal[0]
        moves.append(game.move_text(move))
        protocol.run_apply(state, move)
    return moves


def answers_of(name: str, processor: str) -> str:
    """The same from a process of its own, which takes the machine for another."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.test_machines", name],
        env={**os.environ, "OPENBLAS_CORETYPE": processor},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.mark.parametrize("name", SOLVERS)
def test_every_processor_gets_the_same_answers(name: str) -> None:
    first, *others = [answers_of(name, processor) for processor in PROCESSORS]
    for other in others:
        assert other == first


if __name__ == "__main__":
    sys.stdout.write(answers(sys.argv[1]))
