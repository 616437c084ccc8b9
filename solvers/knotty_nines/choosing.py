"""Knotty Nines without a search: the policy, and the ways to empty a pile that a slip may take.

Exchanges lead from one arrangement of the same piles to another. So a player chooses what to empty
by what no exchange changes, and the move is the first of the way there: whoever asks for move
after move gets there.
"""

from functools import cached_property
from typing import Final

from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.classes import Ints
from kibitz.games.knotty_nines.notation import read_move
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.choosing import Chooser
from kibitz.solvers.knotty_nines.chances import line_to, unseen_ranks
from kibitz.solvers.knotty_nines.exact import ClassSearch, RankView, decide, line_texts
from kibitz.solvers.knotty_nines.hidden import HiddenSearch
from kibitz.solvers.knotty_nines.search import EXHAUSTED, FOUND

LAST: Final = Limits(nodes=20_000, memory_mb=16)  # of a game of which no card is hidden any more


class KnottyNinesChooser(Chooser):
    """The way with the best estimated chance, or any way; once all is seen, one that wins."""

    @cached_property
    def _view(self) -> RankView:
        return RankView.of(self.question.seen)

    @cached_property
    def _search(self) -> HiddenSearch:
        unseen, budget = unseen_ranks(self.question.seen), Budget(LAST)
        return HiddenSearch(RankView.of(self.question.seen, ()), unseen, 0, budget)

    @property
    def occasion(self) -> str:
        """See :attr:`kibitz.solvers.choosing.Chooser.occasion`; the same after any exchange."""
        return self._search.name if self.question.seen.hidden else super().occasion

    @cached_property
    def _ways(self) -> list[tuple[Ints, Ints]]:
        return self._search.exits_by_estimate()

    @cached_property
    def _last(self) -> ClassSearch | None:
        """The search for a win once no card is hidden."""
        return None if self.question.seen.hidden else decide(self._view, Budget(LAST), ignore)[1]

    @property
    def stranded(self) -> str | None:
        """See :attr:`kibitz.solvers.choosing.Chooser.stranded`: moves would go on for ever."""
        if self._last is not None and self._last.outcome == EXHAUSTED:
            return "This position is lost: no line of moves wins it."
        if self._ways or self._last is not None:
            return None
        return "This position is lost: no pile can be emptied any more, so no card will be drawn."

    def policy(self, world: State) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.choosing.Chooser.policy`."""
        if self._last is not None and self._last.outcome == FOUND:
            return read_move(line_texts(self._last.line())[0])[0]
        return self._towards(*self._ways[0]) if self._ways else self.question.legal[0]

    def ideas(self, world: State) -> list[int]:
        """See :meth:`kibitz.solvers.choosing.Chooser.ideas`."""
        return [self._towards(*way) for way in self._ways] or super().ideas(world)

    def _towards(self, levels: Ints, extras: Ints) -> int:
        """The first move of the way to piles of a class."""
        return read_move(line_to(self._view, levels, extras)[0])[0]
