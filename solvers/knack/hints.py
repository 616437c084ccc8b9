"""Hints for K'nack. Every sentence is a fact of the position or of the analysis."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kibitz.contract.answers import MoveValue, Proof, Reason, Score
from kibitz.contract.options import Level
from kibitz.games.knack.notation import read_move
from kibitz.games.knack.play import CALLED, CELLS, LAY, PASS
from kibitz.games.knack.state import SIDE
from kibitz.games.knack_field.rules import JOKER_KIND
from kibitz.games.knack_field.table import place_of
from kibitz.games.knack_field.words import named, neighbours
from kibitz.games.protocol import State
from kibitz.solvers.intervals import CLEAR, Z95
from kibitz.solvers.knack.reasons import (
    fact_of,
    facts,
    laid_kinds,
    reasons,
    strengths,
    with_call,
)
from kibitz.solvers.knack.sentences import WORDING
from kibitz.solvers.question import Analysis, Question
from kibitz.solvers.wording import UNSURE, Words, head_of
from kibitz.solvers.wording import text_of as joined

FEW: Final = 8  # games that say nothing by themselves
SURE: Final = ("sure_win", "sure_first", "sure_place")


def value_reason(score: Score, *, hidden: bool) -> Reason:
    """What the best move makes; ``hidden``: by a seat that does not see all cards."""
    places = score.unit == "points"
    if score.kind == "bound":
        return WORDING.say("unvalued")
    if score.kind == "exact" and hidden:
        if places and score.value < 1.0:
            return WORDING.say("sure_place", worth=score.value)
        return WORDING.say("sure_first" if places else "sure_win")
    if score.kind == "exact":
        if places:
            return WORDING.say("open_worth", worth=score.value)
        code = {1.0: "open_win", 0.0: "open_loss"}.get(score.value)
        return WORDING.say(code) if code else WORDING.say("open_tie", share=score.value)
    ends = {"low": score.low, "high": score.high, "games": score.samples}
    if places:
        return WORDING.say("worth", worth=score.value, **ends)
    unsure = score.high - score.low > UNSURE or score.samples < FEW
    code = "chance_unsure" if unsure else "chance"
    return WORDING.say(code, chance=score.value, **ends)


def rivals_of(found: Analysis) -> list[MoveValue]:
    """The moves that do not lead to the same game as the best one, best first.

    Where the best one calls K'nack!, moves without the call are no rivals.
    """
    best, *others = found.values
    others = [value for value in others if value.same_as != best.move]
    if read_move(best.move).move < CALLED:
        return others
    return [value for value in others if read_move(value.move).move >= CALLED]


def moved(value: MoveValue) -> int:
    """The move of a row."""
    return read_move(value.move).move


def in_words(value: MoveValue) -> str:
    """A move in words that fit into a sentence: the card and its cell, or what is done."""
    text = value.text.replace(", and call K'nack!", " with a call of K'nack!")
    text = text.replace(", without", " without").partition(", who ")[0]
    text = text.replace("joker", "a joker", 1) if "JK" in value.move else text
    return text if "@" in value.move else f"to {text}"


def is_clear(found: Analysis, value: MoveValue) -> bool:
    """Whether a move is certainly behind the best one, or the same."""
    estimated = "estimate" in {value.score.kind, found.values[0].score.kind}
    return not estimated or value.move in found.clear


def behind(found: Analysis, rival: MoveValue) -> dict[str, str | float]:
    """A move and how far it is behind, with half the 95 % interval of that; 0 where it is exact."""
    error = found.errors.get(rival.move, 0.0)
    return {"move": rival.move, "words": in_words(rival), "loss": rival.loss, "error": error}


def distance_reasons(found: Analysis, moves: int) -> list[Reason]:
    """How far the next best different move is behind, as far as that is known.

    ``moves``: how many there are; of a search that goes on not all may be among the rows.
    """
    best, rivals = found.values[0], rivals_of(found)
    same = sum(value.same_as == best.move for value in found.values)
    if not rivals and not same:
        return [WORDING.say("only_laying" if len(found.values) == moves else "not_all_valued")]
    said = [WORDING.say("same_game", moves=same)] if same else []
    if not rivals:
        return said
    rival = rivals[0]
    proved = found.proof is Proof.EXHAUSTIVE
    if proved and rival.score.kind != "exact":  # a win for certain needs no comparison
        return said
    if "bound" in {best.score.kind, rival.score.kind}:
        return [*said, WORDING.say("not_all_valued")]
    points = "_points" if best.score.unit == "points" else ""
    clear = is_clear(found, rival)
    if rival.loss == 0 or (points and not clear and round(rival.loss, 2) == 0):
        exact = "exact" in {best.score.kind} & {rival.score.kind}
        code = "as_good" if exact else "level"
        games = rival.score.samples
        few = not exact and not clear and games < FEW
        said.append(
            WORDING.say("hardly_tried", move=rival.move, words=in_words(rival), games=games)
            if few
            else WORDING.say(code, move=rival.move, words=in_words(rival))
        )
    elif clear:
        said.append(WORDING.say("behind" + points, **behind(found, rival)))
    else:
        done = {"move": rival.move, "words": in_words(rival)}
        said.append(WORDING.say("close" + points, **done, loss=rival.loss))
    unclear = [value for value in rivals[1:] if not is_clear(found, value)]
    if unclear and clear and not proved:
        said.append(WORDING.say("open_rivals", moves=len(unclear)))
    worse = clearly_worse(found, rivals)
    if worse and not clear:
        last = {"move": worse[-1].move, "words": in_words(worse[-1])}
        said.append(WORDING.say("worse", moves=len(worse), **last))
    return said


def clearly_worse(found: Analysis, rivals: Sequence[MoveValue]) -> list[MoveValue]:
    """Those of some moves that are behind the best one by ``CLEAR`` standard errors, worst last.

    That is more than where one move is called behind, as many are called worse at once.
    """
    return [
        value
        for value in rivals
        if value.loss > max(0.0, CLEAR / Z95 * found.errors.get(value.move, 0.0))
    ]


def joker_reasons(found: Analysis, state: State) -> list[Reason]:
    """What the joker gains when it is laid, though another card could be."""
    best = found.values[0]
    if not state[0]["field"]["count"] or not best.move.startswith("JK@"):
        return []
    others = [v for v in found.values if laid_kinds(read_move(v.move).move) != JOKER_KIND]
    if not others or not is_clear(found, others[0]) or others[0].loss == 0:
        return []
    code = "joker_pays_points" if best.score.unit == "points" else "joker_pays"
    return [WORDING.say(code, **behind(found, others[0]))]


def reasons_of(found: Analysis, state: State, best: int, legal: Sequence[int]) -> list[Reason]:
    """All that a hint says of the best move, in order; ``state``: what may be used."""
    hidden = int(state[0]["viewer"]) >= 0
    ends = [
        value_reason(found.values[0].score, hidden=hidden),
        *distance_reasons(found, len(legal)),
    ]
    if len(legal) == 1:
        return [WORDING.say("only_move"), *(r for r in ends[:1] if r.code in SURE)]
    paid = joker_reasons(found, state)
    if any(reason.code.startswith("joker_pays") for reason in paid):
        # How far the next best is behind has been said, if that is the best other card.
        ends = [r for r in ends if r.args.get("move") != paid[0].args["move"]]
    return [*_speaking_for(found, state, best, legal), *paid, *ends]


def _speaking_for(found: Analysis, state: State, best: int, legal: Sequence[int]) -> list[Reason]:
    """What speaks for the best move over the next best.

    If nothing does, and that is not known to be behind, what speaks as much for both over the next
    best with another card, or else over the worst.
    """
    rivals = rivals_of(found)
    if not rivals:
        return reasons(state, best, None, legal)
    own = facts(state, best)
    said = reasons(state, best, moved(rivals[0]), legal, own)
    if said or (rivals[0].loss > 0 and is_clear(found, rivals[0])):
        return said
    mine = {fact_of(reason): strength for reason, strength, _ in own}
    theirs = strengths(state, with_call(moved(rivals[0]), legal))
    laying = [value for value in rivals if moved(value) >= LAY]
    rest = [value for value in laying if laid_kinds(moved(value)) != laid_kinds(best)]
    for other in (*rest[:1], *clearly_worse(found, laying)[-1:]):
        said = [
            reason
            for reason in reasons(state, best, moved(other), legal, own)
            if theirs.get(fact_of(reason), 0.0) <= mine.get(fact_of(reason), 0.0)
        ]
        if said:
            return [*said, WORDING.say("over_other", move=other.move, words=in_words(other))]
    return []


def text_of(
    found: Analysis,
    state: State,
    best: int | None,
    legal: Sequence[int],
    level: Level,
    said: Sequence[Reason],
) -> str:
    """The hint at ``level``; each level says more than the one before.

    ``state``: what the seat to move sees. ``best, legal``: moves. ``said``: the reasons.
    """
    if best is None:
        return "The game is over: there is nothing left to play."
    record = state[0]
    if level in ("nudge", "area"):
        return joined(clues(record, best, legal, level, alike=_all_alike(found, len(legal))))
    head = head_of(found.values[0].text)
    return head if level == "move" else f"{head} {joined(said)}"


def words_of(question: Question, found: Analysis, level: Level) -> Words:
    """What a hint says at ``level``."""
    view, legal = question.view, question.legal
    if not found.values:
        return Words(text_of(found, view, None, legal, level, []), reasons=[])
    move = read_move(found.values[0].move).move
    said = reasons_of(found, view, move, legal) if level == "why" else []
    return Words(text_of(found, view, move, legal, level, said), area_of(view[0], move), said)


def area_of(record: np.void, best: int) -> list[str]:
    """The cards beside the cell to look at, or the place of the hand."""
    if best <= LAY or not int(record["field"]["count"]):
        return ["hand"]
    place = place_of(SIDE, best % CALLED % CELLS)
    return [named(card) for card, _ in neighbours(record["field"], *place)]


def _all_alike(found: Analysis, moves: int) -> bool:
    """Whether there are several moves, and all of them lead to the same game."""
    best, *others = found.values
    alike = all(value.same_as == best.move for value in others)
    return 1 < moves == len(found.values) and alike


def clues(
    record: np.void, best: int, legal: Sequence[int], level: Level, *, alike: bool
) -> list[Reason]:
    """What is said at the levels nudge and area; ``record``: the view, ``best, legal``: moves.

    ``alike``: all of them lead to the same game.
    """
    said = [WORDING.say("all_alike", moves=len(legal)) if alike else nudge(record, best, legal)]
    if level == "area" and best != PASS:
        in_hand = best <= LAY or not int(record["field"]["count"])
        look = WORDING.say("look_hand")
        said.append(look if in_hand else WORDING.say("look_beside", cards=area_of(record, best)))
    return said + [WORDING.say("call")] * (best >= CALLED)


def nudge(record: np.void, best: int, legal: Sequence[int]) -> Reason:
    """What to think about; it gives no move away but a forced one."""
    if best == PASS:
        return WORDING.say("must_pass")
    if len(legal) == 1:
        return WORDING.say("one_move")
    if best >= CALLED and {move % CALLED for move in legal} == {best % CALLED}:
        return WORDING.say("one_way")
    if best < LAY:
        return WORDING.say("think_giving")
    if not int(record["field"]["count"]):
        return WORDING.say("think_free")
    if int(record["held"][int(record["turn"])]) == 1:
        return WORDING.say("last_card")
    cells = {move % CALLED % CELLS for move in legal if move != PASS}
    if len(cells) == 1:
        return WORDING.say("think_cell")
    return WORDING.say("think_cells", cells=len(cells), others=int(record["players"]) - 1)
