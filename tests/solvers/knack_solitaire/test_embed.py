import os
from random import Random
from subprocess import PIPE, Popen

import pytest

from kibitz.heuristics.knack_solitaire.bound import free_order
from kibitz.solvers.knack_solitaire import constraints, cp_sat
from kibitz.solvers.knack_solitaire.constraints import Idle
from kibitz.solvers.knack_solitaire.embed import Model, Region
from kibitz.solvers.knack_solitaire.searches import play_layout
from tests.cases import cases, least
from tests.forked import Python
from tests.naive.knack_solitaire_search import is_winnable
from tests.solvers.knack_solitaire.packs import GAME, small_pack

NODES = 300_000
Process = Popen[bytes]


def solved(model: Model) -> Model:
    for _ in model.run(1e9, NODES):
        pass
    return model


@pytest.mark.parametrize("anchored", [True, False])
def test_small_fields_agree_with_trying_everything(*, anchored: bool) -> None:
    random = Random(8)
    size = {"width": 4, "height": 3}
    found = impossible = 0
    for _ in range(cases(20)):
        game, state = small_pack(random, random.randint(8, 11), 0, field=size, anchored=anchored)
        truth = is_winnable(game, 6_000)
        cards, left = free_order(state)
        if left or truth is None:
            continue
        ordered = solved(Model(Region(state), cards, ordered=True))
        layout = ordered.layout()
        if layout is not None:
            assert truth, game
            assert play_layout(state.copy(), layout) is not None, game
            found += 1
        if solved(Model(Region(state), cards, ordered=False)).impossible:
            assert not truth, game
            impossible += 1
    assert found >= least(4)
    assert impossible >= least(1)


def test_an_unbounded_field_has_no_model() -> None:
    assert not Region(GAME.state(GAME.deal("1"))).modelled
    small = {"field": {"width": 9, "height": 9}, "anchored": True, "danglers": 4}
    region = Region(GAME.state(GAME.deal("1", small)))
    assert region.modelled
    assert (len(region.cells), len(region.hanging)) == (81 + 36, 36)


def test_the_same_model_has_the_same_answer() -> None:
    _, state = small_pack(Random(3), 12, 0, field={"width": 5, "height": 4}, anchored=True)
    cards, _ = free_order(state)
    first, second = (solved(Model(Region(state), cards, ordered=True)) for _ in range(2))
    assert (first.layout(), first.nodes) == (second.layout(), second.nodes)


class Noting(Idle):
    """Processes that are noted when they are taken."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Process] = []

    def take(self) -> Process:
        self.taken.append(super().take())
        return self.taken[-1]


def test_who_stops_a_model_ends_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    noting = Noting()
    monkeypatch.setattr(constraints, "IDLE", noting)
    state = GAME.state(GAME.deal("7", {"field": {"width": 8, "height": 8}}))
    model = Model(Region(state), free_order(state)[0], ordered=True)
    course = model.run(1e9, 1 << 40)
    while not noting.taken:
        next(course)
    course.close()
    assert noting.taken[0].poll() is not None
    assert (model.nodes, model.impossible, model.layout()) == (0, False, None)
    _, small = small_pack(Random(3), 12, 0, field={"width": 5, "height": 4}, anchored=True)
    for _ in range(2):
        assert solved(Model(Region(small), free_order(small)[0], ordered=True)).nodes > 0
    stopped, first, second = noting.taken
    assert first is second is not stopped  # a process that has answered is asked again
    noting.end_all()
    assert first.poll() is not None


class Ended(Exception):
    """The process would have ended."""


def test_a_solver_ends_with_the_process_that_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    parents = iter([7, 7, 1])

    def end(code: int) -> None:
        raise Ended(code)

    monkeypatch.setattr(cp_sat, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(os, "getppid", lambda: next(parents))
    monkeypatch.setattr(os, "_exit", end)
    with pytest.raises(Ended):
        cp_sat.end_with(7)
    assert not list(parents)


FORKS = """
import os
from kibitz.solvers.knack_solitaire.constraints import IDLE
IDLE.give_back(IDLE.take())
child = os.fork()
process = IDLE.take()
print(process.pid, flush=True)
IDLE.give_back(process)
if child:
    assert os.waitpid(child, 0)[1] == 0
    assert IDLE.take().poll() is None
"""


def test_a_forked_process_has_solvers_of_its_own() -> None:
    with Python("-c", FORKS, stdout=PIPE) as process:
        out, _ = process.communicate(timeout=300)
    assert process.returncode == 0
    assert len({*out.split()}) == 2
