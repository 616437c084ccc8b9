"""The text form of records, which a person can type and compare line by line.

Lines ``name: value`` come first, then the moves, in which who moves may be named::

    game: knaves
    seats: Ann, Ben, Cleo
    position: knaves~~9D.0.0.0.0~…

    1. Ben: 7C Cleo: QC Ann: KC   # from here to the end of the line is a comment

What is read here is brought into the shape of the JSON form, which
:mod:`kibitz.games.record` checks.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import groupby
from typing import Any, Final

from kibitz.contract.record import FIELDS
from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.game import Step
from kibitz.games.schema import read_pairs
from kibitz.games.text_form import BYTE_ORDER_MARK

WIDTH: Final = 100
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")
_IN_NAME: Final = re.compile(r"\D*([a-z]\D*|\.)$")  # a word of a name of several
_NUMBER: Final = re.compile(r"\d{1,4}\.(?=\s|$)")
_SEAT: Final = r"(?:seat\s+)?(\d)"
_HEADING: Final = re.compile(r"([A-Za-z]+)\s*:")
LIKE: Final = 0.75  # how much of a misspelt heading must be right


@dataclass
class Written:
    """The text form taken apart: the JSON form, and where what is in it stands.

    ``lines``: by JSON Pointer. ``movers``: by move, the seat that the text names for it. ``said``:
    by move, how it was written where that is not our notation. ``faults`` come with their lines.
    ``sure``: only so many moves at the beginning are known to follow one another, all if None.
    ``named``: by move, the line in which the text says whose it is. ``of_lines``: every field has a
    line of its own.
    """

    data: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    movers: dict[int, int] = field(default_factory=dict)
    named: dict[int, int] = field(default_factory=dict)
    said: dict[int, str] = field(default_factory=dict)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    sure: int | None = None
    of_lines: bool = True

    def add(self, line: int, pointer: str, code: str, message: str) -> None:
        """Note what is wrong in a line."""
        self.faults.append((line, Fault(pointer, code, message)))

    def line_of(self, pointer: str) -> int:
        """The line at which what ``pointer`` points into stands; 1 where it is missing."""
        while pointer and pointer not in self.lines:
            pointer = pointer.rpartition("/")[0]
        return self.lines.get(pointer, 1)


def is_text_form(text: str) -> bool:
    """Whether ``text`` is written like the text form of a record, not like a position or JSON."""
    first = next((line for line in map(bare, text.splitlines()) if line), "")
    return _heading(first) is not None


def no_number(word: str) -> bool:
    """Guess whether a word is a move without knowing the game: a number is not."""
    return not word.isdecimal()


def take_apart(text: str, is_move: Callable[[str], bool] = no_number) -> Written:
    """The fields and moves of ``text``, not yet checked.

    ``is_move``: whether a word reads as a move of the game, which tells the names of strangers,
    where they have several words, from the moves before them, and moves from numbers of lines.
    """
    found, guessed = Written({"moves": []}), set[str | None]()
    labels: re.Pattern[str] | None = None
    lines = [bare(line) for line in text.splitlines()]
    headings = [number for number, line in enumerate(lines, 1) if _heading(line) in FIELDS]
    for number, said in enumerate(lines, 1):
        if not said:
            continue
        name, value = _heading(said), said.partition(":")[2].strip()
        if name is None and number < max(headings, default=0) and (other := _HEADING.match(said)):
            name = other[1].lower()
        if labels is None and name and name not in _names(found):
            if name not in FIELDS:
                message = f"{quote(said.partition(':')[0].strip())} is no heading of a record"
                near = _meant(name)
                meant = f"; did you mean {quote(near)}?" if near else ""
                found.add(number, f"/{name}", "unknown_field", message + meant)
                name = near if near not in found.data else None
                guessed.add(near)  # so that nothing is missed but its name
            elif name in guessed:
                found.data.pop(name, None)
                guessed.remove(name)
            if name:
                _take_field(found, number, name, value)
        elif labels is not None and name in FIELDS and not labels.match(said):
            message = f"{quote(name)} stands after moves; what is said of the game comes first"
            found.add(number, f"/{name}", "late_heading", message)
        elif labels is None and "~" in said.split()[0] and "position" not in found.data:
            _take_field(found, number, "position", said)
        else:
            labels = labels or _labels(found.data.get("seats", []))
            _take_moves(found, number, said, labels, is_move)
    if len(found.data["moves"]) in found.movers:
        _note_idle(found)
    return found


def _heading(line: str) -> str | None:
    """What a line begins with, in lower case, if it is a heading or close to one."""
    found = _HEADING.match(line)
    name = found[1].lower() if found else ""
    return name if _meant(name) else None


def _meant(name: str) -> str | None:
    """The heading that a word is, or is close to."""
    return next(iter(get_close_matches(name, FIELDS, 1, LIKE)), None)


def _names(found: Written) -> set[str]:
    """The names of the players, as far as they have been read."""
    return {name.lower() for name in found.data.get("seats") or ()}


def bare(line: str) -> str:
    """A line without its comment, blanks around it and the mark that editors put first."""
    return _COMMENT.sub("", line.removeprefix(BYTE_ORDER_MARK)).strip()


def _take_field(found: Written, number: int, name: str, value: str) -> None:
    if name in found.data:
        message = f"{quote(name)} stands in line {found.lines[f'/{name}']} already"
        found.add(number, f"/{name}", "field_twice", message)
        return
    found.lines[f"/{name}"] = number
    if name == "seats":
        found.data[name] = [part.strip() for part in value.split(",")] if value else None
    elif name == "rules":
        try:
            found.data[name] = read_pairs([value]) if value else None
        except BadInput as error:
            found.faults += [(number, fault) for fault in error.faults]
            # What is wrong with the others is named as well.
            found.data[name] = sound = dict[str, Any]()
            for pair in value.split(","):
                with suppress(BadInput):
                    sound |= read_pairs([pair]) or {}
    else:
        found.data[name] = value or None


def _labels(names: Iterable[str] | None) -> re.Pattern[str]:
    """What may stand before a move to say whose it is: a name, a number, a seat with a number."""
    written = sorted(names or (), key=len, reverse=True)
    words = [r"\s+".join(map(re.escape, name.split())) for name in written if name]
    return re.compile(rf"({'|'.join([*words, _SEAT])})\s*:", re.IGNORECASE)


def _take_moves(
    found: Written,
    number: int,
    line: str,
    labels: re.Pattern[str],
    is_move: Callable[[str], bool],
) -> None:
    """The moves of a line, with the seats named for them."""
    at, moves = 0, found.data["moves"]
    since = len(moves)  # moves that a name to come cannot have taken words of
    while at < len(line):
        if line[at].isspace():
            at += 1
        elif skipped := _number(line, at, labels, is_move):
            at = skipped
        elif label := labels.match(line, at):
            if len(moves) in found.movers:
                _note_idle(found)
            found.movers[len(moves)] = _seat(label, found.data.get("seats") or ())
            found.named[len(moves)] = number
            at, since = label.end(), len(moves)
        else:
            word = line[at:].split(maxsplit=1)[0]
            at += len(word)
            if word.find(":") > 0:
                while len(moves) > since and _IN_NAME.match(moves[-1]) and not is_move(moves[-1]):
                    del found.lines[f"/moves/{len(moves) - 1}"]
                    word = f"{moves.pop()} {word}"
                since = len(moves)
                found.sure = since if found.sure is None else found.sure
                if since in found.movers:
                    _note_idle(found)
                message = f"{quote(word)} names neither a seat nor a field of a record"
                found.add(number, f"/moves/{len(moves)}", "unknown_seat", message)
            elif move := _NUMBER.sub(lambda number: number[0][:-1], word.rstrip(",")):
                found.lines.setdefault("/moves", number)
                found.lines[f"/moves/{len(moves)}"] = number
                moves.append(move)


def _number(
    line: str, at: int, labels: re.Pattern[str], is_move: Callable[[str], bool]
) -> int | None:
    """Where a number for readers ends; what may be a move is none in the midst of a line.

    But it is one before whoever moves is named.
    """
    found = _NUMBER.match(line, at)
    if found is None:
        return None
    begins = not line[:at].strip() or labels.match(line[found.end() :].lstrip())
    return found.end() if begins or not is_move(found[0].rstrip(".")) else None


def _note_idle(found: Written) -> None:
    """Note that whoever was named last has no move."""
    index = len(found.data["moves"])
    names, seat = found.data.get("seats") or (), found.movers.pop(index)
    who = quote(names[seat]) if seat < len(names) else f"seat {seat}"
    found.sure = index if found.sure is None else found.sure
    message = f"{who} is named without a move"
    found.add(found.named[index], f"/moves/{index}", "idle_seat", message)


def _seat(label: re.Match[str], names: Sequence[str]) -> int:
    if label[2]:
        return int(label[2])
    said = " ".join(label[1].split()).casefold()
    return [" ".join(name.split()).casefold() for name in names].index(said)


def lay_out(
    fields: dict[str, str], names: Sequence[str], moves: Sequence[str], steps: Sequence[Step]
) -> str:
    """The text form: the fields, then the moves, a numbered line for each part of the game.

    ``names``: by seat; without them seats are numbers.
    """
    lines = [f"{name}: {fields[name]}" for name in FIELDS if name in fields]
    if moves:
        lines.append("")
    for part, entries in groupby(zip(steps, moves, strict=True), key=lambda pair: pair[0].part):
        last, chunks = None, list[str]()
        for step, move in entries:
            if step.seat is None or step.seat == last:
                chunks.append(move)
            else:
                chunks.append(f"{names[step.seat] if names else f'seat {step.seat}'}: {move}")
                last = step.seat
        lines += _wrapped(part, chunks)
    return "\n".join(lines) + "\n"


def _wrapped(number: int, chunks: list[str]) -> list[str]:
    """A numbered line, its rest in indented lines where it gets too long."""
    begin = f"{number}."
    lines = [begin]
    for chunk in chunks:
        if lines[-1] != begin and len(lines[-1]) + 1 + len(chunk) > WIDTH:
            lines.append(" " * len(begin))
        lines[-1] += f" {chunk}"
    return lines
