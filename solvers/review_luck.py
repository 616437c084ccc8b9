"""Luck: what the cards that came changed, by control variates that are 0 on average.

An event of chance is a deal, or cards turned up that nobody had seen: drawn from the stock, taken
up with a pile. Its luck is what the game is worth once they are known, less what it is worth on
average over all cards that could have come in their place, both when all seats play on by the
policy and all that is still unseen is shuffled. Given everything that has happened before, the
unseen cards come in every order alike, whoever plays and however well; so each event is 0 on
average, and a result less its luck is on average the result (as in AIVAT, Burch, Schmid, Moravčík,
Morrill and Bowling, 2018, for chance alone). How much less it varies depends on how well the policy
foresees the game.

A game may multiply all its luck by a factor, the same for all records and found in other games than
those it was measured in: what is 0 on average stays so. Means of few playouts say too much of an
event, and players worse than the policy make less of a good card; with the factor least spread is
left.
"""

from abc import abstractmethod
from collections.abc import Iterator
from math import sqrt
from typing import Any, ClassVar, Literal

import numpy as np

from kibitz.contract.review import LuckEvent
from kibitz.games.protocol import State, run_apply
from kibitz.games.records import Reals
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.onward import Arena, OutOfTime, played_on
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.played import Moment
from kibitz.solvers.review_text import DEAL
from kibitz.solvers.reviewing import Reviewer

Generator = np.random.Generator
MASK: int = (1 << 63) - 1


class LuckReviewer(Reviewer):
    """How the luck of a game is found; a game says what nobody has seen and how it is shuffled."""

    luck_weight: ClassVar[float] = 1.0  # what luck is multiplied by: see above

    @abstractmethod
    def onward(self, position: Any, state: State, line: tuple[int, ...] = ()) -> Arena:
        """The state after ``line``, or one about to play it, for playing on by the policy."""

    def roots(self, arena: Arena, states: State) -> State:  # noqa: ARG002
        """States like the one that :meth:`onward` made ``arena`` of, as the arena takes them."""
        return states

    @abstractmethod
    def is_open(self, position: Any, state: State) -> bool:
        """Whether every card is known."""

    @abstractmethod
    def is_fresh(self, state: State) -> bool:
        """Whether a state is a deal with which nothing has been done."""

    def unseen(self, state: State) -> int:  # noqa: ARG002
        """How many cards nobody has seen that may still be turned up."""
        return 0

    def shuffle(self, state: State, generator: Generator) -> None:
        """Give the cards that nobody has seen another random order, in place."""

    def recall(self, state: State, moment: Moment) -> bool:  # noqa: ARG002
        """Put what a move really turned up where it will be turned up, in a shuffled state before.

        It changes places with what lies there. False where a game cannot do this.
        """
        return False

    def turned_up(self, moment: Moment) -> str:
        """Who turned up what, as a clause."""
        return f"{self.named(moment.seat)} turned up cards with {moment.text}"

    def shown(self, moment: Moment) -> str:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.shown`."""
        fewer = self.unseen(moment.after) < self.unseen(moment.state)
        return self.turned_up(moment) if fewer else ""

    def luck(self, budget: Budget) -> list[LuckEvent] | None:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.luck`."""
        start = self.played.start
        state = self.game.state(start)
        if not self.is_open(start, state) or not self.may_reveal():
            return None
        try:
            return [*self._events(state, budget)]
        except OutOfTime:
            return None

    def _events(self, state: State, budget: Budget) -> Iterator[LuckEvent]:
        """The events of the record in order; raises ``OutOfTime``."""
        played = self.played
        if self.is_fresh(state):
            gaps = self._worth(state, budget) - self._worth_of_deals(budget)
            yield self._event("deal", DEAL, gaps)
        for moment in played.moments:
            if self.unseen(moment.after) < self.unseen(moment.state):
                gaps = self._drawn(moment, budget)
                yield self._event("draw", self.turned_up(moment), gaps, moment)

    def _event(
        self, kind: Literal["deal", "draw"], text: str, gaps: Reals, moment: Moment | None = None
    ) -> LuckEvent:
        """An event from what it changed in some playouts, a row each."""
        gaps = self.luck_weight * gaps[:, : self.game.seats(self.played.end_state)]
        errors = gaps.std(axis=0, ddof=1) / sqrt(len(gaps))
        return LuckEvent(
            ply=None if moment is None else moment.ply,
            kind=kind,
            seat=None if moment is None else moment.seat,
            text=text,
            changes=[round(float(gap), DECIMALS) + 0.0 for gap in gaps.mean(axis=0)],
            errors=[round(float(error), DECIMALS) for error in errors],
        )

    def _generator(self, ply: int) -> Generator:
        return np.random.default_rng([int(self.options.seed), ply])

    def _play_on(self, states: State, ply: int, budget: Budget) -> Reals:
        """What some states come to, all alike but for their cards."""
        arena = self.onward(self.played.start, states[:1])
        seed = (int(self.options.seed) + ply) & MASK
        roots, numbers = self.roots(arena, states), np.arange(len(states))
        return played_on(arena, roots, seed, numbers, budget)

    def _samples(self, budget: Budget) -> Iterator[int]:
        """The number of each sample of an event; raises ``OutOfTime``."""
        for i in range(self.luck_samples):
            if budget.used_up():
                raise OutOfTime
            yield i

    def _worth(self, state: State, budget: Budget) -> Reals:
        """What a deal comes to, its unseen cards in any order."""
        generator, states = self._generator(0), np.repeat(state, self.luck_samples)
        for i in self._samples(budget):
            self.shuffle(states[i : i + 1], generator)
        return self._play_on(states, 0, budget)

    def _worth_of_deals(self, budget: Budget) -> Reals:
        """What deals come to that could have been dealt instead."""
        start, generator = self.played.start, self._generator(1)
        named = {"dealer": "dealer", "scores": "scores", "round_number": "round"}
        given = {name: getattr(start, named[name]) for name in self.game.match_options}
        rules = start.to_json().get("rules")
        seeds = generator.integers(0, MASK, self.luck_samples)
        deals = [self.game.deal(str(seeds[i]), rules, **given) for i in self._samples(budget)]
        states = np.concatenate([self.game.state(deal) for deal in deals])
        return self._play_on(states, 0, budget)

    def _drawn(self, moment: Moment, budget: Budget) -> Reals:
        """By how much what a move really turned up is better than what it might have turned up.

        Both with the other unseen cards in the same order, so that nothing else differs.
        """
        generator = self._generator(moment.ply + 2)
        others = np.repeat(moment.state, self.luck_samples)
        real = np.repeat(moment.after, self.luck_samples)
        for i in self._samples(budget):
            before, after = others[i : i + 1], real[i : i + 1]
            self.shuffle(before, generator)
            after[:] = before
            if self.recall(after, moment):
                run_apply(after, moment.move)
            else:
                after[:] = moment.after
                self.shuffle(after, generator)
            run_apply(before, moment.move)
        ply = moment.ply
        return self._play_on(real, ply, budget) - self._play_on(others, ply, budget)
