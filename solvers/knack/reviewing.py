"""K'nack: what a review needs to know of the game."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from kibitz.contract.answers import Reason, Score
from kibitz.games.cards import UNSEEN
from kibitz.games.knack.notation import read_move
from kibitz.games.knack.play import CALLED, CELLS, PASS
from kibitz.games.knack.rules import HAND_SIZE, NOBODY
from kibitz.games.knack_field.words import named
from kibitz.games.protocol import State, run_apply
from kibitz.heuristics.knack.past import traced
from kibitz.solvers.budget import Budget
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.ismcts.onward import Arena
from kibitz.solvers.knack.hints import value_reason
from kibitz.solvers.knack.passing import fewer_passes
from kibitz.solvers.knack.reasons import reasons, with_call
from kibitz.solvers.knack.widening import OPTIONS
from kibitz.solvers.knack.worlds import SETTING
from kibitz.solvers.played import Moment
from kibitz.solvers.question import Question
from kibitz.solvers.review_luck import Generator

PLAYING_ON: Final = replace(OPTIONS, worlds="uniform")


class KnackReviewer(HiddenReviewer):
    """Chance deals, and gives the cards that are drawn from the decks."""

    luck_samples = 48
    luck_weight = 0.5

    def arena(self, question: Question, lines: Sequence[Sequence[int]]) -> Arena:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.arena`."""
        view = traced(question.view)
        return Arena(view, SETTING, PLAYING_ON, None, [line[0] for line in lines])

    def onward(self, position: Any, state: State, line: tuple[int, ...] = ()) -> Arena:  # noqa: ARG002
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.onward`."""
        after = state.copy()
        for move in line:
            run_apply(after, move)
        return Arena(after, SETTING, PLAYING_ON, None)

    def instead_of(self, question: Question, move: str) -> str:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.instead_of`: with the call."""
        return self.game.move_text(with_call(read_move(move).move, question.legal))

    def speaks_for(
        self, question: Question, line: Sequence[int], rival: Sequence[int]
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.speaks_for`."""
        return reasons(question.view, line[0], rival[0], question.legal)

    def from_games(
        self, question: Question, lines: Sequence[Sequence[int]], budget: Budget
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.from_games`: who has to pass."""
        best, played = (line[0] for line in lines)
        return fewer_passes(question.view, best, played, question.seed, budget)

    def proof_of(self, score: Score) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.proof_of`."""
        return [value_reason(score, hidden=True)] if score.kind == "exact" else []

    def is_fresh(self, state: State) -> bool:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.is_fresh`."""
        return int(state[0]["field"]["count"]) == 0

    def unseen(self, state: State) -> int:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.unseen`."""
        return sum(len(range(first, size)) for _, first, size in self._decks(state))

    def shuffle(self, state: State, generator: Generator) -> None:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.shuffle`."""
        record = state[0]
        aside = record["aside"][: int(record["aside_size"])]
        decks = [record["decks"][seat][first:size] for seat, first, size in self._decks(state)]
        cards = np.concatenate([*decks, aside])
        generator.shuffle(cards)
        place = 0
        for part in (*decks, aside):
            part[:] = cards[place : place + len(part)]
            place += len(part)

    def recall(self, state: State, moment: Moment) -> bool:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.recall`."""
        record = state[0]
        top = int(record["deck_sizes"][moment.seat]) - 1
        drawn = int(moment.state[0]["decks"][moment.seat, top])
        parts = [record["decks"][seat][first:size] for seat, first, size in self._decks(state)]
        parts.append(record["aside"][: int(record["aside_size"])])
        for part in parts:
            found = np.flatnonzero(part == drawn)
            if len(found):
                part[found[-1]] = record["decks"][moment.seat, top]
                record["decks"][moment.seat, top] = drawn
                return True
        return False

    def passes(self, moment: Moment) -> bool:
        """See :meth:`kibitz.solvers.reviewing.Reviewer.passes`."""
        return moment.move == PASS

    def turned_up(self, moment: Moment) -> str:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.turned_up`."""
        seat = moment.seat
        before, after = (
            Counter(state[0]["hands"][seat][: int(state[0]["held"][seat])].tolist())
            for state in (moment.state, moment.after)
        )
        # Where the record is that of another seat, the hand has cards that nobody knows.
        before[moment.move % CALLED // CELLS if UNSEEN not in before else UNSEEN] -= 1
        card = next(iter(after - before), UNSEEN)
        drew = "a card" if card == UNSEEN else named(card)
        return f"{self.named(seat)} drew {drew}"

    def _decks(self, state: State) -> list[tuple[int, int, int]]:
        """Of each seat where the cards of its deck begin that nobody knows, and where they end.

        The lowest ones may have been given by seats that know them.
        """
        record, found = state[0], []
        for seat in range(int(record["players"])):
            size = int(record["deck_sizes"][seat])
            givers = record["deck_givers"][seat][: min(size, HAND_SIZE)]
            known = np.flatnonzero(givers != NOBODY)
            found.append((seat, int(known[-1]) + 1 if len(known) else 0, size))
        return found
