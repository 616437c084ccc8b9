"""Positions as commands write them: forms, boards, and how a game stands."""

import json
import secrets
from typing import Final

from kibitz.cli.boards import BOARDS
from kibitz.cli.options import FORMATS
from kibitz.cli.printing import write, write_line
from kibitz.contract.replies import MatchStanding, Standing
from kibitz.games.faults import BadInput, quote
from kibitz.games.game import Game

MOST_RANDOM: Final = 10**12


def random_seed() -> str:
    """A seed that every source can deal."""
    return str(1 + secrets.randbelow(MOST_RANDOM))


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


def standing(answer: Standing) -> str:
    """How the game stands, in words; the match after a round in a line of its own."""
    if not answer.over:
        return "The game goes on."
    outcome = answer.outcome
    if outcome is None:
        return "The game is over; what it comes to depends on cards that are hidden."
    if outcome.won is not None:
        return "The game is won." if outcome.won else "The game is lost: no move is left."
    worth = ", ".join(f"{payoff:g}" for payoff in outcome.payoffs)
    ranks = "" if outcome.places is None else f"; places: {', '.join(map(str, outcome.places))}"
    ended = "game" if outcome.match is None else "round"
    lines = [f"The {ended} is over: {worth}{ranks}"]
    lines += [] if outcome.match is None else [match_line(outcome.match)]
    return "\n".join(lines)


def match_line(match: MatchStanding) -> str:
    """How a match stands after a round, in a line."""
    totals = "Totals: " + ", ".join(map(str, match.totals)) + "; "
    if match.winners:
        return totals + "the match is won by " + " and ".join(map(str, match.winners)) + "."
    number = "the next round" if match.round is None else f"round {match.round}"
    return totals + f"{number} is dealt by seat {match.dealer}."
