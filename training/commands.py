"""What the commands of all games share: options, and progress on standard error."""

import time
from collections.abc import Collection, Iterator, Sequence
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


def take_only(context: typer.Context, what: str, taken: Collection[str]) -> None:
    """Refuse the options given to a command that ``what`` it is to find has no use for."""
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        given = source is not None and source.name == "COMMANDLINE"
        if given and option.param_type_name == "option" and option.name not in taken:
            message = f"{what} does not take {option.opts[0]}"
            raise typer.BadParameter(message, ctx=context)


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
