"""What a seat is certain to make with a move of K'nack, whatever it cannot see."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from kibitz.contract.answers import MoveValue, Score
from kibitz.games import protocol
from kibitz.games.cards import UNSEEN
from kibitz.games.knack.game import Knack
from kibitz.games.knack.outcome import cards_left
from kibitz.games.knack.play import PASS
from kibitz.games.knack.rules import MOST_SEATS
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knack.exact import is_open, solve_open
from kibitz.solvers.knack.tree import EQUAL
from kibitz.solvers.question import Unit

SURE_SHARE: Final = 0.4  # of the budget, to look for what is sure where a single deal fits
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

    So it is when all cards that the view does not know are in one hand, or alike.
    """
    record = view[0]
    players = range(int(record["players"]))
    places = [
        int((record["hands"][seat][: int(record["held"][seat])] == UNSEEN).sum())
        for seat in players
    ]
    hidden_free = record["field"]["count"] > 0 and record["free"] == UNSEEN
    decks = any(
        (record["decks"][seat][: int(record["deck_sizes"][seat])] == UNSEEN).any()
        for seat in players
    )
    aside = (record["aside"][: int(record["aside_size"])] == UNSEEN).any()
    if decks or aside or sum(map(bool, [*places, hidden_free])) > 1:
        return None
    world = view.copy()
    protocol.run_redeal(world, int(record["turn"]), np.zeros(1, np.uint64))
    return world if is_open(world) else None


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
