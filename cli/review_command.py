"""The command review: the moves of a game that was played, judged."""

import re
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from kibitz.cli import options
from kibitz.games.faults import BadInput, quote

CUT_SHORT: Final = 1
_RANGE: Final = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")

Record = Annotated[
    str | None,
    typer.Argument(
        metavar="RECORD",
        show_default=False,
        help="A record: the name of a file with its JSON or text form, the JSON itself, or - for "
        "standard input (the default).",
    ),
]


def review(
    record: Record = None,
    *,
    seat: Annotated[
        list[int] | None,
        typer.Option(
            metavar="SEAT",
            show_default=False,
            help="Judge this seat only; may be repeated. By default all whose cards are known.",
        ),
    ] = None,
    turns: Annotated[
        str | None,
        typer.Option(
            metavar="A-B", show_default=False, help="Judge moves A to B only, counted from 1."
        ),
    ] = None,
    every: Annotated[
        bool, typer.Option("--every", help="List every decision, not only the faults.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Write the review as a web page into a new file.",
        ),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            show_default=False,
            help="Draw what every seat could expect, move by move, with its faults (PNG).",
        ),
    ] = None,
    utility: options.Utility = None,
    seed: options.Seed = "0",
    game: options.Game = None,
    time_ms: options.TimeMs = None,
    nodes: options.Nodes = None,
    iterations: options.Iterations = None,
    memory_mb: options.MemoryMb = None,
    progress: options.Progress = None,
    as_json: options.AsJson = False,
) -> None:
    """Judge the moves of a game that was played: which of them cost what, and how much was luck.

    Each decision is judged from what its seat saw at the time. The limits are those of each
    decision. The exit code is 1 when Ctrl-C stopped the review.
    """
    from kibitz.cli.asking import Asked
    from kibitz.cli.describing_review import describe_review
    from kibitz.cli.printing import write_json
    from kibitz.cli.reading import record_in
    from kibitz.cli.saving import check_new, say_saved, write_file
    from kibitz.contract.answers import StoppedBy

    limits = {
        "time_ms": time_ms,
        "nodes": nodes,
        "iterations": iterations,
        "memory_mb": memory_mb,
    }
    choices = {
        "seats": seat or None,
        "turns": _turns(turns),
        "utility": utility,
        "seed": seed,
        "limits": limits,
    }
    if chart is not None:
        from kibitz.cli.review_chart import check_chart

        check_chart(chart)
    files = [path for path in (html, chart) if path is not None]
    for path in files:
        check_new(path)
    name, data = record_in(record, game)
    answer = Asked.of_record((name, data), choices).answer(progress)
    if html is not None:
        from kibitz.cli.review_page import html_page

        write_file(html, html_page(answer, data, name))
    if chart is not None:
        from kibitz.cli.review_chart import write_chart

        write_chart(answer, chart, name)
    if as_json:
        write_json(answer)
    else:
        describe_review(answer, name, every=every)
    for path in files:
        say_saved(path, as_json=as_json)
    if answer.stopped_by is StoppedBy.CANCELLED:
        raise typer.Exit(CUT_SHORT)


def _turns(text: str | None) -> dict[str, Any] | None:
    """The range of moves that ``A-B`` names, counted from 0; raises ``BadInput``."""
    if text is None:
        return None
    found = _RANGE.fullmatch(text.strip())
    first, last = (0, 0) if not found else (int(found[1]), int(found[2] or found[1]))
    if not 1 <= first <= last:
        message = f"{quote(text)} is not a range of moves: write 12-30, the first move is 1"
        if first > last:
            message = f"{quote(text)} ends before it begins: write {last}-{first}"
        raise BadInput.one("/turns", "bad_range", message)
    return {"first": first - 1, "last": last - 1}
