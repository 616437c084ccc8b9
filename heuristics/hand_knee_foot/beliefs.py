"""Where the cards that a seat of Hand, Knee and Foot does not see may lie, as numbers."""

import numpy as np

from kibitz.games.chance import start_stream
from kibitz.games.hand_knee_foot.kinds import KINDS, RED_THREE
from kibitz.games.hand_knee_foot.state import hidden_of
from kibitz.games.hand_knee_foot.worlds import deal_hidden, unseen_by
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.games.records import Int64s
from kibitz.heuristics.hand_knee_foot.likelihood import SIGNS, log_likelihood_of, write_signs
from kibitz.heuristics.hand_knee_foot.weights import Reals


@kernel
def counted(state: State, seat: int, copies: Int64s, chances: Reals) -> None:
    """Write how many copies of each kind ``seat`` does not see, and where each may lie.

    ``chances`` [seat, kind] of being in that hand, every deal that fits alike. Red threes lie in
    places that may hold one, each as likely; the other cards in those left over.
    """
    record = state[0]
    unseen_by(record, seat, copies)
    places, clean = 0, 0
    for kind in range(KINDS):
        places += copies[kind]
    for other in range(record.players):
        clean += record.clean[other] if other != seat else 0
    reds = copies[RED_THREE]
    for other in range(record.players):
        if other == seat:
            continue
        without = int(record.clean[other])
        rest = hidden_of(record, other) - without
        red = rest / max(1, places - clean)
        for kind in range(KINDS):
            chances[other, kind] = (without + rest - reds * red) / max(1, places - reds)
        chances[other, RED_THREE] = red


@kernel
def sampled(
    state: State, seat: int, seed: int, held: Reals, weights: Reals, sign_counts: Reals
) -> None:
    """Deal worlds: write the hidden cards ``held`` [world, seat, kind] and their log weights.

    ``sign_counts``: how often each sign was seen in all worlds together.
    """
    work, stream, signs = state.copy(), np.empty(1, np.uint64), np.empty(SIGNS)
    record = work[0]
    sign_counts[:] = 0.0
    for world in range(len(weights)):
        work[0] = state[0]
        start_stream(stream, np.uint64(seed), np.uint64(world))
        deal_hidden(record, seat, stream)
        weights[world] = log_likelihood_of(record, seat)
        write_signs(record, seat, signs)
        for sign in range(SIGNS):
            sign_counts[sign] += signs[sign]
        for other in range(record.players):
            for kind in range(KINDS):
                hidden = record.hands[other, kind] - record.known[other, kind]
                held[world, other, kind] = hidden if other != seat else 0
