"""Knaves: the verbs. See :class:`solvers.solver.Solver`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from games import protocol
from games.cards import card_text
from games.faults import BadInput, Fault, IllegalMove, noted
from games.knaves.game import Knaves
from games.knaves.notation import read_move
from games.knaves.play import NO_CALL
from games.knaves.position import Position
from games.knaves.record import judge
from heuristics.knaves.beliefs import beliefs
from heuristics.knaves.network import Reals
from solvers.answers import settled, told_analysis, told_hint, undecided
from solvers.asked import asked_moves
from solvers.at_table import AtTable
from solvers.budget import Budget
from solvers.ismcts.valued import Analysis
from solvers.knaves import analysis
from solvers.knaves.analysis import exact_points
from solvers.knaves.exact import OpenFindings, solve_open
from solvers.knaves.hints import why, words_of
from solvers.knaves.incidents import incidents_of
from solvers.knaves.scene import suit_name
from solvers.knaves.warming import warming_steps
from solvers.knaves.whereabouts import beliefs_of
from solvers.progress import Listener, ignore, improving
from solvers.result import (
    AnalyzeAnswer,
    Belief,
    HintAnswer,
    SolveAnswer,
    Spent,
    VerifyAnswer,
)
from solvers.solver import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Objective,
    SolveOptions,
    Step,
    Utility,
)


class KnavesSolver(AtTable):
    """Exact with open hands; sampled worlds at the table."""

    game = Knaves()
    objectives: ClassVar[Sequence[Objective]] = ("any", "paranoid")
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See :meth:`solvers.solver.Solver.solve`: best play of all seats with open hands."""
        self.check_solve(options, lambda: check_open(position, "/position"))
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

    def analyze(
        self,
        position: Position,
        options: AnalyzeOptions,
        budget: Budget,
        listener: Listener = ignore,
    ) -> AnalyzeAnswer:
        """See :meth:`solvers.solver.Solver.analyze`."""
        information, utility, moves = self._asked(position, options, options.moves)
        budget = self.budget_for("analyze", information, budget)
        over = not self.game.legal(self.game.state(position))

        def told(found: Analysis, beliefs: list[Belief] | None = None) -> AnalyzeAnswer:
            return told_analysis(found, information, options, budget, beliefs=beliefs)

        heard = improving(listener, told)
        found = self._analysis(position, information, moves, utility, options.seed, budget, heard)
        if information == "known" or over:
            return told(found)
        return told(found, beliefs_of(self.seen(position), self.game, int(options.seed)))

    def hint(
        self, position: Position, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> HintAnswer:
        """See :meth:`solvers.solver.Solver.hint`."""
        information, utility, moves = self._asked(position, options, None)
        budget = self.budget_for("hint", information, budget)
        state = self.game.state(position if information == "known" else self.seen(position))
        chances: Reals | None = None
        if information == "hidden" and moves:
            chances = beliefs(state, int(protocol.run_turn(state)))

        def told(found: Analysis) -> HintAnswer:
            best = found.values[0] if found.values else None
            move = read_move(best.move) if best else None
            area = None if move is None or move == NO_CALL else [suit_name(move)]
            said = why(found, state[0], moves, chances) if options.level == "why" else []
            text = words_of(found, state[0], moves, options.level, said)
            return told_hint(found, options, budget, text, area, reasons=said)

        heard = improving(listener, told)
        return told(
            self._analysis(position, information, moves, utility, options.seed, budget, heard)
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

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)

    def _asked(
        self, position: Position, options: AnalyzeOptions | HintOptions, moves: list[str] | None
    ) -> tuple[Information, Utility, list[int]]:
        """What is asked of a position; raises ``BadInput`` with every fault."""
        faults: list[Fault] = []
        information: Information = "hidden"
        utility: Utility = "points"
        found: list[int] = []
        with noted(faults):
            self.check_utility(options.utility)
        with noted(faults):
            information = information_of(position, options.information)
            utility = analysis.utility_of(position, information, options.utility)
        with noted(faults):
            found = asked_moves(self.game, position, moves, read_move)
        if faults:
            raise BadInput(faults)
        return information, utility, found

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


def check_open(position: Position, pointer: str) -> None:
    """Raise ``BadInput`` that lists every hand that is not known."""
    hidden = [seat for seat, count in enumerate(position.hidden) if count]
    if hidden:
        seats = " and ".join(str(seat) for seat in hidden)
        message = f"cards of seat {seats} are hidden: solve needs all hands; ask analyze or hint"
        raise BadInput.one(f"{pointer}/hands", "hand_hidden", message)


def information_of(position: Position, asked: Information | None) -> Information:
    """What the analysis may use: what was asked, else whatever is listed."""
    faults: list[Fault] = []
    hidden = any(position.hidden)
    if hidden and asked == "known":
        faults.append(Fault("/information", "hand_hidden", "'known', but not all hands are listed"))
    turn = int(protocol.run_turn(Knaves().state(position)))
    if position.hidden[turn]:
        message = f"it is the turn of seat {turn}, whose hand is not listed"
        faults.append(Fault(f"/position/hands/{turn}", "own_hand_hidden", message))
    if faults:
        raise BadInput(faults)
    return asked or ("hidden" if hidden or position.seat is not None else "known")
