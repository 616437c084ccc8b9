"""Hints of K'nack that the tests of reasons ask for, and what else holds for each."""

import re
from collections.abc import Iterator

from kibitz.contract.answers import Reason
from kibitz.games.knack.notation import read_move
from kibitz.games.knack.position import Position
from kibitz.solvers.knack.hints import clues
from kibitz.solvers.knack.reasons import fact_of, reasons, strengths
from tests.games.knack.tables import GAME
from tests.naive.reasons.case import Case
from tests.naive.reasons.knack import others
from tests.solvers.knack.ends import RULES, ends


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area."""
    state = GAME.state(case.position)
    best = read_move(str(case.hint.move)).move
    first, *others = case.analysis.moves
    alike = bool(others) and all(row.same_as == first.move for row in others)
    return clues(state[0], best, GAME.legal(state), "area", alike=alike)


def also(case: Case) -> None:
    """No sentence stands twice, a forced move is only that, and no reason favours the next best."""
    hint, said = case.hint, case.hint.reasons or []
    sentences = re.split(r"(?<=[.!]) (?=[A-Z])", hint.text)
    assert len(set(sentences)) == len(sentences), hint.text
    assert "!." not in hint.text
    if len(case.analysis.moves) == 1:
        assert [reason.code for reason in said] == ["only_move"]
        return
    rivals = others(case)
    if not rivals or hint.move is None:
        return
    state = GAME.state(case.position)
    best, rival = read_move(hint.move).move, read_move(rivals[0].move).move
    mine, theirs = (strengths(state, move) for move in (best, rival))
    for reason in reasons(state, best, rival, GAME.legal(state)):
        if fact_of(reason) in mine:
            assert mine[fact_of(reason)] > theirs.get(fact_of(reason), 0.0)
    for reason in said:
        outdone = theirs.get(fact_of(reason), 0.0) > mine.get(fact_of(reason), 0.0)
        assert not outdone or reason.code == "all_fit"


def open_positions() -> Iterator[Position]:
    """The ends of games with every card known, under all kinds of rules."""
    return (position for rules in RULES for position in ends(rules, 5, 4, seed=9))
