"""K'nack: the verbs. See :class:`kibitz.solvers.solver.Solver`."""

from collections.abc import Sequence
from typing import ClassVar

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, SolveAnswer, Spent
from kibitz.contract.beliefs import Belief
from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Objective,
    SolveOptions,
)
from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault
from kibitz.games.knack.game import Knack
from kibitz.games.knack.notation import read_move
from kibitz.games.knack.position import Position
from kibitz.solvers.answers import advised, settled, told_analysis, told_hint, undecided
from kibitz.solvers.at_table import Asked, AtTable
from kibitz.solvers.budget import Budget
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knack import analysis
from kibitz.solvers.knack.analysis import Analysis, exact_score, payoffs_of
from kibitz.solvers.knack.exact import OpenFindings, solve_open
from kibitz.solvers.knack.hints import area_of, reasons_of, text_at
from kibitz.solvers.knack.warming import warming_steps
from kibitz.solvers.knack.whereabouts import beliefs_of
from kibitz.solvers.progress import Listener, ignore, improving
from kibitz.solvers.solver import Advice, Step


class KnackSolver(AtTable):
    """Exact with open cards near the end; sampled worlds at the table."""

    game = Knack()
    objectives: ClassVar[Sequence[Objective]] = ("any", "paranoid")

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See `solvers.solver.Solver.solve`: best play of all seats with open cards."""
        self.check_solve(position, options)
        state = self.game.state(position)
        seat = int(protocol.run_turn(state))
        if protocol.run_over(state):
            ended = payoffs_of(state)
            return settled([], exact_score(state, ended[seat], seat), ended, budget)
        paranoid = options.objective == "paranoid"

        def unsettled(found: OpenFindings) -> SolveAnswer:
            return undecided(found.stopped, Spent(nodes=found.nodes), budget)

        found = solve_open(
            state,
            self.game.legal(state),
            "paranoid" if paranoid else "max_n",
            seat,
            budget,
            improving(listener, unsettled),
        )
        if found.best is None:
            return unsettled(found)
        line = [self.game.move_text(move) for move in found.line]
        self.game.play(position, line)
        payoffs = found.payoffs[found.best]
        score = exact_score(state, payoffs[seat], seat)
        made = None if paranoid else [round(payoff, DECIMALS) for payoff in payoffs]
        return settled(line, score, made, budget, found.stopped, Spent(nodes=found.nodes))

    def value_moves(
        self,
        position: Position,
        asked: Asked,
        options: AnalyzeOptions,
        budget: Budget,
        hear: Listener,
    ) -> AnalyzeAnswer:
        """See :meth:`kibitz.solvers.at_table.AtTable.value_moves`."""
        information, _, moves = asked
        named = bool(options.moves)

        def told(found: Analysis, beliefs: list[Belief] | None = None) -> AnalyzeAnswer:
            return told_analysis(found, information, options, budget, beliefs=beliefs)

        heard = improving(hear, told)
        found = self._analysis(position, information, moves, named, options.seed, budget, heard)
        if information == "known" or not moves:
            return told(found)
        return told(found, beliefs_of(self.seen(position), self.game, int(options.seed)))

    def find_advice(
        self, position: Position, asked: Asked, options: HintOptions, budget: Budget, hear: Listener
    ) -> Advice:
        """See :meth:`kibitz.solvers.at_table.AtTable.find_advice`."""
        information, _, moves = asked
        state = self.game.state(self.usable(position, information) if moves else position)

        def told(found: Analysis, options: HintOptions) -> HintAnswer:
            best = found.values[0] if found.values else None
            move = read_move(best.move).move if best else None
            said = [] if move is None else reasons_of(found, state, move, moves)
            text = text_at(found, state, move, moves, options.level, said)
            area = None if move is None else area_of(state[0], move)
            return told_hint(found, options, budget, text, area, reasons=said)

        advice = advised(told, options)
        heard = improving(hear, advice)
        return advice(
            self._analysis(position, information, moves, False, options.seed, budget, heard)
        )

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)

    def check_open(self, position: Position) -> None:
        """See :meth:`kibitz.solvers.at_table.AtTable.check_open`."""
        faults = []
        for name, counts in (("hands", position.hidden), ("decks", position.decks_hidden)):
            for seat, count in enumerate(counts):
                if count:
                    what = "hand" if name == "hands" else "deck"
                    message = f"the {what} of seat {seat} is not listed, and all cards are needed"
                    faults.append(Fault(f"/position/{name}/{seat}", f"{what}_hidden", message))
        if faults:
            raise BadInput(faults)

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.at_table.AtTable.read_move`."""
        return read_move(text).move

    def _analysis(
        self,
        position: Position,
        information: Information,
        moves: Sequence[int],
        asked: bool,
        seed: str,
        budget: Budget,
        listener: Listener,
    ) -> Analysis:
        state = self.game.state(position)
        if protocol.run_over(state):
            return analysis.of_finished(state)
        if information == "known":
            return analysis.of_open(self.game, state, moves, budget, listener)
        seen = self.seen(position)
        return analysis.of_hidden(self.game, seen, moves, asked, int(seed), budget, listener)
