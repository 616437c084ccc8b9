"""The review of games for one: whether the game could be won before and after each move.

With the stock known that is decided for all positions of the record in one pass, from the last
backwards. What can be won after a move could be won before it, so the pass ends at the last
position that can be won; and what has been proved lost is there for the positions before it.

With a stock that is face down a move is judged by the chance to win, from what was seen then.
"""

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from kibitz.contract.answers import MoveValue, Reason, Spent, StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions, Limits
from kibitz.contract.review import Decision, LastChance, ReviewedMove, SeatReview
from kibitz.games.cards import JOKER, card_symbol
from kibitz.games.protocol import State, run_apply
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.answers import verdict_score
from kibitz.solvers.budget import Budget
from kibitz.solvers.paired_wins import Play, first_look, judged_by_chance, lost_for_sure
from kibitz.solvers.played import Moment
from kibitz.solvers.question import Question
from kibitz.solvers.review_text import DRAWN
from kibitz.solvers.reviewing import Reviewer, ReviewUnit
from kibitz.solvers.wording import Found

ORDER: Final = (Verdict.SOLVABLE, Verdict.UNKNOWN, Verdict.UNSOLVABLE)


class Decided(NamedTuple):
    """Whether a position can be won, what ended the search for that, and what it cost."""

    verdict: Verdict
    stopped: StoppedBy = StoppedBy.SOLVED
    spent: Spent = Spent()


@dataclass(frozen=True, eq=False)
class Place:
    """A position of a record with its kernel state; ``key`` is the same for equal games."""

    position: Any
    state: State
    key: Hashable


