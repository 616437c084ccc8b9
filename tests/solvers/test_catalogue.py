import pytest

from games.faults import BadInput
from solvers import catalogue
from solvers.budget import Limits
from solvers.catalogue import SOLVERS, find, warm_all
from solvers.progress import Progress


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


def test_warming_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []

    class Stub:
        def __init__(self, name: str) -> None:
            self.name = name
            self.title = name.title()
            self.game = self

        def warm(self, _: object) -> None:
            warmed.append(self.name)

    monkeypatch.setattr(catalogue, "SOLVERS", {name: Stub(name) for name in ("one", "two")})
    heard: list[Progress] = []
    warm_all(heard.append)
    assert warmed == ["one", "two"]
    assert [(entry.done, entry.total, entry.best) for entry in heard] == [
        (0, 2, "One"),
        (1, 2, "Two"),
        (2, 2, "ready"),
    ]
