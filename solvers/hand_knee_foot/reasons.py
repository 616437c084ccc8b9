"""Why a turn of Hand, Knee and Foot is played, in card players' words.

Each reason is a fact of the hand and of what the table has seen, or of what the turn leads to: it
is played out on the view first. A reason whose condition does not hold is not given; none of them
claims that the turn is best.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.contract.answers import Reason
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.books import (
    laid_by_taking,
    missing_books,
    open_size,
    takes_buried,
)
from kibitz.games.hand_knee_foot.kinds import (
    BLACK_THREE,
    BOOK,
    COPIES,
    FIVE_SLOT,
    FOUR,
    JOKER,
    KINDS,
    POINTS,
    RED_THREE,
    SEVEN_SLOT,
    SLOTS,
    TWO,
    WILD_SLOT,
    WORDS,
)
from kibitz.games.hand_knee_foot.moves import (
    BURY,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    MELD,
    MOVES,
    TAKE,
    cards_of,
)
from kibitz.games.hand_knee_foot.state import (
    BLACK_BOOK,
    ENDED,
    FIVES_BOOK,
    IN_FOOT,
    IN_HAND,
    RED_BOOK,
    SEVENS_BOOK,
    TO_DRAW,
    TO_PICK_UP,
    HandKneeFootState,
    team_of,
)
from kibitz.games.hand_knee_foot.words import PLURALS
from kibitz.games.hand_knee_foot.worlds import unseen_by
from kibitz.games.protocol import State
from kibitz.solvers.hand_knee_foot.sentences import WORDING

MOSTLY: Final = 2 / 3  # of the copies of a kind
_BOOKS: Final = {
    RED_BOOK: "a red book",
    BLACK_BOOK: "a black book",
    FIVES_BOOK: "a book of 5s",
    SEVENS_BOOK: "a book of 7s",
}
_VALUES: Final = {FIVE_SLOT: 2000, SEVEN_SLOT: 2000, WILD_SLOT: 1500}
say = WORDING.say


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn played out on a view: its moves, and the states before each of them and at the end."""

    line: tuple[int, ...]
    states: tuple[State, ...]

    @property
    def before(self) -> HandKneeFootState:
        """The view that the turn begins with."""
        found: HandKneeFootState = self.states[0][0]
        return found

    @property
    def after(self) -> HandKneeFootState:
        """What it leads to."""
        found: HandKneeFootState = self.states[-1][0]
        return found

    @property
    def seat(self) -> int:
        """Who plays it."""
        return int(protocol.run_turn(self.states[0]))

    @property
    def team(self) -> int:
        """The team of that seat."""
        return int(team_of(self.before, self.seat))

    @property
    def next_seat(self) -> int:
        """The seat to the left."""
        return (self.seat + 1) % int(self.before["players"])

    @property
    def following(self) -> dict[str, int]:
        """That seat as sentences name it."""
        return {"seat": self.next_seat, "seats": int(self.before["players"]) - 1}


def turn_of(view: State, line: Sequence[int]) -> Turn:
    """Play the moves of a line that belong to the turn of the seat to move.

    Partners whose knees are offered leave them where they may: nothing that is said depends on it.
    """
    seat, owner = int(protocol.run_turn(view)), int(view[0]["turn"])
    states, made = [view.copy()], list[int]()
    for move in line:
        state = states[-1].copy()
        while protocol.run_turn(state) != seat and not protocol.run_over(state):
            moves = np.empty(MOVES, np.int64)
            count = protocol.run_legal(state, moves)
            if move in moves[:count] or int(state[0]["turn"]) != owner:
                return Turn(tuple(made), tuple(states))
            protocol.run_apply(state, int(moves[count - 1]))
        begins_anew = made and int(state[0]["phase"]) == TO_DRAW and made[-1] < KINDS
        if protocol.run_over(state) or begins_anew:
            break
        protocol.run_apply(state, move)
        made.append(move)
        states.append(state)
    return Turn(tuple(made), tuple(states))


