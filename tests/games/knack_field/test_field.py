from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from kibitz.games.cards import JOKER, UNSEEN, card_text
from kibitz.games.faults import BadInput
from kibitz.games.knack.game import Knack
from kibitz.games.knack_field.field import (
    BLOCKED,
    EMPTY,
    field_type,
    fit_of,
    has_spot,
    lay,
    open_kinds,
    spots,
    take_back,
)
from kibitz.games.knack_field.rules import (
    ALL_KINDS,
    JOKER_KIND,
    KINDS,
    FieldRules,
    Size,
    kind_of,
    match_table,
    pack_cards,
)
from kibitz.games.knack_field.table import cell_at, clear_field, place_of
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.schema import SWITCHES
from tests.cases import cases
from tests.games.knack_solitaire.tables import naive_switches, some_rules
from tests.naive import knack_solitaire as naive

# The widths of both: a small grid with bytes, one that needs wider numbers.
SHAPES = [pytest.param(109, 54, id="one-pack"), pytest.param(61, 162, id="three-packs")]


def new_field(rules: FieldRules, side: int = 109, most: int = 54) -> Any:
    field = np.zeros((), field_type(side, most))[()]
    clear_field(field, rules)
    return field


def found(field: Any, card: int) -> list[int]:
    cells = np.empty(2 * len(field["laid"]) + 2, np.int64)
    return [int(cell) for cell in cells[: spots(field, card, cells)]]


@pytest.mark.parametrize(("side", "most"), SHAPES)
@pytest.mark.parametrize("seed", range(6))
def test_laying_and_taking_back_like_the_naive_field(seed: int, side: int, most: int) -> None:
    random = Random(700 + seed)
    rules = SWITCHES.read(some_rules(random))
    switches = naive_switches(rules)
    pack = [*{*pack_cards(rules)}]
    field = new_field(rules, side, most)
    laid: list[tuple[naive.Cell, bytes]] = []
    plain: naive.Field = {}
    for _ in range(cases(500)):
        card = random.choice(pack)
        if laid and random.random() < 0.35:
            cell, before = laid.pop()
            take_back(field)
            del plain[cell]
            assert field.tobytes() == before
        else:
            cells = found(field, card)
            assert cells == sorted(cells)
            assert {place_of(side, cell) for cell in cells} == (
                naive.places(plain, card_text(card), switches) if plain else {(0, 0)}
            )
            assert has_spot(field, card) == (len(cells) > 0)
            if cells and len(plain) < min(most, side // 2):
                cell = place_of(side, random.choice(cells))
                laid.append((cell, field.tobytes()))
                lay(field, cell_at(side, *cell), card)
                plain[cell] = card_text(card)
        if plain:
            open_now = {kind_of(c) for c in pack if naive.places(plain, card_text(c), switches)}
            held = {kind_of(c) for c in pack}
            assert {k for k in held if int(open_kinds(field)) >> k & 1} == open_now


def test_a_fit_is_told_for_any_number() -> None:
    field = new_field(FieldRules())
    lay(field, cell_at(109, 0, 0), 24)
    assert fit_of(field, cell_at(109, 1, 0)) == field["matches"][kind_of(24)]
    for cell in (-1, 109 * 109, 0, cell_at(109, 0, 0), cell_at(109, 5, 5)):
        assert fit_of(field, cell) == 0


def test_an_empty_field_takes_any_card_in_its_middle() -> None:
    field = new_field(FieldRules(field=Size(1, 1)))
    assert int(open_kinds(field)) == ALL_KINDS
    assert found(field, 0) == [cell_at(109, 0, 0)]


def test_a_face_down_card_is_free_like_a_joker() -> None:
    field = new_field(FieldRules())
    lay(field, cell_at(109, 0, 0), UNSEEN)
    assert int(open_kinds(field)) == ALL_KINDS


def test_a_line_of_a_whole_pack_stays_in_the_grid() -> None:
    field = new_field(FieldRules())
    for x in range(54):
        lay(field, cell_at(109, x, 0), JOKER)
    assert int(field["count"]) == 54
    assert place_of(109, int(field["where"][53])) == (53, 0)
    assert (field["cells"][:, -1] == BLOCKED).all()


def test_a_field_wider_than_the_grid_has_no_edge() -> None:
    rules = FieldRules(field=Size(109, 109), anchored=True, danglers=3)
    cells = new_field(rules, 61)["cells"]
    assert (cells[1:-1, 1:-1] == EMPTY).sum() == 59 * 59 - 1


@pytest.mark.parametrize(("pack", "ranks"), [(54, "A23456789TJQK"), (36, "6789TJQKA")])
@pytest.mark.parametrize("wrap", [True, False])
def test_matches_like_the_naive_table(pack: int, ranks: str, wrap: bool) -> None:
    table = match_table(pack, wrap)
    switches = naive.Switches(ranks, wrap)
    cards = [card for card in range(JOKER + 1) if card == JOKER or card_text(card)[0] in ranks]
    for card in cards:
        for other in cards:
            told = int(table[kind_of(card)]) >> kind_of(other) & 1
            assert told == naive.match(card_text(card), card_text(other), switches)


def test_kinds() -> None:
    assert {kind_of(card) for card in range(53)} == set(range(KINDS))
    assert kind_of(24) == kind_of(27)
    assert kind_of(25) == kind_of(26) == 13 + kind_of(24)
    assert kind_of(UNSEEN) == kind_of(JOKER) == JOKER_KIND


def test_cells_and_places() -> None:
    for side in (5, 109):
        cells = [place_of(side, cell) for cell in range(side * side)]
        assert [cell_at(side, x, y) for x, y in cells] == list(range(side * side))
        assert cell_at(side, side // 2 + 1, 0) == cell_at(side, 0, -side) == -1


FIXED: dict[str, Any] = {"field": {"width": 3, "height": 3}, "anchored": True}
IDLE: list[tuple[dict[str, Any], list[str]]] = [
    ({"danglers": 3}, ["/rules/danglers"]),
    ({"danglers": 3, "anchored": True}, ["/rules/danglers"]),
    ({"danglers": 3, "obstacles": [[1, 2]]}, ["/rules/danglers", "/rules/obstacles"]),
    ({"leaners": True, "danglers": 3}, ["/rules/danglers", "/rules/leaners"]),
    ({**FIXED, "obstacles": [[1, 1], [9, 9]]}, ["/rules/obstacles/1"]),
    ({**FIXED, "obstacles": [[2, 1], [2, 2]]}, ["/rules/obstacles/0", "/rules/obstacles/1"]),
    ({**FIXED, "danglers": 1, "obstacles": [[2, 1], [2, 2]]}, ["/rules/obstacles/1"]),
]


@pytest.mark.parametrize("game", [Knack(), KnackSolitaire()], ids=lambda game: str(game.name))
@pytest.mark.parametrize(("rules", "pointers"), IDLE, ids=str)
def test_a_switch_with_nothing_to_do_is_refused(
    game: Knack | KnackSolitaire, rules: dict[str, Any], pointers: list[str]
) -> None:
    with pytest.raises(BadInput) as caught:
        game.deal("1", rules)
    assert [fault.pointer for fault in caught.value.faults] == pointers


@pytest.mark.parametrize("seed", range(20))
def test_an_obstacle_that_is_accepted_lies_where_a_card_could(seed: int) -> None:
    rules = SWITCHES.read(some_rules(Random(seed)))
    free = new_field(replace(rules, obstacles=()))["cells"]
    assert all(free[divmod(cell_at(109, x, y), 109)] != BLOCKED for x, y in rules.obstacles)
