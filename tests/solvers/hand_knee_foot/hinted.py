"""Hints of Hand, Knee and Foot that the tests of reasons ask for, and what else holds for each."""

from collections.abc import Iterator

from kibitz.contract.answers import Reason
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.position import Position
from kibitz.solvers.hand_knee_foot.hints import clues
from kibitz.solvers.hand_knee_foot.reasons import reasons, turn_of
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import rounds
from tests.naive import hand_knee_foot as naive
from tests.naive.reasons.case import Case
from tests.naive.reasons.hand_knee_foot import of


def lower_levels(case: Case) -> list[Reason]:
    """The sentences of the levels nudge and area."""
    state = GAME.state(case.position)
    return clues(state, line_of(case), "area")


def line_of(case: Case) -> tuple[int, ...]:
    """The turn that is advised."""
    moves = [read_move(text).move for text in case.hint.line or ()]
    return turn_of(GAME.state(case.position), moves).line


def also(case: Case) -> None:
    """What is advised has been valued, and throws no card that would complete a book.

    Where no other turn is behind it, something of what can be said for it is said.
    """
    codes = [reason.code for reason in case.hint.reasons or []]
    assert codes == ["only_move"] or case.hint.score is not None
    if {"not_told_apart", "same_so_far"} & {*codes}:
        known = {reason.code for reason in reasons(GAME.state(case.position), line_of(case))}
        assert not known or known & {*codes}
    turn = of(case)
    card, last = turn.thrown(), turn.games[-2]
    melds = naive.team_of(last, turn.seat).melds
    moves = [move for move in naive.moves(last) if move.startswith("add-")] if card else []
    for move in moves:
        rank, cards = naive.cards_in(move)
        assert cards != [card] or len(melds[rank]) != 6


def open_positions() -> Iterator[Position]:
    """The last moves of rounds of two, with every card known."""
    for number, states in enumerate(rounds({"players": 2}, 8)):
        start = GAME.deal(str(100_000 + number), {"players": 2}, dealer=number % 2)
        for state in states[-8:-1:2]:
            yield GAME.position(state, start)
