"""Positions entered from a real table: typed, clicked, and pasted."""

import json
import re

import pytest

from tests.browser.board import Board

SEEN_BY_ONE = "knack~players-3~0.2~XX0_0~5.5.2C5SJSQDQH~31.30.31~-~laid-1.seat-2"
TRUMPS, HAND, TRICK = "5H", "2C JC 4D 6H 8H AH 7S JS QS 3C 3D 10D KS", "9H 10H"


def is_advised(board: Board) -> None:
    """Assert that thirteen cards are held, two lie on the table, and a hint comes at a key."""
    board.page.wait_for_selector(".hand .live")
    assert board.page.locator('.hand [data-key^="hand:"]').count() == HAND.count(" ") + 1
    assert board.page.locator(".trick .card").count() == TRICK.count(" ") + 1
    board.page.keyboard.press("h")
    board.page.get_by_role("img", name="1 of 4").wait_for()


def test_a_hand_is_typed_without_a_click(board: Board, record_property) -> None:
    board.open("#knaves/enter")
    board.page.wait_for_function("() => document.activeElement.tagName === 'INPUT'")
    keys = "".join(f"{cards}\n" for cards in (TRUMPS, HAND, TRICK)).replace(" ", "")
    board.page.keyboard.type(keys)
    is_advised(board)
    record_property("typed", f"{len(keys) + 1} keys for 16 cards and a hint")


def test_a_hand_is_entered_by_clicks(board: Board, record_property) -> None:
    board.open("#knaves/enter")
    missing = board.page.locator(".missing")
    assert "Trump card" in missing.inner_text()
    board.page.get_by_label("Trump card").fill(TRUMPS.lower())
    board.page.get_by_label("Your hand").fill(HAND.lower().rpartition(" ")[0])
    assert missing.inner_text() == "Not right yet: 1 more in “Your hand”."
    board.page.reload()
    cards = f"{TRUMPS} {HAND} {TRICK}".replace("10", "T").split()
    for card in cards:
        board.page.locator(f'.picker [data-code="{card}"]').click()
    assert missing.inner_text() == "Nothing is missing."
    board.button("Set it up").click()
    is_advised(board)
    record_property("clicked", f"{len(cards) + 2} clicks for {len(cards)} cards and a hint")


ENTERED = {
    "knotty-nines": {
        f"Pile {n}": card
        for n, card in enumerate(["6D", "2C", "8H", "5D", "KD", "QH", "3S", "JC", "8C"], 1)
    },
    "knock-rummy": {"Your hand": "7C QC 8D TD KD AH 4S 5S 6S 8S", "Discard pile": "5H"},
    "hand-knee-foot": {"Your hand": "4 4S 5 5 6 7 8 8 9 10 J KH K A 2", "Discard pile": "9D"},
}


@pytest.mark.parametrize("game", ENTERED)
def test_positions_are_entered(board: Board, game: str) -> None:
    board.open(f"#{game}/enter")
    for label, cards in ENTERED[game].items():
        board.page.get_by_label(label, exact=True).fill(cards)
    board.button("Set it up").click()
    board.page.wait_for_selector(".live")


def test_positions_are_entered_by_other_rules(board: Board) -> None:
    page = board.page
    board.open("#knotty-nines/enter")
    board.choose_rules(Piles="4", Ranks_go_round="false")
    assert page.get_by_label("Pile 4", exact=True).count() == 1
    assert page.get_by_label("Pile 5", exact=True).count() == 0
    for pile, cards in enumerate(["6D", "5C", "8H", "7D"], 1):
        page.get_by_label(f"Pile {pile}", exact=True).fill(cards)
    board.button("Set it up").click()
    page.wait_for_selector(".live")
    assert board.position().split("~")[1] == "piles-4.wrap-off"
    board.open("#knaves/enter")
    board.choose_rules(Hand_size="17", Target="30")
    page.get_by_label("Trump card").fill("5H")
    page.get_by_label("Your hand").fill("2C JC 4D 6H 8H AH 7S JS QS 3C 3D TD KS KD KC QC QD")
    board.button("Set it up").click()
    page.wait_for_selector(".hand .live")
    assert page.locator('.hand [data-key^="hand:"]').count() == 17
    board.open("#knack-solitaire/enter")
    board.choose_rules(Pack="36", Redeals="1")
    picker = page.locator(".picker")
    assert picker.get_by_role("button", name="two of clubs").count() == 0
    picker.get_by_role("button", name="seven of clubs", exact=True).click()
    board.button("Set it up").click()
    page.wait_for_selector("table-stage .action, table-stage .live")
    assert page.locator(".place .label", has_text="35 cards").count() == 1
    assert "1 redeals left" in page.locator("table-stage").inner_text()


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
    cells = board.page.locator('[data-id^="cell:"]')
    assert cells.count() == (3 if game == "knack" else 2)
    small = cells.first.bounding_box()["width"]
    for _ in range(4):
        board.button("Larger").click()
    assert cells.first.bounding_box()["width"] > small
    if game == "knack":
        place = board.page.locator("button.cell").first
        assert place.get_attribute("aria-label") == f"place at {place.inner_text()}"
        is_panned(board)
    for _ in range(4):
        board.button("Smaller").click()
    assert round(cells.first.bounding_box()["width"]) == round(small)


