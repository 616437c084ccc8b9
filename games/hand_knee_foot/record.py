"""What a recorded round of Hand, Knee and Foot comes to, see :mod:`kibitz.games.record`."""

from dataclasses import dataclass

from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.scoring import Line
from kibitz.games.match import MatchResult
from kibitz.games.record import Record

_GAME = HandKneeFoot()


@dataclass(frozen=True, slots=True)
class Judged:
    """A record judged; ``scores``, line by line, and ``match`` are None while the round goes on."""

    position: Position
    scores: tuple[tuple[Line, ...], ...] | None
    match: MatchResult | None


def judge(record: Record[Position]) -> Judged:
    """What the round comes to; raises ``IllegalMove`` for the first move that cannot be made.

    A score needs all that is still held: it is None where the record does not tell.
    """
    position: Position = _GAME.play(record.start, record.moves)
    state = _GAME.state(position)
    return Judged(position, _GAME.score_lines(state), _GAME.match_result(state, position))
