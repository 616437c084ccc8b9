"""What a seat of Knock Rummy may believe of the cards it does not see, as answers tell it."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

from games import protocol
from games.cards import card_text
from games.knock_rummy.game import KnockRummy
from games.knock_rummy.lanes import card_at
from games.knock_rummy.play import KNOCK, OUT, TO_DISCARD, deadwood
from games.knock_rummy.position import Position
from heuristics.knock_rummy.beliefs import STOCK, Ripe, best_knock, by_play, counted, turns_by_seat
from heuristics.knock_rummy.policy import Reals
from solvers.intervals import Z95
from solvers.ismcts.valued import DECIMALS
from solvers.knock_rummy.analysis import WORLD_STEPS, HandAnalysis
from solvers.result import Belief, HandBelief, Knock, PlayBelief

WORLDS: Final = 512
BIN: Final = 10


@dataclass(frozen=True, slots=True)
class KnockDeals:
    """What the knock that leaves least pays in the first deals that a search tries, in order."""

    move: str
    deadwood: int
    paid: Reals

    def told(self, found: HandAnalysis) -> Knock:
        """What the knock comes to in the deals of a search; its points are those of its row."""
        paid = self.paid[: found.worlds or WORLDS]
        wins, count = float((paid > 0).mean()), len(paid)
        points, error = float(paid.mean()), float(paid.std()) / sqrt(count)
        for row in found.values:
            if row.move == self.move and row.score.unit == "points":
                points = row.score.value
                error = (row.score.high - row.score.low) / (2 * Z95)
        return Knock(
            move=self.move,
            deadwood=self.deadwood,
            wins=_rounded(wins),
            wins_error=_rounded(sqrt(wins * (1 - wins) / count)),
            points=_rounded(points),
            points_error=_rounded(error),
        )


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Where cards may lie, what others have unmatched, and what the best knock pays, if allowed."""

    cards: list[Belief]
    hands: list[HandBelief]
    knock: KnockDeals | None


def beliefs_of(position: Position, game: KnockRummy, seed: int) -> Beliefs:
    """What the seat to move may believe; worlds are those of a search with the same ``seed``.

    Where nobody but it has had a turn, nothing was played that tells one deal from another.
    """
    state = game.state(position)
    seat, players = int(protocol.run_turn(state)), position.rules.players
    knock = None
    if int(state[0]["phase"]) == TO_DISCARD:
        found = best_knock(state)
        knock = found if found in game.legal(state) else None
    ripe = by_play(state, seat, WORLDS, WORLD_STEPS, seed, knock)
    played = any(n for other, n in enumerate(turns_by_seat(state)) if other != seat)
    return Beliefs(
        _cards(counted(state, seat), ripe if played else None, players),
        [_hand(ripe, other) for other in range(players) if other != seat],
        None if knock is None else _knock(game, state[0], knock, ripe),
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


def _knock(game: KnockRummy, record: np.void, move: int, ripe: Ripe) -> KnockDeals:
    paid = ripe.paid if ripe.paid is not None else np.zeros(WORLDS)
    hand = int(record["hands"][int(record["turn"])])
    kept = hand if move == OUT else hand & ~(1 << move - KNOCK)
    return KnockDeals(game.move_text(move), int(deadwood(record, np.uint64(kept))), paid)


def _rounded(number: float) -> float:
    return round(float(number), DECIMALS)
