"""Train a small network to play Knaves, with NumPy alone, and see how it does against random play.

    .venv/bin/pip install 'kibitz[environments]'
    .venv/bin/python examples/train_knaves.py --minutes 5

Rounds are played in PettingZoo's environments, many side by side, so that the network is asked for
all of them together. In half of them one network sits on all three seats, in the others on one,
against two random players. It learns by policy gradient: actions that led to more points than the
network expected become likelier (PPO with one hidden layer, Adam, and a bonus for keeping its
choices open). At the end it plays rounds against two random players on new deals, and is saved.
"""

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.integrations.pettingzoo import GameEnv

Array = npt.NDArray[Any]
ROUNDS = 64  # played side by side
HIDDEN = 128
RATE = 1e-3
ENTROPY = 0.01
CLIP = 0.2
PASSES = 3  # over each batch
PARTS = 4  # of a batch, a step of the gradient each
POINTS = 5.0  # what a reward of 1 is for the network
ALL = -1


class Batch(NamedTuple):
    """Decisions, a row each: what was seen, what was legal, the action, and the points to come."""

    seen: Array
    masks: Array
    actions: Array
    won: Array


class Network:
    """One hidden layer; the logits of the actions, and the points to expect."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        self.weights = {
            "in": random.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
            "in_bias": np.zeros(HIDDEN, np.float32),
            "act": np.zeros((HIDDEN, actions), np.float32),
            "act_bias": np.zeros(actions, np.float32),
            "worth": np.zeros((HIDDEN, 1), np.float32),
            "worth_bias": np.zeros(1, np.float32),
        }
        self._means = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._squares = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._steps = 0

    def __call__(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the probabilities of the legal actions, and the worth, a row each."""
        w = self.weights
        hidden = np.maximum(seen @ w["in"] + w["in_bias"], 0)
        logits = np.where(masks, hidden @ w["act"] + w["act_bias"], -np.inf)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        return hidden, chances, (hidden @ w["worth"] + w["worth_bias"])[:, 0]

    def learn(self, batch: "Batch", random: np.random.Generator) -> None:
        """Learn from actions taken and what they led to, going over them several times."""
        rows = np.arange(len(batch.actions))
        _, chances, worth = self(batch.seen, batch.masks)
        before, better = chances[rows, batch.actions], batch.won - worth
        better = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(PASSES):
            for part in np.array_split(random.permutation(rows), PARTS):
                self._step(batch, part, before[part], better[part])

    def _step(self, batch: "Batch", part: Array, before: Array, better: Array) -> None:
        """One step of the gradient for some rows of a batch (PPO with a clipped ratio)."""
        seen, actions = batch.seen[part], batch.actions[part]
        hidden, chances, worth = self(seen, batch.masks[part])
        rows = np.arange(len(part))
        ratio = chances[rows, actions] / before
        far = np.where(better > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        push = np.where(far, 0, better * ratio)
        logs = np.log(np.maximum(chances, 1e-12))
        entropy = -(chances * logs).sum(1, keepdims=True)
        to_act = chances * push[:, None] + ENTROPY * chances * (logs + entropy)
        to_act[rows, actions] -= push
        to_worth = (worth - batch.won[part])[:, None]
        to_hidden = to_act @ self.weights["act"].T + to_worth @ self.weights["worth"].T
        to_hidden *= hidden > 0
        gradients = {
            "in": seen.T @ to_hidden,
            "in_bias": to_hidden.sum(0),
            "act": hidden.T @ to_act,
            "act_bias": to_act.sum(0),
            "worth": hidden.T @ to_worth,
            "worth_bias": to_worth.sum(0),
        }
        self._steps += 1
        for name, gradient in gradients.items():
            self._adam(name, gradient / len(part))

    def _adam(self, name: str, gradient: Array) -> None:
        mean, square = self._means[name], self._squares[name]
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        step = mean / (1 - 0.9**self._steps)
        self.weights[name] -= RATE * step / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)

    def save(self, file: Path) -> None:
        """Write the weights as an ``.npz`` file."""
        np.savez_compressed(file, allow_pickle=False, **self.weights)

    @classmethod
    def load(cls, file: Path) -> "Network":
        """The network that :meth:`save` has written."""
        weights = np.load(file)
        made = cls(len(weights["in"]), len(weights["act_bias"]), np.random.default_rng(0))
        made.weights = {name: weights[name] for name in made.weights}
        return made


