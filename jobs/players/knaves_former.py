"""The search of Knaves as it was in version 0.1: what later ones are measured against.

It has the setting and the weights of that version, and reads from the plays of the others what
that version read. Its playouts are those of then, card by card, but found faster; so that at equal
time it comes as far as it did, it has only a part of the time.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import Stream
from kibitz.games.game import Game
from kibitz.games.kernel import kernel
from kibitz.games.knaves import play
from kibitz.games.knaves.state import STATE, KnavesState
from kibitz.games.protocol import Moves, implements
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.dense import constant
from kibitz.heuristics.knaves import policy
from kibitz.heuristics.knaves.likelihood import rewind
from kibitz.heuristics.knaves.network import Reals, compiled, stored_weights
from kibitz.heuristics.plain import as_they_are, left_alone
from kibitz.jobs.players.knaves import SearchPlayer
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.knaves.endgame import endgame
from kibitz.solvers.player import Player, View

# Iterations of this player in the time of one then. By `python -m benchmarks.playouts` they were
# found 2.5 to 2.9 times as fast before the network saw the past, which takes a seventh of it. Since
# then they are found 1.3 times as fast, and take 1.34 times as long by a wider network.
FASTER: Final = 2.15
WHIM: Final = 0.25  # share of plays taken to be any legal card
WEIGHTS: Final = Path(__file__).with_name("knaves_former.npz")
FORMER: Final = np.dtype([("former", np.int8), *STATE.descr])
OPTIONS: Final = SearchOptions(
    tree_depth=1,
    root="racing",
    drop_at=2.0,
    judgement_scale=0.3,
    judgement_error=0.25,
    worlds="weighted",
    world_choices=8,
    settle=False,
    value_share=0.0,
)
RULES: Final[dict[str, Any]] = {
    "legal": play.legal_moves,
    "apply": play.apply_move,
    "over": play.is_over,
    "payoff": play.pay,
    "turn": play.seat_to_move,
    "horizon": play.moves_left,
    "redeal": play.redeal_hidden,
    "random_move": play.any_move,
}
JUDGEMENT: Final[dict[str, Any]] = {
    "refine": left_alone,
    "match_worth": as_they_are,
    "endgame": endgame,
}
for _name, _kernel in RULES.items():
    implements(getattr(protocol, _name), FORMER)(_kernel)
for _name, _kernel in JUDGEMENT.items():
    implements(getattr(judgement, _name), FORMER)(_kernel)


former_net: Final = constant(compiled(stored_weights(WEIGHTS)))


@implements(judgement.playout_move, FORMER)
@kernel
def playout_move(state: KnavesState, moves: Moves, count: int, stream: Stream) -> int:
    """See `heuristics.protocol.playout_move`."""
    return policy.choice_of(state, moves, count, stream, former_net())


@implements(judgement.play_on, FORMER)
@kernel
def play_on(state: KnavesState, moves: Moves, stream: Stream) -> None:
    """See `heuristics.protocol.play_on`."""
    policy.play_on_by(state, moves, stream, former_net())


@implements(judgement.prior, FORMER)
@kernel
def prior(state: KnavesState, moves: Moves, count: int, weights: Reals) -> None:
    """See `heuristics.protocol.prior`."""
    policy.shares(state, moves, count, weights, former_net())


@implements(judgement.log_likelihood, FORMER)
@kernel
def log_likelihood(state: KnavesState, seat: int) -> float:
    """See `heuristics.protocol.log_likelihood`: every player is taken for the policy with whims."""
    if state.calling or state.count == 0:
        return 0.0
    past = np.empty(1, FORMER)
    past[0] = state
    rewind(past[0])
    moves, weights = np.empty(play.MAX_MOVES, np.int64), np.empty(play.MAX_MOVES)
    found = 0.0
    for i in range(state.count):
        place = state.order[i]
        if past[0].player != seat:
            count = play.legal_moves(past[0], moves)
            if count > 1:
                policy.shares(past[0], moves, count, weights, former_net())
                for k in range(count):
                    if moves[k] == place:
                        found += np.log((1.0 - WHIM) * weights[k] + WHIM / count)
        play.apply_move(past[0], place)
    return found


class FormerPlayer(SearchPlayer):
    """The search of version 0.1, of cards alike one."""

    def best_of(self, view: View, candidates: list[int], seed: int) -> int:
        """See :meth:`kibitz.jobs.players.knaves.SearchPlayer.best_of`."""
        state = np.zeros(1, FORMER)
        for name in STATE.names or ():
            state[name] = view.state[name]
        return super().best_of(replace(view, state=state), candidates, seed)


def former(_game: Game, limits: Limits) -> Player:
    """The player ``search@0.1``."""
    if limits.time_ms is not None:
        part = max(1, round(limits.time_ms / FASTER))
        limits = limits.model_copy(update={"time_ms": part})
    return FormerPlayer(limits, OPTIONS)
