"""Tensors of our games in OpenSpiel, and recorded games that its own tools play again.

``python -m tests.integrations.openspiel.test_tensors`` records the games anew.
"""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from kibitz.games.observation import ENCODERS, split

spiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
adapter = pytest.importorskip("kibitz.integrations.openspiel.game")

GOLDEN = Path(__file__).parents[2] / "golden" / "playthroughs"
# The field of K'nack would make a file of two megabytes.
RECORDED = {"knaves": "kibitz_knaves(deals=3)", "knock-rummy": "kibitz_knock_rummy(seed=4)"}
SEED = 1
every_game = pytest.mark.parametrize("name", adapter.CLASSES)


def played(name: str) -> str:
    """A random game as OpenSpiel writes it down, with everything that it asks of a game."""
    # Imported here, as it takes a second.
    tool = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    text: str = tool.playthrough(RECORDED[name], None, seed=SEED)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def record() -> None:
    """Write the recorded games anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name in RECORDED:
        (GOLDEN / f"{name}.txt").write_text(played(name), "utf-8")


def spots(game, plies):
    """The states of a random game after so many moves."""
    state, random = game.new_initial_state(), Random(5)
    for ply in range(max(plies) + 1):
        if ply in plies and not state.is_chance_node():
            yield state
        if state.is_terminal():
            return
        state.apply_action(random.choice(state.legal_actions()))


@every_game
def test_tensors_are_the_vectors_of_the_game(name):
    game, encoder = adapter.load(name, deals=3), ENCODERS[name]
    for state in spots(game, (1, 8, 30)):
        sizes = {game.information_state_tensor_size(), game.observation_tensor_size()}
        assert sizes == {encoder.size(state.record)}
        for seat in range(game.seats):
            vector = encoder.observe(state.record, seat)
            np.testing.assert_array_equal(state.observation_tensor(seat), vector)
            np.testing.assert_array_equal(state.information_state_tensor(seat), vector)
            world = state.resample_from_infostate(seat, Random(2).random)
            np.testing.assert_array_equal(world.observation_tensor(seat), vector)


@every_game
def test_an_observer_has_the_planes_by_name(name):
    game, encoder = adapter.load(name, seed=6), ENCODERS[name]
    observer = game.make_py_observer()
    state = next(spots(game, (2,)))
    observer.set_from(state, 1)
    planes = encoder.planes(state.record)
    for plane, numbers in split(encoder.observe(state.record, 1), planes).items():
        np.testing.assert_array_equal(observer.dict[plane], numbers)
    assert [*observer.dict] == [plane.name for plane in planes]


def test_nothing_is_seen_before_the_deal():
    state = adapter.load("knaves").new_initial_state()
    observer = state.get_game().make_py_observer()
    observer.tensor.fill(1.0)
    observer.set_from(state, 0)
    assert not observer.tensor.any()
    assert not any(state.observation_tensor(2))


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_games_are_played_again_the_same(name):
    # Compared by lines: where they differ, one line says more than the whole.
    recorded = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    again = played(name).splitlines()
    assert [pair for pair in zip(recorded, again, strict=True) if pair[0] != pair[1]] == []


def test_our_games_have_registered_names():
    names = {"kibitz_knaves", "kibitz_knack", "kibitz_knock_rummy"}
    assert names <= set(spiel.registered_names())


if __name__ == "__main__":
    record()
