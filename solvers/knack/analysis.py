"""Every legal move of K'nack valued: exactly with open cards, by sampled worlds at the table.

And where the cards may lie that a seat does not see.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from kibitz.contract.answers import MoveValue, Proof, Score, Spent, StoppedBy
from kibitz.contract.beliefs import Belief, PlayBelief
from kibitz.games.cards import card_text
from kibitz.games.knack.game import Knack
from kibitz.games.knack.play import CALLED
from kibitz.games.protocol import State
from kibitz.heuristics.knack.beliefs import ASIDE, DECK, FREE, HAND, beliefs, beliefs_by_play
from kibitz.heuristics.knack.beliefs import Beliefs as CardChances
from kibitz.heuristics.knack.likelihood import HANDS
from kibitz.solvers.budget import Budget, Listener, improving
from kibitz.solvers.intervals import Z95
from kibitz.solvers.ismcts.valued import DECIMALS, behind_by
from kibitz.solvers.knack.certain import (
    SURE_SHARE,
    WON,
    at_least,
    certain_of,
    exact_value,
    unit_of,
)
from kibitz.solvers.knack.exact import Objective, OpenFindings, solve_open
from kibitz.solvers.knack.grouping import Group, grouped
from kibitz.solvers.knack.widening import CLEAR, GroupFindings, GroupsFound, search_groups
from kibitz.solvers.open_cards import OpenValues
from kibitz.solvers.question import Analysis, Beliefs, Question
from kibitz.solvers.wording import alike


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
    """Value moves at the table, from a seat's view, in sampled worlds where nothing is settled.

    Where a single deal fits what the seat sees, the others may still not know it; then only what
    the seat can be sure of against all that they could do is known, and a sure win is exact.
    """
    game, view = Knack(), question.view
    certain = certain_of(view, question.moves, budget)
    exact = [exact_value(game, view, m, certain[m]) for m in certain if certain[m].exact]
    unsettled = [m for m in question.moves if m not in certain or not certain[m].exact]
    if not unsettled:
        return analysis_of(exact, {}, Spent(nodes=budget.nodes), StoppedBy.SOLVED)
    groups = grouped(view, unsettled, apart=question.named)
    group_of = {group.moves[0]: group for group in groups}

    def analysis(found: GroupsFound) -> Analysis:
        values, doubts = [*exact], {}
        for row in found.moves:
            group = group_of[row.move]
            like = None if group.like is None else game.move_text(group.like)
            for move, value in zip(group.moves, values_of(game, view, row, group), strict=True):
                values.append(at_least(value, certain[move].least if move in certain else 0.0))
                doubts[value.move] = Doubt(row.loss_error, row.error, like)
        spent = Spent(nodes=budget.nodes, samples=found.games)
        return analysis_of(values, doubts, spent, found.stopped or StoppedBy.CANCELLED)

    won = any(value.score.value == WON for value in exact)
    part = budget.portion(SURE_SHARE) if won else budget
    heard = improving(listener, analysis)
    return analysis(search_groups(view, groups, part, heard, question.seed))


class Doubt(NamedTuple):
    """How sure an estimate is, and which move opens and closes the same.

    ``behind``: the standard deviation of how far it is behind the best estimate; ``value``: that of
    its own value.
    """

    behind: float
    value: float
    like: str | None


def analysis_of(
    values: Sequence[MoveValue], doubts: Mapping[str, Doubt], spent: Spent, stopped: StoppedBy
) -> Analysis:
    """Moves as an analysis, the highest value first. ``doubts``: of those that are estimates."""
    top = max(value.score.value for value in values)
    uncalled = {value.move.removesuffix("!") for value in values if value.move.endswith("!")}
    best = min(
        values,
        key=lambda v: (
            *(top - v.score.value, v.move in uncalled, v.score.kind != "exact"),
            -v.score.low,  # what is sure of as much is no worse, whatever the others do
        ),
    )
    known = best.score.kind == "exact"
    # Against what is certain, an estimate is off by its own error, and the other way round.
    of_best = 0.0 if known else doubts[best.move].value
    rows, clear, errors = [], set(), {}
    for value in values:
        doubt = doubts.get(value.move)
        error = of_best
        if doubt is not None:
            error = doubt.value if known else doubt.behind
        loss = round(top - value.score.value, DECIMALS)
        note = note_of(loss, error, value.score.unit, None if doubt is None else doubt.like)
        rows.append(value.model_copy(update={"loss": loss, "note": note}))
        errors[value.move] = round(Z95 * error, DECIMALS)
        if error == 0.0 or loss > CLEAR * error:
            clear.add(value.move)
    rows.sort(key=lambda value: (value.loss, value.move != best.move, value.move in uncalled))
    proved = not doubts or (known and best.score.value == WON)
    if proved and stopped is not StoppedBy.CANCELLED:
        stopped = StoppedBy.SOLVED
    proof = Proof.EXHAUSTIVE if proved else Proof.NONE
    settled = proved or len(clear) == len(rows)
    return Analysis(
        *(None, proof, best.score, rows, settled, stopped, spent),
        clear=frozenset(clear),
        errors=errors,
    )


def values_of(game: Knack, view: State, row: GroupFindings, group: Group) -> list[MoveValue]:
    """The moves of a group, all with what was found of the first."""
    first = game.move_text(row.move)
    value = MoveValue(
        move=first,
        text=game.describe(view, row.move),
        score=score_of(view, row),
        loss=round(row.loss, DECIMALS),
        line=[first],
        payoffs=[round(mean, DECIMALS) for mean in row.means],
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


def note_of(loss: float, error: float, unit: str, like: str | None) -> str | None:
    """How sure the difference to the best move is, and what the move is like."""
    same = f"opens and closes the same as {like}" if like else None
    if error == 0.0:
        return same
    said = behind_by(loss, Z95 * error, unit)
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
