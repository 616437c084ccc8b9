from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.chance import Stream
from kibitz.games.kernel import kernel
from kibitz.games.knaves.play import MAX_MOVES
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knaves.network import Reals
from kibitz.heuristics.knaves.policy import naive_move, play_on, playout_move, prior, rule_move
from tests.games.knaves.tables import GAME, exposed_deals, table
from training.knaves.selfplay import NAIVE, PLAYOUT, RANDOM, RULE, match


@kernel
def run_playout(state: State, moves: Moves, count: int, stream: Stream) -> int:
    return playout_move(state[0], moves, count, stream)


@kernel
def run_rule(state: State, moves: Moves, count: int) -> int:
    return rule_move(state[0], moves, count)


@kernel
def run_play_on(state: State, moves: Moves, stream: Stream) -> None:
    play_on(state[0], moves, stream)


@kernel
def run_naive(state: State, moves: Moves, count: int) -> int:
    return naive_move(state[0], moves, count)


@kernel
def run_prior(state: State, moves: Moves, count: int, weights: Reals) -> None:
    prior(state[0], moves, count, weights)


def asked(state: State) -> tuple[Moves, int, int, int, Reals]:
    """Legal moves, their number, what the players without chance choose, and the prior."""
    moves = np.zeros(MAX_MOVES + 1, np.int64)
    count = protocol.run_legal(state, moves)
    weights = np.full(MAX_MOVES + 1, -1.0)
    run_prior(state, moves, count, weights)
    chosen, beginner = run_rule(state, moves, count), run_naive(state, moves, count)
    return moves, count, chosen, beginner, weights


def positions() -> list[State]:
    """Every state of a few rounds played by chance, with and without calls."""
    random, found = Random(2), []
    for position in [*exposed_deals(), *(GAME.deal(str(seed)) for seed in range(6))]:
        state = GAME.state(position)
        while not protocol.run_over(state):
            found.append(state.copy())
            protocol.run_apply(state, random.choice(GAME.legal(state)))
    return found


def test_moves_are_legal_and_the_prior_is_a_distribution() -> None:
    stream = np.zeros(1, np.uint64)
    for state in positions():
        moves, count, chosen, beginner, weights = asked(state)
        legal = moves[:count].tolist()
        assert chosen in legal
        assert beginner in legal
        assert run_playout(state, moves, count, stream) in legal
        assert weights[:count].sum() == pytest.approx(1)
        assert (weights[:count] > 0).all()
        assert (weights[count:] == -1).all()
        likeliest = weights[:count].max()
        assert weights[legal.index(chosen)] == pytest.approx(likeliest)


def test_a_beginner_plays_the_lowest_card_that_takes_the_trick_or_the_lowest_at_all() -> None:
    asked_off_suit = 0
    for state in positions():
        here = state[0]
        if here["turn"] != here["player"]:
            continue
        moves, count, _, beginner, _ = asked(state)
        best, trump = int(here["best"]), int(here["trump"])
        legal = moves[:count].tolist()
        taking = [
            place
            for place in legal
            if best < 0 or (place > best if place // 16 == best // 16 else place // 16 == trump)
        ]
        assert beginner == min(taking or legal, key=lambda place: (place % 16, place))
        asked_off_suit += best >= 0 and len({place // 16 for place in legal}) > 1
    assert asked_off_suit > 9


def test_only_what_the_seat_may_know_is_used() -> None:
    stream, drawn = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    for state in positions()[::3]:
        moves, count, chosen, beginner, weights = asked(state)
        here = state[0]
        for _ in range(4):
            world = state.copy()
            protocol.run_redeal(world, int(here["turn"]), stream)
            # What may be called follows from what lies open, so the moves are the same.
            again = asked(world)
            assert (again[0] == moves).all()
            assert again[1:4] == (count, chosen, beginner)
            assert (again[4] == weights).all()
            drawn[0] = np.uint64(7)
            first = run_playout(state, moves, count, drawn)
            drawn[0] = np.uint64(7)
            assert run_playout(world, moves, count, drawn) == first


def test_a_whole_playout_is_one_move_after_another() -> None:
    moves = np.zeros(MAX_MOVES + 1, np.int64)
    for number, state in enumerate(positions()):
        stream = np.array([number], np.uint64)
        whole, kept = state.copy(), stream.copy()
        run_play_on(whole, moves, kept)
        while not protocol.run_over(state):
            count = protocol.run_legal(state, moves)
            protocol.run_apply(state, run_playout(state, moves, count, stream))
        assert whole == state
        assert kept == stream


def test_the_noise_of_playouts_comes_from_the_stream() -> None:
    state = GAME.state(GAME.deal("3"))
    moves, count, *_ = asked(state)
    chosen = set()
    for seed in range(200):
        stream = np.array([seed], np.uint64)
        move = run_playout(state, moves, count, stream)
        chosen.add(move)
        assert run_playout(state, moves, count, np.array([seed], np.uint64)) == move
    assert 1 < len(chosen) <= count


def rule_after(*texts: str, **parts: Any) -> str:
    """What the rule player does after these moves; spades are trumps, seat 0 leads."""
    state = GAME.state(GAME.play(table(**parts), texts))
    return GAME.move_text(asked(state)[2])


def test_a_jack_is_thrown_on_the_trick_of_another_seat() -> None:
    assert rule_after("AC") == "JC"


def test_the_last_takes_a_good_trick_and_leaves_a_bad_one() -> None:
    # Seat 1 leads: seat 0 is the last to play.
    assert rule_after("6D", "4D", dealer=0) in {"8D", "9D", "AD"}
    assert rule_after("JD", "2D", dealer=0) in {"8D", "9D"}
    # Seat 2 leads or is last, and may ruff hearts.
    assert rule_after("KH", "AH") in {"AS", "QS", "JS", "TS", "6S", "5S"}
    assert rule_after("KH", "JH") not in {"AS", "QS", "JS", "TS", "6S", "5S"}


def test_no_dear_jack_is_led() -> None:
    for dealer in range(3):
        assert rule_after(dealer=dealer) not in {"JC", "JD", "JH"}


def test_calls_cost_somebody_else() -> None:
    parts: dict[str, Any] = {"exposed": [[], ["JC"], []], "exposed_cards": True}
    # Seat 0 holds the trick and gains nothing by the jack; seat 2 can still play below it.
    assert rule_after("5C", **parts) == "call-JC"
    assert rule_after("AC", **parts) == "call-JC"
    assert rule_after("AC", "no-call", **parts) == "no-call"


def test_players_in_order_of_strength() -> None:
    assert match(RULE, RANDOM, 2_000).mean > 2
    assert match(RULE, NAIVE, 2_000).mean > 1.3
    even = match(RULE, RULE, 500)
    assert (even.mean, even.error) == (0, 0)
    noisy = match(PLAYOUT, RULE, 2_000)
    assert -0.3 < noisy.mean < 3 * noisy.error
