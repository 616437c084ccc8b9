"""Knaves: what a review needs to know of the game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from kibitz.contract.answers import Reason
from kibitz.contract.review import Thresholds
from kibitz.games.game import Game
from kibitz.games.knaves.notation import NO_CALL_TEXT
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.record import judge
from kibitz.games.protocol import State, run_apply
from kibitz.games.record import Record
from kibitz.heuristics.knaves.beliefs import beliefs
from kibitz.solvers.budget import Budget
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.intervals import is_clear_gain
from kibitz.solvers.ismcts.onward import Arena, OutOfTime, ends_after
from kibitz.solvers.knaves.analysis import OPTIONS, SETTING, match_options, match_table
from kibitz.solvers.knaves.reasons import reasons
from kibitz.solvers.knaves.sentences import REVIEWING
from kibitz.solvers.played import Moment, Played, replayed
from kibitz.solvers.question import Question

ASKED: Final = 2  # opponents who may call a card
ROUNDS: Final = 1024  # played on for a reason


def replayed_round(game: Game, found: Record[Position]) -> Played:
    """See `solvers.reviewing.replayed`; of a real round with what went wrong in it.

    Revokes, exposed cards, corrections and claims are no decisions, nor are calls in a record that
    leaves out who called nothing. The points of the end are those after all charges.
    """
    start, moves = found.start, found.moves
    if any(start.hidden) or game.replay(start, moves).first_illegal is None:
        return replayed(game, found)
    moments, judged = list[Moment](), judge(start, ())
    for ply, text in enumerate(moves):
        before, judged = judged, judge(start, moves[: ply + 1])
        position = before.position
        if NO_CALL_TEXT not in moves and text.startswith("call-"):
            continue  # nobody knows which opponent called
        state = game.state(position)
        if int(state[0]["turn"]) != int(state[0]["player"]) and "call" not in text:
            position = replace(position, declined=ASKED)
            state = game.state(position)
        state[0]["called"] = before.called
        legal = game.legal(state)
        move = next((move for move in legal if game.move_text(move) == text), None)
        if move is not None:
            seat, after = int(state[0]["turn"]), game.state(judged.position)
            moments.append(Moment(ply, seat, position, state, legal, move, text, after))
    position = judged.position
    end = game.state(position)
    end[0]["points"] += np.array(judged.charges, np.int16)
    return Played(start, moments, position, end, game.over(end), len(moves), found.seats)


def takes_better(arena: Arena, best: int, played: int, seed: int, budget: Budget) -> list[Reason]:
    """What the seat to move takes in rounds played on after each move, where ``best`` makes more.

    Nothing where that is not clear in so few rounds, or no time is left for them.
    """
    seat = int(arena.root[0]["turn"])
    try:
        ends = [ends_after(arena, move, ROUNDS, seed, budget) for move in (best, played)]
    except OutOfTime:
        return []
    made = [end["points"][:, seat].astype(float) for end in ends]
    took = [end["tricks"][:, seat].astype(float) for end in ends]
    if not is_clear_gain(made[0] - made[1]):
        return []
    tricks = [round(float(each.mean()), 2) for each in took]
    costs = [
        round(float((each - points).mean()), 2) for each, points in zip(took, made, strict=True)
    ]
    return [
        REVIEWING.say(
            "takes",
            tricks=tricks[0],
            cost=costs[0],
            games=ROUNDS,
            tricks_played=tricks[1],
            cost_played=costs[1],
        )
    ]


class KnavesReviewer(HiddenReviewer):
    """Chance deals the cards and nothing else."""

    point_thresholds = Thresholds(inaccuracy=0.25, mistake=0.5, blunder=0.75)
    luck_weight = 0.65
    replay = staticmethod(replayed_round)

    def arena(self, question: Question, lines: Sequence[Sequence[int]]) -> Arena:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.arena`."""
        return self._arena(question.seen, question.view, [line[0] for line in lines])

    def onward(self, position: Any, state: State, line: tuple[int, ...] = ()) -> Arena:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.onward`."""
        after = state.copy()
        for move in line:
            run_apply(after, move)
        return self._arena(position, after)

    def is_fresh(self, state: State) -> bool:
        """See :meth:`kibitz.solvers.review_luck.LuckReviewer.is_fresh`."""
        return int(state[0]["count"]) == 0

    def speaks_for(
        self, question: Question, line: Sequence[int], rival: Sequence[int]
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.speaks_for`."""
        where = beliefs(question.view, question.seat)
        return reasons(question.view[0], line[0], question.legal, where, rival[0])

    def from_games(
        self, question: Question, lines: Sequence[Sequence[int]], budget: Budget
    ) -> list[Reason]:
        """See :meth:`kibitz.solvers.hidden_review.HiddenReviewer.from_games`: what is taken."""
        best, played = (line[0] for line in lines)
        return takes_better(self.arena(question, []), best, played, question.seed, budget)

    def _arena(self, position: Any, root: State, candidates: Sequence[int] = ()) -> Arena:
        if self.utility() != "match":
            return Arena(root, SETTING, OPTIONS, None, candidates)
        table = match_table(position, root)
        seat = int(root[0]["turn"])
        return Arena(root, SETTING, match_options(table, seat), table, candidates)
