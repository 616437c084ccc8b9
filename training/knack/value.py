"""Learn the weights of `heuristics.knack.value` from cards laid and games played out.

In games of the policy, soon of the player who judges by what was learned so far, some decisions are
looked at: the move judged best and a few others are each played to the end of the game, with the
cards as they lie. What is learned, by least squares, is how much they differ; what all moves of a
decision have in common, most of the luck of the game, counts for little. So moves that are judged
too well are found out. Of what a move brings, a part is soon taken to be what the network says
some turns later, which has less luck in it (temporal differences; Sutton, 1988). Some games are
played by other rules than the sheet's. The running mean of the weights is what is kept.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import float64, int64, uint64

from kibitz.games.chance import GOLDEN, Stream, mix, pick, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.known_hands import may_call
from kibitz.games.knack.outcome import cards_left, is_over, pay
from kibitz.games.knack.play import CALLED, LAY, MAX_MOVES, apply_move, legal_moves
from kibitz.games.knack.rules import MOST_SEATS, Rules
from kibitz.games.knack.state import KnackState
from kibitz.games.knack.worlds import deal_hidden
from kibitz.games.knack_field.rules import Size
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Int64, Real, Reals, Reals32, Record
from kibitz.heuristics.knack.judgement import WEIGHTS as LINEAR
from kibitz.heuristics.knack.judgement import worth
from kibitz.heuristics.knack.policy import NOISE
from kibitz.heuristics.knack.signs import MOVE_SIGNS, TABLE_SIGNS
from kibitz.heuristics.knack.value import (
    DESK,
    NET,
    SCALE,
    WEIGHTS,
    Desk,
    Net,
    lay_signs,
    see,
    worth_by,
)
from training.commands import report, until
from training.fitting import Adam, Layer
from training.knack.selfplay import fresh

COMPARED: Final = 4  # moves of a decision
ODDS: Final = 25  # of 100 decisions, those looked at
NEAR: Final = 4  # moves judged best after the best, of which one is compared
SOON_TURNS: Final = 3  # own turns until what a move brings is judged
PLAYERS: Final = ((2,), (3, 3, 4, 4, 5, 6))  # of the games, for each row of weights
VARIED: Final = 0.2  # share of the blocks that are played by other rules than the sheet's
JUDGED: Final = 0.06  # of the time, after which games are those of the player who judges
SOON: Final = 0.5  # share of that in what is learned, once games are judged
OUTCOMES: Final = 0.1  # how much results count as such, beside what moves differ by
DEALS: Final = 250  # games at a time
BATCH: Final = 1200
KEPT: Final = 60  # times so many examples are learned from again
FASTEST, SLOWEST = 2e-3, 3e-5  # step sizes at the beginning and at the end
MEMORY: Final = 0.997  # of the running mean of the weights, per step


class Example(Record):
    """What a seat sees and a move does, and what the game then brings the seat."""

    table: Reals32
    move: Reals32
    payoff: Real
    margin: Real
    soon: Real  # what the network holds the game to bring some turns later
    decision: Int64  # its number


EXAMPLE: Final = np.dtype(
    [
        ("table", np.float32, TABLE_SIGNS),
        ("move", np.float32, MOVE_SIGNS),
        ("payoff", np.float64),
        ("margin", np.float64),
        ("soon", np.float64),
        ("decision", np.int64),
    ]
)
Examples = npt.NDArray[np.void]


@kernel
def judge(
    state: KnackState,
    moves: Moves,
    count: int,
    net: Net,
    desk: Desk,
    judges: bool,
    w: Reals,
    worths: Reals,
) -> int:
    """The place of the move that is worth most, to whom judges by the network or by ``w``."""
    if count == 1 and moves[0] < LAY:
        worths[0] = 0.0
        return 0
    see(state, desk, net)
    best = 0
    for i in range(count):
        if judges:
            worths[i] = worth_by(state, desk, moves[i], net)
        else:
            worths[i] = worth(state, desk.sight, moves[i], desk.features, w)
        if worths[i] > worths[best]:
            best = i
    return best


@kernel
def compare(
    template: State,
    deals: int,
    w: Reals,
    net: Net,
    desk: Desk,
    judges: bool,
    seed: int,
    examples: Examples,
) -> int:
    """Fill ``examples`` with decisions of games; how many there are."""
    stream, state, copy = np.empty(1, np.uint64), template.copy(), template.copy()
    moves, worths = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    judged = np.empty(MAX_MOVES)
    some, its = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    room = np.empty(MAX_MOVES, np.int64)
    count = decision = 0
    for i in range(deals):
        start_stream(stream, seed, i)
        state[0] = template[0]
        game = state[0]
        deal_hidden(game, 0, stream)
        while not is_over(game) and count + COMPARED <= len(examples):
            number = legal_moves(game, moves)
            if number == 1:
                apply_move(game, moves[0])
                continue
            looked = moves[number - 1] > LAY and pick(stream, 100) < ODDS
            if looked:
                best = judge(game, moves, number, net, desk, False, w, judged)
                judge(game, moves, number, net, desk, True, w, worths)
                several = distinct(game, moves, number, worths, some, its)
                chosen = choose(some, its, several, moves[best], stream)
                if chosen > 1:
                    for k in range(chosen):
                        see(game, desk, net)
                        lay_signs(game, desk, some[k])
                        example = examples[count]
                        example.table[:] = desk.table
                        example.move[:] = desk.move
                        example.decision = decision
                        play_out(state, copy, some[k], net, desk, judges, w, room, its, example)
                        count += 1
                    decision += 1
            best = judge(game, moves, number, net, desk, judges, w, worths)
            most = -np.inf
            for k in range(number):
                stream[0] += uint64(GOLDEN)
                value = worths[k] + NOISE * float64(mix(stream[0]) >> uint64(40)) / float64(1 << 24)
                if value > most:
                    best, most = k, value
            apply_move(game, moves[best])
    return count


@kernel
def distinct(
    state: KnackState, moves: Moves, count: int, worths: Reals, some: Moves, its: Reals
) -> int:
    """Write a move of each worth, without those that forget to call, and its worth."""
    due, number = may_call(state), 0
    for i in range(count):
        if due and moves[i] < CALLED:
            continue
        new = True
        for k in range(number):
            if its[k] == worths[i]:
                new = False
                break
        if new:
            some[number], its[number] = moves[i], worths[i]
            number += 1
    return number


@kernel
def choose(some: Moves, its: Reals, count: int, usual: int, stream: Stream) -> int:
    """Bring the moves to compare to the front and return how many they are."""
    least = min(count, COMPARED)
    for k in range(least):
        other = k
        for i in range(k, count):
            if its[i] > its[other]:
                other = i
        if k == 1:
            for i in range(k, count):
                if some[i] == usual:
                    other = i
        elif k == 2:
            for _ in range(pick(stream, min(NEAR, count - k))):
                following = int64(-1)
                for i in range(k, count):
                    if its[i] < its[other] and (following < 0 or its[i] > its[following]):
                        following = i
                other = following if following >= 0 else other
        elif k == 3:
            other = k + pick(stream, count - k)
        some[k], some[other] = some[other], some[k]
        its[k], its[other] = its[other], its[k]
    return least


@kernel
def play_out(
    state: State,
    copy: State,
    move: int,
    net: Net,
    desk: Desk,
    judges: bool,
    w: Reals,
    moves: Moves,
    worths: Reals,
    example: Example,
) -> None:
    """Write what the game brings the seat to move when it plays a move and all play on."""
    copy[0] = state[0]
    game = copy[0]
    seat, turns = int64(game.turn), 0
    payoffs = np.empty(MOST_SEATS)
    apply_move(game, move)
    soon = -1.0
    while not is_over(game):
        count = legal_moves(game, moves)
        best = 0
        own = game.turn == seat and soon < 0.0
        turns += own
        if count > 1 or (own and turns >= SOON_TURNS and moves[0] > LAY):
            best = judge(game, moves, count, net, desk, judges, w, worths)
            if judges and own and turns >= SOON_TURNS and moves[best] > LAY:
                soon = worths[best] / SCALE
        apply_move(game, moves[best])
    pay(game, payoffs)
    fewest = int64(1000)
    for other in range(game.players):
        if other != seat:
            fewest = min(fewest, cards_left(game, other))
    example.payoff = payoffs[seat]
    example.margin = fewest - cards_left(game, seat)
    example.soon = soon if soon >= 0.0 else payoffs[seat]


def compared(rules: Rules, net: State, judges: bool, seed: int, deals: int = DEALS) -> Examples:
    """Decisions of fresh games, numbered from 0."""
    examples = np.zeros(50 * deals, EXAMPLE)
    row, desk = LINEAR[int(rules.players > 2)], np.zeros(1, DESK)
    count = compare(fresh(rules), deals, row, net[0], desk[0], judges, seed, examples)
    return examples[:count]


def gradient(
    weights: Sequence[Layer], examples: Examples, soon: float, margin: float = 0.0
) -> tuple[float, list[Layer]]:
    """By how much the estimates lessen the variance of what is wanted, and the slopes of the loss."""
    table, move, last = weights
    n = len(examples)
    given, does = examples["table"], examples["move"]
    hidden = given @ table + does @ move
    active = hidden > 0
    hidden *= active
    decision = examples["decision"] - examples["decision"][0]
    count = np.bincount(decision)

    def centred(values: Reals) -> Reals:
        return np.asarray(values - (np.bincount(decision, values) / count)[decision])

    wanted = soon * examples["soon"] + (1 - soon) * examples["payoff"]
    if margin:
        wanted = wanted + margin * np.clip(examples["margin"], -4, 4)
    error = hidden @ last - wanted
    off = centred(error)
    slope = (2 * (off + OUTCOMES * error) / n).astype(np.float32)
    g_hidden = np.outer(slope, last) * active
    slopes: list[Layer] = [given.T @ g_hidden, does.T @ g_hidden, hidden.T @ slope]
    return float((centred(wanted) ** 2).mean() - (off**2).mean()), slopes


def batches(examples: Examples) -> Iterator[Examples]:
    """Whole decisions, about ``BATCH`` examples at a time."""
    begins = np.flatnonzero(np.diff(examples["decision"], prepend=-1))
    first = 0
    for start in begins:
        if start - first >= BATCH:
            yield examples[first:start]
            first = int(start)


def random_weights(rng: np.random.Generator) -> list[Layer]:
    """Small random weights."""
    found = []
    for name, share in zip(NET.names or (), (1.0, 2.0, 0.2), strict=True):
        shape = NET[name].shape
        spread = np.sqrt(share / shape[0])
        found.append((spread * rng.normal(size=shape)).astype(np.float32))
    return found


def net_of(weights: Sequence[Layer]) -> State:
    """Weights as one row of the network's."""
    net = np.zeros(1, NET)
    for name, w in zip(NET.names or (), weights, strict=True):
        net[name] = w
    return net


