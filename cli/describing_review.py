"""A review in words: what ``kibitz review`` prints."""

from collections.abc import Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from kibitz.cli.describing import describe_cost, wrapped
from kibitz.cli.printing import write, write_line
from kibitz.contract.answers import StoppedBy
from kibitz.contract.review import Decision, Judgement, ReviewAnswer
from kibitz.games.catalogue import LISTED

FAULTS: Final[frozenset[Judgement | None]] = frozenset({"inaccuracy", "mistake", "blunder"})
MARKS: Final[dict[Judgement, tuple[str, str]]] = {
    "best": ("best", "green"),
    "good": ("good", "green"),
    "inaccuracy": ("inaccuracy", "yellow"),
    "mistake": ("mistake", "dark_orange"),
    "blunder": ("blunder", "bold red"),
    "too_close_to_call": ("too close to call", "cyan"),
}


def describe_review(answer: ReviewAnswer, game: str, *, every: bool) -> None:
    """A paragraph for each seat, then the faults, or every decision, in a table.

    ``game``: its name.
    """
    if not answer.seats:
        wrapped("None of these moves was to be judged.")
    for number, seat in enumerate(answer.seats):
        if number:
            write_line("")
        wrapped(seat.text)
    shown = [d for d in answer.decisions if every or d.judgement in FAULTS]
    if shown:
        write_line("")
        write(_table(answer, shown, alone=LISTED[game].players == (1,)))
    for decision in shown:
        if decision.reasons and decision.judgement in FAULTS:
            write_line("")
            said = " ".join(reason.text for reason in decision.reasons)
            move = f"Move {decision.ply + 1}, {decision.played}"
            wrapped(f"{move}: better is {decision.best} ({decision.best_text}). {said}")
    open_end = None if answer.stopped_by is StoppedBy.SETTLED else answer.stopped_by
    describe_cost(open_end, answer.spent, answer.limits)


def _table(answer: ReviewAnswer, decisions: Sequence[Decision], *, alone: bool) -> Table:
    """A line for each decision: move, judgement, loss with its interval, the better move.

    ``alone``: a game for one, which has no seats to name.
    """
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    names = {seat.seat: seat.name or str(seat.seat) for seat in answer.seats}
    table.add_column("move", justify="right")
    if not alone:
        named = any(seat.name for seat in answer.seats)
        table.add_column("player" if named else "seat", justify="left" if named else "right")
    table.add_column("played")
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
            said = f"{value}{' %' if factor == 100 else ''}"
            said += f" ({low} to {high})" if loss.samples else ""
        best = decision.best if decision.best != decision.played else ""
        table.add_row(
            str(decision.ply + 1),
            *([] if alone else [names.get(decision.seat, str(decision.seat))]),
            decision.played,
            Text(name, style),
            said,
            best or "",
        )
    return table
