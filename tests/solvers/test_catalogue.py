import pytest

from kibitz.contract.options import AnalyzeOptions, HintOptions, Limits
from kibitz.games.faults import BadInput
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS, find


def test_every_game_is_listed_under_its_own_name() -> None:
    assert SOLVERS
    for name, solver in SOLVERS.items():
        assert solver.game.name == name
        assert find(name) is solver


def test_unknown_game_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(BadInput) as caught:
        find("klondike")
    (fault,) = caught.value.faults
    assert (fault.pointer, fault.code) == ("/game", "unknown_game")
    assert "'klondike'" in fault.message
    assert all(name in fault.message for name in SOLVERS)


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_every_verb_has_a_time_and_a_memory_limit(name: str) -> None:
    defaults = SOLVERS[name].default_limits
    assert {"solve", "analyze", "hint"} <= set(defaults)
    for limits in defaults.values():
        assert limits.time_ms
        assert limits.memory_mb


def test_limits_in_force() -> None:
    for solver in SOLVERS.values():
        cap = Limits(time_ms=2_000, memory_mb=16)
        asked = Limits(nodes=77, memory_mb=8, time_ms=900_000)
        assert solver.limits_for("solve", asked, cap) == Limits(
            time_ms=2_000, nodes=77, memory_mb=8
        )
        defaults = solver.default_limits["solve"]
        assert solver.limits_for("solve", Limits(), Limits()) == defaults


@pytest.mark.parametrize("name", ["knaves", "knack", "knock-rummy"])
def test_iterations_alone_do_not_leave_a_search_of_open_cards_without_an_end(name: str) -> None:
    solver = SOLVERS[name]
    position = solver.game.deal("3")
    asked = Limits(iterations=50, memory_mb=128)
    options = AnalyzeOptions(information="known")
    answer = solver.analyze(position, options, Budget(asked))
    assert answer.limits.time_ms == solver.default_limits["analyze"].time_ms
    assert answer.limits.iterations == 50
    hint = solver.hint(position, HintOptions(information="known"), Budget(asked))
    assert hint.limits.time_ms == solver.default_limits["hint"].time_ms
    # With too few nodes to solve it, worlds are sampled for the usual time, which the answer names.
    usual = solver.default_limits["analyze"].time_ms
    for given, time_ms in ((Limits(nodes=100), usual), (Limits(iterations=50, time_ms=20), 20)):
        assert solver.analyze(position, options, Budget(given)).limits.time_ms == time_ms
