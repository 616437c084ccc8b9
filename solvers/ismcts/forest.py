"""The trees of a search: their memory, their work, and what they have found together."""

from collections.abc import Sequence
from math import hypot, inf, prod
from typing import Final

import numpy as np

from kibitz.contract.answers import StoppedBy
from kibitz.games import protocol
from kibitz.games.protocol import State
from kibitz.solvers.budget import MEGABYTE, Budget
from kibitz.solvers.ismcts.growing import NOBODY, GrowingTree
from kibitz.solvers.ismcts.iteration import most_visited_line, weigh
from kibitz.solvers.ismcts.options import MatchTable, SearchOptions, Setting, dials_of
from kibitz.solvers.ismcts.tally import Course, Judgement, Tally
from kibitz.solvers.ismcts.tree import NODE, Ints, Nodes, workspace_type
from kibitz.solvers.ismcts.valued import Findings, MoveFindings

LEAST_OF_TREE: Final = 16  # iterations of each candidate that make another tree worth while
LARGEST_BYTES: Final = 256 * MEGABYTE
LONGEST_LINE: Final = 16
LINE_VISITS: Final = 8
WIDEST: Final = 1024  # moves told apart at one node of a line


def new_workspaces(count: int, setting: Setting, table: MatchTable | None) -> State:
    """A workspace for each of ``count`` trees; ``ValueError`` for a table of another shape."""
    workspaces = np.zeros(count, workspace_type(setting.seats, setting.max_moves))
    teams = np.array(range(setting.seats) if setting.teams is None else setting.teams)
    workspaces["teams"] = teams
    workspaces["low"], workspaces["high"] = np.inf, -np.inf
    if table is not None:
        axes = int(teams.max()) + 1
        if len(table.low) != axes or table.values.ndim != axes + 1:
            raise ValueError(f"the match table does not have one axis for each of {axes} teams")
        if table.values.shape[-1] != setting.seats or not table.values.size or not table.step > 0:
            raise ValueError("the match table has no utility for each seat, or no step")
        workspaces["shape"][:, :axes] = table.values.shape[:-1]
        workspaces["base"][:, :axes] = table.low
        workspaces["step"] = table.step
    return workspaces


def new_rows(trees: int, nodes: int) -> Nodes:
    """Zeroed rows of ``nodes`` nodes, placed so that no node lies across two cache lines."""
    size = trees * nodes * NODE.itemsize
    raw = np.zeros(size + NODE.itemsize, np.uint8)
    skipped = -raw.ctypes.data % NODE.itemsize
    return raw[skipped : skipped + size].view(NODE).reshape(trees, nodes)


