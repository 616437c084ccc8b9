"""Analysis, hints, links, keys, frames, and that all of it is for everyone."""

import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.browser.board import GAMES, Board

TABLES = Path(__file__).parent / "tables"
TOUCHING = (
    "knaves~~3S.0.0.0.0~7C8C9C5D6D5HKH6S7S.2C4C5CJC7D2H3H4HQH.3CKC2D8DJDQDTHAH2S~"
    "6CTCQCAC3DKDAD8H9HJSQSKS~9D4DTD.4STSAS.JH7H6H.8S9S5S"
)
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
    board.analyse()
    board.page.locator("table-stage value-bar").first.wait_for()
    board.button("Hint").click()
    board.page.get_by_role("img", name="1 of 4").wait_for()
    board.is_for_everyone()
    board.button("Analyse").click()  # it is done: there is nothing to stop
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


FACE_DOWN = {
    "knotty-nines": "knotty-nines~~6D.2C.8H.5D.KD.QH.3S.JC.8C~43",
    "knack-solitaire": "knack-solitaire~~5H0_0~7C~52~2",
}


@pytest.mark.parametrize("game", FACE_DOWN)
def test_a_stock_face_down_is_advised_on_without_its_order(board: Board, game: str) -> None:
    board.open(f"#{FACE_DOWN[game]}")
    board.page.wait_for_selector("table-stage:not([data-waiting]) :is(.live, .action)")
    order = board.page.get_by_label("Use the order of the stock")
    assert order.is_disabled()
    assert not order.is_checked()
    board.analyse()
    assert "From what this seat can see." in board.page.locator("value-table").inner_text()
    board.button("Hint").click()
    board.page.get_by_role("img", name="1 of 4").wait_for()


def test_a_rule_says_whether_the_order_of_the_stock_is_used(board: Board) -> None:
    order = board.page.get_by_label("Use the order of the stock")
    for information, used in (("hidden", False), ("known", True)):
        table = board.ask("knotty-nines", "deal", seed=2, rules={"information": information})
        board.open(f"#{table['text']}")
        board.page.wait_for_selector("table-stage:not([data-waiting]) .live")
        assert order.is_enabled()
        assert order.is_checked() == used


def test_a_hint_is_asked_for_anew_once_the_order_counts_or_does_not(board: Board) -> None:
    table = board.ask("knotty-nines", "deal", seed=2)
    board.open(f"#{table['text']}")
    board.page.wait_for_selector("table-stage:not([data-waiting]) .live")
    order = board.page.get_by_label("Use the order of the stock")
    for used in (True, False, True):
        order.set_checked(used)
        assert board.page.locator("hint-steps p").count() == 0
        with board.page.expect_request("**/hint") as asked:
            board.button("Hint").click()
        assert asked.value.post_data_json["information"] == ("known" if used else "hidden")
        board.page.get_by_role("img", name="1 of 4").wait_for()


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


def test_whole_turns_are_planned(board: Board) -> None:
    board.middle("hand-knee-foot", deal=1, moves=40)
    board.button("Analyse").click()
    plans = board.page.get_by_role("list", name="Whole turns")
    plans.get_by_role("button").first.click()
    board.moved(0)


def test_moves_that_lead_to_the_same_game_are_one(board: Board) -> None:
    # Nobody else has a card between five and six of diamonds, for one.
    board.open(f"#{TOUCHING}&seat=0")
    rows = board.analyse()
    legal = board.ask("knaves", "moves", position=board.position())["moves"]
    assert rows.get_by_role("button").count() == len(legal)
    assert rows.count() < len(legal)
    rows.get_by_role("button").last.hover()
    assert board.page.locator(".hand .pointed").count() == 1


def test_the_look_is_chosen(board: Board) -> None:
    board.begin("knotty-nines")
    club = board.page.locator('card-face[data-suit="C"]').first
    page = board.page.locator("body")
    paint = "(one, part) => getComputedStyle(one)[part]"
    before = [club.evaluate(paint, "color"), page.evaluate(paint, "backgroundColor")]
    board.button("Settings").click()
    board.page.get_by_role("combobox", name="Suits").select_option("Four colours")
    board.page.get_by_role("combobox", name="Colours", exact=True).select_option("Dark")
    board.button("Close").click()
    after = [club.evaluate(paint, "color"), page.evaluate(paint, "backgroundColor")]
    assert before[0] != after[0]
    assert before[1] != after[1]
    board.page.evaluate("localStorage.clear()")


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


def test_a_deal_that_cannot_be_won_is_called_so(board: Board) -> None:
    board.deal("knotty-nines", deal_number="21", difficulty="any")
    board.button("Can I still win?").click()
    board.page.get_by_text("This position cannot be won.").first.wait_for()
    board.page.locator(".tableau .live").first.click()
    board.page.locator(".tableau .target").first.click()
    board.moved(0)
    board.button("Can I still win?").click()
    board.page.get_by_text("This position cannot be won.").first.wait_for()
    # There is nothing to go back to.
    assert board.button("Back to the last position that could be won").count() == 0