def varied(players: int, rng: np.random.Generator) -> Rules:
    """Rules with the switches that matter most set at random."""
    size = int(rng.integers(7, 14))
    return Rules(
        players=players,
        pack=(54, 54, 36)[rng.integers(3)],
        packs=None if rng.random() < 0.6 else int(rng.integers(max(1, players // 3), 4)),
        knack_call=("auto", "explicit")[rng.integers(2)],
        play_on_for_places=bool(rng.random() < 0.4),
        field=None if rng.random() < 0.4 else Size(size, size),
        anchored=bool(rng.random() < 0.5),
    )


class Learner:
    """A network while it learns."""

    def __init__(self, players: Sequence[int], seed: int) -> None:
        """With random weights; ``players``: numbers of them to play with, by how often."""
        self.players, self.rng = players, np.random.default_rng([seed, *players])
        self.weights = random_weights(self.rng)
        self.mean = [w.copy() for w in self.weights]
        self.gains: list[float] = []
        self.examples = 0
        self._optimizer, self._kept = Adam(self.weights), list[Examples]()

    def play(self, judges: bool) -> Examples:
        """Fresh examples, of games of the player that judges by these weights or of the policy."""
        players = int(self.rng.choice(self.players))
        other = self.rng.random() < VARIED
        rules = varied(players, self.rng) if other else Rules(players=players)
        seed = int(self.rng.integers(1 << 40))
        return compared(rules, net_of(self.mean), judges, seed, DEALS * 2 // players)

    def learn(self, fresh: Examples, rate: float, soon: float, margin: float, again: int) -> None:
        """Take a step for each batch of fresh examples, and of some seen before."""
        self._kept = [*self._kept[1 - KEPT :], fresh]
        self.examples += len(fresh)
        old = [self._kept[self.rng.integers(len(self._kept))] for _ in range(again)]
        for examples in (fresh, *old):
            for batch in batches(examples):
                gain, slopes = gradient(self.weights, batch, soon, margin)
                self._optimizer.step(self.weights, slopes, rate)
                for i, w in enumerate(self.weights):
                    self.mean[i] += np.float32(1 - MEMORY) * (w - self.mean[i])
                if examples is fresh:
                    self.gains.append(gain)


def learn(minutes: float, seed: int) -> None:
    """Learn for so long, from random weights, for two players and for more; write them down."""
    learners = [Learner(players, seed) for players in PLAYERS]
    for number, spent in enumerate(until(minutes, "games")):
        learner, judges = learners[number % len(learners)], spent >= JUDGED
        rate = max(SLOWEST, FASTEST * (1 - spent))
        learner.learn(learner.play(judges), rate, judges * SOON)
        if number % 100 < len(learners):
            gain = np.mean(learner.gains[-300:])
            report(f"{number}: {60 * minutes * spent:.0f} s, gain {gain:.5f}")
        if number % 100 == 1:
            write(learners)
    write(learners)


def write(learners: Sequence[Learner]) -> None:
    """Write the weights down, a row for each learner."""
    rows = zip(*(learner.mean for learner in learners), strict=True)
    named = dict(zip(NET.names or (), map(np.stack, rows), strict=True))
    np.savez(WEIGHTS, allow_pickle=False, **named)