def is_panned(board: Board) -> None:
    """Assert that a large field scrolls, and stays where it is when it is drawn anew."""
    view, at = board.page.locator(".field-view"), "one => one.scrollTop"
    view.hover()
    board.page.mouse.wheel(0, 60)
    board.page.wait_for_function("() => document.querySelector('.field-view').scrollTop > 0")
    before = view.evaluate(at)
    board.page.evaluate("document.querySelector('table-stage').app.store.changed('node')")
    board.page.wait_for_function(
        "top => document.querySelector('.field-view').scrollTop === top", arg=before
    )


def test_what_turned_up_is_asked_for(board: Board) -> None:
    board.open("#knotty-nines~~6D.2C.8H.5D.KD.QH.3S.JC.8C~43")
    board.page.wait_for_selector(".live")
    board.key("pile:2").click()
    board.key("pile:7").click()
    dialog = board.page.get_by_role("dialog", name="Which card was drawn?")
    dialog.wait_for()
    board.is_for_everyone()
    dialog.get_by_role("button", name="four of spades").click()
    board.moved(0)
    assert board.key("pile:2").get_attribute("aria-label") == "four of spades, pile 2"


def test_a_card_that_turned_up_may_be_a_joker_or_a_second_copy(board: Board) -> None:
    page = board.page
    board.open(f"#{SEEN_BY_ONE}")
    page.wait_for_selector(".live")
    board.key("hand:JS").click()
    page.locator(".cell.target").first.click()
    dialog = page.get_by_role("dialog", name="Which card was drawn?")
    dialog.get_by_role("button", name="joker").wait_for()
    second = dialog.get_by_role("button", name="two of clubs, 1 left")
    assert second.is_enabled()
    typed = dialog.get_by_role("textbox")
    for text, said in (("X", "cannot be read"), ("2C 3C", "cards: 2 of 1"), ("5S 5S", "cards: 2")):
        typed.fill(text)
        typed.press("Enter")
        dialog.get_by_text(said).wait_for()
    dialog.get_by_role("button", name="Cancel").click()
    page.locator(".picked").first.wait_for(state="detached")
    assert board.ply() == 0
    board.key("hand:JS").click()
    page.locator(".cell.target").first.click()
    typed.fill("joker")
    typed.press("Enter")
    board.moved(0)


def test_what_passes_rule_out_lies_nowhere(board: Board) -> None:
    page = board.page
    field = "4D0_0.JD0_-1.9S-1_0.QH1_0.KC0_1.KS2_0.AD0_2.TH-2_0.9C-3_0.TS0_-2.2C-1_2.JH-1_-2.8H-4_0"
    more = "JS-2_-1.3H-2_2.4C-2_3.4S-3_2.5H-4_2.TD-3_-1.QD2_-1.QC-1_-3.9D1_-2.8C1_-3.5D-3_3.7S-5_0"
    told = "laid-1010101010101110111111011.passes-1.seat-1.lacks0_0-7beb56a.lacks0_1-7febf6a"
    board.open(f"#knack~~0.1~{field}.{more}~5.3D4H7H9HTC~14.5~-~{told}")
    page.get_by_role("textbox", name="Type a move").fill("3D@-2,4")
    page.get_by_role("textbox", name="Type a move").press("Enter")
    dialog = page.get_by_role("dialog", name="Which card was drawn?")
    dialog.get_by_role("button", name="joker, 2 left").click()
    board.moved(0)


