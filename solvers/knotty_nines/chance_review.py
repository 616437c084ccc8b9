"""Two ways to empty a pile against a face-down stock, played on in the same orders of it."""

from typing import Final, NamedTuple

import numpy as np

from kibitz.contract.answers import Reason
from kibitz.games.chance import mix
from kibitz.games.knotty_nines.classes import MAX_PILES, SCRATCH_SHAPE, Ints, canonical
from kibitz.games.knotty_nines.notation import read_move
from kibitz.games.knotty_nines.play import SHIFT
from kibitz.games.knotty_nines.position import Position
from kibitz.heuristics.knotty_nines.policy import new_choices
from kibitz.solvers.knotty_nines.chances import cards_that_help, unseen_ranks
from kibitz.solvers.knotty_nines.ends import Ends
from kibitz.solvers.knotty_nines.exact import RankView
from kibitz.solvers.knotty_nines.sentences import REVIEWING
from kibitz.solvers.paired_wins import Play, Wins

REVIEW_STREAM: Final = 3  # the other streams are those of `solvers.knotty_nines.ends`


class Way(NamedTuple):
    """A way to empty a pile: the canonical class of the piles that it leaves."""

    levels: Ints
    extras: Ints

    @property
    def key(self) -> tuple[bytes, bytes]:
        """The same for equal ways."""
        return self.levels.tobytes(), self.extras.tobytes()


def way_of(view: RankView, move: int) -> Way | None:
    """What an emptying leaves; None for an exchange."""
    source, target = divmod(move, SHIFT)
    if view.extras[source] > 0:
        return None
    levels, extras = view.levels.copy(), view.extras.copy()
    levels[target] = view.levels[source]
    extras[target] += 1
    there = (np.arange(len(levels)) != source) & (extras >= 0)
    levels, extras = levels[there], extras[there]
    canonical(levels, extras, len(levels), view.wrap, np.empty(SCRATCH_SHAPE, np.int64))
    return Way(levels, extras)


def way_along(view: RankView, line: list[str]) -> Way | None:
    """The way to empty a pile that the first of ``line`` to do so takes; None without one."""
    levels, extras = view.levels.copy(), view.extras.copy()
    for text in line:
        here = RankView(levels, extras, view.stock, view.wrap, view.clear)
        move, _ = read_move(text)
        way = way_of(here, move)
        if way is not None:
            return way
        source, target = divmod(move, SHIFT)
        levels[target], extras[target] = levels[source], extras[target] + 1
        levels[source], extras[source] = (levels[source] + 1) % 13, extras[source] - 1
    return None


def playing(view: RankView, seen: Position, best: Way, own: Way, seed: int) -> Play:
    """A function that plays both ways on, see `solvers.paired_wins.compared`.

    The policy only tries to empty the stock. Where no move may be left afterwards, a player who
    sees the stock plays on instead.
    """
    n, choices = len(best.levels), new_choices()
    levels, extras = (np.zeros((2, MAX_PILES), np.int8) for _ in range(2))
    for row, way in enumerate((best, own)):
        levels[row, :n], extras[row, :n] = way.levels, way.extras
    ends = Ends(view, unseen_ranks(seen), levels, extras, choices)
    stream = np.uint64(mix(np.uint64((seed * 4 + REVIEW_STREAM) % 2**64)))

    def play(first: int, number: int) -> Wins:
        plays = ends.won_by_sight if view.clear else ends.played_out
        return plays(stream, first, number)

    return play


def reasons(view: RankView, seen: Position, best: Way, own: Way, played: str) -> list[Reason]:
    """What speaks for the best way and not for the one taken."""
    unseen = unseen_ranks(seen)
    cards, fewer = (cards_that_help(way, unseen, view.wrap) for way in (best, own))
    if cards <= fewer:
        return []
    code = "helps_more" if cards < len(unseen) else "helps_always"
    return [REVIEWING.say(code, cards=cards, fewer=fewer, unseen=len(unseen), rival=[played])]
