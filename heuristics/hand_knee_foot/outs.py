"""Every way to play a turn, and turns that go out for most.

The styles of `heuristics.hand_knee_foot.plans` go out by rules of thumb. Turns that end the round
differ by what lies on the table alone, so that which of them makes most is known exactly. Where few
cards are left all are tried; else wild cards are spent on books that they complete.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

import numpy as np

from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import open_size
from kibitz.games.hand_knee_foot.kinds import BOOK, KINDS, SLOTS, TWO
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_JOKER,
    ADD_TWO,
    BURY,
    BURY_JOKER,
    BURY_TWO,
    DRAW,
    LEAVE,
    MELD_WILD,
    MOVES,
    TAKE,
    cards_of,
)
from kibitz.games.hand_knee_foot.scoring import EACH, LINES, run_count_team
from kibitz.games.hand_knee_foot.state import IN_FOOT, TO_PLAY, team_of
from kibitz.games.protocol import State

CARDS: Final = 4  # held at most where every turn is tried
TURNS: Final = 500  # that are tried at most
BASES: Final = 3  # turns that go out, of which the wild cards are spent otherwise
WAYS: Final = 120  # to spend them in each
Row = tuple[int, ...]


def every_turn(state: State, most: int) -> list[Row] | None:
    """A row of moves for each different end of the turn; None when there are more than ``most``.

    Every move is tried after every other. Rows that put the same cards down are one. A row ends
    with a discard, or where a card that nobody knows is turned up.
    """
    turns = _every(state, most)
    return None if turns is None else [row for row, _ in turns]


def best_out(view: State) -> Row | None:
    """The turn that ends the round for most; None where none does, or there are too many turns."""
    record, seat = view[0], int(protocol.run_turn(view))
    last = record["phase"] == TO_PLAY and record["stage"][seat] == IN_FOOT
    if not last or int(record["sizes"][seat]) > CARDS:
        return None
    ends = [(row, end) for row, end in _every(view, TURNS) or () if protocol.run_over(end)]
    return max(ends, key=lambda turn: _score(turn[1], seat))[0] if ends else None


def richer_out(view: State, rows: Sequence[Row]) -> Row | None:
    """A turn that goes out for more than all of ``rows`` do, by completing books with wild cards.

    The wild cards that a row spends by themselves go to books that they complete, as many as can
    be, and what is left of them is buried or added. None where no row goes out, or nothing is
    gained.
    """
    record, seat = view[0], int(protocol.run_turn(view))
    if record["phase"] != TO_PLAY or record["stage"][seat] != IN_FOOT:
        return None
    ends = {row: end for row in rows if (end := _ended(view, row)) is not None}
    scores = {row: _score(end, seat) for row, end in ends.items()}
    most, best = max(scores.values(), default=0), None
    for row in sorted(scores, key=lambda row: -scores[row])[:BASES]:
        for other in islice(_respent(view, row), WAYS):
            end = _ended(view, other)
            if end is not None and _score(end, seat) > most:
                most, best = _score(end, seat), other
    return best


def _ended(view: State, row: Row) -> State | None:
    """The round after a turn that is legal and ends it; else None."""
    state = view.copy()
    for move in row:
        if protocol.run_over(state) or move not in _legal(state):
            return None
        protocol.run_apply(state, move)
    return state if protocol.run_over(state) else None


def _respent(view: State, row: Row) -> Iterator[Row]:
    """The same turn with its lone wild cards in other places, most books completed first."""
    wilds = [card for move in row if _is_lone(move) for card in cards_of(move)]
    others = [move for move in row if not _is_lone(move)]
    thrown = [move for move in others if move < KINDS]
    laid = others[: len(others) - len(thrown)]
    state = view.copy()
    for move in laid:
        if move not in _legal(state):  # without the wild cards
            return
        protocol.run_apply(state, move)
    team = team_of(state[0], int(protocol.run_turn(view)))
    sizes = [int(open_size(state[0], team, slot)) for slot in range(SLOTS)]
    needs = [(slot, BOOK - size) for slot, size in enumerate(sizes) if 0 < BOOK - size < 4]
    sets = [
        chosen
        for count in range(len(wilds), 0, -1)
        for chosen in combinations(needs, count)
        if sum(need for _, need in chosen) <= len(wilds)
    ]
    rest = [None, *(slot for slot in range(SLOTS) if sizes[slot])]
    for chosen in sets:
        places: list[int | None] = [slot for slot, need in chosen for _ in range(need)]
        for place in rest if len(places) < len(wilds) else rest[:1]:
            where = places + [place] * (len(wilds) - len(places))
            spent = [_put(card, slot) for card, slot in zip(wilds, where, strict=True)]
            yield (*laid, *spent, *thrown)


def _is_lone(move: int) -> bool:
    """Whether a move puts down wild cards and nothing else."""
    return MELD_WILD <= move < ADD or ADD_TWO <= move < BURY or move in (BURY_TWO, BURY_JOKER)


def _put(card: int, slot: int | None) -> int:
    """The move that adds a wild card to the open meld of a slot, or buries it."""
    if slot is None:
        return BURY_TWO if card == TWO else BURY_JOKER
    return (ADD_TWO if card == TWO else ADD_JOKER) + slot


def _score(end: State, seat: int) -> int:
    """What the team of a seat makes in a round that is over."""
    numbers = np.zeros(LINES, np.int64)
    run_count_team(end, team_of(end[0], seat), numbers)
    return int(numbers @ EACH)


def _legal(state: State) -> list[int]:
    moves = np.empty(MOVES, np.int64)
    return moves[: protocol.run_legal(state, moves)].tolist()


def _every(state: State, most: int) -> list[tuple[Row, State]] | None:
    """Every turn with the state that it ends in; None when there are more than ``most``."""
    found: list[tuple[Row, State]] = []
    waiting: list[tuple[State, Row]] = [(state.copy(), ())]
    seen = set[Row]()
    while waiting:
        here, row = waiting.pop()
        for move in _legal(here):
            longer = (*row, move)
            key = tuple(sorted(longer))
            if key in seen:
                continue
            seen.add(key)
            after = here.copy()
            protocol.run_apply(after, move)
            stops = move < KINDS or (move >= DRAW and move not in (TAKE, LEAVE))
            if stops or protocol.run_over(after):
                found.append((longer, after))
                if len(found) > most:
                    return None
            else:
                waiting.append((after, longer))
    return found
