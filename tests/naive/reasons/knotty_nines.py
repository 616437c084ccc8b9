"""The sentences of Knotty Nines' hints, each fact recomputed from the position alone.

Only the naive rules are used, except for numbers that a search found: those are held against the
rows of the analysis, and where it is affordable against a search through everything.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, cast

from kibitz.contract.options import Limits
from kibitz.games.knotty_nines.position import Position
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from tests.naive import knotty_nines as naive
from tests.naive.knotty_nines_cases import packed
from tests.naive.reasons.case import Checker
from tests.naive.reasons.knotty_nines_standing import (
    all_win,
    area,
    at_best,
    can_win,
    chance,
    chance_between,
    chance_exact,
    chance_unsure,
    dead,
    empty_now,
    found_at_best,
    lost,
    lost_in_every_order,
    never_rests,
    no_moves,
    prepare,
    rests_in_no_order,
    some_win,
    start_over,
    stock_then_never_rests,
    wins_every_order,
    won,
)
from tests.naive.reasons.knotty_nines_ways import (
    all_cards,
    any_moves,
    any_target,
    as_good,
    as_good_exact,
    better_chance,
    better_chance_exact,
    empties_only,
    goes_on,
    more_cards,
    prepares_only,
    ranked,
    same_game,
)
from tests.naive.reasons.knotty_nines_why import (
    as_few,
    as_short_found,
    at_most,
    draws_as_many,
    draws_more,
    few,
    fewest,
    fewest_found,
    forced,
    found_as_deep,
    found_deeper,
    only_winning,
    rival_open,
    shorter_found,
)
from tests.solvers.knotty_nines.packs import GAME, as_json, as_naive


def played_on(random: Random, position: naive.Position, moves: int) -> naive.Position:
    """The position after up to ``moves`` moves, most of which empty a pile when one can be."""
    for _ in range(moves):
        choices = naive.moves(position)
        if not choices:
            break
        emptying = [move for move in choices if len(position.piles[move[0]]) == 1]
        likely = emptying if emptying and random.random() < 0.7 else choices
        after = naive.play(position, random.choice(likely))
        if naive.is_won(after) and random.random() < 0.9:
            break
        position = after
    return position


def won_in_part(random: Random, rules: dict[str, Any]) -> Position:
    """A position on the way of a line that wins, or a deal when none is found soon."""
    deals = [GAME.deal(str(random.getrandbits(60)), rules) for _ in range(6)]
    for position in deals:
        answer = SOLVERS["knotty-nines"].decide(position, Budget(Limits(nodes=20_000)))
        if answer.moves:
            line = answer.moves[: random.randrange(len(answer.moves))]
            return cast(Position, GAME.play(position, line))
    return deals[0]


def positions(count: int, seed: int) -> Iterator[Position]:
    """Positions of all stages and switches: half with a known stock, half face down.

    Some are late ones, some on or off the way of a line that wins, some met at random.
    """
    random = Random(seed)
    for index in range(count):
        wrap, stuck = random.random() < 0.7, random.random() < 0.3
        rules = {
            "piles": random.choice([4, 5, 6, 7, 8, 9, 9, 10, 11, 12, 12]),
            "wrap": wrap,
            "win": "stock_empty_and_stuck" if stuck else "stock_empty",
        }
        if index % 3 == 0:
            start, moves = packed(random, wrap, stuck), [0, 0, 1, 3]
        elif index % 3 == 1:
            start, moves = as_naive(won_in_part(random, rules)), [0, 0, 0, 1, 2]
        else:
            start, moves = as_naive(GAME.deal(str(random.getrandbits(60)), rules)), [0, 0, 2, 6, 15]
        position = GAME.read(as_json(played_on(random, start, random.choice(moves))))
        yield GAME.as_seen(position) if position.stock and random.random() < 0.5 else position


CHECKERS: Final[dict[str, Checker]] = {
    check.__name__: check
    for check in (
        *(won, no_moves, can_win, chance, chance_between, chance_unsure, lost, dead),
        *(lost_in_every_order, rests_in_no_order, at_best),
        *(chance_exact, wins_every_order, found_at_best, never_rests, stock_then_never_rests),
        *(start_over, prepare, empty_now, all_win, some_win, area),
        *(forced, only_winning, few, fewest, fewest_found, as_few, at_most, shorter_found),
        *(as_short_found, rival_open, draws_more, draws_as_many, found_deeper),
        *(found_as_deep, goes_on, more_cards, all_cards, better_chance, as_good, ranked),
        *(better_chance_exact, as_good_exact, empties_only, prepares_only, same_game),
        *(any_target, any_moves),
    )
}
