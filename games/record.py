"""Games as they were played: where they began and the moves made since, read and written.

There is a JSON form, see :class:`kibitz.contract.record.PlayedGame`, and a text form, see
:mod:`kibitz.games.record_text`; what other solvers write is read as well, see
:mod:`kibitz.games.solver_text`. Moves are in the notation of the game. What a record comes to is
the game's own (``record.py`` in its folder).
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from kibitz.contract.record import PlayedGame
from kibitz.games import solver_text
from kibitz.games.catalogue import LISTED, unknown_game
from kibitz.games.faults import BadInput, Fault, IllegalMove, is_sound, noted, quote
from kibitz.games.findings import schema_faults
from kibitz.games.game import Game, Position, Step
from kibitz.games.partial import sound_fields
from kibitz.games.record_text import Written, lay_out, take_apart
from kibitz.games.requests import check_seat, read_position, seats_of

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Record(Generic[P]):
    """A game: where it began and the moves made since.

    ``seats``: the names of the players, if they are known. ``result``: what somebody wrote that it
    came to; ``source``: where it is from.
    """

    start: P
    moves: tuple[str, ...]
    seats: tuple[str, ...] = ()
    result: str | None = None
    source: str | None = None

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.start.to_text().partition("~")[0]

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON object."""
        said = {"seats": [*self.seats], "source": self.source, "result": self.result}
        given = {name: value for name, value in said.items() if value}
        start = self.start.to_json()
        return {"game": self.game, **given, "position": start, "moves": list(self.moves)}


def read(game: Game, data: object) -> Record[Any]:
    """The record that a JSON object, the text form or that of solvers describes.

    Raises ``BadInput``.
    Every fault is named, in the text form with its line. Of the moves that are well written the
    first that cannot have been made is.
    """
    if isinstance(data, str):
        return _read_text(game, _apart(game, data))
    faults: list[Fault] = []
    record, _ = _checked(game, data, faults)
    if record is None or faults:
        raise BadInput(faults)
    return record


def write(game: Game, record: Record[Any]) -> str:
    """The text form of a record; raises ``IllegalMove`` for a move that cannot have been made."""
    said = {"source": record.source, "result": record.result, "seats": ", ".join(record.seats)}
    fields = {name: value for name, value in said.items() if value}
    fields |= {"game": record.game, "position": record.start.to_text()}
    return lay_out(fields, record.seats, record.moves, game.follow(record.start, record.moves))


def as_kept(game: Game, record: Record[P], seat: int) -> Record[P]:
    """The record as ``seat`` could have kept it: its view, and of the moves what they turned up.

    Raises ``BadInput`` where there is no such seat or the record does not have its hand.
    """
    check_seat(seat, game.seats(game.state(record.start)))
    start = game.as_seen(record.start, seat)
    return replace(record, start=start, moves=tuple(game.kept(record.start, record.moves, seat)))


def _apart(game: Game, text: str) -> Written:
    """The text form, or that of solvers, taken apart."""
    if solver_text.is_solver_form(text):
        return solver_text.take_apart(text)
    return take_apart(text, lambda word: _is_move(game, word))


def _read_text(game: Game, written: Written) -> Record[Any]:
    """The record of a text that has been taken apart; raises ``BadInput`` with every fault."""
    found: list[Fault] = []
    record, steps = _checked(game, written.data, found, written.sure)
    # With a name missing, those whom the list leaves out are no strangers.
    listed = all(fault.code != "wrong_players" for fault in found)
    told = [one for one in written.faults if listed or one[1].code != "unknown_seat"]
    faults = [*told, *((written.line_of(fault.pointer), fault) for fault in found)]
    names = written.data.get("seats") or ()
    named_alike = any(fault.code == "same_name" for fault in found)
    for index, step in enumerate(steps):
        seat = None if named_alike else written.movers.get(index)
        if seat is not None and step.seat not in (None, seat):
            said, due = (names[n] if n < len(names) else f"seat {n}" for n in (seat, step.seat))
            message = f"it is the turn of {due}, not of {said}"
            pointer = f"/moves/{index}"
            faults.append((written.line_of(pointer), Fault(pointer, "wrong_seat", message)))
    if record is None or faults:
        raise BadInput(
            Fault(fault.pointer, fault.code, _in_line(line, fault, written))
            for line, fault in sorted(faults, key=lambda each: each[0])
        )
    return record


def _in_line(line: int, fault: Fault, written: Written) -> str:
    """The sentence of a fault with its line, and with a move quoted as it was written.

    The deal of another solver takes several lines: the pointer says where in it a fault is.
    """
    index = fault.pointer.removeprefix("/moves/")
    if not written.of_lines and not index.isdecimal():
        return fault.message
    message = fault.message
    if index.isdecimal() and (said := written.said.get(int(index))):
        message = message.replace(quote(written.data["moves"][int(index)]), quote(said), 1)
    return f"line {line}: {message}"


