"""Which kinds of opponents there are, by what they did, and what comes of it."""

from collections import Counter
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.chance import fraction, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.play import KNOCK
from kibitz.games.knock_rummy.state import TO_DISCARD, TO_DRAW
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.knock_rummy.beliefs import best_knock, turns_by_seat
from kibitz.heuristics.knock_rummy.kinds import (
    KINDS,
    LIMITS,
    SHARES,
    WAVERING,
    draw_kind,
    weigh_kinds,
)
from kibitz.heuristics.knock_rummy.population import against_kinds
from kibitz.heuristics.knock_rummy.reached import REACHED
from kibitz.heuristics.knock_rummy.thresholds import OLDEST, PATIENT, THRESHOLDS
from tests.conformance.playing import stream_of
from tests.games.knock_rummy.tables import GAME
from tests.heuristics.knock_rummy.looking import judged, played
from tests.naive.knock_rummy_kinds import chances, left, played_on

STEPS = 16


@kernel
def _weigh(state: State, seat: int, weights: Reals) -> None:
    weigh_kinds(state[0], seat, weights)


@kernel
def _draw(state: State, seat: int, stream: Any) -> int:
    return draw_kind(state[0], seat, stream)


@kernel
def _playout(state: State, moves: Moves, count: int, stream: Any) -> int:
    return judgement.playout_move(state[0], moves, count, stream)


@kernel
def _refine(state: State, seat: int, steps: int, stream: Any) -> None:
    judgement.refine(state[0], seat, steps, stream)


def playout(state: State, stream: Any) -> int:
    """What the playout plays."""
    legal = GAME.legal(state)
    moves = np.zeros(64, np.int64)
    moves[: len(legal)] = legal
    return int(_playout(state, moves, len(legal), stream))


def test_there_is_a_share_of_each_kind_for_every_turn() -> None:
    assert REACHED.shape == (5, OLDEST + 1, len(KINDS))
    assert LIMITS.shape == (len(KINDS), 5, OLDEST + 1)
    assert SHARES.sum() == pytest.approx(1)
    assert (REACHED[:, 0] == SHARES).all()
    assert REACHED.sum(axis=2) == pytest.approx(1, abs=0.005)
    # Who knocks with more at every turn is rarer the longer the hand has lasted.
    for early, late in (("anything", "sharp"), ("sharp", "slow"), ("under_25", "under_10")):
        odds = REACHED[:, :3, KINDS.index(early)] / REACHED[:, :3, KINDS.index(late)]
        assert (np.diff(odds, axis=1) < 0).all()
    assert (LIMITS[KINDS.index("sharp")] == THRESHOLDS).all()
    assert (LIMITS[KINDS.index("under_10")] == PATIENT).all()


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("knock_limit", [None, 10])
def test_kinds_are_as_likely_as_by_the_naive_rule(players: int, knock_limit: int | None) -> None:
    for turns in range(3 * players):
        rules = {"players": players, "knock_limit": knock_limit}
        state = GAME.state(played(turns, turns, rules))
        had = turns_by_seat(state)
        for seat in set(range(players)) - {int(state[0]["turn"])}:
            weights = np.zeros(len(KINDS))
            _weigh(state, seat, weights)
            dead = left(state, seat, "low", 1)
            wanted = chances(had[seat], dead, players, knock_limit)
            assert weights / weights.sum() == pytest.approx([wanted[kind] for kind in KINDS])


def test_kinds_are_drawn_as_often_as_they_are_likely() -> None:
    state, stream, draws = GAME.state(played(3, 5)), stream_of(3), 4_000
    seat = 1 - int(state[0]["turn"])
    dead, had = left(state, seat, "low", 1), turns_by_seat(state)[seat]
    drawn: Counter[str] = Counter(KINDS[_draw(state, seat, stream) - 1] for _ in range(draws))
    for kind, chance in chances(had, dead, 2, None).items():
        assert abs(drawn[kind] / draws - chance) <= 4 * sqrt(chance * (1 - chance) / draws)


def test_an_opponent_keeps_its_kind_and_the_observer_is_sharp() -> None:
    seen = set()
    for seed in range(200):
        state, stream = GAME.state(GAME.deal(str(seed))), stream_of(seed)
        viewer = seed % 2
        state[0]["viewer"] = viewer
        kept = 0
        while not protocol.run_over(state):
            seat = int(protocol.run_turn(state))
            had = turns_by_seat(state)[seat]
            move = playout(state, stream)
            kind = int(state[0]["kinds"][seat])
            assert (kind == 0) == (seat == viewer)
            row = int(THRESHOLDS[0, min(had, OLDEST)])
            if seat != viewer:
                assert kind == (kept or kind)
                kept = kind
                row = int(LIMITS[kind - 1, 0, min(had, OLDEST)])
                seen.add(kind)
            assert move == judged(state, row if state[0]["phase"] == TO_DISCARD else 0)
            protocol.run_apply(state, move)
    assert seen == set(range(1, len(KINDS) + 1))


