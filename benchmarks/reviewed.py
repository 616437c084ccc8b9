"""Games to be reviewed, and their moves valued by many playouts: what `benchmarks.review` needs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final

from kibitz.contract.options import ChooseOptions, Limits, Strength
from kibitz.contract.review import Decision
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.hidden_review import FIRST_SHARE, HiddenReviewer
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import MoveFindings
from kibitz.solvers.played import Moment
from kibitz.solvers.reviewing import read_review

LONGEST: Final = 2_000
VALUED_SEED: Final = 987_654_321
FRESH_SEED: Final = 123_456_789


def played_by(game: Game, number: int, levels: Sequence[Strength], effort: Limits) -> Any:
    """The record of a deal that seats of these levels, in turn, play to its end."""
    solver = find(game.name)
    start, moves = game.deal(str(number)), list[str]()
    state = game.state(start)
    while not game.over(state) and len(moves) < LONGEST:
        seat = int(protocol.run_turn(state))
        options = ChooseOptions(
            level=levels[seat % len(levels)], seed=number * LONGEST + len(moves)
        )
        position = game.as_seen(game.position(state, start), seat)
        answer = solver.choose(position, options, Budget(effort))
        if answer.move is None:
            break
        moves.append(answer.move)
        protocol.run_apply(state, game.enter(state, answer.move))
    return {"position": start.to_json(), "moves": moves}


def reviewer_of(game: Game, record: Any, seed: int = 0, **asked: str) -> HiddenReviewer:
    """The reviewer of a record of a game of several seats."""
    solver = find(game.name)
    request, played = read_review(solver, {"record": record, "seed": seed, **asked})
    found = solver.reviewer(solver, played, request)
    assert isinstance(found, HiddenReviewer)
    return found


def effort_of(game: Game, iterations: int | None) -> Limits:
    """The default limits of a decision, without the time, or so many iterations."""
    usual = find(game.name).default_limits["review"].model_copy(update={"time_ms": None})
    return usual if iterations is None else usual.model_copy(update={"iterations": iterations})


def judged(reviewer: HiddenReviewer, moment: Moment, effort: Limits) -> Decision:
    """A single decision."""
    return reviewer.judged(moment, Budget(effort))


@dataclass(frozen=True, slots=True)
class Valued:
    """A decision whose moves were valued by many playouts: by move, its line and its value."""

    reviewer: HiddenReviewer
    moment: Moment
    lines: dict[int, list[int]]
    values: dict[int, float]

    def behind(self, move: int, best: int, rounds: int) -> tuple[float, float]:
        """How far a move is behind another one in fresh deals, and the standard error of that."""
        if self.lines[move] == self.lines[best]:
            return 0.0, 0.0
        found = played_out(self, [self.lines[best], self.lines[move]], rounds, FRESH_SEED)
        made = [found[0].means[self.moment.seat], found[1].means[self.moment.seat]]
        return made[0] - made[1], max(row.gap_se for row in found)


def played_out(here: Valued, lines: list[list[int]], rounds: int, seed: int) -> list[MoveFindings]:
    """What is found of each line over so many rounds in the same deals, none dropped."""
    question = here.reviewer.question(here.moment)
    arena = here.reviewer.arena(question, lines)
    options = replace(
        arena.options,
        drop_at=1e9,
        settle=False,
        value_share=0.0,
        judgement_scale=0.0,
        judgement_error=inf,
    )
    limits = Limits(iterations=rounds * len(lines), memory_mb=256)
    search = Search(
        *(arena.root, arena.setting, options, Budget(limits)),
        seed=seed,
        candidates=arena.candidates,
        table=arena.table,
    )
    made = {row.move: row for row in search.run().moves}
    return [made[key] for key in arena.candidates]


def valued(reviewer: HiddenReviewer, moment: Moment, rounds: int) -> Valued:
    """Value the moves of a first look in the same deals, none dropped.

    The look is as long as that of a review: a move of which a bad plan was found is no bad move.
    """
    question, text = reviewer.question(moment), reviewer.game.move_text(moment.move)
    usual = effort_of(reviewer.game, None).iterations or 0
    effort = Limits(iterations=max(64, int(FIRST_SHARE * usual)))
    found = reviewer.first_look(question, text, Budget(effort))
    rows = [row for row in found.values if row.same_as is None]
    listed = [reviewer.line(question, row) for row in rows]
    lines = {line[0]: line for line in listed}
    here = Valued(reviewer, moment, lines, {})
    made = played_out(here, [*lines.values()], rounds, VALUED_SEED)
    return replace(here, values={m: r.means[moment.seat] for m, r in zip(lines, made, strict=True)})


def with_move(found: Valued, move: int) -> Moment:
    """The moment with another move made in it."""
    after = found.moment.state.copy()
    protocol.run_apply(after, move)
    text = found.reviewer.game.move_text(move)
    return replace(found.moment, move=move, text=text, after=after)
