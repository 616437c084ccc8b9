"""Learn the weights of `heuristics.hand_knee_foot.value` from turns that are played out.

In rounds of the policy, soon of the player who judges turns by what was learned so far, some
decisions are looked at: the turn of the policy, the one judged best and two more are each played to
the end of the round by the policy, with the cards as they lie. What is learned is how much they
differ (`training.differences`). Of what a plan brings, most is soon taken to be what
`heuristics.hand_knee_foot.lookahead` says a few turns later, which has less luck in it (temporal
differences; Sutton, 1988). Some rounds are played by other rules than the sheet's.
"""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import numpy as np
from numba import int64

from kibitz.games.chance import pick, start_stream
from kibitz.games.hand_knee_foot.kinds import FIVE_SLOT, RANK_SLOTS, SEVEN_SLOT
from kibitz.games.hand_knee_foot.play import apply_move, pay
from kibitz.games.hand_knee_foot.rules import MOST_SEATS, Rules
from kibitz.games.hand_knee_foot.state import ENDED
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Int16s, Int64, Real, Reals, Record, UInt64s, dtype_of
from kibitz.heuristics.hand_knee_foot.judgement import FAVOUR, may_judge, write_worths
from kibitz.heuristics.hand_knee_foot.lookahead import worth_soon
from kibitz.heuristics.hand_knee_foot.plans import DISCARDS, MOST
from kibitz.heuristics.hand_knee_foot.policy import play_turn, styled_move
from kibitz.heuristics.hand_knee_foot.sight import RANK_SIGNS, Sight, look
from kibitz.heuristics.hand_knee_foot.styles import PLAIN
from kibitz.heuristics.hand_knee_foot.turns import LONGEST, play_row, run_plans
from kibitz.heuristics.hand_knee_foot.value import DESK, HIDDEN, NET, SCALE, WEIGHTS, Desk, Net
from kibitz.heuristics.hand_knee_foot.weights import WEIGHTS as POLICY
from training.commands import report, until
from training.differences import Examples, Learner, loss, random_weights
from training.fitting import Layer
from training.hand_knee_foot.selfplay import openings

COMPARED: Final = 4  # plans of a decision, that of the policy among them
ODDS: Final = 40  # of 100 decisions, those looked at
NEAR: Final = 5  # plans judged best after the best, of which one is compared
PLAYERS: Final = ((2,), (4, 4, 4, 4, 3, 6))  # of the rounds, for each row of weights
VARIED: Final = 0.25  # share of the blocks that are played by other rules than the sheet's
JUDGED: Final = 0.1  # of the time, after which rounds are those of the player who judges
SOON: Final = 0.7  # share of that in what is learned, once rounds are judged
OUTCOMES: Final = 0.05  # how much results count as such, beside what turns differ by
DEALS: Final = 250  # rounds at a time
EXAMPLES: Final = 40_000
BATCH: Final = 3000
KEPT: Final = 40
SLOWEST: Final = 2e-5
MEMORY: Final = 0.998
SHARES: Final = (2.0, 0.5, 1.0, 0.0, 0.2)  # of the first random weights


class Example(Record):
    """What a seat sees once a plan is played, and what the round then brings it."""

    sight: Sight
    payoff: Real
    soon: Real  # what the network holds the round to bring some turns later
    decision: Int64  # its number


EXAMPLE: Final = dtype_of(Example)


@kernel
def compare(
    deals: State, w: Reals, net: Net, desk: Desk, judges: bool, seed: int, examples: Examples
) -> int:
    """Fill ``examples`` with decisions of rounds; how many there are.

    The rounds are those of the policy, or of the player who ``judges`` by ``net``.
    """
    stream, state, copy = np.empty(1, np.uint64), deals[:1].copy(), deals[:1].copy()
    rows, worths = np.empty((MOST, LONGEST), np.int16), np.empty(MOST)
    count = decision = 0
    for i in range(len(deals)):
        start_stream(stream, seed, i)
        state[0] = deals[i]
        game = state[0]
        while game.phase != ENDED and count + COMPARED <= len(examples):
            looked = may_judge(game) and pick(stream, 100) < ODDS
            if not looked and not (judges and may_judge(game)):
                apply_move(game, styled_move(game, PLAIN, w))
                continue
            number = run_plans(state, w, DISCARDS, False, rows)
            write_worths(state, rows[:number], w, net, desk, worths)
            worths[0] += FAVOUR
            best = int64(worths[:number].argmax())
            if looked and number > 1:
                best = min(best, 1)
                for k in range(choose(rows, worths[:number], stream)):
                    _play_out(state, copy, rows[k], w, net, desk, examples[count])
                    examples[count].decision = decision
                    count += 1
                decision += 1
            if judges:
                play_row(game, rows[best], w, True)
            else:
                apply_move(game, styled_move(game, PLAIN, w))
    return count


@kernel
def choose(rows: Int16s, worths: Reals, stream: UInt64s) -> int:
    """Bring the plans to compare to the front and return how many they are.

    The policy's, the best of the others by ``worths``, one of the ``NEAR`` next and one at random.
    """
    least = min(len(worths), COMPARED)
    for k in range(1, least):
        other = k + pick(stream, len(worths) - k)
        if k < 3:
            place = pick(stream, min(NEAR, len(worths) - k)) if k == 2 else 0
            other = k + int64(np.argsort(-worths[k:], kind="mergesort")[place])
        worths[k], worths[other] = worths[other], worths[k]
        for i in range(LONGEST):
            rows[k, i], rows[other, i] = rows[other, i], rows[k, i]
    return least


