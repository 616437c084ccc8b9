"""A review as a chart in a file: what could be expected, with the faults marked, luck and skill."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.cli.review_lines import Point, SeatLines, lines_of, top_of
from kibitz.cli.saving import write_file
from kibitz.contract.review import ReviewAnswer
from kibitz.games.faults import BadInput, quote

if TYPE_CHECKING:
    from matplotlib.axes import Axes

UNITS: Final = {"win_probability": "chance to win, %", "points": "points", "cards": "cards"}
COLOURS: Final = {"inaccuracy": "#c9a227", "mistake": "#d9731a", "blunder": "#c0392b"}
LINE, LUCK, SKILL = "#2f5f8f", "#7a6fb0", "#2a7f62"
SUFFIXES: Final = (".png", ".svg")


def check_chart(path: Path) -> None:
    """Raise ``BadInput`` unless the file's name says that it is a PNG or SVG image."""
    if path.suffix.lower() not in SUFFIXES:
        message = f"{quote(str(path))} is no name for a chart: it should end with .png or .svg"
        raise BadInput.one("", "unknown_format", message)


def write_chart(answer: ReviewAnswer, path: Path, game: str) -> None:
    """Draw the chart into a new file, PNG or SVG by its suffix; the same bytes for the same review.

    Raises ``BadInput`` for another suffix and for a file that is there or cannot be written.
    """
    check_chart(path)
    # Loaded when a chart is drawn: it would slow every start by half a second.
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    lines = lines_of(answer, game)
    sums = any(seat.luck is not None or any(y for _, y in seat.skill) for seat in lines)
    height = 2.6 * max(1, len(lines)) + 0.4
    figure = Figure(figsize=(11 if sums else 8, height), dpi=120, layout="constrained")
    axes = figure.subplots(max(1, len(lines)), 1 + sums, squeeze=False, sharex=True)
    for row, seat in zip(axes, lines, strict=False):
        _draw_expected(row[0], answer, seat)
        if sums:
            _draw_sums(row[1], answer, seat)
    for axis in axes[-1]:
        axis.set_xlabel("moves made")
    FigureCanvasAgg(figure)  # drawn without a screen
    form, drawn = path.suffix.lower().removeprefix("."), BytesIO()
    metadata = {"Software": None} if form == "png" else {"Date": None}
    with mpl.rc_context({"svg.hashsalt": "kibitz", "svg.fonttype": "none"}):
        figure.savefig(drawn, format=form, metadata=metadata)
    write_file(path, drawn.getvalue())


def _draw_expected(axes: "Axes", answer: ReviewAnswer, seat: SeatLines) -> None:
    """What the seat could expect, with a mark for each fault."""
    axes.plot(*_split(seat.expected), color=LINE, linewidth=1.6)
    for judgement, colour in COLOURS.items():
        marks = [(mark.x, mark.y) for mark in seat.marks if mark.judgement == judgement]
        if marks:
            axes.scatter(*_split(marks), color=colour, zorder=3, s=36, label=judgement)
    what = "chance to win" if answer.unit == "win_probability" else "what could be expected"
    axes.set_title(f"{seat.name}: {what}" if seat.name else what, loc="left", fontsize=10)
    axes.set_ylabel(UNITS[answer.unit])
    axes.set_xlim(0, max(1, answer.moves))
    if answer.unit == "win_probability":
        top = top_of(seat.expected)
        axes.set_ylim(-0.04 * top, 1.04 * top)
    axes.grid(alpha=0.25)
    if seat.marks:
        axes.legend(fontsize=8)


def _draw_sums(axes: "Axes", answer: ReviewAnswer, seat: SeatLines) -> None:
    """The sums of luck and of losses."""
    if seat.luck is not None:
        axes.plot(*_split(seat.luck), color=LUCK, label="luck")
    axes.plot(*_split(seat.skill), color=SKILL, label="skill")
    axes.axhline(0, color="#888888", linewidth=0.8)
    axes.set_title(f"{seat.name}: luck and skill".lstrip(": "), loc="left", fontsize=10)
    axes.set_xlim(0, max(1, answer.moves))
    axes.grid(alpha=0.25)
    axes.legend(fontsize=8)


def _split(points: list[Point]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]
