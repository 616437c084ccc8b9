"""Games under review: what was planted is found, the way to it, and the end of the stream."""

import re
from urllib.parse import quote

import pytest

from tests.browser.board import GAMES, Board

# The king of diamonds is played where the jack of hearts could be thrown away, in the last round.
HANDS = "6CQHKH.6D7DKDJH.3S4S7SQS~2CTCAC4D8DJD3H8H9HTHAH8S"
TRICKS = "2D5D9D.5S2S9S.2H6H4H.ASKSJS.7H5HTD.5C3C9C.KC7CQC.JC8C4C.3DTSAD.6S"
KNAVES = f"""game: knaves
seats: Ann, Ben, Cleo
position: knaves~~QD.0.18.18.18~{HANDS}~{TRICKS}

10. Ben: KD Cleo: QS  # what was he thinking
11. Ben: JH
"""
TRICKS_REVIEWED = 4
BLUNDER = 1  # the move that was planted, counted from 1


def pasted(board: Board, game: str, record: str, button: str = "Review") -> None:
    board.open(f"#{game}/enter")
    board.page.get_by_label("Paste a position").fill(record)
    board.button(button).click()
    board.page.wait_for_selector("move-tree")


def judged(board: Board) -> None:
    """Wait until the review is whole."""
    board.page.wait_for_selector("review-panel .summed:not([hidden])")


def lost_game(board: Board) -> tuple[str, list[str]]:
    """A deal of Knotty Nines that can be won, and moves of which the last one loses it."""
    table = board.ask("knotty-nines", "deal", seed=2, want={"difficulty": "easy"})
    start, moves = table["text"], list[str]()
    while board.ask("knotty-nines", "solve", position=table["text"])["verdict"] == "solvable":
        legal = board.ask("knotty-nines", "moves", position=table["text"])["moves"]
        drawing = [one["move"] for one in legal if "drawing" in one["text"]]
        moves.append((drawing or [one["move"] for one in legal])[0])
        table = board.ask("knotty-nines", "play", position=start, moves=moves)
    return start, moves


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_reviewed(board: Board, game: str) -> None:
    table = board.ask(game, "deal", seed=4)
    start, moves = table["text"], list[str]()
    while len(moves) < 6 and not table["over"]:
        chosen = board.ask(game, "choose", position=table["text"], level="beginner", seed=1)
        if "move" not in chosen:  # a solitaire that is lost
            break
        moves.append(chosen["move"])
        table = board.ask(game, "play", position=start, moves=moves)
    board.open(f"#{start}&m={'+'.join(moves)}&review=1")
    judged(board)
    assert board.page.locator(".summed p").first.inner_text()
    board.page.keyboard.press("m")
    panel = board.page.locator("review-panel").inner_text()
    assert not re.search(r"\d%|lost [\d.]+ %|[−+]0\.0\b", panel)
    per_decision = board.page.locator(".figures div", has_text="Loss per decision")
    if per_decision.count():
        assert re.search(r"\d (percentage )?points$", per_decision.inner_text())
    board.is_for_everyone()


def test_a_planted_blunder_is_found(board: Board) -> None:
    page = board.page
    board.search_on(review={"iterations": 3000})
    pasted(board, "knaves", KNAVES)
    judged(board)
    page.get_by_label("Decisions of").select_option("Ben")
    mark = page.get_by_role("button", name=re.compile(rf"^{BLUNDER}\. K♦.*: blunder$"))
    mark.wait_for()
    board.button("Next mistake").click()
    board.at(BLUNDER)
    said = page.locator(".judged")
    assert said.locator(".badge").inner_text() == "?? Blunder"
    assert "Better: J♥" in said.inner_text()
    assert not page.get_by_label("With the real cards").is_checked()
    assert "With the real cards" not in said.inner_text()
    page.get_by_label("With the real cards").check()
    said.get_by_text("With the real cards it lost").wait_for()
    assert page.locator("move-tree").get_by_role("img", name="blunder").count() == 1
    page.keyboard.press("ArrowUp")
    board.at(0)
    mark.click()
    board.at(BLUNDER)
    for to, at, key in (("ArrowUp", 0, "m"), ("ArrowUp", 0, "b"), ("ArrowDown", 3, "B")):
        page.keyboard.press(to)
        board.at(at)
        page.keyboard.press(key)
        board.at(BLUNDER)
    assert page.locator(".summed").get_by_text("Ben made").count() == 1
    assert page.locator("review-graph path.luck").count() == 1
    assert page.locator("review-graph path.skill").count() == 1
    page.keyboard.press("ArrowRight")  # to a decision of Cleo
    board.at(BLUNDER + 1)
    assert said.count() == 0


