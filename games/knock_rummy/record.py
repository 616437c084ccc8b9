"""Hands of Knock Rummy as they were played: read, written, judged, and as one seat saw them.

A record is a position, mostly a fresh deal, and the moves that follow it, as
:mod:`games.knock_rummy.notation` writes them. JSON:
``{"position": …, "moves": ["draw", "7C", …]}``; the position may be its text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games import protocol
from games.cards import card_text
from games.faults import BadInput, Fault, IllegalMove
from games.knock_rummy.game import KnockRummy
from games.knock_rummy.match import MatchResult
from games.knock_rummy.melds import Split, best_splits
from games.knock_rummy.notation import write_move
from games.knock_rummy.play import DRAW, KNOCK, OUT
from games.knock_rummy.position import Position
from games.protocol import State

_GAME = KnockRummy()


@dataclass(frozen=True, slots=True)
class Record:
    """A hand: where it began and the moves made since."""

    start: Position
    moves: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The record as a JSON object."""
        return {"position": self.start.to_json(), "moves": list(self.moves)}


@dataclass(frozen=True, slots=True)
class Judged:
    """A record judged.

    ``splits``: the hands laid open, each split for the least deadwood; empty without a showdown.
    ``payments`` and ``match`` are None while the hand goes on.
    """

    position: Position
    splits: tuple[Split, ...]
    payments: tuple[Fraction, ...] | None
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
    """What the hand comes to; raises ``IllegalMove`` for the first move that cannot be made."""
    position: Position = _GAME.play(record.start, record.moves)
    rules, state = position.rules, _GAME.state(position)
    hands = position.hands if position.ended in {"knock", "out"} else ()
    return Judged(
        position=position,
        splits=tuple(best_splits(hand, rules.ace, rules.ace_points)[0] for hand in hands),
        payments=_GAME.payments(state),
        match=_GAME.match_result(state, position),
    )


def seen_by(record: Record, seat: int) -> Record:
    """The record as ``seat`` could have kept it: its view, and of the moves what they turned up.

    Raises ``BadInput`` when the record does not have the hand of ``seat``.
    """
    start = _GAME.as_seen(record.start, seat)
    state = _GAME.state(record.start)
    moves = []
    for text in record.moves:
        move = _GAME.enter(state, text)
        moves.append(seen_move(state, move, record.start, seat))
        protocol.run_apply(state, move)
    return Record(start, tuple(moves))


def seen_move(state: State, move: int, like: Position, seat: int) -> str:
    """A legal move as ``seat`` sees it: with the card it draws itself, or the hands laid open."""
    text, here = write_move(move), _GAME.position(state, like)
    view = _GAME.as_seen(here, seat)
    if move == DRAW and here.turn == seat and view.stock_hidden:
        return f"{text}={card_text(here.stock[0])}"
    if not KNOCK <= move <= OUT:
        return text
    after = state.copy()
    protocol.run_apply(after, move)
    hands = _GAME.position(after, like).hands
    shown = [_cards_text(hand) for hand, n in zip(hands, view.hidden, strict=True) if n]
    return f"{text}={'.'.join(shown)}" if shown else text


def _cards_text(cards: Sequence[int]) -> str:
    return "".join(map(card_text, cards))
