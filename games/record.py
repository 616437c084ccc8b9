"""Games as they were played: where they began and the moves made since, read and written.

JSON: ``{"position": …, "moves": ["…"]}``; the position may be its text, moves are in the notation
of the game. What a record comes to is the game's own (``record.py`` in its folder).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault, IllegalMove, quote
from kibitz.games.game import Game, Position
from kibitz.games.protocol import State
from kibitz.games.requests import read_position

P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Record(Generic[P]):
    """A game: where it began and the moves made since."""

    start: P
    moves: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON object."""
        return {"position": self.start.to_json(), "moves": list(self.moves)}


def read(game: Game, data: object) -> Record[Any]:
    """The record that a JSON value describes; raises ``BadInput`` with every fault.

    Of the moves the first that cannot have been made is named.
    """
    if not isinstance(data, dict):
        raise BadInput.one("", "record_type", "a record has a position and moves")
    faults = [
        Fault(f"/{name}", "unknown_field", f"{quote(name)} is not a field of a record")
        for name in data
        if name not in {"position", "moves"}
    ]
    moves = data.get("moves", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        faults.append(Fault("/moves", "moves_type", "moves are a list of texts"))
        moves = []
    try:
        start = read_position(game, data.get("position"))
        game.play(start, moves)
    except IllegalMove as error:
        raise BadInput([*faults, *error.under("/moves").faults]) from None
    except BadInput as error:
        raise BadInput([*faults, *error.faults]) from None
    if faults:
        raise BadInput(faults)
    return Record(start, tuple(moves))


def as_kept(
    game: Game, record: Record[P], seat: int, seen_move: Callable[[State, int], str]
) -> Record[P]:
    """The record as ``seat`` could have kept it: its view, and of the moves what they turned up.

    ``seen_move``: a legal move as the seat sees it. Raises ``BadInput`` when the record does not
    have the hand of ``seat``.
    """
    start = game.as_seen(record.start, seat)
    state = game.state(record.start)
    moves = []
    for text in record.moves:
        move = game.enter(state, text)
        moves.append(seen_move(state, move))
        protocol.run_apply(state, move)
    return Record(start, tuple(moves))
