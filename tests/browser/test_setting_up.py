"""New games: their rules, and the numbers that a person types."""

from typing import Any

import pytest

from tests.browser.board import Board

REFUSED = ".setup .faults li"


def test_a_game_is_dealt_by_other_rules(board: Board) -> None:
    board.open("#knock-rummy")
    board.choose_rules(Knock_limit="10", Ace="low_or_high")
    board.is_for_everyone()
    board.button("Deal").click()
    board.page.wait_for_selector(".felt")
    rules = board.ask("knock-rummy", "play", position=board.position(), moves=[])["position"][
        "rules"
    ]
    assert (rules["knock_limit"], rules["ace"], rules["players"]) == (10, "low_or_high", 2)
    board.page.go_back()
    box = board.page.locator(".rules")
    assert box.get_by_role("spinbutton", name="Knock limit").input_value() == "10"
    ends = box.get_by_role("combobox", name="When the stock is used up", exact=True)
    assert ends.locator("option").all_inner_texts()[-1] == "the hand ends"


def test_what_the_service_says_of_wrong_values_is_shown(board: Board) -> None:
    board.open("#knock-rummy")
    board.choose_rules(Knock_limit="999", Rummy_bonus="-1")
    board.page.get_by_label("Deal number").press("Enter")
    board.page.locator(REFUSED).first.wait_for()
    said = board.page.locator(REFUSED).all_inner_texts()
    assert "“Knock limit” should be at most 100, not 999" in said
    board.is_for_everyone()
    box = board.page.locator(".rules")
    box.get_by_role("spinbutton", name="Knock limit").fill("")
    box.get_by_role("spinbutton", name="Rummy bonus").fill("25")
    board.button("Deal").click()
    board.page.wait_for_selector(".felt")


@pytest.mark.parametrize(
    ("choices", "asked"),
    [
        ({"difficulty": "easy"}, {"want": {"difficulty": "easy"}}),
        ({"numbers_of": "pysolfc"}, {"source": "pysolfc", "want": {}}),
        ({"numbers_of": "pysolfc", "difficulty": "any"}, {"source": "pysolfc"}),
    ],
    ids=["easy", "pysolfc", "any of pysolfc"],
)
def test_numbers_go_to_the_service_as_they_are_typed(
    board: Board, choices: dict[str, str], asked: dict[str, Any]
) -> None:
    """Of PySolFC it is known what can be won, but not how easily; beyond the table as well."""
    number = "100003"  # it cannot be won
    board.deal("knotty-nines", deal_number=number, **choices)
    dealt = board.ask("knotty-nines", "deal", seed=number, **asked)
    assert board.position() == dealt["text"]
    if "want" in asked:
        board.page.get_by_text(f"number {dealt['number']} was dealt instead").wait_for()
    board.page.go_back()
    board.page.get_by_label("Deal number").fill("abc")
    board.button("Deal").click()
    refusal = board.page.locator(REFUSED)
    refusal.wait_for()
    assert refusal.inner_text().startswith("“Deal number” should be")
    assert refusal.inner_text().endswith("not 'abc'")
    assert board.page.locator(".said").text_content() == refusal.inner_text()  # read aloud


def test_fields_stand_in_line(board: Board) -> None:
    board.open("#hand-knee-foot")
    board.button("Deal").wait_for()
    boxes = [one.bounding_box() for one in board.page.locator(".setup > .fields .field > *").all()]
    for column in (boxes[0::2], boxes[1::2]):
        assert len({(box["y"], box["height"]) for box in column}) == 1


def test_the_table_is_shown_while_others_play_every_seat(board: Board) -> None:
    board.open("#knaves")
    board.page.get_by_label("Opponents").select_option("They play every seat")
    board.page.route("**/choose", lambda _: None)  # no answer comes
    board.button("Deal").click()
    board.page.wait_for_selector("table-stage .felt")
