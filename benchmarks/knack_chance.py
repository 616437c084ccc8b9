"""K'nack Solitaire against a face-down stock: how far apart the two ends of the chance to win are.

From fresh deals of our own seeds whose stock nobody has seen, worlds are sampled: orders of the
stock and of every shuffle. Above: worlds that the bound does not prove lost, which no player can
win more of. Below: worlds that the policy wins, without a look at anything hidden.
"""

import argparse
import time
from typing import Any, Final

from benchmarks.common import command, following, share_text, show
from benchmarks.knack_decided import GAME, rules_of
from kibitz.contract.options import Limits
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.intervals import wilson
from kibitz.solvers.knack_solitaire.chances import Ends

SETS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("52 cards", {"jokers": 0}),
    ("54 cards", {}),
    ("36 cards", {"pack": 36}),
    ("52 cards, turned over", {"jokers": 0, "redeal": "turn_over"}),
    ("54 cards, no redeal", {"redeals": 0}),
    ("52 cards, 13 × 13", {"jokers": 0}),
    ("52 cards, 11 × 11", {"jokers": 0}),
    ("52 cards, 9 × 9", {"jokers": 0}),
    ("54 cards, 9 × 9", {}),
]


def enclose(name: str, rules: dict[str, Any], deals: int, worlds: int) -> list[str]:
    """One row: both ends over all worlds of all deals, and games a second."""
    above = below = total = 0
    spent = 0.0
    for seed in following(range(deals), deals, name):
        state = GAME.state(GAME.as_seen(GAME.deal(str(seed), rules)))
        began = time.thread_time()
        ends = Ends(state, [], hidden=True, seed=seed)
        chance = ends.run(Budget(Limits(iterations=worlds)), ignore).chance(0)
        spent += time.thread_time() - began
        above, below = above + chance.above, below + chance.below
        total += chance.worlds
    low, high = wilson(below, total)[0], wilson(above, total)[1]
    return [
        name,
        f"{total:,}",
        share_text(below, total),
        share_text(above, total),
        f"{100 * (high - low):.2f}",
        f"{total / max(spent, 1e-9):,.0f}",
    ]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--openings", type=int, default=40, help="fresh deals")
    parser.add_argument("--worlds", type=int, default=1_000, help="worlds of each")


def run(args: argparse.Namespace) -> None:
    """Enclose and print."""
    rows = []
    for name, switches in SETS:
        rules = rules_of(name, switches)
        enclose(name, rules, 1, 2)  # load the kernels
        rows.append(enclose(name, rules, args.openings, args.worlds))
    header = ["set", "worlds", "policy wins", "not proved lost", "ends apart, points", "games/s"]
    show("K'nack Solitaire: the chance to win against a face-down stock", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
