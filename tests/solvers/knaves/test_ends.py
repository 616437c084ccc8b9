"""Ends of rounds played on, against rounds played card by card, and what a review says of them."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knaves.policy import playout_move
from kibitz.heuristics.protocol import refine
from kibitz.solvers.budget import Budget, Cancel
from kibitz.solvers.direct import review
from kibitz.solvers.intervals import CLEAR
from kibitz.solvers.ismcts.onward import Arena, OutOfTime, ends_after
from kibitz.solvers.knaves.analysis import OPTIONS, SETTING
from kibitz.solvers.knaves.reviewing import ROUNDS, takes_better
from tests.conformance.playing import random_moves
from tests.games.knaves.tables import GAME

SEED, MANY = 5, 64


@kernel
def run_playout_move(state: State, moves: Moves, count: int, stream: Stream) -> int:
    return playout_move(state[0], moves, count, stream)


@kernel
def run_refine(state: State, seat: int, steps: int, stream: Stream) -> None:
    refine(state[0], seat, steps, stream)


def view_after(seed: int, cards: int, rules: dict[str, Any]) -> State:
    """What the seat to move sees, with a choice of cards, so many cards or more into a round."""
    random, start = Random(seed), GAME.deal(str(seed), rules)
    state = GAME.state(start)
    while int(state[0]["count"]) < cards or len(GAME.legal(state)) < 2:
        protocol.run_apply(state, random.choice(GAME.legal(state)))
    return GAME.state(GAME.as_seen(GAME.position(state, start), int(protocol.run_turn(state))))


def played_out(view: State, move: int, number: int) -> State:
    """One round, played on here."""
    stream, state = np.zeros(1, np.uint64), view.copy()
    start_stream(stream, np.uint64(SEED), np.uint64(number))
    seat = int(protocol.run_turn(view))
    protocol.run_redeal(state, seat, stream)
    run_refine(state, seat, OPTIONS.world_steps, stream)
    protocol.run_apply(state, move)
    while not protocol.run_over(state):
        moves = np.array(GAME.legal(state), np.int64)
        protocol.run_apply(state, run_playout_move(state, moves, len(moves), stream))
    return state


@pytest.mark.parametrize("rules", [{}, {"turned_jack": "last_trick"}, {"hand_size": 17}])
def test_ends_are_those_of_rounds_played_card_by_card(rules: dict[str, Any]) -> None:
    for seed, cards in ((1, 0), (2, 10), (3, 22)):
        view = view_after(seed, cards, rules)
        kept, arena = view.copy(), Arena(view, SETTING, OPTIONS, None)
        for move in GAME.legal(view)[:2]:
            ends = ends_after(arena, move, MANY + 1, SEED, Budget(Limits()))
            for number in (0, 3, MANY):
                end = played_out(view, move, number)[0]
                assert ends[number]["points"].tolist() == end["points"].tolist()
                assert ends[number]["tricks"].tolist() == end["tricks"].tolist()
        assert (view == kept).all()


def test_what_is_said_adds_up_to_what_is_made() -> None:
    said = 0
    for seed in range(24):
        view = view_after(seed, seed, {})
        seat, arena = int(protocol.run_turn(view)), Arena(view, SETTING, OPTIONS, None)
        best, played = GAME.legal(view)[0], GAME.legal(view)[-1]
        budget = Budget(Limits())
        reasons = takes_better(arena, best, played, SEED, budget)
        assert not (reasons and takes_better(arena, played, best, SEED, budget))
        ends = [ends_after(arena, move, ROUNDS, SEED, budget) for move in (best, played)]
        gain = (ends[0]["points"][:, seat] - ends[1]["points"][:, seat]).astype(float)
        clear = gain.mean() > CLEAR * gain.std(ddof=1) / np.sqrt(ROUNDS)
        assert bool(reasons) == clear
        for reason in reasons:
            said += 1
            args: dict[str, Any] = {**reason.args}
            for end, tricks, cost in (
                (ends[0], args["tricks"], args["cost"]),
                (ends[1], args["tricks_played"], args["cost_played"]),
            ):
                assert tricks == round(end["tricks"][:, seat].mean(), 2)
                assert tricks - cost == pytest.approx(end["points"][:, seat].mean(), abs=0.011)
    assert said > 3


def test_nothing_is_said_without_time() -> None:
    view, cancel = view_after(1, 0, {}), Cancel()
    cancel.set()
    arena, moves = Arena(view, SETTING, OPTIONS, None), GAME.legal(view)
    with pytest.raises(OutOfTime):
        ends_after(arena, moves[0], 1, SEED, Budget(Limits(), cancel))
    assert takes_better(arena, moves[0], moves[1], SEED, Budget(Limits(), cancel)) == []


def test_a_review_says_what_is_taken() -> None:
    start = GAME.deal("4")
    record = {"position": start.to_json(), "moves": random_moves(GAME, start, Random(4))}
    answer = review("knaves", record, limits=Limits(iterations=4_000))
    told = [one for one in answer.decisions if "takes" in {said.code for said in one.reasons}]
    assert told
    for decision in told:
        view = GAME.state(GAME.read(decision.position))
        best, played = (
            next(move for move in GAME.legal(view) if GAME.move_text(move) == text)
            for text in (decision.best, decision.played)
        )
        arena = Arena(view, SETTING, OPTIONS, None)
        (said,) = (reason for reason in decision.reasons if reason.code == "takes")
        assert [said] == takes_better(arena, best, played, 0, Budget(Limits()))
