"""The network in whole numbers against the same network in real ones."""

import numpy as np
import pytest

from kibitz.games import protocol
from kibitz.games.kernel import kernel
from kibitz.games.knaves.play import MAX_MOVES, legal_moves
from kibitz.games.knaves.rules import Rules
from kibitz.games.protocol import State
from kibitz.heuristics.knaves.beliefs import cards_of, look
from kibitz.heuristics.knaves.network import NET, NETWORK, SHAPES, WEIGHTS, stored_weights
from kibitz.heuristics.knaves.policy import MINDS, forget_all
from kibitz.heuristics.knaves.worth import MIND, forget, worth_of_cards
from tests.cases import cases
from tests.games.knaves.tables import GAME
from tests.naive.knaves_network import marks_of, worth_in_reals, worth_in_whole_numbers
from training.knaves.examples import EXAMPLE, Examples, describe, self_play
from training.knaves.network import Batch, gradient
from training.knaves.selfplay import RANDOM, RULE, TURNED_JACK, fresh, pack


@kernel
def ask_network(state: State, net: State, minds: State, afresh: bool, example: Examples) -> int:
    """Value the cards that may be played; how many those are."""
    here = state[0]
    moves = np.empty(MAX_MOVES + 1, np.int64)
    cards = cards_of(moves, legal_moves(here, moves))
    describe(example[0], here, cards, look(here))
    mind = minds[here.player]
    if afresh:
        forget(mind)
    return worth_of_cards(here, cards, look(here), net[0], mind)


@kernel
def forget_everything(minds: State) -> None:
    forget_all(minds[0])


def new_minds() -> State:
    """Three seats that have worked out nothing, scratch full of what comes."""
    minds = np.frombuffer(bytes(range(1, 193)) * (3 * MIND.itemsize // 192), MIND).copy()
    forget_everything(minds.view(MINDS))
    return minds


def examples_of(count: int, rules: Rules, player: int = RULE, seed: int = 5) -> Examples:
    """Examples of self-play, with penalties that are not the sheet's."""
    examples = np.zeros(count, EXAMPLE)
    template = fresh(rules)
    template["penalty"][0] = [-6, 0, -1, -5]
    jack = TURNED_JACK[rules.turned_jack]
    self_play(template, jack, player, NET, seed, pack(), examples)
    return examples


@pytest.mark.parametrize("rules", [{}, {"hand_size": 17}, {"turned_jack": "no_trump"}], ids=str)
def test_it_says_what_the_same_sums_say_in_real_and_in_whole_numbers(
    rules: dict[str, object],
) -> None:
    weights, example = stored_weights(), np.zeros(1, EXAMPLE)
    rng, asked, errors = np.random.default_rng(3), 0, []
    for seed in range(3):
        state, kept, fresh_ones = GAME.state(GAME.deal(str(seed), rules)), new_minds(), new_minds()
        while (legal := GAME.legal(state)) and asked < cases(960):
            asked += 1
            seat = int(state[0]["player"])
            count = ask_network(state, NET, kept, False, example)
            assert count == len(legal)
            order = state[0]["order"][: state[0]["count"]].tolist()
            leader, trump = (int(state[0]["dealer"]) + 1) % 3, int(state[0]["trump"])
            assert example[0]["marks"].tolist() == marks_of(order, leader, trump, seat)
            worth = kept[seat]["worth"][:count]
            # Rounding of the weights: a few hundredths of a point, seldom more.
            off = worth - np.array(worth_in_reals(weights, example[0]))
            errors.append(off - off.mean())
            assert worth.tolist() == worth_in_whole_numbers(NET[0], example[0])
            ask_network(state, NET, fresh_ones, True, example)
            assert fresh_ones[seat]["worth"][:count].tolist() == worth.tolist()
            protocol.run_apply(state, int(rng.choice(legal)))
    every = np.concatenate(errors)
    assert np.sqrt((every**2).mean()) < 0.05
    assert np.abs(every).max() < 0.3


def test_whole_cache_lines() -> None:
    assert MIND.itemsize % 64 == 0
    assert all(field[1] % 64 == 0 for field in (NETWORK.fields or {}).values())


def test_examples_are_legal_decisions_with_every_card_played_out() -> None:
    for player in (RANDOM, RULE):
        for example in examples_of(200, Rules(), player):
            cards, count = int(example["cards"]), int(example["count"])
            assert count == cards.bit_count() >= 2
            assert cards & ~int(example["hand"]) == 0
            assert int(example["hand"]) & int(example["unseen"]) == 0
            assert int(example["hand"]).bit_count() == example["left"]
            assert np.all(np.abs(example["results"][:count]) <= 13 + 12)
            assert not example["results"][count:].any()


def test_the_error_is_that_of_the_network() -> None:
    examples, weights = examples_of(40, Rules(), RANDOM), stored_weights()
    total, cards = 0.0, 0
    for example in examples:
        said = np.array(worth_in_reals(weights, example))
        results = example["results"][: len(said)]
        total += float((((said - said.mean()) - (results - results.mean())) ** 2).sum())
        cards += len(said)
    assert gradient(weights, Batch(examples))[0] == pytest.approx(total / cards, rel=1e-4)


def test_the_stored_weights_have_the_network_s_shapes() -> None:
    assert {name: layer.shape for name, layer in stored_weights().items()} == SHAPES
    assert WEIGHTS.stat().st_size < 200_000
