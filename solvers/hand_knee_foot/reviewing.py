"""Hand, Knee and Foot: what a review needs to know of the game."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

import numpy as np

from kibitz.contract.answers import MoveValue, Reason, Spent
from kibitz.contract.review import Decision, Thresholds
from kibitz.games.hand_knee_foot.kinds import KINDS, kinds_of
from kibitz.games.hand_knee_foot.moves import DRAW, LAY, TAKE
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.state import TO_DRAW
from kibitz.games.hand_knee_foot.words import counted, describe_turn
from kibitz.games.hand_knee_foot.worlds import KEYS
from kibitz.games.protocol import State, run_apply
from kibitz.heuristics.hand_knee_foot.judgement import judged
from kibitz.heuristics.hand_knee_foot.lookahead import foreseen
from kibitz.heuristics.hand_knee_foot.turns import LONGEST
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.hand_knee_foot.analysis import OPTIONS, SETTING, match_options, of_hidden
from kibitz.solvers.hand_knee_foot.candidates import FEW, few_rows
from kibitz.solvers.hand_knee_foot.hints import favoured
from kibitz.solvers.hand_knee_foot.planned import planned
from kibitz.solvers.hand_knee_foot.reasons import reasons
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.ismcts.onward import Arena
from kibitz.solvers.played import Moment
from kibitz.solvers.question import Analysis, Question
from kibitz.solvers.review_luck import Generator

SHARE_OF_REAL: Final = 0.5  # of the playouts of a duel, for the turn as it was played


class HandKneeFootReviewer(HiddenReviewer):
    """Chance deals, and gives the cards of the knees and the feet.

    A card drawn is one of hundreds: what it changes is lost in what is sampled, so it is not told
    from what players do.
    """

    first_share = 0.3  # of dozens of plans none stands out after a few rounds each
    point_thresholds = Thresholds(inaccuracy=200.0, mistake=400.0, blunder=600.0)
    luck_samples = 64
    luck_weight = 0.35

    def arena(self, question: Question, lines: Sequence[Sequence[int]]) -> Arena:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.arena`."""
        found = self._arena(question.seen, question.view, lines)
        return replace(found, candidates=range(len(lines)))

    def onward(self, position: Any, state: State, line: tuple[int, ...] = ()) -> Arena:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.onward`."""
        found = self._arena(position, state, [line] if line else [])
        found.root[0]["begun"] = not line
        return found

    def roots(self, arena: Arena, states: State) -> State:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.roots`: with the match around them."""
        found = np.repeat(arena.root, len(states))
        found["game"] = states
        return found

    def first_look(self, question: Question, played: Collection[str], budget: Budget) -> Analysis:
        """See `solvers.hidden_review.HiddenReviewer.first_look`: a hint's, and them.

        A move that was played is as good as the best plan that begins with it, so that plan is
        looked for as long as the best of all others. Plans in which it comes later are among them
        where it may as well come first.
        """
        own = {read_move(text).move for text in played}
        plans = judged(question.view)
        moves = {row[0] for row in few_rows(question.view, plans)} | own
        asked = replace(question, moves=sorted(moves))
        besides = [row for move in own for row in self._reordered(question, move, plans)]
        return of_hidden(asked, budget, ignore, apart=own, besides=besides)

    def _reordered(
        self, question: Question, move: int, plans: Sequence[Sequence[int]]
    ) -> list[tuple[int, ...]]:
        """The first few plans in which a move comes later and might come first, with it first."""
        found: list[tuple[int, ...]] = []
        for plan in plans:
            if move in plan[1:] and len(found) < FEW:
                line = self._with_first(question, move, plan)
                found += [tuple(line)] if line else []
        return found

    def _with_first(self, question: Question, move: int, line: Sequence[int]) -> list[int] | None:
        """A line with one of its moves first; None where it then leads to another position."""
        rest = [*line]
        rest.remove(move)
        same = self._end(question, [move, *rest]) == self._end(question, line) is not None
        return [move, *rest] if same else None

    def _compared(
        self,
        decision: Decision,
        moment: Moment,
        question: Question,
        rival: MoveValue,
        own: MoveValue,
        budget: Budget,
    ) -> Decision:
        """See `solvers.hidden_review.HiddenReviewer._compared`.

        Where the turn of ``rival`` can still be played after the move that was, the move has cost
        nothing: the turn is the same in another order. Otherwise what follows the move is both the
        rest of the turn as it was played and, unless that is good enough, the best that was found;
        the smaller loss counts. What is lost later in a turn is not blamed on its first moves.
        """
        turn, move = self.line(question, rival), read_move(own.move).move
        if move in turn[1:] and self._with_first(question, move, turn):
            value = min(rival, own, key=lambda row: row.loss).score
            same = {"best": own.move, "best_text": own.text, "judgement": "best"}
            loss = self._loss(0.0, 0.0, 0.0, value.samples)
            return decision.model_copy(update={**same, "loss": loss, "after": value})
        rival = self._told_by_difference(question, moment, rival)
        made = [self.game.move_text(each) for each in self._rest_of_turn(question, moment)]
        # Of a move that the record has not, as a benchmark may ask about, nothing else is known.
        if self._from(moment)[0].move != moment.move or made == own.line:
            return super()._compared(decision, moment, question, rival, own, budget)
        real = own.model_copy(update={"line": made})
        found = super()._compared(
            decision, moment, question, rival, real, budget.portion(SHARE_OF_REAL)
        )
        if found.judgement not in {"best", "good"}:
            other = super()._compared(decision, moment, question, rival, own, budget)
            if other.loss and (found.loss is None or other.loss.value < found.loss.value):
                found = other.model_copy(update={"reasons": other.reasons and found.reasons})
        return found.model_copy(update={"spent": Spent(samples=budget.iterations)})

    def _favouring(self, question: Question, lines: Sequence[Sequence[int]]) -> list[Reason]:
        """See `solvers.hidden_review.HiddenReviewer._favouring`.

        What is still needed to go out speaks for no turn.
        """
        best, other = (reasons(question.view, line) for line in lines)
        return [reason for reason in favoured(best, other) if reason.code != "still_needs"]

    def _rest_of_turn(self, question: Question, moment: Moment) -> list[int]:
        """A move and what the seat played after it, as far as it could plan: no card turned up."""
        found = [moment.move]
        for each in self._from(moment)[1:LONGEST]:
            if each.seat != moment.seat or self.shown(each) or found[-1] == TAKE:
                break
            found.append(each.move)
        planned = not self.shown(moment) and self._end(question, found) is not None
        return found if planned else found[:1]

    def _from(self, moment: Moment) -> list[Moment]:
        """The moves of the record from this one on."""
        return [each for each in self.played.moments if each.ply >= moment.ply]

    def _told_by_difference(
        self, question: Question, moment: Moment, rival: MoveValue
    ) -> MoveValue:
        """The turn of ``rival`` in words, a move first that was not played, if it may come first.

        Else the move that is named as the better one may be played later in the same turn.
        """
        turn = self.line(question, rival)
        same_turn = takewhile(lambda each: each.seat == moment.seat, self._from(moment))
        missing = Counter(turn) - Counter(each.move for each in same_turn)
        orders = (self._with_first(question, move, turn) for move in turn if missing[move])
        line = next(filter(None, orders), turn)
        texts = [self.game.move_text(move) for move in line]
        words = ", ".join(describe_turn(question.view[0], line))
        return rival.model_copy(update={"move": texts[0], "text": words, "line": texts})

    def _end(self, question: Question, line: Sequence[int]) -> str | None:
        """The position that a line leads to, or None where it cannot be played."""
        state = question.view.copy()
        for move in line:
            if move not in self.game.legal(state):
                return None
            run_apply(state, move)
        return str(self.game.position(state, question.seen).to_text())

    def line(self, question: Question, value: MoveValue) -> list[int]:  # noqa: ARG002
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.line`: the turn as planned."""
        return [read_move(text).move for text in value.line]

    def speaks_for(
        self,
        question: Question,
        line: Sequence[int],
        rival: Sequence[int],  # noqa: ARG002
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.speaks_for`."""
        return reasons(question.view, line)

    def is_fresh(self, state: State) -> bool:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.is_fresh`."""
        record = state[0]
        first = int(record["phase"]) == TO_DRAW and int(record["pile_size"]) == 1
        return first and int(record["table"]) == 0 and not record["stage"].any()

    def unseen(self, state: State) -> int:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.unseen`."""
        return int(state[0]["knees"].sum()) + int(state[0]["feet"].sum())

    def shuffle(self, state: State, generator: Generator) -> None:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.shuffle`."""
        record = state[0]
        stock = record["cards"][: int(record["stock_size"])]
        piles = [
            record[name][seat] for name in ("knees", "feet") for seat in range(record["players"])
        ]
        kinds = np.arange(KINDS, dtype=np.int8)
        cards = np.concatenate([stock, *(np.repeat(kinds, pile) for pile in piles)])
        generator.shuffle(cards)
        stock[:] = cards[: len(stock)]
        place = len(stock)
        for pile in piles:
            size = int(pile.sum())
            pile[:] = np.bincount(cards[place : place + size], minlength=KINDS)
            place += size
        if record["reshuffles"]:
            record["key"] = generator.integers(1, KEYS)

    def shown(self, moment: Moment) -> str:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.shown`."""
        draws = moment.move in {DRAW, LAY}
        return self.turned_up(moment) if draws else super().shown(moment)

    def turned_up(self, moment: Moment) -> str:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.turned_up`."""
        came = moment.after[0]["hands"][moment.seat] - moment.state[0]["hands"][moment.seat]
        cards, who = [*kinds_of(np.maximum(came, 0))], self.named(moment.seat)
        if len(cards) > 5:
            return f"{who} took up a pile of {len(cards)} cards"
        return f"{who} drew {counted(cards) if cards else 'cards'}"

    def _arena(self, position: Any, state: State, lines: Sequence[Sequence[int]]) -> Arena:
        scores, number = position.scores, position.round
        root = planned(state, lines, foreseen(state, lines), scores, number)
        if self.utility() != "match":
            return Arena(root, SETTING, OPTIONS, None)
        team = int(state[0]["turn"]) % int(state[0]["teams"])
        return Arena(root, SETTING, match_options(scores, team, number), None)
