"""Moves of every game: notation, legality, and the way to the end."""

from random import Random

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.faults import IllegalMove
from kibitz.games.game import Game
from kibitz.games.protocol import State
from tests.conformance.playing import LONGEST, deals, every_game, horizon, walk

# Moves of the same game that are tried where they are not legal.
REFUSED = 30


@every_game
def test_the_external_layer_plays_as_the_kernels_do(game: Game) -> None:
    random = Random(3)
    for start in deals(game):
        state, position, texts = game.state(start), start, []
        for _ in range(60):
            moves = game.legal(state)
            if not moves:
                break
            move = random.choice(moves)
            texts.append(game.move_text(move))
            protocol.run_apply(state, move)
            position = game.play(position, texts[-1:])
            assert position == game.position(state, start)
        assert game.play(start, texts) == position
        replay = game.replay(start, texts)
        assert (replay.position, replay.first_illegal, replay.reason) == (position, None, None)


@every_game
def test_all_legal_moves_can_be_entered_and_no_others(game: Game) -> None:
    random = Random(4)
    for position in deals(game):
        states = walk(game, position, random, 600)
        known = {move for state in states for move in game.legal(state)}
        for state in states[::9]:
            legal = game.legal(state)
            assert legal == sorted(set(legal))
            assert len(legal) <= game.max_moves
            described = game.described(state, legal)
            assert described == [game.describe(state, move) for move in legal]
            assert all(described)
            for move in legal:
                text = game.move_text(move)
                before = state.copy()
                assert game.enter(before, text) == move
                assert before.tobytes() == state.tobytes()
            others = sorted(known.difference(legal))
            for move in random.sample(others, min(len(others), REFUSED)):
                refused = state.copy()
                with pytest.raises(ValueError, match=r"\w"):
                    game.enter(refused, game.move_text(move))
                assert refused.tobytes() == state.tobytes()


@every_game
@pytest.mark.parametrize("text", ["", " ", "nonsense", "3>", ">", "1>1>1", "\n", "9" * 50, "0>0"])
def test_what_is_no_move_is_refused(game: Game, text: str) -> None:
    position = game.deal("1")
    with pytest.raises(ValueError, match=r"\w"):
        game.enter(game.state(position), text)
    with pytest.raises(IllegalMove) as caught:
        game.play(position, [text])
    assert caught.value.index == 0
    assert caught.value.faults[0].code == "illegal_move"


@every_game
def test_the_first_illegal_move_is_named(game: Game) -> None:
    random = Random(5)
    for position in deals(game):
        state, texts = game.state(position), []
        for _ in range(random.randrange(6)):
            moves = game.legal(state)
            if moves:
                texts.append(game.move_text(random.choice(moves)))
                game.enter(state, texts[-1])
                protocol.run_apply(state, game.enter(state, texts[-1]))
        replay = game.replay(position, [*texts, "nonsense", *texts])
        assert replay.first_illegal == len(texts)
        assert replay.reason
        assert replay.position == game.position(state, position)
        with pytest.raises(IllegalMove) as caught:
            game.play(position, [*texts, "nonsense"])
        # Lists count from 0, people from 1.
        (fault,) = caught.value.faults
        assert fault.pointer == f"/{len(texts)}"
        assert fault.message.startswith(f"move {len(texts) + 1} 'nonsense': ")


@every_game
def test_horizon_never_rises_and_the_end_is_the_end(game: Game) -> None:
    random = Random(6)
    ended = 0
    for position in deals(game):
        states = walk(game, position, random)
        horizons = [horizon(state) for state in states]
        assert horizons == sorted(horizons, reverse=True)
        assert min(horizons) >= 0
        for state in states:
            over = bool(protocol.run_over(state))
            assert over == (not game.legal(state))
            assert over or horizon(state) > 0
            assert (game.outcome(state) is not None) == over
            assert 0 <= protocol.run_turn(state) < game.seats(state)
        ended += bool(protocol.run_over(states[-1]))
        if not protocol.run_over(states[-1]):
            # A playout that does not end goes round and round without spending its horizon.
            assert horizons[-1] == horizons[-LONGEST // 3]
    assert ended > 0


@every_game
def test_a_move_that_cannot_be_taken_back_lowers_the_horizon(game: Game) -> None:
    random = Random(7)
    lowered = 0
    for position in deals(game):
        for state in walk(game, position, random, 40):
            for move in game.legal(state):
                after = state.copy()
                protocol.run_apply(after, move)
                assert horizon(after) <= horizon(state)
                if horizon(after) == horizon(state):
                    assert can_return(after, state, game)
                else:
                    lowered += 1
    assert lowered > 0


def can_return(after: State, before: State, game: Game) -> bool:
    """Whether one move leads from ``after`` back to what ``before`` shows."""
    target = before.tobytes()
    for move in game.legal(after):
        state = after.copy()
        protocol.run_apply(state, move)
        if state.tobytes() == target or game.legal(state) == game.legal(before):
            return True
    return False


@every_game
def test_outcome_agrees_with_the_payoffs(game: Game) -> None:
    random = Random(8)
    for position in deals(game):
        state = walk(game, position, random)[-1]
        outcome = game.outcome(state)
        if outcome is None:
            continue
        payoffs = np.full(game.seats(state), np.nan)
        protocol.run_payoff(state, payoffs)
        assert outcome.payoffs == tuple(payoffs)
        assert np.isfinite(payoffs).all()
        if game.players == (1, 1):
            assert outcome.won == (payoffs[0] > 0)
            assert 0 <= payoffs[0] <= 1
        else:
            assert outcome.won is None