@kernel
def _play_out(
    state: State, copy: State, row: Moves, w: Reals, net: Net, desk: Desk, example: Example
) -> None:
    """Write what the seat sees after a row, and what the round brings it, the policy playing on."""
    seat, payoffs = int64(state[0].turn), np.empty(MOST_SEATS)
    copy[0] = state[0]
    look(copy[0], seat, play_row(copy[0], row, w, False), example.sight)
    copy[0] = state[0]
    play_row(copy[0], row, w, True)
    example.soon = worth_soon(copy[0], seat, w, net, desk)
    while copy[0].phase != ENDED:
        play_turn(copy[0], w)
    pay(copy[0], payoffs)
    example.payoff = payoffs[seat]


def compared(rules: Rules, net: State, judges: bool, seed: int) -> Examples:
    """Decisions of fresh rounds, numbered from 0."""
    examples = np.zeros(EXAMPLES, EXAMPLE)
    row, desk = POLICY[int(rules.players > 2)], np.zeros(1, DESK)
    deals = openings(rules, DEALS, seed)
    return examples[: compare(deals, row, net[0], desk[0], judges, seed, examples)]


def gradient(
    weights: Sequence[Layer], examples: Examples, soon: float
) -> tuple[float, list[Layer]]:
    """By how much the estimates lessen the variance of what is wanted, and the slopes of the loss.

    ``weights``: as the fields of `heuristics.hand_knee_foot.value.Net`. Wanted is what the round
    brings, with a share ``soon`` of what it is worth soon after the turn, in the network's units.
    """
    ranks, pooled, table, bias, last = weights
    sight, n = examples["sight"], len(examples)
    signs = sight["ranks"].reshape(n * RANK_SLOTS, RANK_SIGNS)
    features = np.maximum(signs @ ranks, 0).reshape(n, RANK_SLOTS, HIDDEN)
    parts = (features.sum(1), features[:, FIVE_SLOT], features[:, SEVEN_SLOT])
    summed = np.concatenate(parts, 1)
    dense = np.maximum(summed @ pooled + sight["table"] @ table + bias, 0)
    wanted = (soon * examples["soon"] + (1 - soon) * examples["payoff"] - sight["lead"]) / SCALE
    gain, slope = loss(examples, wanted, dense @ last, OUTCOMES)
    g_dense = np.outer(slope, last) * (dense > 0)
    g_summed = g_dense @ pooled.T
    g_features = np.repeat(g_summed[:, None, :HIDDEN], RANK_SLOTS, 1)
    g_features[:, FIVE_SLOT] += g_summed[:, HIDDEN : 2 * HIDDEN]
    g_features[:, SEVEN_SLOT] += g_summed[:, 2 * HIDDEN :]
    g_signs = (g_features * (features > 0)).reshape(n * RANK_SLOTS, HIDDEN)
    slopes: list[Layer] = [signs.T @ g_signs, summed.T @ g_dense, sight["table"].T @ g_dense]
    slopes += [g_dense.sum(0), dense.T @ slope]
    return gain, slopes


def net_of(weights: Sequence[Layer]) -> State:
    """Weights as one row of the network's."""
    net = np.zeros(1, NET)
    for name, w in zip(NET.names or (), weights, strict=True):
        net[name] = w
    return net


def varied(players: int, rng: np.random.Generator) -> Rules:
    """Rules with the switches that matter most for turns set at random."""
    return Rules(
        players=players,
        draw=int(rng.integers(2, 6)),
        max_wilds=int(rng.integers(1, 4)),
        special_natural_only=bool(rng.random() < 0.7),
        take_onto_full=bool(rng.random() < 0.5),
        knee_pickup=("choice", "auto")[rng.integers(2)],
        required=("red_black_5s_7s", "red_black", "none")[rng.integers(3)],
    )


def learner_of(rng: np.random.Generator) -> Learner:
    """One with random weights."""
    weights = random_weights([NET[name].shape for name in NET.names or ()], SHARES, rng)
    return Learner(weights, gradient, rng, batch=BATCH, kept=KEPT, memory=MEMORY, slowest=SLOWEST)


def play(
    net: Sequence[Layer], players: Sequence[int], judges: bool, rng: np.random.Generator
) -> Examples:
    """Fresh examples, of rounds of the player that judges by these weights or of the policy.

    ``players``: numbers of them to play with, by how often.
    """
    number, other = int(rng.choice(players)), rng.random() < VARIED
    rules = varied(number, rng) if other else Rules(players=number)
    return compared(rules, net_of(net), judges, int(rng.integers(1 << 40)))


def learn(minutes: float, seed: int) -> None:
    """Learn for so long, from random weights, for two players and for more; write them down."""
    rngs = [np.random.default_rng([seed, *players]) for players in PLAYERS]
    learners = [learner_of(rng) for rng in rngs]
    with ThreadPoolExecutor(len(learners)) as pool:

        def ask(k: int, judges: bool) -> Future[Examples]:
            return pool.submit(play, learners[k].mean, PLAYERS[k], judges, rngs[k])

        coming = [ask(k, False) for k in range(len(learners))]
        for number, spent in enumerate(until(minutes, "turns")):
            k, judges = number % len(learners), spent >= JUDGED
            fresh = coming[k].result()
            coming[k] = ask(k, judges)
            learners[k].learn(fresh, spent, judges * SOON)
            if number % 40 < len(learners):
                gain = np.mean(learners[k].gains[-200:])
                report(f"{number}: {60 * minutes * spent:.0f} s, gain {gain:.4f}")
            if number % 40 == 1:
                write(learners)
    write(learners)


def write(learners: Sequence[Learner]) -> None:
    """Write the weights down, a row for each learner."""
    rows = zip(*(learner.mean for learner in learners), strict=True)
    named = dict(zip(NET.names or (), map(np.stack, rows), strict=True))
    np.savez(WEIGHTS, allow_pickle=False, **named)
