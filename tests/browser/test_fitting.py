"""What fits on a screen: one's hand and the hint at hand, fields that shrink, names in full."""

from typing import Any

import pytest

from tests.browser.board import Board

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
MIN_CELL = 24  # pixels, of a cell of the field
MIDDLES = [
    ("hand-knee-foot", 40, {"players": 4}),
    ("hand-knee-foot", 40, {"players": 6}),
    ("hand-knee-foot", 150, {"players": 2}),
    ("knack", 40, {"players": 4}),
    ("knack", 80, {"players": 6}),
    ("knaves", 10, {}),
]
# What lies over the middle of something, if it is not the thing itself.
COVERED = """one => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 4, box.y + box.height / 2);
    return one.contains(top) ? "" : (top?.outerHTML ?? "out of sight").slice(0, 120);
}"""
OVERFLOW = "one => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
LONGER = "one => one.scrollWidth > one.clientWidth"


@pytest.mark.parametrize(("game", "moves", "rules"), MIDDLES)
def test_hand_and_hint_are_at_hand_on_a_phone(
    board: Board, game: str, moves: int, rules: dict[str, Any]
) -> None:
    board.page.set_viewport_size(PHONE)
    board.middle(game, 1, moves, **rules)
    own = board.page.get_by_role("group", name="Your hand").get_by_role("button")
    assert own.count() > 0
    for one in [*own.all(), board.button("Hint"), board.button("Analyse")]:
        assert one.evaluate(COVERED) == ""
    assert board.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    board.button("Hint").click()
    board.page.get_by_role("img", name="1 of 4").wait_for()
    board.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert board.button("Hint").evaluate(COVERED) == ""


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_field_shrinks_to_what_is_left(board: Board, size: dict[str, int]) -> None:
    board.page.set_viewport_size(size)
    board.middle("knack", 1, 40, players=4)
    view, page = board.page.locator(".field-view"), board.page.locator("html")
    cell = board.page.locator(".cells button").first
    assert view.evaluate(OVERFLOW) == [0, 0]
    assert MIN_CELL <= cell.bounding_box()["width"] < 2 * MIN_CELL
    assert size == PHONE or page.evaluate(OVERFLOW) == [0, 0]
    assert board.page.locator(".held .muted").last.evaluate(COVERED) == ""
    for _ in range(5):
        board.button("Larger").click()
    assert min(view.evaluate(OVERFLOW)) > 0
    for name in ("Larger", "Smaller"):
        box, around = board.button(name).bounding_box(), view.bounding_box()
        beside = box["x"] >= around["x"] + around["width"]
        assert beside or box["y"] >= around["y"] + around["height"]
        for _ in range(5):
            board.button(name).click()


def test_a_joker_says_that_it_is_one(board: Board) -> None:
    board.page.set_viewport_size(PHONE)
    board.middle("knack", 1, 40, players=4)
    joker = board.page.locator('.cells card-face[code="JK"]').first
    assert joker.get_attribute("title") == "joker"
    assert joker.locator(".word").inner_text() == "JOKER"
    word, whole = joker.locator(".word").bounding_box(), joker.bounding_box()
    assert word["y"] >= whole["y"]
    assert word["y"] + word["height"] <= whole["y"] + whole["height"]
    assert joker.locator("xpath=..").get_attribute("aria-label").startswith("joker at ")


def test_known_cards_of_a_hidden_hand_are_said_to_be_known(board: Board) -> None:
    board.open("#knock-rummy/enter")
    fields = {
        "Your hand": "7C QC 8D TD KD AH 4S 5S 6S 8S",
        "Discard pile": "5H",
        "Seat 1 is known to hold": "2H 3H",
    }
    for label, cards in fields.items():
        board.page.get_by_label(label, exact=True).fill(cards)
    board.button("Set it up").click()
    board.page.wait_for_selector(".live")
    other = board.page.get_by_role("region", name="Seat 1")
    assert other.inner_text().split() == ["Seat", "1", "10", "cards", "known:", "2", "3"]
    known = other.get_by_role("group", name="known").get_by_role("button")
    names = [one.get_attribute("aria-label") for one in known.all()]
    assert names == [f"{rank} of hearts, known to be in the hand" for rank in ("two", "three")]


@pytest.mark.parametrize("width", [390, 360, 320])
def test_the_name_of_the_game_is_not_cut(board: Board, width: int) -> None:
    board.page.set_viewport_size(PHONE | {"width": width})
    board.open("#hand-knee-foot")
    name = board.page.get_by_role("navigation").get_by_role("link", name="Hand, Knee and Foot")
    assert not board.page.get_by_role("navigation").evaluate(LONGER)
    box, tools = name.bounding_box(), board.button("Settings").bounding_box()
    assert box["x"] + box["width"] <= tools["x"]
    assert board.page.evaluate("document.documentElement.scrollWidth") == width
