"""A review in words: what ``kibitz review`` prints."""

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from kibitz.cli.describing import describe_cost, wrapped
from kibitz.cli.printing import write, write_line
from kibitz.contract.answers import StoppedBy
from kibitz.contract.review import Decision, Judgement, ReviewAnswer

FAULTS: Final[frozenset[Judgement | None]] = frozenset({"inaccuracy", "mistake", "blunder"})
MARKS: Final[dict[Judgement, tuple[str, str]]] = {
    "best": ("best", "green"),
    "good": ("good", "green"),
    "inaccuracy": ("inaccuracy", "yellow"),
    "mistake": ("mistake", "dark_orange"),
    "blunder": ("blunder", "bold red"),
    "too_close_to_call": ("too close to call", "cyan"),
}


def describe_review(answer: ReviewAnswer, *, every: bool) -> None:
    """A paragraph for each seat, then the faults, or every decision, in a table."""
    for number, seat in enumerate(answer.seats):
        if number:
            write_line("")
        wrapped(seat.text)
    shown = [d for d in answer.decisions if every or d.judgement in FAULTS]
    if shown:
        write_line("")
        write(_table(answer, shown))
    for decision in shown:
        if decision.reasons and decision.judgement in FAULTS:
            write_line("")
            said = " ".join(reason.text for reason in decision.reasons)
            wrapped(f"Move {decision.ply + 1}, {decision.best}: {decision.best_text}. {said}")
    open_end = None if answer.stopped_by is StoppedBy.SETTLED else answer.stopped_by
    describe_cost(open_end, answer.spent, answer.limits)


def _table(answer: ReviewAnswer, decisions: Sequence[Decision]) -> Table:
    """A line for each decision: move, judgement, loss with its interval, the better move."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("move", "seat", "played"):
        table.add_column(heading, justify="left" if heading == "played" else "right")
    for heading in ("judgement", "loss", "best"):
        table.add_column(heading, no_wrap=heading == "loss")
    for decision in decisions:
        name, style = MARKS.get(decision.judgement or "best", ("", ""))
        if decision.judgement is None:
            name, style = "forced" if decision.forced else "not judged", "dim"
        loss = decision.loss
        said = ""
        if loss is not None and loss.value:
            factor = 100 if answer.unit == "win_probability" else 1
            value, low, high = (
                f"{factor * each:.1f}" for each in (loss.value, loss.low, loss.high)
            )
            said = f"{value}{' %' if factor == 100 else ''} ({low} to {high})"
        best = decision.best if decision.best != decision.played else ""
        table.add_row(
            str(decision.ply + 1),
            str(decision.seat),
            decision.played,
            Text(name, style),
            said,
            best or "",
        )
    return table