def test_kinds_that_were_drawn_are_picked(board: Board) -> None:
    page = board.page
    dealt = board.ask("hand-knee-foot", "deal", seed=3)
    view = board.ask("hand-knee-foot", "view", position=dealt["text"], seat=dealt["to_move"])
    board.open(f"#{view['text']}")
    page.wait_for_selector(".live")
    board.key("stock").click()
    dialog = page.get_by_role("dialog", name="Which 2 cards were drawn?")
    red = dialog.get_by_role("button", name="red three")
    red.wait_for()
    assert re.search(r"\d+ left", red.get_attribute("aria-label") or "")
    dialog.get_by_role("button", name="king").click()
    dialog.get_by_role("button", name="joker").click()
    board.moved(0)


def test_a_knock_of_another_shows_the_hand(board: Board) -> None:
    page = board.page
    taken = "AC2CTCJCAD5D8DQH4S5S.11~31~-~known1-5H.history-5Ht.taken-5H.takes-1.seat-0"
    board.open(f"#knock-rummy~~0.1.0.0~{taken}")
    page.locator(".moves-by-name").get_by_role("button", name="king of diamonds").click()
    page.get_by_role("button", name="knock").first.click()
    dialog = page.get_by_role("dialog", name="Which 10 cards are in the hand of Seat 1?")
    typed = dialog.get_by_role("textbox")
    assert typed.input_value() == "5H"  # which is known to be there
    assert dialog.get_by_role("button", name="king of diamonds").is_disabled()
    three = dialog.get_by_role("button", name="three of spades")
    three.click()
    assert three.is_disabled()
    typed.fill("")
    assert three.is_enabled()
    typed.fill("5H 5H 6C 8C 2D 6D 3H 8H 3S 7S")
    typed.press("Enter")
    dialog.get_by_text("is left").wait_for()
    typed.fill("6C 8C 2D 6D 3H 8H 3S 7S 9S TS")
    typed.press("Enter")
    dialog.get_by_text("5H").first.wait_for()
    assert typed.input_value() == "6C 8C 2D 6D 3H 8H 3S 7S 9S TS"
    typed.fill("5H 6C 8C 2D 6D 3H 8H 3S 7S 9S")
    typed.press("Enter")
    board.moved(0)
    page.get_by_text("A knock ends the hand").first.wait_for()


