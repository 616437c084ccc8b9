"""The dials of the search, and what it must know of a game besides its kernels.

The dials span flat Monte Carlo to tree search over information sets (Cowling, Powley and
Whitehouse, 2012), so that any choice among them can be measured against any other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Final, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

Opponents = Literal["tree", "policy"]
Backup = Literal["max_n", "paranoid", "team"]
Selection = Literal["ucb1", "ucb_tuned", "puct"]
Root = Literal["ucb", "racing"]
Playout = Literal["random", "policy", "mast"]
Worlds = Literal["uniform", "weighted", "refined"]
Utility = Literal["points", "match"]

# The places of these names in their lists are what kernels are given.
OPPONENTS: Final[tuple[Opponents, ...]] = ("tree", "policy")
BACKUPS: Final[tuple[Backup, ...]] = ("max_n", "paranoid", "team")
SELECTIONS: Final[tuple[Selection, ...]] = ("ucb1", "ucb_tuned", "puct")
ROOTS: Final[tuple[Root, ...]] = ("ucb", "racing")
PLAYOUTS: Final[tuple[Playout, ...]] = ("random", "policy", "mast")
WORLDS: Final[tuple[Worlds, ...]] = ("uniform", "weighted", "refined")
UTILITIES: Final[tuple[Utility, ...]] = ("points", "match")

_, FOLLOW = range(len(OPPONENTS))
MAX_N, PARANOID, TEAM = range(len(BACKUPS))
_, TUNED, PUCT = range(len(SELECTIONS))
RANDOM, POLICY, MAST = range(len(PLAYOUTS))

# The least and the most of the dials that are numbers. No more than this: one iteration between two
# looks at the limits should not take longer than some milliseconds, and trees take memory.
BOUNDS: Final[Mapping[str, tuple[float, float]]] = {
    "tree_depth": (1, 1024),
    "exploration": (0, 1000),
    "drop_at": (0, 1_000_000_000),
    "judgement_scale": (0, 1_000_000),
    "expand_after": (1, 1_000_000),
    "mast_share": (0, 1),
    "endgame_below": (0, 64),
    "world_choices": (1, 64),
    "world_steps": (1, 1024),
    "settle_after": (2, 1_000_000),
    "value_share": (0, 0.9),
    "trees": (1, 64),
}


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search.

    - ``tree_depth``: moves from the root that are kept in the tree; with 1 the search is flat.
    - ``opponents``: choose in the tree as the observer does, or follow the playout policy there.
    - ``backup``: what a seat strives for. ``max_n``: its own utility. ``paranoid``: who is not of
      the observer's team strives against that team. ``team``: the sum of its team.
    - ``selection``: UCB1; UCB1-Tuned (both Auer et al., 2002); PUCT with the game's prior.
    - ``exploration``: factor of the exploring term, utilities scaled to what has been seen of them.
    - ``root``: a bandit by ``selection``, or all candidates in the same worlds, those that fall
      behind dropped: ``drop_at`` standard errors of the paired difference to the leader.
    - ``judgement_scale``, ``judgement_error``: under racing, e times the prior says a move is
      better by so much, in the unit of the utility, with so large a standard deviation. Worlds then
      correct what judgement expects, and decide by themselves when the error is infinite. What
      another is ahead of by more than two standard errors of the worlds is never the choice.
    - ``expand_after``: visits a node needs before moves after it enter the tree.
    - ``playout``: random moves; the game's policy; or the policy mixed with the move whose average
      over earlier playouts is best for the seat (MAST), which plays ``mast_share`` of the moves.
    - ``endgame_below``: the game's exact endgame is asked when at most so many moves are left by
      its horizon; 0 for never.
    - ``worlds``: each deal that fits as likely as the other; or, of ``world_choices`` such deals,
      one by how well it explains what the others have played (sampling importance resampling); or
      dealt evenly and then led towards those that explain it by ``world_steps`` of the game's own
      (Metropolis).
    - ``utility``: payoffs as they are; or what they are worth in the match, looked up in a
      :class:`MatchTable` or, where the game says so itself, asked of the game.
    - ``settle``: whether to stop when the best move is told apart from all others for certain, once
      ``settle_after`` worlds have been played. Without it a search uses its whole budget, and
      racing leaves two candidates.
    - ``value_share``: under racing, the part of the budget that only values the move chosen,
      in worlds that did not help to choose it: what came out best is mostly worth less than in the
      games that made it come out best.
    - ``trees``: trees grown side by side, whose statistics are added up. So many threads can work
      at once. The answer depends on this number, never on the number of threads.

    Raises ``ValueError`` for a value out of its ``BOUNDS``.
    """

    tree_depth: int = 64
    opponents: Opponents = "tree"
    backup: Backup = "max_n"
    selection: Selection = "ucb1"
    exploration: float = 0.7
    root: Root = "ucb"
    drop_at: float = 3.0
    judgement_scale: float = 0.0
    judgement_error: float = inf
    expand_after: int = 1
    playout: Playout = "policy"
    mast_share: float = 0.5
    endgame_below: int = 0
    worlds: Worlds = "uniform"
    world_choices: int = 4
    world_steps: int = 64
    utility: Utility = "points"
    settle: bool = True
    settle_after: int = 512
    value_share: float = 0.125
    trees: int = 4

    def __post_init__(self) -> None:
        """Check the values."""
        named = {
            "opponents": OPPONENTS,
            "backup": BACKUPS,
            "selection": SELECTIONS,
            "root": ROOTS,
            "playout": PLAYOUTS,
            "worlds": WORLDS,
            "utility": UTILITIES,
        }
        for name, values in named.items():
            if getattr(self, name) not in values:
                wanted = " or ".join(map(repr, values))
                raise ValueError(f"'{name}' should be {wanted}, not {getattr(self, name)!r}")
        if not self.judgement_error > 0:
            error = self.judgement_error
            raise ValueError(f"'judgement_error' should be more than 0, not {error:,}")
        for name, (least, most) in BOUNDS.items():
            if not least <= (value := getattr(self, name)) <= most:
                raise ValueError(f"'{name}' should be from {least:,} to {most:,}, not {value:,}")


