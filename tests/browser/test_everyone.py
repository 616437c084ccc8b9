"""For every reader and every hand: what is read aloud, touch, large targets, and no waiting."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.browser.board import GAMES, Board

TABLES = Path(__file__).parent / "tables"
SMALLEST = 24  # pixels, of what is clicked or tapped
TOO_SMALL = """least => [...document.querySelectorAll(
    "button:not(:disabled), a[href], select, textarea, summary, input")]
    .map((one) => one.closest("label.check") ?? one)
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width && box.height && !one.matches(".skip"))
    .filter(([one, box]) => Math.round(box.width) < least || Math.round(box.height) < least)
    .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`)"""
ANSWERED = """key => new Promise((done) => {
    const stage = document.querySelector("table-stage");
    const began = performance.now();
    const watch = new MutationObserver(() => {
        watch.disconnect();
        requestAnimationFrame(() => done(performance.now() - began));
    });
    const all = {subtree: true, childList: true, attributes: true};
    watch.observe(stage, all);
    stage.querySelector(`[data-key="${key}"]`).click();
})"""


def dealt(board: Board, game: str) -> str:
    """The address of a deal in which everybody is played by us."""
    table = board.ask(game, "deal", seed=7)
    return f"#{table['text']}&seat={table.get('to_move', 0)}"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_aloud(board: Board, game: str) -> None:
    """The tree of a screen reader is that of ``tables``; a file that is missing is written."""
    board.open(dealt(board, game))
    board.page.wait_for_selector("table-stage:not([data-waiting]) :is(.live, .action)")
    heard = board.page.locator("table-stage").aria_snapshot() + "\n"
    file = TABLES / f"{game}.yml"
    if not file.exists():
        file.write_text(heard, "utf-8")
    assert heard == file.read_text("utf-8")


def test_cards_are_tapped(touched: Board) -> None:
    touched.open(dealt(touched, "knotty-nines"))
    touched.page.wait_for_selector(".felt .live")
    move = touched.ask("knotty-nines", "moves", position=touched.position())["moves"][0]["move"]
    source, target = move.split("=")[0].split(">")
    touched.key(f"pile:{source}").tap()
    touched.page.wait_for_selector(".picked")
    touched.key(f"pile:{target}").tap()
    touched.moved(0)
    touched.button("Hint").tap()
    touched.page.get_by_role("img", name="1 of 4").wait_for()
    touched.open(dealt(touched, "knaves"))
    touched.page.locator(".hand .live").first.tap()
    touched.moved(0)


@pytest.mark.parametrize("game", GAMES)
def test_targets_are_large_enough(phone: Board, game: str) -> None:
    address = dealt(phone, game)
    for path in ("", f"#{game}", f"#{game}/enter", address):
        phone.open(path)
        ready = {"": ".tile", address: ".live, .action"}.get(path, "form")
        phone.page.locator(ready).first.wait_for()
        assert phone.page.evaluate(TOO_SMALL, SMALLEST) == []


def test_how_long_one_waits(board: Board, capsys: Any) -> None:
    """Measured and printed, as no machine is always quiet."""
    board.open()
    board.page.wait_for_selector(".tile")
    painted = board.page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    )
    board.open(dealt(board, "knotty-nines"))
    board.page.wait_for_selector(".felt .live")
    live = board.page.locator(".felt .live").first.get_attribute("data-key")
    picked = board.page.evaluate(ANSWERED, live)
    board.page.wait_for_selector(".picked")
    target = board.page.locator(".target").first.get_attribute("data-key")
    played = board.page.evaluate(ANSWERED, target)
    with capsys.disabled():
        times = f"a card picked up {picked:.0f} ms, a move played {played:.0f} ms"
        sys.stdout.write(f"\nfirst paint {painted:.0f} ms, {times}\n")
    board.moved(0)
