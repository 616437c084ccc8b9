"""A review as a page and as a chart: what they show, and that nothing in them is live."""

import re
from functools import cache
from html.parser import HTMLParser
from random import Random

import pytest

from kibitz.cli.review_chart import write_chart
from kibitz.cli.review_lines import lines_of
from kibitz.cli.review_page import hindsight_text, html_page, nice_step
from kibitz.contract.options import Limits
from kibitz.contract.review import Loss, ReviewAnswer
from kibitz.games.catalogue import LISTED
from kibitz.games.faults import BadInput
from kibitz.games.record import write
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.reviewing import read_review, review
from tests.conformance.test_records import played

HOSTILE = '<script>alert(1)</script> & "Ann\'s"'
VOID = {"meta", "input", "line", "polyline", "br"}


class Tags(HTMLParser):
    """The tags of a page with their attributes; all that are opened must be closed."""

    def __init__(self, page):
        super().__init__()
        self.tags = list[tuple[str, dict[str, str | None]]]()
        self.open = list[str]()
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@cache
def answered(name):
    """A review of a few moves of a game, and its record as text."""
    solver = SOLVERS[name]
    kept = played(solver.game, solver.game.deal("4"), Random(4), 8)
    text = write(solver.game, kept)
    request, found = read_review(solver, {"record": text})
    answer = review(solver, found, request, Budget(Limits(iterations=80, nodes=20_000)))
    return ReviewAnswer.model_validate_json(answer.model_dump_json(exclude_none=True)), text


@pytest.mark.parametrize("game", LISTED)
def test_a_page_shows_every_decision_and_loads_nothing(game):
    answer, text = answered(game)
    page = html_page(answer, text, game)
    tags = Tags(page).tags
    assert {"html", "svg", "table", "style"} <= {tag for tag, _ in tags}
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in tags}
    for _, attributes in tags:
        assert not {"src", "href", "onclick", "onload"} & set(attributes)
    assert "url(" not in page
    assert "@import" not in page
    assert "prefers-color-scheme: dark" in page
    rows = [attributes for tag, attributes in tags if tag == "tr" and "class" in attributes]
    assert len(rows) == len(answer.decisions)
    assert f"<title>Review: {LISTED[game].title}".replace("'", "&#39;") in page


def test_what_a_record_says_is_escaped():
    answer, _ = answered("knaves")
    seats = [seat.model_copy(update={"name": HOSTILE, "text": HOSTILE}) for seat in answer.seats]
    changed = answer.model_copy(update={"seats": seats})
    said = {"seats": [HOSTILE] * 3, "result": HOSTILE, "source": HOSTILE, "moves": []}
    page = html_page(changed, said, "knaves")
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 4
    assert Tags(page).tags


def test_red_suits_are_red():
    answer, text = answered("knaves")
    page = html_page(answer, text, "knaves")
    assert not re.search(r"[^>][♥♦](?!</span>)", page)
    assert '<span class="red">' in page


@pytest.mark.parametrize(
    ("game", "suffix", "begins"),
    [
        *((game, "png", b"\x89PNG") for game in LISTED),
        *((game, "svg", b"<?xml") for game in ("knaves", "knotty-nines")),
    ],
)
def test_charts_are_the_same_bytes_each_time(game, suffix, begins, tmp_path):
    answer, _ = answered(game)
    first, second = (tmp_path / f"{name}.{suffix}" for name in "ab")
    write_chart(answer, first, game)
    write_chart(answer, second, game)
    assert first.read_bytes().startswith(begins)
    assert first.read_bytes() == second.read_bytes()


def test_a_chart_of_another_kind_is_refused(tmp_path):
    answer, _ = answered("knaves")
    with pytest.raises(BadInput, match=r"should end with \.png or \.svg"):
        write_chart(answer, tmp_path / "chart.pdf", "knaves")
    with pytest.raises(BadInput, match="cannot be written"):
        write_chart(answer, tmp_path / "no" / "chart.png", "knaves")


@pytest.mark.parametrize("game", LISTED)
def test_lines_add_up(game):
    answer, _ = answered(game)
    scale = 100 if answer.unit == "win_probability" else 1
    for seat, lines in zip(answer.seats, lines_of(answer, game), strict=True):
        assert lines.skill[-1][1] == pytest.approx(-scale * seat.loss, abs=1e-4)
        if lines.luck is not None:
            assert lines.luck[-1][1] == pytest.approx(scale * (seat.luck or 0), abs=1e-4)
        places = [x for x, _ in lines.expected]
        assert places == sorted(places)


@pytest.mark.parametrize(("span", "step"), [(100, 20), (7, 2), (0.03, 0.01), (1, 0.2), (51, 20)])
def test_steps_are_round(span, step):
    assert nice_step(span) == pytest.approx(step)


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ((2.5, 1.0, 4.0), "lost 2.5 points (1.0 to 4.0)"),
        ((-2.5, -4.0, -1.0), "gained 2.5 points (1.0 to 4.0)"),
        ((-2.5, -2.5, -2.5), "gained 2.5 points"),
        ((0.0, 0.0, 0.0), "lost nothing"),
    ],
)
def test_hindsight_tells_losses_from_gains(ends, said):
    value, low, high = ends
    loss = Loss(unit="points", value=value, low=low, high=high, samples=64)
    answer = answered("knock-rummy")[0].model_copy(update={"unit": "points"})
    assert hindsight_text(loss, answer) == said