def test_the_focus_comes_back_when_the_others_have_played(board: Board) -> None:
    board.deal("knack", deal_number="3")
    page = board.page
    assert board.my_turn()
    before = board.ply()
    page.locator(".hand .live").first.focus()
    page.keyboard.press("Enter")
    page.locator(".cells .target").first.focus()
    page.keyboard.press("Enter")
    board.moved(before)
    assert board.my_turn()
    assert page.evaluate("Boolean(document.activeElement.closest('table-stage'))")


def test_a_link_shows_the_same(board: Board) -> None:
    board.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board.deal("knaves", deal_number="3")
    assert board.my_turn()
    before = board.ply()
    board.page.locator(".hand .live").first.click()
    board.moved(before)
    assert board.my_turn()
    cards = board.page.locator(".hand").inner_text()
    moves = board.page.locator("move-tree").inner_text()
    board.button("Copy link").click()
    board.page.get_by_text("The link is copied.").wait_for()
    link = board.page.evaluate("navigator.clipboard.readText()")
    board.open(link.removeprefix(board.address))
    board.page.wait_for_selector(".hand .live")
    assert board.page.locator(".hand").inner_text() == cards
    assert board.page.locator("move-tree").inner_text() == moves
    seat = board.page.get_by_label("Seen by")
    assert seat.input_value() == "0"
    board.page.keyboard.press("f")
    board.page.wait_for_function("() => location.hash.includes('seat=1')")
    assert seat.input_value() == "1"


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
    values = page.get_by_role("table", name="Values").locator("tbody tr")
    values.first.wait_for()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    board.at(1)
    values.first.wait_for()
    page.get_by_role("img", name=re.compile("Chance to win over time: 0: .*, 1: ")).wait_for()
    for keys, ply in (("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowUp", 0), ("ArrowDown", 1)):
        page.keyboard.press(keys)
        board.at(ply)
    page.keyboard.press("Escape")
    page.get_by_role("table", name="Values").wait_for(state="detached")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    board.is_for_everyone()
    page.keyboard.press("Escape")
    board.button("Settings").click()
    board.is_for_everyone()


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
    board.page.evaluate("document.querySelector('table-stage').app.store.changed('node')")
    board.page.mouse.up()
    board.page.wait_for_selector(f'[data-key="{key}"].picked')


def test_nobody_hears_what_only_others_know(board: Board) -> None:
    """The free card lies face down; what is unmatched is seen when a hand is laid open."""
    board.deal("knack", deal_number="11")
    assert board.my_turn()
    first = board.page.locator("move-tree button").nth(1)
    assert first.inner_text().endswith("A card face down")
    said, number = "", 11
    while "Discard" not in said or "knock" in said:  # a knock lays the hand open
        board.deal("knock-rummy", deal_number=str(number))
        board.my_turn()
        said, number = board.page.locator("move-tree").inner_text(), number + 1
    assert "unmatched" not in said


def test_nothing_is_taken_back_before_the_first_own_move(board: Board) -> None:
    board.deal("knaves", deal_number="11")
    assert board.my_turn()
    assert board.ply() > 0
    assert board.button("Undo").is_disabled()


def test_an_address_cut_in_two_leads_home(board: Board) -> None:
    board.open("#%%%")
    board.page.get_by_role("heading", name="Pick a game").wait_for()


def test_an_address_that_cannot_be_read_is_reported(board: Board) -> None:
    page = board.page
    problem = page.get_by_role("heading", name="This cannot be shown")
    board.open("#knaves~~5H.0.0.0.0~2C2C.13.13~12~-~seat-0")
    problem.wait_for()
    assert "2C" in page.locator(".faults li").first.inner_text()
    assert page.locator("table-stage").count() == 0
    board.is_for_everyone()
    page.get_by_role("link", name="Deal a new game").click()
    board.button("Deal").wait_for()
    board.open(f"#{OPEN}&m=2C+2C")
    problem.wait_for()
    page.get_by_role("link", name="Show the position without the moves").click()
    page.wait_for_selector(".hand .live")
    board.open("#whist")
    page.get_by_text("There is no game “whist” here.").wait_for()
    page.route("**/v1/**", lambda route: route.abort())
    board.open(f"#{OPEN}")
    problem.wait_for()
    page.unroute("**/v1/**")
    board.button("Try again").click()
    page.wait_for_selector(".hand .live")
    board.wrong[:] = [said for said in board.wrong if "ERR_FAILED" not in said]


def test_a_service_that_is_gone_is_reported(board: Board) -> None:
    board.deal("knaves", deal_number="11")
    assert board.my_turn()
    board.page.route("**/v1/**", lambda route: route.abort())
    board.page.locator(".hand .live").first.click()
    board.page.get_by_text("The service does not answer").wait_for()
    board.wrong[:] = [said for said in board.wrong if "ERR_FAILED" not in said]


