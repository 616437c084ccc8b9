"""The search of K'nack among hundreds of moves: games go to the groups that may still be best.

Every group of moves (`solvers.knack.grouping`) is played first, in the same few worlds. Then
the groups that promise the most are played in new worlds, round after round, all of them in the
same ones: those that games and judgement together (`solvers.knack.posterior`) say are good,
and those of which little is known. All games count to the end, in whatever round they were played.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erfc, exp, inf, pi, sqrt
from typing import Final

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.games import protocol
from kibitz.games.knack.game import Knack
from kibitz.games.protocol import State
from kibitz.heuristics.knack.past import traced
from kibitz.solvers.budget import Budget, Listener, sampled
from kibitz.solvers.ismcts.growing import Pace
from kibitz.solvers.ismcts.options import SearchOptions
from kibitz.solvers.ismcts.tree import Ints
from kibitz.solvers.knack.expectations import called_twins, judged, looked_ahead
from kibitz.solvers.knack.grouping import Group
from kibitz.solvers.knack.posterior import OPINIONS, Evidence, Opinions, spread_of
from kibitz.solvers.knack.worlds import Games, reader_of

# Flat: no tree among the settings of benchmarks.ablation has been shown to be stronger.
# Judgement was held against 1,200 games of each move in positions of the policy: it is off by about
# a thirtieth of a win with two players, and by less as there is less to win with more.
OPTIONS: Final = SearchOptions(
    tree_depth=1,
    root="racing",
    endgame_below=14,
    judgement_scale=0.03,
    judgement_error=0.042,
    worlds="weighted",
    trees=1,
)
MOVE_TEXT: Final = Knack().move_text
WIDTH: Final = 12  # groups played in a round
FIRST_ROUND: Final = 8  # worlds of a round of a few, at least
GROWTH: Final = 1.5  # of the games of a group from round to round
CHUNK_SECONDS: Final = 0.008
FEWEST: Final = 32  # worlds until moves that did the same are taken to be the same
CLEAR: Final = 2.0  # standard deviations
DOUBT: Final = 0.05  # chance that another group is better, with which a search is settled
LONG: Final = 512  # worlds after which groups that are alike are told apart
FEWEST_SHARED: Final = 4  # games for which it counts that the others may make alike
UNSURE: Final = 0.001  # the least that a sampled value is from losing and winning for certain


@dataclass(frozen=True, slots=True)
class GroupFindings:
    """The first move of a group, and what was found of it.

    ``value``: what games and judgement together say the seat makes with it, and its standard
    deviation. ``loss``: how far it is behind the best, and the standard deviation of that; 0 for
    one that did the same as the best in every world. ``means``: what all seats make. ``visits``:
    games played out; ``sampled``: the 95 % interval by these alone. ``clear``: more than ``CLEAR``
    standard deviations behind, or the same.
    """

    move: int
    value: float
    error: float
    loss: float
    loss_error: float
    means: tuple[float, ...]
    visits: int
    sampled: tuple[float, float]
    clear: bool


@dataclass(frozen=True, slots=True)
class GroupsFound:
    """All groups, the highest value first; ``stopped`` is None while the search goes on."""

    moves: tuple[GroupFindings, ...]
    games: int
    stopped: StoppedBy | None


class Race:
    """The games of one search, and what they say."""

    def __init__(
        self,
        view: State,
        groups: Sequence[Group],
        budget: Budget,
        listener: Listener,
        seed: int,
        options: SearchOptions,
        name: Callable[[int], str],
        opinions: Opinions,
        former: bool,
    ) -> None:
        """See :func:`search_groups`."""
        reader = None
        if not former:
            view = traced(view)
            reader = reader_of(view, options, budget, seed)
        by_move = sorted(groups, key=lambda group: group.moves[0])
        self._moves = [group.moves[0] for group in by_move]
        self._distinct = np.flatnonzero([group.like is None for group in by_move])
        self._seat, self._players = int(protocol.run_turn(view)), int(view[0]["players"])
        self._games = Games(view, self._seat, self._moves, options, seed, reader)
        expected = judged(view, by_move, options)
        if not former and options.judgement_error < inf:
            seen = view if reader is None else reader.guesses(0)
            expected = looked_ahead(seen, by_move, expected, budget, seed)
        self._evidence = Evidence(*expected, opinions)
        self._called = called_twins(by_move)
        self._forgets = self._called >= 0
        self._budget, self._listener, self._name = budget, listener, name
        self._settle, self._settle_after = options.settle, options.settle_after
        self._former = former
        self._pace = Pace()
        self._weigh()

    def run(self) -> GroupsFound:
        """Play until the budget is spent or the choice is settled."""
        groups = np.arange(len(self._moves))
        size = 1.0  # world in which every group is played
        stopped = self._budget.stopped()
        while stopped is not StoppedBy.CANCELLED:
            left = self._budget.iterations_left() // len(groups)
            stopped = self._play(groups, min(int(size), max(left, int(not self._games.worlds))))
            if stopped is StoppedBy.CANCELLED:
                break
            self._weigh()
            enough = self._settle and self._games.worlds >= self._settle_after
            if not stopped and enough and self._doubt() <= DOUBT:
                stopped = StoppedBy.SETTLED
            if stopped:
                break
            self._report(self._found(None))
            groups = self._promising()
            # Where all that was tried is lost, what has hardly been tried comes next: only a little
            # of it, so that all of it has its turn.
            least = (GROWTH - 1.0) * float(self._evidence.games[groups].min())
            size = max(FIRST_ROUND, size * GROWTH if self._former else least)
        found = self._found(stopped)
        self._report(found)
        return found

    def _play(self, groups: Ints, worlds: int) -> StoppedBy | None:
        """Play some groups in so many new worlds, in chunks; a limit reached ends it early.

        One world is played with all groups in any case, unless the search is cancelled. What was
        played of a world that was broken off is no evidence.
        """
        games, before, each = self._games, self._games.totals, len(groups)
        begun, reached, sums = games.worlds, 0, np.zeros(len(self._moves))
        stopped = self._cancelled() if worlds else StoppedBy.ITERATIONS
        while reached < worlds * each and not stopped:
            seconds = min(CHUNK_SECONDS, max(self._budget.seconds_left(), 0.0005))
            end = min(worlds * each, reached + self._pace.turns(each, seconds))
            began = time.perf_counter()
            games.play(groups, reached, end)
            self._pace.took(end - reached, time.perf_counter() - began)
            self._budget.iterations += end - reached
            reached = end
            if reached % each == 0:
                sums = games.totals - before
            stopped = self._budget.stopped() if games.worlds else self._cancelled()
        if games.worlds > begun:
            self._evidence.add(groups, games.worlds - begun, sums[groups])
        return stopped

    def _cancelled(self) -> StoppedBy | None:
        return StoppedBy.CANCELLED if self._budget.cancelled else None

    def _weigh(self) -> None:
        """Say what all games so far come to."""
        games, both = self._games, self._evidence.pair_games()
        variance, shared = spread_of(
            games.visits, games.totals, games.squares, games.pairs, np.triu(both, 1)
        )
        self._posterior = self._evidence.posterior(games.inflation * variance, shared)
        leaders = ~self._forgets
        if not self._former:  # what is advised has been played more than once
            leaders &= games.visits >= min(FIRST_ROUND, int(games.visits.max()))
        best = self._best = int(np.argmax(np.where(leaders, self._posterior.means, -inf)))
        self._loss, self._loss_error = self._posterior.behind(best)
        squares = games.pairs[1, best] + games.pairs[1, :, best]
        same = (both[best] >= FEWEST) & (squares == 0.0)
        same[best] = True
        self._loss[same] = self._loss_error[same] = 0.0
        # A call costs nothing, and without it the others get rid of a card each. A card given may
        # still come in handy: with open cards not calling is better now and then. Who sees no deck
        # cannot count on that, so a move without the call is worth no more than with it.
        self._loss = np.where(
            self._forgets, np.maximum(self._loss, self._loss[self._called]), self._loss
        )
        self._clear = same | (self._loss > CLEAR * self._loss_error)

    @property
    def _long(self) -> bool:
        return not self._former and self._games.worlds >= LONG

    def _doubt(self) -> float:
        """At most how likely it is that some other group is better than the best."""
        rivals = ~self._forgets
        pairs = zip(self._loss[rivals], self._loss_error[rivals], strict=True)
        return sum(erfc(a / b / sqrt(2.0)) / 2.0 for a, b in pairs if b > 0.0)

    def _promising(self) -> Ints:
        """The leader and the groups that are expected to gain the most on it, ascending."""
        losses = self._loss
        if not self._former:
            # Nothing is worth less than nothing: where all that was tried is lost, judgement does
            # not tell how much worse the rest is.
            losses = np.minimum(losses, max(0.0, float(self._posterior.means[self._best])))
        gains = [gain_of(a, b) for a, b in zip(losses, self._loss_error, strict=True)]
        gains[self._best] = inf
        order = np.argsort(-np.array(gains), kind="stable")
        # Of groups that are alike one is enough, until another of them is the leader;
        # a long search tells them apart as well.
        few = [k for k in order if k == self._best or k in self._distinct or self._long]
        return np.sort(np.array([k for k in few if not self._forgets[k]][:WIDTH]))

    def _found(self, stopped: StoppedBy | None) -> GroupsFound:
        """All groups, the highest value first."""
        errors, visits = self._posterior.errors(), self._games.visits
        top = within(float(self._posterior.means[self._best]))
        rows = []
        behind = np.maximum(0.0, self._loss)
        for k in np.lexsort((np.arange(len(behind)) != self._best, self._forgets, behind)):
            value = within(top - float(behind[k]))
            means = tuple(float(mean) for mean in self._games.means(k)[: self._players])
            rows.append(
                GroupFindings(
                    move=self._moves[k],
                    value=value,
                    error=float(errors[k]),
                    loss=top - value,
                    loss_error=float(self._loss_error[k]),
                    means=shares(means, self._seat, value, int(visits[k])),
                    visits=int(visits[k]),
                    sampled=self._games.interval(int(k)),
                    clear=bool(self._clear[k]),
                )
            )
        return GroupsFound(tuple(rows), int(visits.sum()), stopped)

    def _report(self, found: GroupsFound) -> None:
        best, limit = found.moves[0], self._budget.limits.iterations
        name, done = self._name(best.move), found.games
        self._listener(sampled(done, limit, name, best.value, best.error, lambda: found))


def search_groups(
    view: State,
    groups: Sequence[Group],
    budget: Budget,
    listener: Listener,
    seed: int,
    options: SearchOptions = OPTIONS,
    name: Callable[[int], str] = MOVE_TEXT,
    opinions: Opinions = OPINIONS,
    *,
    former: bool = False,
) -> GroupsFound:
    """Value the first move of every group, the highest value first.

    ``former``: games go where they did in version 0.1.

    However small the limit of iterations, every group is played once, unless it was cancelled.
    """
    return Race(view, groups, budget, listener, seed, options, name, opinions, former).run()


def within(value: float) -> float:
    """A value as it may be shown: nothing that was sampled is certain."""
    return min(1.0 - UNSURE, max(UNSURE, value))


def gain_of(loss: float, error: float) -> float:
    """What a normal value ``loss`` behind, with this error, is expected to be ahead."""
    if error <= 0.0:
        return 0.0
    z = loss / error
    return error * exp(-z * z / 2.0) / sqrt(2.0 * pi) - loss * erfc(z / sqrt(2.0)) / 2.0


def shares(means: tuple[float, ...], seat: int, value: float, games: int) -> tuple[float, ...]:
    """What each seat makes when ``seat`` makes ``value``; the sum stays what it was.

    The others share the rest as in so many games, of which a few say little, and none makes more
    than the first place is worth.
    """
    others = [at for at in range(len(means)) if at != seat]
    rest, even = max(0.0, sum(means) - value), (sum(means) - means[seat]) / len(others)
    made = {at: games * means[at] + FEWEST_SHARED * even for at in others}
    made[seat] = value
    capped: set[int] = set()
    while len(capped) < len(others):
        free = [at for at in others if at not in capped]
        left, total = rest - len(capped), sum(made[at] for at in free)
        for at in free:
            made[at] = made[at] * left / total if total > 0 else left / len(free)
        above = {at for at in free if made[at] > 1.0}
        if not above:
            break
        capped |= above
        made.update(dict.fromkeys(above, 1.0))
    return tuple(made[at] for at in range(len(means)))
