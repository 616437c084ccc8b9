"""The kernels against the naive game, move for move, for every number of players and switch."""

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import open_size
from kibitz.games.hand_knee_foot.kinds import COPIES, FOUR, KINDS
from kibitz.games.hand_knee_foot.moves import TAKE
from kibitz.games.hand_knee_foot.state import top_of
from kibitz.games.hand_knee_foot.worlds import unseen_counts
from tests.cases import cases
from tests.games.hand_knee_foot.tables import (
    GAME,
    PLAYERS,
    apply_both,
    as_naive,
    assert_same,
    eager,
)
from tests.naive import hand_knee_foot as naive

CASES: list[dict[str, Any]] = [
    {},
    {"ask_team": False},
    {"required": "none"},
    {"required": "red_black", "knee_pickup": "auto"},
    {"red_three_auto": False, "red_three_unopened": True},
    {"take_onto_full": False, "draw": 5},
    {"max_wilds": 1},
    {"max_wilds": 3, "special_natural_only": False, "required": "none"},
    {"stock_out": "reshuffle", "required": "none"},
    {"draw": 4, "stock_out": "reshuffle"},
    {"draw": 7, "minimums": [0, 300, 5, 200]},
]


@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.parametrize("players", PLAYERS)
def test_rounds_go_as_the_rule_sheet_has_them(players: int, number: int) -> None:
    random = Random(number)
    for round_number, eagerness in ((1, 0.0), (3, 0.95))[: cases(2)]:
        start = GAME.deal(
            str(100 * number + round_number),
            CASES[number] | {"players": players},
            dealer=random.randrange(players),
            round_number=round_number,
        )
        state, game = GAME.state(start), as_naive(start)
        for moved in count():
            moves = GAME.legal(state)
            assert sorted(map(GAME.move_text, moves)) == sorted(naive.moves(game))
            if moved % 3 == 0 or not moves:  # what is amiss once stays so
                assert_same(state, game, start)
            if not moves:
                break
            seat = game.offered[0] if game.doing == "offer" else game.turn
            assert protocol.run_turn(state) == ([*game.answering, seat])[0]
            apply_both(state, game, eager(state, random, eagerness), start)
        scores = [naive.score(game, team) for team in range(start.rules.teams)]
        lines = GAME.score_lines(state)
        assert lines is not None
        assert [sum(line.points for line in team) for team in lines] == scores
        payoffs = np.zeros(players)
        protocol.run_payoff(state, payoffs)
        for seat, paid in enumerate(payoffs):
            own = scores[seat % len(scores)]
            others = [score for team, score in enumerate(scores) if team != seat % len(scores)]
            assert paid == own - sum(others) / len(others)


def test_rounds_end_in_every_way_and_use_every_kind_of_move() -> None:
    ends: Counter[str | None] = Counter()
    onto: Counter[int] = Counter()
    used: Counter[str] = Counter()
    for seed in range(24):
        random, players = Random(seed), PLAYERS[seed % 4]
        rules = {"players": players, "required": ("none", "red_black")[seed % 2]}
        if seed >= 12:
            rules["stock_out"] = "reshuffle"
        start = GAME.deal(str(seed), rules)
        state = GAME.state(start)
        unseen = np.zeros(KINDS, np.int64)
        while GAME.legal(state):
            move = eager(state, random)
            used[GAME.move_text(move).partition("-")[0]] += 1
            if move == TAKE:
                team = int(state[0]["turn"]) % int(state[0]["teams"])
                onto[int(open_size(state[0], team, int(top_of(state[0])) - FOUR))] += 1
            protocol.run_apply(state, move)
            unseen_counts(state[0], unseen)
            assert not unseen.any()
        ends[GAME.position(state, start).ended] += 1
    assert min(ends["out"], ends["stock"]) > 0
    assert set(onto) == {0, 3, 4, 5, 6}
    words = "draw take shuffle stop meld add bury lay knee leave foot ask yes no 3B"
    assert set(words.split()) <= set(used)
    assert sum(COPIES) == 54


def test_five_players_are_refused_with_a_reason() -> None:
    with pytest.raises(
        ValueError, match="no game has 5 players: 2 or 3 play alone, 4 or 6 in two teams"
    ):
        GAME.deal("1", {"players": 5})
