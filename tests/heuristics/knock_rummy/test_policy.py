"""The players of Knock Rummy that do not search."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import DRAW, KNOCK, MAX_MOVES, OUT, TAKE
from kibitz.games.knock_rummy.state import TO_DISCARD
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.knock_rummy.judgement import WEIGHTS, best_discard, gain_of, judged_move
from kibitz.heuristics.knock_rummy.partners import live_cards
from kibitz.heuristics.knock_rummy.policy import FEW, appraise, choose_few, rule_move
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, PATIENT, SHARP, THRESHOLDS
from kibitz.heuristics.knock_rummy.turns import turns_of_seat
from tests.conformance.playing import stream_of, variants, walk
from tests.games.knock_rummy.tables import GAME, late_deals, texts
from tests.heuristics.knock_rummy.looking import judged, played
from tests.naive.knock_rummy_melds import deadwood


@kernel
def _rule(state: State) -> int:
    return rule_move(state[0])


@kernel
def _barest(state: State) -> tuple[int, int]:
    record = state[0]
    live = live_cards(record, int(record.turn))
    found = best_discard(record, record.hands[record.turn], np.uint64(0), live, WEIGHTS)
    return found.least, found.bare


@kernel
def _gain(state: State, card: int) -> int:
    return gain_of(state[0], state[0].hands[state[0].turn], card)


@kernel
def _playout(state: State, moves: Moves, count: int, stream: Any) -> int:
    return judgement.playout_move(state[0], moves, count, stream)


@kernel
def _prior(state: State, moves: Moves, count: int, weights: Reals) -> None:
    judgement.prior(state[0], moves, count, weights)


@kernel
def _few(state: State, moves: Moves, count: int, values: Reals) -> int:
    appraise(state[0], moves, count, values)
    return choose_few(state[0], moves, count, values)


@kernel
def _by_sum(state: State, limit: int) -> int:
    return judged_move(state[0], WEIGHTS, limit)


@kernel
def _turns(state: State, seat: int) -> int:
    return turns_of_seat(state[0], seat)


def test_policy_and_prior_know_the_legal_moves_under_every_switch() -> None:
    random, stream = Random(1), stream_of(1)
    starts = [GAME.deal(str(i), rules) for i, rules in enumerate(variants(GAME))]
    for start in (*starts, *late_deals()):
        for state in walk(GAME, start, random, 120)[:-1:7]:
            if protocol.run_over(state):
                continue
            legal = GAME.legal(state)
            moves = np.array(legal + [0] * (MAX_MOVES - len(legal)))
            assert _playout(state, moves, len(legal), stream) in legal
            assert _rule(state) in legal
            weights = np.zeros(MAX_MOVES)
            _prior(state, moves, len(legal), weights)
            assert weights.sum() == pytest.approx(1)
            assert (weights[: len(legal)] >= 0).all()
            count = _few(state, moves, len(legal), weights)
            few = [int(move) for move in moves[:count]]
            assert 0 < count <= FEW + 1
            assert len(set(few)) == count
            assert set(few) <= set(legal)
            knocks = [move for move in legal if KNOCK <= move < OUT]
            assert (OUT in few) or (any(move in few for move in knocks) == bool(knocks))


def test_the_rule_looks_at_nothing_it_cannot_see() -> None:
    stream = stream_of(2)
    for seed in range(6):
        state = GAME.state(played(seed, 3 + seed, {"players": 2 + seed % 3}))
        seat = int(state[0]["turn"])
        told = set()
        for _ in range(12):
            protocol.run_redeal(state, seat, stream)
            told.add(int(_rule(state)))
        assert len(told) == 1


@pytest.mark.parametrize("ace", ["low", "low_or_high"])
def test_least_deadwood_and_gains_are_the_naive_ones(ace: str) -> None:
    for seed in range(12):
        position = played(seed, 2 + seed, {"ace": ace, "ace_points": 11})
        state = GAME.state(position)
        hand = texts(position.hands[position.turn])
        left = {card: deadwood(frozenset({*hand} - {card}), ace, 11) for card in hand}
        least, bare = _barest(state)
        assert least == min(left.values()) == left[GAME.move_text(bare)]
        # Before a draw: what the top of the pile is worth.
        start = GAME.deal(str(seed), {"ace": ace, "ace_points": 11})
        hand, top = texts(start.hands[1]), texts(start.discards)[0]
        after = min(deadwood(frozenset({*hand, top} - {card}), ace, 11) for card in hand)
        fresh = GAME.state(start)
        gain = _gain(fresh, int(fresh[0]["pile"][0]))
        assert gain == deadwood(frozenset(hand), ace, 11) - after


def test_the_sum_takes_what_helps() -> None:
    for seed in range(40):
        state = GAME.state(GAME.deal(str(seed)))
        gain = _gain(state, int(state[0]["pile"][0]))
        assert _by_sum(state, 0) == (TAKE if gain >= WEIGHTS[2] else DRAW)


def test_it_takes_some_cards_and_knocks_by_the_limit() -> None:
    taken = knocked = 0
    for seed in range(40):
        state = GAME.state(GAME.deal(str(seed)))
        move = judged(state, 0)
        taken += move == TAKE
        protocol.run_apply(state, move)
        if state[0]["taken"] < 0:
            least, bare = _barest(state)
            assert judged(state, least) == KNOCK + bare
            assert judged(state, least - 1) < KNOCK
            knocked += 1
    assert 0 < taken < 40
    assert knocked


def test_turns_are_counted_as_the_history_has_them() -> None:
    for seed in range(8):
        position = played(seed, 9, {"players": 2 + seed % 4})
        state, players = GAME.state(position), position.rules.players
        for seat in range(players):
            had = len([i for i in range(9) if (position.dealer + 1 + i) % players == seat])
            # Takes of cards discarded since are not counted.
            assert had - 1 <= _turns(state, seat) <= had
    assert int(GAME.state(played(1, 9))[0]["phase"]) == TO_DISCARD


def test_thresholds_fall_with_time_and_with_players() -> None:
    assert THRESHOLDS.shape == SHARP.shape == (5, OLDEST + 1)
    assert (np.diff(THRESHOLDS, axis=1) <= 0).all()
    assert (THRESHOLDS >= PATIENT).all()
    assert (SHARP[:, 0] == 0.5).all()
    assert (SHARP[:, 1:] < 0.5).all()
