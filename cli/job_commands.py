"""Commands for long work: study and match."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli import options

CUT_SHORT = 1

Rules = Annotated[
    list[str] | None,
    options.optional(
        "NAME=VALUE", "Switches that differ from the default, as in wrap=off,piles=10."
    ),
]
Processes = Annotated[
    int, typer.Option(min=1, metavar="N", help="Processes to use on this machine.")
]
Keep = Annotated[
    Path | None,
    options.optional(
        "FILE", "Save finished work in a file; the same command continues from there."
    ),
]
Url = Annotated[
    str | None, options.optional("URL", "Submit it to the service at this address, and follow it.")
]


def study(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A solitaire.")],
    *,
    first: Annotated[int, typer.Option(min=0, metavar="N", help="First deal.")] = 0,
    last: Annotated[int, typer.Option(min=0, metavar="N", help="Last deal.")] = 999,
    source: Annotated[
        str, typer.Option(help="Source of the deals; kibitz rules lists them.")
    ] = "kibitz",
    rules: Rules = None,
    csv: Annotated[Path | None, options.optional("FILE", "Write a table of all deals.")] = None,
    chart: Annotated[
        Path | None, options.optional("FILE", "Draw a chart of their difficulty (PNG).")
    ] = None,
    processes: Processes = 1,
    keep: Keep = None,
    url: Url = None,
    time_ms: options.TimeMs = None,
    nodes: options.Nodes = None,
    memory_mb: options.MemoryMb = None,
    progress: options.Progress = None,
    as_json: options.AsJson = False,
) -> None:
    """Find out how many deals of a solitaire can be won.

    The default limit is 1,000,000 nodes a deal.
    The exit code is 1 when Ctrl-C stopped the study.
    """
    from kibitz.cli.describing_jobs import describe_study
    from kibitz.cli.jobs import Work
    from kibitz.cli.saving import check_new, growing, say_saved, write_file
    from kibitz.games.schema import read_pairs

    limits = {"time_ms": time_ms, "nodes": nodes, "memory_mb": memory_mb}
    asked = {"first": first, "last": last, "source": source, "rules": read_pairs(rules or ())}
    work = Work("study", game, asked, limits, url)
    files = [path for path in (csv, chart) if path is not None]
    for path in files:
        check_new(path)
    with growing(csv) as table:
        found = work.done(progress, processes, keep, table)
    if chart is not None:
        write_file(chart, found.chart())
    _tell(found, describe_study, as_json=as_json)
    for path in files:
        say_saved(path, as_json=as_json)


def match(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game; in a solitaire both play each deal.")
    ],
    hero: Annotated[str, typer.Argument(metavar="HERO", help="A player of the game.")],
    rival: Annotated[str, typer.Argument(metavar="RIVAL", help="The player it plays against.")],
    *,
    deals: Annotated[int, typer.Option(min=1, metavar="N", help="Deals to play.")] = 20,
    first: Annotated[int, typer.Option(min=0, metavar="N", help="First deal.")] = 0,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="Seed of the players' random choices.")
    ] = 1,
    rules: Rules = None,
    processes: Processes = 1,
    keep: Keep = None,
    url: Url = None,
    time_ms: options.TimeMs = None,
    iterations: options.Iterations = None,
    memory_mb: options.MemoryMb = None,
    progress: options.Progress = None,
    as_json: options.AsJson = False,
) -> None:
    """Let two players play the same deals, each at every seat in turn.

    The limits apply to each move; the default is 1,000 iterations.
    The exit code is 1 when Ctrl-C stopped the match.
    """
    from kibitz.cli.describing_jobs import describe_match
    from kibitz.cli.jobs import Work
    from kibitz.games.schema import read_pairs
    from kibitz.solvers.catalogue import find

    limits = {"time_ms": time_ms, "iterations": iterations, "memory_mb": memory_mb}
    asked = {"hero": hero, "rival": rival, "deals": deals, "first": first, "seed": seed}
    work = Work("match", game, asked | {"rules": read_pairs(rules or ())}, limits, url)
    found = work.done(progress, processes, keep)
    alone = find(game).game.players == (1, 1)
    _tell(found, partial(describe_match, alone=alone), as_json=as_json)


def _tell(found: Any, tell: Any, *, as_json: bool) -> None:
    from kibitz.cli.printing import write_json

    if as_json:
        write_json(found.result)
    else:
        tell(found.result)
    if found.cut_short:
        sys.stderr.write(f"stopped: {found.done} of {found.total} deals\n")
        raise typer.Exit(CUT_SHORT)
