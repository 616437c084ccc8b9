"""What knocking now comes to, in the deals that a search has tried."""

from math import sqrt
from typing import Final

import numpy as np

from kibitz.contract.beliefs import Knock
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.play import KNOCK, deadwood
from kibitz.games.knock_rummy.state import TO_DISCARD
from kibitz.heuristics.knock_rummy.beliefs import best_knock, by_play
from kibitz.solvers.intervals import Z95
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knock_rummy.analysis import WORLD_STEPS
from kibitz.solvers.question import Analysis, Question

DEALS: Final = 512  # at most, that tell a chance to win


def knock_now(question: Question, found: Analysis) -> Knock | None:
    """What the knock that leaves least comes to; None where the seat to move may not knock.

    The chance to win is that in the first deals of the search; the points are those of its row,
    where it has one.
    """
    game, state, seat = KnockRummy(), question.view, question.seat
    if int(state[0]["phase"]) != TO_DISCARD:
        return None
    move = best_knock(state)
    if move not in question.legal:
        return None
    count = min(found.worlds or DEALS, DEALS)
    paid = by_play(state, seat, count, WORLD_STEPS, question.seed, move).paid
    assert paid is not None
    wins = float((paid > 0).mean())
    points, error = float(paid.mean()), float(paid.std()) / sqrt(count)
    for row in found.values:
        if row.move == game.move_text(move) and row.score.unit == "points":
            points, error = row.score.value, (row.score.high - row.score.low) / (2 * Z95)
    hand = int(state[0]["hands"][seat]) & ~(1 << move - KNOCK)
    return Knock(
        move=game.move_text(move),
        deadwood=int(deadwood(state[0], np.uint64(hand))),
        wins=round(wins, DECIMALS),
        wins_error=round(sqrt(wins * (1 - wins) / count), DECIMALS),
        points=round(points, DECIMALS),
        points_error=round(error, DECIMALS),
    )
