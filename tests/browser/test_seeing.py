"""Analysis, hints, entered positions, links, and that all of it is for everyone."""

import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.browser.board import GAMES, Board

TABLES = Path(__file__).parent / "tables"
OPEN = "knaves~~5H.0.0.0.0~8.8.2CJC4D6H8HAH7SJSQS~12~TCAC3C.2H7HQH.2STS4S.3H9H6S.QC5C~seat-2"


@pytest.mark.parametrize("game", GAMES)
def test_the_table_with_values_and_hints(board: Board, game: str) -> None:
    """What is read aloud is in ``tables``; a file that is missing is written."""
    board.begin(game)
    heard = board.page.locator("table-stage").aria_snapshot() + "\n"
    file = TABLES / f"{game}.yml"
    if not file.exists():
        file.write_text(heard, "utf-8")
    assert heard == file.read_text("utf-8")
    board.button("Analyse").click()
    board.page.get_by_role("table", name="Values").locator("tbody tr").first.wait_for()
    board.page.locator("table-stage value-bar").first.wait_for()
    board.button("Hint").click()
    board.page.get_by_role("img", name="1 of 4").wait_for()
    board.is_for_everyone()
    board.button("Stop").click()
    assert board.page.get_by_role("table", name="Values").count() == 0
    for step in range(2, 5):
        board.button("Hint").click()
        board.page.get_by_role("img", name=f"{step} of 4").wait_for()
        assert (board.page.locator(".advised").count() > 0) == (step > 2)
    said = board.page.get_by_role("status").first.inner_text()
    assert said == board.page.locator("hint-steps p").inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_from_the_start_page_to_a_deal_and_an_entered_position(board: Board, game: str) -> None:
    page = board.page
    board.open()
    page.get_by_role("link", name=GAMES[game], exact=True).click()
    page.get_by_role("heading", name=GAMES[game]).wait_for()
    board.is_for_everyone()
    board.button("Deal").click()
    page.wait_for_selector("table-stage .card")
    page.go_back()
    page.get_by_role("link", name="Enter a position").click()
    page.wait_for_selector("form.enter")
    board.is_for_everyone()


@pytest.mark.parametrize("leave", ["Stop", "a move", "another game"])
def test_a_search_ends_when_one_moves_on(board: Board, leave: str) -> None:
    board.search_on(analyze={"time_ms": 10_000})
    board.begin("knack")
    board.button("Analyse").click()
    board.page.locator("value-table .pulse").wait_for()
    board.page.locator("value-table", has_text=re.compile(r"Searching, \d")).wait_for()
    running = board.running()
    if leave == "Stop":
        board.button("Stop").click()
    elif leave == "a move":
        board.page.evaluate("window.limits = {analyze: {time_ms: 20}}")
        board.page.locator("value-table button").first.click()
        board.moved(0)
    else:
        board.page.get_by_role("link", name="Kibitz").click()
    board.at_rest()
    assert running > 0


def test_beliefs_say_where_the_cards_are(board: Board) -> None:
    board.open(f"#{OPEN}")
    board.button("Analyse").click()
    board.page.locator("belief-table summary").click()
    table = board.page.get_by_role("table", name="Where the cards are")
    assert table.get_by_role("rowheader", name="ace of diamonds").count() == 1


def test_a_lost_game_goes_back_to_where_it_could_be_won(board: Board) -> None:
    board.deal("knotty-nines", deal_number="2", difficulty="easy")
    position = board.position()
    # The first line of legal moves that loses the game.
    moves: list[str] = []
    while True:
        table = board.ask("knotty-nines", "play", position=position, moves=moves)
        legal = board.ask("knotty-nines", "moves", position=table["text"])["moves"]
        empties = [one["move"] for one in legal if "drawing" in one["text"]]
        moves.append((empties or [one["move"] for one in legal])[0])
        after = board.ask("knotty-nines", "play", position=position, moves=moves)
        if board.ask("knotty-nines", "solve", position=after["text"])["verdict"] == "unsolvable":
            break
    board.open(f"#{position}&m={'+'.join(moves)}")
    board.button("Can I still win?").click()
    board.button("Back to the last position that could be won").click()
    board.page.get_by_text("This position can be won.").first.wait_for()
    now = board.page.locator('move-tree [aria-current="true"] .ply').inner_text()
    assert int(now or 0) == len(moves) - 1


