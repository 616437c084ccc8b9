"""Hints where the policy completes a book: what they advise instead is about as good, or better."""

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import numpy as np

from kibitz.contract.options import HintOptions, Limits
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.state import TO_DRAW, TO_PLAY
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.plans import own_plan
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.catalogue import find
from kibitz.solvers.hand_knee_foot.analysis import OPTIONS, search_rows
from tests.games.hand_knee_foot.tables import GAME, eager
from tests.heuristics.hand_knee_foot.looking import rule
from tests.naive.hand_knee_foot_books import undone, worth, worths_after

SOLVER: Any = find("hand-knee-foot")
PLAIN_ROUNDS = replace(OPTIONS, judgement_error=inf, drop_at=1e9, settle=False)
FIRST_BOOK = (
    "hand-knee-foot~players-3~1.0.0.0.0.0~688TQQX.n4.n3~n13.n13.-~n11.n11.n11~n222~BKAQ9QA9BATQ"
    "A~555_666666_777_AAAX_threes-R.444_888_TTT_JJJJJ_KK2.444_5555_66666_TTTT_JJJJJJ_222XXX_0r1"
    "b-9999992_black-9_threes-R~phase-play.seat-0.no_red_three-5_4_3"
)


def turns(players: int, count: int) -> Iterator[Position]:
    """Positions as the mover sees them, mostly of the policy, where its turn completes a book."""
    random = Random(players)
    while True:
        deal = str(random.getrandbits(40))
        start = GAME.deal(deal, {"players": players}, round_number=random.randint(1, 4))
        state, given = GAME.state(start), 0
        while not protocol.run_over(state) and given < 3:
            if state[0]["phase"] in (TO_DRAW, TO_PLAY) and random.random() < 0.03:
                seen = GAME.as_seen(GAME.position(state, start), int(protocol.run_turn(state)))
                if completes_book(GAME.state(seen)):
                    yield seen
                    given, count = given + 1, count - 1
                    if not count:
                        return
            move = eager(state, random) if random.random() < 0.1 else rule(state)
            protocol.run_apply(state, move)


def completes_book(view: State) -> bool:
    """Whether the policy's turn completes a book, whatever is drawn."""
    team = int(view[0]["turn"]) % int(view[0]["teams"])
    return min(worths_after(view, ())) > worth(view[0], team)


def advised(position: Position, iterations: int, **options: Any) -> list[int]:
    """The moves of the turn that a hint advises."""
    budget = Budget(Limits(iterations=iterations))
    answer = SOLVER.hint(position, HintOptions(level="move", **options), budget)
    return [read_move(text).move for text in answer.line]


def gain(view: State, row: list[int], other: tuple[int, ...]) -> float:
    """By how many points a turn is ahead of another in 600 rounds of each."""
    budget = Budget(Limits(iterations=1_200))
    found = search_rows(view, [tuple(row), other], (), 1, PLAIN_ROUNDS, budget, ignore, 9)
    losses = {line.move: line.loss for line in found.moves}
    return losses[1] - losses[0]


def test_what_is_advised_instead_of_a_book_is_as_good() -> None:
    gains, left = [], 0
    for players in (2, 3, 4, 6):
        for position in turns(players, 6):
            view = GAME.state(position)
            row, own = advised(position, 400, utility="points"), own_plan(view)
            gains.append(gain(view, row, own) if sorted(row) != sorted(own) else 0.0)
            left += undone(view, row) > 0
    assert left < len(gains) / 2
    assert np.mean(gains) > 0
    assert min(gains) > -400


def test_a_lone_discard_seldom_wins_against_the_first_book() -> None:
    position = GAME.read(FIRST_BOOK)
    book = [read_move(text).move for text in ("add-6", "knee")]
    assert sum(advised(position, 1_500, seed=str(seed)) == book for seed in range(16)) >= 14
