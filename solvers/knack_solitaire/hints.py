"""The sentences of a hint at each level, as reasons and as text."""

from typing import Final

from kibitz.contract.answers import Reason
from kibitz.contract.options import Level
from kibitz.games.knack_field.table import place_of
from kibitz.games.knack_field.words import named, neighbours
from kibitz.games.knack_solitaire.play import CELLS, REDEAL
from kibitz.games.knack_solitaire.state import SIDE
from kibitz.games.protocol import State
from kibitz.solvers.knack_solitaire.rows import Analysis
from kibitz.solvers.knack_solitaire.searches import is_laying
from kibitz.solvers.knack_solitaire.sentences import WORDING
from kibitz.solvers.wording import Words, head_of
from kibitz.solvers.wording import text_of as joined

STACKS: Final = ("stock", "waste")


def cards_beside(state: State, move: int) -> list[str]:
    """The cards that a card is laid beside, as ``beside 8♦ at 1,0``."""
    if not is_laying(move):
        return ["waste" if move == REDEAL else "stock"]
    near = neighbours(state[0]["field"], *place_of(SIDE, move % CELLS))
    return [f"beside {named(card)} at {place}" for card, place in near]


def said(found: Analysis, level: Level) -> list[Reason]:
    """What a hint says at ``level``, the move itself apart."""
    if not found.values:
        return [WORDING.say("over")]
    if level == "move":
        return []
    if level == "why":
        return [*found.standing, *found.reasons]
    if level == "nudge":
        return [*found.standing, *found.nudge]
    if found.near[0] in STACKS:
        return [*found.standing, WORDING.say(found.near[0])]
    return [*found.standing, WORDING.say("near", near=found.near)]


def text_of(found: Analysis, level: Level) -> str:
    """The hint at ``level``; each level says more than the one before."""
    sentences = joined(said(found, level))
    if not found.values or level in ("nudge", "area"):
        return sentences
    best = found.values[0]
    return f"{head_of(best.text)} {sentences}".rstrip()


def words_of(found: Analysis, level: Level) -> Words:
    """What a hint says at ``level``."""
    reasons = said(found, "why") if level == "why" else None
    return Words(text_of(found, level), found.near, reasons, by_line=True)
