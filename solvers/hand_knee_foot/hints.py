"""Hints for Hand, Knee and Foot in words, each sentence a fact of the position or the search."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kibitz.contract.answers import MoveValue, PlanValue, Reason, Score
from kibitz.contract.options import Level, Utility
from kibitz.games.hand_knee_foot.kinds import KINDS
from kibitz.games.hand_knee_foot.moves import (
    ASK,
    BURY,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    LEAVE,
    MELD,
    NO,
    SHUFFLE,
    STOP,
    TAKE,
    YES,
)
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.state import ENDED, IN_HAND, TO_DRAW, TO_PLAY
from kibitz.games.hand_knee_foot.words import describe_turn, infinitive
from kibitz.games.protocol import State
from kibitz.solvers.figures import is_lost
from kibitz.solvers.hand_knee_foot.reasons import legal_in, reasons, say, turn_of
from kibitz.solvers.question import Analysis, Question
from kibitz.solvers.wording import Words, favouring
from kibitz.solvers.wording import text_of as text_of_reasons

MOST_OMITTED: Final = 2  # parts of a turn that a sentence names as left out


def area_of(line: Sequence[int]) -> list[str]:
    """Where to look for a turn."""
    found = []
    for move in line:
        if move < KINDS:
            area = "your discard"
        elif MELD <= move < BURY:
            area = "your side's melds"
        elif BURY <= move < DRAW:
            area = "cards to bury"
        elif move in (DRAW, SHUFFLE, STOP):
            area = "the stock"
        elif move == TAKE:
            area = "the discard pile"
        elif move == LAY:
            area = "red threes"
        elif move in (KNEE, LEAVE, FOOT):
            area = "your next pile"
        else:
            area = "going out"
        if area not in found:
            found.append(area)
    return found


def text_of(
    found: Analysis, state: State, line: Sequence[int], level: Level, why: Sequence[Reason]
) -> str:
    """The hint at ``level``; each level says more than the one before.

    ``state``: the view. ``line``: the turn to play, as far as it can be said. ``why``: the reasons.
    """
    if not line:
        return "The round is over: there is nothing left to play."
    if level in ("nudge", "area"):
        return text_of_reasons(clues(state, line, level))
    text = sentence_of(state, line)
    return " ".join([text, *(reason.text for reason in why)]) if level == "why" else text


def why(found: Analysis, state: State, line: Sequence[int], utility: Utility) -> list[Reason]:
    """The reasons for the best turn, what it is worth, and how far the next best is behind.

    ``state``: the view. ``line``: the turn, as far as it can be said.
    """
    if not line:
        return []
    rows = found.plans if found.plans is not None else found.values
    rival, other = _next_different(state, line, rows[1:])
    said = for_it = reasons(state, line)
    if other:
        for_it = favoured(said, reasons(state, other))
        # That the round ends is said in any case: the words of the moves do not. What speaks for
        # the next best as well says at least why this turn is good, where it is no better.
        if for_it or _is_behind(found, rival):
            said = [r for r in said if r.code == "goes_out" or r in for_it]
    said = list({reason.text: reason for reason in said}.values())
    # What ends the round has no long run.
    ends = turn_of(state, line).after["phase"] == ENDED
    instead = instead_of(state, line, other) if other else ""
    others = int(state[0]["teams"]) - 1
    worth = _worth_of(rows[0].score, utility, others)
    if rival is None and len(rows) > 1:
        return [*said, worth]
    gap = _gap_to(found, rival, instead, utility, told_why=bool(said) or ends)
    if said and not for_it and [r.code for r in gap] == ["not_told_apart"]:
        gap.append(say("as_much"))
    return [*said, worth, *gap]


def _next_different(
    state: State, line: Sequence[int], rows: Sequence[MoveValue | PlanValue]
) -> tuple[MoveValue | PlanValue | None, Sequence[int]]:
    """The best of ``rows`` that does not come to the same as ``line`` in the end, and its moves."""
    ends = turn_of(state, line).states[-1].tobytes()
    for row in rows:
        turn = turn_of(state, [read_move(text).move for text in _line_of(row)])
        if not turn.line or turn.states[-1].tobytes() != ends:
            return row, turn.line
    return None, []


# How much a reason says, where the next best turn may have the fact with other cards or numbers.
_AMOUNTS: Final[Mapping[str, Callable[[Any], float]]] = {
    "left_before": lambda args: 1 - 1 / (1 + args["count"]),
    "in_sight": lambda args: 1 + args["seen"] / args["all"],  # it counts those in the pile, too
    "makes_book": lambda args: args["points"],
    "buries": lambda args: args["cards"],
    "still_needs": lambda args: -len(args["books"]),
    "lone_card": lambda _: 1,
    "closes_pile": lambda _: 1,
    "blocks_pile": lambda _: 1,
    "no_room": lambda _: 1,
}
# Codes of the same fact: cards that are gone, and a pile that the next seat cannot take.
_ALIKE: Final = {
    "left_before": "in_sight",
    "blocks_pile": "closes_pile",
    "no_room": "closes_pile",
}


def favoured(said: Sequence[Reason], against: Sequence[Reason]) -> list[Reason]:
    """Those of all reasons for a turn that do not hold as much or more for the next best."""
    mine, theirs = (_amounts(reasons) for reasons in (said, against))
    kept = (r for r in said if r.code not in _AMOUNTS or mine[_fact(r)] > theirs[_fact(r)])
    return favouring(kept, against)


def _fact(reason: Reason) -> str:
    return _ALIKE.get(reason.code, reason.code)


def _amounts(reasons: Sequence[Reason]) -> defaultdict[str, float]:
    """How much reasons say together, by what they state."""
    found = defaultdict[str, float](float)
    for reason in reasons:
        if reason.code in _AMOUNTS:
            found[_fact(reason)] += _AMOUNTS[reason.code](reason.args)
    return found


def sentence_of(state: State, moves: Sequence[int]) -> str:
    """A turn as a sentence that advises it: ``Meld three kings, then discard a 9.`` and so on."""
    said = _words(state, moves)
    return f"{said[0].upper()}{said[1:]}."


def _words(state: State, moves: Sequence[int]) -> str:
    """Moves of a turn in words: ``meld three kings, then discard a 9``."""
    *others, last = describe_turn(state[0], moves)
    return f"{', '.join(others)}, then {last}" if others else last


def instead_of(state: State, best: Sequence[int], rival: Sequence[int]) -> str:
    """What the next best turn does that the best does not, or leaves out: ``to discard a 9``.

    If all that it does differently is to put down more, just that is named. Of a turn that leaves
    out much every move is named.
    """
    others = list((Counter(rival) - Counter(best)).elements())
    left_out = list((Counter(best) - Counter(rival)).elements())
    besides = not left_out and all(MELD <= move < DRAW for move in others)
    if others:  # What ends or begins a turn, or takes up a pile, is done in another way.
        left_out = [move for move in left_out if MELD <= move < DRAW]
    done = f"{infinitive(_words(state, others))}{' as well' * besides}" if others else ""
    not_done = describe_turn(state[0], left_out) if left_out else []
    if len(not_done) > MOST_OMITTED:  # what it does itself is easier to follow
        return infinitive(_words(state, rival))
    omitted = _omitting(not_done) if not_done else ""
    return ", and ".join(filter(None, [done, omitted])) or infinitive(_words(state, rival))


def _omitting(said: Sequence[str]) -> str:
    """That all of this is left out: ``not to meld three 7s``, ``neither to … nor to …``."""
    return f"neither to {' nor to '.join(said)}" if len(said) > 1 else f"not to {said[0]}"


def _line_of(row: MoveValue | PlanValue) -> list[str]:
    return row.moves if isinstance(row, PlanValue) else row.line


def _worth_of(score: Score, utility: Utility, others: int) -> Reason:
    """What the best turn makes; ``others``: how many teams play against it."""
    if score.kind == "exact":
        return say("value_exact", points=score.value)
    if utility == "match":
        ends = {"low": score.low, "high": score.high}
        return say("value_chance", chance=score.value, **ends, rounds=score.samples)
    return say("value_points", points=score.value, rounds=score.samples, others=others)


def _is_behind(found: Analysis, rival: MoveValue | PlanValue | None) -> bool:
    """Whether the next best turn is certainly behind the best."""
    if rival is None or rival.loss == 0:
        return False
    return rival.score.kind == "exact" or _name_of(rival) in found.clear


def _name_of(row: MoveValue | PlanValue) -> str:
    return " ".join(row.moves) if isinstance(row, PlanValue) else row.move


def _gap_to(
    found: Analysis,
    rival: MoveValue | PlanValue | None,
    instead: str,
    utility: Utility,
    *,
    told_why: bool,
) -> list[Reason]:
    """How far the next best turn is behind, as far as that is known.

    ``instead``: what it does instead of the best. ``told_why``: whether other reasons were given
    or the round ends; else it is what decides.
    """
    if rival is None:
        return [say("only_turn")]
    if rival.score.kind == "bound":
        return []
    name = _name_of(rival)
    done = {"rival": name, "instead": instead}
    if rival.score.kind == "exact":
        if rival.loss == 0:
            return [say("as_good", **done)]
        return [say("behind_points", **done, points=rival.loss, error=0.0)]
    if name in found.same or rival.note is None:
        return [say("same_so_far", **done)]
    if name not in found.clear:
        return [say("not_told_apart", **done)]
    error, factor = found.errors[name], 100 if utility == "match" else 1
    if is_lost(factor * rival.loss, factor * error):  # behind by less than is shown
        return []
    code = "behind" if told_why else "ahead"
    if utility == "match":
        return [say(f"{code}_chance", **done, chance=rival.loss, error=error)]
    return [say(f"{code}_points", **done, points=rival.loss, error=error)]


def clues(state: State, line: Sequence[int], level: Level) -> list[Reason]:
    """What is said at the levels nudge and area; ``state``: the view, ``line``: the turn."""
    thought = nudge(state, line)
    return [thought] if level == "nudge" else [thought, say("look", areas=area_of(line))]


def nudge(state: State, line: Sequence[int]) -> Reason:
    """What to think about; it gives no move away."""
    turn = turn_of(state, line)
    record = turn.before
    if line[0] in (ASK, YES, NO):
        return say("think_ending")
    if record["phase"] == TO_DRAW and record["stock_size"] < record["draws"]:
        return say("few_left", cards=int(record["stock_size"]), draws=int(record["draws"]))
    if record["phase"] == TO_DRAW:
        pile, draws = int(record["pile_size"]), int(record["draws"])
        return say("compare_pile", cards=pile, draws=draws)
    if record["phase"] != TO_PLAY:
        return say("more_cards", pile="knee" if record["stage"][turn.seat] == IN_HAND else "foot")
    minimum, laid = int(record["minimum"]), int(record["opening"])
    if laid:
        return say("think_opening", points=laid, minimum=minimum)
    only_discards = max(legal_in(turn.states[0])) < KINDS
    if not record["opened"][turn.team]:
        return say("cannot_open" if only_discards else "think_open", minimum=minimum)
    if only_discards:
        return say("think_discard", **turn.following)
    if not record["pile_size"]:
        return say("think_leave", **turn.following)
    return say("think_play", **turn.following, cards=int(record["pile_size"]))


def words_of(question: Question, found: Analysis, level: Level) -> Words:
    """What a hint says at ``level``."""
    view = question.view
    moves = [read_move(text).move for text in found.values[0].line] if found.values else []
    line = turn_of(view, moves).line
    said = why(found, view, line, question.utility) if level == "why" else []
    return Words(text_of(found, view, line, level, said), area_of(line) if line else None, said)
