"""Learn the weights of `heuristics.knotty_nines.value` in self-play.

Games are played with the policy, some moves at random, and some of the transitions it chose are
kept. What a transition should have been worth is computed by looking one card ahead: the mean over
the cards that may follow of the best estimate among the answers (fitted value iteration), mixed
with whether the game was won in the end. A gradient step moves the estimates towards that, and the
next games are played with the running mean of the weights, which is also what is kept: it is
steadier than the weights themselves.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np

from kibitz.heuristics.knotty_nines.policy import new_choices
from kibitz.heuristics.knotty_nines.value import WEIGHTS, Net
from training.adam import Adam, Weights
from training.knotty_nines.gradient import fresh, gradient
from training.knotty_nines.selfplay import new_table, self_play
from training.progress import report, until

THREADS: Final = 2
ROUNDS_KEPT: Final = 16
STEPS: Final = 120
BATCH: Final = 2048
FASTEST, SLOWEST = 1e-3, 5e-5  # step sizes at the beginning and at the end
OUTCOME_SHARE: Final = 0.1
MEMORY: Final = 0.999  # of the running mean of the weights, per step


def train(weights: Weights, minutes: float, seed: int) -> None:
    """Improve ``weights`` in place for so long, and write them down after every round."""
    rng = np.random.default_rng(seed)
    optimizer, kept = Adam(weights), list[Any]()
    mean = [w.copy() for w in weights]
    tables = [new_table() for _ in range(THREADS)]
    scratch = [(new_choices(), new_choices()) for _ in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        for round_, spent in enumerate(until(minutes, "self-play")):
            net = Net(*(w.copy() for w in mean))
            stream = np.uint64(seed * 1_000_003 + round_)
            jobs = [
                pool.submit(self_play, stream, i * 10**7, net, *scratch[i], tables[i])
                for i in range(THREADS)
            ]
            games, wins = np.sum([job.result() for job in jobs], 0)
            for t in tables:
                mixed = (1 - OUTCOME_SHARE) * t.values + OUTCOME_SHARE * t.outcomes
                kept.append((t.inputs.astype(np.float16), mixed.astype(np.float32)))
            kept = kept[-ROUNDS_KEPT:]
            inputs = np.concatenate([k[0] for k in kept])
            wanted = np.concatenate([k[1] for k in kept])
            losses = []
            for _ in range(STEPS):
                some = rng.integers(0, len(inputs), BATCH)
                loss, slopes = gradient(weights, inputs[some].astype(np.float32), wanted[some])
                optimizer.step(weights, slopes, max(SLOWEST, FASTEST * (1 - spent)))
                losses.append(loss)
                for i, w in enumerate(weights):
                    mean[i] += np.float32(1 - MEMORY) * (w - mean[i])
            np.savez(WEIGHTS, allow_pickle=False, **dict(zip(Net._fields, mean, strict=True)))
            share = 100 * wins / max(games, 1)
            report(f"{round_}: won {share:.2f}% of {games}, loss {np.mean(losses):.4f}")


def learn(minutes: float, seed: int, *, afresh: bool) -> None:
    """Learn for so long, from random weights or from those on file."""
    weights = fresh(np.random.default_rng(seed))
    if not afresh:
        with np.load(WEIGHTS) as stored:
            weights = [stored[name].astype(np.float32) for name in Net._fields]
    train(weights, minutes, seed)
