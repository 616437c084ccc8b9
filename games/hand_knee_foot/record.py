"""Rounds of Hand, Knee and Foot as they were played: read, written, scored, seen by one seat.

A record is a position, mostly a fresh deal, and the moves that follow it, as
:mod:`kibitz.games.hand_knee_foot.notation` writes them. JSON:
``{"position": …, "moves": ["draw", "meld-KKK", "7", …]}``; the position may be its text.
"""

from dataclasses import dataclass

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.game import HandKneeFoot, turned_up
from kibitz.games.hand_knee_foot.kinds import TEXTS
from kibitz.games.hand_knee_foot.notation import REVEALING, read_move, write_entry, write_move
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.scoring import Line
from kibitz.games.match import MatchResult
from kibitz.games.protocol import State
from kibitz.games.record import Record, as_kept, read

_GAME = HandKneeFoot()


@dataclass(frozen=True, slots=True)
class Judged:
    """A record judged; ``scores``, line by line, and ``match`` are None while the round goes on."""

    position: Position
    scores: tuple[tuple[Line, ...], ...] | None
    match: MatchResult | None


def read_record(data: object) -> Record[Position]:
    """See :func:`kibitz.games.record.read`."""
    return read(_GAME, data)


def judge(record: Record[Position]) -> Judged:
    """What the round comes to; raises ``IllegalMove`` for the first move that cannot be made.

    A score needs all that is still held: it is None where the record does not tell.
    """
    position: Position = _GAME.play(record.start, record.moves)
    state = _GAME.state(position)
    return Judged(position, _GAME.score_lines(state), _GAME.match_result(state, position))


def seen_by(record: Record[Position], seat: int) -> Record[Position]:
    """See `games.record.as_kept`; moves name the suits that the seat knows of their cards."""
    if record.start.suits or any(read_move(text).suited for text in record.moves):
        return _suited(record, seat)

    def seen(state: State, move: int) -> str:
        return seen_move(state, move, seat)

    return as_kept(_GAME, record, seat, seen)


def _suited(record: Record[Position], seat: int) -> Record[Position]:
    """What ``seat`` could have kept of a record with suits: those that it saw."""
    moves = []
    for step in _GAME.followed(record.start, record.moves):
        entry = step.entry if step.seat == seat else step.entry._replace(turned=())
        moves.append(write_entry(entry))
    return Record(_GAME.as_seen(record.start, seat), tuple(moves))


def seen_move(state: State, move: int, seat: int) -> str:
    """A legal move as ``seat`` sees it: with the cards that it turns up for this seat."""
    text, mover = write_move(move), int(protocol.run_turn(state))
    if move not in REVEALING or mover != seat:
        return text
    named = ".".join(TEXTS[kind] for kind in turned_up(state[0], move, seat))
    return f"{text}={named}" if named else text
