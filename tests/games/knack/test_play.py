from random import Random

import pytest

from kibitz.games import protocol
from tests.games.knack.tables import GAME, as_naive, some_rules, spread
from tests.naive import knack as naive


@pytest.mark.parametrize("seed", range(24))
def test_random_games_like_the_naive_twin(seed: int) -> None:
    random = Random(8_100 + seed)
    rules = some_rules(random)
    start = GAME.deal(str(seed), rules, dealer=random.randrange(rules["players"]))
    state, game = GAME.state(start), as_naive(start)
    rate = random.choice([0, 0.8, 0.97])
    while not naive.is_over(game):
        legal = {GAME.move_text(move) for move in GAME.legal(state)}
        assert legal == naive.moves(game)
        text = GAME.move_text(spread(state, random, rate))
        protocol.run_apply(state, GAME.enter(state, text))
        game = naive.play(game, text)
        assert as_naive(GAME.position(state, start)) == game
    outcome = GAME.outcome(state)
    assert outcome
    assert outcome.payoffs == pytest.approx([float(share) for share in naive.shares(game)])
