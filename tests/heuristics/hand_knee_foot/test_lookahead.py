"""What turns are worth some turns later: against play in Python, move by move."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.chance import start_stream
from kibitz.games.hand_knee_foot.state import OFFERED, TO_DRAW, TO_PLAY
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot import lookahead
from kibitz.heuristics.hand_knee_foot.lookahead import GAMES, foreseen
from kibitz.heuristics.hand_knee_foot.plans import plans_for
from kibitz.heuristics.hand_knee_foot.value import shipped_nets
from tests.heuristics.hand_knee_foot.looking import VARIANTS, rounds, rule, world
from tests.naive.hand_knee_foot_value import value

WORLDS = 3


def worth_soon(view: State, row: tuple[int, ...], number: int) -> float:
    """What the round is worth two turns of all after a row, in one deal of what is unseen."""
    state, stream, left = view.copy(), np.zeros(1, np.uint64), list(row)
    seat, mover = int(view[0]["turn"]), int(protocol.run_turn(view))
    start_stream(stream, 0, number)
    protocol.run_redeal(state, mover, stream)
    while left:
        answers = state[0]["phase"] == OFFERED and protocol.run_turn(state) != mover
        protocol.run_apply(state, rule(state) if answers else left.pop(0))
    turns = 1 + 2 * int(view[0]["players"])
    now = seat
    while not protocol.run_over(state):
        if int(state[0]["turn"]) != now:
            now, turns = int(state[0]["turn"]), turns - 1
        if not turns:
            net = shipped_nets()[int(view[0]["players"] > 2)]
            return value(state, seat, 0, net)
        protocol.run_apply(state, rule(state))
    payoffs = np.zeros(6)
    protocol.run_payoff(state, payoffs)
    return float(payoffs[seat])


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_what_turns_are_worth_soon(rules: dict[str, Any], monkeypatch: Any) -> None:
    monkeypatch.setattr(lookahead, "MOST_WORLDS", WORLDS)
    random, looked = Random(3), 0
    for states in rounds(rules, 3, 6):
        for state in states[:-1]:
            if random.random() > 0.03:
                continue
            view = world(state, 1)
            if state[0]["phase"] in (TO_DRAW, TO_PLAY):
                rows = plans_for(view)
                rows = [rows[0], random.choice(rows), rows[0][:1]]
            else:
                rows = [(rule(view),)]
            found = foreseen(view, rows)
            expected = [np.mean([worth_soon(view, row, k) for k in range(WORLDS)]) for row in rows]
            assert found == pytest.approx(np.array(expected), abs=0.5)
            assert foreseen(world(state, 2), rows) == pytest.approx(found)
            looked += 1
    assert looked > 5


def test_more_games_are_more_deals_for_each_row() -> None:
    state = next(s for s in next(rounds({}, 1, 8)) if s[0]["phase"] == TO_PLAY)
    rows = plans_for(world(state, 1))
    few, many = (foreseen(state, some) for some in (rows[:2], rows[:2] * 96))
    assert (many[:2] != few).all()
    assert (many.reshape(-1, 2) == many[:2]).all()
    assert foreseen(state, rows[:2], games=16) == pytest.approx(many[:2])
    assert foreseen(state, rows[:2], games=1) == pytest.approx(many[:2])
    assert len(foreseen(state, [])) == 0


def test_what_is_stopped_is_what_was_found_so_far() -> None:
    state = next(s for s in next(rounds({}, 1, 8)) if s[0]["phase"] == TO_PLAY)
    rows = (8 * plans_for(world(state, 1)))[:8]
    asked = list[int]()

    def stopped() -> bool:
        asked.append(1)
        return len(asked) == 2

    found = foreseen(state, rows, 4 * GAMES, stopped)
    assert len(asked) == 2
    assert found == pytest.approx(foreseen(state, rows, 2 * GAMES))
