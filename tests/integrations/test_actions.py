"""Actions of environments: every legal move has one of its own, and what it says is observed."""

from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.cards import JOKER
from kibitz.games.knack.play import CALLED, CELLS, GIVE, LAY, PASS
from kibitz.games.knack.state import SIDE
from kibitz.games.knack_field.table import place_of
from kibitz.games.knack_solitaire.play import CELLS as SMALL_CELLS
from kibitz.games.knack_solitaire.play import DRAW, REDEAL
from kibitz.games.knack_solitaire.state import SIDE as SMALL_SIDE
from kibitz.games.observation import ENCODERS, split
from kibitz.integrations.actions import ACTIONS
from kibitz.integrations.rounds import Rounds
from tests.conformance.playing import ALL, deals, has_many_cards, walk

REACH = 108


def spots(game):
    random = Random(4)
    for position in deals(game)[:: 2 if has_many_cards(game) else 3]:
        states = [s for s in walk(game, position, random, 300) if not protocol.run_over(s)]
        yield from random.sample(states, min(3, len(states)))


def knack_rows(state, seat):
    planes = split(ENCODERS["knack"].observe(state, seat), ENCODERS["knack"].planes(state))
    hand = [int(row.argmax()) for row in planes["hand"] if row.any()]
    return hand, planes["open"], planes["rules"][0]


def cell(row):
    """x and y of a row of the plane of open cells."""
    assert row[0] == 1
    return round(float(row[1]) * REACH), round(float(row[2]) * REACH)


def knack_action(state, move):
    """The action of a move, looked up in what the seat to move observes."""
    hand, rows, _ = knack_rows(state, int(protocol.run_turn(state)))
    if move == PASS:
        return 0
    if move < LAY:
        return 1 + hand.index(move - GIVE)
    card, at = move % CALLED // CELLS, place_of(SIDE, move % CELLS)
    row = next(i for i, row in enumerate(rows) if cell(row) == at)
    kind = 26 if card == JOKER else 13 * ((card & 3) in (1, 2)) + card // 4
    assert rows[row][3 + kind] == 1
    called = len(rows) * 5 if move >= CALLED else 0
    return 6 + hand.index(card) * len(rows) + row + called


def solitaire_action(state, move):
    if move in (DRAW, REDEAL):
        return move
    encoder = ENCODERS["knack-solitaire"]
    rows = split(encoder.observe(state, 0), encoder.planes(state))["open"]
    at = place_of(SMALL_SIDE, move % SMALL_CELLS)
    return 2 + next(i for i, row in enumerate(rows) if cell(row) == at)


NAIVE = {"knack": knack_action, "knack-solitaire": solitaire_action}


@pytest.mark.parametrize("name", ALL)
def test_each_legal_move_has_an_action_of_its_own(name):
    game, numbers = ALL[name], ACTIONS[name]
    for state in spots(game):
        moves = np.array(game.legal(state), np.int64)
        actions = np.empty(len(moves), np.int64)
        numbers.write(state, moves, len(moves), actions)
        assert len({*actions.tolist()}) == len(moves)
        assert 0 <= actions.min() <= actions.max() < numbers.count(state)
        expected = [NAIVE.get(name, lambda _, move: move)(state, int(move)) for move in moves]
        assert actions.tolist() == expected


@pytest.mark.parametrize("name", ALL)
def test_rounds_play_what_the_kernels_play(name):
    game, random = ALL[name], Random(5)
    rounds = Rounds(name, {})
    rounds.deal(3, np.random.default_rng(0))
    state = game.state(game.deal("3"))
    for _ in range(60):
        assert rounds.over == game.over(state)
        if rounds.over:
            break
        seat = int(protocol.run_turn(state))
        actions = np.flatnonzero(rounds.mask(seat)).tolist()
        moves = [rounds.move_of(action) for action in actions]
        assert sorted(moves) == game.legal(state)
        assert not any(rounds.mask(other).any() for other in range(rounds.seats) if other != seat)
        action = random.choice(actions)
        protocol.run_apply(state, rounds.move_of(action))
        rounds.play(action)
    assert rounds.position() == game.position(state, game.deal("3"))


def test_an_action_that_is_not_legal_is_refused():
    rounds = Rounds("knaves", {})
    illegal = next(action for action, legal in enumerate(rounds.mask(rounds.turn)) if not legal)
    assert not rounds.is_legal(illegal)
    with pytest.raises(ValueError, match=f"action {illegal} is not legal"):
        rounds.play(illegal)
