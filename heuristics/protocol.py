"""The judgement protocol: what a search may ask of a game besides its rules.

The functions are plain names; a game attaches its implementation for its record type with
`games.protocol.implements`, as it does for `games.protocol`. Every game that is searched
with hidden information attaches all of them; one without judgement takes them from
:mod:`kibitz.heuristics.plain`.
"""

import numpy as np
import numpy.typing as npt

from kibitz.games.chance import Stream
from kibitz.games.protocol import Moves, Payoffs
from kibitz.games.records import Record

Weights = npt.NDArray[np.float64]

_UNATTACHED = "no game attaches this judgement to that type of state"


def playout_move(state: Record, moves: Moves, count: int, stream: Stream) -> int:
    """The move that the game's playout policy plays, out of the first ``count`` of ``moves``.

    All cards of ``state`` are known. The policy may draw from ``stream``.
    """
    raise TypeError(_UNATTACHED)


def play_on(state: Record, moves: Moves, stream: Stream) -> None:
    """Play moves, each what :func:`playout_move` plays, as many as the game likes: none or all.

    For games that play a whole playout faster than one move after another. The ``stream`` ends
    where it would have ended so. All cards of ``state`` are known; ``moves`` is for scratch.
    """
    raise TypeError(_UNATTACHED)


def prior(state: Record, moves: Moves, count: int, weights: Weights) -> None:
    """Write to ``weights`` how likely each of the first ``count`` of ``moves`` is to be best.

    Weights are not negative and need not add up to one. All cards of ``state`` are known.
    """
    raise TypeError(_UNATTACHED)


def log_likelihood(state: Record, seat: int) -> float:
    """How well the hidden cards of ``state`` explain what the others have done: a log-likelihood.

    Of worlds that look alike to ``seat`` one is e times as credible as another for each 1 more.
    All cards of ``state`` are known; 0 where nothing can be said.
    """
    raise TypeError(_UNATTACHED)


def refine(state: Record, seat: int, steps: int, stream: Stream) -> None:
    """Exchange hidden cards of a world, so that worlds come up as often as they are credible.

    ``steps`` attempts that leave the distribution of worlds by :func:`log_likelihood` as it is and
    bring any other nearer to it. What ``seat`` sees stays. All cards of ``state`` are known. A game
    without such steps does nothing.
    """
    raise TypeError(_UNATTACHED)


def match_worth(state: Record, payoffs: Payoffs, values: Payoffs) -> None:
    """Write to ``values`` each seat's chance to win the match if a hand pays ``payoffs``.

    Of a game whose search is told so by ``Setting.tells_worth``; others write what they like.
    """
    raise TypeError(_UNATTACHED)


def endgame(state: Record, payoffs: Payoffs) -> bool:
    """Write the final payoffs of a state near its end, all cards known, and return True.

    They are those of best play, or of what the game takes for it where seats disagree. False when
    this does not apply to ``state``; ``payoffs`` may then hold anything.
    """
    raise TypeError(_UNATTACHED)