def test_candidates_meet_the_same_opponents() -> None:
    for seed in range(20):
        root = GAME.state(played(seed, 2))
        seat = int(root[0]["turn"])
        root[0]["viewer"] = seat
        kinds = set()
        for card in [move for move in GAME.legal(root) if move < KNOCK]:
            state, stream = root.copy(), stream_of(seed)
            protocol.run_apply(state, card)
            playout(state, stream)
            kinds.add(int(state[0]["kinds"][1 - seat]))
        assert len(kinds) == 1


def test_those_of_release_0_1_are_sharp_or_patient_anew_in_each_turn() -> None:
    state = GAME.state(played(4, 0))
    protocol.run_apply(state, judged(state, -1))
    seat = int(state[0]["turn"])
    state[0]["viewer"], state[0]["kinds"] = 1 - seat, WAVERING
    while state[0]["phase"] == TO_DRAW:
        protocol.run_apply(state, judged(state, 0))
    moves = {playout(state.copy(), stream_of(number)) for number in range(40)}
    assert moves == {judged(state, int(THRESHOLDS[0, 0])), judged(state, PATIENT)}


WORLDS = 9


@pytest.mark.parametrize("players", [2, 4])
def test_values_against_each_kind_are_those_of_games_played_one_by_one(players: int) -> None:
    for seed in range(4):
        position = played(seed, seed * players // 2, {"players": players})
        view, seat = GAME.state(GAME.as_seen(position, position.turn)), position.turn
        had, knock, wait = turns_by_seat(view), best_knock(view), GAME.legal(view)[0]
        found = against_kinds(view, seat, knock, wait, WORLDS, STEPS, seed)
        likely, paid = np.zeros((len(KINDS), WORLDS)), np.zeros((len(KINDS), 2, WORLDS))
        for number in range(WORLDS):
            stream, world = np.zeros(1, np.uint64), view.copy()
            start_stream(stream, np.uint64(seed), np.uint64(number))
            protocol.run_redeal(world, seat, stream)
            _refine(world, seat, STEPS, stream)
            other = (seat + 1 + number % (players - 1)) % players
            dead = left(world, other, "low", 1)
            for i, (kind, chance) in enumerate(chances(had[other], dead, players, None).items()):
                likely[i, number] = chance
                for j, move in enumerate((knock, wait)):
                    after, again = world.copy(), stream.copy()
                    protocol.run_apply(after, move)
                    paid[i, j, number] = played_on(
                        after, seat, {other: kind}, partial(fraction, again)
                    )
        means = (likely[:, None] * paid).sum(axis=(0, 2)) / WORLDS
        assert found.wait == pytest.approx(means[1])
        assert [row.kind for row in found.rows] == [
            KINDS[i] for i in np.flatnonzero(likely.any(axis=1))
        ]
        for row in found.rows:
            i = KINDS.index(row.kind)
            assert row.share == pytest.approx(likely[i].mean())
            knocked, waited = np.average(paid[i], axis=1, weights=likely[i]) - means
            assert (row.knock, row.wait) == pytest.approx((knocked, waited))


@pytest.mark.parametrize("players", [2, 3])
def test_their_errors_are_as_large_as_the_values_scatter(players: int) -> None:
    position = played(7, 2 * players, {"players": players})
    view, seat = GAME.state(GAME.as_seen(position, position.turn)), position.turn
    knock, wait = best_knock(view), GAME.legal(view)[0]
    rows = [against_kinds(view, seat, knock, wait, 64, STEPS, s).rows for s in range(200)]
    for same in zip(*rows, strict=True):
        for name in ("knock", "wait"):
            errors = np.array([getattr(row, f"{name}_error") for row in same])
            spread = np.std([getattr(row, name) for row in same])
            assert spread / np.sqrt((errors**2).mean()) == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_mean_of_all_kinds_is_that_of_the_deals_of_a_search(players: int) -> None:
    for seed in range(12):
        position = played(seed, 1 + seed * players // 3, {"players": players})
        view, seat = GAME.state(GAME.as_seen(position, position.turn)), position.turn
        knock = best_knock(view)
        found = against_kinds(view, seat, knock, GAME.legal(view)[0], 64, STEPS, seed)
        assert sum(row.share for row in found.rows) == pytest.approx(1)
        assert sum(row.share * row.knock for row in found.rows) == pytest.approx(0, abs=1e-9)
        assert sum(row.share * row.wait for row in found.rows) == pytest.approx(0, abs=1e-9)
