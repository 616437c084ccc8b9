"""K'nack: the verbs. See :class:`solvers.solver.Solver`."""

from collections.abc import Sequence
from typing import ClassVar

from games import protocol
from games.faults import BadInput, Fault, noted
from games.knack.game import Knack
from games.knack.notation import read_move
from games.knack.position import Position
from games.protocol import State
from solvers.answers import settled, told_analysis, told_hint, undecided
from solvers.asked import asked_moves
from solvers.at_table import AtTable
from solvers.budget import Budget
from solvers.knack import analysis
from solvers.knack.analysis import Analysis, exact_score, payoffs_of
from solvers.knack.exact import OpenFindings, solve_open
from solvers.knack.hints import area_of, reasons_of, text_at
from solvers.knack.warming import warming_steps
from solvers.knack.whereabouts import beliefs_of
from solvers.progress import Listener, ignore, improving
from solvers.result import (
    AnalyzeAnswer,
    Belief,
    HintAnswer,
    SolveAnswer,
    Spent,
)
from solvers.solver import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Objective,
    SolveOptions,
    Step,
)


class KnackSolver(AtTable):
    """Exact with open cards near the end; sampled worlds at the table."""

    game = Knack()
    objectives: ClassVar[Sequence[Objective]] = ("any", "paranoid")

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See :meth:`solvers.solver.Solver.solve`: best play of all seats with open cards."""
        self.check_solve(options, lambda: check_open(position, "/position"))
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
        made = None if paranoid else [round(payoff, analysis.DECIMALS) for payoff in payoffs]
        return settled(line, score, made, budget, found.stopped, Spent(nodes=found.nodes))

    def analyze(
        self,
        position: Position,
        options: AnalyzeOptions,
        budget: Budget,
        listener: Listener = ignore,
    ) -> AnalyzeAnswer:
        """See :meth:`solvers.solver.Solver.analyze`."""
        information, moves = self._asked(position, options, options.moves)
        budget = self.budget_for("analyze", information, budget)
        asked = bool(options.moves)

        def told(found: Analysis, beliefs: list[Belief] | None = None) -> AnalyzeAnswer:
            return told_analysis(found, information, options, budget, beliefs=beliefs)

        heard = improving(listener, told)
        found = self._analysis(position, information, moves, asked, options.seed, budget, heard)
        if information == "known" or not moves:
            return told(found)
        return told(found, beliefs_of(self.seen(position), self.game, int(options.seed)))

    def hint(
        self, position: Position, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> HintAnswer:
        """See :meth:`solvers.solver.Solver.hint`."""
        information, moves = self._asked(position, options, None)
        budget = self.budget_for("hint", information, budget)
        state = self._state(position, information) if moves else self.game.state(position)

        def told(found: Analysis) -> HintAnswer:
            best = found.values[0] if found.values else None
            move = read_move(best.move).move if best else None
            said = [] if move is None else reasons_of(found, state, move, moves)
            text = text_at(found, state, move, moves, options.level, said)
            area = None if move is None else area_of(state[0], move)
            return told_hint(found, options, budget, text, area, reasons=said)

        heard = improving(listener, told)
        return told(
            self._analysis(position, information, moves, False, options.seed, budget, heard)
        )

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)

    def _state(self, position: Position, information: Information) -> State:
        """What the analysis may use, as a kernel state."""
        return self.game.state(position if information == "known" else self.seen(position))

    def _asked(
        self, position: Position, options: AnalyzeOptions | HintOptions, moves: list[str] | None
    ) -> tuple[Information, list[int]]:
        """What is asked of a position; raises ``BadInput`` with every fault."""
        faults: list[Fault] = []
        information: Information = "hidden"
        found: list[int] = []
        with noted(faults):
            self.check_utility(options.utility)
        with noted(faults):
            information = information_of(position, options.information)
        with noted(faults):
            found = asked_moves(self.game, position, moves, lambda text: read_move(text).move)
        if faults:
            raise BadInput(faults)
        return information, found

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


def hidden_parts(position: Position) -> list[Fault]:
    """A fault for every hand and deck that is not listed."""
    found = []
    for name, counts in (("hands", position.hidden), ("decks", position.decks_hidden)):
        for seat, count in enumerate(counts):
            if count:
                what = "hand" if name == "hands" else "deck"
                message = f"the {what} of seat {seat} is not listed"
                found.append(Fault(f"/{name}/{seat}", f"{what}_hidden", message))
    return found


def check_open(position: Position, pointer: str) -> None:
    """Raise ``BadInput`` that lists every hand and deck that is not known."""
    faults = [
        Fault(pointer + part.pointer, part.code, f"{part.message}: ask analyze or hint")
        for part in hidden_parts(position)
    ]
    if faults:
        raise BadInput(faults)


def information_of(position: Position, asked: Information | None) -> Information:
    """What the analysis may use: what was asked, else whatever is listed."""
    faults: list[Fault] = []
    hidden = hidden_parts(position)
    if asked == "known":
        faults += [Fault("/information", p.code, f"'known', but {p.message}") for p in hidden]
    turn = int(protocol.run_turn(Knack().state(position)))
    if position.hidden[turn]:
        message = f"it is the turn of seat {turn}, whose hand is not listed"
        faults.append(Fault(f"/position/hands/{turn}", "own_hand_hidden", message))
    if faults:
        raise BadInput(faults)
    return asked or ("hidden" if hidden else "known")
