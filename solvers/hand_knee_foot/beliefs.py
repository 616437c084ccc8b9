"""Where the cards that a seat of Hand, Knee and Foot does not see may lie, as answers show it."""

from typing import Final

import numpy as np

from kibitz.contract.beliefs import Belief, PlayBelief
from kibitz.games.hand_knee_foot.kinds import KINDS, TEXTS
from kibitz.heuristics.hand_knee_foot.beliefs import counted, sampled
from kibitz.heuristics.hand_knee_foot.likelihood import SIGNS
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.question import Beliefs, Question

WORLDS: Final = 1024


def beliefs_of(question: Question) -> Beliefs:
    """Where each kind of card that the seat to move does not see may lie.

    Counted over all deals, and estimated from some of them, drawn by its seed, each weighed by how
    well it explains what was played.
    """
    state, seat, players = question.view, question.seat, question.seen.rules.players
    copies, chances = np.zeros(KINDS, np.int64), np.zeros((players, KINDS))
    counted(state, seat, copies, chances)
    held, logs = np.zeros((WORLDS, players, KINDS)), np.zeros(WORLDS)
    told = np.zeros(SIGNS)
    sampled(state, seat, question.seed, held, logs, told)
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    found = []
    for kind in np.flatnonzero(copies):
        shares = held[:, :, kind] / copies[kind]
        likely = weights @ shares
        error = np.sqrt((weights[:, None] ** 2 * (shares - likely) ** 2).sum(axis=0).max())
        read = PlayBelief(
            seats=[_rounded(chance) for chance in likely],
            out=_rounded(1 - likely.sum()),
            error=_rounded(error),
        )
        column = chances[:, kind]
        found.append(
            Belief(
                card=TEXTS[kind],
                copies=int(copies[kind]),
                seats=[_rounded(chance) for chance in column],
                out=_rounded(1 - column.sum()),
                by_play=read if told.any() else None,
            )
        )
    return Beliefs(found)


def _rounded(number: float) -> float:
    return round(float(number), DECIMALS)
