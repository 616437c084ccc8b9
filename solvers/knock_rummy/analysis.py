"""Every move of Knock Rummy valued: by sampled worlds at the table, exactly with open cards."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kibitz.contract.answers import MoveValue, Proof, Score, Spent, StoppedBy, Verdict
from kibitz.contract.options import Information, Utility
from kibitz.games import protocol
from kibitz.games.faults import BadInput
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.melds import FACE_POINTS
from kibitz.games.knock_rummy.play import KNOCK, MAX_MOVES, OUT, deadwood
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.rules import MOST_SEATS
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.games.protocol import Moves, State
from kibitz.heuristics.knock_rummy import credence  # noqa: F401 (attaches itself to the protocol)
from kibitz.heuristics.knock_rummy.policy import Reals, choose_few
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.findings import Findings
from kibitz.solvers.ismcts.options import SearchOptions, Setting
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import Analysis, Unit, sampled
from kibitz.solvers.knock_rummy.exact import OpenFindings, solve_open
from kibitz.solvers.progress import Listener, improving

WORLD_STEPS: Final = 64
OPTIONS: Final = SearchOptions(
    tree_depth=1, root="elimination", worlds="refined", world_steps=WORLD_STEPS
)
# For every number of players, so that the search is compiled once: seats that nobody takes make 0.
SETTING: Final = Setting(MOST_SEATS, MAX_MOVES, tells_worth=True)
MATCH_OPTIONS: Final = replace(OPTIONS, utility="match")
UNVALUED: Final = 1 << 40


@dataclass(frozen=True)
class HandAnalysis(Analysis):
    """An analysis that says which moves are told apart.

    ``clear``: moves that are behind the best for certain; ``same``: those that did as well as it
    in every deal, or with open cards pay the same. ``worlds``: deals that were tried.
    """

    clear: frozenset[str] = frozenset()
    same: frozenset[str] = frozenset()
    worlds: int = 0


def utility_of(position: Position, information: Information, asked: Utility | None) -> Utility:
    """What the analysis strives for: the match where there is one, unless asked else.

    Raises ``BadInput`` when the match is asked for and there is none to win.
    """
    target = position.rules.match_target
    highest = max(position.scores)
    if information == "known":
        reason = "with open cards the points of the hand are valued"
    elif target is None:
        reason = "no match_target is set: ask for the points"
    elif highest >= target and position.scores.count(highest) == 1:
        reason = f"the match was won before this hand: {target} was enough"
    else:
        return asked or "match"
    if asked == "match":
        raise BadInput.one("/utility", "no_match_equity", f"'match', but {reason}")
    return "points"


def exact_points(units: int, seat: int) -> Score:
    """Points of the hand, known for certain, from units of 1 / 60."""
    value = units / UNIT
    return Score(
        kind="exact", unit="points", seat=seat, value=value, low=value, high=value, samples=0
    )


def of_finished(state: State) -> HandAnalysis:
    """The analysis of a hand that is over: its payments."""
    seat = int(state[0]["turn"])
    score = exact_points(int(state[0]["payments"][seat]), seat)
    return HandAnalysis(None, Proof.EXHAUSTIVE, score, [], True, StoppedBy.SOLVED, Spent())


def of_hidden(
    game: KnockRummy,
    position: Position,
    moves: Sequence[int],
    utility: Utility,
    seed: int,
    budget: Budget,
    listener: Listener,
) -> HandAnalysis:
    """Value moves at the table: the same sampled worlds for all, those that fall behind dropped.

    Of the knocks that leave as much one is searched.
    """
    state = game.state(position)
    groups = knocks_alike(state, moves)
    match = utility == "match"
    unit: Unit = "win_probability" if match else "points"
    ends = (0.0, 1.0) if match else possible_points(position)

    def told(found: Findings) -> HandAnalysis:
        valued = sampled(game, state, found, unit, ends, groups)
        clear, same = standing(game, found)
        return HandAnalysis(**vars(valued), clear=clear, same=same, worlds=found.worlds)

    search = Search(
        state,
        SETTING,
        MATCH_OPTIONS if match else OPTIONS,
        budget,
        seed=seed,
        candidates=list(groups),
        name=game.move_text,
    )
    return told(search.run(improving(listener, told)))


def standing(game: KnockRummy, found: Findings) -> tuple[frozenset[str], frozenset[str]]:
    """The moves that are behind the best for certain, and those no different from it."""
    rows = [row for row in found.moves[1:] if row.clear]
    same = {row.move for row in rows if row.gap == 0 and row.gap_se == 0}
    clear = {row.move for row in rows} - same
    return frozenset(map(game.move_text, clear)), frozenset(map(game.move_text, same))


def possible_points(position: Position) -> tuple[float, float]:
    """The least and the most that a seat can make in a hand, whatever is held."""
    rules = position.rules
    most = rules.hand_size * max(FACE_POINTS, rules.ace_points)
    others = rules.players - 1
    return (
        -float(most + max(rules.rummy_bonus, rules.knock_penalty)),
        float(others * (most + rules.rummy_bonus + rules.knock_penalty)),
    )


@kernel
def _choose_few(state: State, moves: Moves, count: int, values: Reals) -> int:
    return choose_few(state[0], moves, count, values)


def worth_comparing(state: State) -> list[int]:
    """The legal moves of a view that a short search should look at, ascending."""
    moves, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    count = protocol.run_legal(state, moves)
    return sorted(int(move) for move in moves[: _choose_few(state, moves, count, values)])


def knocks_alike(state: State, moves: Sequence[int]) -> dict[int, list[int]]:
    """The moves that end the hand by what they leave: one to search, with those like it.

    Any other move stands alone. Of those alike going out is first, then the lowest card.
    """
    seen: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    hand = int(state[0]["hands"][int(state[0]["turn"])])
    for move in sorted(moves, key=lambda move: (move != OUT, move)):
        first = move
        if KNOCK <= move <= OUT:
            kept = hand if move == OUT else hand & ~(1 << move - KNOCK)
            first = seen.setdefault(int(deadwood(state[0], np.uint64(kept))), move)
        groups.setdefault(first, []).append(move)
    return groups


def of_open(
    game: KnockRummy, position: Position, moves: Sequence[int], budget: Budget, listener: Listener
) -> HandAnalysis:
    """Value moves with every card known: each seat plays for its own payment.

    A move that the budget leaves unvalued lies between the least and the most points there are.
    """
    state = game.state(position)

    def told(found: OpenFindings) -> HandAnalysis:
        return _told_open(game, position, moves, found)

    return told(solve_open(state, budget, improving(listener, told)))


def _told_open(
    game: KnockRummy, position: Position, moves: Sequence[int], found: OpenFindings
) -> HandAnalysis:
    state = game.state(position)
    seat = int(state[0]["turn"])
    low, high = possible_points(position)
    unknown = Score(
        kind="bound", unit="points", seat=seat, value=(low + high) / 2, low=low, high=high,
        samples=0,
    )  # fmt: skip
    solved = found.stopped is StoppedBy.SOLVED
    paid = {move: found.moves[move] for move in moves if move in found.moves}
    best = max((payments[seat] for payments in paid.values()), default=0)
    order = sorted(moves, key=lambda move: -paid[move][seat] if move in paid else UNVALUED)
    values = [
        MoveValue(
            move=game.move_text(move),
            text=game.describe(state, move),
            score=exact_points(paid[move][seat], seat) if move in paid else unknown,
            loss=(best - paid[move][seat]) / UNIT if move in paid else 0.0,
            line=line_after(game, found, move),
            payoffs=[units / UNIT for units in paid[move]] if move in paid else None,
            note=None if move in paid else "not valued within the limits",
        )
        for move in order
    ]
    return HandAnalysis(
        None if solved else Verdict.UNKNOWN,
        Proof.EXHAUSTIVE if solved else Proof.NONE,
        exact_points(found.payments[seat], seat) if found.payments else unknown,
        values,
        solved,
        found.stopped,
        Spent(nodes=found.nodes),
        clear=frozenset(game.move_text(move) for move in paid if paid[move][seat] < best),
        same=frozenset(game.move_text(move) for move in paid if paid[move][seat] == best),
    )


def line_after(game: KnockRummy, found: OpenFindings, move: int) -> list[str]:
    """The line of best play when it begins with ``move``, else the move alone."""
    line = found.line if found.line and found.line[0] == move else (move,)
    return [game.move_text(each) for each in line]
