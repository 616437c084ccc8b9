"""What reviews of games for one say of the cards that were drawn."""

import re
from random import Random
from typing import Any

import pytest

from kibitz.contract.options import Limits
from kibitz.contract.review import ReviewOptions
from kibitz.games.cards import card_symbol
from kibitz.games.record import Record, as_kept
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.direct import review
from kibitz.solvers.played import replayed
from tests.conformance.playing import random_moves


def random_game(name: str, seed: int, rules: dict[str, Any], length: int) -> Record[Any]:
    """A record of the first moves of a game by chance."""
    game = SOLVERS[name].game
    start = game.deal(str(seed), rules)
    return Record(start, tuple(random_moves(game, start, Random(seed), length)))


ALONE: list[tuple[str, dict[str, Any]]] = [
    ("knotty-nines", {}),
    ("knotty-nines", {"information": "hidden"}),
    ("knack-solitaire", {"information": "hidden", "may_decline": True}),
    ("knack-solitaire", {"information": "hidden", "redeal": "turn_over"}),
    ("knack-solitaire", {"redeals": 1}),
]


@pytest.mark.parametrize(("name", "rules"), ALONE)
@pytest.mark.parametrize("kept", [False, True])
def test_where_one_plays_alone_the_cards_drawn_are_named(
    name: str, rules: dict[str, Any], kept: bool
) -> None:
    solver = SOLVERS[name]
    game = solver.game
    played = random_game(name, 2, rules, 60)
    seen = as_kept(game, played, 0) if kept else played
    reviewer = solver.reviewer(solver, replayed(game, seen), ReviewOptions())
    named = []
    for ply, moment in enumerate(reviewer.played.moments):
        before, after = (game.play(played.start, played.moves[:n]) for n in (ply, ply + 1))
        drawn = before.stock_size - after.stock_size
        symbol = card_symbol(before.stock[0]).replace("joker", "a joker") if drawn == 1 else ""
        assert reviewer.shown(moment) == (f"{symbol} was drawn" if symbol else "")
        named += [symbol] * bool(symbol)
    assert len({*named}) > 3


@pytest.mark.parametrize("seed", [1, 2, 3, 52])
def test_no_clause_of_a_turning_point_is_said_twice(seed: int) -> None:
    rules = {"information": "hidden", "may_decline": True}
    record = random_game("knack-solitaire", seed, rules, 200).to_json()
    answer = review("knack-solitaire", record, limits=Limits(iterations=200))
    for point in answer.seats[0].turning_points:
        _, _, clauses = point.text.partition(", where ")
        told = re.split(", | and ", clauses)
        assert len(told) == len({*told})
        assert "turned up" not in point.text
        if point.kind == "others":
            assert re.search(" (was|were) drawn", point.text)
