"""Knaves: the verbs. See :class:`kibitz.solvers.solver.Solver`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, SolveAnswer, Spent, VerifyAnswer
from kibitz.contract.beliefs import Belief
from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Objective,
    SolveOptions,
    Utility,
)
from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.faults import BadInput, IllegalMove
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.notation import read_move
from kibitz.games.knaves.play import NO_CALL
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.record import judge
from kibitz.heuristics.knaves.beliefs import beliefs
from kibitz.heuristics.knaves.network import Reals
from kibitz.solvers.answers import advised, settled, told_analysis, told_hint, undecided
from kibitz.solvers.at_table import Asked, AtTable
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.valued import Analysis
from kibitz.solvers.knaves import analysis
from kibitz.solvers.knaves.analysis import exact_points
from kibitz.solvers.knaves.exact import OpenFindings, solve_open
from kibitz.solvers.knaves.hints import why, words_of
from kibitz.solvers.knaves.incidents import incidents_of
from kibitz.solvers.knaves.scene import suit_name
from kibitz.solvers.knaves.warming import warming_steps
from kibitz.solvers.knaves.whereabouts import beliefs_of
from kibitz.solvers.progress import Listener, ignore, improving
from kibitz.solvers.solver import Advice, Step
from kibitz.solvers.wording import seats_named


class KnavesSolver(AtTable):
    """Exact with open hands; sampled worlds at the table."""

    game = Knaves()
    objectives: ClassVar[Sequence[Objective]] = ("any", "paranoid")
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See `solvers.solver.Solver.solve`: best play of all seats with open hands."""
        self.check_solve(position, options)
        state = self.game.state(position)
        seat = int(protocol.run_turn(state))
        paranoid = options.objective == "paranoid"
        if protocol.run_over(state):
            points = state[0]["points"]
            return settled([], exact_points(float(points[seat]), seat), points, budget)

        def unsettled(found: OpenFindings) -> SolveAnswer:
            return undecided(found.stopped, Spent(nodes=found.nodes), budget)

        objective: Literal["paranoid", "max_n"] = "paranoid" if paranoid else "max_n"
        found = solve_open(position, objective, seat, budget, improving(listener, unsettled))
        if found.value is None:
            return unsettled(found)
        line = [self.game.move_text(move) for move in found.line]
        self.game.play(position, line)
        score = exact_points(float(found.value), seat)
        return settled(line, score, found.points, budget, found.stopped, Spent(nodes=found.nodes))

    def value_moves(
        self,
        position: Position,
        asked: Asked,
        options: AnalyzeOptions,
        budget: Budget,
        hear: Listener,
    ) -> AnalyzeAnswer:
        """See :meth:`kibitz.solvers.at_table.AtTable.value_moves`."""
        information, utility, moves = asked
        over = not self.game.legal(self.game.state(position))

        def told(found: Analysis, beliefs: list[Belief] | None = None) -> AnalyzeAnswer:
            return told_analysis(found, information, options, budget, beliefs=beliefs)

        heard = improving(hear, told)
        found = self._analysis(position, information, moves, utility, options.seed, budget, heard)
        if information == "known" or over:
            return told(found)
        return told(found, beliefs_of(self.seen(position), self.game, int(options.seed)))

    def find_advice(
        self, position: Position, asked: Asked, options: HintOptions, budget: Budget, hear: Listener
    ) -> Advice:
        """See :meth:`kibitz.solvers.at_table.AtTable.find_advice`."""
        information, utility, moves = asked
        state = self.game.state(self.usable(position, information))
        chances: Reals | None = None
        if information == "hidden" and moves:
            chances = beliefs(state, int(protocol.run_turn(state)))

        def told(found: Analysis, options: HintOptions) -> HintAnswer:
            best = found.values[0] if found.values else None
            move = read_move(best.move) if best else None
            area = None if move is None or move == NO_CALL else [suit_name(move)]
            said = why(found, state[0], moves, chances) if options.level == "why" else []
            text = words_of(found, state[0], moves, options.level, said)
            return told_hint(found, options, budget, text, area, reasons=said)

        advice = advised(told, options)
        heard = improving(hear, advice)
        return advice(
            self._analysis(position, information, moves, utility, options.seed, budget, heard)
        )

    def verify(self, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.verify`; with all hands listed, as a record.

        A record may have revokes, corrections, exposed cards and claims; they are reported and
        charged as the sheet says. See :mod:`kibitz.games.knaves.record`.
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

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)

    def check_open(self, position: Position) -> None:
        """See :meth:`kibitz.solvers.at_table.AtTable.check_open`."""
        hidden = [seat for seat, count in enumerate(position.hidden) if count]
        if hidden:
            message = f"cards of {seats_named(hidden)} are hidden, and all hands are needed"
            raise BadInput.one("/position/hands", "hand_hidden", message)

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.at_table.AtTable.read_move`."""
        return read_move(text)

    def utility_of(
        self, position: Position, information: Information, asked: Utility | None
    ) -> Utility:
        """See :meth:`kibitz.solvers.at_table.AtTable.utility_of`."""
        return analysis.utility_of(position, information, asked)

    def _analysis(
        self,
        position: Position,
        information: Information,
        moves: Sequence[int],
        utility: Utility,
        seed: str,
        budget: Budget,
        listener: Listener,
    ) -> Analysis:
        state = self.game.state(position)
        if protocol.run_over(state):
            return analysis.of_finished(position, state, utility)
        if information == "known":
            return analysis.of_open(self.game, position, moves, budget, listener)
        seen = self.seen(position)
        return analysis.of_hidden(self.game, seen, moves, utility, int(seed), budget, listener)
