"""What the commands of all games share: options, and progress on standard error."""

import time
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

Minutes = Annotated[float, typer.Option(min=0, help="How long to go on.")]
Seed = Annotated[int, typer.Option(min=0, help="Equal seeds play equal deals.")]
GoOn = Annotated[bool, typer.Option("--go-on", help="Begin with the weights on file.")]
Players = Annotated[int, typer.Option(help="Seats at the table.")]
Deals = Annotated[int, typer.Option(min=2, help="Deals of the first of two duels.")]


T = TypeVar("T")

_CONSOLE: Final = Console(stderr=True, highlight=False, markup=False)


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=_CONSOLE, redirect_stdout=False, redirect_stderr=False)


def until(minutes: float, what: str) -> Iterator[float]:
    """Yield the share of the time that has passed, as long as there is some left."""
    seconds, began = 60 * minutes, time.monotonic()
    with _bar() as bar:
        task = bar.add_task(what, total=seconds)
        while (spent := time.monotonic() - began) < seconds:
            bar.update(task, completed=spent)
            yield spent / seconds


def each(values: Sequence[T], what: str) -> Iterator[T]:
    """Yield the values; the bar shows how many are done."""
    with _bar() as bar:
        yield from bar.track(values, description=what)


def report(line: str) -> None:
    """Print a line above the bar."""
    _CONSOLE.print(line)
