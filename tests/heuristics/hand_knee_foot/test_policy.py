"""The policy of Hand, Knee and Foot: legal, blind to what it cannot see, and no fool."""

from typing import Any

import numpy as np
import pytest

from kibitz.games.hand_knee_foot.moves import ASK, DRAW, KNEE, LAY, TAKE, YES
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.heuristics.hand_knee_foot.styles import LEAVE_KNEE, STAY, WAIT, style_of
from kibitz.heuristics.hand_knee_foot.weights import COUNT, FORMER, WEIGHTS
from tests.games.hand_knee_foot.staged import BLACK, RED, REQUIRED, table, team
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import VARIANTS, rounds, rule, world
from training.hand_knee_foot.selfplay import margin, openings


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_it_plays_legal_moves_and_nothing_that_it_cannot_see_matters(rules: dict[str, Any]) -> None:
    for states in rounds(rules, 2, 7):
        for number, state in enumerate(states[:-1]):
            move = rule(state)
            assert move in GAME.legal(state)
            if number % 5 == 0:
                assert rule(world(state, number)) == move


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_it_beats_random_players_and_ties_with_itself(players: int) -> None:
    deals = openings(Rules(players=players), 12)
    w = WEIGHTS[int(players > 2)]
    found = margin(deals, w, np.empty(0))
    assert found.mean > 10 * found.error
    assert margin(deals, w, w).mean == pytest.approx(0, abs=1e-6)
    assert WEIGHTS.shape == FORMER.shape == (2, COUNT)


@pytest.mark.parametrize("flag", [WAIT, STAY, LEAVE_KNEE])
def test_to_wait_with_everything_is_worse(flag: int) -> None:
    deals = openings(Rules(), 60)
    found = margin(deals, WEIGHTS[1], WEIGHTS[1], style_of(flag))
    assert found.mean < -2 * found.error


EASY = {"minimums": [0, 0, 0, 0]}


def played(position: Any) -> str:
    return GAME.move_text(rule(GAME.state(position)))


def test_it_opens_with_naturals_and_keeps_wild_cards() -> None:
    position = table("KKKAAA22459TJ68", phase="play")
    assert played(position) == "meld-AAA"
    after = GAME.play(position, ["meld-AAA"])
    # 60 points are made, so what follows is no opening any more.
    assert played(after) == "meld-KKK"
    assert read_move(played(GAME.play(after, ["meld-KKK"]))).move < 15


def test_it_makes_the_black_book_it_lacks_and_then_saves_wild_cards() -> None:
    own = team("99999 KKKKK", RED)
    assert played(table("22268TJ", own=own, phase="play", rules=EASY)).startswith("add-2-")
    own = team("99999", f"{RED} {BLACK}")
    assert played(table("2268TJ", own=own, phase="play", sizes=20, rules=EASY)) != "add-2-9"


def test_it_lays_out_red_threes_first() -> None:
    assert rule(GAME.state(table("R99KK", own=team("444"), phase="play", rules=EASY))) == LAY


def test_it_takes_a_big_pile_and_not_a_bare_card_of_no_use() -> None:
    own = team("444")
    assert rule(GAME.state(table("KK99J", own=own, pile="5577AAQQK", rules=EASY))) == TAKE
    position = table("JJ99K", own=own, pile="J", stages=(0, 0), rules=EASY)
    assert rule(GAME.state(position)) == DRAW


def test_it_takes_the_knee_asks_to_go_out_and_says_yes() -> None:
    position = table("44K8", own=team("44444", ""), phase="play", sizes=10, rules=EASY)
    offered = GAME.play(position, ["add-4", "add-4"])
    assert rule(GAME.state(offered)) == KNEE
    stages = (2, 0, 2, 0)
    position = table(
        "K6", own=team("666", REQUIRED), stages=stages, phase="play", pile="8", rules=EASY
    )
    assert rule(GAME.state(position)) == ASK
    assert rule(GAME.state(GAME.play(position, ["ask"]))) == YES
