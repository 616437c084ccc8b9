"""A study as files: a table of its deals (CSV) and a chart of their difficulty (PNG)."""

import csv
import io
from collections.abc import Sequence
from typing import Final

from kibitz.contract.jobs import StudyResult
from kibitz.jobs.job import Row
from kibitz.jobs.study import StudyJob

COLUMNS: Final = ("deal", "verdict", "proof", "stopped_by", "nodes")
_COLOURS: Final = {"solvable": "#2a7f62", "unsolvable": "#b5473c", "undecided": "#9a9a9a"}


def study_csv(rows: Sequence[Row], *, headed: bool = True) -> str:
    """One line for each deal, after a line of headings unless they continue a table."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    if headed:
        table.writeheader()
    table.writerows(rows)
    return text.getvalue()


def study_png(job: StudyJob, result: StudyResult) -> bytes:
    """Deals by the nodes that they took, stacked by verdict; the same bytes for the same study."""
    # Loaded when a chart is drawn: it would slow every start by half a second.
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(8, 4.5), dpi=120, layout="constrained")
    axes = figure.add_subplot()
    places = range(len(result.difficulty))
    below = [0] * len(result.difficulty)
    for verdict, colour in _COLOURS.items():
        heights = [getattr(each, verdict) for each in result.difficulty]
        axes.bar(places, heights, bottom=below, color=colour, label=verdict, width=0.9)
        below = [a + b for a, b in zip(below, heights, strict=True)]
    axes.set_xticks(places, [f"{each.at_least:,}" for each in result.difficulty], rotation=45)
    axes.set_xlabel("nodes to decide a deal, at least")
    axes.set_ylabel("deals")
    low, high = 100 * result.winnable.low, 100 * result.winnable.high
    axes.set_title(
        f"{job.game}, deals {job.first:,} to {job.first + result.deals - 1:,}: "
        f"{low:.2f} % to {high:.2f} % can be won"
    )
    axes.legend()
    png = io.BytesIO()
    FigureCanvasAgg(figure)  # drawn without a screen
    figure.savefig(png, format="png", metadata={"Software": None})
    return png.getvalue()
