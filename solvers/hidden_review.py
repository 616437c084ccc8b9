"""The review of games with hidden cards: each decision judged from what its seat saw at the time.

A decision gets a first look at all moves, the search of ``analyze`` with a part of the playouts.
Where that is certain that the played move is best, it is. Otherwise the played move and the best
of the others are played on in fresh deals, the same for both, so that the loss has an interval of
its own that no choice among many moves has favoured. Nothing is judged by fewer than ``FEWEST``
deals. There are up to ``LOOKS`` looks at it, each at twice as many deals as the one before; it ends
as soon as the judgement is clear. So the playouts go where a judgement hangs on them, and how many
a decision gets depends on nothing that its seat could not see.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from math import inf, sqrt
from typing import Any, ClassVar, Final

import numpy as np

from kibitz.contract.answers import MoveValue, Reason, Score, Spent, StoppedBy
from kibitz.contract.options import AnalyzeOptions, Limits, Utility
from kibitz.contract.review import Decision, Loss, ReviewedMove
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.duel import UNIT, Duel, Sums, is_clear, judgement_of
from kibitz.solvers.hidden_information import HiddenInformationSolver
from kibitz.solvers.intervals import FEWEST, bounded, half_width
from kibitz.solvers.ismcts.onward import Arena, OutOfTime, played_on
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.played import Moment
from kibitz.solvers.question import Analysis, Question
from kibitz.solvers.review_luck import LuckReviewer
from kibitz.solvers.review_text import FAULTS
from kibitz.solvers.reviewing import ReviewUnit
from kibitz.solvers.wording import favouring

FIRST_SHARE: Final = 0.15  # of the playouts of a decision, for the first look at all moves
LOOKS: Final = 5  # at a loss; what the factor REPEATED allows for
HINDSIGHT: Final = 64  # playouts of each move in the real deal
LARGEST_SEED: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15  # between the seeds of the looks


class HiddenReviewer(LuckReviewer):
    """How a game of several seats is reviewed; a game gives arenas and reasons."""

    one_by_one = True
    first_share: ClassVar[float] = FIRST_SHARE
    solver: HiddenInformationSolver

    @abstractmethod
    def arena(self, question: Question, lines: Sequence[Sequence[int]]) -> Arena:
        """What a search compares some lines in, each a move and perhaps what follows it.

        The candidates of the arena stand for the lines, in their order.
        """

    @abstractmethod
    def speaks_for(
        self, question: Question, line: Sequence[int], rival: Sequence[int]
    ) -> list[Reason]:
        """The facts that speak for a line, as a hint states them; ``rival``: the other line."""

    def instead_of(self, question: Question, move: str) -> str:  # noqa: ARG002
        """The move to name instead of ``move`` where the rules make it as good at least."""
        return move

    def from_games(
        self,
        question: Question,  # noqa: ARG002
        lines: Sequence[Sequence[int]],  # noqa: ARG002
        budget: Budget,  # noqa: ARG002
    ) -> list[Reason]:
        """What games played on after the better line and the played one say of a fault."""
        return []

    def proof_of(self, score: Score) -> list[Reason]:  # noqa: ARG002
        """What is to be said of a best move that has such a score, if it is certain."""
        return []

    def first_look(
        self,
        question: Question,
        played: Collection[str],  # noqa: ARG002
        budget: Budget,
    ) -> Analysis:
        """All moves valued, those that were played among them."""
        return self.solver.hidden_search(question, budget, ignore)

    def is_open(self, position: Any, state: State) -> bool:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.is_open`."""
        return not self.solver.check_open(position, state)

    def unit(self) -> ReviewUnit:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.unit`."""
        if self.utility() == "match":
            return "win_probability"
        return self.solver.unit_of(self.played.end_state)

    def utility(self) -> Utility:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.utility`."""
        return self.solver.utility_of(self.played.start, "hidden", self.options.utility)

    def decide(self, budget: Budget) -> Iterator[Decision]:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.decide`."""
        for moment in self.played.moments:
            if not moment.asked:
                continue
            part = budget.anew()
            if part.stopped() is StoppedBy.CANCELLED:
                return
            yield self.judged(moment, part)

    def results(self) -> Sequence[float] | None:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.results`."""
        made = self.solver.payoffs(self.played.end_state) if self.played.over else None
        if made is None:
            return None
        arena = self.onward(self.played.end, self.played.end_state)
        values = played_on(arena, arena.root, 0, [0], Budget(Limits()))[0, : len(made)]
        return [round(float(value), DECIMALS) for value in values]

    def question(self, moment: Moment) -> Question:
        """What the seat to move was asked, from what it saw."""
        seen = self.game.as_seen(moment.position, moment.seat)
        options = AnalyzeOptions(seed=self.options.seed, utility=self.options.utility)
        return self.solver.ask(seen, options)

    def judged(self, moment: Moment, budget: Budget) -> Decision:
        """One decision."""
        question = self.question(moment)
        played = self.game.move_text(moment.move)
        decision = Decision(
            ply=moment.ply,
            seat=moment.seat,
            position=question.seen.to_text(),
            # A card that was called need not be one that the position knows of.
            forced=1 in (len(question.legal), len(moment.legal)),
            played=played,
            text=self.game.describe(question.view, moment.move),
        )
        if decision.forced:
            return decision
        if budget.stopped() is not None:
            return decision.model_copy(update={"stopped_by": StoppedBy.TIME})
        found = self.first_look(
            question,
            [played],
            budget.ration(max(1, int(self.first_share * budget.iterations_left()))),
        )
        if budget.cancelled:  # perhaps not every move was valued
            return decision.model_copy(update={"stopped_by": StoppedBy.CANCELLED})
        rows = {value.move: value for value in found.values}
        # A move that another one is named instead of is no rival of the played one.
        rivals = [r for r in found.values if r.move in {played, self.instead_of(question, r.move)}]
        best, own = rivals[0], rows[played]
        options_shown = [
            ReviewedMove(
                move=row.move, text=row.text, value=row.score, loss=row.loss, same_as=row.same_as
            )
            for row in found.values
        ]
        alike = all(row.same_as == best.move for row in rivals[1:])
        decision = decision.model_copy(
            update={
                "forced": alike and len(rivals) == len(question.legal),
                "options": options_shown,
                "before": best.score,
                "after": own.score,
                "stopped_by": found.stopped,
                "spent": found.spent,
            }
        )
        if decision.forced:
            return decision
        ahead = own.move if own.same_as is None else own.same_as
        level = self._level(found, rivals)
        enough = best.score.kind == "exact" or best.score.samples >= FEWEST
        settled = found.settled and enough and level < self.thresholds().inaccuracy
        if alike or (ahead == best.move and settled):
            return decision.model_copy(
                update={
                    "best": played,
                    "best_text": own.text,
                    "judgement": "best",
                    "loss": self._loss(0.0, 0.0, 0.0 if alike else level, best.score.samples),
                    "stopped_by": found.stopped if alike else StoppedBy.SETTLED,
                }
            )
        rival = next(row for row in rivals if ahead not in {row.move, row.same_as})
        return self._compared(decision, moment, question, rival, own, budget)

    def _level(self, found: Analysis, rivals: Sequence[MoveValue]) -> float:
        """By how much a move may yet be better that made the same as the best in every deal."""
        return max(
            (
                found.errors.get(row.move, 0.0)
                for row in rivals[1:]
                if not row.loss and row.same_as is None and row.score.kind == "estimate"
            ),
            default=0.0,
        )

    def _compared(
        self,
        decision: Decision,
        moment: Moment,
        question: Question,
        rival: MoveValue,
        own: MoveValue,
        budget: Budget,
    ) -> Decision:
        """A decision by the played move and the best of the others, ``rival``, in fresh deals."""
        lines = [self.line(question, rival), self.line(question, own)]
        duel = Duel((_exactly(rival.score), _exactly(own.score)))
        stopped = self._fight(duel, question, lines, budget)
        spent = Spent(samples=budget.iterations)
        if duel.loss.count < FEWEST and not duel.proved:
            return decision.model_copy(update={"stopped_by": stopped, "spent": spent})
        mean, half = duel.mean, duel.half
        least, most = self._ends(question)
        # No more can be lost than there is to make above what the move is sure to make.
        room = most - (least if (sure := _exactly(own.score)) is None else sure)
        mean, low, high = (min(room, end) for end in (mean, mean - half, mean + half))
        low, high = max(0.0, low), max(0.0, high)
        better = mean > 0
        best = rival if better else self._named(question, own)
        judgement = judgement_of(low, high, self.thresholds())
        first = self._score(question, rival.score, duel, duel.first)
        second = self._score(question, own.score, duel, duel.second)
        update: dict[str, Any] = {
            "best": best.move,
            "best_text": best.text,
            "judgement": "best" if judgement == "good" and best is own else judgement,
            "loss": self._loss(max(0.0, mean), low, high, duel.loss.count),
            "before": first if better else second,
            "after": second,
            "stopped_by": stopped or StoppedBy.SETTLED,
            "spent": spent,
        }
        if best is not own:
            lines[0] = self.line(question, best)
            said = self._favouring(question, lines)
            if judgement in FAULTS:
                said += self.from_games(question, lines, budget)
            update["reasons"] = [*said, *self.proof_of(best.score)] if better else said
            update["in_hindsight"] = self._in_hindsight(moment, lines, budget)
        return decision.model_copy(update=update)

    def _named(self, question: Question, own: MoveValue) -> MoveValue:
        """The played move, or what is named in place of it."""
        move = self.instead_of(question, own.move)
        if move == own.move:
            return own
        text = self.game.describe(question.view, self.solver.read_move(question.seen, move))
        return own.model_copy(update={"move": move, "text": text})

    def _favouring(self, question: Question, lines: Sequence[Sequence[int]]) -> list[Reason]:
        """What speaks for the first of two lines and not for the second just as well."""
        return favouring(
            self.speaks_for(question, lines[0], lines[1]),
            self.speaks_for(question, lines[1], lines[0]),
        )

    def _fight(
        self, duel: Duel, question: Question, lines: Sequence[Sequence[int]], budget: Budget
    ) -> StoppedBy | None:
        """Play two lines on in fresh deals; what ended it unless the judgement is clear."""
        if duel.proved:
            return None
        arena, thresholds = self.arena(question, lines), self.thresholds()
        options = replace(
            arena.options, value_share=0.0, settle=False, judgement_scale=0.0, judgement_error=inf
        )
        first = max(FEWEST, budget.iterations_left() // 2 // ((1 << LOOKS) - 1))
        for look in range(LOOKS):
            count = min(first << look, budget.iterations_left() // 2)
            if count < FEWEST:
                return StoppedBy.ITERATIONS
            part = budget.ration(2 * count)
            search = Search(
                *(arena.root, arena.setting, options, part),
                seed=(question.seed + (look + 1) * STEP) & LARGEST_SEED,
                candidates=arena.candidates,
                table=arena.table,
            )
            found = search.run()
            if found.worlds >= FEWEST:
                duel.add(found, arena.candidates[0])
            stopped = budget.stopped()
            if stopped in {StoppedBy.CANCELLED, StoppedBy.TIME}:
                return stopped
            if is_clear(duel.mean - duel.half, duel.mean + duel.half, thresholds):
                return None
        return StoppedBy.ITERATIONS

    def _in_hindsight(
        self, moment: Moment, lines: Sequence[Sequence[int]], budget: Budget
    ) -> Loss | None:
        """What the played move cost in the real deal, where all of it is known."""
        if not self.is_open(moment.position, moment.state) or not self.may_reveal():
            return None
        numbers = np.arange(HINDSIGHT)
        seed = int(self.options.seed)
        made = []
        for line in lines:
            arena = self.onward(moment.position, moment.state, tuple(line))
            states = np.repeat(arena.root, HINDSIGHT)
            try:
                made.append(played_on(arena, states, seed, numbers, budget)[:, moment.seat])
            except OutOfTime:
                return None
        gap = made[0] - made[1]
        mean, spread = float(gap.mean()), float(gap.std(ddof=1)) / sqrt(HINDSIGHT)
        half = half_width(HINDSIGHT, spread, 0.0)
        return self._loss(mean, mean - half, mean + half, HINDSIGHT)

    def line(self, question: Question, value: MoveValue) -> list[int]:
        """What is compared of a move of the analysis: the move alone, all seats playing on."""
        return [self.solver.read_move(question.seen, value.move)]

    def _loss(self, value: float, low: float, high: float, samples: int) -> Loss:
        unit = self.unit()
        ends = [round(each, DECIMALS) + 0.0 for each in (value, low, high)]
        return Loss(unit=unit, value=ends[0], low=ends[1], high=ends[2], samples=samples)

    def _ends(self, question: Question) -> tuple[float, float]:
        """The least and the most that the seat to move may make, in the unit of the review."""
        return (0.0, 1.0) if self.unit() == "win_probability" else self.solver.possible(question)

    def _score(self, question: Question, like: Score, duel: Duel, sums: Sums) -> Score:
        """The mean of some games with its 95 % interval, as ``like`` gives values, if not exact."""
        if like.kind == "exact":
            return like
        value = sums.mean
        if like.unit == "win_probability":
            variance = sums.error**2 * (sums.count - 1)
            low, high = bounded(sums.count, min(1.0, max(0.0, value)), variance)
        else:
            half = half_width(sums.count, sums.error, duel.span or UNIT)
            least, most = self._ends(question)
            low, high = max(least, value - half), min(most, value + half)
        ends = [round(each, DECIMALS) for each in (value, low, high)]
        update = {"kind": "estimate", "value": ends[0], "low": ends[1], "high": ends[2]}
        return like.model_copy(update=update | {"samples": sums.count})


def _exactly(score: Score) -> float | None:
    """The value of an exact score, None for any other."""
    return score.value if score.kind == "exact" else None
