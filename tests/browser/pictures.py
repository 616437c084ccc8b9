"""Pictures of the board for the pages: ``make pictures`` takes them again.

Every game in the middle of play with its analysis, and a review, on a wide screen and on a small
phone, light and dark. The positions are dealt and played on by ``choose``, so that they are the
same each time.
"""

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.board import Board, new_context
from tests.docs_refresh import ROOT, Service, plain_environment

FOLDER: Final = ROOT / "docs" / "pictures"
# Rules, seed, and how many moves are made before the picture is taken, at least.
SHOWN: Final[dict[str, tuple[dict[str, Any], int, int]]] = {
    "knotty-nines": ({}, 9, 17),
    "knack-solitaire": ({}, 5, 74),
    "knaves": ({}, 11, 16),
    "knack": ({"players": 3}, 3, 34),
    "knock-rummy": ({}, 25, 9),
    "hand-knee-foot": ({}, 5, 66),
}
REVIEW: Final = "review"
REVIEWED_DEAL: Final = 3
SIZES: Final = ((1280, 800), (360, 740))
COLOURS: Final = 224
ANALYSED_MS: Final = 3_000


def position_of(board: Board, game: str) -> tuple[str, int]:
    """A position in which the first seat has a choice, and how many seats there are."""
    rules, seed, least = SHOWN[game]
    table = board.ask(game, "deal", seed=seed, rules=rules)
    seats = len(table["position"].get("hands", [0]))
    made = 0
    line = board.ask(game, "solve", position=table["text"])["moves"] if seats == 1 else []
    while not table["over"]:
        text = table["text"]
        moves = board.ask(game, "moves", position=text)["moves"]
        if made >= least and table["to_move"] == 0 and len(moves) > 2:
            return text, seats
        move = line[made] if line else _chosen(board, game, text, made)
        table = board.ask(game, "play", position=text, moves=[move])
        made += 1
    raise ValueError(f"{game}: deal {seed} is over after {made} moves")


def _chosen(board: Board, game: str, text: str, made: int) -> str:
    chosen = board.ask(game, "choose", position=text, level="casual", seed=made)
    move: str = chosen["move"]
    return move


def take(board: Board, game: str, name: str) -> None:
    """One picture of a game, or of a review."""
    if game == REVIEW:
        _show_review(board)
    else:
        _show_analysis(board, game)
    board.page.mouse.move(2, 2)
    board.page.evaluate("scrollTo(0, 0)")
    taken = Image.open(io.BytesIO(board.page.screenshot()))
    few = taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(FOLDER / name, optimize=True)


def _show_review(board: Board) -> None:
    """A hand of Knock Rummy between beginners, at a mistake."""
    table = board.ask("knock-rummy", "deal", seed=REVIEWED_DEAL)
    start, moves = table["text"], list[str]()
    while not table["over"]:
        text, made = table["text"], len(moves)
        chosen = board.ask("knock-rummy", "choose", position=text, level="beginner", seed=made)
        moves.append(chosen["move"])
        table = board.ask("knock-rummy", "play", position=start, moves=moves)
    board.open(f"#{start}&m={'+'.join(moves)}&seat=0&by=me+beginner&review=1")
    board.page.locator(".summed").wait_for()
    board.page.keyboard.press("m")
    board.page.locator(".judged .badge").wait_for()
    board.page.wait_for_load_state("networkidle")


def _show_analysis(board: Board, game: str) -> None:
    position, seats = position_of(board, game)
    by = "+".join(["me", *["casual"] * (seats - 1)])
    board.open(f"#{position}&seat=0&by={by}")
    board.page.locator(".live").first.wait_for()
    board.button("Analyse").click()
    board.page.locator("table-stage value-bar").first.wait_for()
    board.page.wait_for_timeout(ANALYSED_MS)


def main(games: list[str]) -> None:
    """Take the pictures of some games, or of all and of the review."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        context = new_context(browser)
        service = Service(plain_environment(), Path(folder))
        try:
            for game in games or [*SHOWN, REVIEW]:
                for width, height in SIZES:
                    for dark in (False, True):
                        board = Board(context, service, width=width, height=height, dark=dark)
                        take(board, game, f"{game}-{width}-{'dark' if dark else 'light'}.png")
                        board.close()
        finally:
            service.close()
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
