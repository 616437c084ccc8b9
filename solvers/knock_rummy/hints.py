"""Hints for Knock Rummy in words, each sentence a fact of the position or of the search."""

from collections.abc import Sequence
from math import hypot
from typing import Final

from kibitz.contract.answers import MoveValue, Reason
from kibitz.contract.beliefs import Knock, KnockAgainst
from kibitz.contract.options import Level, Utility
from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.bitboards import card_at
from kibitz.games.knock_rummy.notation import read_move
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER
from kibitz.games.knock_rummy.state import NOBODY, TO_DRAW
from kibitz.solvers.figures import is_lost
from kibitz.solvers.intervals import FEWEST, Z95
from kibitz.solvers.knock_rummy.analysis import knock_now
from kibitz.solvers.knock_rummy.reasons import Scene, costs, reasons, say
from kibitz.solvers.question import Analysis, Question
from kibitz.solvers.wording import Words, head_of, is_valued
from kibitz.solvers.wording import text_of as joined

SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")
RARE: Final = 0.01  # kinds with a smaller share are not spoken of
OVER: Final = "The hand is over: there is nothing left to play."


def area_of(move: int) -> str:
    """Where to look for a move."""
    if move in {DRAW, TURN_OVER}:
        return "the stock"
    if move == TAKE:
        return "the discard pile"
    return "ending the hand" if move >= KNOCK else f"your {SUIT_WORDS[move // 13]}"


def clues(scene: Scene, legal: Sequence[int], best: int, level: Level) -> list[Reason]:
    """What is said at the levels nudge and area; ``legal``: all legal moves."""
    thought = nudge(scene, legal)
    if level == "nudge":
        return [thought]
    ends = KNOCK <= best <= OUT
    return [thought, say("consider_ending") if ends else say("look", area=area_of(best))]


def nudge(scene: Scene, legal: Sequence[int]) -> Reason:
    """What to think about; it gives no move away. ``legal``: all legal moves."""
    if int(scene.record["phase"]) == TO_DRAW:
        top = card_text(card_at(scene.top))
        if scene.following == NOBODY:
            return say("compare_unknown" if DRAW in legal else "compare_shuffled", card=top)
        coming = card_text(card_at(scene.following))
        return say("compare_next" if DRAW in legal else "compare_lowest", card=top, coming=coming)
    if OUT in legal:
        return say("count_unmatched")
    least = min(scene.left(scene.after(move)) for move in legal)
    if any(move >= KNOCK for move in legal):
        if not least:
            return say("may_match_all")
        return say("may_knock", least=least, others=scene.players - 1)
    limit = int(scene.record["knock_limit"])
    if not limit:
        return say("may_not_knock_unmatched", least=least)
    return say("may_not_knock", least=least, limit=limit)


def text_of(
    found: Analysis, scene: Scene, legal: Sequence[int], level: Level, why: Sequence[Reason]
) -> str:
    """The hint at ``level``; each level says more than the one before. ``why``: the reasons."""
    if not found.values:
        return OVER
    best = found.values[0]
    if level in {"nudge", "area"}:
        return joined(clues(scene, legal, read_move(best.move).move, level))
    play = head_of(best.text)
    return f"{play} {joined(why)}" if level == "why" and why else play


def why(found: Analysis, scene: Scene, utility: Utility, knock: Knock | None) -> list[Reason]:
    """The reasons for the best move, what it is worth, and how far the next best is behind.

    ``knock``: what a knock now comes to, where there is one.
    """
    best, rival = found.values[0], next_best(found)
    move = read_move(best.move).move
    other = None if rival is None else read_move(rival.move).move
    said = reasons(scene, move, other)
    worth = worth_of(found, utility, knock)
    # What ends the hand has no long run.
    ends = KNOCK <= move <= OUT
    has_reason = bool(said) or ends or worth.code in {"knock_or_wait", "wait_or_knock"}
    gap = [] if rival is None else gap_to(found, rival, utility, has_reason=has_reason)
    if rival is not None and [reason.code for reason in gap] == ["behind_points"]:
        # Where the worth compares with the same move, the difference can be seen.
        compared = worth.args.get("waiting" if move >= KNOCK else "knock")
        gap = [] if compared == rival.score.value else gap
    if unvalued := sum(row.score.kind == "bound" for row in found.values):
        gap.append(say("others_unvalued", count=unvalued))
    if utility == "match" and knock is not None and move >= KNOCK and knock.deadwood:
        said.append(say("knock_wins", wins=knock.wins))
    if worth.code == "value_exact" and [reason.code for reason in said] == ["ends_unscored"]:
        return [*said, *gap]  # nothing, which has been said
    return [*costs(scene, move, other), *said, worth, *on_others(scene, knock, worth), *gap]


