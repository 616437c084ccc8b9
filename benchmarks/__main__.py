"""``python -m benchmarks [name] [options]``; without a name all of them.

See ``benchmarks/README.md`` for what each of them measures.
"""

import argparse
from types import ModuleType
from typing import Final

from benchmarks import (
    attacks,
    cancelling,
    chaos,
    choosing,
    decided,
    first_hints,
    fuzz,
    hand_knee_foot_rounds,
    hidden,
    hidden_bound,
    http,
    ismcts_speed,
    knack_chance,
    knack_decided,
    knack_games,
    knack_hidden,
    knaves_exact,
    knock_rummy_kinds,
    knock_rummy_knocks,
    knock_rummy_melds,
    load,
    memory,
    nodes,
    overhead,
    processes,
    reasons,
    regret,
    review,
    scaling,
    speed,
    startup,
)

BENCHMARKS: Final[dict[str, tuple[ModuleType, ...]]] = {
    "solve": (speed, decided),
    "hidden": (hidden,),
    "hidden_bound": (hidden_bound,),
    "knack": (knack_decided, knack_chance),
    "knack_hidden": (knack_hidden,),
    "games": (knack_games,),
    "knaves": (knaves_exact,),
    "melds": (knock_rummy_melds,),
    "knocks": (knock_rummy_knocks,),
    "kinds": (knock_rummy_kinds,),
    "rounds": (hand_knee_foot_rounds,),
    "levels": (choosing,),
    "regret": (regret,),
    "review": (review,),
    "reasons": (reasons,),
    "ismcts": (ismcts_speed,),
    "http": (http,),
    "overhead": (overhead,),
    "load": (load,),
    "processes": (processes,),
    "fuzz": (fuzz,),
    "attacks": (attacks,),
    "memory": (memory,),
    "chaos": (chaos,),
    "scaling": (scaling,),
    "startup": (startup, first_hints),
    "cancelling": (cancelling,),
    "nodes": (nodes,),
}
# What runs without a name: the sizes of a few minutes.
MODEST: Final[dict[str, list[str]]] = {
    "solve": ["--batches", "10", "--size", "50", "--pysolfc", "200", "--seeds", "1000"],
    "hidden": ["--last", "100010", "--iterations", "2000"],
    "knack": ["--deals", "500", "--openings", "4"],
    "knack_hidden": ["--deals", "10", "--iterations", "200"],
    "games": ["--deals", "4"],
    "knaves": ["--endgames", "100", "--deals", "5000"],
    "melds": [],
    "knocks": ["--hands", "50"],
    "kinds": ["--deals", "20"],
    "rounds": [],
    "levels": ["--moves", "100"],
    "regret": ["--positions", "20", "--rounds", "500"],
    "review": ["--games-of", "knaves", "--positions", "10", "--rounds", "500"],
    "reasons": ["--positions", "100"],
    "ismcts": ["--openings", "5"],
    "http": ["--deals", "100", "--rounds", "1"],
    "overhead": [],
    "load": ["--seconds", "10", "--calibrate", "5"],
    "processes": ["--seconds", "5"],
    "fuzz": ["--requests", "2000"],
    "attacks": ["--many", "40", "--streams", "50"],
    "memory": [],
    "chaos": ["--minutes", "1"],
    "scaling": ["--deals", "10000", "--rounds", "2", "--jobs", "50"],
    "startup": ["--runs", "3"],
    "cancelling": [],
    "nodes": [],
}


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    names = top.add_subparsers(dest="name", metavar="|".join(BENCHMARKS))
    for name, modules in BENCHMARKS.items():
        first = (modules[0].__doc__ or "").splitlines()[0]
        one = names.add_parser(name, help=first, description=first)
        for module in modules:
            module.add_options(one)
    return top


def main() -> None:
    """Run the benchmark that was asked for, or all of them."""
    reader = parser()
    asked = reader.parse_args()
    work = [asked] if asked.name else [reader.parse_args([n, *MODEST[n]]) for n in BENCHMARKS]
    for args in work:
        for module in BENCHMARKS[args.name]:
            module.run(args)


if __name__ == "__main__":
    main()