def _checked(
    game: Game, data: object, faults: list[Fault], sure: int | None = None
) -> tuple[Record[Any] | None, list[Step]]:
    """The record of a JSON value and whose turn its moves were; what is wrong is noted.

    ``sure``: only so many moves at the beginning are known to follow one another.
    """
    if not isinstance(data, dict):
        message = f"a record should be an object or a text, not {quote(data)}"
        faults.append(Fault("", "not_an_object", message))
        return None, []
    played = None
    try:
        played = PlayedGame.model_validate(data)
    except ValidationError as error:
        faults += schema_faults(error, PlayedGame, "a record")
    sound = sound_fields(data, faults)
    name, start = data.get("game"), None
    if isinstance(name, str) and name.lower() != game.name:
        if name.lower() in LISTED:
            message = f"this is a record of {LISTED[name.lower()].title}, not of {game.title}"
            faults.append(Fault("/game", "other_game", message))
        else:
            faults.append(Fault("/game", "unknown_game", unknown_game(name)))
    with noted(faults):
        start = _start(game, data, sound=is_sound(faults, "/source"))
    moves, unread = _rewritten(game, sound.get("moves", []))
    _check_names(data.get("seats"), _seats_of(game, data, start), faults)
    if start is None:
        # What is of another game has no position and no moves of this one, unless only its name is.
        named = any(fault.code == "other_game" for fault in faults)
        other = named and not all(map(_elsewhere, faults))
        faults[:] = [f for f in faults if f.code == "other_game" or not other or _elsewhere(f)]
        faults += [] if other else unread
        return None, []
    steps, stuck = _followed(game, start, moves[:sure])
    faults += stuck + [fault for fault in unread if fault.pointer not in {f.pointer for f in stuck}]
    if played is None:
        return None, steps
    names = tuple(played.seats or ())
    return Record(start, tuple(moves), names, played.result or None, played.source or None), steps


def _elsewhere(fault: Fault) -> bool:
    """Whether a fault is not one of the position."""
    return not fault.pointer.startswith("/position")


def _check_names(given: object, seats: int | None, faults: list[Fault]) -> None:
    """As many names as the table has seats, whatever the most is that any has."""
    codes = [fault.code for fault in faults if fault.pointer == "/seats"]
    if seats is None or not isinstance(given, list) or not given or len(given) == seats:
        return
    if codes in ([], ["too_many_entries"]):
        faults[:] = [fault for fault in faults if fault.pointer != "/seats"]
        names = "1 name" if len(given) == 1 else f"{len(given)} names"
        message = f"{names} for {seats} seat{'s' * (seats != 1)}"
        faults.append(Fault("/seats", "wrong_players", message))


def _seats_of(game: Game, data: Mapping[str, Any], start: Any) -> int | None:
    """How many seats the table of a record has; of one without a sound start by its rules."""
    if start is not None:
        return game.seats(game.state(start))
    given = data.get("position")
    if given is not None:
        return seats_of(game, given)
    return seats_of(game, {"rules": data["rules"]} if data.get("rules") is not None else {})


class Outline(NamedTuple):
    """What can be read of a record that has faults; None of each that cannot.

    ``length``: how many moves it has.
    """

    start: Any = None
    seats: int | None = None
    length: int | None = None


def outline(game: Game, data: object) -> Outline:
    """As much as can be read of the JSON object or the text of a record."""
    if isinstance(data, str):
        data = _apart(game, data).data
    if not isinstance(data, dict):
        return Outline(seats=seats_of(game, None))
    start, moves = None, data.get("moves", [])
    with suppress(BadInput):
        start = _start(game, data, sound=isinstance(data.get("source"), str))
    seats = _seats_of(game, data, start)
    return Outline(start, seats, len(moves) if isinstance(moves, list) else None)


def _start(game: Game, data: Mapping[str, Any], *, sound: bool) -> Any:
    """The position of a record, or the deal that it names; raises ``BadInput`` with every fault."""
    rules, source = data.get("rules"), data.get("source")
    if data.get("position") is not None:
        faults = []
        if rules is not None:
            message = "rules go with a source that names a deal: a position has its own"
            faults.append(Fault("/rules", "two_rules", message))
        with noted(faults):
            start = read_position(game, data["position"])
            if not faults:
                return start
        raise BadInput(faults)
    said = source.lower().split() if isinstance(source, str) and sound else []
    if len(said) != 2 or not (said[0] in game.sources or said[1].isdecimal()):
        example = f"{next(iter(game.sources))} 1"
        message = f"a position is needed, or a source that names a deal, such as {example}"
        given = f", not {quote(source)}" if said else ""
        raise BadInput.one("/source" if said else "/position", "missing", message + given)
    try:
        return game.deal(said[1], rules, said[0])
    except BadInput as error:
        raise BadInput(
            Fault("/source", fault.code, fault.message) if fault.pointer == "/seed" else fault
            for fault in error.faults
        ) from None


def _rewritten(game: Game, moves: list[str]) -> tuple[list[str], list[Fault]]:
    """The moves as they are always written, and a fault for each that is none."""
    written, faults = list[str](), list[Fault]()
    for index, text in enumerate(moves):
        try:
            written.append(_rewritten_one(game, text))
        except ValueError as error:
            written.append(text)
            reason = str(error).removeprefix(f"{quote(text)} is ")
            faults += IllegalMove(index, text, reason).under("/moves").faults
    return written, faults


def _rewritten_one(game: Game, text: str) -> str:
    """A move in its one form; raises ``ValueError`` with the reason."""
    try:
        return game.rewrite(text)
    except ValueError as error:
        try:
            return game.rewrite(text.lower())
        except ValueError:
            raise error from None


def _is_move(game: Game, text: str) -> bool:
    """Whether a word reads as a move of the game."""
    try:
        return bool(_rewritten_one(game, text))
    except ValueError:
        return False


def _followed(game: Game, start: Any, moves: list[str]) -> tuple[list[Step], list[Fault]]:
    """Whose turn the moves are, as far as they can have been made, and why no further."""
    try:
        return game.follow(start, moves), []
    except IllegalMove as error:
        return game.follow(start, moves[: error.index]), [*error.under("/moves").faults]