class SolitaireReviewer(Reviewer):
    """How a game for one is reviewed; a game says how a position of the record is decided."""

    solver: AnsweringSolver
    limits: Limits = Limits()  # of each search
    _found: Sequence[Decided] = ()  # by position, once the record was looked at

    @abstractmethod
    def is_open(self) -> bool:
        """Whether the record knows all cards, so that every position can be decided."""

    @abstractmethod
    def key_of(self, position: Any, state: State) -> Hashable:
        """What equal games have in common: those that the same moves win, but for exchanges."""

    @abstractmethod
    def decided(self, place: Place, budget: Budget) -> Decided:
        """Whether a position that the record or one other move leads to can be won."""

    @abstractmethod
    def is_forced(self, moment: Moment) -> bool:
        """Whether all that can be played leads to the same game."""

    @abstractmethod
    def winning_line(self, place: Place, budget: Budget) -> list[str]:
        """Moves that win from a position that can be won; empty where the limits are too small."""

    @abstractmethod
    def why_lost(self, moment: Moment, winning: int, after: Place, budget: Budget) -> list[Reason]:
        """What speaks for another move at the one that lost the game.

        ``winning``: how many of the legal moves keep the win.
        """

    @abstractmethod
    def playing(self, question: Question, leading: MoveValue, taken: MoveValue) -> Play | None:
        """Plays two moves on in the same orders of what is hidden; None where both are alike.

        Values of the first look: another move, most often the leading one, and the one made.
        """

    def speaks_for(
        self,
        question: Question,  # noqa: ARG002
        leading: MoveValue,  # noqa: ARG002
        taken: MoveValue,  # noqa: ARG002
    ) -> Sequence[Reason]:
        """What speaks for the leading move and not for the one made, of a hidden stock."""
        return ()

    def first_look(self, question: Question, budget: Budget) -> int:  # noqa: ARG002
        """Iterations of the first look at a decision with a hidden stock."""
        return first_look(budget)

    def is_counted(self, found: Found) -> bool:  # noqa: ARG002
        """Whether chances are counted over every order of a hidden stock, and none is sampled."""
        return False

    def is_undone(self, moment: Moment) -> bool:  # noqa: ARG002
        """Whether the move can be taken back by another, so that it decides nothing."""
        return False

    def seen(self, position: Any) -> Any:
        """What the player saw of a position."""
        known = position.rules.information == "known"
        return position if known else self.game.as_seen(position)

    def is_known(self) -> bool:
        """Whether the player knew them as well."""
        return self.is_open() and self.played.start.rules.information == "known"

    def shown(self, moment: Moment) -> str:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.shown`: the card that was drawn."""
        before, after = (int(state[0]["drawn"]) for state in (moment.state, moment.after))
        if after <= before:
            return ""
        card = int(moment.after[0]["stock"][before])
        return f"{'a joker' if card == JOKER else card_symbol(card)}{DRAWN}"

    def unit(self) -> ReviewUnit:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.unit`."""
        return "win_probability"

    def results(self) -> Sequence[float] | None:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.results`: 1 for a win, 0 for a loss."""
        ended = self.game.outcome(self.played.end_state) if self.played.over else None
        return None if ended is None else [float(bool(ended.won))]

    def decide(self, budget: Budget) -> Iterator[Decision]:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.decide`."""
        known = self.is_known()
        if self.is_open():
            self._look_back(budget)
        for moment in self.played.moments:
            part = budget.anew()
            if part.stopped() is StoppedBy.CANCELLED:
                return
            if not moment.asked:
                continue
            seen = self.seen(moment.position)
            decision = Decision(
                ply=moment.ply,
                seat=moment.seat,
                position=seen.to_text(),
                forced=self.is_forced(moment),
                played=self.game.move_text(moment.move),
                text=self.game.describe(self.game.state(seen), moment.move),
            )
            if known:
                yield self._exact(moment, decision, part)
            else:
                yield self._by_chance(moment, seen, decision, part)

    def completed(
        self,
        seat: SeatReview,
        decisions: Sequence[Decision],  # noqa: ARG002
        budget: Budget,
    ) -> SeatReview:
        """See `solvers.reviewing.Reviewer.completed`: the losing move and the last chance."""
        if not self.is_open() or budget.cancelled:
            return seat
        if not self._found:  # the decisions were judged elsewhere
            self._look_back(budget)
        verdicts = [found.verdict for found in self._found]
        won = [ply for ply, verdict in enumerate(verdicts) if verdict is Verdict.SOLVABLE]
        last = won[-1] if won else None
        update: dict[str, Any] = {}
        said = self._begin_and_end(verdicts, last)
        if not self.is_known():
            said = f"{seat.text} As the stock lay, {said[0].lower()}{said[1:]}"
        if last is not None and last < len(self.played.moments):
            place = self._places[last]
            line = self.winning_line(place, budget.anew(within=False))
            if line:
                text = place.position.to_text()
                update["last_chance"] = LastChance(ply=last, position=text, line=line)
                count = "1 move" if len(line) == 1 else f"{len(line)} moves or fewer"
                said += f" Before that move it could be won in {count}, with {line[0]} first."
            if verdicts[last + 1] is Verdict.UNSOLVABLE:
                update["lost_at"] = last
        return seat.model_copy(update=update | {"text": said})

    def _begin_and_end(self, verdicts: Sequence[Verdict], last: int | None) -> str:
        """What became of the game, from the verdicts of all its positions."""
        if last is None:
            if verdicts[0] is Verdict.UNSOLVABLE:
                return "The game was lost from the beginning, however it was played."
            return "Whether the game could be won was not found out within the limits."
        if last == len(self.played.moments):
            return "The game was won." if self.played.over else "The game can still be won."
        move, number = self.played.moments[last].text, last + 1
        if verdicts[last + 1] is Verdict.UNSOLVABLE:
            return f"The game could be won until move {number}, {move}, which lost it."
        return (
            f"The game could be won before move {number}, {move}; whether it still could after "
            "that was not found out within the limits."
        )

    def _look_back(self, budget: Budget) -> None:
        """Decide every position of the record, from the last to the first."""
        played, game = self.played, self.game
        pairs = [(moment.position, moment.state) for moment in played.moments]
        pairs.append((played.end, played.end_state))
        self.limits = budget.limits
        self._places = [Place(*pair, self.key_of(*pair)) for pair in pairs]
        self._known: dict[Hashable, Decided] = {}
        found: list[Decided] = []
        for place in reversed(self._places):
            if found and found[-1].verdict is Verdict.SOLVABLE:
                self._known[place.key] = Decided(Verdict.SOLVABLE)
            elif place.key not in self._known and game.over(place.state):
                ended = game.outcome(place.state)
                won = ended is not None and ended.won
                self._known[place.key] = Decided(Verdict.SOLVABLE if won else Verdict.UNSOLVABLE)
            if budget.cancelled:
                found.append(Decided(Verdict.UNKNOWN, StoppedBy.CANCELLED))
            else:
                found.append(self._decided(place, budget.anew()))
        self._found = found[::-1]

    def _decided(self, place: Place, budget: Budget) -> Decided:
        if place.key not in self._known:
            self._known[place.key] = self.decided(place, budget)
            return self._known[place.key]
        return self._known[place.key]._replace(spent=Spent())

    def _by_chance(self, moment: Moment, seen: Any, decision: Decision, budget: Budget) -> Decision:
        """A decision judged from what was seen, with what it cost as the stock lay."""
        if decision.forced or self.is_undone(moment):
            return decision
        question = self.solver.ask(seen, AnalyzeOptions(seed=self.options.seed))
        found = judged_by_chance(
            self.solver,
            question,
            decision,
            self.thresholds(),
            self.first_look(question, budget),
            lambda leading, taken: self.playing(question, leading, taken),
            lambda leading, taken: self.speaks_for(question, leading, taken),
            self.is_counted,
            budget,
        )
        if found.loss is None or not self.is_open():
            return found
        before, after = (self._found[moment.ply + i].verdict for i in range(2))
        if Verdict.UNKNOWN in {before, after}:
            return found
        hindsight = lost_for_sure(float(before is Verdict.SOLVABLE and after is Verdict.UNSOLVABLE))
        return found.model_copy(update={"in_hindsight": hindsight})

    def _exact(self, moment: Moment, decision: Decision, budget: Budget) -> Decision:
        """A decision from the verdicts before and after it."""
        before, after = self._found[moment.ply], self._found[moment.ply + 1]
        update: dict[str, Any] = {
            "verdict_before": before.verdict,
            "verdict_after": after.verdict,
            "before": verdict_score(before.verdict),
            "after": verdict_score(after.verdict),
            "stopped_by": after.stopped if before.stopped is StoppedBy.SOLVED else before.stopped,
            "spent": after.spent,
        }
        if decision.forced or self.is_undone(moment) or before.verdict is not Verdict.SOLVABLE:
            return decision.model_copy(update=update)
        options, spent = self._options(moment, budget)
        if budget.cancelled:
            return decision.model_copy(update={"stopped_by": StoppedBy.CANCELLED})
        update |= {"options": options, "spent": added(after.spent, spent)}
        if after.verdict is Verdict.SOLVABLE:
            update |= {"best": decision.played, "best_text": decision.text, "judgement": "best"}
            update["loss"] = lost_for_sure(0.0)
        elif after.verdict is Verdict.UNSOLVABLE:
            line = self.winning_line(self._places[moment.ply], budget.anew())
            best = next((row for row in options if line and row.move == line[0]), None)
            winning = sum(row.verdict is Verdict.SOLVABLE for row in options)
            decided = all(row.verdict is not Verdict.UNKNOWN for row in options)
            if best is not None:
                update |= {"best": best.move, "best_text": best.text}
            if decided:
                lost = self._places[moment.ply + 1]
                update["reasons"] = self.why_lost(moment, winning, lost, budget)
            update |= {"judgement": "blunder", "loss": lost_for_sure(1.0)}
        return decision.model_copy(update=update)

    def _options(self, moment: Moment, budget: Budget) -> tuple[list[ReviewedMove], Spent]:
        """The legal moves with their verdicts, those that keep the win first, and their cost."""
        rows, first, spent = list[ReviewedMove](), dict[Hashable, str](), Spent()
        for move in moment.legal:
            if budget.cancelled:
                break
            state = moment.state.copy()
            run_apply(state, move)
            position = self.game.position(state, moment.position)
            place = Place(position, state, self.key_of(position, state))
            found = self._decided(place, budget)
            spent = added(spent, found.spent)
            text = self.game.move_text(move)
            rows.append(
                ReviewedMove(
                    move=text,
                    text=self.game.describe(moment.state, move),
                    value=verdict_score(found.verdict),
                    verdict=found.verdict,
                    same_as=first.get(place.key),
                )
            )
            first.setdefault(place.key, text)
        rows.sort(key=lambda row: ORDER.index(row.verdict or Verdict.UNKNOWN))
        return rows, spent


def added(one: Spent, other: Spent) -> Spent:
    """What both cost together."""
    names = Spent.model_fields
    return Spent(**{name: getattr(one, name) + getattr(other, name) for name in names})
