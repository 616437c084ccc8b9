"""A review as a web page in one file: no script, and nothing loaded from elsewhere."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, Final

from kibitz.cli.review_lines import FAULTS, Point, SeatLines, lines_of, name_of, top_of
from kibitz.contract.answers import Score
from kibitz.contract.review import Loss, ReviewAnswer
from kibitz.games.cards import SUIT_SYMBOLS
from kibitz.games.catalogue import LISTED
from kibitz.games.record_text import take_apart
from kibitz.solvers.figures import percent
from kibitz.solvers.intervals import Z95
from kibitz.solvers.review_text import PLURALS, amount, is_adjusted, worth

TEMPLATE: Final = Path(__file__).with_name("review_page.html")
WIDTH, HEIGHT, LEFT, BOTTOM, EDGE = 460, 190, 46, 22, 10
MOST_TICKS: Final = 5
RED: Final = frozenset(SUIT_SYMBOLS[1:3])  # diamonds and hearts


@dataclass(frozen=True)
class Chart:
    """Lines in the coordinates of an SVG image of ``WIDTH`` by ``HEIGHT``.

    ``lines``: a name and its points each; ``marks``: x, y, judgement and text; ``rows, columns``:
    places and labels of the grid; ``zero``: the height of 0, if it is shown.
    """

    lines: list[tuple[str, str]]
    marks: list[tuple[float, float, str, str]]
    rows: list[tuple[float, str]]
    columns: list[tuple[float, str]]
    zero: float | None


def html_page(answer: ReviewAnswer, record: object, game: str) -> str:
    """The page; ``record``: the JSON or text form that was reviewed; ``game``: its name."""
    # Loaded when a page is written: it would slow every start.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape

    def cards(text: str) -> Markup:
        """Escaped text with red suits in red."""
        safe = str(escape(text))
        for suit in RED:
            safe = safe.replace(suit, f'<span class="red">{suit}</span>')
        return Markup(safe)

    environment = Environment(
        loader=FileSystemLoader(TEMPLATE.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "cards": cards,
        "amount": lambda value, sign=False: amount(value, answer.unit, sign=sign),
        "score": score_text,
        "loss": lambda loss: loss_text(loss, answer),
        "worth": lambda value: worth(value, answer.unit),
        "hindsight": lambda loss: hindsight_text(loss, answer),
        "words": lambda name: str(name).replace("_", " "),
    }
    lines = lines_of(answer, game)
    said = _fields(record)
    return environment.get_template(TEMPLATE.name).render(
        answer=answer,
        title=LISTED[game].title,
        said=said,
        seats=[
            {
                "review": seat,
                "name": name_of(seat, game),
                "charts": _charts(answer, each),
                "adjusted": is_adjusted(seat, answer.unit),
                "luck_reach": Z95 * (seat.luck_error or 0.0),
            }
            for seat, each in zip(answer.seats, lines, strict=True)
        ],
        names={seat.seat: name_of(seat, game) for seat in answer.seats},
        faults=[decision for decision in answer.decisions if decision.judgement in FAULTS],
        several=len({decision.seat for decision in answer.decisions}) > 1,
        fault_names=FAULTS,
        plurals=PLURALS,
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        bottom=BOTTOM,
        edge=EDGE,
    )


def score_text(score: Score | None) -> str:
    """What could be expected, in few words."""
    if score is None:
        return ""
    if score.unit == "win_probability":
        if score.kind == "exact":
            return {0.0: "lost", 1.0: "won"}.get(score.value, percent(score.value, 1))
        return "open" if (score.low, score.high) == (0, 1) else percent(score.value, 1)
    return f"{score.value:+.2f}".replace("-", "−")


def loss_text(loss: Loss | None, answer: ReviewAnswer) -> str:
    """A loss with its interval, where it is sampled."""
    if loss is None:
        return ""
    said = amount(loss.value, answer.unit)
    if not loss.samples:
        return said
    low, high = (amount(end, answer.unit).split()[0] for end in (loss.low, loss.high))
    return said if low == high else f"{said} ({low} to {high})"


def hindsight_text(loss: Loss, answer: ReviewAnswer) -> str:
    """What a move lost or gained as the cards lay, as the end of a sentence."""
    if not loss.value:
        return "lost nothing"
    if loss.value > 0:
        return f"lost {loss_text(loss, answer)}"
    turned = {"value": -loss.value, "low": -loss.high, "high": -loss.low}
    return f"gained {loss_text(loss.model_copy(update=turned), answer)}"


def _fields(record: object) -> Mapping[str, Any]:
    """What a record, in either form, says of players, result and source."""
    fields = take_apart(record).data if isinstance(record, str) else record
    given = fields if isinstance(fields, dict) else {}
    return {name: given.get(name) for name in ("seats", "result", "source")}


def _charts(answer: ReviewAnswer, seat: SeatLines) -> list[dict[str, object]]:
    """What the seat could expect, and its luck and skill where there is any of either."""
    chance = answer.unit == "win_probability"
    found: list[dict[str, object]] = []
    if seat.expected:
        bounds = (0.0, top_of(seat.expected)) if chance else None
        marks = [(mark.x, mark.y, str(mark.judgement), mark.text) for mark in seat.marks]
        chart = _chart(answer, [("expected", seat.expected)], marks, bounds)
        title = "Chance to win" if chance else "What could be expected"
        found.append({"title": title, "chart": chart, "legend": ["expected"]})
    sums = [("skill", seat.skill)] + ([("luck", seat.luck)] if seat.luck is not None else [])
    if seat.luck is not None or any(y for _, y in seat.skill):
        chart = _chart(answer, sums, [], None)
        legend = [name for name, _ in sums]
        title = "Luck and skill" if len(sums) > 1 else "Skill"
        found.append({"title": title, "chart": chart, "legend": legend})
    return found


def _chart(
    answer: ReviewAnswer,
    lines: Sequence[tuple[str, Sequence[Point]]],
    marks: Iterable[tuple[float, float, str, str]],
    bounds: tuple[float, float] | None,
) -> Chart:
    """Lines placed in an image; ``bounds``: of the values, by default those of the lines."""
    values = [y for _, points in lines for _, y in points] + [0.0]
    low, high = bounds or (min(values), max(values))
    step = nice_step(high - low or 1.0)
    low, high = step * floor(low / step), step * ceil(high / step)
    high = high if high > low else low + step
    last = max(1, answer.moves)

    def place(x: float, y: float) -> tuple[float, float]:
        across = LEFT + (WIDTH - LEFT - EDGE) * x / last
        down = EDGE + (HEIGHT - BOTTOM - EDGE) * (high - y) / (high - low)
        return round(across, 1), round(down, 1)

    sign = " %" if answer.unit == "win_probability" else ""
    rows = [low + step * i for i in range(round((high - low) / step) + 1)]
    width = max(1, round(nice_step(last, 8)))
    return Chart(
        lines=[
            (name, " ".join(f"{a},{b}" for a, b in (place(*point) for point in points)))
            for name, points in lines
        ],
        marks=[(*place(x, y), judgement, text) for x, y, judgement, text in marks],
        rows=[(place(0, y)[1], f"{y:g}".replace("-", "−") + sign) for y in rows],
        columns=[(place(x, low)[0], str(x)) for x in range(0, last + 1, width)],
        zero=place(0, 0.0)[1] if low < 0 < high else None,
    )


def nice_step(span: float, most: int = MOST_TICKS) -> float:
    """The smallest of 1, 2, 5, 10, 20, … and their parts that divides a span into few parts."""
    power = 10.0 ** floor(log10(span / most))
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if span <= most * step)
