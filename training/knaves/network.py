"""Learn the weights of `heuristics.knaves.network`: policy iteration in self-play.

Rounds are played with the policy so far. From them the network learns what each card brings when
all go on like that (`training.knaves.examples`); to play the cards that bring most is a better
policy, whose rounds are the next to learn from. The first rounds are random play. What is learned
are differences between the cards of a decision, by least squares. Rounds are played with the
running mean of the weights, which is also what is kept.

Most rounds have the rules of the sheet, the others another hand size, another way to treat a turned
jack, and penalties at random, so that no switch is strange to the policy.

The weights that are shipped go on from those of version 0.1, with ``OPENBLAS_NUM_THREADS=1``: with
the marks of the past added, 42 minutes on two busy cores, of which it had a part (``--from
jobs/players/knaves_former.npz --minutes 42 --seed 25``); with 64 features of cards in place of 32,
45 minutes on one core by an earlier form of this file (seed 101); from there on two, with a quarter
of the examples a round, ``--minutes 36 --seed 102`` and ``--minutes 70 --seed 103``; from there, as
the file is now, ``--minutes 36 --seed 105`` and ``--minutes 40 --seed 106``.
"""

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, get_args

import numpy as np
import numpy.typing as npt

from kibitz.games.knaves.bitboards import JACK, SUIT_COUNT
from kibitz.games.knaves.rules import DEFAULT, HandSize, Rules, TurnedJack
from kibitz.games.protocol import State
from kibitz.heuristics.knaves.history import MARKS, RANKS, SETS
from kibitz.heuristics.knaves.network import (
    BEST,
    CARD,
    HELD,
    JACK_HELD,
    JACK_UNSEEN,
    LAST_VOID,
    LED,
    NET,
    NEXT_VOID,
    PAST,
    SHAPES,
    SUIT,
    TRICK,
    TRUMP,
    UNSEEN,
    WEIGHTS,
    compiled,
    stored_weights,
)
from kibitz.heuristics.knaves.network import SUIT_INPUTS as INPUTS
from training.commands import report, until
from training.fitting import Adam, Layer
from training.knaves.examples import EXAMPLE, Examples, self_play
from training.knaves.selfplay import RANDOM, RULE, TURNED_JACK, fresh, pack

SHEET: Final = 180_000  # examples of a round of learning, by the rules of the sheet
OTHERS: Final = 60_000  # and by others
ROUNDS_KEPT: Final = 34
RANDOM_ROUNDS: Final = 4  # those at the beginning
STEPS: Final = 350
BATCH: Final = 2048
FASTEST, SLOWEST = 2e-3, 1e-5  # step sizes at the beginning and at the end
AGAIN: Final = 3e-4  # and at the beginning when going on from the weights there are
MEMORY: Final = 0.9998  # of the running mean of the weights, per step
SPREAD: Final = 0.7  # of random inputs of a new feature of cards, of what that of the others is
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


def played(net: State | None, seed: int) -> Examples:
    """The examples of one round of learning; without a net, of random play."""
    rng = np.random.default_rng(seed)
    player = RANDOM if net is None else RULE
    parts = []
    for count, (rules, template) in ((SHEET, (DEFAULT, fresh())), (OTHERS, other_rules(rng))):
        examples = np.zeros(count, EXAMPLE)
        jack = TURNED_JACK[rules.turned_jack]
        self_play(
            template,
            jack,
            player,
            NET if net is None else net,
            int(rng.integers(1 << 62)),
            pack(),
            examples,
        )
        parts.append(examples)
    return np.concatenate(parts)


