"""What the user gives: positions, moves and switches, from arguments, files and standard input.

Whatever is wrong is raised as ``BadInput``. Positions and moves are only brought into the shape of
a request here; :mod:`kibitz.games.requests` checks them, as it does for HTTP.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from kibitz.api.body import BrokenJson, parse
from kibitz.games import solver_text
from kibitz.games.catalogue import LISTED, check_name, unknown_game
from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.findings import meant
from kibitz.games.record_text import bare, is_text_form, take_apart

MAX_BYTES: Final = 1 << 20
_GAME_NAME: Final = re.compile(r"[a-z0-9-]+")


def game_named(name: str | None) -> str:
    """``name`` if a game is called so, the first game for None; raises ``BadInput``."""
    return next(iter(LISTED)) if name is None else check_name(name)


def read_position(argument: str | None, game: str | None) -> tuple[str, Any]:
    """The name of the game and the position, yet unchecked, that an argument gives.

    ``argument`` is a position in any of its forms, a file name, or ``-`` or None for standard
    input. The game is ``game``, else the one that the text names or, as JSON, that has such fields,
    else the first.
    """
    return position_in(_text(argument, "/position", "a position"), game)


def position_in(text: str, game: str | None) -> tuple[str, Any]:
    """As :func:`read_position`, from the text itself: one line or a whole file."""
    fields = _fields(text, "/position")
    name = game_named(game or _game_told(fields))
    return name, position_of(name, fields)


class Played(NamedTuple):
    """A record that an argument gives: the game's name and the fields, yet unchecked.

    ``illegal``: what is wrong with the moves of a text, with their lines.
    """

    game: str
    fields: dict[str, Any]
    illegal: tuple[Fault, ...] = ()


def read_played(argument: str | None, game: str | None) -> Played:
    """The record that an argument gives, as :func:`read_position`.

    A position alone is a record without moves. Raises ``BadInput`` with every fault of a text
    unless nothing but moves that are not allowed is wrong with it.
    """
    text = _text(argument, "/position", "a position")
    fields = _fields(text, "/position")
    name = game_named(game or _game_told(fields))
    if not (is_text_form(text) or solver_text.is_solver_form(text)):
        return Played(name, fields)
    from kibitz.games.catalogue import GAMES
    from kibitz.games.record import read

    try:
        read(GAMES[name], text)
    except BadInput as error:
        if any(fault.code != "illegal_move" for fault in error.faults):
            raise
        return Played(name, fields, error.faults)
    return Played(name, fields)


def position_of(name: str, fields: Mapping[str, Any]) -> Any:
    """Where a record begins, yet unchecked unless its source names the deal."""
    if fields.get("position") is not None or "source" not in fields:
        return fields.get("position")
    from kibitz.games.catalogue import GAMES
    from kibitz.games.record import read

    return read(GAMES[name], {**fields, "moves": []}).start.to_text()


def record_in(argument: str | None, game: str | None) -> tuple[str, Any]:
    """The name of the game and the record, yet unchecked, that an argument gives.

    ``argument``: as for :func:`read_position`, the JSON or the text form of a record. The game is
    ``game``, else the one that the record or its position names; raises ``BadInput`` without any.
    """
    text = _text(argument, "/record", "a record")
    fields = _fields(text, "/record")
    name = game or _game_told(fields)
    if name is None:
        message = (
            '\'game\' is missing: name it in the record, as in "game": "knaves", or with --game'
        )
        raise BadInput.one("/record/game", "missing", message)
    is_text = is_text_form(text) or solver_text.is_solver_form(text)
    return game_named(name), text if is_text else fields


def lines_of(argument: str | None) -> Iterator[tuple[int, bytes]]:
    """The lines of a file, or of standard input for ``-`` or None, numbered; blank ones left out.

    Each line is read when it is asked for. Raises ``BadInput`` for a file that cannot be read.
    """
    with ExitStack() as stack:
        if argument in {None, "-"}:
            lines: BinaryIO = sys.stdin.buffer
        else:
            with _readable(str(argument), "/position"):
                lines = stack.enter_context(Path(str(argument)).open("rb"))
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield number, line


def line_text(line: bytes) -> str:
    """A line as text; raises ``BadInput`` for one that is too long or not UTF-8."""
    return _decoded(line, "the line", "/position").strip()


def check_together(first: str, others: Mapping[str, object]) -> None:
    """Raise ``BadInput`` for each of the other options that is given together with the first."""
    faults = [
        Fault("", "usage", f"{first} and {name} cannot both be given")
        for name, given in others.items()
        if given
    ]
    if faults:
        raise BadInput(faults)


def read_value(argument: str | None) -> Any:
    """The JSON value, yet unchecked, that an argument, a file or standard input gives."""
    return _value(_text(argument, "", "what is asked about"), "")


def read_moves(words: Sequence[str] | None, file: str | None, position: str | None) -> Any:
    """The list of moves, yet unchecked, that arguments or a file give.

    ``position`` is the argument that gave the position: standard input is read for one only.
    """
    if file is None:
        return [move for word in words or () for move in word.split()]
    if words:
        raise BadInput.one("/moves", "two_sources", "give moves or --moves-file, not both")
    if file == "-" and position in (None, "-"):
        message = "standard input cannot give both the position and the moves"
        raise BadInput.one("/moves", "two_sources", message)
    text = _input("/moves") if file == "-" else _file(file, "/moves")
    if is_text_form(text):
        return take_apart(text).data["moves"]
    if solver_text.are_solver_moves(text):
        return solver_text.fields_of(text)["moves"]
    if not text.lstrip().startswith(("[", "{")):
        return " ".join(map(bare, text.splitlines())).split()
    data = _value(text, "/moves")
    return data["moves"] if isinstance(data, dict) and "moves" in data else data


def read_scores(text: str | None) -> list[int | str] | None:
    """Totals divided by commas; what is no whole number is left for the game to judge."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    return [int(part) if re.fullmatch(r"[-+]?[0-9]{1,9}", part) else part for part in parts]


