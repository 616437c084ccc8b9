"""A study as files: a table of its deals (CSV) and a chart of their difficulty (PNG)."""

import csv
import io
from collections.abc import Sequence
from typing import Final, Literal

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
    low, high = 100 * result.winnable.low, 100 * result.winnable.high
    title = (
        f"{job.game}, deals {job.first:,} to {job.first + result.deals - 1:,}: "
        f"{low:.2f} % to {high:.2f} % can be won"
    )
    return drawn(result, title, "png")


def drawn(result: StudyResult, title: str, form: Literal["png", "svg"]) -> bytes:
    """The chart of a study under a title of one's own."""
    # Loaded when a chart is drawn: it would slow every start by half a second.
    from matplotlib import rc_context  # noqa: PLC0415
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter  # noqa: PLC0415

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
    axes.yaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10], integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.set_ylim(0, 1.05 * max([1, *below]))
    axes.set_title(title)
    axes.legend()
    picture = io.BytesIO()
    FigureCanvasAgg(figure)  # drawn without a screen
    if form == "png":
        figure.savefig(picture, format="png", metadata={"Software": None})
    else:
        # Without a date and random names; letters as text, which takes a tenth of the bytes.
        with rc_context({"svg.hashsalt": "kibitz", "svg.fonttype": "none"}):
            figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None})
    return picture.getvalue()
