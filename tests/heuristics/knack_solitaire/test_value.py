"""What is looked up of a field, against a count card by card; and the policy that follows it."""

from collections import Counter
from random import Random

import numpy as np

from kibitz.games.cards import JOKER, card_text
from kibitz.games.kernel import kernel
from kibitz.games.knack_field.field import lay
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.play import CELLS, DRAW, REDEAL
from kibitz.games.protocol import Moves, State, run_apply
from kibitz.heuristics.knack_solitaire.policy import run_first_cell
from kibitz.heuristics.knack_solitaire.value import (
    MOST_TERMS,
    SIZE,
    add_up,
    list_terms,
    look,
    new_desk,
    stored_tables,
)
from tests.cases import cases
from tests.games.knack_solitaire.tables import as_naive
from tests.naive.knack_solitaire import play
from tests.naive.knack_solitaire_value import terms
from tests.naive.reasons.knack_solitaire import RULES

GAME = KnackSolitaire()


@kernel
def run_terms(states: State, cell: int, found: Moves) -> int:
    """Write the terms of the field once the open card lies at ``cell``."""
    desk = new_desk(states[0].field)
    look(states[0], desk.seen)
    lay(states[0].field, cell, int(states[0].waste[states[0].wasted - 1]))
    count = list_terms(states[0].field, desk)
    found[:count] = desk.found[:count]
    return count


def test_terms_are_those_counted_card_by_card() -> None:
    random, looked = Random(3), 0
    numbers = stored_tables()["numbers"][0].astype(int)
    while looked < cases(800):
        deal = GAME.deal(str(random.randrange(1 << 30)), random.choice(RULES))
        state = GAME.state(deal)
        pack = Counter[str]()
        for card, count in enumerate(state[0]["pack"]):
            pack[card_text(card)] += int(count)
        pack = +pack
        for _ in range(random.choice([5, 40, 90, 150])):
            legal = GAME.legal(state)
            if not legal:
                break
            run_apply(state, random.choice(legal))
        laying = [move for move in GAME.legal(state) if move not in (DRAW, REDEAL)]
        if not laying:
            continue
        looked += 1
        naive, sums = as_naive(GAME.position(state, deal)), {}
        redeals = deal.rules.redeals > 0
        for move in laying:
            found = np.empty(MOST_TERMS, np.int64)
            count = int(run_terms(state.copy(), move % CELLS, found))
            after = play(naive, GAME.move_text(move))
            expected = terms(after, pack, redeals=redeals)
            assert sorted(map(int, found[:count])) == expected
            assert max(expected) < SIZE
            sums[move] = sum(int(numbers[at]) for at in expected)
        limited = deal.rules.field or deal.rules.anchored
        if state[0]["pack"][JOKER] and not limited:
            assert sums[int(run_first_cell(state))] == max(sums.values())


def test_numbers_are_added_up() -> None:
    numbers = np.array([1, -2, 40], np.int16)
    assert add_up(numbers, np.array([2, 0, 0, 1], np.int64), 3) == 42
