"""What a seat is certain to make with a move of K'nack, whatever it cannot see."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import Final, NamedTuple

import numpy as np

from kibitz.contract.answers import MoveValue, Score
from kibitz.games import protocol
from kibitz.games.cards import UNSEEN
from kibitz.games.knack.game import Knack
from kibitz.games.knack.known_hands import orders, unseen_cards
from kibitz.games.knack.outcome import cards_left
from kibitz.games.knack.play import PASS
from kibitz.games.knack.rules import FACES, MOST_SEATS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knack.exact import is_open, solve_open
from kibitz.solvers.knack.tree import EQUAL
from kibitz.solvers.question import Unit

SURE_SHARE: Final = 0.4  # of the budget, to look for what is sure where a single deal fits
MOST_DEALS: Final = 1_000  # ways to fill a hidden hand that are looked at
WON: Final = 1.0


class Certain(NamedTuple):
    """The least and the most that the seat to move makes; what all make, where that is settled."""

    least: float
    most: float = WON
    payoffs: tuple[float, ...] | None = None

    @property
    def exact(self) -> bool:
        """Whether nothing is open any more."""
        return self.most - self.least <= EQUAL


def unit_of(state: State) -> Unit:
    """What payoffs are: the share of a win, or the worth of places where they are played for."""
    return "points" if state[0]["places"] else "win_probability"


def certain_of(view: State, moves: Sequence[int], budget: Budget) -> dict[int, Certain]:
    """What is certain, by move: of those that settle it, and of all where a single deal fits.

    In that deal the others may do what they like, and so do best against the seat to move; they may
    not know it. Where the budget does not let it be known, moves are left out.
    """
    settled = {move: found for move in moves if (found := settled_by(view, move))}
    left = [move for move in moves if move not in settled]
    world = only_world(view) if left else None
    if world is None or any(found.least > WON - EQUAL for found in settled.values()):
        return settled
    seat = int(world[0]["turn"])
    sure = solve_open(world, left, "paranoid", seat, budget.portion(SURE_SHARE))
    return settled | {move: Certain(payoffs[seat]) for move, payoffs in sure.payoffs.items()}


def settled_by(view: State, move: int) -> Certain | None:
    """What the seat to move makes where it runs out of cards with a move, or the game ends."""
    seat = int(view[0]["turn"])
    if move != PASS and cards_left(view[0], seat) > 1:
        return None  # nobody else runs out of cards by a move, nor does the game end otherwise
    after, payoffs = view.copy(), np.empty(MOST_SEATS)
    protocol.run_apply(after, move)
    over = protocol.run_over(after)
    if not over and cards_left(after[0], seat):
        return None
    protocol.run_payoff(after, payoffs)
    made = [float(payoff) for payoff in payoffs[: int(view[0]["players"])]]
    return Certain(made[seat], made[seat], tuple(made) if over else None)


def only_world(view: State) -> State | None:
    """What a view must be when a single deal fits it, as a state with every card known.

    So it is when the cards that the view does not know can lie in its hidden hands, and face down
    on the field, in one way that passes allow. Decks and cards put aside would have an order.
    """
    record = view[0]
    seats = range(int(record["players"]))
    decks = any(
        (record["decks"][seat][: int(record["deck_sizes"][seat])] == UNSEEN).any() for seat in seats
    )
    aside = (record["aside"][: int(record["aside_size"])] == UNSEEN).any()
    if decks or aside:
        return None
    counts = np.zeros(FACES, np.int64)
    unseen_cards(record, counts)
    pool = [card for card in range(FACES) for _ in range(counts[card])]
    deals = list(islice(_deals(record, 0, pool), 2))
    if len(deals) != 1 or None in deals:
        return None
    world = view.copy()
    protocol.run_redeal(world, int(record["turn"]), np.zeros(1, np.uint64))
    return world if is_open(world) else None


def _deals(record: KnackState, seat: int, pool: Sequence[int]) -> Iterator[tuple[int, ...] | None]:
    """The different ways to fill the hands from ``seat`` on; the rest of ``pool`` comes last.

    None where there are too many to look at.
    """
    if seat == int(record["players"]):
        yield tuple(pool)
        return
    held = int(record["held"][seat])
    hand = record["hands"][seat][:held]
    known = hand[hand != UNSEEN].tolist()
    missing = held - len(known)
    if comb(len(pool), missing) > MOST_DEALS:
        yield None
        return
    for drawn in dict.fromkeys(combinations(pool, missing)):
        kinds = np.array([kind_of(card) for card in (*known, *drawn)], np.int64)
        if missing and not orders(record["lacks"][seat], kinds, held):
            continue
        rest = list((Counter(pool) - Counter(drawn)).elements())
        for deal in _deals(record, seat + 1, rest):
            yield None if deal is None else (*drawn, *deal)


def exact_value(game: Knack, view: State, move: int, certain: Certain) -> MoveValue:
    """A move of which all that counts is certain."""
    value, unit = round(certain.least, DECIMALS), unit_of(view)
    seat, text = int(view[0]["turn"]), game.move_text(move)
    payoffs = certain.payoffs
    if payoffs is None and unit == "win_probability":
        payoffs = tuple(WON * (at == seat) for at in range(int(view[0]["players"])))
    return MoveValue(
        move=text,
        text=game.describe(view, move),
        score=Score(
            kind="exact", unit=unit, seat=seat, value=value, low=value, high=value, samples=0
        ),
        loss=0.0,
        line=[text],
        payoffs=None if payoffs is None else [round(payoff, DECIMALS) for payoff in payoffs],
    )


def at_least(value: MoveValue, least: float) -> MoveValue:
    """An estimate made to agree with what the seat makes at least."""
    score = value.score
    if least <= score.low:
        return value
    ends = {"low": least, "value": max(least, score.value), "high": max(least, score.high)}
    return value.model_copy(update={"score": score.model_copy(update=ends)})