def train(weights: list[Layer], minutes: float, seed: int, *, afresh: bool) -> None:
    """Improve ``weights`` in place for so long, and write them down after every round.

    The rounds to learn from next are played while the network learns from those before.
    """
    rng = np.random.default_rng(seed)
    optimizer, mean = Adam(weights), [w.copy() for w in weights]
    size = SHEET + OTHERS
    kept = np.zeros(ROUNDS_KEPT * size, EXAMPLE)
    with ThreadPoolExecutor(1) as pool:

        def play(number: int) -> Future[Examples]:
            known = not afresh or number >= RANDOM_ROUNDS
            net = compiled(dict(zip(SHAPES, mean, strict=True))) if known else None
            return pool.submit(played, net, int(rng.integers(1 << 62)))

        playing = play(0)
        for number, spent in enumerate(until(minutes, "self-play")):
            place = number % ROUNDS_KEPT * size
            kept[place : place + size] = playing.result()
            playing = play(number + 1)
            known = min(number + 1, ROUNDS_KEPT) * size
            rate = max(SLOWEST, (FASTEST if afresh else AGAIN) * (1 - spent))
            losses = []
            for _ in range(STEPS):
                batch = Batch(kept[rng.integers(0, known, BATCH)])
                loss, slopes = gradient(dict(zip(SHAPES, weights, strict=True)), batch)
                optimizer.step(weights, [slopes[name] for name in SHAPES], rate)
                losses.append(loss)
                for i, w in enumerate(weights):
                    mean[i] += np.float32(1 - MEMORY) * (w - mean[i])
            np.savez(WEIGHTS, allow_pickle=False, **dict(zip(SHAPES, mean, strict=True)))
            report(f"{number}: {60 * minutes * spent:.0f} s, error {np.mean(losses):.4f}")


def grown(stored: Mapping[str, Layer], rng: np.random.Generator) -> list[Layer]:
    """Weights to go on from, in the order of ``SHAPES``.

    Features of cards that count nothing yet get random inputs, so that they can be learned.
    """
    found = {name: stored[name].astype(np.float32) for name in SHAPES}
    new = found["worth"] == 0
    for name in ("card_by_suit", "card_by_context", "card_by_rank", "card_by_effect"):
        layer = found[name]
        spread = SPREAD * layer[:, ~new].std()
        layer[:, new] = spread * rng.standard_normal((len(layer), new.sum()))
    return [*found.values()]


def learn(minutes: float, seed: int, start: Path | None) -> None:
    """Learn for so long, from random weights or from those in a file."""
    rng = np.random.default_rng(seed)
    weights = random_weights(rng) if start is None else grown(stored_weights(start), rng)
    train(weights, minutes, seed, afresh=start is None)


class Batch:
    """Examples as the arrays that the network is computed from.

    ``suits`` [examples, 4, INPUTS]; ``trick`` [examples, TRICK]; and for every card compared:
    ``owner`` its example, ``suit``, ``rank``, ``effects`` [cards, EFFECTS], ``wanted`` its result
    less the mean of its example.
    """

    def __init__(self, examples: Examples) -> None:
        """Unpack."""
        n = len(examples)
        every = np.arange(n)
        suits = np.zeros((n, SUIT_COUNT, INPUTS), np.float32)
        suits[:, :, HELD:UNSEEN] = ranks_of(examples["hand"])
        suits[:, :, UNSEEN:BEST] = ranks_of(examples["unseen"])
        best = examples["best"].astype(np.int64)
        led = np.flatnonzero(best >= 0)
        suits[led, best[led] >> 4, BEST + (best[led] & 15)] = 1
        number = np.arange(SUIT_COUNT)
        suits[:, :, TRUMP] = examples["trump"][:, None] == number
        suits[:, :, LED] = examples["led"][:, None] == number
        suits[:, :, NEXT_VOID] = examples["next_voids"][:, None] >> number & 1
        suits[:, :, LAST_VOID] = examples["last_voids"][:, None] >> number & 1
        suits[:, :, JACK_HELD] = examples["penalty"] * suits[:, :, HELD + JACK]
        suits[:, :, JACK_UNSEEN] = examples["penalty"] * suits[:, :, UNSEEN + JACK]
        marks = ranks_of(examples["marks"].reshape(-1)).reshape(n, SETS, SUIT_COUNT, RANKS)
        suits[:, :, PAST:] = marks.transpose(0, 2, 1, 3).reshape(n, SUIT_COUNT, MARKS)
        trick = np.zeros((n, TRICK), np.float32)
        trick[every, 2 - examples["later"]] = 1
        trick[:, 3] = examples["next_holds"]
        trick[:, 4] = examples["stake"]
        trick[:, 5] = examples["last_stake"]
        trick[:, 6] = examples["left"] / 13
        trick[:, 7] = examples["chance"]
        trick[:, 8] = examples["left"] == 1
        trick[:, 9] = examples["left"] == 2
        self.suits, self.trick = suits, trick
        self.trump = examples["trump"].astype(np.int64)
        self.owner, self.suit, self.rank = np.nonzero(ranks_of(examples["cards"]))
        first = np.cumsum(examples["count"]) - examples["count"]
        results = examples["results"][self.owner, np.arange(len(self.owner)) - first[self.owner]]
        self.count = examples["count"].astype(np.float32)
        self.wanted = self.centred(results)
        best, stake = best[self.owner], examples["stake"][self.owner]
        same = self.suit == best >> 4
        trumps = self.suit == self.trump[self.owner]
        takes = (best < 0) | np.where(same, self.rank > (best & 15), trumps)
        jack = np.where(self.rank == JACK, examples["penalty"][self.owner, self.suit], 0)
        won = takes & (examples["later"][self.owner] == 0)
        effects = (takes, takes * stake, jack, won, won * (stake + jack))
        self.effects = np.stack(effects, 1).astype(np.float32)

    def centred(self, values: Layer) -> Layer:
        """``values`` of the cards less the mean of their example."""
        means = np.bincount(self.owner, values, len(self.count)) / self.count
        return np.asarray(values - means[self.owner], values.dtype)


