"""Passes in games played on, against games played move by move, and what is said of them."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.chance import Stream, start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.play import PASS
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knack.past import traced
from kibitz.heuristics.knack.policy import playout_move
from kibitz.solvers.budget import Budget, Cancel
from kibitz.solvers.direct import review
from kibitz.solvers.intervals import CLEAR
from kibitz.solvers.knack.passing import GAMES, fewer_passes, passes_after
from tests.conformance.playing import random_moves
from tests.games.knack.tables import GAME, spread

SEED = 11


@kernel
def run_playout_move(state: State, moves: Moves, count: int, stream: Stream) -> int:
    return playout_move(state[0], moves, count, stream)


def passes_in(view: State, move: int, number: int) -> list[int]:
    """The passes of each seat in one game, played on here."""
    stream, passes = np.zeros(1, np.uint64), [0] * 6
    start_stream(stream, np.uint64(SEED), np.uint64(number))
    state = traced(view)
    protocol.run_redeal(state, int(view[0]["turn"]), stream)
    protocol.run_apply(state, move)
    while not protocol.run_over(state):
        moves = np.array(GAME.legal(state), np.int64)
        chosen = int(moves[0])
        if len(moves) > 1:
            chosen = run_playout_move(state, moves, len(moves), stream)
        passes[protocol.run_turn(state)] += chosen == PASS
        protocol.run_apply(state, chosen)
    return passes


def views(rules: dict[str, Any], seed: int) -> list[State]:
    """What the seat to move sees in a few positions of a random game with a choice of moves."""
    random, start = Random(seed), GAME.deal(str(seed), rules)
    state, found = GAME.state(start), []
    while not protocol.run_over(state):
        if len(GAME.legal(state)) > 1:
            position = GAME.as_seen(GAME.position(state, start), int(state[0]["turn"]))
            found.append(GAME.state(position))
        protocol.run_apply(state, spread(state, random, 0.5))
    return random.sample(found, min(3, len(found)))


RULES: list[dict[str, Any]] = [
    {},
    {"players": 3, "pack": 36, "jokers": 0},
    {"players": 4, "play_on_for_places": True},
    {"players": 2, "knack_call": "explicit"},
]


@pytest.mark.parametrize("rules", RULES)
def test_passes_are_those_of_games_played_move_by_move(rules: dict[str, Any]) -> None:
    for view in views(rules, 5):
        kept = view.copy()
        moves = GAME.legal(view)
        for move in {moves[0], moves[-1]}:
            counted = passes_after(view, move, SEED, Budget(Limits()))
            assert counted is not None
            assert counted.shape == (GAMES, 6)
            for number in (0, 1, 37, GAMES - 1):
                assert counted[number].tolist() == passes_in(view, move, number)
        assert (view == kept).all()


def test_what_is_said_is_clear_and_in_favour_of_the_move() -> None:
    said = 0
    for seed in range(6):
        for view in views({"players": 2 + seed % 3}, seed):
            moves, seat = GAME.legal(view), int(view[0]["turn"])
            best, played = moves[0], moves[-1]
            reasons = fewer_passes(view, best, played, SEED, Budget(Limits()))
            turned = fewer_passes(view, played, best, SEED, Budget(Limits()))
            assert not (reasons and turned)
            both = [passes_after(view, move, SEED, Budget(Limits())) for move in (best, played)]
            first, second = (passes.astype(float) for passes in both if passes is not None)
            others = int(view[0]["players"]) - 1

            def ahead(passes: Any, seat: int = seat, others: int = others) -> Any:
                theirs = np.delete(passes, seat, axis=1).sum(axis=1)
                return theirs / others - passes[:, seat]

            gain = ahead(first) - ahead(second)
            clear = gain.mean() > CLEAR * gain.std(ddof=1) / np.sqrt(GAMES)
            assert bool(reasons) <= clear
            for reason in reasons:
                said += 1
                args = reason.args
                for passes, own, theirs in (
                    (first, args["own"], args["theirs"]),
                    (second, args["own_played"], args["theirs_played"]),
                ):
                    assert own == round(passes[:, seat].mean(), 1)
                    assert theirs == round(np.delete(passes, seat, axis=1).sum(axis=1).mean(), 1)
                assert args["others"] == others
    assert said > 1


def test_a_move_says_nothing_against_itself_and_nothing_when_cancelled() -> None:
    (view, *_) = views({}, 3)
    move, cancel = GAME.legal(view)[0], Cancel()
    assert fewer_passes(view, move, move, SEED, Budget(Limits())) == []
    cancel.set()
    assert passes_after(view, move, SEED, Budget(Limits(), cancel)) is None
    assert fewer_passes(view, move, GAME.legal(view)[-1], SEED, Budget(Limits(), cancel)) == []


def test_a_review_says_who_is_held_up() -> None:
    start = GAME.deal("2")
    record = {"position": start.to_json(), "moves": random_moves(GAME, start, Random(2), 40)}
    answer = review("knack", record, limits=Limits(iterations=2_000))
    told = [one for one in answer.decisions if "passes" in {said.code for said in one.reasons}]
    assert told
    for decision in told:
        view = GAME.state(GAME.read(decision.position))
        best, played = (
            next(move for move in GAME.legal(view) if GAME.move_text(move) == text)
            for text in (decision.best, decision.played)
        )
        (said,) = (reason for reason in decision.reasons if reason.code == "passes")
        assert [said] == fewer_passes(view, best, played, 0, Budget(Limits()))
