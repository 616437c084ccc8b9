"""How likely a seat must pass in K'nack, and how often seats pass after each of two moves.

For the exact chance that the seat to move cannot lay a card, from what another seat sees, every
deal of the unseen cards that fits counts alike. So the unknown cards of a hand are any of them, as
far as passes of that seat do not say otherwise; its passes sort the kinds into classes, and a card
of one of the first is among the last few that it drew (:mod:`kibitz.games.knack.known_hands`).

To count passes, which a race for the last card turns on, both moves are played on to the end of the
game, in the same deals that fit what the seat to move sees, with everybody playing by the policy.
"""

from fractions import Fraction
from math import comb, perm
from typing import Final

import numpy as np
from numba import uint64

from kibitz.contract.answers import Reason
from kibitz.games.bits import Word
from kibitz.games.cards import UNSEEN
from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack.hand_chains import chain_at, chains_of, is_bound
from kibitz.games.knack.known_hands import level_of, unseen_cards
from kibitz.games.knack.play import PASS
from kibitz.games.knack.rules import FACES, HAND_SIZE, LEVELS, MOST_SEATS
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import KINDS, kind_of
from kibitz.games.protocol import Moves, State, apply, legal, over, redeal, turn
from kibitz.games.records import UInt32s
from kibitz.heuristics.knack.past import traced
from kibitz.heuristics.protocol import playout_move
from kibitz.solvers.budget import Budget
from kibitz.solvers.intervals import is_clear_gain
from kibitz.solvers.ismcts.tree import Ints
from kibitz.solvers.knack.frames import MOST_MOVES
from kibitz.solvers.knack.sentences import REVIEWING

GAMES: Final = 512
CHUNK: Final = 32  # games between two looks at the clock
LEAST: Final = 0.099  # passes that the figures, rounded, must tell apart


def pass_chance(record: KnackState, kinds: int) -> Fraction | None:
    """The chance that the seat to move holds no card of ``kinds``, a set as bits.

    None where it is not certain and passes say something of a third hand, which may hold the cards
    in question, or it is not clear which of the cards held at a pass the seat has laid since.
    """
    seat = int(record["turn"])
    hand = record["hands"][seat][: int(record["held"][seat])].tolist()
    known = [kind_of(card) for card in hand if card != UNSEEN]
    if any(kinds >> kind & 1 for kind in known):
        return Fraction(0)
    left = unseen_kinds(record)
    closed = [0 if kinds >> kind & 1 else count for kind, count in enumerate(left)]
    ways = _ways(record, closed, known, len(hand))
    every = _ways(record, left, known, len(hand))
    if ways and ways != every and (_others_bound(record) or not _clear(record, len(hand))):
        return None
    return Fraction(ways, every) if every else None


def unseen_kinds(record: KnackState) -> list[int]:
    """How many cards of each kind there are whose place the state does not know."""
    left = np.zeros(FACES, np.int64)
    unseen_cards(record, left)
    kinds = [0] * KINDS
    for card, count in enumerate(left.tolist()):
        kinds[kind_of(card)] += count
    return kinds


def _ways(record: KnackState, left: list[int], known: list[int], held: int) -> Fraction:
    """In how many ways the hand can have been filled up from ``left``, up to a factor."""
    found, seat, lacks = Fraction(0), int(record["turn"]), np.zeros(LEVELS, np.uint32)
    for chain in range(chains_of(record, seat)):
        weight = Fraction(chain_at(record, seat, chain, lacks))
        found += weight * _ways_by(lacks, left, known, held)
    return found


def _ways_by(lacks: UInt32s, left: list[int], known: list[int], held: int) -> int:
    """The same by one chain of sets."""
    sizes, fixed = [0] * (LEVELS + 1), [0] * (LEVELS + 1)
    for kind, count in enumerate(left):
        sizes[level_of(lacks, kind)] += count
    for kind in known:
        fixed[level_of(lacks, kind)] += 1
    ways = {0: 1}  # by the cards held of the classes so far
    for level, size in enumerate(sizes):
        after: dict[int, int] = {}
        for cards, number in ways.items():
            places = max(0, min(level, held) - cards)
            for drawn in range(min(size, held) + 1):
                more = fixed[level] + drawn
                orders = number * comb(size, drawn) * perm(places, more)
                after[cards + more] = after.get(cards + more, 0) + orders
        ways = after
    return ways.get(held, 0)


