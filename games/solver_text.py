"""Deals with their moves as other solvers of solitaires write them: fc-solve and those like it.

The plain text of a deal comes first, then the moves: a sentence each, stacks counted from 0, or
in the standard notation, two digits each, stacks counted from 1::

    Talon: 7S 8D …
    6D
    2C
    …

    Move a card from stack 1 to stack 5
    Move a card from stack 3 to stack 2

What stands between the moves, as the states of the table, is for readers and skipped. Of our games
Knotty Nines alone is played by moving cards between stacks, so that this is a record of it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.record_text import Written, bare
from kibitz.games.text_form import BYTE_ORDER_MARK

GAME: Final = "knotty-nines"
_SENTENCE: Final = re.compile(r"\s*move\b.*\bfrom (?:stack|freecell)\b", re.IGNORECASE)
_MOVE: Final = re.compile(
    r"\s*move (a card|1 cards?) from stack (\d{1,3}) to stack (\d{1,3})\s*\.?", re.IGNORECASE
)
_LIKE_SENTENCE: Final = re.compile(
    r"\bmove\b.*\b(from|to)\b|\b(from|to) (stack|freecell)\b", re.IGNORECASE
)
_PAIR: Final = re.compile(r"[0-9]{2}")
_LIKE_PAIR: Final = re.compile(r"(?!(10|[2-9])[CDHS\u2660-\u2667]$)\S*[0-9>]\S*", re.IGNORECASE)
_NO_LETTERS: Final = re.compile(r"[^A-Za-z]+")
_IDLE: Final = re.compile(
    r"[-=]{3,}|(foundations\s*:[\sCDHS0-]*|freecells\s*:[\s-]*)", re.IGNORECASE
)
_TALON: Final = re.compile(r"\s*talon\s*:", re.IGNORECASE)


def is_solver_form(text: str) -> bool:
    """Whether ``text`` is a deal with a talon, or a list of sentences, as solvers write them."""
    lines = text.removeprefix(BYTE_ORDER_MARK).splitlines()
    return any(map(_TALON.match, lines)) or any(map(_SENTENCE.match, lines))


def are_solver_moves(text: str) -> bool:
    """Whether ``text``, a list of moves, is in one of the forms of solvers, not in ours."""
    lines = [line for line in text.removeprefix(BYTE_ORDER_MARK).splitlines() if line.strip()]
    return is_solver_form(text) or (bool(lines) and all(map(_has_digits, lines)))


def take_apart(text: str) -> Written:
    """The fields of a record, not yet checked; without a deal in it there is no position."""
    deal, moves, found, parted = list[str](), list[str](), Written(of_lines=False), False
    for number, line in enumerate(map(bare, text.splitlines()), 1):
        begun = bool(moves or found.faults)
        after = begun or (parted and len(deal) > 1)
        parted = not line
        if _LIKE_SENTENCE.search(line) or _has_digits(line) or _has_like_digits(line, after):
            for written, said in _moves(line):
                if isinstance(said, str):
                    found.said[len(moves)] = written
                    found.lines[f"/moves/{len(moves)}"] = number
                    moves.append(said)
                else:
                    count = len(moves) + len(found.faults)
                    found.add(number, f"/moves/{count}", said.code, said.message)
                    found.sure = len(moves) if found.sure is None else found.sure
        elif not begun and line and not _IDLE.fullmatch(line):
            deal.append(line)
    found.data = {"game": GAME, "moves": moves}
    if deal:
        found.data["position"] = "\n".join(deal)
    return found


def fields_of(text: str) -> dict[str, Any]:
    """The fields of a record; raises ``BadInput`` with every word that is no move, by its line."""
    found = take_apart(text)
    if found.faults:
        raise BadInput(
            Fault(fault.pointer, fault.code, f"line {line}: {fault.message}")
            for line, fault in found.faults
        )
    return found.data


def lay_out(deal: str, moves: Sequence[str]) -> str:
    """A plain-text deal and its moves as sentences; switches and cards turned up are left out."""
    lines = [deal.rstrip("\n"), ""]
    for move in moves:
        source, target = (int(pile) - 1 for pile in move.partition("=")[0].split(">"))
        lines.append(f"Move a card from stack {source} to stack {target}")
    return "\n".join(lines) + "\n"


def _has_digits(line: str) -> bool:
    """Whether a line is one of moves in the standard notation: most of its words are.

    Half of them are enough where the first one is.
    """
    found = [_PAIR.fullmatch(word) is not None for word in line.split()]
    return any(found) and 2 * sum(found) + found[0] > len(found)


def _has_like_digits(line: str, begun: bool) -> bool:
    """Whether a line is all digits of some kind, as one of moves that are mistyped.

    Before moves have ``begun`` a word of a digit and a letter is a card that is mistyped.
    """
    words = line.split()
    like = bool(words) and all(map(_LIKE_PAIR.fullmatch, words))
    return like and (begun or any(_NO_LETTERS.fullmatch(word) for word in words))


def _moves(line: str) -> Iterator[tuple[str, str | Fault]]:
    """The moves of a line as they are written, each in our notation or what is wrong with it."""
    if found := _MOVE.fullmatch(line):
        yield line, f"{int(found[2]) + 1}>{int(found[3]) + 1}"
    elif _LIKE_SENTENCE.search(line):
        message = (
            f"{quote(line)} is no move of this game: "
            "write 'Move a card from stack 2 to stack 6', stacks counted from 0"
        )
        yield line, Fault("", "bad_move", message)
    else:
        for word in line.split():
            if _PAIR.fullmatch(word.rstrip(",")):
                yield word, f"{word[0]}>{word[1]}"
            else:
                message = f"{quote(word)} is no move: write 37 for the top of stack 3 onto stack 7"
                yield word, Fault("", "bad_move", message)
