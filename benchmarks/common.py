"""What the benchmarks share: commands, deals as rank arrays, tables, a bar on standard error."""

import multiprocessing
import sys
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import numpy as np
import rich.progress as bars
from rich.console import Console
from rich.table import Table

from kibitz.games.knotty_nines.classes import MAX_PILES, Ints
from kibitz.games.knotty_nines.deal import deal
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.rules import Rules
from kibitz.solvers import budget
from kibitz.solvers.intervals import wilson

T = TypeVar("T")

ROOT: Final = Path(__file__).resolve().parent.parent
PILES: Final = 9
STOCK: Final = 52 - PILES
PYSOLFC_FIRST: Final = 100_001
RULES: Final = {wrap: Rules(wrap=wrap) for wrap in (True, False)}


def command(
    about: str | None,
    add_options: Callable[[ArgumentParser], object],
    run: Callable[[Namespace], object],
) -> None:
    """Run one benchmark as a command of its own; ``about``: the docstring of its module."""
    parser = ArgumentParser(description=about, formatter_class=RawDescriptionHelpFormatter)
    add_options(parser)
    run(parser.parse_args())


def add_processes(parser: ArgumentParser) -> None:
    """The options of :func:`pool_of`."""
    parser.add_argument("--processes", type=int, default=1, help="deals played at once")
    parser.add_argument(
        "--processor",
        action="store_true",
        help="milliseconds of processor time, not by the clock: equal time on a busy machine, too",
    )


def pool_of(args: Namespace) -> ProcessPoolExecutor:
    """Processes that start from nothing, and keep limits of time as ``--processor`` says."""
    context: Any = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(
        args.processes,
        mp_context=context,
        initializer=_keep_time,
        initargs=(args.processor,),
    )


def _keep_time(processor: bool) -> None:
    if processor:
        vars(budget)["time"] = SimpleNamespace(perf_counter=time.thread_time)


def effort_of(args: Namespace) -> str:
    """What a move may take, in words."""
    if args.iterations is not None:
        return f"{args.iterations:,} iterations"
    return f"{args.ms} ms{' of processor time' if args.processor else ''}"


def dealt(seed: int, source: str, *, wrap: bool) -> Position:
    """Deal number ``seed`` of ``source``, with default rules but ``wrap``."""
    return deal(str(seed), RULES[wrap], source)


def ranks_of(seeds: Iterable[int], source: str) -> tuple[Ints, Ints]:
    """Ranks of many deals: a row of tableau cards and a row of stock cards each."""
    rows = []
    for seed in seeds:
        position = dealt(seed, source, wrap=True)
        cards = [pile[0] for pile in position.tableau] + list(position.stock)
        rows.append([card >> 2 for card in cards])
    packs = np.array(rows, np.int64).reshape(-1, 52)
    tops = np.zeros((len(packs), MAX_PILES), np.int64)
    tops[:, :PILES] = packs[:, :PILES]
    return tops, np.ascontiguousarray(packs[:, PILES:])


def share_text(wins: int, trials: int) -> str:
    """``12.3 % (11.0 … 13.7)``: a share with Wilson's 95 % interval."""
    low, high = wilson(wins, trials)
    return f"{100 * wins / max(trials, 1):.2f} % ({100 * low:.2f} … {100 * high:.2f})"


def on_off(wrap: bool) -> str:
    """The switch as it is shown."""
    return "on" if wrap else "off"


def show(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on a terminal, Markdown rows anywhere else."""
    console = Console()
    if console.is_terminal:
        table = Table(*header, title=title, title_justify="left")
        for row in rows:
            table.add_row(*row)
        console.print(table)
        return
    print(f"### {title}\n")
    print("| " + " | ".join(header) + " |")
    print("|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def following(items: Iterable[T], total: int, words: str) -> Iterable[T]:
    """``items``, with a bar on standard error when that is a terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        print(f"{words}: {total}", file=sys.stderr, flush=True)
        return items
    return bars.track(items, words, total=total, console=console, transient=True)
