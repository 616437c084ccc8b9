"""Turns judged before any round is played out: what is seen, what it is worth, what is best."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.games.hand_knee_foot.state import NOT_ASKED, OFFERED, TO_DRAW, TO_PLAY
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.judgement import (
    FAVOUR,
    favoured,
    judged,
    may_judge,
    worths_of,
)
from kibitz.heuristics.hand_knee_foot.outs import best_out
from kibitz.heuristics.hand_knee_foot.plans import own_plan, plans_for
from kibitz.heuristics.hand_knee_foot.sight import ASKING, DRAWING, OVER, PLAYED, REVEALING
from kibitz.heuristics.hand_knee_foot.value import shipped_nets
from kibitz.heuristics.hand_knee_foot.weights import FORMER, WEIGHTS
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import VARIANTS, rounds, rule, world
from tests.naive.hand_knee_foot_plans import plans
from tests.naive.hand_knee_foot_value import value
from training.hand_knee_foot.selfplay import judged_margin, openings

STOPS = {"draw": DRAWING, "ask": ASKING}


def after(view: State, row: tuple[int, ...]) -> tuple[State, int]:
    """The state in which a turn stands once a row is played, the policy going on; and where."""
    state, seat, turn = view.copy(), int(protocol.run_turn(view)), int(view[0]["turn"])
    left = list(row)
    while not protocol.run_over(state):
        if protocol.run_turn(state) != seat:
            if state[0]["phase"] != OFFERED or state[0]["turn"] != turn:
                return state, PLAYED
            protocol.run_apply(state, rule(state))
            continue
        if not left and state[0]["phase"] != TO_PLAY:
            return state, PLAYED
        move = left.pop(0) if left else rule(state)
        text = GAME.move_text(move)
        if text in ("draw", "ask", "shuffle", "stop", "lay", "knee", "foot"):
            return state, STOPS.get(text, REVEALING)
        protocol.run_apply(state, move)
    return state, OVER


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_what_turns_are_worth(rules: dict[str, Any]) -> None:
    random, looked = Random(2), 0
    for states in rounds(rules, 3, 3):
        for state in states[:-1]:
            if not may_judge(state[0]) or random.random() > 0.04:
                continue
            view, seat = world(state, 1), int(state[0]["turn"])
            rows = plans_for(view)
            net = shipped_nets()[int(state[0]["players"] > 2)]
            found = worths_of(view, rows)
            expected = [value(*_seen(after(view, row), seat), net) for row in rows]
            assert found == pytest.approx(np.array(expected), abs=0.5)
            assert worths_of(world(state, 2), rows) == pytest.approx(found)
            looked += len(rows)
    assert looked > 50


def _seen(stopped: tuple[State, int], seat: int) -> tuple[State, int, int]:
    state, stands = stopped
    return state, seat, stands


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_plans_are_those_written_in_python(rules: dict[str, Any]) -> None:
    for weights in (WEIGHTS, FORMER):
        for states in rounds(rules, 1, 4):
            for state in states[:-1:9]:
                view = world(state, 1)
                found = plans_for(view, weights)
                written = plans(view, weights)
                out = best_out(view)
                known = [sorted(plan) for plan in written]
                assert found == written + ([out] if out and sorted(out) not in known else [])
                assert own_plan(view, weights) == found[0]


def test_the_policy_s_own_turn_is_favoured() -> None:
    for states in rounds({"players": 4}, 1, 5):
        for state in states[:-1:11]:
            view = world(state, 1)
            rows = plans_for(view)
            gained = favoured(view, rows) - worths_of(view, rows)
            assert gained.tolist() == [FAVOUR] + [0.0] * (len(rows) - 1)
            best = judged(view)
            assert sorted(best) == sorted(rows)
            worths = favoured(view, best)
            assert (np.diff(worths) <= 0).all()


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_what_was_not_learned_is_left_to_the_policy(rules: dict[str, Any]) -> None:
    met = set()
    for states in rounds(rules, 4, 6):
        for state in states[:-1]:
            asked = state[0]["said"] != NOT_ASKED
            if state[0]["phase"] in (TO_DRAW, TO_PLAY) and not asked:
                continue
            view = world(state, 1)
            assert judged(view)[0] == own_plan(view)
            assert not worths_of(view, plans_for(view)).any()
            met.add((int(state[0]["phase"]), asked))
    assert len(met) > 1 or rules.get("knee_pickup") == "auto"


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_judging_turns_beats_the_policy(players: int) -> None:
    row = int(players > 2)
    deals = openings(Rules(players=players), 300, 5)
    gained = judged_margin(deals, WEIGHTS[row], WEIGHTS[row], shipped_nets()[row : row + 1])
    assert gained.mean > gained.error
