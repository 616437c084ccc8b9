"""What moves of K'nack are worth some turns later: against play in Python, move by move."""

from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import LAY, MAX_MOVES
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics.knack import lookahead
from kibitz.heuristics.knack.lookahead import FEWEST_WORLDS, OTHER_DEALS, TURNS, Foreseen, foreseen
from kibitz.heuristics.knack.policy import NOISE, learned_move, shipped_net
from kibitz.heuristics.knack.value import DESK, SCALE, see, worth_by
from tests.heuristics.knack.test_judgement import positions

SEED = 5


@kernel
def noisy(state: State, moves: Moves, count: int, stream: Stream) -> int:
    return learned_move(state[0], moves, count, NOISE, stream, shipped_net(state[0]))


@kernel
def worths_of(state: State, moves: Moves, desk: State, worths: Reals) -> None:
    see(state[0], desk[0], shipped_net(state[0]))
    for i in range(len(moves)):
        worths[i] = worth_by(state[0], desk[0], moves[i], shipped_net(state[0]))


def judged(state: State, moves: Moves) -> Reals:
    worths = np.zeros(len(moves))
    worths_of(state, moves, np.zeros(1, DESK), worths)
    return worths / SCALE


def dealt(view: State, number: int) -> tuple[State, Stream]:
    state, stream = view.copy(), np.zeros(1, np.uint64)
    start_stream(stream, SEED ^ OTHER_DEALS, number)
    protocol.run_redeal(state, int(protocol.run_turn(view)), stream)
    return state, stream


def worth_soon(view: State, move: int, number: int, turns: int) -> float:
    """What the game is worth after a move in one deal, at the turn named or at the end."""
    (state, stream), seat = dealt(view, number), int(protocol.run_turn(view))
    protocol.run_apply(state, move)
    while not protocol.run_over(state):
        room = np.empty(MAX_MOVES, np.int64)
        moves = room[: protocol.run_legal(state, room)]
        if protocol.run_turn(state) == seat and moves.max() >= LAY:
            turns -= 1
            if turns == 0:
                return float(np.clip(judged(state, moves).max(), 0.0, 1.0))
        protocol.run_apply(state, int(noisy(state, moves, len(moves), stream)))
    payoffs = np.zeros(6)
    protocol.run_payoff(state, payoffs)
    return float(payoffs[seat])


def views(players: int, count: int) -> list[tuple[State, Moves]]:
    """States of random games in which there is a choice."""
    random, found, some = Random(players), list[tuple[State, Moves]](), positions(players)
    random.shuffle(some)
    for state in some:
        room = np.empty(MAX_MOVES, np.int64)
        moves = room[: protocol.run_legal(state, room)].copy()
        if len(moves) > 1:
            found.append((state, moves))
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize("turns", [1, TURNS])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_moves_are_worth_soon(players: int, turns: int, monkeypatch) -> None:
    monkeypatch.setattr(lookahead, "FEWEST_WORLDS", 3)
    for view, moves in views(players, 12):
        some = [int(moves[0]), int(moves[-1])]
        found = foreseen(view, some, np.zeros(2), np.inf, 12, SEED, turns=turns)
        soon = [np.mean([worth_soon(view, move, k, turns) for k in range(6)]) for move in some]
        assert found.worlds.tolist() == [6, 6]
        assert np.diff(found.worths) == pytest.approx(np.diff(soon), abs=1e-12)


def test_what_the_seat_does_not_see_does_not_matter() -> None:
    for view, moves in views(3, 6):
        other, _ = dealt(view, 1)
        found = [ahead(state, moves) for state in (view, other, view)]
        for again in found[1:]:
            assert all(np.array_equal(a, b) for a, b in zip(found[0], again, strict=True))


def ahead(view: State, moves: Moves, games: int = 2_000, **more) -> Foreseen:
    some = moves[:: max(1, len(moves) // 20)]
    return foreseen(view, some.tolist(), judged(view, some), 0.03, games, SEED, **more)


def test_what_promises_most_is_looked_at_in_most_deals() -> None:
    view, moves = max(views(4, 40), key=lambda some: len(some[1]))
    found = ahead(view, moves)
    assert found.worlds.min() >= FEWEST_WORLDS
    assert found.worlds[np.argmax(found.worths)] == found.worlds.max() > found.worlds.min()
    assert 1_000 < found.worlds.sum() < 3_000
    assert (found.variances < 0.03**2).all()
    assert found.variances[np.argmax(found.worlds)] == found.variances.min()


def test_without_time_or_games_moves_are_judged_as_they_stand() -> None:
    view, moves = views(2, 1)[0]
    for found in (ahead(view, moves, games=8), ahead(view, moves, stopped=lambda: True)):
        some = judged(view, moves[:: max(1, len(moves) // 20)])
        assert found.worths == pytest.approx(some - some.mean())
        assert not found.worlds.any()
        assert found.variances == pytest.approx(0.03**2)


def test_what_is_stopped_is_what_was_found_so_far() -> None:
    view, moves = max(views(4, 40), key=lambda some: len(some[1]))
    looks = iter([False, False, True])
    found = ahead(view, moves, games=100_000, stopped=lambda: next(looks, True))
    assert 0 < found.worlds.sum() < 5_000


@pytest.mark.parametrize("players", [2, 3])
def test_looking_ahead_errs_less_than_judging_the_move(players: int) -> None:
    wrong = np.zeros(2)
    for view, moves in views(players, 6):
        some = moves[:: max(1, len(moves) // 5)]
        far = foreseen(view, some.tolist(), np.zeros(len(some)), 10.0, 5_000, 1, turns=1_000)
        near = foreseen(view, some.tolist(), np.zeros(len(some)), 10.0, 3_000, 2)
        truth = far.worths - far.worths.mean()
        for i, guess in enumerate((near.worths, judged(view, some))):
            wrong[i] += ((guess - guess.mean() - truth) ** 2).mean()
    assert wrong[0] < 0.5 * wrong[1]