def test_only_own_moves_are_reviewed(board: Board) -> None:
    """And afterwards one looks from where one has looked before."""
    page = board.page
    board.deal("knaves", deal_number="7", opponents="casual")
    seen = page.get_by_label("Seen by")
    assert board.my_turn()
    before = board.ply()
    assert before > 0
    board.button("Review").click()
    page.get_by_text("There is no move of yours to review yet.").wait_for()
    assert page.locator("review-panel .progress").count() == 0
    assert seen.input_value() == "0"
    page.locator(".hand .live").first.click()
    board.moved(before)
    assert board.my_turn()
    board.button("Review").click()
    judged(board)
    page.get_by_text("Decisions looked at: 1.").wait_for()
    assert page.get_by_label("Decisions of").count() == 0
    page.get_by_label("With the real cards").check()
    page.wait_for_function("location.hash.includes('seat=open')")
    page.keyboard.press("Escape")
    page.locator("review-panel .progress").wait_for(state="detached")
    page.wait_for_function("location.hash.includes('seat=0')")
    assert seen.input_value() == "0"


def test_the_better_move_is_found(board: Board) -> None:
    page = board.page
    board.search_on(review={"iterations": 3000})
    pasted(board, "knaves", KNAVES)
    judged(board)
    page.get_by_label("Decisions of").select_option("Ben")
    board.button("Find the better move").click()
    board.at(BLUNDER - 1)
    page.locator(".judged").get_by_text("Which?").wait_for()
    assert board.ply() == BLUNDER - 1  # what was played is not shown
    assert "KD" not in page.locator(".side").inner_text()
    board.key("hand:KD").click()
    page.locator(".judged").get_by_text("that was played").wait_for()
    board.key("hand:JH").click()
    board.at(BLUNDER)
    said = page.locator(".said").inner_text()
    assert said.startswith("J♥")
    assert said.endswith(": that is the better move.")
    assert "Better: J♥" in page.locator(".judged").inner_text()
    assert board.ply() == 3


def test_the_move_that_lost_a_solitaire(board: Board) -> None:
    start, moves = lost_game(board)
    board.open(f"#{start}&m={'+'.join(moves)}")
    board.page.wait_for_selector(".felt")
    board.page.keyboard.press("r")
    judged(board)
    board.button("The move that lost it").click()
    board.at(len(moves))
    assert board.page.locator(".badge").inner_text() == "?? Blunder"
    board.button("The last moment to win").click()
    board.at(len(moves) - 1)
    board.page.keyboard.press("b")
    board.at(len(moves))
    board.button("A winning line").click()
    board.page.locator(".whose", has_text="Won.").wait_for()
    assert not board.page.get_by_role("textbox", name="Type a move").is_visible()
    assert board.page.locator("move-tree .tried").count() == 1


def test_what_is_wrong_with_a_pasted_record_is_said_by_line(board: Board) -> None:
    page = board.page
    board.open("#knaves/enter")
    wrong = KNAVES.replace("11. Ben: JH", "11. Cleo: JH").replace("seats:", "seets:")
    paste = page.get_by_label("Paste a position")
    paste.fill("\n" * 7)
    assert paste.evaluate("one => one.scrollHeight <= one.clientHeight")
    paste.fill(wrong)
    board.button("Review").click()
    faults = page.locator(".faults li")
    faults.first.wait_for()
    said = "\n".join(faults.all_inner_texts())
    assert "'seets' is no heading of a record; did you mean 'seats'?" in said
    assert "it is the turn of Ben, not of Cleo" in said


def test_names_are_kept_by_the_address(board: Board) -> None:
    pasted(board, "knaves", KNAVES, "Set it up")
    board.at(3)
    assert "names=Ann%2CBen%2CCleo" in board.page.url
    for names in ("Ann, Ben, Cleo", "J. R.,a#b,Ébène 7"):
        board.open(f"#knaves~~QD.0.18.18.18~{HANDS}~{TRICKS}&names={quote(names)}")
        last = names.rpartition(",")[2].strip()
        board.page.locator("main").get_by_text(last, exact=True).first.wait_for()


