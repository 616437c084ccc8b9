"""Positions as commands write them: forms, boards, and how a game stands."""

import json

from kibitz.cli.options import FORMATS
from kibitz.cli.printing import write, write_line
from kibitz.games.boards import BOARDS
from kibitz.games.faults import BadInput, quote
from kibitz.games.game import Game


def check_format(form: str | None) -> None:
    """Raise ``BadInput`` unless ``form`` is one of the forms, or None."""
    if form is not None and form not in FORMATS.split("|"):
        message = f"{quote(form)} is not a form: choose {' or '.join(FORMATS.split('|'))}"
        raise BadInput.one("/format", "unknown_format", message)


def write_position(game: Game, text: str, form: str | None) -> None:
    """Write the position that ``text`` is in ``form``, by default as that line."""
    if form == "json":
        write_line(json.dumps(game.read(text).to_json(), separators=(",", ":")))
    elif form == "plain":
        write_line(BOARDS[game.name].plain(game.read(text)).rstrip("\n"))
    else:
        write_line(text)


def draw(game: Game, text: str) -> None:
    """Draw the position that ``text`` is."""
    write(BOARDS[game.name].draw(game.read(text)))