def _fields(text: str, pointer: str) -> dict[str, Any]:
    """The fields of a record, or of a position alone as the only one."""
    if is_text_form(text):
        return take_apart(text).data
    if solver_text.is_solver_form(text):
        return solver_text.fields_of(text)
    data = _value(text, pointer)
    is_record = isinstance(data, dict) and not {"position", "moves", "source"}.isdisjoint(data)
    return data if is_record else {"position": data}


def _game_told(fields: Mapping[str, Any]) -> str | None:
    """The game that a record names, or its position by its line or its fields."""
    named, position = fields.get("game"), fields.get("position")
    if isinstance(named, str):
        return named.lower()
    return _game_with(position) if isinstance(position, dict) else _named(position)


def _text(argument: str | None, pointer: str, wanted: str) -> str:
    """The text of what is ``wanted``: the argument itself, or what the file it names holds."""
    if argument == "-" or (argument is None and not sys.stdin.isatty()):
        return _input(pointer)
    if argument is None or not argument.strip():
        message = f"{wanted} is needed: its text, a file name, or - for standard input"
        raise BadInput.one(pointer, "missing", message)
    if argument.lstrip().startswith(("{", '"')) or "\n" in argument:
        return argument
    name, _, rest = argument.partition("~")
    if rest and (name in LISTED or rest.count("~") > 1):
        return argument
    if rest and meant(name, LISTED):
        raise BadInput.one(pointer, "unknown_game", unknown_game(name))
    return _file(argument, pointer, wanted)


def _file(name: str, pointer: str, otherwise: str = "") -> str:
    """What a file holds; ``otherwise``: what ``name`` might have been if it names no file."""
    with _readable(name, pointer, otherwise), Path(name).open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    return _decoded(content, quote(name), pointer)


@contextmanager
def _readable(name: str, pointer: str, otherwise: str = "") -> Iterator[None]:
    """Turn what goes wrong with a file into ``BadInput``."""
    try:
        yield
    except FileNotFoundError:
        wanted = f"neither {otherwise} nor a file" if otherwise else "not a file"
        message = f"{quote(name)} is {wanted}"
        raise BadInput.one(pointer, "no_such_file", message) from None
    except (OSError, ValueError) as error:
        reason = isinstance(error, OSError) and error.strerror
        message = f"{quote(name)} cannot be read: {reason or 'no file has such a name'}"
        raise BadInput.one(pointer, "unreadable", message) from None


def _input(pointer: str) -> str:
    return _decoded(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input", pointer)


def _decoded(content: bytes, source: str, pointer: str) -> str:
    if len(content) > MAX_BYTES:
        message = f"{source} is longer than {MAX_BYTES} bytes"
        raise BadInput.one(pointer, "too_long", message)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{source} is not text: byte {error.start} is not UTF-8"
        raise BadInput.one(pointer, "not_text", message) from None
    if not text.strip():
        raise BadInput.one(pointer, "empty", f"{source} is empty")
    return text


def _value(text: str, pointer: str) -> Any:
    """The JSON value of ``text``, or the text itself when it is not meant as JSON."""
    if not text.lstrip().startswith(("{", "[", '"')):
        return text
    try:
        return parse(text.encode("utf-8", "surrogatepass"))
    except BrokenJson as error:
        raise BadInput.one(pointer, "broken_json", str(error)) from None


def _game_with(position: dict[str, Any]) -> str | None:
    """The game that knows all fields of a position, and needs no others, if there is one.

    Of several the one with the fewest fields: those of Hand, Knee and Foot are those of Knock
    Rummy and more.
    """
    from kibitz.games.catalogue import GAMES

    given, known = position.keys(), {}
    for name, game in GAMES.items():
        fields = game.schema.model_fields
        needed = {field for field in fields if fields[field].is_required()}
        if needed <= given <= fields.keys():
            known[name] = len(fields)
    return min(known, key=known.__getitem__, default=None)


def _named(data: object) -> str | None:
    """The game that a line of text begins with, if it does."""
    if not isinstance(data, str):
        return None
    name, tilde, _ = data.strip().partition("~")
    return name if tilde and _GAME_NAME.fullmatch(name) else None
