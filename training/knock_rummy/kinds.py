"""Find how many opponents of each kind get to a turn: the table ``REACHED``.

Hands are played by one sharp player among others whose kinds are drawn as they are at the deal, and
who now and then hold back (``WHIM``). The rules are those by default.
"""

from typing import Final

import numpy as np
from numba import int64

from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import fraction, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import apply_move
from kibitz.games.knock_rummy.rules import HAND_SIZES, MOST_SEATS, Rules
from kibitz.games.knock_rummy.state import ENDED, TO_DISCARD
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.judgement import WEIGHTS, judged_move
from kibitz.heuristics.knock_rummy.kinds import KINDS, LIMITS, SHARES, WHIM
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, THRESHOLDS
from kibitz.heuristics.knock_rummy.turns import age_of
from training.commands import each
from training.knock_rummy.selfplay import deal_hand, fresh, limit_of

HANDS: Final = 1_000_000
NEVER: Final = -1
ENOUGH: Final = 500  # of the opponents that got to a turn


@kernel
def count_kinds(template: State, size: int, seed: int, counts: Reals, games: int) -> None:
    """Add to ``counts`` [age, kind] the turns that opponents get to."""
    work = template.copy()
    stream = np.empty(1, np.uint64)
    cards = np.arange(PACK_SIZE)
    kinds = np.zeros(MOST_SEATS, np.int64)
    ends = np.cumsum(SHARES)
    for game in range(games):
        start_stream(stream, seed, game)
        work[0] = template[0]
        deal_hand(work[0], size, cards, stream)
        players = int64(work[0].players)
        own = game % players
        for seat in range(players):
            at = fraction(stream)
            kinds[seat] = 0
            while kinds[seat] < len(KINDS) - 1 and at >= ends[kinds[seat]]:
                kinds[seat] += 1
        while work[0].phase != ENDED:
            state = work[0]
            seat = int64(state.turn)
            limit = limit_of(state, THRESHOLDS[players - 2])
            if seat != own and state.phase == TO_DISCARD:
                counts[age_of(state), kinds[seat]] += 1
                limit = limit_of(state, LIMITS[kinds[seat], players - 2])
                if fraction(stream) < WHIM:
                    limit = NEVER
            apply_move(work[0], judged_move(state, WEIGHTS, limit))


def find(seed: int) -> str:
    """The table ``REACHED``, a block for each number of players, a row for each turn."""
    text = ""
    for players in each(tuple(HAND_SIZES), "tables"):
        counts = np.zeros((OLDEST + 1, len(KINDS)))
        count_kinds(fresh(Rules(players=players)), HAND_SIZES[players], seed, counts, HANDS)
        rows = [SHARES]
        for row in counts[1:]:  # hardly any hand of many players lasts so long
            rows.append(row / row.sum() if row.sum() >= ENOUGH else rows[-1])
        lines = "".join(f"        {row.round(3).tolist()},\n" for row in rows)
        text += f"    [\n{lines}    ],\n"
    return text
