"""Every game dealt and played to its end, by clicks, against the real service."""

import pytest

from tests.browser.board import Board

TooLate = pytest.importorskip("playwright.sync_api").TimeoutError
SOON_MS = 5_000
LAST = 8  # moves of a long game that are made by clicks; those before come with the link
LATE = {"knack": 6, "hand-knee-foot": 8}  # the same, of own moves in long rounds


def test_knotty_nines_is_won_by_clicks(board: Board) -> None:
    board.deal("knotty-nines", deal_number="2", difficulty="solvable")
    line = board.ask("knotty-nines", "solve", position=board.position())["moves"]
    board.open(f"#{board.position()}&m={'+'.join(line[:-LAST])}")
    board.page.wait_for_selector(".live")
    for number, move in enumerate(line[-LAST:], len(line) - LAST):
        source, target = move.split("=")[0].split(">")
        board.key(f"pile:{source}").click()
        board.key(f"pile:{target}").click()
        board.moved(number)
    assert board.whose() == "Won."


def test_knack_solitaire_is_won_by_clicks(board: Board) -> None:
    board.deal("knack-solitaire", deal_number="5")
    line = board.ask("knack-solitaire", "solve", position=board.position())["moves"]
    board.open(f"#{board.position()}&m={'+'.join(line[:-LAST])}")
    board.page.wait_for_selector(".live")
    for number, move in enumerate(line[-LAST:], len(line) - LAST):
        cell = move.partition("@")[2]
        board.key(f"cell:{cell}" if cell else "stock").click()
        board.moved(number)
    assert board.whose() == "Won."


def play_knaves(board: Board) -> None:
    board.page.locator(".hand .live").first.click()


def play_knack(board: Board) -> None:
    lay = board.page.locator(".hand .live")
    if lay.count():
        lay.first.click()
        board.page.locator(".cell.target").first.click()
    else:
        board.page.locator(".action").first.click()


def play_knock_rummy(board: Board) -> None:
    if board.page.locator('[data-key="stock"].live').count():
        board.key("stock").click()
    else:
        board.page.locator('.melds .live[data-key^="hand:"]').last.click()
        knock = board.page.get_by_role("button", name="knock")
        (knock if board.ply() > 12 else board.key("discards")).first.click()


def play_hand_knee_foot(board: Board) -> None:
    page = board.page
    free = page.locator(".moves-by-name .action")
    if page.locator('[data-key="stock"].live').count():
        board.key("stock").click()
    elif free.count():
        free.first.click()
    else:
        page.locator('.hand .live[data-key^="hand:"]').first.click(timeout=SOON_MS)
        if page.locator('[data-key="discards"].target').count():
            board.key("discards").click(timeout=SOON_MS)
        else:
            page.locator(".moves-by-name .action, .target").first.click(timeout=SOON_MS)


@pytest.mark.parametrize(
    ("game", "play"),
    [
        ("knaves", play_knaves),
        ("knack", play_knack),
        ("knock-rummy", play_knock_rummy),
        ("hand-knee-foot", play_hand_knee_foot),
    ],
    ids=["knaves", "knack", "knock-rummy", "hand-knee-foot"],
)
def test_a_round_is_played_against_opponents(board: Board, game: str, play) -> None:
    if game in LATE:
        board.nearly_over(game, LATE[game])
    else:
        board.deal(game, deal_number="3", opponents="casual")
    while board.my_turn():
        before = board.ply()
        try:
            play(board)
        except TooLate:  # the cards were drawn anew: look again
            continue
        board.moved(before)
    assert board.page.get_by_role("list", name="Moves").count() == 1
    if game == "knack":
        assert "place 1" in board.whose()
        return
    assert board.page.locator(".sheet-table").count() == (2 if game == "hand-knee-foot" else 0)
    while True:  # an opponent may end a round before our first turn
        first, ended = board.position(), board.whose()
        board.button("Next round").click()
        board.leaves(first)
        board.says_other_than(ended)
        if board.my_turn():
            break
    second = board.position()
    board.button("Undo").click()
    board.leaves(second)
    assert (board.position(), board.whose()) == (first, ended)
    board.page.keyboard.press("j")
    board.leaves(first)
    assert board.position() == second
    board.page.go_back()
    board.leaves(second)
    board.page.locator(".whose", has_text=ended).wait_for()


def test_a_card_is_dragged_to_its_place(board: Board) -> None:
    board.deal("knotty-nines", deal_number="2", difficulty="any")
    source, target = board.key("pile:2").bounding_box(), board.key("pile:7").bounding_box()
    board.page.mouse.move(source["x"] + 20, source["y"] + 30)
    board.page.mouse.down()
    board.page.mouse.move(target["x"] + 20, target["y"] + 30, steps=4)
    board.page.mouse.up()
    board.moved(0)
    assert board.key("pile:7").get_attribute("aria-label") == "two of clubs, pile 7"


def test_a_move_is_typed_in_any_case(board: Board) -> None:
    board.open("#knock-rummy~~0.1.0.0~10.6C8C2D6DKD3H8H3S7S9S~31~5H~seat-1")
    typed = board.page.get_by_label("Type a move")
    assert typed.get_attribute("autocapitalize") == "off"
    board.page.wait_for_selector(".live")
    for ply, move in enumerate(("Draw=ks", "8C", "TAKE", "aH")):
        typed.fill(move)
        typed.press("Enter")
        board.moved(ply)
        board.at(ply + 1)


def test_undo_redo_and_another_way(board: Board) -> None:
    board.deal("knotty-nines", deal_number="2", difficulty="any")
    for source, target in ((2, 7), (4, 1)):
        before = board.ply()
        board.key(f"pile:{source}").click()
        board.key(f"pile:{target}").click()
        board.moved(before)
    for button, ply in (("Undo", 1), ("Undo", 0), ("Redo", 1)):
        assert board.button("Undo").is_disabled() == (ply == 1 and button == "Redo")
        board.button(button).click()
        board.at(ply)
    board.key("pile:8").click()
    board.key("pile:6").click()
    board.moved(2)
    assert board.page.locator("move-tree .tried button").count() == 1
    board.at(2)
    board.page.get_by_label("Type a move").fill("foo")
    board.button("Play").click()
    board.page.locator(".said.fault", has_text="The move 'foo': not a move").wait_for()
    board.page.get_by_label("Type a move").fill("4>1")
    board.button("Play").click()
    board.moved(3)
    board.page.reload()
    board.at(3)
