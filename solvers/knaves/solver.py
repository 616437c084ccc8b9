"""Knaves: the verbs. See :class:`solvers.solver.Solver`."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from games import protocol
from games.cards import card_text
from games.faults import BadInput, IllegalMove
from games.knaves.game import Knaves
from games.knaves.notation import read_move
from games.knaves.play import NO_CALL
from games.knaves.position import Position
from games.knaves.record import judge
from heuristics.knaves.beliefs import beliefs
from heuristics.knaves.judgement import Reals
from solvers.asked import asked_moves
from solvers.budget import Budget, Limits
from solvers.knaves import analysis
from solvers.knaves.analysis import Analysis, exact_points
from solvers.knaves.exact import solve_open
from solvers.knaves.hints import text_of
from solvers.knaves.incidents import incidents_of
from solvers.knaves.reasons import suit_name
from solvers.knaves.warming import warming_steps
from solvers.progress import Listener, Progress, ignore
from solvers.result import (
    AnalyzeAnswer,
    EffectiveLimits,
    HintAnswer,
    Proof,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
    VerifyAnswer,
)
from solvers.solver import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Objective,
    SolveOptions,
    Solver,
    Utility,
    advice_for,
)

LIMITS: Final = Limits(time_ms=1_000, memory_mb=256)


class KnavesSolver(Solver):
    """Exact with open hands; sampled worlds at the table."""

    game = Knaves()
    objectives: ClassVar[Sequence[Objective]] = ("any", "paranoid")
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")
    default_limits: ClassVar[Mapping[str, Limits]] = {
        "solve": Limits(time_ms=10_000, memory_mb=256),
        "analyze": LIMITS,
        "hint": LIMITS,
    }

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See :meth:`solvers.solver.Solver.solve`: best play of all seats with open hands."""
        if options.objective not in self.objectives:
            message = f"{options.objective!r}: this game has {' and '.join(self.objectives)}"
            raise BadInput.one("/objective", "unknown_objective", message)
        check_open(position, "/position")
        limits = EffectiveLimits(**budget.limits.model_dump())
        state = self.game.state(position)
        seat = int(protocol.run_turn(state))
        paranoid = options.objective == "paranoid"
        if protocol.run_over(state):
            done = analysis.of_finished(state)
            return SolveAnswer(
                verdict=None,
                proof=Proof.EXHAUSTIVE,
                moves=[],
                score=done.score,
                payoffs=[float(n) for n in state[0]["points"]],
                stopped_by=StoppedBy.SOLVED,
                spent=Spent(),
                limits=limits,
            )
        found = solve_open(position, "paranoid" if paranoid else "max_n", seat, budget, listener)
        if found.value is None:
            return SolveAnswer(
                verdict=Verdict.UNKNOWN,
                proof=Proof.NONE,
                advice=advice_for(found.stopped),
                stopped_by=found.stopped,
                spent=Spent(nodes=found.nodes),
                limits=limits,
            )
        line = [self.game.move_text(move) for move in found.line]
        self.game.play(position, line)
        return SolveAnswer(
            verdict=None,
            proof=Proof.EXHAUSTIVE,
            moves=line,
            score=exact_points(float(found.value), seat),
            payoffs=None if found.points is None else [float(n) for n in found.points],
            stopped_by=found.stopped,
            spent=Spent(nodes=found.nodes),
            limits=limits,
        )

    def analyze(
        self,
        position: Position,
        options: AnalyzeOptions,
        budget: Budget,
        listener: Listener = ignore,
    ) -> AnalyzeAnswer:
        """See :meth:`solvers.solver.Solver.analyze`."""
        self.check_utility(options.utility)
        information = information_of(position, options.information)
        moves = asked_moves(self.game, position, options.moves, read_move)
        found, _ = self._analysis(
            position, information, moves, options.utility, options.seed, budget, listener
        )
        over = not self.game.legal(self.game.state(position))
        hidden = information == "hidden" and not over
        return AnalyzeAnswer(
            information=information,
            verdict=found.verdict,
            proof=found.proof,
            score=found.score,
            moves=found.values[: options.multi_pv],
            beliefs=analysis.beliefs_of(self._seen(position), self.game) if hidden else None,
            stopped_by=found.stopped,
            spent=found.spent,
            limits=EffectiveLimits(**budget.limits.model_dump()),
            seed=options.seed,
        )

    def hint(
        self, position: Position, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> HintAnswer:
        """See :meth:`solvers.solver.Solver.hint`."""
        self.check_utility(options.utility)
        information = information_of(position, options.information)
        moves = asked_moves(self.game, position, None, read_move)
        found, utility = self._analysis(
            position, information, moves, options.utility, options.seed, budget, listener
        )
        best = found.values[0] if found.values else None
        move = read_move(best.move) if best else None
        state = self.game.state(position if information == "known" else self._seen(position))
        chances: Reals | None = None
        if information == "hidden" and best:
            chances = beliefs(state, int(protocol.run_turn(state)))
        tells_move = options.level in ("move", "why") and best is not None
        area = None
        if options.level != "nudge" and move is not None and move != NO_CALL:
            area = [suit_name(move)]
        return HintAnswer(
            level=options.level,
            text=text_of(found, state[0], move, moves, options.level, utility, chances),
            area=area,
            move=best.move if tells_move and best else None,
            line=best.line if tells_move and best else None,
            score=best.score if tells_move and best else None,
            verdict=found.verdict,
            stopped_by=found.stopped,
            spent=found.spent,
            limits=EffectiveLimits(**budget.limits.model_dump()),
            seed=options.seed,
        )

    def verify(self, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """See :meth:`solvers.solver.Solver.verify`; with all hands listed, as a record.

        A record may have revokes, corrections, exposed cards and claims; they are reported and
        charged as the sheet says. See :mod:`games.knaves.record`.
        """
        if any(position.hidden):
            return super().verify(position, moves)
        try:
            judged = judge(position, moves)
        except IllegalMove as error:
            return VerifyAnswer(
                valid=False, won=False, over=False, first_illegal=error.index, reason=error.reason
            )
        over = not any(judged.position.hands)
        made = [float(a + b) for a, b in zip(judged.points, judged.charges, strict=True)]
        wrong = [revoke for revoke in judged.revokes if revoke.outcome != "corrected"]
        reason = f"{card_text(wrong[0].card)} does not follow suit: a revoke" if wrong else None
        return VerifyAnswer(
            valid=not wrong,
            won=False,
            over=over,
            first_illegal=wrong[0].index if wrong else None,
            reason=reason,
            payoffs=made,
            incidents=incidents_of(judged),
        )

    def warm(self, listener: Listener = ignore) -> None:
        """See :meth:`solvers.solver.Solver.warm`."""
        steps = warming_steps(self)
        for done, (name, step) in enumerate(steps):
            listener(Progress(done, len(steps), "kernels", name))
            step()
        listener(Progress(len(steps), len(steps), "kernels", "ready"))

    def _seen(self, position: Position) -> Position:
        """The position as the seat to move sees it."""
        turn = int(protocol.run_turn(self.game.state(position)))
        return self.game.as_seen(position, turn)

    def _analysis(
        self,
        position: Position,
        information: Information,
        moves: Sequence[int],
        asked: Utility | None,
        seed: str,
        budget: Budget,
        listener: Listener,
    ) -> tuple[Analysis, Utility]:
        state = self.game.state(position)
        if protocol.run_over(state):
            return analysis.of_finished(state), "points"
        if information == "known":
            if asked == "match":
                message = "'match', but with open hands the points of the round are valued"
                raise BadInput.one("/utility", "unknown_utility", message)
            return analysis.of_open(self.game, position, moves, budget, listener), "points"
        utility = analysis.utility_of(position, asked)
        seen = self._seen(position)
        found = analysis.of_hidden(self.game, seen, moves, utility, int(seed), budget, listener)
        return found, utility


def check_open(position: Position, pointer: str) -> None:
    """Raise ``BadInput`` that lists every hand that is not known."""
    hidden = [seat for seat, count in enumerate(position.hidden) if count]
    if hidden:
        seats = " and ".join(str(seat) for seat in hidden)
        message = f"cards of seat {seats} are hidden: solve needs all hands; ask analyze or hint"
        raise BadInput.one(f"{pointer}/hands", "hand_hidden", message)


def information_of(position: Position, asked: Information | None) -> Information:
    """What the analysis may use: what was asked, else whatever is listed."""
    hidden = any(position.hidden)
    if hidden and asked == "known":
        message = "'known', but not all hands are listed"
        raise BadInput.one("/information", "hand_hidden", message)
    state = Knaves().state(position)
    turn = int(protocol.run_turn(state))
    if position.hidden[turn]:
        message = f"it is the turn of seat {turn}, whose hand is not listed"
        raise BadInput.one(f"/position/hands/{turn}", "own_hand_hidden", message)
    return asked or ("hidden" if hidden else "known")