class Forest:
    """Trees from one root, for one observer. Different trees may be advanced at the same time."""

    def __init__(
        self,
        root: State,
        seat: int,
        moves: Sequence[int],
        setting: Setting,
        options: SearchOptions,
        table: MatchTable | None,
        budget: Budget,
        seed: int,
    ) -> None:
        """``moves``: the candidates, ascending.

        There are as many trees as the options say, or fewer, so that each has memory and
        iterations enough. Raises ``ValueError`` when the table does not fit the game.
        """
        self.moves, self.seat = list(moves), seat
        self.paired = options.root == "racing"
        self._judgement = judgement_of(root, seat, moves, setting, options)
        root, dials = root.copy(), dials_of(options, seat, tabled=table is not None)
        count = len(self.moves)
        pairs = (2, count, count) if self.paired else (2, 0, 0)
        tuned = options.selection == "ucb_tuned"
        each = NODE.itemsize + 8 * tuned
        scratch = workspace_type(setting.seats, setting.max_moves).itemsize
        fixed = scratch + each * (count + 1) + 8 * prod(pairs)
        allowed = min(budget.memory_bytes(), LARGEST_BYTES)
        limit = budget.limits.iterations or 1 << 40
        self.trees = max(1, min(options.trees, allowed // fixed, limit // (count * LEAST_OF_TREE)))
        room = 0
        if options.tree_depth > 1:
            room = min(max(0, allowed // self.trees - fixed) // each, limit)
        self._rows = new_rows(self.trees, 1 + count + room)
        squares = np.zeros((self.trees, 1 + count + room if tuned else 0))
        self._workspaces = new_workspaces(self.trees, setting, table)
        self._workspaces["used"] = count + 1
        self._pairs = np.zeros((self.trees, *pairs))
        values = np.array(np.zeros(0) if table is None else table.values, np.float64).reshape(-1)
        self._trees = [
            GrowingTree(
                *(root, self.moves, self._rows[t], squares[t], self._workspaces[t : t + 1]),
                *(self._pairs[t], values, dials, np.uint64(seed)),
            )
            for t in range(self.trees)
        ]

    def turns(self, alive: Ints) -> int:
        """How many turns a world takes."""
        return len(alive) if self.paired else 1

    def advance(self, tree: int, worlds: range, alive: Ints, begin: int, end: int) -> None:
        """Let a tree play some of the turns that ``worlds`` take; under racing, with ``alive``.

        See :meth:`kibitz.solvers.ismcts.growing.GrowingTree.play`.
        """
        self._trees[tree].play(worlds, alive if self.paired else NOBODY, begin, end)

    def tally(self, course: Course) -> Tally:
        """The statistics of the candidates so far."""
        known = course if self.paired else None
        return Tally(self._rows, self._workspaces, self._pairs, self._judgement, known, self.span())

    def span(self) -> float:
        """How far the goals of all games lie apart, for the observer."""
        low = self._workspaces["low"][:, self.seat].min()
        return max(0.0, float(self._workspaces["high"][:, self.seat].max() - low))

    def line(self, k: int) -> tuple[int, ...]:
        """Candidate ``k`` and the moves most visited after it."""
        line = np.empty(LONGEST_LINE - 1, np.int64)
        places = np.empty(self.trees, np.int64)
        tally = np.empty((2, WIDEST), np.int64)
        count = most_visited_line(self._rows, k, LINE_VISITS, places, tally, line)
        return (self.moves[k], *(int(move) for move in line[:count]))

    def findings(
        self, worlds: int, course: Course, chosen: Tally | None, stopped: StoppedBy | None
    ) -> Findings:
        """Everything found so far, in ``worlds`` worlds.

        ``chosen``: what was known when the best move was chosen; all games since then value it.
        None while that is still open.
        """
        now, found = self.tally(course), []
        then = chosen or now
        standing = then.standing()
        # A choice is as clear as it was when it was made: later games value the best move alone.
        unclear = set(then.unclear(standing))
        best = next(iter(standing))
        games, mean, error = now.mean_since(best, chosen)
        if not games:
            games, mean, error = now.mean_since(best, None)
        for k, row in standing.items():
            means, ses = now.utilities(k)
            found.append(
                MoveFindings(
                    move=self.moves[k],
                    value=mean - row.loss,
                    se=hypot(error, row.loss_se),
                    games=games if k == best else int(now.visits[k]),
                    means=means,
                    ses=ses,
                    loss=row.loss,
                    loss_se=row.loss_se,
                    gap=row.gap,
                    gap_se=row.gap_se,
                    pairs=row.pairs,
                    visits=int(now.visits[k]),
                    seen=int(now.seen[k]),
                    line=self.line(k),
                    dropped=then.is_dropped(k),
                    clear=k not in unclear,
                )
            )
        return Findings(
            seat=self.seat,
            moves=tuple(found),
            span=then.span,
            iterations=int(now.visits.sum()),
            worlds=worlds,
            nodes=int(self._workspaces["used"].sum()),
            full=bool(self._workspaces["full"].any()),
            stopped=stopped,
        )


def moves_of(root: State, setting: Setting, candidates: Sequence[int] | None) -> list[int]:
    """The moves to compare, ascending; raises ``ValueError`` when one is not legal."""
    moves = np.empty(setting.max_moves, np.int64)
    count = protocol.run_legal(root, moves)
    legal = [int(move) for move in moves[:count]]
    wanted = sorted(set(legal if candidates is None else candidates))
    if not wanted or not set(wanted) <= set(legal):
        raise ValueError(f"candidates {wanted} are not some of the legal moves {legal}")
    return wanted


def judgement_of(
    root: State, seat: int, moves: Sequence[int], setting: Setting, options: SearchOptions
) -> Judgement:
    """What the options let the game's prior say of the candidates ``moves``.

    The prior knows no more than ``seat`` does, so any world that fits will do to ask it.
    """
    if options.judgement_error == inf:
        return Judgement(np.zeros(len(moves)), inf)
    legal_ones = np.empty(setting.max_moves, np.int64)
    weights = np.empty(setting.max_moves)
    count = weigh(root, root.copy(), seat, np.uint64(0), legal_ones, weights)
    shares = dict(zip(legal_ones[:count].tolist(), weights[:count].tolist(), strict=True))
    least = np.finfo(np.float64).tiny
    found = [options.judgement_scale * np.log(max(shares[move], least)) for move in moves]
    return Judgement(np.array(found), options.judgement_error)
