"""What fits on a screen: one's hand and the hint at hand, fields that shrink, names in full."""

from typing import Any

import pytest

from tests.browser.board import TOO_WIDE, Board

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
# Four at K'nack, with a field of twelve rows.
FIELD = (
    "knack~players-4~0.0~2D0_0.7H0_-1.9S1_0.JK1_-1.9D2_-1.4S1_-2.KD-1_0.JK1_1.9C0_1.8C2_1.6D1"
    "_2.7H3_1.5S1_3.5H1_-3.8C3_0.4D0_3.3S-1_3.4S0_-3.AS-2_0.2H-1_2.AS-2_2.6D1_4.9H4_0.5D0_-4."
    "3D-1_-3.2S-2_-3.5C0_4.AD-2_-2.KH-3_0.7S2_4.7S1_5.AH-2_-4.QS-3_1.JH-4_1.KC-3_-2.6H0_5.QH-"
    "4_-2.AH-3_-3.KC-4_-1.8H1_6.QC-4_2~2C6S8D8SQH.3D5D9CJSKH.3S4H9DTHJK.3C6SJHJSKD~KSQD5C2H7C"
    "TD4HAC7D3HTHADQD3H.JCJD5HQSJC8HKSQC4CTCTS.TD8S6CTS6H4C9S7D8D9H4D.JKTC2D3C2S6C2C7CJD5SAC~"
    "-~laid-12301230123012301231231230123012301230123.lacks0_3-62fc0fc"
)
MIN_CELL = 24  # pixels, of a cell of the field
MIDDLES = [
    ("hand-knee-foot", 40, {"players": 4}),
    ("hand-knee-foot", 40, {"players": 6}),
    ("hand-knee-foot", 150, {"players": 2}),
    ("knack", 30, {"players": 4}),
    ("knack", 50, {"players": 6}),
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
    board.open(f"#{FIELD}&seat=0")
    board.page.wait_for_selector(".hand .live")
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
    board.open(f"#{FIELD}&seat=0")
    board.page.wait_for_selector(".hand .live")
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


def test_a_long_name_does_not_widen_the_page(board: Board) -> None:
    board.page.set_viewport_size(PHONE | {"width": 360})
    table = board.ask("knaves", "deal", seed=4)
    moves = [board.ask("knaves", "moves", position=table["text"])["moves"][0]["move"]]
    names = ",".join(letter * 40 for letter in "WMG")
    for more in ("", f"&m={moves[0]}&review=1"):
        board.open(f"#{table['text']}{more}&names={names}")
        board.page.wait_for_selector(".summed" if more else ".hand .card")
        assert board.page.evaluate("document.documentElement.scrollWidth") == 360
        assert board.page.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("width", [390, 360, 320])
def test_the_name_of_the_game_is_not_cut(board: Board, width: int) -> None:
    board.page.set_viewport_size(PHONE | {"width": width})
    board.open("#hand-knee-foot")
    name = board.page.get_by_role("navigation").get_by_role("link", name="Hand, Knee and Foot")
    assert not board.page.get_by_role("navigation").evaluate(LONGER)
    box, tools = name.bounding_box(), board.button("Settings").bounding_box()
    assert box["x"] + box["width"] <= tools["x"]
    assert board.page.evaluate("document.documentElement.scrollWidth") == width