@pytest.mark.parametrize("names", ["Ann,Ann,Ann", ",,", "a:b,c,d", "seat 1,b,c", "1. A,b,c"])
def test_names_that_nobody_has_are_not_understood(board: Board, names: str) -> None:
    start = f"knaves~~QD.0.18.18.18~{HANDS}~{TRICKS}"
    board.open(f"#{start}&names={names.replace(' ', '+')}")
    board.page.get_by_text(f"“names={names}”").wait_for()


def test_a_record_as_json_goes_on_as_a_game(board: Board) -> None:
    record = '{"source": "pysolfc 100123", "rules": {"wrap": false}, "moves": ["2>6", "4>3"]}'
    pasted(board, "knotty-nines", record, "Set it up")
    board.at(2)
    assert "wrap-off" in board.position()
    board.button("Review").click()
    judged(board)
    board.page.reload()
    judged(board)
    board.button("Review").click()
    board.page.locator("review-panel").wait_for(state="hidden")
    assert "review" not in board.page.url


def beginners(board: Board) -> str:
    """The address of the first tricks of a round of Knaves under review."""
    table = board.ask("knaves", "deal", seed=4)
    start, moves = table["text"], list[str]()
    while len(moves) < TRICKS_REVIEWED * 3:
        chosen = board.ask("knaves", "choose", position=table["text"], level="beginner", seed=1)
        moves.append(chosen["move"])
        table = board.ask("knaves", "play", position=table["text"], moves=moves[-1:])
    return f"#{start}&m={'+'.join(moves)}&review=1"


def test_moves_that_lead_to_the_same_game_are_not_called_the_only_one(board: Board) -> None:
    page = board.page
    board.open(beginners(board))
    judged(board)
    for ply, seat, said in ((5, 1, "Nothing to decide"), (6, 2, "All moves led to the same game")):
        page.get_by_label("Decisions of").select_option(f"Seat {seat}")
        page.locator("move-tree button").nth(ply).click()
        board.at(ply)
        assert page.locator(".judged .badge").inner_text() == said


def test_a_review_ends_when_one_leaves(board: Board) -> None:
    address, page = beginners(board), board.page
    board.search_on(review={"iterations": 100_000})
    home = page.get_by_role("link", name="Kibitz", exact=True)
    for leave in (board.button("Stop here"), board.button("Review"), home):
        board.open(address)
        board.until(lambda: board.running() > 1, "the search does not begin")
        leave.click()
        page.locator("review-panel .pulse").wait_for(state="hidden")
        board.at_rest()


def test_a_review_that_goes_on_does_not_speak_of_its_end(board: Board) -> None:
    board.search_on(review={"time_ms": 1}, jobs={"iterations": 1_000_000})
    board.open(beginners(board))
    board.page.wait_for_selector(".summed")
    assert board.page.locator(".progress .pulse").count() == 1
    said = board.page.locator(".summed").inner_text()
    assert "time" not in said
    assert "left open" not in said
    board.page.locator("move-tree button").nth(3).click()
    badge = board.page.locator(".judged .badge")
    assert badge.inner_text() == "Searching"
    board.button("Stop here").click()
    assert badge.inner_text() == "Not judged"
    board.page.locator(".summed p").wait_for()
    board.at_rest()


def test_a_long_review_goes_on_as_a_job(board: Board) -> None:
    """What there is no time for in a request is judged by a job, which ends with the review."""
    address, page, before = beginners(board), board.page, board.jobs()
    board.search_on(review={"time_ms": 1}, jobs={"iterations": 40})
    board.open(address)
    judged(board)
    page.get_by_text("Decisions looked at: 12.").wait_for()
    assert page.locator("review-graph path.luck").count() == 1
    assert board.jobs() == ["done", *before]
    board.search_on(review={"time_ms": 1}, jobs={"iterations": 1_000_000})
    for leave in (lambda: page.keyboard.press("Escape"), lambda: page.goto("about:blank")):
        board.open(address)
        board.until(lambda: board.jobs()[0] == "running", "the job does not begin")
        leave()
        board.until(lambda: board.jobs()[0] == "cancelled", "the job is not cancelled")
        board.at_rest()
    assert board.jobs() == ["cancelled", "cancelled", "done", *before]
