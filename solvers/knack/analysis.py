"""Every legal move of K'nack valued: exactly with open cards, by sampled worlds at the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games import protocol
from games.cards import UNSEEN
from games.knack.game import Knack
from games.knack.position import Position
from games.knack.rules import MOST_SEATS
from games.protocol import State
from solvers.budget import Budget
from solvers.ismcts.findings import Findings, MoveFindings
from solvers.ismcts.valued import DECIMALS, Shown, Unit, alike, settled, shown_values
from solvers.knack.candidates import Group, grouped
from solvers.knack.exact import OpenFindings, is_open, solve_open
from solvers.knack.widening import search_groups
from solvers.progress import Listener, improving
from solvers.result import MoveValue, Proof, Score, Spent, StoppedBy, Verdict

ENDS: Final = (0.0, 1.0)  # of a payoff


@dataclass(frozen=True)
class Analysis:
    """Legal moves valued, best first, with what it rests on and what it cost.

    ``settled``: the best move is told apart from all others for certain; always when exact.
    ``groups``: how many different games the moves lead to.
    """

    verdict: Verdict | None
    proof: Proof
    score: Score | None
    values: list[MoveValue]
    settled: bool
    stopped: StoppedBy
    spent: Spent
    groups: int = 0


def unit_of(state: State) -> Unit:
    """What payoffs are: the share of a win, or the worth of places where they are played for."""
    return "points" if state[0]["places"] else "win_probability"


def exact_score(state: State, value: float, seat: int) -> Score:
    """A payoff known for certain."""
    value = round(value, DECIMALS)
    return Score(
        kind="exact", unit=unit_of(state), seat=seat, value=value, low=value, high=value, samples=0
    )


def open_score(state: State, seat: int) -> Score:
    """Nothing is known: from losing to winning."""
    return Score(
        kind="bound", unit=unit_of(state), seat=seat, value=0.5, low=0.0, high=1.0, samples=0
    )


def payoffs_of(state: State) -> list[float]:
    """What each seat has won."""
    payoffs = np.zeros(MOST_SEATS)
    protocol.run_payoff(state, payoffs)
    return [round(float(value), DECIMALS) for value in payoffs[: int(state[0]["players"])]]


def of_finished(state: State) -> Analysis:
    """The analysis of a game that is over."""
    seat = int(state[0]["turn"])
    score = exact_score(state, payoffs_of(state)[seat], seat)
    return Analysis(None, Proof.EXHAUSTIVE, score, [], True, StoppedBy.SOLVED, Spent())


def only_world(view: State) -> State | None:
    """What a view must be when a single deal fits it, as a state with every card known.

    So it is when all cards that the view does not know are in one hand, or alike.
    """
    record = view[0]
    players = range(int(record["players"]))
    places = [
        int((record["hands"][seat][: int(record["held"][seat])] == UNSEEN).sum())
        for seat in players
    ]
    hidden_free = record["field"]["count"] > 0 and record["free"] == UNSEEN
    decks = any(
        (record["decks"][seat][: int(record["deck_sizes"][seat])] == UNSEEN).any()
        for seat in players
    )
    aside = (record["aside"][: int(record["aside_size"])] == UNSEEN).any()
    if decks or aside or sum(map(bool, [*places, hidden_free])) > 1:
        return None
    world = view.copy()
    protocol.run_redeal(world, int(record["turn"]), np.zeros(1, np.uint64))
    return world if is_open(world) else None


def of_open(
    game: Knack, state: State, moves: Sequence[int], budget: Budget, listener: Listener
) -> Analysis:
    """Value moves with every card known: each seat plays for its own payoff.

    A move that the budget leaves unvalued lies between losing and winning.
    """
    seat = int(state[0]["turn"])

    def told(found: OpenFindings) -> Analysis:
        return _told_open(game, state, moves, found)

    return told(solve_open(state, moves, "max_n", seat, budget, improving(listener, told)))


def _told_open(game: Knack, state: State, moves: Sequence[int], found: OpenFindings) -> Analysis:
    seat = found.seat
    solved = found.best is not None
    best = max((payoffs[seat] for payoffs in found.payoffs.values()), default=0.0)

    def rank(move: int) -> tuple[bool, bool, float, int]:
        value = found.payoffs.get(move)
        return move != found.best, value is None, -(value[seat] if value else 0.0), move

    values = []
    for move in sorted(moves, key=rank):
        value = found.payoffs.get(move)
        line = found.line if found.line and found.line[0] == move else (move,)
        values.append(
            MoveValue(
                move=game.move_text(move),
                text=game.describe(state, move),
                score=exact_score(state, value[seat], seat) if value else open_score(state, seat),
                loss=round(max(0.0, best - value[seat]), DECIMALS) if value else 0.0,
                line=[game.move_text(each) for each in line],
                payoffs=[round(each, DECIMALS) for each in value] if value else None,
                note=None if value else "not valued within the limits",
            )
        )
    return Analysis(
        None if solved else Verdict.UNKNOWN,
        Proof.EXHAUSTIVE if solved else Proof.NONE,
        exact_score(state, best, seat) if solved else open_score(state, seat),
        values,
        solved,
        found.stopped,
        Spent(nodes=found.nodes),
    )


def of_hidden(
    game: Knack,
    position: Position,
    moves: Sequence[int],
    asked: bool,
    seed: int,
    budget: Budget,
    listener: Listener,
) -> Analysis:
    """Value moves at the table, from a seat's view: in sampled worlds, or exactly in the only one.

    ``asked``: the moves were asked for one by one, and none of them waits for another.
    """
    view = game.state(position)
    world = only_world(view)
    if world is not None:
        return of_open(game, world, moves, budget, listener)
    groups = grouped(view, moves, apart=asked)
    group_of = {group.moves[0]: group for group in groups}

    def told(found: Findings) -> Analysis:
        values = []
        rows = shown_values(found, unit_of(view), ENDS)
        for row, shown in zip(found.moves, rows, strict=True):
            values += values_of(game, view, row, shown, group_of[row.move])
        return Analysis(
            None,
            Proof.NONE,
            values[0].score,
            values,
            settled(found),
            found.stopped or StoppedBy.CANCELLED,
            Spent(samples=found.iterations),
            len(groups),
        )

    return told(search_groups(view, groups, budget, improving(listener, told), seed))


def values_of(
    game: Knack, view: State, row: MoveFindings, shown: Shown, group: Group
) -> list[MoveValue]:
    """The moves of a group, all with what was found of the first."""
    like = None if group.like is None else game.move_text(group.like)
    alike_note = f"opens and closes the same as {like}" if like else None
    value = MoveValue(
        move=game.move_text(row.move),
        text=game.describe(view, row.move),
        score=shown.score,
        loss=shown.loss,
        line=[game.move_text(each) for each in row.line],
        payoffs=shown.payoffs,
        note="; ".join(filter(None, [shown.note, alike_note])) or None,
    )
    return [value, *alike(game, view, value, group.moves[1:])]
