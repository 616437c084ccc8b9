"""Fit the model of `heuristics.knock_rummy.equity`.

Payments come from hands of sharp and patient players. From totals drawn at random matches are
played on with such payments, given to the seats in random order, until somebody has won. Of a grid
of margins and powers the pair is kept under which the winners were likeliest, by players, with the
standard deviation of the chances of seats that the model holds to be alike from how often those
won.
"""

from typing import Final

import numpy as np

from kibitz.games.cards import PACK_SIZE
from kibitz.games.chance import fraction, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import apply_move
from kibitz.games.knock_rummy.rules import HAND_SIZES, MOST_SEATS, Rules
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.knock_rummy.state import ENDED
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knock_rummy.judgement import WEIGHTS, judged_move
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, PATIENT, THRESHOLDS
from training.commands import each
from training.knock_rummy.selfplay import Ints, deal_hand, fresh, limit_of

HANDS: Final = 40_000
MATCHES: Final = 60_000
TARGET: Final = 100
MARGINS: Final = np.arange(4.0, 161.0, 4.0)
POWERS: Final = np.arange(0.8, 5.01, 0.2)


@kernel
def play_hands(template: State, size: int, seed: int, paid: Reals) -> None:
    """Fill ``paid`` [hand, seat] with the payments of hands among players of both kinds."""
    work = template.copy()
    stream = np.empty(1, np.uint64)
    cards = np.arange(PACK_SIZE)
    slow = np.full(OLDEST + 1, PATIENT)
    is_patient = np.zeros(MOST_SEATS, np.bool_)
    for hand in range(len(paid)):
        start_stream(stream, seed, hand)
        work[0] = template[0]
        deal_hand(work[0], size, cards, stream)
        players = int(work[0].players)
        for seat in range(players):
            is_patient[seat] = fraction(stream) < 0.5
        while work[0].phase != ENDED:
            limits = slow if is_patient[work[0].turn] else THRESHOLDS[players - 2]
            apply_move(work[0], judged_move(work[0], WEIGHTS, limit_of(work[0], limits)))
        for seat in range(players):
            paid[hand, seat] = work[0].payments[seat] / UNIT


def play_matches(paid: Reals, seed: int) -> tuple[Reals, Ints]:
    """Totals [match, seat] that matches begin at, and who has won each of them."""
    random = np.random.default_rng(seed)
    players = paid.shape[1]
    starts = random.normal(0, 40, (MATCHES, players))
    starts -= starts.mean(axis=1, keepdims=True)
    starts = np.asarray(np.rint(np.minimum(starts, TARGET - 1.0)), np.float64)
    totals, won = starts.copy(), np.full(MATCHES, -1)
    while (going := np.flatnonzero(won < 0)).size:
        hands = paid[random.integers(len(paid), size=going.size)]
        order = random.permuted(np.tile(np.arange(players), (going.size, 1)), axis=1)
        totals[going] += np.take_along_axis(hands, order, axis=1)
        highest = totals[going].max(axis=1)
        alone = (totals[going] > highest[:, None] - 1e-9).sum(axis=1) == 1
        done = (highest >= TARGET) & alone
        won[going[done]] = totals[going[done]].argmax(axis=1)
    return starts, won


def chances(starts: Reals, margin: float, power: float) -> Reals:
    """The chances of the model in matches that begin so."""
    weights = (TARGET - starts + margin) ** -power
    found: Reals = np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64)
    return found


def fitted(players: int, seed: int) -> tuple[float, float, float]:
    """Margin and power for a table of so many, and by how much the model is off."""
    paid = np.zeros((HANDS, players))
    play_hands(fresh(Rules(players=players)), HAND_SIZES[players], seed, paid)
    starts, won = play_matches(paid, seed)
    powers = [1.0] if players == 2 else POWERS
    rows = np.arange(MATCHES)
    likely = {
        (c, p): float(np.log(chances(starts, c, p)[rows, won]).mean())
        for c in MARGINS
        for p in powers
    }
    c, p = max(likely, key=lambda pair: likely[pair])
    first = chances(starts, c, p)[:, 0]
    bins = np.minimum((first * 20).astype(int), 19)
    counts = np.bincount(bins, minlength=20)
    off = np.bincount(bins, first - (won == 0), minlength=20)[counts > 0] / counts[counts > 0]
    return float(c), float(p), float(np.sqrt(np.average(off**2, weights=counts[counts > 0])))


def find(seed: int) -> str:
    """A line for each number of players."""
    lines = []
    for players in each(tuple(HAND_SIZES), "tables"):
        margin, power, off = fitted(players, seed)
        lines.append(f"{players} players: {margin:.0f} {power:.1f}, off by {off:.3f}\n")
    return "".join(lines)
