"""Learn the weights of `heuristics.knaves.network`: policy iteration in self-play.

Rounds are played with the policy so far. From them the network learns what each card brings when
all go on like that (`training.knaves.examples`); to play the cards that bring most is a better
policy, whose rounds are the next to learn from. The first rounds are random play. What is learned
are differences between the cards of a decision, by least squares. Rounds are played with the
running mean of the weights, which is also what is kept.

Most rounds have the rules of the sheet, the others another hand size, another way to treat a turned
jack, and penalties at random, so that no switch is strange to the policy.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Final, get_args

import numpy as np

from kibitz.games.knaves.lanes import SUIT_COUNT
from kibitz.games.knaves.rules import DEFAULT, HandSize, Rules, TurnedJack
from kibitz.games.protocol import State
from kibitz.heuristics.knaves.network import NET, SHAPES, WEIGHTS, Net, compiled, stored_weights
from training.adam import Adam, Layer
from training.knaves.examples import EXAMPLE, Examples, self_play
from training.knaves.gradient import Batch, gradient
from training.knaves.selfplay import RANDOM, RULE, TURNED_JACK, fresh, pack
from training.progress import report, until

THREADS: Final = 2
SHEET: Final = 45_000  # examples of each thread and round of learning, by the rules of the sheet
OTHERS: Final = 15_000  # and by others
ROUNDS_KEPT: Final = 20
RANDOM_ROUNDS: Final = 4  # those at the beginning
STEPS: Final = 250
BATCH: Final = 2048
FASTEST, SLOWEST = 2e-3, 3e-5  # step sizes at the beginning and at the end
AGAIN: Final = 7e-4  # and at the beginning when going on from the weights there are
MEMORY: Final = 0.998  # of the running mean of the weights, per step
HIGHEST_PENALTY: Final = 6


def random_weights(rng: np.random.Generator) -> list[Layer]:
    """Weights to begin with, in the order of ``SHAPES``."""
    found = []
    for name, shape in SHAPES.items():
        size = 0.0 if name.endswith("bias") else np.sqrt(1 / max(shape[0], 8))
        found.append((rng.standard_normal(shape) * size).astype(np.float32))
    return found


def other_rules(rng: np.random.Generator) -> tuple[Rules, State]:
    """Rules that are not the sheet's, and a state with them and no cards."""
    rules = Rules(
        get_args(HandSize)[rng.integers(len(get_args(HandSize)))],
        get_args(TurnedJack)[rng.integers(len(get_args(TurnedJack)))],
    )
    template = fresh(rules)
    template["penalty"][0] = -rng.integers(0, HIGHEST_PENALTY + 1, SUIT_COUNT)
    return rules, template


def played(net: Net | None, seed: int) -> Examples:
    """The examples of a thread for one round of learning; without a net, of random play."""
    rng = np.random.default_rng(seed)
    player = RULE if net else RANDOM
    parts = []
    for count, (rules, template) in ((SHEET, (DEFAULT, fresh())), (OTHERS, other_rules(rng))):
        examples = np.zeros(count, EXAMPLE)
        jack = TURNED_JACK[rules.turned_jack]
        self_play(template, jack, player, net or NET, int(rng.integers(1 << 62)), pack(), examples)
        parts.append(examples)
    return np.concatenate(parts)


def train(weights: list[Layer], minutes: float, seed: int, *, afresh: bool) -> None:
    """Improve ``weights`` in place for so long, and write them down after every round."""
    rng = np.random.default_rng(seed)
    optimizer, mean = Adam(weights), [w.copy() for w in weights]
    kept: list[Examples] = []
    with ThreadPoolExecutor(THREADS) as pool:
        for number, spent in enumerate(until(minutes, "self-play")):
            known = not afresh or number >= RANDOM_ROUNDS
            net = compiled(dict(zip(SHAPES, mean, strict=True))) if known else None
            seeds = rng.integers(1 << 62, size=THREADS)
            kept += pool.map(played, [net] * THREADS, seeds)
            kept = kept[-ROUNDS_KEPT * THREADS :]
            examples = np.concatenate(kept)
            losses = []
            for _ in range(STEPS):
                batch = Batch(examples[rng.integers(0, len(examples), BATCH)])
                loss, slopes = gradient(dict(zip(SHAPES, weights, strict=True)), batch)
                rate = max(SLOWEST, (FASTEST if afresh else AGAIN) * (1 - spent))
                optimizer.step(weights, [slopes[name] for name in SHAPES], rate)
                losses.append(loss)
                for i, w in enumerate(weights):
                    mean[i] += np.float32(1 - MEMORY) * (w - mean[i])
            np.savez(WEIGHTS, allow_pickle=False, **dict(zip(SHAPES, mean, strict=True)))
            report(f"{number}: {60 * minutes * spent:.0f} s, error {np.mean(losses):.4f}")


def learn(minutes: float, seed: int, *, afresh: bool) -> None:
    """Learn for so long, from random weights or from those on file."""
    weights = random_weights(np.random.default_rng(seed))
    if not afresh:
        stored = stored_weights()
        weights = [stored[name].astype(np.float32) for name in SHAPES]
    train(weights, minutes, seed, afresh=afresh)
