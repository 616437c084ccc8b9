from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.contract.answers import StoppedBy
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knack.rules import MOST_SEATS
from kibitz.games.protocol import Payoffs, State
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack.endgame import CARDS_SOLVED, endgame
from kibitz.solvers.knack.exact import OpenGame, is_open, solve_open
from tests.games.knack.tables import GAME, as_naive
from tests.naive import knack_exact as naive
from tests.naive.knack import play as naive_play
from tests.solvers.knack.ends import RULES, ends


@kernel
def run_endgame(state: State, payoffs: Payoffs) -> bool:
    return endgame(state[0], payoffs)


def no_limit() -> Budget:
    return Budget(Limits(memory_mb=64))


def close(found: Any, expected: Any) -> bool:
    return [float(value) for value in expected] == pytest.approx(list(found))


@pytest.mark.parametrize("rules", RULES)
def test_every_move_is_worth_what_brute_force_gives(rules: dict[str, Any]) -> None:
    for position in ends(rules, 4, 4):
        state, game = GAME.state(position), as_naive(position)
        seat = int(state[0]["turn"])
        legal = GAME.legal(state)
        found = solve_open(state, legal, "max_n", seat, no_limit())
        against = solve_open(state, legal, "paranoid", seat, no_limit())
        assert found.stopped is against.stopped is StoppedBy.SOLVED
        for move in legal:
            after = naive_play(game, GAME.move_text(move))
            assert close(found.payoffs[move], naive.max_n(after))
            assert against.payoffs[move][seat] == pytest.approx(float(naive.paranoid(after, seat)))
        assert found.best is not None
        assert close(found.payoffs[found.best], naive.max_n(game))
        played = GAME.play(position, [GAME.move_text(move) for move in found.line])
        end = GAME.outcome(GAME.state(played))
        assert end is not None
        assert close(found.payoffs[found.best], end.payoffs)


def test_moves_that_are_the_same_are_worth_the_same() -> None:
    shared = 0
    for rules in RULES:
        for position in ends(rules, 5, 4, seed=1):
            state, game = GAME.state(position), as_naive(position)
            legal = GAME.legal(state)
            keys = OpenGame(state, "max_n", 0, no_limit()).keys(state, legal)
            worth: dict[int, Any] = {}
            for move, key in zip(legal, keys, strict=True):
                value = naive.max_n(naive_play(game, GAME.move_text(move)))
                assert worth.setdefault(key, value) == value
            shared += len(legal) - len(worth)
    assert shared > 0


def test_the_endgame_of_playouts_is_exact() -> None:
    tried = 0
    for rules in RULES:
        for position in ends(rules, CARDS_SOLVED, 4, seed=2):
            state = GAME.state(position)
            payoffs = np.zeros(MOST_SEATS)
            told = run_endgame(state, payoffs[: GAME.seats(state)])
            if not told:  # cards in decks, or more to try than it is worth
                continue
            tried += 1
            assert close(payoffs[: GAME.seats(state)], naive.max_n(as_naive(position)))
    assert tried > 10


def test_stopped_searches_say_what_they_know() -> None:
    position = GAME.deal("1")
    state = GAME.state(position)
    found = solve_open(state, GAME.legal(state), "max_n", 0, Budget(Limits(nodes=500)))
    assert (found.best, found.line, found.stopped) == (None, (), StoppedBy.NODES)
    assert found.nodes >= 500


def test_every_card_must_be_known() -> None:
    position = GAME.deal("1")
    seen = GAME.state(GAME.as_seen(position, 1))
    assert is_open(GAME.state(position))
    assert not is_open(seen)
    with pytest.raises(ValueError, match="every card"):
        solve_open(seen, GAME.legal(seen), "max_n", 1, no_limit())


def test_the_order_of_play_does_not_matter() -> None:
    random = Random(3)
    for position in ends({"players": 3, "pack": 36}, 5, 4, seed=3):
        state = GAME.state(position)
        game = OpenGame(state, "max_n", 0, no_limit())
        for _ in range(3):
            moves = GAME.legal(state)
            random.shuffle(moves)
            payoffs, stopped = game.values(state, moves)
            assert stopped is StoppedBy.SOLVED
            fresh = solve_open(state, sorted(moves), "max_n", 0, no_limit())
            assert payoffs == fresh.payoffs
            protocol.run_apply(state, moves[0])
            if protocol.run_over(state):
                break
