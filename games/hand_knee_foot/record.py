"""Rounds of Hand, Knee and Foot as they were played: read, written, scored, seen by one seat.

A record is a position, mostly a fresh deal, and the moves that follow it, as
:mod:`games.hand_knee_foot.notation` writes them. JSON:
``{"position": …, "moves": ["draw", "meld-KKK", "7", …]}``; the position may be its text.
"""

from dataclasses import dataclass
from typing import Any

from games import protocol
from games.faults import BadInput, Fault, IllegalMove
from games.hand_knee_foot.entering import turned_up
from games.hand_knee_foot.game import HandKneeFoot
from games.hand_knee_foot.kinds import TEXTS
from games.hand_knee_foot.match import MatchResult
from games.hand_knee_foot.notation import REVEALING, write_move
from games.hand_knee_foot.position import Position
from games.hand_knee_foot.scoring import Line
from games.protocol import State

_GAME = HandKneeFoot()


@dataclass(frozen=True, slots=True)
class Record:
    """A round: where it began and the moves made since."""

    start: Position
    moves: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON object."""
        return {"position": self.start.to_json(), "moves": list(self.moves)}


@dataclass(frozen=True, slots=True)
class Judged:
    """A record judged; ``scores``, line by line, and ``match`` are None while the round goes on."""

    position: Position
    scores: tuple[tuple[Line, ...], ...] | None
    match: MatchResult | None


def read_record(data: object) -> Record:
    """The record that a JSON value describes; raises ``BadInput`` with every fault.

    Of the moves the first that cannot have been made is named.
    """
    if not isinstance(data, dict):
        raise BadInput.one("", "record_type", "a record has a position and moves")
    faults = [
        Fault(f"/{name}", "extra_forbidden", f"{name!r} is not a field of a record")
        for name in data
        if name not in {"position", "moves"}
    ]
    moves = data.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        faults.append(Fault("/moves", "moves_type", "moves are a list of texts"))
        moves = []
    try:
        start = _GAME.read(data.get("position"))
        _GAME.play(start, moves)
    except IllegalMove as error:
        raise BadInput([*faults, *error.under("/moves").faults]) from None
    except BadInput as error:
        raise BadInput([*faults, *error.under("/position").faults]) from None
    if faults:
        raise BadInput(faults)
    return Record(start, tuple(moves))


def judge(record: Record) -> Judged:
    """What the round comes to; raises ``IllegalMove`` for the first move that cannot be made.

    A score needs all that is still held: it is None where the record does not tell.
    """
    position: Position = _GAME.play(record.start, record.moves)
    state = _GAME.state(position)
    return Judged(position, _GAME.score_lines(state), _GAME.match_result(state, position))


def seen_by(record: Record, seat: int) -> Record:
    """The record as ``seat`` could have kept it: its view, and of the moves what they turned up.

    Raises ``BadInput`` when the record does not have the hand of ``seat``.
    """
    start = _GAME.as_seen(record.start, seat)
    state = _GAME.state(record.start)
    moves = []
    for text in record.moves:
        move = _GAME.enter(state, text)
        moves.append(seen_move(state, move, seat))
        protocol.run_apply(state, move)
    return Record(start, tuple(moves))


def seen_move(state: State, move: int, seat: int) -> str:
    """A legal move as ``seat`` sees it: with the cards that it turns up for this seat."""
    text, mover = write_move(move), int(protocol.run_turn(state))
    if move not in REVEALING or mover != seat:
        return text
    named = ".".join(TEXTS[kind] for kind in turned_up(state[0], move, seat))
    return f"{text}={named}" if named else text
