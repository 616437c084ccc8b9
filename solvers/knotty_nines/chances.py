"""Every legal move against a face-down stock, valued by what its player can know."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kibitz.contract.answers import MoveValue, Score
from kibitz.games.game import Game
from kibitz.games.knotty_nines.classes import (
    MAX_PILES,
    SCRATCH_SHAPE,
    Ints,
    can_leave,
    canonical,
)
from kibitz.games.knotty_nines.notation import write_move
from kibitz.games.knotty_nines.play import SHIFT
from kibitz.games.knotty_nines.position import Position
from kibitz.heuristics.knotty_nines.bound import new_deal
from kibitz.solvers.knotty_nines.arranging import ROOM, new_arrangements
from kibitz.solvers.knotty_nines.ends import Chance
from kibitz.solvers.knotty_nines.exact import LARGEST_ROOM, RankView
from kibitz.solvers.knotty_nines.hidden import Exit, HiddenFindings
from kibitz.solvers.knotty_nines.witness import MAX_LINE, Path, realise
from kibitz.solvers.question import Question


@dataclass(frozen=True)
class HiddenMove:
    """A legal move: the transition it makes (None for an exchange) and its place in the order."""

    text: str
    words: str
    exit: Exit | None
    chance: Chance
    line: list[str]


class Left(Protocol):
    """The piles that an emptying leaves."""

    @property
    def levels(self) -> Ints:
        """Their ranks."""

    @property
    def extras(self) -> Ints:
        """The cards under each."""


def unseen_ranks(position: Position) -> Ints:
    """Ranks of the stock cards, ascending."""
    return np.array([card >> 2 for card in position.unseen], np.int64)


def line_to(view: RankView, levels: Ints, extras: Ints) -> list[str]:
    """Moves from ``view`` that end with the emptying that leaves piles of this class."""
    n = len(levels)
    path = Path(np.zeros((2, MAX_PILES), np.int8), np.zeros((2, MAX_PILES), np.int8), 2)
    path.levels[1, :n] = levels
    path.extras[1, :n] = extras
    deal = new_deal(len(view.levels), 0, wrap=view.wrap, clear=True)
    room = ROOM
    while room <= LARGEST_ROOM:
        moves = np.empty(MAX_LINE, np.int64)
        count = realise(
            view.levels.copy(),
            view.extras.copy(),
            deal,
            path,
            new_arrangements(room),
            moves,
        )
        if count >= 0:
            return [write_move(int(move)) for move in moves[:count]]
        room *= 8
    raise MemoryError("no arrangement found within the room of a line")


def exit_of(view: RankView, move: int, exits: list[Exit]) -> int | None:
    """Index of the transition that ``move`` makes, None for an exchange."""
    source, target = divmod(move, SHIFT)
    if view.extras[source] > 0:
        return None
    levels, extras = view.levels.copy(), view.extras.copy()
    levels[target] = view.levels[source]
    extras[target] += 1
    there = np.arange(len(levels)) != source
    levels, extras = levels[there], extras[there]
    canonical(levels, extras, len(levels), view.wrap, np.empty(SCRATCH_SHAPE, np.int64))
    for index, exit_ in enumerate(exits):
        if np.array_equal(levels, exit_.levels) and np.array_equal(extras, exit_.extras):
            return index
    raise AssertionError("an emptying that is no transition of its class")


def cards_that_help(exit_: Left, unseen: Ints, wrap: bool) -> int:
    """How many of the unseen cards, drawn next, let some pile be emptied again."""
    n = len(exit_.levels) + 1
    scratch = np.empty(SCRATCH_SHAPE, np.int64)
    helping = 0
    for rank in {int(rank) for rank in unseen}:
        levels = np.append(exit_.levels, rank)
        extras = np.append(exit_.extras, 0)
        canonical(levels, extras, n, wrap, scratch)
        if can_leave(levels, extras, n, scratch):
            helping += int(np.count_nonzero(unseen == rank))
    return helping


def hidden_moves(game: Game, question: Question, findings: HiddenFindings) -> list[HiddenMove]:
    """Rank the moves, best first: the line to the preferred transition leads."""
    view = RankView.of(question.seen, ())
    first = findings.exits[0]
    leading = line_to(view, first.levels, first.extras)
    rows: list[tuple[tuple[int, int, int], HiddenMove]] = []
    for move in question.moves:
        text = game.move_text(move)
        words = game.describe(question.view, move)
        index = exit_of(view, move, findings.exits)
        if index is None:
            later = 0 if text == leading[0] else 1
            line = leading if later == 0 else [text]
            row = HiddenMove(text, words, None, findings.chance, line)
            rows.append(((0, later, move), row))
        else:
            exit_ = findings.exits[index]
            chance = findings.chance if index == 0 else exit_.chance
            order = (index, 0 if text == leading[0] else 1, move)
            rows.append((order, HiddenMove(text, words, exit_, chance, [text])))
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def chance_score(chance: Chance) -> Score:
    """A chance to win with its two ends."""
    return Score(
        kind="exact" if chance.exact else "bound",
        unit="win_probability",
        value=round(chance.value, 6),
        low=round(chance.low, 6),
        high=round(chance.high, 6),
        samples=chance.worlds + chance.games,
    )


def hidden_values(rows: list[HiddenMove]) -> list[MoveValue]:
    """Rows of the answer: scores with both ends, losses against the best."""
    scores = [chance_score(row.chance) for row in rows]
    first: dict[tuple[bytes, bytes], str] = {}
    values = []
    for row, score in zip(rows, scores, strict=True):
        note, same = "can be undone by the opposite move", None
        if row.exit:
            name = (row.exit.levels.tobytes(), row.exit.extras.tobytes())
            same = first.get(name)
            first.setdefault(name, row.text)
            above, worlds = row.exit.chance.above, row.exit.chance.worlds
            note = f"{above:,} of {worlds:,} sampled orders can be won, if seen"
            if not worlds:
                note = "no order of the stock was sampled"
            if row.exit.chance.exact:
                note = "every order of the stock was tried"
        values.append(
            MoveValue(
                move=row.text,
                text=row.words,
                score=score,
                loss=round(scores[0].value - score.value, 6),
                line=row.line,
                same_as=same,
                note=note,
            )
        )
    return values
