"""The search of K'nack among hundreds of moves: the likeliest first, then ever more of them.

A first search compares a few groups of moves (:mod:`solvers.knack.candidates`), each in the same
worlds. The best of them then meets the next few, in twice the number, and so on until every group
has been valued. What is left of the budget decides how sure the values of late ones are.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot
from typing import Final

from games.knack.game import Knack
from games.protocol import State
from heuristics.knack import policy  # noqa: F401 (attaches itself to the protocol)
from solvers.budget import Budget
from solvers.ismcts.findings import Findings, MoveFindings
from solvers.ismcts.options import SearchOptions, Setting
from solvers.ismcts.search import Search
from solvers.knack import endgame  # noqa: F401 (attaches itself to the protocol)
from solvers.knack.candidates import Group
from solvers.knack.frames import MOST_MOVES
from solvers.progress import Listener, improving
from solvers.result import StoppedBy

# Flat: no tree among the settings of benchmarks.ablation has been shown to be stronger.
# Judgement was held against 1,500 games of each move in 47 positions: see benchmarks.ablation.
OPTIONS: Final = SearchOptions(
    tree_depth=1,
    root="elimination",
    endgame_below=14,
    judgement_scale=0.03,
    judgement_error=0.06,
)
FIRST_WIDTH: Final = 12  # groups in the first search
FIRST_SHARE: Final = 0.7  # of the budget that is left; more when there are no more groups
GROWTH: Final = 2
MOVE_TEXT: Final = Knack().move_text


def setting_of(view: State) -> Setting:
    """What the search must know of a game."""
    return Setting(int(view[0]["players"]), MOST_MOVES)


def search_groups(
    view: State,
    groups: Sequence[Group],
    budget: Budget,
    listener: Listener,
    seed: int,
    options: SearchOptions = OPTIONS,
    name: Callable[[int], str] = MOVE_TEXT,
) -> Findings:
    """Value the first move of every group, best first, widening as long as there are more.

    Losses are those in the worlds of two moves where both were compared, else added up over the
    moves between them. The values of moves that came late rest on fewer worlds.
    """
    waiting = [group.moves[0] for group in groups]
    found: dict[int, MoveFindings] = {}
    width = FIRST_WIDTH
    last: Findings | None = None

    def joined(now: Findings) -> dict[int, MoveFindings]:
        """What was found earlier and now; the old leader tells how far behind the earlier are."""
        earlier = found
        if last is not None:
            leader = last.moves[0].move
            moved = next(row for row in now.moves if row.move == leader)
            earlier = {m: _behind(row, moved) for m, row in found.items() if m != leader}
        return earlier | {row.move: row for row in now.moves}

    def told(now: Findings) -> Findings:
        return _ranked(now, joined(now), budget.iterations)

    while waiting:
        now, waiting = waiting[:width], waiting[width:]
        leader = [last.moves[0].move] if last else []
        part = budget.portion(FIRST_SHARE if waiting else 1.0)
        search = Search(
            view,
            setting_of(view),
            options,
            part,
            seed=seed,
            candidates=[*leader, *now],
            name=name,
        )
        findings = search.run(improving(listener, told))
        found, last = joined(findings), findings
        width *= GROWTH
        if last.stopped is StoppedBy.CANCELLED:
            break
    assert last is not None
    return _ranked(last, found, budget.iterations)


def _ranked(last: Findings, found: dict[int, MoveFindings], iterations: int) -> Findings:
    """The findings of the last search with all that was found, its best move leading."""
    best = last.moves[0]
    rest = sorted(
        (row for row in found.values() if row.move != best.move),
        key=lambda row: (row.dropped, row.loss, row.move),
    )
    return replace(last, moves=(best, *rest), iterations=iterations)


def _behind(row: MoveFindings, leader: MoveFindings) -> MoveFindings:
    """A move of earlier searches, when the leader it was compared with is itself behind."""
    return replace(
        row,
        loss=row.loss + leader.loss,
        loss_se=hypot(row.loss_se, leader.loss_se),
        dropped=True,
    )
