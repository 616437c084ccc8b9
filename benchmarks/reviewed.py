"""Games to be reviewed, and their moves valued by many playouts: what `benchmarks.review` needs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from random import Random
from typing import Any, Final

from kibitz.contract.answers import MoveValue
from kibitz.contract.options import ChooseOptions, Limits, Strength
from kibitz.games import protocol
from kibitz.games.game import Game
from kibitz.solvers.answering import AnsweringSolver
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.choosing import SLIPS
from kibitz.solvers.hidden_review import HiddenReviewer
from kibitz.solvers.ismcts.search import Search
from kibitz.solvers.ismcts.valued import MoveFindings
from kibitz.solvers.played import Moment, Played
from kibitz.solvers.reviewing import read_review

LONGEST: Final = 2_000
SCREENED: Final = 5  # of so many playouts one is spent on every move, all on those that are kept
KEPT: Final = 4  # of the best and of the worst moves
SCREEN_SEED: Final = 314_159_265
LONGER: Final = 8  # times the first look of a review
LOOK_SEED: Final = 271_828_182
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


def quickly_played(game: Game, number: int, levels: Sequence[Strength]) -> Played:
    """A deal that the policy plays to its end, with as many slips as these levels make.

    Nothing is asked as the service would ask it, which is what takes the time; positions are left
    out.
    """
    solver, random = find(game.name), Random(number)
    assert isinstance(solver, AnsweringSolver)
    start, moments = game.deal(str(number)), list[Moment]()
    state = game.state(start)
    asked = solver.question("hint", start, state, "known", game.legal(state))
    while not game.over(state) and len(moments) < LONGEST:
        seat, legal = int(protocol.run_turn(state)), game.legal(state)
        chooser = solver.chooser(game, replace(asked, legal=legal, seat=seat))
        move = chooser.policy(state)
        if random.random() < SLIPS[levels[seat % len(levels)]]:
            move = random.choice(chooser.ideas(state))
        before = state.copy()
        protocol.run_apply(state, move)
        text = game.move_text(move)
        moments.append(
            Moment(len(moments), seat, None, before, legal, move, text, state.copy(), asked=False)
        )
    end = game.position(state, start)
    return Played(start, moments, end, state, game.over(state), len(moments))


def reviewer_of(game: Game, record: Any, seed: int = 0, **asked: str | None) -> HiddenReviewer:
    """The reviewer of a record of a game of several seats."""
    solver = find(game.name)
    given = {name: value for name, value in asked.items() if value is not None}
    request, played = read_review(solver, {"record": record, "seed": seed, **given})
    found = solver.reviewer(solver, played, request)
    assert isinstance(found, HiddenReviewer)
    return found


def some_choices(reviewer: HiddenReviewer, number: int, most: int) -> list[Moment]:
    """A few decisions with a choice, any as likely as the other, in order."""
    open_ones = [moment for moment in reviewer.played.moments if len(moment.legal) > 1]
    drawn = Random(number).sample(open_ones, min(most, len(open_ones)))
    return sorted(drawn, key=lambda moment: moment.ply)


def effort_of(game: Game, iterations: int | None) -> Limits:
    """The default limits of a decision, without the time, or so many iterations."""
    usual = find(game.name).default_limits["review"].model_copy(update={"time_ms": None})
    return usual if iterations is None else usual.model_copy(update={"iterations": iterations})


@dataclass(frozen=True, slots=True)
class Valued:
    """A decision and the lines that it begins, by their first moves; moves that come to the same.

    ``same``: of a move that was looked at the one that stands for it. ``values``: by first move,
    what was found of it by many playouts, of the lines that were kept.
    """

    reviewer: HiddenReviewer
    moment: Moment
    lines: Mapping[int, list[int]]
    same: Mapping[int, int]
    values: Mapping[int, float]

    def played_out(self, moves: Sequence[int], rounds: int, seed: int) -> dict[int, MoveFindings]:
        """What is found of some moves over so many rounds in the same deals, none dropped."""
        question = self.reviewer.question(self.moment)
        arena = self.reviewer.arena(question, [self.lines[move] for move in moves])
        options = replace(
            arena.options,
            drop_at=1e9,
            settle=False,
            value_share=0.0,
            judgement_scale=0.0,
            judgement_error=inf,
        )
        limits = Limits(iterations=rounds * len(moves), memory_mb=256)
        search = Search(
            *(arena.root, arena.setting, options, Budget(limits)),
            seed=seed,
            candidates=arena.candidates,
            table=arena.table,
        )
        made = {row.move: row for row in search.run().moves}
        return {move: made[key] for move, key in zip(moves, arena.candidates, strict=True)}

    def means(self, moves: Sequence[int], rounds: int, seed: int) -> dict[int, float]:
        """What some moves are worth to the seat, see :meth:`played_out`."""
        found = self.played_out(moves, rounds, seed)
        return {move: row.means[self.moment.seat] for move, row in found.items()}

    def behind(self, move: int, best: int, rounds: int) -> tuple[float, float]:
        """How far a move is behind another one in fresh deals, and the standard error of that."""
        if move == best:
            return 0.0, 0.0
        found = self.played_out([best, move], rounds, FRESH_SEED)
        gap = found[best].means[self.moment.seat] - found[move].means[self.moment.seat]
        return gap, max(row.gap_se for row in found.values())


def looked_at(
    reviewer: HiddenReviewer, moment: Moment, played: Collection[str] = ()
) -> tuple[Valued, list[int]]:
    """A decision after a look at its moves, and those that are different, best first.

    Of all moves that a review would look at the best lines are looked for in other deals than the
    review's and far longer: a move of which a bad line was found is no bad move.
    """
    game = reviewer.game
    question = replace(reviewer.question(moment), seed=LOOK_SEED)
    usual = reviewer.first_share * (effort_of(game, None).iterations or 0)

    def look(texts: Collection[str], times: int) -> list[MoveValue]:
        effort = Limits(iterations=max(64, int(times * usual)))
        return reviewer.first_look(question, texts, Budget(effort)).values

    def read(text: str) -> int:
        return reviewer.solver.read_move(question.seen, text)

    found = look(played or [game.move_text(moment.move)], 1)
    found = look([row.move for row in found], LONGER)
    rows = {read(row.move): row for row in found}
    same = {move: read(row.same_as or row.move) for move, row in rows.items()}
    ranked = [move for move, stands in same.items() if move == stands]
    lines = {move: reviewer.line(question, rows[move]) for move in ranked}
    return Valued(reviewer, moment, lines, same, {}), ranked


def valued(reviewer: HiddenReviewer, moment: Moment, rounds: int) -> Valued:
    """Value the best and the worst moves, each by many playouts in the same deals.

    They are the best and the worst of a shorter look at all moves, none dropped, in other deals.
    """
    here, ranked = looked_at(reviewer, moment)
    if len(ranked) > 2 * KEPT:
        brief = here.means(ranked, rounds // SCREENED, SCREEN_SEED)
        ranked.sort(key=lambda move: -brief[move])
        ranked = ranked[:KEPT] + ranked[-KEPT:]
    return replace(here, values=here.means(ranked, rounds, VALUED_SEED))


def with_move(found: Valued, move: int) -> Moment:
    """The moment with another move made in it."""
    after = found.moment.state.copy()
    protocol.run_apply(after, move)
    text = found.reviewer.game.move_text(move)
    return replace(found.moment, move=move, text=text, after=after)
