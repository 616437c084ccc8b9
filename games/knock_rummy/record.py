"""Hands of Knock Rummy as they were played: read, written, judged, and as one seat saw them.

A record is a position, mostly a fresh deal, and the moves that follow it, as
:mod:`kibitz.games.knock_rummy.notation` writes them. JSON:
``{"position": …, "moves": ["draw", "7C", …]}``; the position may be its text.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.melds import Split, best_splits
from kibitz.games.knock_rummy.notation import write_move
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT
from kibitz.games.knock_rummy.position import Position
from kibitz.games.match import MatchResult
from kibitz.games.protocol import State
from kibitz.games.record import Record, as_kept, read

_GAME = KnockRummy()


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


def read_record(data: object) -> Record[Position]:
    """See :func:`kibitz.games.record.read`."""
    return read(_GAME, data)


def judge(record: Record[Position]) -> Judged:
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


def seen_by(record: Record[Position], seat: int) -> Record[Position]:
    """See :func:`kibitz.games.record.as_kept`."""

    def seen(state: State, move: int) -> str:
        return seen_move(state, move, record.start, seat)

    return as_kept(_GAME, record, seat, seen)


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