def test_a_hand_is_entered_by_typing_and_by_clicks(board: Board) -> None:
    board.open("#knaves/enter")
    missing = board.page.locator(".missing")
    assert "Trump card" in missing.inner_text()
    board.page.get_by_label("Trump card").fill("5h")
    board.page.get_by_label("Your hand").fill("2C JC 4D 6H 8H AH 7S JS QS 3C 3D 10d")
    assert missing.inner_text() == "Still missing: 1 more in “Your hand”."
    board.page.locator(".picker").get_by_role("button", name="king of spades").click()
    assert missing.inner_text() == "Nothing is missing."
    board.button("Set it up").click()
    board.page.wait_for_selector(".hand .live")
    assert board.page.locator('.hand [data-key^="hand:"]').count() == 13
    board.button("Hint").click()
    board.page.get_by_role("img", name="1 of 4").wait_for()


ENTERED = {
    "knotty-nines": {
        f"Pile {n}": card
        for n, card in enumerate(["6D", "2C", "8H", "5D", "KD", "QH", "3S", "JC", "8C"], 1)
    },
    "knock-rummy": {"Your hand": "7C QC 8D TD KD AH 4S 5S 6S 8S", "Discard pile": "5H"},
    "hand-knee-foot": {"Your hand": "4 4 5 5 6 7 8 8 9 10 J K K A 2", "Discard pile": "9"},
}


@pytest.mark.parametrize("game", ENTERED)
def test_positions_are_entered(board: Board, game: str) -> None:
    board.open(f"#{game}/enter")
    for label, cards in ENTERED[game].items():
        board.page.get_by_label(label, exact=True).fill(cards)
    board.button("Set it up").click()
    board.page.wait_for_selector(".live")


def chosen(board: Board, **rules: str) -> None:
    """Set switches of the rules."""
    board.page.locator("summary", has_text="Rules").click()
    for label, value in rules.items():
        name = label.replace("_", " ")
        box = board.page.locator(".rules")
        lists = box.get_by_role("combobox", name=name, exact=True)
        field = lists.or_(box.get_by_role("spinbutton", name=name, exact=True))
        is_list = field.evaluate("one => one.tagName") == "SELECT"
        field.select_option(value) if is_list else field.fill(value)


def test_positions_are_entered_by_other_rules(board: Board) -> None:
    page = board.page
    board.open("#knotty-nines/enter")
    chosen(board, Piles="4", Wrap="false")
    assert page.get_by_label("Pile 4", exact=True).count() == 1
    assert page.get_by_label("Pile 5", exact=True).count() == 0
    for pile, cards in enumerate(["6D", "5C", "8H", "7D"], 1):
        page.get_by_label(f"Pile {pile}", exact=True).fill(cards)
    board.button("Set it up").click()
    page.wait_for_selector(".live")
    assert board.position().split("~")[1] == "piles-4.wrap-off"
    board.open("#knaves/enter")
    chosen(board, Hand_size="17", Target="30")
    page.get_by_label("Trump card").fill("5H")
    page.get_by_label("Your hand").fill("2C JC 4D 6H 8H AH 7S JS QS 3C 3D TD KS KD KC QC QD")
    board.button("Set it up").click()
    page.wait_for_selector(".hand .live")
    assert page.locator('.hand [data-key^="hand:"]').count() == 17
    board.open("#knack-solitaire/enter")
    chosen(board, Pack="36", Redeals="1")
    picker = page.locator(".picker")
    assert picker.get_by_role("button", name="two of clubs").count() == 0
    picker.get_by_role("button", name="seven of clubs", exact=True).click()
    board.button("Set it up").click()
    page.wait_for_selector("table-stage .action, table-stage .live")
    assert page.locator(".place .label", has_text="35 cards").count() == 1


@pytest.mark.parametrize("game", ["knack", "knack-solitaire"])
def test_a_field_is_entered(board: Board, game: str) -> None:
    board.open(f"#{game}/enter")
    picker = board.page.locator(".picker")
    if game == "knack":
        board.page.get_by_label("Your hand").fill("3S 4H 5H 9S JD")
        board.page.get_by_role("button", name="1, 0", exact=True).click()
        for seat, count in ((0, "25"), (1, "26")):
            board.page.get_by_label(f"Cards of seat {seat}").fill(count)
    picker.get_by_role("button", name="seven of clubs", exact=True).click()
    picker.get_by_role("button", name="eight of diamonds", exact=True).click()
    board.button("Set it up").click()
    board.page.wait_for_selector("table-stage .live, table-stage .action")
    assert board.page.locator('[data-id^="cell:"]').count() == (3 if game == "knack" else 2)


