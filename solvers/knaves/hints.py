"""Hints for Knaves: the reasons for the best move, what it is worth, and how far others are behind.

All figures are those of the analysis that found the move.

A nudge says what to think about before any card is named.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kibitz.contract.answers import MoveValue, Reason, StoppedBy
from kibitz.contract.options import Level
from kibitz.games.cards import card_symbol
from kibitz.games.knaves.bitboards import beats, card_at
from kibitz.games.knaves.notation import read_move
from kibitz.games.knaves.play import CALL, NO_CALL
from kibitz.games.knaves.state import SEATS
from kibitz.heuristics.knaves.beliefs import beliefs
from kibitz.heuristics.knaves.network import Reals
from kibitz.solvers.figures import is_lost
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knaves.reasons import guesses, reasons
from kibitz.solvers.knaves.scene import costly_jacks, held, placed, suit_name, text, texts
from kibitz.solvers.knaves.sentences import WORDING
from kibitz.solvers.question import Analysis, Question
from kibitz.solvers.wording import Words, favouring, head_of
from kibitz.solvers.wording import text_of as joined

SHOWN: Final = 2  # decimals of a difference in a sentence
# What is said of the next best move where it is not known to be behind.
EQUAL: Final = frozenset({"level", "as_good"})
UNDECIDED: Final = EQUAL | {"close", "close_in_match", "not_apart"}


def worth(best: MoveValue) -> Reason:
    """What the best move makes."""
    score = best.score
    if score.unit == "win_probability":
        return WORDING.say("wins_match", chance=score.value, games=score.samples)
    if score.kind == "exact":
        return WORDING.say("makes_exactly", points=score.value)
    return WORDING.say("makes", points=score.value, games=score.samples)


def next_best(found: Analysis) -> MoveValue | None:
    """The best move that does not come to the same as the best; None when all do."""
    best, *others = found.values
    return next((value for value in others if value.same_as != best.move), None)


def distance(found: Analysis, rival: MoveValue | None, moves: int) -> Reason:
    """How far the next best move is behind, as far as that is known; ``moves``: how many there are.

    Of a search that goes on not all of them may be among the rows.
    """
    best = found.values[0]
    if rival is None:
        return WORDING.say("all_alike" if len(found.values) == moves else "some_unvalued")
    if "bound" in (best.score.kind, rival.score.kind):
        return WORDING.say("some_unvalued")
    in_match, done = best.score.unit == "win_probability", named(rival)
    factor = 100 if in_match else 1
    less = round(factor * rival.loss, DECIMALS)
    if not found.settled and found.stopped is not StoppedBy.SETTLED:
        if round(less, SHOWN) == 0:
            return WORDING.say("level", **done)
        return WORDING.say("close_in_match" if in_match else "close", **done, less=less)
    exact = best.score.kind == "exact"
    error = 0.0 if exact else round(factor * found.errors[rival.move], DECIMALS)
    # A card that did as well in every deal may still be judged a little lower.
    if rival.loss == 0 or (not exact and is_lost(less, error)):
        return WORDING.say("as_good", **done)
    if exact:
        return WORDING.say("behind_exactly", **done, less=less)
    if less <= error:
        return WORDING.say("not_apart", **done)
    return WORDING.say("behind_in_match" if in_match else "behind", **done, less=less, error=error)


def named(value: MoveValue) -> dict[str, str]:
    """A move as code and in words: ``7♣``, ``calling 7♣``."""
    move = read_move(value.move)
    card = "no card" if move == NO_CALL else card_symbol(card_at(move % CALL))
    return {"move": value.move, "words": f"calling {card}" if move >= CALL else card}


def why(
    found: Analysis, record: np.void, legal: Sequence[int], chances: Reals | None
) -> list[Reason]:
    """What speaks for the best move over the next best, and the figures.

    ``legal``: moves. ``chances``: where the cards may lie, or None with open hands.
    """
    if not found.values:
        return [WORDING.say("over")]
    where = placed(record) if chances is None else chances
    best, rival = found.values[0], next_best(found)
    gap = distance(found, rival, len(legal))
    said = list[Reason]()  # where all come to the same, nothing speaks for one of them
    if rival is not None:
        one, other = read_move(best.move), read_move(rival.move)
        mine = reasons(record, one, legal, where, other)
        said = favouring(mine, reasons(record, other, legal, where, one))
        if not said and gap.code in UNDECIDED:  # then what speaks for both of them
            said = mine
            if mine and gap.code not in EQUAL:
                said = [*mine, WORDING.say("both", **named(rival))]
    return [*said, *guesses(said, chances), worth(best), gap]


def text_of(
    found: Analysis, record: np.void, legal: Sequence[int], level: Level, given: Sequence[Reason]
) -> str:
    """The hint at ``level``; each level says more than the one before. ``given``: see :func:`why`.

    ``legal``: moves.
    """
    alike = 1 < len(legal) == len(found.values) and next_best(found) is None
    thought = WORDING.say("all_alike") if alike else nudge(record, legal)
    if level == "nudge" or not found.values:
        return thought.text
    best = found.values[0]
    move = read_move(best.move)
    if level == "area":
        return joined(filter(None, [thought, look(record, move)]))
    called = best.text.removesuffix(" called")
    said = head_of(f"call {called}" if move >= CALL else best.text)
    return f"{said} {joined(given)}" if level == "why" else said


def words_of(question: Question, found: Analysis, level: Level) -> Words:
    """What a hint says at ``level``."""
    view, legal = question.view, question.legal
    move = read_move(found.values[0].move) if found.values else NO_CALL
    area = None if move == NO_CALL else [suit_name(move)]
    given = []
    if level == "why":
        guessing = question.information == "hidden" and bool(legal)
        given = why(found, view[0], legal, beliefs(view, question.seat) if guessing else None)
    return Words(text_of(found, view[0], legal, level, given), area, given)


def nudge(record: np.void, legal: Sequence[int]) -> Reason:
    """What decides here, as far as the seat to move sees."""
    if not legal:
        return WORDING.say("over")
    if int(record["turn"]) != int(record["player"]):
        cards = texts([move - CALL for move in legal if move != NO_CALL])
        return WORDING.say("may_call", cards=cards, seat=int(record["player"]))
    return _leading(record) if int(record["led"]) < 0 else _following(record, legal)


def look(record: np.void, move: int) -> Reason | None:
    """Where to look for a move; None where nothing is to be called."""
    if move == NO_CALL:
        return None
    if move >= CALL:
        return WORDING.say("look_at_exposed", suit=suit_name(move), seat=int(record["player"]))
    return WORDING.say("look_at", suit=suit_name(move))


def _leading(record: np.void) -> Reason:
    own = held(record, int(record["player"]))
    jacks = costly_jacks(record)
    mine = [place for place in jacks if place in own]
    theirs = [place for place in jacks if place not in own and not int(record["out"]) >> place & 1]
    if mine:
        return WORDING.say("lead_with_jack", jacks=texts(mine), n=len(mine))
    if theirs:
        return WORDING.say("lead_jacks_out", jacks=texts(theirs), n=len(theirs))
    if int(record["last_stake"]) < 0:
        return WORDING.say("lead_last_costs", cost=-int(record["last_stake"]))
    return WORDING.say("lead_no_jacks")


def _following(record: np.void, legal: Sequence[int]) -> Reason:
    best, trump, stake, player = (
        int(record[name]) for name in ("best", "trump", "stake", "player")
    )
    ahead = [place for place in legal if beats(place, best, trump)]
    after = SEATS - 1 - int(record["count"]) % SEATS
    if not ahead:
        return WORDING.say("none_takes")
    if len(ahead) == len(legal):
        if after:
            return WORDING.say("all_ahead", best=text(best), seat=(player + 1) % SEATS)
        return WORDING.say("all_take_last")
    if 1 + stake < 0:
        return WORDING.say("jacks_in_trick", cost=-stake)
    if after:
        return WORDING.say("can_be_ahead", best=text(best), seat=(player + 1) % SEATS)
    return WORDING.say("can_take_last", seat=int(record["holder"]))
