"""The rules of the games in our own words: as Markdown, and as a page for people."""

import re
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from markdown_it import MarkdownIt

from kibitz.games.catalogue import LISTED, folder_of, unknown_game
from kibitz.games.faults import BadInput

_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Kibitz</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="../web/icons/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../web/style/base.css">
<link rel="stylesheet" href="../web/style/pages.css">
</head>
<body>
<main class="rules-page">
{rules}</main>
</body>
</html>
"""


def rules_text(game: str) -> str:
    """The rules of a game, its switches and its notation in our own words, as Markdown.

    Raises ``BadInput`` for a name that no game has. Examples of commands are left out.
    """
    if game not in LISTED:
        raise BadInput.one("", "unknown_game", unknown_game(game))
    page = files("kibitz.games").joinpath(folder_of(game), "page.md").read_text("utf-8")
    page = re.sub(r"^```.*?^```\n", "", page, flags=re.DOTALL | re.MULTILINE)
    chapters = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    kept = [chapters[0]]
    kept += [
        each for each in chapters[1:] if re.match(r"## (Switches|Moves|Payoffs|Scor|Pay)", each)
    ]
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", "".join(kept))
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


@cache
def rules_page(game: str) -> bytes:
    """The rules of a game as a web page; its links lead one folder up, to the board."""
    markdown = MarkdownIt("js-default", {"html": False}).render(rules_text(game))
    return _PAGE.format(title=escape(LISTED[game].title), rules=markdown).encode()
