"""A move against a face-down stock judged: the way to empty a pile that it takes, and the best way.

A first look values all ways, as ``analyze`` does. Where another way than the one taken leads, the
policy plays both on in the same orders of the unseen cards. Nothing but what was seen before the
move is used, but for what is marked as known in hindsight.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from kibitz.contract.answers import MoveValue, Reason, Spent, StoppedBy, Verdict
from kibitz.contract.options import AnalyzeOptions
from kibitz.contract.review import Decision, ReviewedMove, Thresholds
from kibitz.games.chance import mix
from kibitz.games.knotty_nines.classes import MAX_PILES, SCRATCH_SHAPE, Ints, canonical
from kibitz.games.knotty_nines.notation import read_move
from kibitz.games.knotty_nines.play import SHIFT
from kibitz.games.knotty_nines.position import Position
from kibitz.heuristics.knotty_nines.policy import new_choices
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.budget import Budget
from kibitz.solvers.hidden_review import FIRST_SHARE, judgement_of
from kibitz.solvers.knotty_nines.chances import cards_that_help, unseen_ranks
from kibitz.solvers.knotty_nines.ends import Ends
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.sentences import REVIEWING
from kibitz.solvers.paired_wins import Wins, compared
from kibitz.solvers.progress import ignore
from kibitz.solvers.solitaire_review import loss_of

FIRST_LEAST, FIRST_MOST = 16, 128  # iterations of the first look
REVIEW_STREAM: Final = 3  # the other streams are those of `solvers.knotty_nines.ends`


class Way(NamedTuple):
    """A way to empty a pile: the canonical class of the piles that it leaves."""

    levels: Ints
    extras: Ints

    @property
    def key(self) -> tuple[bytes, bytes]:
        """The same for equal ways."""
        return self.levels.tobytes(), self.extras.tobytes()


def way_of(view: RankView, move: int) -> Way | None:
    """What an emptying leaves; None for an exchange."""
    source, target = divmod(move, SHIFT)
    if view.extras[source] > 0:
        return None
    levels, extras = view.levels.copy(), view.extras.copy()
    levels[target] = view.levels[source]
    extras[target] += 1
    there = (np.arange(len(levels)) != source) & (extras >= 0)
    levels, extras = levels[there], extras[there]
    canonical(levels, extras, len(levels), view.wrap, np.empty(SCRATCH_SHAPE, np.int64))
    return Way(levels, extras)


def judged(
    solver: AnsweringSolver,
    seen: Position,
    move: int,
    decision: Decision,
    thresholds: Thresholds,
    seed: int,
    budget: Budget,
) -> Decision:
    """``decision`` with what can be said of ``move`` from the view ``seen``.

    Moves that only exchange two tops are not judged: they can be taken back.
    """
    view = RankView.of(seen, ())
    own = way_of(view, move)
    if own is None:
        return decision
    question = solver.ask(seen, AnalyzeOptions(seed=str(seed), information="hidden"))
    asked = int(FIRST_SHARE * budget.iterations_left())
    part = budget.ration(max(FIRST_LEAST, min(asked, FIRST_MOST)))
    found = solver.search(question, part, ignore)
    update: dict[str, object] = {"stopped_by": found.stopped, "spent": found.spent}
    if found.verdict is Verdict.UNSOLVABLE:
        lost = {"verdict_before": Verdict.UNSOLVABLE, "verdict_after": Verdict.UNSOLVABLE}
        return decision.model_copy(update=update | lost | {"stopped_by": StoppedBy.SOLVED})
    rows: dict[str, MoveValue] = {value.move: value for value in found.values}
    leading, taken = found.values[0], rows[decision.played]
    update["options"] = [
        ReviewedMove(
            move=row.move, text=row.text, value=row.score, loss=row.loss, same_as=row.same_as
        )
        for row in found.values
    ]
    update |= {"before": leading.score, "after": taken.score}
    if not question.seen.hidden:  # who sees all cards but one knows it
        verdicts = {"verdict_before": leading.verdict, "verdict_after": taken.verdict}
        update |= verdicts | proved(leading, taken)
        return decision.model_copy(update=update)
    best = _way_along(view, leading.line)
    if best.key == own.key:
        update |= {"best": taken.move, "best_text": taken.text, "judgement": "best"}
        return decision.model_copy(update=update | {"loss": loss_of(0.0)})
    wins, stopped = compared(_playing(view, seen, best, own, seed), thresholds, budget)
    loss = wins.loss()
    better = leading if wins.mean > 0 else taken
    update |= {
        "best": better.move,
        "best_text": better.text,
        "loss": loss,
        "judgement": judgement_of(loss.low, loss.high, thresholds) if wins.mean > 0 else "best",
        "before": wins.score(max(wins.first, wins.second)),
        "after": wins.score(wins.second),
        "stopped_by": stopped,
        "spent": Spent(
            nodes=found.spent.nodes,
            states=found.spent.states,
            samples=found.spent.samples + 2 * wins.pairs,
        ),
    }
    if better is leading:
        update["reasons"] = _reasons(view, seen, best, own, decision.played)
    return decision.model_copy(update=update)


def proved(leading: MoveValue, taken: MoveValue) -> dict[str, object]:
    """What a review says where both moves are decided; nothing of a game that is lost anyhow."""
    if leading.verdict is not Verdict.SOLVABLE or taken.verdict is Verdict.UNKNOWN:
        return {}
    if taken.verdict is Verdict.SOLVABLE:
        kept = {"best": taken.move, "best_text": taken.text, "judgement": "best"}
        return kept | {"loss": loss_of(0.0)}
    lost = {"best": leading.move, "best_text": leading.text, "judgement": "blunder"}
    return lost | {"loss": loss_of(1.0)}


def _way_along(view: RankView, line: list[str]) -> Way:
    """The way to empty a pile that the last move of ``line`` takes, after exchanges."""
    levels, extras = view.levels.copy(), view.extras.copy()
    for text in line:
        here = RankView(levels, extras, view.stock, view.wrap, view.clear)
        move, _ = read_move(text)
        way = way_of(here, move)
        if way is not None:
            return way
        source, target = divmod(move, SHIFT)
        levels[target], extras[target] = levels[source], extras[target] + 1
        levels[source], extras[source] = (levels[source] + 1) % 13, extras[source] - 1
    raise AssertionError(f"no pile is emptied by {line}")


def _playing(
    view: RankView, seen: Position, best: Way, own: Way, seed: int
) -> Callable[[int, int], Wins]:
    """A function that plays both ways on, see `solvers.paired_wins.compared`."""
    n, choices = len(best.levels), new_choices()
    levels, extras = (np.zeros((2, MAX_PILES), np.int8) for _ in range(2))
    for row, way in enumerate((best, own)):
        levels[row, :n], extras[row, :n] = way.levels, way.extras
    ends = Ends(view, unseen_ranks(seen), levels, extras, choices)
    stream = np.uint64(mix(np.uint64((seed * 4 + REVIEW_STREAM) % 2**64)))

    def play(first: int, number: int) -> Wins:
        return ends.played_out(stream, first, number)

    return play


def _reasons(view: RankView, seen: Position, best: Way, own: Way, played: str) -> list[Reason]:
    """What speaks for the best way and not for the one taken."""
    unseen = unseen_ranks(seen)
    cards, fewer = (cards_that_help(way, unseen, view.wrap) for way in (best, own))
    if cards <= fewer:
        return []
    code = "helps_more" if cards < len(unseen) else "helps_always"
    return [REVIEWING.say(code, cards=cards, fewer=fewer, unseen=len(unseen), rival=[played])]
