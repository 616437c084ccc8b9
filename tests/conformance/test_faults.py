"""What is wrong with a position in one place does not hide what is wrong in another."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from kibitz.contract.requests import AnalyzeRequest, SolveRequest
from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.solver import Solver
from tests.conformance.playing import every_game

JsonObject = dict[str, Any]


def misspell_a_switch(data: JsonObject) -> None:
    data["rules"]["colour"] = "red"


def add_a_field(data: JsonObject) -> None:
    data["colour"] = "red"


def spoil_a_card(data: JsonObject) -> None:
    """The last card of the first hand, of the first pile, or of the field."""
    name = next(name for name in ("hands", "tableau", "field") if name in data)
    row = data[name][0]
    row[-1] = "1X"


def shorten_the_stock(data: JsonObject) -> None:
    """One card fewer in the stock, the decks, or what is out of play."""
    if "decks" in data:
        data["decks"][0].pop()
    else:
        data["stock" if "stock" in data else "out"].pop()


def seat_nobody(data: JsonObject) -> None:
    data["seat"] = 9


def lose_a_total(data: JsonObject) -> None:
    data["scores"] = data["scores"][1:]


WRONGS: list[Callable[[JsonObject], None]] = [
    misspell_a_switch,
    add_a_field,
    spoil_a_card,
    shorten_the_stock,
    seat_nobody,
    lose_a_total,
]


def found(game: Game, *wrongs: Callable[[JsonObject], None]) -> set[tuple[str, str]]:
    data = game.deal("1").to_json()
    for wrong in wrongs:
        wrong(data)
    with pytest.raises(BadInput) as caught:
        game.read(data)
    return {(fault.pointer, fault.code) for fault in caught.value.faults}


@every_game
def test_no_fault_hides_another(game: Game) -> None:
    wrongs = [wrong for wrong in WRONGS if wrong is not lose_a_total or _has_scores(game)]
    alone = {wrong: found(game, wrong) for wrong in wrongs}
    for first, second in combinations(wrongs, 2):
        assert found(game, first, second) >= alone[first] | alone[second]
    assert found(game, *wrongs) >= set().union(*alone.values())


def _has_scores(game: Game) -> bool:
    return "scores" in game.deal("1").to_json()


@every_game
def test_a_part_of_a_text_that_cannot_be_read_hides_no_wrong_card(game: Game) -> None:
    parts = game.deal("1").to_text().split("~")

    def wrong_cards(changed: dict[int, str]) -> set[str]:
        text = "~".join(changed.get(place, part) for place, part in enumerate(parts))
        with pytest.raises(BadInput) as caught:
            game.read(text)
        return {each.pointer for each in caught.value.faults if each.code == "unknown_card"}

    tried = 0
    for place, part in enumerate(parts[2:], 2):
        spoiled = {place: part[:-2] + "1X"}
        alone = wrong_cards(spoiled)
        for other in {*range(2, len(parts))} - {place}:
            tried += len(alone)
            assert wrong_cards({**spoiled, other: "?"}) >= alone
    assert tried


@pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
@pytest.mark.parametrize("option", ["objective", "utility"])
def test_what_a_wrong_option_names_is_accepted(solver: Solver, option: str) -> None:
    position = solver.game.deal("1").to_json()
    takes: Any = {"objective": SolveRequest, "utility": AnalyzeRequest}[option]
    with pytest.raises(BadInput) as caught:
        solver.read(takes, {"position": position, option: "fast"})
    (message,) = [f.message for f in caught.value.faults if f.pointer == f"/{option}"]
    offered = {"objective": solver.objectives, "utility": solver.utilities}[option]
    values = {"any", "shortest", "compact", "paranoid", "match", "points"}
    assert {value for value in values if repr(value) in message} == {*offered}
