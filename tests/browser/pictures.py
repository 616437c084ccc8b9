"""Pictures of the board for the pages: ``make pictures`` takes them again.

Every game in the middle of play with its analysis, and a review, on a wide screen and on a small
phone, light and dark. The positions are dealt and played on by ``choose``, so that they are the
same each time; of the deals the first is taken that has what is to be shown.
"""

import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.board import Board, new_context
from tests.docs_refresh import ROOT, Service, plain_environment

FOLDER: Final = ROOT / "docs" / "pictures"
# Rules, and how many moves have been made in the picture, at least.
SHOWN: Final[dict[str, tuple[dict[str, Any], int]]] = {
    "knotty-nines": ({}, 17),
    "knack-solitaire": ({}, 74),
    "knaves": ({}, 16),
    "knack": ({"players": 3}, 34),
    "knock-rummy": ({}, 5),
    "hand-knee-foot": ({}, 66),
}
CHOICES: Final = 3  # moves of the first seat in the picture, at least
DEALS: Final = range(1, 100)
REVIEW: Final = "review"
REVIEWED: Final = 8  # moves of the reviewed hand, at least
SIZES: Final = ((1280, 800), (360, 740))
COLOURS: Final = 224
ANALYSED_MS: Final = 3_000


def position_of(board: Board, game: str) -> tuple[str, int]:
    """A position of the first deal that has one to show, and how many seats there are."""
    rules, least = SHOWN[game]
    for deal in DEALS:
        table = board.ask(game, "deal", seed=deal, rules=rules)
        seats = len(table["position"].get("hands", [0]))
        line = None
        if seats == 1:
            line = board.ask(game, "solve", position=table["text"]).get("moves")
            if not line:  # it cannot be won
                continue
        for made, text, moves in _played(board, game, table, line):
            if made >= least and len(moves) >= CHOICES:
                return text, seats
    raise ValueError(f"{game}: no deal has {least} moves and then a choice for the first seat")


def _played(
    board: Board, game: str, table: dict[str, Any], line: list[str] | None
) -> Iterator[tuple[int, str, list[Any]]]:
    """The positions of a game in which the first seat is to move: moves made, text, legal moves."""
    made = 0
    while not table["over"]:
        text = table["text"]
        if table["to_move"] == 0:
            yield made, text, board.ask(game, "moves", position=text)["moves"]
        move = line[made] if line else chosen(board, game, text, "casual", made)
        table = board.ask(game, "play", position=text, moves=[move])
        made += 1


def chosen(board: Board, game: str, text: str, level: str, seed: int) -> str:
    """The move of a level."""
    move: str = board.ask(game, "choose", position=text, level=level, seed=seed)["move"]
    return move


def take(board: Board, show: Callable[[Board], None], name: str) -> None:
    """One picture of what is shown."""
    board.search_on()
    show(board)
    board.page.mouse.move(2, 2)
    board.page.evaluate("document.querySelector('.said').textContent = ''")
    taken = Image.open(io.BytesIO(board.page.screenshot()))
    few = taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(FOLDER / name, optimize=True)


def reviewed_game(board: Board) -> tuple[str, list[str]]:
    """The first hand of Knock Rummy between beginners in which the first seat makes a mistake."""
    for deal in DEALS:
        table = board.ask("knock-rummy", "deal", seed=deal)
        start, moves = table["text"], list[str]()
        while not table["over"]:
            text = table["text"]
            moves.append(chosen(board, "knock-rummy", text, "beginner", len(moves)))
            table = board.ask("knock-rummy", "play", position=text, moves=moves[-1:])
        if len(moves) < REVIEWED:
            continue
        record = {"position": start, "moves": moves}
        judged = board.ask("knock-rummy", "review", record=record, seats=[0])["seats"][0]["counts"]
        if judged["mistake"] + judged["blunder"]:
            return start, moves
    raise ValueError("no deal has a mistake to be shown")


def _show_review(start: str, moves: list[str], board: Board) -> None:
    """A hand under review, at a mistake."""
    board.open(f"#{start}&m={'+'.join(moves)}&seat=0&by=me+beginner&review=1")
    board.page.locator(".summed").wait_for()
    board.page.keyboard.press("m")
    board.page.locator(".judged .badge").wait_for()
    board.page.wait_for_load_state("networkidle")
    review = "document.querySelector('review-panel').getBoundingClientRect().top"
    board.page.evaluate(f"scrollTo(0, innerWidth < 600 ? {review} - 12 : 0)")


def _show_analysis(position: str, seats: int, board: Board) -> None:
    by = "+".join(["me", *["casual"] * (seats - 1)])
    board.open(f"#{position}&seat=0&by={by}")
    board.page.locator(".live").first.wait_for()
    board.button("Analyse").click()
    board.page.locator("table-stage value-bar").first.wait_for()
    board.page.wait_for_timeout(ANALYSED_MS)
    board.page.evaluate("scrollTo(0, 0)")


def main(games: list[str]) -> None:
    """Take the pictures of some games, or of all and of the review."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        context = new_context(browser)
        service = Service(plain_environment(), Path(folder))
        try:
            asking = Board(context, service)
            for game in games or [*SHOWN, REVIEW]:
                show = (
                    partial(_show_review, *reviewed_game(asking))
                    if game == REVIEW
                    else partial(_show_analysis, *position_of(asking, game))
                )
                for width, height in SIZES:
                    for dark in (False, True):
                        board = Board(context, service, width=width, height=height, dark=dark)
                        take(board, show, f"{game}-{width}-{'dark' if dark else 'light'}.png")
                        board.close()
        finally:
            service.close()
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