def ranks_of(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """``[words, 4, 13]``: the bits of sets of cards."""
    places = 16 * np.arange(4)[:, None] + np.arange(13)
    return (words[:, None, None] >> places.astype(np.uint64) & np.uint64(1)).astype(np.uint8)


def gradient(weights: Mapping[str, Layer], batch: Batch) -> tuple[float, dict[str, Layer]]:
    """Mean squared error of the differences between cards, and its gradient by the weights."""
    w = weights
    n, cards = len(batch.count), len(batch.owner)
    flat = batch.suits.reshape(n * SUIT_COUNT, INPUTS)
    suits = np.maximum(flat @ w["suit"] + w["suit_bias"], 0).reshape(n, SUIT_COUNT, SUIT)
    trumps = np.flatnonzero(batch.trump >= 0)
    of_trump = np.zeros_like(suits[:, 0])
    of_trump[trumps] = suits[trumps, batch.trump[trumps]]
    known = np.concatenate([suits.sum(1), of_trump, batch.trick], 1)
    context = np.maximum(known @ w["context"] + w["context_bias"], 0)
    by_suit = (suits.reshape(n * SUIT_COUNT, SUIT) @ w["card_by_suit"]).reshape(n, SUIT_COUNT, CARD)
    hidden = by_suit[batch.owner, batch.suit] + (context @ w["card_by_context"])[batch.owner]
    hidden += w["card_by_rank"][batch.rank] + batch.effects @ w["card_by_effect"]
    active = hidden > 0
    hidden *= active
    error = batch.centred(hidden @ w["worth"]) - batch.wanted
    loss = float((error**2).mean())

    g = 2 * error / cards
    g_hidden = np.outer(g, w["worth"]) * active
    g_by_suit = np.zeros((n * SUIT_COUNT, CARD), g_hidden.dtype)
    met, first = np.unique(batch.owner * SUIT_COUNT + batch.suit, return_index=True)
    g_by_suit[met] = np.add.reduceat(g_hidden, first)
    g_by_context = g_by_suit.reshape(n, SUIT_COUNT, CARD).sum(1)
    g_context = (g_by_context @ w["card_by_context"].T) * (context > 0)
    g_known = g_context @ w["context"].T
    g_suits = (g_by_suit @ w["card_by_suit"].T).reshape(n, SUIT_COUNT, SUIT)
    g_suits += g_known[:, None, :SUIT]
    g_suits[trumps, batch.trump[trumps]] += g_known[trumps, SUIT : 2 * SUIT]
    g_flat = (g_suits * (suits > 0)).reshape(n * SUIT_COUNT, SUIT)
    ranks = np.arange(13)[:, None] == batch.rank
    return loss, {
        "suit": flat.T @ g_flat,
        "suit_bias": g_flat.sum(0),
        "context": known.T @ g_context,
        "context_bias": g_context.sum(0),
        "card_by_suit": suits.reshape(n * SUIT_COUNT, SUIT).T @ g_by_suit,
        "card_by_context": context.T @ g_by_context,
        "card_by_rank": ranks.astype(g_hidden.dtype) @ g_hidden,
        "card_by_effect": batch.effects.T @ g_hidden,
        "worth": hidden.T @ g,
    }
