"""Hand, Knee and Foot: the verbs. See :class:`kibitz.solvers.solver.Solver`."""

from collections.abc import Sequence
from typing import Any, ClassVar

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, SolveAnswer, Spent, VerifyAnswer
from kibitz.contract.options import (
    AnalyzeOptions,
    HintOptions,
    Information,
    Objective,
    SolveOptions,
    Utility,
)
from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.notation import read_move
from kibitz.games.hand_knee_foot.position import Position
from kibitz.games.hand_knee_foot.scoring import all_known
from kibitz.games.hand_knee_foot.state import NO_KIND
from kibitz.solvers.answers import advised, settled, told_analysis, told_hint, undecided
from kibitz.solvers.at_table import Asked, AtTable
from kibitz.solvers.budget import Budget
from kibitz.solvers.hand_knee_foot import analysis
from kibitz.solvers.hand_knee_foot.exact import OpenFindings, solve_open
from kibitz.solvers.hand_knee_foot.hints import area_of, text_of, why
from kibitz.solvers.hand_knee_foot.reasons import turn_of
from kibitz.solvers.hand_knee_foot.warming import warming_steps
from kibitz.solvers.hand_knee_foot.whereabouts import beliefs_of
from kibitz.solvers.progress import Listener, ignore, improving
from kibitz.solvers.solver import Advice, Step
from kibitz.solvers.wording import seats_named


class HandKneeFootSolver(AtTable):
    """Sampled worlds at the table, turns as plans; exact with open cards, near the end."""

    game = HandKneeFoot()
    objectives: ClassVar[Sequence[Objective]] = ("any",)
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See `solvers.solver.Solver.solve`: best play of all teams with open cards."""
        self.check_solve(position, options)
        state = self.game.state(position)
        seat = int(protocol.run_turn(state))
        outcome = self.game.outcome(state)
        if outcome is not None:
            score = analysis.exact_points(outcome.payoffs[seat], seat)
            return settled([], score, outcome.payoffs, budget)

        def unsettled(found: OpenFindings) -> SolveAnswer:
            return undecided(found.stopped, Spent(nodes=found.nodes), budget)

        found = solve_open(state, budget, improving(listener, unsettled))
        if found.payoffs is None:
            return unsettled(found)
        line = [self.game.move_text(move) for move in found.line]
        self.game.play(position, line)
        payoffs = analysis.by_seat(position, found.payoffs)
        score = analysis.exact_points(payoffs[seat], seat)
        return settled(line, score, payoffs, budget, found.stopped, Spent(nodes=found.nodes))

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
        beliefs = None
        if information == "hidden" and not position.ended:
            # Before the search, whose time limit then counts them in.
            beliefs = beliefs_of(self.seen(position), self.game, int(options.seed))

        def told(found: analysis.Analysis) -> AnalyzeAnswer:
            return told_analysis(
                found, information, options, budget, plans=found.plans, beliefs=beliefs
            )

        heard = improving(hear, told)
        return told(
            self._analysis(
                position, information, moves, utility, options.seed, budget, heard, all_moves=True
            )
        )

    def find_advice(
        self, position: Position, asked: Asked, options: HintOptions, budget: Budget, hear: Listener
    ) -> Advice:
        """See :meth:`kibitz.solvers.at_table.AtTable.find_advice`; only plans are searched."""
        information, utility, moves = asked
        state = self.game.state(self.usable(position, information))

        def told(found: analysis.Analysis, options: HintOptions) -> HintAnswer:
            best = found.values[0] if found.values else None
            moves = [read_move(text).move for text in best.line] if best else []
            line = turn_of(state, moves).line
            said = why(found, state, line, utility) if options.level == "why" else []
            text = text_of(found, state, line, options.level, said)
            area = area_of(line) if line else None
            return told_hint(found, options, budget, text, area, reasons=said)

        advice = advised(told, options)
        heard = improving(hear, advice)
        return advice(
            self._analysis(
                position, information, moves, utility, options.seed, budget, heard, all_moves=False
            )
        )

    def verify(self, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.verify`; what each seat has made comes with it.

        A round that a view tells of may be over without telling that.
        """
        replay = self.game.replay(position, moves)
        reached: Any = replay.position
        state = self.game.state(reached)
        outcome = self.game.outcome(state)
        valid = replay.first_illegal is None
        return VerifyAnswer(
            valid=valid,
            won=False,
            over=self.game.over(state),
            first_illegal=replay.first_illegal,
            reason=replay.reason,
            payoffs=list(outcome.payoffs) if outcome and valid else None,
        )

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)

    def check_open(self, position: Position) -> None:
        """See :meth:`kibitz.solvers.at_table.AtTable.check_open`."""
        faults = []
        state = self.game.state(position)
        hidden = [seat for seat, count in enumerate(position.hidden) if count]
        if hidden:
            message = f"cards of {seats_named(hidden)} are hidden, and all cards are needed"
            faults.append(Fault("/position/hands", "hand_hidden", message))
        elif not all_known(state[0]):
            message = "knees or feet not taken up are hidden, and all cards are needed"
            faults.append(Fault("/position/knees", "knee_hidden", message))
        stock = state[0]["cards"][: int(state[0]["stock_size"])]
        if not position.ended and (stock == NO_KIND).any():
            message = f"{position.stock_hidden} cards of the stock are hidden: all are needed"
            faults.append(Fault("/position/stock", "stock_hidden", message))
        reshuffles = position.rules.stock_out == "reshuffle"
        if reshuffles and position.shuffle is None and not position.ended:
            message = "how the pile will be shuffled is not known, and is needed"
            faults.append(Fault("/position/shuffle", "shuffle_hidden", message))
        if faults:
            raise BadInput(faults)

    def read_move(self, position: Position, text: str) -> int:
        """See `solvers.at_table.AtTable.read_move`; a suit that is named must be in hand."""
        entry = read_move(text)
        if entry.suited and entry.move in self.game.legal(self.game.state(position)):
            replay = self.game.replay(position, [text])
            if replay.reason:
                raise ValueError(f"{quote(text)}: {replay.reason}")
        return entry.move

    def utility_of(
        self,
        position: Position,  # noqa: ARG002
        information: Information,
        asked: Utility | None,
    ) -> Utility:
        """See `solvers.at_table.AtTable.utility_of`: the match, unless with open cards."""
        if information == "hidden":
            return asked or "match"
        if asked == "match":
            message = "'match', but with open cards the points of the round are valued"
            raise BadInput.one("/utility", "no_match_equity", message)
        return "points"

    def _analysis(
        self,
        position: Position,
        information: Information,
        moves: Sequence[int],
        utility: Utility,
        seed: str,
        budget: Budget,
        listener: Listener,
        *,
        all_moves: bool,
    ) -> analysis.Analysis:
        state = self.game.state(position)
        if protocol.run_over(state):
            return analysis.of_finished(self.game, state)
        if information == "known":
            return analysis.of_open(self.game, position, moves, budget, listener)
        seen = self.seen(position)
        rows = analysis.rows_of(self.game.state(seen), moves, all_moves=all_moves)
        return analysis.of_hidden(self.game, seen, rows, utility, int(seed), budget, listener)