def reasons(view: State, line: Sequence[int]) -> list[Reason]:
    """What can be said for a turn, the strongest first; perhaps nothing."""
    turn = turn_of(view, line)
    if not turn.line:
        return []
    return [
        *_going_out(turn),
        *_pile(turn),
        *_opening(turn),
        *_books(turn),
        *_piles_taken_up(turn),
        *_other_cards(turn),
        *_discard(turn),
    ]


def _going_out(turn: Turn) -> Iterator[Reason]:
    if turn.after["phase"] == ENDED and int(turn.after["ender"]) == turn.seat:
        yield say("goes_out")
        return
    if turn.before["stage"][turn.seat] != IN_FOOT:
        return
    before, after = (int(missing_books(state, turn.team)) for state in (turn.before, turn.after))
    if after:
        yield say("still_needs", books=[name for bit, name in _BOOKS.items() if after & bit])
    elif before:
        yield say("last_required")
    elif turn.seat == int(turn.before["turn"]):
        yield say("may_go_out")


def legal_in(state: State) -> list[int]:
    """The legal moves of a state, ascending."""
    moves = np.empty(MOVES, np.int64)
    found: list[int] = moves[: protocol.run_legal(state, moves)].tolist()
    return found


def _pile(turn: Turn) -> Iterator[Reason]:
    """What comes with the pile; or, where it is left, how little of it would be of use."""
    record = turn.before
    legal = legal_in(turn.states[0])
    size = int(record["pile_size"])
    if TAKE not in legal or size < 2:
        return
    below = [int(kind) for kind in record["cards"][-size:]][1:]
    wild = sum(kind >= TWO for kind in below)
    fits = wild + sum(_is_of_use(turn, kind) for kind in below if kind < TWO)
    if turn.line[0] == TAKE:
        draws = int(record["draws"])
        if wild:
            yield say("takes_pile_wild", cards=size, wild=wild, draws=draws)
        elif size > draws:
            yield say("takes_pile", cards=size, draws=draws)
        if 2 * fits >= len(below):
            yield say("pile_fits", cards=len(below), fits=fits)
    elif turn.line[0] == DRAW:
        # Some may make a meld between them, or go into a book.
        down = _put_down(turn) | _melds_of(turn, below)
        fits = wild + sum(kind in down or _is_of_use(turn, kind) for kind in below if kind < TWO)
        if not fits:
            yield say("pile_useless")
        elif 3 * fits <= len(below):
            yield say("pile_misfits", cards=len(below), fits=fits)


def _melds_of(turn: Turn, below: Sequence[int]) -> set[int]:
    """The kinds of which cards below the top may make a meld, with a wild card if there is one."""
    wild = any(kind >= TWO for kind in below) or turn.before["hands"][turn.seat, TWO:].any()
    return {kind for kind in below if kind >= FOUR and below.count(kind) >= (2 if wild else 3)}


def _put_down(turn: Turn) -> set[int]:
    """The kinds of cards that a move puts down as soon as the pile is taken."""
    state = turn.states[0].copy()
    protocol.run_apply(state, TAKE)
    downs = [move for move in legal_in(state) if MELD <= move < DRAW]
    return {kind for move in downs for kind in cards_of(move)}


def _is_of_use(turn: Turn, kind: int) -> bool:
    record = turn.before
    held = record["hands"][turn.seat, kind] > 0
    return bool(kind >= FOUR and (held or open_size(record, turn.team, kind - FOUR)))


def _opening(turn: Turn) -> Iterator[Reason]:
    if turn.before["opened"][turn.team] or not turn.after["opened"][turn.team]:
        return
    points = int(turn.before["opening"])
    # All that is laid in the turn counts, but for cards from below the top of the pile.
    taking = turn.line[0] == TAKE or bool(turn.before["taking"])
    for state, move in zip(turn.states, turn.line, strict=False):
        if move == TAKE:
            top = turn.before["cards"][-int(turn.before["pile_size"])]
            points += 3 * POINTS[int(top)]
        elif MELD <= move < BURY and not (taking and state[0]["opened"][turn.team]):
            points += sum(POINTS[kind] for kind in cards_of(move))
    yield say("opens", points=points, minimum=int(turn.before["minimum"]))