def test_moves_are_shown_to_who_makes_them(board: Board) -> None:
    """Another seat sees neither the moves of the seat to move nor what they are worth."""
    page = board.page
    board.middle("hand-knee-foot", deal=12, moves=2)
    offered = page.locator("table-stage :is(.live, .action)")
    seat = page.get_by_label("Seen by")
    board.analyse()
    board.button("Hint").click()
    page.get_by_role("img", name="1 of 4").wait_for()
    page.keyboard.press("f")
    page.get_by_text("Values are shown when it is your turn.").wait_for()
    assert offered.count() == 0
    assert board.button("Hint").is_disabled()
    for part in ("value-table tr", "plan-list li", "belief-table td", "hint-steps p"):
        assert page.locator(part).count() == 0
    page.keyboard.press(" ")
    seat.select_option("Open cards")
    offered.first.wait_for()
    assert board.ply() == 0


@pytest.mark.parametrize(
    ("address", "wrong"),
    [
        ("knaves&x=1", "x=1"),
        ("knaves/foo", "/foo"),
        ("knaves/enter&x=1", "x=1"),
        ("knaves%ZZ", "knaves%ZZ"),
        ("&x=1", "x=1"),
    ],
)
def test_a_wrong_part_of_an_address_without_a_position_is_named(
    board: Board, address: str, wrong: str
) -> None:
    board.open(f"#{address}")
    board.page.locator(".said.fault", has_text=f"“{wrong}”").wait_for()


def test_an_address_says_that_it_is_loading(board: Board) -> None:
    page, table = board.page, board.ask("knaves", "deal", seed=7)

    def hold(route: Any) -> None:
        page.locator(".said", has_text="Loading").wait_for()
        route.continue_()

    page.route("**/play", hold)
    board.open(f"#{table['text']}")
    page.wait_for_selector(".hand .card")
    page.locator(".said").wait_for(state="hidden")


def test_keys_act_on_an_open_dialog_alone(board: Board) -> None:
    page = board.page
    table = board.ask("knotty-nines", "deal", seed=2)
    move = board.ask("knotty-nines", "moves", position=table["text"])["moves"][0]["move"]
    board.open(f"#{table['text']}&m={move}&review=1")
    page.wait_for_selector("review-panel .summed")
    board.button("Keys").click()
    page.evaluate("document.activeElement.blur()")
    for key in ("k", "r", "Escape"):
        page.keyboard.press(key)
    page.get_by_role("dialog").wait_for(state="detached")
    board.at(1)
    assert page.locator("review-panel .summed").count() == 1


def test_the_focus_stays_where_one_works(board: Board) -> None:
    page = board.page
    focused = "() => document.activeElement.matches('main, main *')"
    board.open("#knaves")
    board.button("Deal").press("Enter")
    page.wait_for_selector("table-stage .felt")
    page.wait_for_function(focused)
    assert board.my_turn()
    board.analyse()
    board.button("Analyse").press("Enter")
    page.wait_for_function("() => document.activeElement.textContent === 'Analyse'")
    seat = page.get_by_label("Seen by")
    seat.focus()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
        page.wait_for_function("() => document.activeElement.matches('control-bar select')")


def test_who_is_watched_is_not_called_you(board: Board) -> None:
    board.deal("knaves", deal_number="11")
    assert board.my_turn()
    board.page.get_by_label("Seen by").select_option("Seat 1")
    board.page.get_by_role("group", name="Hand of Seat 1").wait_for()
    assert board.page.get_by_text("You", exact=True).count() == 0


def test_a_move_that_is_refused_stays_to_be_mended(board: Board) -> None:
    board.deal("knaves", deal_number="11")
    assert board.my_turn()
    typed = board.page.get_by_label("Type a move")
    typed.fill("xyz")
    typed.press("Enter")
    board.page.locator(".said.fault", has_text="xyz").wait_for()
    assert typed.input_value() == "xyz"


@pytest.mark.parametrize(
    "wrong", ["review=yes", "seat=abc", "seat=9", "by=me+foo", "by=me", "at=-3", "at=7", "speed=1"]
)
def test_a_wrong_part_of_an_address_is_named(board: Board, wrong: str) -> None:
    """What can be read is shown all the same."""
    table = board.ask("knaves", "deal", seed=7)
    move = board.ask("knaves", "moves", position=table["text"])["moves"][0]["move"]
    board.open(f"#{table['text']}&m={move}&{wrong}")
    board.at(1)
    board.page.locator(".said.fault", has_text=f"“{wrong.replace('+', ' ')}”").wait_for()
    assert "NaN" not in board.page.url
    assert board.page.locator(".hand .card").count() > 0
