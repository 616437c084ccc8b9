"""What is asked of a position, made once from a request and handed down."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from kibitz.contract.options import Information, Utility
from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.protocol import State

Verb = Literal["solve", "analyze", "hint"]


@dataclass(frozen=True, eq=False)
class Question:
    """A checked request, and its position as a kernel state: nobody below makes that again.

    ``position`` is what was given and ``state`` its kernel state; ``seen`` and ``view`` are the
    same with what may be used of it, which is all of it where ``information`` is ``known``. No
    search changes them. ``seat``: to move; of a game that is over, whatever seat the game names.
    ``legal``: all legal moves; ``moves``: those to value; ``named``: they were asked for by name.
    The limits are those of the budget that is handed down with the question.
    """

    verb: Verb
    position: Any
    state: State
    seat: int
    over: bool
    seen: Any
    view: State
    information: Information
    utility: Utility
    legal: list[int]
    moves: list[int]
    named: bool
    seed: int


def named_moves(
    legal: list[int],
    asked: list[str] | None,
    read: Callable[[str], int],
    refusal: Callable[[str], str],
) -> list[int]:
    """The legal moves that were asked for by name; all of them where none was.

    ``read`` reads a move and raises ``ValueError``; ``refusal``: why a move cannot be made. Raises
    ``BadInput`` that lists every fault.
    """
    if asked is None:
        return legal
    if not asked:
        message = "'moves' names no move: leave it out to have all of them valued"
        raise BadInput.one("/moves", "no_moves", message)
    faults: list[Fault] = []
    moves: list[int] = []
    for i, text in enumerate(asked):
        try:
            move = read(text)
        except ValueError:
            faults.append(Fault(f"/moves/{i}", "bad_move", f"{quote(text)}: {refusal(text)}"))
            continue
        if move not in legal:
            faults.append(Fault(f"/moves/{i}", "illegal_move", f"{quote(text)}: {refusal(text)}"))
        elif move not in moves:
            moves.append(move)
    if faults:
        raise BadInput(faults)
    return moves