def _books(turn: Turn) -> Iterator[Reason]:
    """The books that are completed, and melds of 5s, 7s and wild cards that grow."""
    before, after, team = turn.before, turn.after, turn.team
    for slot in range(SLOTS):
        red, black = (int(after[name][team, slot] - before[name][team, slot]) for name in _COLOURS)
        for points in [_VALUES.get(slot, 500)] * red + [_VALUES.get(slot, 300)] * black:
            yield say("makes_book", rank=PLURALS[slot], points=points)
        size = int(open_size(after, team, slot))
        grows = not red + black and size > int(open_size(before, team, slot))
        grows = grows and after["phase"] != ENDED  # then it cannot become a book
        if grows and slot in _VALUES:
            yield say("grows", rank=PLURALS[slot], size=size, points=_VALUES[slot])


_COLOURS: Final = ("red", "black")


def _piles_taken_up(turn: Turn) -> Iterator[Reason]:
    """A knee that comes with the first book; a hand that is played out."""
    for state, move in zip(turn.states, turn.line, strict=False):
        offered = state[0]["phase"] != TO_PICK_UP
        if move == KNEE and offered and not turn.before["books"][turn.team]:
            yield say("first_book")
    for state in turn.states[1:]:
        # Where the turn itself takes the pile up, that says it.
        if state[0]["phase"] == TO_PICK_UP and not {KNEE, FOOT} & {*turn.line}:
            pile = "knee" if state[0]["stage"][turn.seat] == IN_HAND else "foot"
            code = "plays_out_later" if state[0]["discarded"] else "plays_out"
            yield say(code, pile=pile)


def _other_cards(turn: Turn) -> Iterator[Reason]:
    threes = [int(state["red_threes"][turn.team]) // BOOK for state in (turn.before, turn.after)]
    if LAY in turn.line and threes[0] == threes[1]:
        yield say("lays_three")
    buried = sum(BURY <= move < DRAW for move in turn.line)
    if buried:
        yield say("buries", cards=buried)


def _discard(turn: Turn) -> Iterator[Reason]:
    """Why this card is thrown."""
    kind, record, seat = turn.line[-1], turn.before, turn.next_seat
    if kind >= KINDS or turn.after["phase"] == ENDED:
        return
    size = int(turn.after["pile_size"])
    if kind in (BLACK_THREE, RED_THREE, TWO, JOKER):
        if size == 1:  # Nothing but the card thrown: there is no pile to keep from anybody.
            return
        if kind == BLACK_THREE:
            yield say("closes_pile", cards=size, **turn.following)
        else:
            yield say("blocks_pile", card=WORDS[kind], cards=size, **turn.following)
        return
    rank = PLURALS[kind - FOUR]
    if not laid_by_taking(turn.after, int(team_of(record, seat)), kind - FOUR):
        yield say("no_room", rank=rank, **turn.following)
        return
    unmelded = not open_size(turn.after, turn.team, kind - FOUR)
    buried = takes_buried(turn.after, turn.team, kind - FOUR)
    held = max(int(state[0]["hands"][turn.seat, kind]) for state in turn.states[:-1])
    if unmelded and not buried and held == 1:  # nor had more when the turn began
        yield say("lone_card", card=WORDS[kind], rank=rank)
    if record["hands"][seat, kind]:  # Known to be held: then the others say nothing.
        return
    copies, unseen = int(record["packs"]) * COPIES[kind], np.zeros(KINDS, np.int64)
    unseen_by(turn.states[-2][0], turn.seat, unseen)
    seen = copies - int(unseen[kind])
    if seen >= MOSTLY * copies:
        yield say("in_sight", seen=seen, all=copies, rank=rank)
        return  # It counts those in the pile, too.
    pile = [int(each) for each in turn.after["cards"][-size:]]
    below = Counter(pile[1:])[kind]
    if below:
        yield say("left_before", count=below, rank=rank)
