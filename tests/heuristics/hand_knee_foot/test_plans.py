"""Plans: exact moves that can be played, and hardly anything lost beside all there is."""

from random import Random
from typing import Any

import pytest

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.kinds import (
    COPIES,
    KINDS,
    POINTS,
    RED_THREE,
    SLOTS,
    TEXTS,
    counts_of,
)
from kibitz.games.hand_knee_foot.moves import BURY, MELD, cards_of
from kibitz.games.hand_knee_foot.opening import best_points, most_naturals
from kibitz.games.hand_knee_foot.state import NO_SLOT, TO_PLAY
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot.outs import every_turn
from kibitz.heuristics.hand_knee_foot.packing import parts
from kibitz.heuristics.hand_knee_foot.plans import plans_for
from tests.games.hand_knee_foot.staged import table, team
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import VARIANTS, rounds, rule, turns, world
from tests.naive.hand_knee_foot_model import best_turn
from tests.naive.hand_knee_foot_plans import is_legal

EASY = {"minimums": [0, 0, 0, 0]}


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_plans_can_be_played_and_are_different(rules: dict[str, Any]) -> None:
    for states in rounds(rules, 1, 3):
        for state in states[:-1:7]:
            view = world(state, 1)
            plans = plans_for(view)
            assert len({tuple(sorted(plan)) for plan in plans}) == len(plans)
            assert plans[0][0] == rule(state)
            assert all(is_legal(view, plan) for plan in plans)
            assert plans_for(world(state, 2)) == plans


def cards_down(plan: tuple[int, ...]) -> int:
    """How many cards a plan melds, adds or buries."""
    return sum(len(cards_of(move)) for move in plan if move >= MELD)


@pytest.mark.parametrize("rules", [{"players": 4}, {"players": 2, "knee_pickup": "auto"}], ids=str)
def test_plans_are_a_few_of_all_turns_and_one_puts_most_cards_down(rules: dict[str, Any]) -> None:
    planned, everything, compared = 0, 0, 0
    for state in turns(rules, 6)[::4]:
        every = every_turn(state, 400)
        if every is None or state[0]["phase"] != TO_PLAY:
            continue
        known = {tuple(sorted(row)) for row in every}
        plans = {tuple(sorted(plan)) for plan in plans_for(state)}
        assert plans <= known
        planned, everything = planned + len(plans), everything + len(known)
        # A red three interrupts the turn that opens; before it other melds could be made.
        if not state[0]["hands"][state[0]["turn"], RED_THREE]:
            compared += 1
            assert max(map(cards_down, plans)) == max(map(cards_down, known))
    assert 0.05 * everything < planned < everything
    assert compared >= 10


def put_down(plan: tuple[int, ...]) -> list[int]:
    """The cards that a plan puts on the table."""
    return [kind for move in plan if MELD <= move < BURY for kind in cards_of(move)]


def wilds(plan: tuple[int, ...]) -> int:
    """How many of them are wild."""
    return sum(kind >= 13 for kind in put_down(plan))


def hand_of(random: Random, size: int, ranks: int) -> list[int]:
    """A hand of few ranks and some wild cards."""
    few = [*random.sample(range(2, 13), ranks), 13, 14]
    pack = [kind for kind in few for _ in range(2 * COPIES[kind])]
    return sorted(random.sample(pack, size))


def dealt(hand: list[int], melds: str, minimum: int) -> State:
    """Seat 0 with a hand after its draw; an opening of so many points, or melds on the table."""
    # From above, so that no king follows a jack.
    letters = "".join(TEXTS[kind] for kind in sorted(hand, reverse=True))
    rules = {"minimums": [minimum] * 4}
    own = team(melds) if melds else None
    return GAME.state(table(letters, own=own, phase="play", rules=rules))


def test_openings_are_as_good_as_a_constraint_model_finds() -> None:
    random, opened = Random(1), 0
    for _ in range(60):
        hand, minimum = hand_of(random, 12, 4), random.choice((60, 90, 120))
        state = dealt(hand, "", minimum)
        counts, nothing = counts_of(hand), [0] * SLOTS
        most = best_turn(counts, nothing, nothing, "points")
        assert int(best_points(state[0], NO_SLOT, 0, 0, 0, 0)) == most
        fewest = best_turn(counts, nothing, nothing, "fewest wild", minimum)
        found = [
            wilds(plan)
            for plan in plans_for(state)
            if sum(POINTS[kind] for kind in put_down(plan)) >= minimum
        ]
        assert bool(found) == (fewest is not None)
        if fewest is not None:
            opened += 1
            assert min(found) == fewest
    assert opened >= 30


def test_hands_are_emptied_as_far_as_a_constraint_model_finds() -> None:
    random = Random(2)
    for number in range(60):
        hand = hand_of(random, random.randrange(5, 13), 4)
        melds = ("", "KKK", "4444 99992", "222 66666")[number % 4]
        state = dealt(hand, melds or "QQQ", 0)
        record = state[0]
        inside = [int(record["twos"][0, s] + record["jokers"][0, s]) for s in range(SLOTS)]
        naturals = [int(n) for n in record["naturals"][0]]
        most = best_turn(counts_of(hand), naturals, inside, "cards")
        assert most is not None
        found = max(len(put_down(plan)) for plan in plans_for(state))
        assert found == most


def test_a_plan_stops_where_a_card_is_turned_up() -> None:
    position = table("R99KK44", own=team("444"), phase="play", rules=EASY)
    for plan in plans_for(GAME.state(position)):
        assert [GAME.move_text(move) for move in plan] == ["lay"]
    state = GAME.state(table("KK99J4", own=team("444"), pile="557AK", rules=EASY))
    plans = plans_for(state)
    assert ("draw",) in [tuple(GAME.move_text(move) for move in plan) for plan in plans]
    taken = [plan for plan in plans if GAME.move_text(plan[0]) == "take"]
    assert taken
    assert any(plan[-1] < KINDS for plan in taken)
    assert protocol.run_turn(state) == 0


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_ranks_are_shared_out_among_melds_exactly_where_that_is_possible(most: int) -> None:
    melds = [(0, 0), (3, 0), (2, 1), (4, 2), (6, 0)]
    for laid, inside in [(laid, inside) for laid, inside in melds if inside <= most]:
        for held in range(9):
            for wild in range(5):
                least = int(most_naturals(wild, held, laid, inside, most))
                fitting = [n for n in range(held + 1) if parts(n, wild, laid, inside, most)]
                assert max(fitting, default=-1) == least or (least, wild) == (0, 0)
                for n in fitting:
                    shared = parts(n, wild, laid, inside, most)
                    assert shared is not None
                    assert [sum(part) for part in zip(*shared, strict=True)] == [n, wild]
