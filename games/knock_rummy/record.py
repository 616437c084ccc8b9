"""What a hand of Knock Rummy comes to that was recorded, see :mod:`kibitz.games.record`."""

from dataclasses import dataclass
from fractions import Fraction

from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.melds import Split, best_splits
from kibitz.games.knock_rummy.position import Position
from kibitz.games.match import MatchResult
from kibitz.games.record import Record

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