def test_what_turned_up_is_asked_for(board: Board) -> None:
    board.open("#knotty-nines~~6D.2C.8H.5D.KD.QH.3S.JC.8C~43")
    board.page.wait_for_selector(".live")
    board.key("pile:2").click()
    board.key("pile:7").click()
    board.page.get_by_role("dialog").get_by_role("button", name="four of spades").click()
    board.moved(0)
    assert board.key("pile:2").get_attribute("aria-label") == "four of spades, pile 2"


def test_faults_of_a_position_are_listed(board: Board) -> None:
    board.open("#knaves/enter")
    board.page.get_by_label("Paste a position").fill("knaves~~5H.0.0.0.0~2C2C.13.13~12~-~seat-0")
    board.button("Set it up").click()
    assert "2C" in board.page.locator(".faults li").first.inner_text()


def test_a_link_shows_the_same(board: Board) -> None:
    board.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board.deal("knaves", deal_number="3")
    assert board.my_turn()
    before = board.ply()
    board.page.locator(".hand .live").first.click()
    board.moved(before)
    assert board.my_turn()
    cards = board.page.locator(".hand").inner_text()
    board.button("Copy link").click()
    board.page.get_by_text("The link is copied.").wait_for()
    link = board.page.evaluate("navigator.clipboard.readText()")
    board.open(link.removeprefix(board.address))
    board.page.wait_for_selector(".hand .live")
    assert board.page.locator(".hand").inner_text() == cards


def test_all_is_done_by_keys(board: Board) -> None:
    page = board.page
    board.open()
    page.get_by_role("link", name="Knotty Nines").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Deal number").focus()
    page.keyboard.type("2")
    page.get_by_label("Difficulty").select_option("any")
    page.get_by_label("Deal number").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt .live")
    page.locator('.tableau button[tabindex="0"]').focus()
    assert page.locator('.tableau button[tabindex="0"]').count() == 1
    page.keyboard.press("Enter")
    before = page.evaluate("document.activeElement.dataset.key")
    assert before == "pile:2"
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.key") == "pile:7"
    page.keyboard.press("Enter")
    board.moved(0)
    for keys, ply in (("k", 0), ("j", 1), ("k", 0)):
        page.keyboard.press(keys)
        board.at(ply)
    page.keyboard.press("h")
    page.get_by_role("img", name="1 of 4").wait_for()
    page.keyboard.press("a")
    page.get_by_role("table", name="Values").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("table", name="Values").wait_for(state="detached")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")


def test_the_start_page_is_for_everyone(board: Board) -> None:
    board.open()
    board.page.wait_for_selector(".tile")
    board.is_for_everyone()


def test_it_is_shown_in_a_frame(board: Board) -> None:
    board.open(f"?embed=1#{OPEN}")
    board.page.wait_for_selector(".hand .live")
    assert not board.page.get_by_role("banner").is_visible()


def test_another_site_shows_it(board: Board, tmp_path: Path) -> None:
    script = f'<script src="{board.address}web/embed.js"></script>'
    body = f'{script}<kibitz-board position="{OPEN}"></kibitz-board>'
    (tmp_path / "index.html").write_text(f"<!doctype html><title>An article</title>{body}", "utf-8")
    site = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    )
    with site:
        Thread(target=site.serve_forever, daemon=True).start()
        page = board.context.new_page()
        page.goto(f"http://127.0.0.1:{site.server_port}/")
        page.frame_locator("iframe").locator(".hand .live").first.wait_for(timeout=15_000)
        site.shutdown()


def test_it_answers_fast(board: Board) -> None:
    """What a click leads to is asked for and drawn in one step, without a search."""
    board.deal("knotty-nines", deal_number="2", difficulty="any")
    asked: list[str] = []
    board.page.on("request", lambda request: asked.append(request.url))
    board.key("pile:2").click()
    board.key("pile:7").click()
    board.moved(0)
    board.page.wait_for_selector("table-stage:not([data-waiting])")
    verbs = [url.rsplit("/", 1)[1] for url in asked if "/v1/" in url]
    assert verbs == ["play", "moves"]


def test_a_click_during_a_drawing_counts(board: Board) -> None:
    board.begin("knotty-nines")
    live = board.page.locator(".felt .live").first
    key = live.get_attribute("data-key")
    live.hover()
    board.page.mouse.down()
    board.page.evaluate("document.querySelector('table-stage').store.changed('node')")
    board.page.mouse.up()
    board.page.wait_for_selector(f'[data-key="{key}"].picked')