# Each with its moves, the hands to name, and those of whose cards some are known.
ENDINGS: dict[str, tuple[str, str, dict[int, str], dict[int, str]]] = {
    "own knock, 2 players": (
        "~~0.1.0.0~10.6C8C2D6DKD3H8H3S7S9S~31~5H~seat-1&m=draw%3DKS",
        "knock-KS",
        {0: "AC 2C TC JC AD 5D QH 4S 5S AS"},
        {},
    ),
    "own hand laid down, 2 players": (
        "~~0.1.0.0~10.2C3C4C5C6C7C8C9CTCJC~31~QC~seat-1&m=take",
        "out",
        {0: "AC KC AD 2D 3D 4D 5D 6D 7D 8D"},
        {},
    ),
    "own hand laid down, 3 players": (
        "~players-3~0.1.0.0.0~7.2C3C4C5C6C7C8C.7~30~9C~seat-1&m=take",
        "out",
        {0: "AC TC JC QC KC AD 2D", 2: "3D 4D 5D 6D 7D 8D 9D"},
        {},
    ),
    "knock of another, 3 players": (
        "~players-3~0.1.0.0.0~2C3C4C5C6C7C8C.7.7~30~9C~seat-0&m=take",
        "knock-AC",
        {1: "9C TC JC QC KC AD 2D", 2: "3D 4D 5D 6D 7D 8D 9D"},
        {1: "9C"},
    ),
    "hand of another laid down, 3 players": (
        "~players-3~0.1.0.0.0~QSQHQDKSKHKDAS.7.7~30~9C~seat-0&m=take",
        "out",
        {1: "9C TC JC QC 2C 3C 4C 5C", 2: "3D 4D 5D 6D 7D 8D 9D"},
        {1: "9C"},
    ),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_hidden_hands_are_asked_for_when_a_round_ends(board: Board, ending: str) -> None:
    address, move, hands, known = ENDINGS[ending]
    page, named = board.page, list[str]()
    board.open(f"#knock-rummy{address}")
    board.at(1)
    page.get_by_label("Type a move").fill(move)
    page.get_by_label("Type a move").press("Enter")
    for seat, cards in hands.items():
        count = len(cards.split())
        dialog = page.get_by_role(
            "dialog", name=f"Which {count} cards are in the hand of Seat {seat}?"
        )
        typed = dialog.get_by_role("textbox")
        typed.wait_for()
        assert typed.input_value() == known.get(seat, "")
        for card in named:
            assert dialog.locator(f'[data-code="{card}"]').is_disabled()
        typed.fill(cards)
        named += cards.split()
        typed.press("Enter")
    board.moved(1)
    page.locator(".whose", has_text="laid down" if move == "out" else "A knock").wait_for()


def test_one_cancel_ends_all_that_is_asked_of_a_move(board: Board) -> None:
    page = board.page
    start = "~players-3~0.1.0.0.0~7.2C3C4C5C6C7C8C.7~30~9C~seat-1&m=take&names=Ann,Ben,Cleo"
    board.open(f"#knock-rummy{start}")
    board.at(1)
    typed = page.get_by_label("Type a move")
    for end in ("Cancel", "Go on"):
        typed.fill("out")
        typed.press("Enter")
        for name, cards in (("Ann", "AC TC JC QC KC AD 2D"), ("Cleo", "3D 4D 5D 6D 7D 8D 9D")):
            dialog = page.get_by_role("dialog", name=f"Which 7 cards are in the hand of {name}?")
            dialog.get_by_role("textbox").fill(cards)
            dialog.get_by_role("button", name=end if name == "Cleo" else "Go on").click()
        page.get_by_role("dialog").wait_for(state="detached")
        assert end != "Cancel" or board.ply() == 1
    board.moved(1)


def test_no_hand_is_asked_for_where_nobody_may_lay_one_down(board: Board) -> None:
    board.open("#knock-rummy~~0.1.0.0~10.2C3C4C5C6C7C8C9CTCJC~31~QC~seat-1")
    board.page.wait_for_selector(".live")
    board.page.get_by_label("Type a move").fill("out")
    board.page.get_by_label("Type a move").press("Enter")
    board.page.locator(".said.fault", has_text="out").wait_for()
    assert board.page.get_by_role("dialog").count() == 0


def test_a_knock_of_a_hand_in_sight_asks_for_nothing(board: Board) -> None:
    page = board.page
    dealt = board.ask("knock-rummy", "deal", seed=7, rules={"players": 2})
    first = board.ask("knock-rummy", "play", position=dealt["text"], moves=["take"])
    board.open(f"#{first['text']}&seat={first['to_move']}")
    page.wait_for_selector(".live")
    page.locator('.live[data-key^="hand:"]').first.click()
    page.get_by_role("button", name=re.compile("knock")).first.click()
    page.get_by_text("A knock ends the hand").first.wait_for()
    assert page.get_by_role("dialog").count() == 0


def test_what_another_did_is_a_card_and_then_a_place(board: Board) -> None:
    page = board.page
    board.open("#knack~~0.1~XX0_0.KS-1_0.5S1_0.JK-2_0~2C3C4DTSQS.5~20.20~-~laid-1010.seat-0")
    page.get_by_text("What did Seat 1 do?").wait_for()
    for name in ("Hint", "Analyse"):
        assert board.button(name).is_disabled()
    cards = page.locator(".moves-by-name .card")
    names = [card.get_attribute("aria-label") for card in cards.all()]
    assert len(names) == len(set(names)) == 46
    assert page.get_by_role("button", name="Pass").count() == 0
    page.locator(".moves-by-name").get_by_role("button", name="two of spades").press("Enter")
    assert page.locator(".cell.target").count() > 1
    assert page.evaluate("document.activeElement.dataset.key") == "hand:2S"
    page.locator('.cell[data-key="cell:0,1"]').click()
    board.moved(0)
    assert "two of spades at 0,1" in page.locator(".cells").inner_html()


def test_usual_numbers_follow_the_players(board: Board) -> None:
    page = board.page
    board.open("#knack/enter")
    page.locator("label.field", has_text="Players").locator("select").first.select_option("3")
    counts = [page.get_by_label(f"Cards of seat {seat}") for seat in range(3)]
    assert sum(int(one.input_value()) for one in counts) == 107


def test_faults_of_a_position_are_listed(board: Board) -> None:
    board.open("#knaves/enter")
    board.page.get_by_label("Paste a position").fill("knaves~~5H.0.0.0.0~2C2C.13.13~12~-~seat-0")
    board.button("Set it up").click()
    assert "2C" in board.page.locator(".faults li").first.inner_text()
    whole = board.ask("knaves", "deal", seed=1)["position"]
    board.page.get_by_label("Paste a position").fill(json.dumps(whole))
    board.button("Set it up").click()
    board.page.wait_for_selector(".hand .live")


def test_each_fault_is_said_once_at_its_field(board: Board) -> None:
    page = board.page
    board.open("#hand-knee-foot/enter")
    for label, cards in ENTERED["hand-knee-foot"].items():
        page.get_by_label(label, exact=True).fill(cards)
    page.get_by_label("Melds and books of team 1").fill("K 5")
    board.button("Set it up").click()
    short = "1 card: a meld has three to six, then it is a book"
    fault = page.locator('[data-zone="melds1"] .unread', has_text="a meld has three to six")
    assert fault.inner_text() == f"Meld 1: {short}; Meld 2: {short}"
    assert page.locator(".missing.ready").count() == 0
    assert page.locator(".faults li").count() == 0
    board.is_for_everyone()
    page.get_by_label("Melds and books of team 1").fill("")
    assert page.locator(".missing").inner_text() == "Nothing is missing."
    board.open("#knaves/enter")
    for label, cards in (("Trump card", "2C"), ("Your hand", HAND)):
        page.get_by_label(label).fill(cards)
    assert page.locator(".missing").inner_text() == ("Not right yet: 2♣ is entered more than once.")
    board.open("#hand-knee-foot/enter")
    page.get_by_label("Your hand").fill("4 5 6")
    page.get_by_label("Total of team 1").fill("9999999")
    board.button("Set it up").click()
    page.locator(".unread", has_text="“Total of team 1” should be at most").wait_for()
    assert "/position" not in page.locator("form").inner_text()


LACKS = {
    "unread": (
        "knock-rummy",
        {"Your hand": "7C QC 8D TD KD AH 4S 5S 6S 8S zz", "Discard pile": "5H 1Z"},
        "“zz” in “Your hand” cannot be read; “1Z” in “Discard pile” cannot be read",
    ),
    "unread in melds": (
        "hand-knee-foot",
        {"Your hand": "4 5 6", "Melds and books of team 0": "KKK zz"},
        "“zz” in “Melds and books of team 0” cannot be read",
    ),
    "twice": (
        "knock-rummy",
        {"Your hand": "7C QC QC TD KD AH 4S 5S 6S", "Discard pile": "5H"},
        "Q♣ is entered more than once; 1 more in “Your hand”",
    ),
    "several packs": (
        "hand-knee-foot",
        {"Your hand": "4S " * 10, "Discard pile": "4 " * 15, "Melds and books of team 1": "4444"},
        "29 fours, and there are 24",
    ),
    "not in the pack": (
        "knock-rummy",
        {"Your hand": "JK QC 8D TD KD AH 4S 5S 6S 8S", "Discard pile": "5H"},
        "there is no joker in this pack",
    ),
    "more than there are": (
        "hand-knee-foot",
        {"Your hand": "4 5 6 7 8 9 T J Q K A 2 JK 8 9", "Cards held by seat 1": "200"},
        "17 cards more than the packs have",
    ),
    "red threes": (
        "hand-knee-foot",
        {"Your hand": "4 5 6", "Red threes of team 0": "20"},
        "20 red threes, and there are 12",
    ),
    "part of a red three": (
        "hand-knee-foot",
        {"Your hand": "4 5 6", "Red threes of team 0": "2.5"},
        "“Red threes of team 0” should be a whole number",
    ),
    "less than none": (
        "hand-knee-foot",
        {"Your hand": "4 5 6", "Red threes of team 0": "-1"},
        "“Red threes of team 0” should be at least 0",
    ),
    "no number": (
        "hand-knee-foot",
        {"Your hand": "4 5 6", "Cards held by seat 1": ""},
        "“Cards held by seat 1” is empty",
    ),
    "no field": ("knack-solitaire", {"Waste": "5H"}, "“Field” is empty"),
    "no hand": ("hand-knee-foot", {}, "“Your hand” is empty"),
    "empty piles": (
        "knotty-nines",
        dict(list(ENTERED["knotty-nines"].items())[:8]),
        "“Pile 9” is empty",
    ),
    "part of a stock": (
        "knotty-nines",
        {**ENTERED["knotty-nines"], "Stock, if you know it": "4D 5C"},
        "41 more in “Stock, if you know it”",
    ),
    "hands and field": (
        "knack",
        {"Your hand": "3S 4H 5H 9S JD", "Cards of seat 0": "99"},
        "125 cards of the players and 1 card on the field make 126, and there are 54",
    ),
    "part of a card": (
        "knack",
        {"Your hand": "3S 4H 5H 9S JD", "Cards of seat 0": "3.5"},
        "“Cards of seat 0” should be a whole number",
    ),
    "more redeals than the rules allow": (
        "knack-solitaire",
        {"Redeals left": "3"},
        "“Redeals left” should be at most 2",
    ),
    "unread alone": (
        "knotty-nines",
        {**ENTERED["knotty-nines"], "Pile 1": "AA"},
        "“AA” in “Pile 1” cannot be read",
    ),
}


# What is wrong with one field is said there as well.
AT_FIELDS = {
    "unread",
    "unread in melds",
    "red threes",
    "part of a red three",
    "less than none",
    "no number",
    "part of a card",
    "more redeals than the rules allow",
    "unread alone",
}


@pytest.mark.parametrize("lack", LACKS)
def test_what_the_page_knows_to_be_wrong_is_not_set_up(board: Board, lack: str) -> None:
    game, entered, said = LACKS[lack]
    asked: list[str] = []
    board.page.on("request", lambda request: asked.append(request.method))
    board.open(f"#{game}/enter")
    for label, cards in entered.items():
        board.page.get_by_label(label, exact=True).fill(cards)
    missing = board.page.locator(".missing")
    assert missing.inner_text() == f"Not right yet: {said}."
    board.button("Set it up").click()
    assert missing.evaluate("one => one === document.activeElement")
    assert missing.inner_text() == f"Not right yet: {said}."
    at_fields = board.page.locator(".unread:not(:empty)").all_inner_texts()
    assert all(one in said for one in at_fields)
    assert bool(at_fields) == (lack in AT_FIELDS)
    assert "POST" not in asked


def test_totals_are_entered(board: Board) -> None:
    for game, one, typed, totals in (
        ("knock-rummy", "seat", ("-31/3", "31/3"), ["-31/3", "31/3"]),
        ("knock-rummy", "seat", (" −31 / 3 ", "31/3"), ["-31/3", "31/3"]),
        ("hand-knee-foot", "team", ("0", "70"), [0, 70]),
    ):
        board.open(f"#{game}/enter")
        for label, cards in ENTERED[game].items():
            board.page.get_by_label(label, exact=True).fill(cards)
        if one == "team":  # nothing has been won before the first round
            board.page.get_by_role("combobox", name="Round").select_option("2")
        for number, total in enumerate(typed):
            board.page.get_by_label(f"Total of {one} {number}").fill(total)
        board.button("Set it up").click()
        board.page.wait_for_selector(".live")
        shown = board.ask(game, "play", position=board.position(), moves=[])["position"]
        assert shown["scores"] == totals


def test_a_total_with_a_blank_between_digits_is_refused(board: Board) -> None:
    board.open("#knock-rummy/enter")
    for label, cards in ENTERED["knock-rummy"].items():
        board.page.get_by_label(label, exact=True).fill(cards)
    board.page.get_by_label("Total of seat 1").fill("3 1/3")
    board.button("Set it up").click()
    board.page.locator(".unread", has_text="not '3 1/3'").wait_for()


@pytest.mark.parametrize(
    ("game", "rule", "typed", "said"),
    [
        ("knotty-nines", "Piles", "2", "should be at least 4"),
        ("knotty-nines", "Piles", "2.5", "should be a whole number"),
        ("knotty-nines", "Piles", "3000", "should be at most 12"),
        ("knack", "Packs", "99999", "should be at most 6"),
        ("knaves", "Jack of hearts", "-30", "should be at least −20"),
    ],
)
def test_switches_are_checked(board: Board, game: str, rule: str, typed: str, said: str) -> None:
    board.open(f"#{game}/enter")
    board.page.wait_for_selector(".zone")
    count = board.page.locator(".zone").count()
    board.choose_rules(**{rule: typed})
    text = f"“{rule}” {said}"
    assert board.page.locator(".rules .unread:not(:empty)").inner_text() == text
    assert text in board.page.locator(".missing").inner_text()
    assert board.page.locator(".zone").count() == count


def test_who_laid_the_free_card_enters_it(board: Board) -> None:
    page = board.page
    board.open("#knack/enter")
    page.get_by_label("Players").select_option("4")
    page.get_by_label("You are").select_option("3")
    page.get_by_label("Players").select_option("2")
    assert page.get_by_label("You are").input_value() == "0"
    page.get_by_label("You are").select_option("1")
    page.get_by_label("Your hand").fill("3S 4H 5H 9S JD")
    missing, unlaid = page.locator(".missing"), "you laid the free card: enter it at 0, 0"
    # Who laid the free card has one less than the others.
    assert page.get_by_label("Cards of seat 1").input_value() == "26"
    assert missing.inner_text() == f"Not right yet: {unlaid}."
    page.get_by_label("Cards of seat 1").fill("27")
    many = "54 cards of the players and 1 card on the field make 55, and there are 54"
    assert missing.inner_text() == f"Not right yet: {unlaid}; {many}."
    page.get_by_label("Cards of seat 1").fill("26")
    page.get_by_role("button", name="0, 0", exact=True).click()
    page.locator(".picker").get_by_role("button", name="two of spades", exact=True).click()
    assert missing.inner_text() == "Nothing is missing."
    page.get_by_label("The free card was laid by").select_option("0")
    assert "leave 0, 0 empty" in missing.inner_text()
    page.get_by_label("The free card was laid by").select_option("1")
    board.button("Set it up").click()
    page.wait_for_selector("table-stage .live, table-stage .action")
    shown = board.ask("knack", "play", position=board.position(), moves=[])["position"]
    assert (shown["seat"], shown["dealer"], shown["field"]) == (1, 0, [[0, 0, "2S"]])


def test_books_are_typed_as_they_were_completed(board: Board) -> None:
    page = board.page
    board.open("#hand-knee-foot/enter")
    for label, cards in ENTERED["hand-knee-foot"].items():
        page.get_by_label(label, exact=True).fill(cards)
    books = f"{'Q' * 7} 666 {'9' * 7} {'T' * 6}2 {'5' * 7} {'Q' * 6}2 {'4' * 6}2"
    page.get_by_label("Melds and books of team 0").fill(books)
    board.button("Set it up").click()
    page.wait_for_selector(".live")
    asked = board.ask("hand-knee-foot", "play", position=board.position(), moves=[])
    [team, _] = asked["position"]["teams"]
    assert (team["original_red"], team["original_black"]) == ("Q", "T")
    assert {book["rank"]: [book["red"], book["black"]] for book in team["books"]} == {
        "4": [0, 1], "5": [1, 0], "9": [1, 0], "T": [0, 1], "Q": [1, 1]
    }  # fmt: skip
    assert team["melds"] == [["6", "6", "6"]]


def test_a_jack_turned_for_trumps_may_mean_none(board: Board) -> None:
    page = board.page
    board.open("#knaves/enter")
    board.choose_rules(**{"A jack turned for trumps": "no_trump"})
    page.get_by_label("You are").select_option("1")
    page.get_by_label("Dealer").select_option("0")
    for label, cards in (
        ("Trump card", "JS"),
        ("Your hand", "2C 3D 5D AD 3H 4H 6H TH JH AH"),
        ("Cards played so far", "6S 4S 2S KS 8S 9S 2H 7H 7S AS 7C"),
    ):
        page.get_by_label(label).fill(cards)
    board.button("Set it up").click()
    page.wait_for_selector(".hand .live")
    assert board.position() == (
        "knaves~turned_jack-no_trump~JS.0.0.0.0~9.2C3D5DAD3H4H6HTHJHAH.9"
        "~12~6S4S2S.KS8S9S.2H7H7S.AS7C~seat-1"
    )


def test_what_was_entered_is_kept(board: Board) -> None:
    page = board.page
    board.open("#knaves/enter")
    typed = [("Total of seat 1", "7"), ("Trump card", TRUMPS), ("Your hand", HAND)]
    for label, text in typed:
        page.get_by_label(label).fill(text)
    board.button("Set it up").click()
    page.wait_for_selector(".hand .live")
    page.go_back()
    for label, text in typed:
        assert page.get_by_label(label).input_value() == text
    assert page.locator(".missing").inner_text() == "Nothing is missing."
    board.button("Clear all").click()
    assert page.get_by_label("Your hand").input_value() == ""
