"""The search of K'nack among hundreds of moves: the likeliest first, then ever more of them.

First a few groups of moves (:mod:`solvers.knack.candidates`) are compared, each in the same worlds.
The best of them then meets the next few, in twice the number, and so on until every group has been
valued. What is left of the budget decides how sure the values of late ones are.
"""

from collections.abc import Callable, Sequence
from typing import Final

from games.knack.game import Knack
from games.protocol import State
from heuristics.knack import policy  # noqa: F401 (attaches itself to the protocol)
from solvers.budget import Budget
from solvers.ismcts.findings import Findings
from solvers.ismcts.options import SearchOptions, Setting
from solvers.ismcts.search import Search
from solvers.knack import endgame  # noqa: F401 (attaches itself to the protocol)
from solvers.knack.candidates import Group
from solvers.knack.frames import MOST_MOVES
from solvers.progress import Listener

# Flat: no tree among the settings of benchmarks.ablation has been shown to be stronger.
# Judgement was held against 1,500 games of each move in 47 positions: see benchmarks.ablation.
OPTIONS: Final = SearchOptions(
    tree_depth=1,
    root="elimination",
    endgame_below=14,
    judgement_scale=0.03,
    judgement_error=0.06,
)
FIRST_WIDTH: Final = 12  # groups in the first wave
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

    The values of moves that came late rest on fewer worlds.
    """
    moves = [group.moves[0] for group in groups]
    waves, width = [], FIRST_WIDTH
    while moves:
        waves.append(moves[:width])
        moves, width = moves[width:], width * GROWTH
    search = Search(view, setting_of(view), options, budget, seed=seed, waves=waves, name=name)
    return search.run(listener)
