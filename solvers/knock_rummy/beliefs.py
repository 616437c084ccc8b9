"""What a seat of Knock Rummy may believe of the cards it does not see, as answers tell it."""

from math import sqrt
from typing import Final

import numpy as np

from kibitz.contract.beliefs import Belief, HandBelief, PlayBelief
from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.bitboards import card_at
from kibitz.heuristics.knock_rummy.beliefs import STOCK, Ripe, by_play, counted, turns_by_seat
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knock_rummy.analysis import WORLD_STEPS
from kibitz.solvers.question import Beliefs, Question

WORLDS: Final = 512
BIN: Final = 10


def beliefs_of(question: Question) -> Beliefs:
    """What the seat to move may believe; worlds are those of a search with the same seed.

    Where nobody but it has had a turn, nothing was played that tells one deal from another.
    """
    state, seat, players = question.view, question.seat, question.seen.rules.players
    ripe = by_play(state, seat, WORLDS, WORLD_STEPS, question.seed, None)
    played = any(n for other, n in enumerate(turns_by_seat(state)) if other != seat)
    return Beliefs(
        _cards(counted(state, seat), ripe if played else None, players),
        [_hand(ripe, other) for other in range(players) if other != seat],
    )


def _cards(chances: np.ndarray, ripe: Ripe | None, players: int) -> list[Belief]:
    found = []
    for place in np.flatnonzero(chances.sum(axis=0)):
        read = None
        if ripe is not None:
            likely = ripe.chances[:, place]
            error = sqrt(float((likely * (1 - likely)).max()) / WORLDS)
            read = PlayBelief(
                seats=[_rounded(chance) for chance in likely[:players]],
                out=_rounded(likely[STOCK]),
                error=_rounded(error),
            )
        found.append(
            Belief(
                card=card_text(card_at(int(place))),
                seats=[_rounded(chance) for chance in chances[:players, place]],
                out=_rounded(chances[STOCK, place]),
                by_play=read,
            )
        )
    return found


def _hand(ripe: Ripe, seat: int) -> HandBelief:
    dead = ripe.dead[:, seat]
    counts = np.bincount(dead // BIN) / WORLDS
    return HandBelief(
        seat=seat,
        deadwood=_rounded(dead.mean()),
        error=_rounded(dead.std(ddof=1) / sqrt(WORLDS)),
        chances=[_rounded(chance) for chance in counts],
    )


def _rounded(number: float) -> float:
    return round(float(number), DECIMALS)
