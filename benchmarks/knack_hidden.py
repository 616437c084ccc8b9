"""K'nack Solitaire with the stock face down: two players on the same deals.

policy
    :func:`kibitz.heuristics.knack_solitaire.policy.first_cell`, without a search.
search
    The shipped search: games of the policy played out after each move, in the same orders of what
    is unknown; the worse half of the moves is dropped from time to time. It has ``--ms``
    milliseconds (or ``--iterations``) a decision, a decision being a card that can be laid in cells
    that lead to different games.
"""

import argparse
import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from benchmarks.common import (
    add_processes,
    command,
    effort_of,
    following,
    pool_of,
    share_text,
    show,
)
from kibitz.contract.options import Limits
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.protocol import State, run_apply
from kibitz.heuristics.knack_solitaire.policy import run_first_cell
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.knack_solitaire.chances import Ends
from kibitz.solvers.knack_solitaire.rows import same_games

GAME: Final = KnackSolitaire()
Chooser = Callable[[State, list[int], int, Budget], int]


def by_policy(state: State, moves: list[int], seed: int, budget: Budget) -> int:  # noqa: ARG001
    """The move of the policy."""
    return int(run_first_cell(state))


def played_out(state: State, moves: list[int], seed: int, budget: Budget) -> int:
    """The move after which most games were won."""
    ends = Ends(state, moves, hidden=True, seed=seed)
    return moves[int(ends.run(budget, ignore).order()[0])]


PLAYERS: Final[dict[str, Chooser]] = {
    "policy": by_policy,
    "search": played_out,
}


def play(seed: int, rules: dict[str, Any], limits: Limits) -> dict[str, bool]:
    """Which players win one deal."""
    won = {}
    for name, choose in PLAYERS.items():
        state = GAME.state(GAME.deal(str(seed), rules))
        number = 1_000 * seed
        while legal := GAME.legal(state):
            groups = same_games(state, legal)
            move = groups[0][0]
            if len(groups) > 1:
                number += 1
                move = choose(state, [group[0] for group in groups], number, Budget(limits))
            run_apply(state, move)
        outcome = GAME.outcome(state)
        won[name] = bool(outcome and outcome.won)
    return won


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--first", type=int, default=20_000, help="first deal")
    parser.add_argument("--deals", type=int, default=20, help="how many deals")
    parser.add_argument("--rules", default='{"redeals": 0}', help="switches, as JSON")
    parser.add_argument("--ms", type=int, default=200, help="milliseconds a decision")
    parser.add_argument("--iterations", type=int, help="instead of --ms: reproducible")
    add_processes(parser)


def run(args: argparse.Namespace) -> None:
    """Play all deals and print how many each player won, and how many it alone did."""
    timed = args.iterations is None
    limits = Limits(time_ms=args.ms if timed else None, iterations=args.iterations, memory_mb=256)
    seeds = range(args.first, args.first + args.deals)
    task = partial(play, rules=json.loads(args.rules), limits=limits)
    with pool_of(args) as pool:
        games = [*following(pool.map(task, seeds), args.deals, "deals")]
    rows = []
    for name in PLAYERS:
        wins = sum(won[name] for won in games)
        shown = name if name == "policy" else f"{name}, {effort_of(args)} a decision"
        rows.append([shown, f"{wins} of {args.deals}", share_text(wins, args.deals)])
    title = f"Face-down stock, deals {seeds[0]} to {seeds[-1]}, {args.rules}"
    show(title, ["player", "won", "share"], rows)
    more, less = (
        sum(won[one] and not won[other] for won in games)
        for one, other in (("search", "policy"), ("policy", "search"))
    )
    print(f"search alone won {more}, policy alone {less}", flush=True)


if __name__ == "__main__":
    command(__doc__, add_options, run)