def _clear(record: KnackState, held: int) -> bool:
    """Whether no card that the seat to move has laid may have been older or newer than a pass.

    So it is where it is known who laid which card, and while at most the last card of a full hand
    has been drawn since.
    """
    if record["chain_counts"][int(record["turn"])]:
        return True
    lacks = [int(kinds) for kinds in record["lacks"][int(record["turn"])][:held]]
    return len({*lacks}) <= 1 or (held == HAND_SIZE and len({*lacks[1:]}) == 1)


def _others_bound(record: KnackState) -> bool:
    """Whether passes say something of a hidden hand besides that of the seat to move."""
    for seat in range(int(record["players"])):
        held = int(record["held"][seat])
        unknown = UNSEEN in record["hands"][seat][:held].tolist()
        # What the viewer draws may be any card, whatever it passed on before.
        other = seat not in (int(record["turn"]), int(record["viewer"]))
        if other and unknown and is_bound(record, seat):
            return True
    return False


@kernel
def count_passes(
    view: State, moves: Moves, line: int, seed: Word, first: int, passes: Ints
) -> None:
    """Add to each row of ``passes`` how often each seat passes in a game after the move ``line``.

    ``view``: what the seat to move sees; it is overwritten with the game. Games number ``first``
    and on of ``seed``, the same deals whatever the move.
    """
    root, stream = view.copy(), np.zeros(1, np.uint64)
    seat = turn(root[0])
    for game in range(passes.shape[0]):
        start_stream(stream, uint64(seed), uint64(first + game))
        view[0] = root[0]
        redeal(view[0], seat, stream)
        apply(view[0], line)
        while not over(view[0]):
            count, move = legal(view[0], moves), moves[0]
            if count > 1:
                move = playout_move(view[0], moves, count, stream)
            if move == PASS:
                passes[game, turn(view[0])] += 1
            apply(view[0], move)


def passes_after(view: State, move: int, seed: int, budget: Budget) -> Ints | None:
    """How often each seat passes in ``GAMES`` games after a move; None if time is used up.

    ``view``: what the seat to move sees. A row for each game, a column for each seat.
    """
    view, moves = traced(view), np.empty(MOST_MOVES, np.int64)
    passes = np.zeros((GAMES, MOST_SEATS), np.int64)
    for first in range(0, GAMES, CHUNK):
        if budget.used_up():
            return None
        count_passes(
            view.copy(), moves, move, np.uint64(seed), first, passes[first : first + CHUNK]
        )
    return passes


def fewer_passes(view: State, best: int, played: int, seed: int, budget: Budget) -> list[Reason]:
    """That the seat to move is held up less, or the others more, after ``best``; where clear.

    Nothing where it passes more itself: that the game is longer explains little.
    """
    record = view[0]
    seat, others = int(record["turn"]), int(record["players"]) - 1
    counted = [passes_after(view, move, seed, budget) for move in (best, played)]
    own, theirs = list[float](), list[float]()
    leads = []
    for passes in counted:
        if passes is None:
            return []
        mine = passes[:, seat]
        rest = passes.sum(axis=1) - mine
        own.append(round(float(mine.mean()), 1))
        theirs.append(round(float(rest.mean()), 1))
        leads.append(rest / others - mine)
    shown = (theirs[0] - theirs[1]) / others - (own[0] - own[1])
    if not is_clear_gain(leads[0] - leads[1]) or own[0] > own[1] or shown < LEAST:
        return []
    return [
        REVIEWING.say(
            "passes",
            others=others,
            own=own[0],
            theirs=theirs[0],
            own_played=own[1],
            theirs_played=theirs[1],
            games=GAMES,
        )
    ]
