"""Knock Rummy: what a review needs to know of the game."""

from collections.abc import Collection, Sequence
from typing import Any

from kibitz.contract.answers import Reason
from kibitz.contract.review import Thresholds
from kibitz.games.cards import card_symbol
from kibitz.games.knock_rummy.bitboards import card_at
from kibitz.games.knock_rummy.play import KNOCK
from kibitz.games.knock_rummy.state import TO_DRAW
from kibitz.games.knock_rummy.worlds import KEYS, stock_is_hidden
from kibitz.games.protocol import State, run_apply
from kibitz.heuristics.knock_rummy.beliefs import by_play
from kibitz.solvers.budget import Budget
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.ismcts.onward import Arena
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knock_rummy.analysis import DEALS, MATCH_OPTIONS, OPTIONS, SETTING, WORLD_STEPS
from kibitz.solvers.knock_rummy.reasons import Scene, reasons, say
from kibitz.solvers.knock_rummy.sentences import REVIEWING
from kibitz.solvers.played import Moment
from kibitz.solvers.question import Analysis, Question
from kibitz.solvers.review_luck import Generator


def knocked(question: Question, move: int) -> list[Reason]:
    """What a knock comes to in the deals that the search takes for likely, where it costs points.

    Of one that brings some, waiting is better for what it makes itself.
    """
    state, seed = question.view, question.seed
    paid = by_play(state, question.seat, DEALS, WORLD_STEPS, seed, move).paid
    assert paid is not None
    wins, points = float((paid > 0).mean()), float(paid.mean())
    if points >= 0:
        return []
    return [REVIEWING.say("knocked", wins=round(wins, DECIMALS), points=round(points, DECIMALS))]


class KnockRummyReviewer(HiddenReviewer):
    """Chance deals, and gives the cards that are drawn from a stock whose order nobody knows."""

    point_thresholds = Thresholds(inaccuracy=2.5, mistake=5.0, blunder=7.5)

    def arena(self, question: Question, lines: Sequence[Sequence[int]]) -> Arena:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.arena`."""
        return self._arena(question.view, [line[0] for line in lines])

    def onward(self, position: Any, state: State, line: tuple[int, ...] = ()) -> Arena:  # noqa: ARG002
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.onward`."""
        after = state.copy()
        for move in line:
            run_apply(after, move)
        return self._arena(after)

    def speaks_for(
        self, question: Question, line: Sequence[int], rival: Sequence[int]
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.speaks_for`."""
        return reasons(Scene(question.view[0]), line[0], rival[0])

    def first_look(self, question: Question, played: Collection[str], budget: Budget) -> Analysis:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.first_look`."""
        self._found = super().first_look(question, played, budget)
        return self._found

    def from_games(
        self,
        question: Question,
        lines: Sequence[Sequence[int]],
        budget: Budget,  # noqa: ARG002
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.from_games`: of a knock."""
        best, played = (line[0] for line in lines)
        return knocked(question, played) if played >= KNOCK > best else []

    def _favouring(self, question: Question, lines: Sequence[Sequence[int]]) -> list[Reason]:
        """See `solvers.hidden_review.HiddenReviewer._favouring`; of a knock, how often it wins."""
        said = super()._favouring(question, lines)
        knock = None
        if lines[0][0] >= KNOCK > lines[1][0]:
            knock = self.solver.knock(question, self._found)
        return [*said, say("knock_wins", wins=knock.wins)] if knock and knock.deadwood else said

    def is_fresh(self, state: State) -> bool:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.is_fresh`."""
        record = state[0]
        first = int(record["turn"]) == (int(record["dealer"]) + 1) % int(record["players"])
        begins = int(record["phase"]) == TO_DRAW and int(record["pile_size"]) == 1
        return first and begins and int(record["recorded"]) == 0

    def unseen(self, state: State) -> int:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.unseen`."""
        return int(state[0]["stock_size"]) if stock_is_hidden(state[0]) else 0

    def shuffle(self, state: State, generator: Generator) -> None:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.shuffle`."""
        generator.shuffle(state[0]["stock"][: self.unseen(state)])
        if state[0]["shuffles"]:
            state[0]["key"] = generator.integers(1, KEYS)

    def recall(self, state: State, moment: Moment) -> bool:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.recall`."""
        top = int(state[0]["stock_size"]) - 1
        stock, drawn = state[0]["stock"], int(moment.state[0]["stock"][top])
        place = stock[: top + 1].tolist().index(drawn)
        stock[place], stock[top] = stock[top], drawn
        return True

    def turned_up(self, moment: Moment) -> str:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.turned_up`."""
        came = int(moment.after[0]["hands"][moment.seat]) & ~int(
            moment.state[0]["hands"][moment.seat]
        )
        return f"{self.named(moment.seat)} drew {card_symbol(card_at(came.bit_length() - 1))}"

    def _arena(self, root: State, candidates: Sequence[int] = ()) -> Arena:
        options = MATCH_OPTIONS if self.utility() == "match" else OPTIONS
        return Arena(root, SETTING, options, None, candidates)
