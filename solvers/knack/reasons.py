"""Facts behind a move of K'nack, in words: what it opens and closes, and for whom.

Everything is counted from what the seat to move sees.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.cards import JOKER, UNSEEN, card_symbol
from games.kernel import kernel
from games.knack.play import CALLED, CELLS, GIVE, LAY, SIDE, cards_left
from games.knack_field.field import lay, take_back
from games.knack_field.matching import JOKER_KIND, KINDS, kind_of
from games.knack_field.table import place_of
from games.protocol import Moves, State
from heuristics.knack.judgement import Reals, chance_to_pass, look, new_sight

RANK_NAMES: Final = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)
CLEARLY: Final = 0.005  # a change of a chance that is worth a sentence


def shown(card: int) -> str:
    """A card of the field in words."""
    return "the free card" if card == UNSEEN else card_symbol(card)


def laid_at(move: int) -> tuple[int, int]:
    """The coordinates where a move lays its card."""
    return place_of(SIDE, move % CALLED % CELLS)


def kind_words(kind: int) -> str:
    """A kind in the plural: ``red sevens``."""
    if kind == JOKER_KIND:
        return "jokers"
    name = RANK_NAMES[kind % 13]
    return f"{'red' if kind >= 13 else 'black'} {'sixes' if name == 'six' else name + 's'}"


@dataclass(frozen=True)
class Sight:
    """What a seat sees of a field: the room of each kind, and the chances of others to pass.

    ``unseen``: cards of each kind whose place the seat does not know. ``passing``: by the others
    who still have cards, in turn.
    """

    room: list[int]
    unseen: list[int]
    passing: list[float]


@kernel
def _see(state: State, room: Moves, unseen: Moves, passing: Reals) -> int:
    sight = new_sight()
    look(state[0], sight[0])
    for kind in range(KINDS):
        room[kind] = sight[0].room[kind]
        unseen[kind] = sight[0].unseen[kind]
    for other in range(sight[0].others):
        passing[other] = chance_to_pass(sight[0], other)
    return sight[0].others


def see(state: State) -> Sight:
    """What the seat to move sees."""
    room, unseen = np.zeros((2, KINDS), np.int64)
    passing = np.zeros(len(state[0]["held"]))
    others = _see(state, room, unseen, passing)
    return Sight([int(n) for n in room], [int(n) for n in unseen], passing[:others].tolist())


def others_in(record: np.void) -> list[int]:
    """The other seats that still have cards, in turn."""
    seat, players = int(record["turn"]), int(record["players"])
    around = [(seat + step) % players for step in range(1, players)]
    return [other for other in around if cards_left(record, other) > 0]


def reasons(state: State, best: int, legal: Sequence[int]) -> list[str]:
    """What is to be said for a move; ``state`` is what the seat to move sees."""
    record = state[0]
    if best < LAY:
        return _of_giving(state, best) if best >= GIVE else []
    if not int(record["field"]["count"]):
        return ["Any card may be laid beside it, and only you know what it is."]
    card, cell = best % CALLED // CELLS, best % CALLED % CELLS
    before = see(state)
    after_state = state.copy()
    lay(after_state[0]["field"], cell, card)
    after = see(after_state)
    take_back(after_state[0]["field"])
    return [
        *_of_hand(record, card, before, after),
        *_of_others(record, before, after),
        *_of_joker(card, legal),
        *_of_copies(card, after),
    ]


def _of_giving(state: State, best: int) -> list[str]:
    room = see(state).room[kind_of(best - GIVE)]
    cells = "no cell" if room == 0 else f"{room} cell{'' if room == 1 else 's'}"
    return [f"It fits {cells} now."]


def _of_hand(record: np.void, card: int, before: Sight, after: Sight) -> list[str]:
    """How the hand that is left fares."""
    hand = [
        int(c)
        for c in record["hands"][int(record["turn"])][: int(record["held"][int(record["turn"])])]
    ]
    hand.remove(card)
    if not hand:
        return []
    fitting = [other for other in hand if after.room[kind_of(other)] > 0]
    said = [
        f"Then {len(fitting)} of your other {len(hand)} cards can be laid."
        if len(hand) > 1
        else f"Then your last card {'can' if fitting else 'cannot'} be laid."
    ]
    opened = [c for c in fitting if before.room[kind_of(c)] == 0]
    if opened:
        said.append(f"It opens a cell for {_list(opened)}.")
    closed = [c for c in hand if before.room[kind_of(c)] > 0 and c not in fitting]
    if closed:
        said.append(f"It takes the last cell of {_list(closed)}.")
    return said


def _of_others(record: np.void, before: Sight, after: Sight) -> list[str]:
    """What it closes and opens for the others."""
    said = []
    closed = [k for k in range(KINDS) if before.room[k] > 0 and not after.room[k]]
    closed = [k for k in closed if after.unseen[k] > 0]
    if closed:
        number = sum(after.unseen[k] for k in closed)
        names = " and ".join(kind_words(k) for k in closed[:2])
        more = "" if len(closed) <= 2 else f" and {len(closed) - 2} more kinds"
        said.append(
            f"It leaves no cell for {names}{more}, of which {number} "
            f"card{' is' if number == 1 else 's are'} still unseen."
        )
    for other, was, now in zip(others_in(record), before.passing, after.passing, strict=True):
        if now >= 1.0 - 1e-12:
            said.append(f"Seat {other} will have to pass.")
        elif now > was + CLEARLY:
            said.append(
                f"The chance that seat {other} must pass grows from {_percent(was)} "
                f"to {_percent(now)}, as unseen cards and passes tell."
            )
    return said


def _of_joker(card: int, legal: Sequence[int]) -> list[str]:
    if card != JOKER:
        return []
    only = all(move % CALLED // CELLS == JOKER for move in legal if move > LAY)
    return ["Nothing but a joker can be laid."] if only else []


def _of_copies(card: int, after: Sight) -> list[str]:
    if card == JOKER:
        return []
    left = after.unseen[kind_of(card)]
    if left == 0:
        return [f"All other {kind_words(kind_of(card))} are in sight."]
    return []


def _list(cards: Sequence[int]) -> str:
    return " and ".join(card_symbol(card) for card in sorted(set(cards)))


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"
