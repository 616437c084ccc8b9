"""The signs of K'nack and its network, against a plain count; what is shipped beats a sum."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import CALLED, CELLS, LAY, MAX_MOVES
from kibitz.games.knack.rules import Rules
from kibitz.games.knack.state import SIDE
from kibitz.games.knack_field.rules import KINDS
from kibitz.games.knack_field.table import place_of
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.knack.judgement import WEIGHTS as PLAIN
from kibitz.heuristics.knack.policy import policy_move
from kibitz.heuristics.knack.value import (
    DESK,
    MOST,
    ONE,
    SCALE,
    SHAPES,
    WEIGHTS,
    compiled,
    lay_signs,
    see,
    stored_weights,
    worth_by,
)
from tests.games.knack.tables import GAME
from tests.heuristics.knack.test_judgement import NAMES, kind, positions
from tests.naive import knack_judgement as plain
from tests.naive import knack_value as naive
from training.fitting import margin_of
from training.knack.selfplay import POLICY, RULE, gains_of


@kernel
def look_at(state: State, move: int, net: State, desk: State, worths: Reals) -> None:
    see(state[0], desk[0], net[0])
    lay_signs(state[0], desk[0], move)
    worths[0] = worth_by(state[0], desk[0], move, net[0])
    worths[1] = worth_by(state[0], desk[0], move, net[0])  # remembered


def seen_by(state: State, players: int) -> naive.Seen:
    """What the seat to move sees, from the position that its view is written as."""
    position = GAME.position(state, GAME.deal("0", {"players": players}))
    seat = position.turn
    view = GAME.as_seen(position, seat)
    others = []
    for step in range(1, players):
        other = (seat + step) % players
        lacks = [
            (lack.at_most, frozenset(NAMES[k] for k in range(KINDS) if lack.kinds >> k & 1))
            for lack in view.lacks
            if lack.seat == other
        ]
        if view.cards_left[other]:
            others.append(plain.Other(view.held[other], view.cards_left[other], lacks))
    after = (seat + 1) % players
    return naive.Seen(
        {(x, y): None if x == y == 0 else kind(card) for x, y, card in view.field},
        [kind(card) for card in view.hands[seat]],
        view.cards_left[seat],
        view.cards_left[seat] - view.held[seat],
        Counter(map(kind, view.unseen)),
        others,
        view.cards_left[after] - view.held[after],
        (int(state[0]["passes"]) > 0, False, False, False),
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_signs_and_worth_are_those_of_a_plain_count(players: int) -> None:
    random, compared = Random(players), 0
    row = int(players > 2)
    weights = stored_weights()[row]
    net = compiled(weights)
    for state in positions(players):
        moves = [move for move in GAME.legal(state) if move > LAY]
        if not moves:
            continue
        seen = seen_by(state, players)
        table = naive.table_signs(seen)
        for move in random.sample(moves, min(3, len(moves))):
            desk, worths = np.zeros(1, DESK), np.zeros(2)
            look_at(state, move, net, desk, worths)
            assert desk[0]["table"].tolist() == pytest.approx(table, abs=1e-5)
            laid, cell = kind(move % CALLED // CELLS), place_of(SIDE, move % CALLED % CELLS)
            signs = naive.move_signs(seen, laid, cell)
            assert desk[0]["move"].tolist() == pytest.approx(signs, abs=1e-5)
            found = naive.estimate(weights, desk[0]["table"], desk[0]["move"])
            wanted = SCALE * found + float(PLAIN[row] @ desk[0]["features"])
            assert worths.tolist() == pytest.approx([wanted] * 2, abs=1e-9)
            compared += 1
    assert compared > 60


def test_a_view_says_as_much_as_the_state() -> None:
    """What a seat judges by does not depend on cards it cannot see."""
    start, net = GAME.deal("0", {"players": 3}), compiled(stored_weights()[1])
    for state in positions(3)[:12]:
        position = GAME.position(state, start)
        view = GAME.state(GAME.as_seen(position, position.turn))
        for move in GAME.legal(state)[:4]:
            if move > LAY:
                found = np.zeros((2, 2))
                look_at(state, move, net, np.zeros(1, DESK), found[0])
                look_at(view, move, net, np.zeros(1, DESK), found[1])
                assert (found[0] == found[1]).all()


def test_the_weights_on_file_fit_whole_numbers_and_are_small() -> None:
    for weights in stored_weights():
        assert {name: layer.shape for name, layer in weights.items()} == SHAPES
        assert max(abs(layer).max() for layer in weights.values()) < MOST / ONE
    assert WEIGHTS.stat().st_size < 100_000


@pytest.mark.parametrize(("players", "deals"), [(2, 1_500), (3, 3_000)])
def test_the_network_beats_the_sum(players: int, deals: int) -> None:
    margin = margin_of(gains_of(POLICY, RULE, deals, rules=Rules(players=players)))
    assert margin.mean > 2 * margin.error


@pytest.mark.parametrize("players", [2, 3])
def test_the_policy_judges_by_the_network_for_so_many_players(players: int) -> None:
    net, moves, asked = (
        compiled(stored_weights()[int(players > 2)]),
        np.empty(MAX_MOVES, np.int64),
        0,
    )
    for state in positions(players)[:20]:
        count = protocol.run_legal(state, moves)
        laid = [move for move in moves[:count] if move > LAY]
        if len(laid) == count > 1:
            worths = [worth_of(state, move, net) for move in laid]
            assert policy_move(state[0], moves, count) == laid[int(np.argmax(worths))]
            asked += 1
    assert asked > 5


def worth_of(state: State, move: int, net: State) -> float:
    found = np.zeros(2)
    look_at(state, move, net, np.zeros(1, DESK), found)
    return float(found[0])
