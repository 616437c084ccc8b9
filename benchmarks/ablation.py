"""Ablation: dial after dial of the search, against flat Monte Carlo with the same playouts.

The table behind a game's default `solvers.ismcts.options.SearchOptions`. Every setting meets
the same rival on the same duplicate deals at equal time (or equal iterations) a move. Options are
those of :mod:`benchmarks.strength`, which plays.
"""

from collections.abc import Mapping
from typing import Final

from benchmarks import strength
from benchmarks.players import PlayTable

WEIGHTED: Final = "worlds=weighted/world_choices=8"
TREE: Final = "tree_depth=64/root=ucb"
PUCT: Final = f"{TREE}/selection=puct"
TABLES: Final[Mapping[str, PlayTable]] = {
    "knaves": PlayTable(
        (
            "search",
            "search/judgement_error=inf",
            "search/judgement_error=0.1",
            "search/drop_at=3",
            "search/judgement_error=inf/drop_at=3",
            f"search/{WEIGHTED}",
            "search/world_steps=4",
            "search/world_steps=16",
            "flat/playout=random",
            "flat/playout=mast",
            "flat/root=ucb",
            "flat/endgame_below=9",
            "flat/worlds=weighted/world_choices=4",
            f"flat/{WEIGHTED}",
            "flat/worlds=weighted/world_choices=16",
            f"flat/{WEIGHTED}/endgame_below=9",
            f"flat/{TREE}",
            f"flat/{TREE}/selection=ucb_tuned",
            f"flat/{TREE}/backup=paranoid",
            f"flat/{PUCT}",
            f"flat/{PUCT}/{WEIGHTED}",
            f"flat/{PUCT}/{WEIGHTED}/opponents=policy",
            f"flat/{PUCT}/{WEIGHTED}/endgame_below=9",
        ),
        ("flat",),
    ),
    "knack": PlayTable(
        (
            "search",
            "search/endgame_below=0",
            "search/judgement_error=inf",
            "search/drop_at=2",
            "search/playout=random",
            "search/playout=mast",
            "search/root=ucb",
            "flat",
            f"search/{TREE}",
            f"search/{TREE}/backup=paranoid",
            f"search/{PUCT}",
            f"search/{PUCT}/opponents=policy",
        ),
        ("search",),
    ),
    "knock-rummy": PlayTable(
        (
            "search",
            "uniform/playout=random",
            "search/playout=random",
            "uniform/worlds=weighted/world_choices=8",
            "search/world_steps=16",
            "search/world_steps=256",
            "search/tree_depth=64/root=ucb/selection=puct",
        ),
        ("uniform",),
        ({"players": 2}, {"players": 4}),
    ),
}


def main() -> None:
    """Entry point of ``python -m benchmarks.ablation``."""
    parser = strength.options()
    parser.description = __doc__
    args = parser.parse_args()
    table = TABLES[args.game]
    args.heroes, args.rivals = args.heroes or table.heroes, args.rivals or table.rivals
    strength.run(args)


if __name__ == "__main__":
    main()
