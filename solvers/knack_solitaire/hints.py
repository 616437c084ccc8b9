"""Hints in words. Every sentence states a fact of the field or of the analysis."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from games.cards import card_symbol
from games.knack_field.field import lay, permitted, take_back
from games.knack_field.matching import ALL_KINDS, JOKER_KIND, kind_of
from games.knack_field.table import place_of
from games.knack_field.words import neighbours
from games.knack_solitaire.play import CELLS, DRAW, REDEAL, SIDE
from games.protocol import State
from solvers.knack_solitaire.explain import kind_words
from solvers.knack_solitaire.lines import is_laying
from solvers.result import MoveValue, Score, Verdict
from solvers.solver import Level

MOST_FACTS: Final = 3


@dataclass(frozen=True)
class Findings:
    """What a hint may draw on.

    ``best`` is the move to make, ``alike`` how many of ``legal`` moves are as good. ``near`` are
    the cards it is laid beside; ``reasons`` are facts in words, strongest first.
    """

    verdict: Verdict | None
    best: MoveValue | None
    alike: int
    legal: int
    score: Score
    near: list[str]
    reasons: list[str]


@dataclass(frozen=True)
class Room:
    """How a field takes the cards to come: cells that fit each kind, and those that fit any."""

    cells: list[int]
    sides: int


def room_of(record: np.void) -> Room:
    """Count the cells of a field that fit each kind."""
    field = record["field"]
    cells, sides = [0] * JOKER_KIND, 0
    for slot in range(int(field["open"])):
        if not permitted(field, int(field["frontier"][slot])):
            continue
        fit = int(field["fits"][slot])
        sides += fit == ALL_KINDS
        for kind in range(JOKER_KIND):
            cells[kind] += fit >> kind & 1
    return Room(cells, sides)


def to_come(record: np.void) -> list[int]:
    """How many cards of each kind are not on the field yet."""
    counts = [0] * (JOKER_KIND + 1)
    for card, number in enumerate(record["pack"]):
        counts[kind_of(card)] += int(number)
    for card in record["field"]["laid"][: int(record["field"]["count"])]:
        counts[kind_of(int(card))] -= 1
    return counts


def room_after(state: State, move: int) -> Room:
    """The room that a field has after laying a card."""
    field = state[0]["field"]
    lay(field, move % CELLS, move // CELLS)
    found = room_of(state[0])
    take_back(field)
    return found


def reasons_for(state: State, moves: list[int]) -> list[str]:
    """What the first of ``moves`` keeps open that others close, and how much can then be laid."""
    laying = [move for move in moves if is_laying(move)]
    if not laying or laying[0] != moves[0]:
        return _why_not_laid(state, moves)
    best = room_after(state, laying[0])
    others = [room_after(state, move) for move in laying[1:]]
    wanted = to_come(state[0])
    wanted[kind_of(laying[0] // CELLS)] -= 1
    kinds = [kind for kind in range(JOKER_KIND) if wanted[kind] > 0]
    said = []
    if others and best.sides > min(room.sides for room in others):
        plural = "side" if best.sides == 1 else "sides"
        said.append(f"It keeps {best.sides} {plural} of the jokers open for any card.")
    gains = []
    for kind in kinds:
        least = min((room.cells[kind] for room in others), default=best.cells[kind])
        if best.cells[kind] > least:
            gains.append((least, -wanted[kind], kind))
    for least, _, kind in sorted(gains)[: MOST_FACTS - 1]:
        count = best.cells[kind]
        cells = "one cell" if count == 1 else f"{count} cells"
        other = "none" if least == 0 else str(least)
        said.append(f"It keeps {cells} open for a {kind_words(kind)}; other cells leave {other}.")
    ready = sum(wanted[kind] for kind in kinds if best.cells[kind] or best.sides)
    total = sum(wanted[kind] for kind in kinds)
    if total:
        said.append(f"Then {ready} of the {total} cards still to come could be laid as they come.")
    return said


def _why_not_laid(state: State, moves: list[int]) -> list[str]:
    if moves and moves[0] == DRAW and len(moves) == 1:
        return ["The open card of the waste cannot be laid."] if state[0]["wasted"] else []
    if moves and moves[0] == DRAW:
        return ["To draw promises more than to lay the open card now."]
    return ["The stock is empty and the open card cannot be laid."] if moves else []


def cards_beside(state: State, move: int) -> list[str]:
    """The cards that a card is laid beside, as ``beside 8♦ at 1,0``."""
    if not is_laying(move):
        return ["waste" if move == REDEAL else "stock"]
    near = neighbours(state[0]["field"], *place_of(SIDE, move % CELLS))
    return [f"beside {card_symbol(card)} at {place}" for card, place in near]


def standing(found: Findings) -> str:
    """How the player stands, in one sentence."""
    if found.verdict is Verdict.UNSOLVABLE:
        return "This game is lost, whatever is played."
    if found.verdict is Verdict.SOLVABLE:
        return "This game can be won."
    low, high = found.score.low, found.score.high
    return f"The chance to win lies between {low:.1%} and {high:.1%}."


def text_of(found: Findings, level: Level) -> str:
    """The hint at ``level``; each level says more than the one before."""
    if found.best is None:
        return "The game is over: there is nothing left to play."
    said = standing(found)
    if level == "nudge":
        return f"{said} {_nudge(found)}"
    if level == "area":
        return f"{said} Look at: {', '.join(found.near)}."
    move = f"Play {found.best.move}: {found.best.text}."
    return move if level == "move" else " ".join([move, said, *found.reasons])


def _nudge(found: Findings) -> str:
    if found.legal == 1:
        return "There is only one move."
    if found.verdict is Verdict.UNSOLVABLE:
        return "Start a new deal, or lay on as far as you can."
    if found.alike == found.legal:
        return "Every legal move is as good as any other here."
    return f"Of {found.legal} legal moves {found.alike} are best; think of the cards to come."