def play(
    network: Network, tables: list[GameEnv], learners: Array, random: np.random.Generator
) -> tuple[Batch, Array]:
    """Play one round at each table, all of them together.

    ``learners``: the seat of the network at each table, the others being random, or ``ALL``
    where it has all three. Returns the decisions of the network, and the points of every seat of
    every table.
    """
    rows: list[tuple[Array, Array, int, float, int, int]] = []
    playing = list(range(len(tables)))
    while playing:
        turns = np.array([tables[i].rounds.turn for i in playing])
        seen = [tables[i].observe(tables[i].agent_selection) for i in playing]
        vectors = np.stack([one["observation"] for one in seen])
        masks = np.stack([one["action_mask"] for one in seen]) > 0
        thinks = (learners[playing] == turns) | (learners[playing] == ALL)
        chances = masks / masks.sum(1, keepdims=True)
        if thinks.any():
            chances[thinks] = network(vectors[thinks], masks[thinks])[1]
        # The first action whose chances, added up, exceed a random number.
        drawn = random.random((len(playing), 1)) * chances.sum(1, keepdims=True)
        actions = (chances.cumsum(1) > drawn).argmax(1)
        for n, i in enumerate(playing):
            if thinks[n]:
                had = tables[i].rounds.payoffs()[turns[n]]
                rows.append((vectors[n], masks[n], int(actions[n]), had, i, int(turns[n])))
            tables[i].step(int(actions[n]))
        playing = [i for i in playing if not tables[i].rounds.over]
    points = np.stack([table.rounds.payoffs() for table in tables])
    won = np.array([points[i, seat] - had for *_, had, i, seat in rows], np.float32) / POINTS
    seen_rows, mask_rows, taken, *_ = zip(*rows, strict=True)
    return Batch(np.stack(seen_rows), np.stack(mask_rows), np.array(taken), won), points


def against_random(
    network: Network, tables: list[GameEnv], rounds: int, random: np.random.Generator
) -> tuple[float, float]:
    """The mean points of a round of the network against two random players; standard error."""
    won: list[float] = []
    while len(won) < rounds:
        seats = (np.arange(len(tables)) + len(won)) % 3
        for table in tables:
            table.reset()
        _, points = play(network, tables, seats, random)
        won += points[np.arange(len(tables)), seats].tolist()
    return float(np.mean(won)), float(np.std(won) / len(won) ** 0.5)


def main() -> None:
    """Train, then play against random."""
    parser = argparse.ArgumentParser(description="Train a small network to play Knaves.")
    parser.add_argument("--minutes", type=float, default=5.0, help="time to train")
    parser.add_argument("--rounds", type=int, help="rounds to train, whatever time they take")
    parser.add_argument("--test-rounds", type=int, default=3_000, help="rounds against random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("knaves.npz"), help="file to write")
    options = parser.parse_args()

    random = np.random.default_rng(options.seed)
    tables = [GameEnv("knaves") for _ in range(ROUNDS)]
    for number, table in enumerate(tables):
        table.reset(seed=options.seed * ROUNDS + number)
    rounds = tables[0].rounds
    network = Network(rounds.size, rounds.actions, random)
    played, began, shown = 0, time.monotonic(), 0.0
    mean, error = against_random(network, tables, options.test_rounds, random)
    print(f"untrained: {mean:+.2f} ± {error:.2f} points a round against two random players")
    while True:
        spent = time.monotonic() - began
        if played >= options.rounds if options.rounds else spent >= 60 * options.minutes:
            break
        learners = np.where(np.arange(ROUNDS) % 2, random.integers(0, 3, ROUNDS), ALL)
        for table in tables:
            table.reset()
        batch, points = play(network, tables, learners, random)
        network.learn(batch, random)
        played += ROUNDS
        if spent - shown >= 15:
            shown = spent
            alone = learners >= 0
            now = points[alone, learners[alone]].mean()
            print(f"{spent:4.0f} s, {played:6} rounds: {now:+.2f} points in the latest ones")
    mean, error = against_random(network, tables, options.test_rounds, random)
    print(f"after {played} rounds: {mean:+.2f} ± {error:.2f} points a round")
    network.save(options.save)
    print(f"saved in {options.save}")


if __name__ == "__main__":
    main()
