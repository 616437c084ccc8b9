"""Every legal move of K'nack valued: exactly with open cards, by sampled worlds at the table.

And where the cards may lie that a seat does not see.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from kibitz.contract.answers import MoveValue, Proof, Score, Spent, StoppedBy
from kibitz.contract.beliefs import Belief, PlayBelief
from kibitz.games import protocol
from kibitz.games.cards import UNSEEN, card_text
from kibitz.games.knack.game import Knack
from kibitz.games.knack.play import CALLED
from kibitz.games.protocol import State
from kibitz.heuristics.knack.beliefs import ASIDE, DECK, FREE, HAND, beliefs, beliefs_by_play
from kibitz.heuristics.knack.beliefs import Beliefs as CardChances
from kibitz.heuristics.knack.likelihood import HANDS
from kibitz.solvers.budget import Budget, Listener, improving
from kibitz.solvers.intervals import Z95
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knack.exact import Objective, OpenFindings, is_open, solve_open
from kibitz.solvers.knack.grouping import Group, grouped
from kibitz.solvers.knack.tree import EQUAL
from kibitz.solvers.knack.widening import CLEAR, GroupFindings, GroupsFound, search_groups
from kibitz.solvers.open_cards import OpenValues
from kibitz.solvers.question import Analysis, Beliefs, Question, Unit
from kibitz.solvers.wording import alike

SURE_SHARE: Final = 0.4  # of the budget, to look for what is sure where a single deal fits
WON: Final = 1.0


def unit_of(state: State) -> Unit:
    """What payoffs are: the share of a win, or the worth of places where they are played for."""
    return "points" if state[0]["places"] else "win_probability"


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


def rounded(value: float) -> float:
    """A payoff as answers show it."""
    return round(value, DECIMALS)


def of_open(
    question: Question, objective: Objective, budget: Budget, listener: Listener
) -> OpenValues:
    """Value moves with every card known; of equals those that call are preferred."""

    def values(found: OpenFindings) -> OpenValues:
        payoffs = None if found.best is None else found.payoffs[found.best]
        order = sorted(question.moves, key=lambda m: (m != found.best, m < CALLED, m))
        return OpenValues(
            value=payoffs[found.seat] if payoffs else None,
            payoffs=None if objective == "paranoid" else payoffs,
            moves=found.payoffs,
            order=order,
            line=found.line,
            nodes=found.nodes,
            stopped=found.stopped,
            shown=rounded,
        )

    state, moves, seat = question.state, question.moves, question.seat
    return values(solve_open(state, moves, objective, seat, budget, improving(listener, values)))


def of_hidden(question: Question, budget: Budget, listener: Listener) -> Analysis:
    """Value moves at the table, from a seat's view, in sampled worlds.

    Where a single deal fits what the seat sees, the others may still not know it; then only what
    the seat can be sure of against all that they could do is known, and a sure win is exact.
    """
    game, view, moves = Knack(), question.view, question.moves
    world = only_world(view)
    sure: dict[int, float] = {}
    if world is not None:
        sure = sure_of(world, moves, budget.portion(SURE_SHARE))
    groups = grouped(view, moves, apart=question.named)
    group_of = {group.moves[0]: group for group in groups}

    def analysis(found: GroupsFound) -> Analysis:
        values = []
        for row in found.moves:
            values += values_of(game, view, row, group_of[row.move])
        values = with_sure(values, {game.move_text(move): sure[move] for move in sure})
        errors = {
            text: row.loss_error
            for row in found.moves
            for text in map(game.move_text, group_of[row.move].moves)
        }
        best = values[0]
        won = best.score.kind == "exact"
        stopped = found.stopped or StoppedBy.CANCELLED
        return Analysis(
            None,
            Proof.EXHAUSTIVE if won else Proof.NONE,
            best.score,
            values,
            won or all(row.clear for row in found.moves),
            StoppedBy.SOLVED if won and found.stopped is not StoppedBy.CANCELLED else stopped,
            Spent(nodes=budget.nodes, samples=found.games),
            clear=frozenset(value.move for value in values if is_clear(value, errors[value.move])),
        )

    part = budget.portion(SURE_SHARE) if WON in sure.values() else budget
    heard = improving(listener, analysis)
    return analysis(search_groups(view, groups, part, heard, question.seed))


def is_clear(value: MoveValue, error: float) -> bool:
    """Whether a move is certainly behind the best one, or the same, by the error of its loss."""
    return value.score.kind == "exact" or error == 0.0 or value.loss > CLEAR * error


def sure_of(world: State, moves: Sequence[int], budget: Budget) -> dict[int, float]:
    """What the seat to move makes at least, if all others see all cards and play against it.

    By move; empty where the budget does not let it be known.
    """
    seat = int(world[0]["turn"])
    found = solve_open(world, moves, "paranoid", seat, budget)
    return {move: payoffs[seat] for move, payoffs in found.payoffs.items()}


def with_sure(values: list[MoveValue], sure: Mapping[str, float]) -> list[MoveValue]:
    """Estimates made to agree with what is sure, the highest first; a sure win is exact."""
    known = [_with_sure(value, sure.get(value.move, 0.0)) for value in values]
    best = max(value.score.value for value in known)
    known = [
        value.model_copy(update={"loss": round(best - value.score.value, DECIMALS)})
        for value in known
    ]
    return sorted(known, key=lambda value: value.loss)


def _with_sure(value: MoveValue, least: float) -> MoveValue:
    """An estimate made to agree with what the seat makes at least."""
    score = value.score
    if least > WON - EQUAL:
        certain = {"kind": "exact", "value": WON, "low": WON, "high": WON, "samples": 0}
        payoffs = [WON * (at == score.seat) for at in range(len(value.payoffs or []))]
        update = {
            "score": score.model_copy(update=certain),
            "payoffs": payoffs if score.unit == "win_probability" else None,
            "note": None,
        }
        return value.model_copy(update=update)
    if least <= score.low:
        return value
    ends = {"low": least, "value": max(least, score.value), "high": max(least, score.high)}
    return value.model_copy(update={"score": score.model_copy(update=ends)})


def values_of(game: Knack, view: State, row: GroupFindings, group: Group) -> list[MoveValue]:
    """The moves of a group, all with what was found of the first."""
    first = game.move_text(row.move)
    like = None if group.like is None else game.move_text(group.like)
    value = MoveValue(
        move=first,
        text=game.describe(view, row.move),
        score=score_of(view, row),
        loss=round(row.loss, DECIMALS),
        line=[first],
        payoffs=[round(mean, DECIMALS) for mean in row.means],
        note=note_of(row, unit_of(view), like),
    )
    return [value, *alike(game, view, value, group.moves[1:])]


def score_of(view: State, row: GroupFindings) -> Score:
    """What games and judgement say, within what is possible."""
    low, high = interval_of(row.value, row.error, row.sampled)
    return Score(
        kind="estimate",
        unit=unit_of(view),
        seat=int(view[0]["turn"]),
        value=round(row.value, DECIMALS),
        low=round(low, DECIMALS),
        high=round(high, DECIMALS),
        samples=row.visits,
    )


def interval_of(value: float, error: float, sampled: tuple[float, float]) -> tuple[float, float]:
    """A 95 % interval that holds also where judgement is wrong, within 0 and 1.

    It reaches as far as games and judgement together leave open, and as the games alone do.
    """
    low, high = value - Z95 * error, value + Z95 * error
    return max(0.0, min(sampled[0], low)), min(1.0, max(sampled[1], high))


def note_of(row: GroupFindings, unit: Unit, like: str | None) -> str | None:
    """How sure the difference to the best move is, and what the move is like."""
    same = f"opens and closes the same as {like}" if like else None
    if row.loss == 0 and row.loss_error == 0:
        return same
    factor, name = (100, " %") if unit == "win_probability" else (1, " points")
    said = f"behind by {factor * row.loss:.2f} ±{factor * Z95 * row.loss_error:.2f}{name}"
    return f"{said}; {same}" if same else said


WORLDS: Final = 2048


def beliefs_of(question: Question) -> Beliefs:
    """Where each card that the seat to move does not see may lie."""
    players = question.seen.rules.players
    found = beliefs(question.view, question.seat, WORLDS, question.seed)
    by_play = beliefs_by_play(question.view, question.seat, found, HANDS // players, question.seed)
    rows = []
    for card, copies in enumerate(found.unseen):
        if copies <= 0:
            continue
        places, error = places_of(found, card, players)
        read = None
        if by_play is not None:
            likely, spread = places_of(by_play, card, players)
            read = PlayBelief(**likely, error=spread or 0.0)
        text = card_text(card)
        rows.append(Belief(card=text, copies=int(copies), **places, error=error, by_play=read))
    return Beliefs(rows)


def places_of(found: CardChances, card: int, players: int) -> tuple[dict[str, Any], float | None]:
    """The chances of a card as answers show them, and their largest error."""
    row = [round(float(chance), DECIMALS) for chance in found.chances[card]]
    places = {
        "seats": row[HAND : HAND + players],
        "out": row[ASIDE],
        "decks": row[DECK : DECK + players],
        "free": row[FREE],
    }
    error = None if found.error is None else round(float(found.error[card].max()), DECIMALS)
    return places, error
