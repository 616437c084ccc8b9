"""Hands on duplicate deals: the same cards, with two kinds of players at the seats in turn.

Of each deal a game for ``n`` seats is played ``2 n`` times: one hero among rivals, once at each
seat, then one rival among heroes, once at each seat (with two seats that would be the same again,
and is left out). So the advantage of seats and cards cancels out. In a game for one both play the
deal, and what counts are cards: by how many fewer the hero leaves.

No player can peek: it is shown a random deal that fits what its seat sees, never the real one. Its
random numbers follow from seed, deal, table and move, so a match without time limits can be
repeated. Two copies of a player that uses random numbers play differently, hence a player against
itself is a fair test of the interval. Forced moves are played without asking.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from statistics import fmean, stdev
from typing import Any, Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.jobs.job import stop_if
from kibitz.solvers.budget import Cancel
from kibitz.solvers.intervals import Z95
from kibitz.solvers.player import Player, View

HERO: Final = 0
RIVAL: Final = 1
WORLD: Final = 0
CHOICE: Final = 1
MOST_IDLE: Final = 100  # moves of a game for one that all can be taken back, until it is given up


@dataclass(frozen=True, slots=True)
class DealResult:
    """One deal of a match, in points a hand by which a hero does better than a rival.

    ``lone``: one hero among rivals. ``pair``: one rival among heroes; None with two seats.
    ``decisions`` and ``seconds``: what heroes and rivals were asked, and took for it.
    """

    deal: int
    lone: float
    pair: float | None
    hands: int
    decisions: tuple[int, int]
    seconds: tuple[float, float]

    @property
    def both(self) -> float:
        """The mean of the two kinds of tables."""
        return self.lone if self.pair is None else (self.lone + self.pair) / 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals with its standard error and 95 % interval, the deals independent."""

    mean: float
    error: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.error:.2f} ({self.low:+.2f} … {self.high:+.2f})"


def sides_of(game: Game, deal: Any) -> list[int]:
    """The team of each seat of a deal."""
    return game.sides(game.state(deal))


def key(*parts: int) -> int:
    """A 64-bit number that depends on all of the parts and on their order."""
    stream = np.zeros(1, np.uint64)
    for part in parts:
        start_stream(stream, stream[0], np.uint64(part))
    return int(stream[0])


def tables(sides: Sequence[int], lone: int) -> list[tuple[int, ...]]:
    """Who sits where: kind ``lone`` as each team in turn, the other kind at all other seats.

    ``sides``: the team of each seat. Where everybody plays alone, teams are seats.
    """
    return [
        tuple(lone if side == at else 1 - lone for side in sides) for at in range(max(sides) + 1)
    ]


def view_of(game: Game, state: State, deal: Any, seat: int, world: int) -> View:
    """What ``seat`` is shown at ``state``: a deal that fits, drawn with the seed ``world``."""
    shown = state.copy()
    stream = np.zeros(1, np.uint64)
    start_stream(stream, np.uint64(world), np.uint64(0))
    protocol.run_redeal(shown, seat, stream)
    return View(shown, game.position(shown, deal))


class Table:
    """The seats of one hand, each with its kind, and the time that each kind takes."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player],
        cancel: Cancel | None = None,
    ) -> None:
        """``players``: the hero and the rival. Once cancelled, decisions raise ``Cancelled``."""
        self._game = game
        self._players = players
        self._cancel = cancel or Cancel()
        self.decisions = [0, 0]
        self.seconds = [0.0, 0.0]
        self.hands = 0

    def _ask(self, kind: int, view: View, seat: int, seed: int) -> int:
        stop_if(self._cancel)
        began = time.perf_counter()
        shown = replace(view, cancel=self._cancel)
        move = self._players[kind].choose(self._game, shown, seat, seed)
        stop_if(self._cancel)
        self.seconds[kind] += time.perf_counter() - began
        self.decisions[kind] += 1
        return move

    def play(self, deal: Any, kinds: Sequence[int], hand: int) -> list[float]:
        """Play a deal out and return the payoffs; ``hand`` is the key of all that is rolled.

        Raises ``AssertionError`` for an illegal move.
        """
        game, state = self._game, self._game.state(deal)
        self.hands += 1
        ply = 0
        alone, least, idle = game.players == (1, 1), inf, 0
        while (outcome := game.outcome(state)) is None:
            left = protocol.run_horizon(state)
            least, idle = (left, 0) if left < least else (least, idle + 1)
            if alone and idle > MOST_IDLE:
                break
            seat = int(protocol.run_turn(state))
            legal = game.legal(state)
            move = legal[0]
            if len(legal) > 1:
                view = view_of(game, state, deal, seat, key(hand, ply, WORLD))
                move = self._ask(kinds[seat], view, seat, key(hand, ply, CHOICE))
            if move not in legal:
                name = type(self._players[kinds[seat]]).__name__
                raise AssertionError(f"{name} plays {move}, which is not legal, at ply {ply}")
            protocol.run_apply(state, move)
            ply += 1
        if alone or outcome is None:
            return [-float(protocol.run_horizon(state))]
        return list(outcome.payoffs)

    def lead(self, deal: Any, lone: int, hand: int) -> float:
        """By how much heroes do better a hand, one player of kind ``lone`` at each seat in turn.

        In a game for one, both play the deal.
        """
        if self._game.players == (1, 1):
            (hero,), (rival,) = (self.play(deal, [kind], hand) for kind in (HERO, RIVAL))
            return hero - rival
        leads = []
        for at, kinds in enumerate(tables(sides_of(self._game, deal), lone)):
            payoffs = self.play(deal, kinds, key(hand, lone, at))
            sides: tuple[list[float], list[float]] = ([], [])
            for kind, payoff in zip(kinds, payoffs, strict=True):
                sides[kind].append(payoff)
            leads.append(fmean(sides[HERO]) - fmean(sides[RIVAL]))
        return fmean(leads)


def play_deal(
    game: Game,
    players: Sequence[Player],
    number: int,
    rules: Any,
    seed: int,
    cancel: Cancel | None = None,
) -> DealResult:
    """All hands of deal ``number`` between a hero and a rival; raises ``Cancelled``."""
    table, deal = Table(game, players, cancel), game.deal(str(number), rules)
    hand = key(seed, number)
    lone = table.lead(deal, HERO, hand)
    pair = table.lead(deal, RIVAL, hand) if max(sides_of(game, deal)) > 1 else None
    decisions, seconds = table.decisions, table.seconds
    return DealResult(
        *(number, lone, pair, table.hands),
        *((decisions[HERO], decisions[RIVAL]), (seconds[HERO], seconds[RIVAL])),
    )


def student(freedom: int, z: float = Z95) -> float:
    """The quantile of Student's t where that of the normal distribution is ``z``.

    By Cornish and Fisher (1960); at 95 %, two-sided, 1 % off at 3 degrees of freedom.
    """
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of one value for each deal; raises ``ValueError`` for fewer than two."""
    if len(values) < 2:
        raise ValueError("an interval needs two deals at least")
    mean, error = fmean(values), stdev(values) / sqrt(len(values))
    half = student(len(values) - 1) * error
    return Estimate(mean, error, mean - half, mean + half)