@dataclass(frozen=True, slots=True)
class Setting:
    """What the search must know of a game.

    ``seats``: how many there are. ``max_moves``: legal moves there can be at once. ``teams``: the
    number of each seat's team, from 0 without a gap; None when everybody plays alone.
    ``tells_worth``: whether the game's judgement says what payoffs are worth in a match.
    """

    seats: int
    max_moves: int
    teams: Sequence[int] | None = None
    tells_worth: bool = False

    def __post_init__(self) -> None:
        """Check the teams; raises ``ValueError``."""
        if self.teams is not None and (
            len(self.teams) != self.seats
            or sorted(set(self.teams)) != list(range(max(self.teams) + 1))
        ):
            raise ValueError(f"{list(self.teams)} are no teams of {self.seats} seats")


@dataclass(frozen=True, slots=True, eq=False)
class MatchTable:
    """What final payoffs are worth, for instance each seat's chance to win the match.

    ``values[i, j, …]`` are the utilities of all seats when the payoffs of team 0, summed over its
    seats, come to ``low[0] + i * step``, those of team 1 to ``low[1] + j * step``, and so on.
    Payoffs between two steps count as the lower one, payoffs outside as the nearest end.
    """

    low: Sequence[float]
    step: float
    values: npt.NDArray[np.float64]


class Dials(NamedTuple):
    """:class:`SearchOptions` as kernels take them; ``seat`` is the observer."""

    seat: int
    tree_depth: int
    opponents: int
    backup: int
    selection: int
    exploration: float
    expand_after: int
    playout: int
    mast_share: float
    endgame_below: int
    world_choices: int
    world_steps: int
    asks_worth: int


@lru_cache(64)
def dials_of(options: SearchOptions, seat: int, *, tabled: bool = False) -> Dials:
    """The part of ``options`` that matters within an iteration; ``tabled``: with a match table."""
    return Dials(
        seat,
        options.tree_depth,
        OPPONENTS.index(options.opponents),
        BACKUPS.index(options.backup),
        SELECTIONS.index(options.selection),
        float(options.exploration),
        options.expand_after,
        PLAYOUTS.index(options.playout),
        float(options.mast_share),
        options.endgame_below,
        options.world_choices if options.worlds == "weighted" else 1,
        options.world_steps if options.worlds == "refined" else 0,
        int(options.utility == "match" and not tabled),
    )