def on_others(scene: Scene, knock: Knock | None, worth: Reason) -> list[Reason]:
    """What waiting makes where an opponent is sharp and where it is patient, if that decides.

    It does where a knock is better against the sharp and waiting against the patient, both by more
    than chance makes of it. Kinds that an opponent can hardly be are not spoken of.
    """
    if knock is None or worth.code not in {"knock_or_wait", "wait_or_knock"}:
        return []
    rows = {row.kind: row for row in knock.against if row.share >= RARE}
    sharp, patient = rows.get("sharp"), rows.get("under_10")
    if sharp is None or patient is None or sharp.waiting >= patient.waiting:
        return []
    if not clear(sharp, sharp.points - sharp.waiting):
        return []
    if not clear(patient, patient.waiting - patient.points):
        return []
    others, made = scene.players - 1, {"sharp": sharp.waiting, "patient": patient.waiting}
    return [say("depends_on_others", others=others, **made)]


def clear(row: KnockAgainst, ahead: float) -> bool:
    """Whether a move ahead by so much of the other against a kind is so by more than chance."""
    return ahead > Z95 * hypot(row.points_error, row.waiting_error)


def next_best(found: Analysis) -> MoveValue | None:
    """The best move valued that is not the same as the advised one."""
    best, *others = found.values
    rivals = (row for row in others if row.same_as != best.move and row.score.kind != "bound")
    return next(rivals, None)


def worth_of(found: Analysis, utility: Utility, knock: Knock | None) -> Reason:
    """What the best move makes; where a knock is in question, against waiting."""
    best = found.values[0]
    score = best.score
    goes_on = read_move(best.move).move < KNOCK
    if score.kind == "exact" and (knock is None or not knock.deadwood or goes_on):
        return say("value_exact", points=score.value)
    if utility == "match":
        ends = {"low": score.low, "high": score.high}
        return say("value_chance", chance=score.value, **ends, games=score.samples)
    waits = [row for row in found.values if read_move(row.move).move < KNOCK]
    few = any(0 < row.score.samples < FEWEST for row in (best, *waits[:1]))
    if knock is not None and knock.deadwood and not few:
        if goes_on:
            wins, points = knock.wins, knock.points
            return say("wait_or_knock", points=score.value, wins=wins, knock=points)
        if waits and waits[0].score.kind != "exact":  # else there is no waiting
            waiting = waits[0].score
            made = {"waiting": waiting.value, "low": waiting.low, "high": waiting.high}
            return say("knock_or_wait", wins=knock.wins, points=score.value, **made)
        return say("knock_now", wins=knock.wins, points=score.value)
    return say("value_points", points=score.value, games=score.samples)


def gap_to(
    found: Analysis, rival: MoveValue, utility: Utility, *, has_reason: bool
) -> list[Reason]:
    """How far the next best move is behind, as far as that is known.

    ``has_reason``: whether other reasons were given; else it is what decides.
    """
    exact = rival.score.kind == found.values[0].score.kind == "exact"
    # How a card lies in the hand afterwards is not what is done instead.
    done = {"rival": rival.move, "instead": f"to {rival.text.split(',')[0]}"}
    if exact and rival.loss == 0:
        return [say("as_good", **done)]
    if rival.move in found.same:
        return [say("same_so_far", **done)]
    if not exact and rival.move not in found.clear:
        return [say("not_told_apart", **done)]
    error, in_match = 0.0 if exact else found.errors[rival.move], utility == "match" and not exact
    factor = 100 if in_match else 1
    if not exact and is_lost(factor * rival.loss, factor * error):  # behind by less than is shown
        return []
    # What is exact has no long run.
    code = "behind" if has_reason or exact else "ahead"
    if in_match:
        return [say(f"{code}_chance", **done, chance=rival.loss, error=error)]
    return [say(f"{code}_points", **done, points=rival.loss, error=error)]


def words_of(question: Question, found: Analysis, level: Level) -> Words:
    """What a hint says at ``level``."""
    scene, area, reasons = Scene(question.view[0]), None, None
    if found.values:
        best = found.values[0]
        area = [area_of(read_move(best.move).move)]
        if level == "why" and is_valued(best):
            knock = knock_now(question, found) if question.information == "hidden" else None
            reasons = why(found, scene, question.utility, knock)
    return Words(text_of(found, scene, question.legal, level, reasons or []), area, reasons)
