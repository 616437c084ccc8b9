from random import Random

import pytest

from kibitz.heuristics.knack_solitaire.bound import free_order
from kibitz.solvers.knack_solitaire.embed import Model, Region
from kibitz.solvers.knack_solitaire.searches import play_layout
from tests.cases import cases, least
from tests.naive.knack_solitaire_search import is_winnable
from tests.solvers.knack_solitaire.packs import GAME, small_pack

NODES = 300_000


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
