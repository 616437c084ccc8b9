"""For every reader and every hand: what is read aloud, touch, large targets, and no waiting."""

from collections.abc import Callable

from tests.browser.board import COVERED, Board

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


def test_cards_are_tapped(touched: Board) -> None:
    touched.begin("knotty-nines")
    move = touched.ask("knotty-nines", "moves", position=touched.position())["moves"][0]["move"]
    source, target = move.split("=")[0].split(">")
    touched.key(f"pile:{source}").tap()
    touched.page.wait_for_selector(".picked")
    touched.key(f"pile:{target}").tap()
    touched.moved(0)
    touched.button("Hint").tap()
    touched.page.get_by_role("img", name="1 of 4").wait_for()
    touched.begin("hand-knee-foot")
    touched.key("stock").tap()
    touched.moved(0)
    assert touched.page.locator(".said").inner_text()
    assert touched.page.evaluate(COVERED) == []


def test_how_long_one_waits(board: Board, record_property: Callable[[str, str], None]) -> None:
    """Measured and printed, as no machine is always quiet."""
    board.open()
    board.page.wait_for_selector(".tile")
    painted = board.page.evaluate(
        "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    )
    board.begin("knotty-nines")
    live = board.page.locator(".felt .live").first.get_attribute("data-key")
    picked = board.page.evaluate(ANSWERED, live)
    board.page.wait_for_selector(".picked")
    target = board.page.locator(".target").first.get_attribute("data-key")
    played = board.page.evaluate(ANSWERED, target)
    times = f"a card picked up {picked:.0f} ms, a move played {played:.0f} ms"
    record_property("waited", f"first paint {painted:.0f} ms, {times}")
    board.moved(0)
