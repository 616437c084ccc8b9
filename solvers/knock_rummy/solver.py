"""Knock Rummy: the verbs. See :class:`kibitz.solvers.solver.Solver`."""

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
from kibitz.games.faults import BadInput, Fault
from kibitz.games.knock_rummy.game import KnockRummy
from kibitz.games.knock_rummy.notation import read_move
from kibitz.games.knock_rummy.position import Position
from kibitz.games.knock_rummy.settlement import UNIT
from kibitz.solvers.answers import advised, is_valued, settled, told_analysis, told_hint, undecided
from kibitz.solvers.at_table import Asked, AtTable
from kibitz.solvers.budget import Budget
from kibitz.solvers.knock_rummy import analysis
from kibitz.solvers.knock_rummy.analysis import HandAnalysis
from kibitz.solvers.knock_rummy.exact import OpenFindings, solve_open
from kibitz.solvers.knock_rummy.hints import area_of, hint_text, why
from kibitz.solvers.knock_rummy.knocking import knock_now
from kibitz.solvers.knock_rummy.scene import Scene
from kibitz.solvers.knock_rummy.warming import warming_steps
from kibitz.solvers.knock_rummy.whereabouts import beliefs_of
from kibitz.solvers.progress import Listener, ignore, improving
from kibitz.solvers.solver import Advice, Step
from kibitz.solvers.wording import seats_named


class KnockRummySolver(AtTable):
    """Sampled worlds at the table; exact with open cards, near the end of a hand."""

    game = KnockRummy()
    objectives: ClassVar[Sequence[Objective]] = ("any",)
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See `solvers.solver.Solver.solve`: best play of all seats with open cards."""
        self.check_solve(position, options)
        state = self.game.state(position)
        seat = int(protocol.run_turn(state))
        payments = self.game.payments(state)
        if payments is not None:
            made = [float(paid) for paid in payments]
            return settled([], analysis.of_finished(state).score, made, budget)

        def unsettled(found: OpenFindings) -> SolveAnswer:
            return undecided(found.stopped, Spent(nodes=found.nodes), budget)

        found = solve_open(state, budget, improving(listener, unsettled))
        if found.payments is None:
            return unsettled(found)
        line = [self.game.move_text(move) for move in found.line]
        self.game.play(position, line)
        score = analysis.exact_points(found.payments[seat], seat)
        paid = [units / UNIT for units in found.payments]
        return settled(line, score, paid, budget, found.stopped, Spent(nodes=found.nodes))

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
        beliefs, state, seed = None, self.game.state(position), int(options.seed)
        if information == "hidden" and not position.ended:
            # Before the search, whose time limit then counts them in.
            seen = self.seen(position)
            beliefs, state = beliefs_of(seen, self.game, seed), self.game.state(seen)

        def told(found: HandAnalysis) -> AnalyzeAnswer:
            knock = knock_now(self.game, state, seed, found) if beliefs else None
            return told_analysis(
                found,
                information,
                options,
                budget,
                beliefs=beliefs.cards if beliefs else None,
                hands=beliefs.hands if beliefs else None,
                knock=knock,
            )

        heard = improving(hear, told)
        return told(
            self._analysis(position, information, moves, utility, options.seed, budget, heard)
        )

    def find_advice(
        self, position: Position, asked: Asked, options: HintOptions, budget: Budget, hear: Listener
    ) -> Advice:
        """See :meth:`kibitz.solvers.at_table.AtTable.find_advice`; only moves worth comparing."""
        information, utility, moves = asked
        state = self.game.state(self.usable(position, information))
        if information == "hidden" and moves:
            moves = analysis.worth_comparing(state)
        legal, scene = self.game.legal(state), Scene(state[0])

        def told(found: HandAnalysis, options: HintOptions) -> HintAnswer:
            reasons, area, knock = None, None, None
            if found.values:
                area = [area_of(read_move(found.values[0].move).move)]
            if options.level == "why" and found.values and is_valued(found.values[0]):
                if information == "hidden":
                    knock = knock_now(self.game, state, int(options.seed), found)
                reasons = why(found, scene, utility, knock)
            text = hint_text(found, scene, legal, options.level, reasons or [])
            return told_hint(found, options, budget, text, area, reasons=reasons)

        advice = advised(told, options)
        heard = improving(hear, advice)
        return advice(
            self._analysis(position, information, moves, utility, options.seed, budget, heard)
        )

    def verify(self, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """See `solvers.solver.Solver.verify`; what each seat has been paid comes with it."""
        replay = self.game.replay(position, moves)
        reached: Any = replay.position
        payments = self.game.payments(self.game.state(reached))
        valid = replay.first_illegal is None
        return VerifyAnswer(
            valid=valid,
            won=False,
            over=payments is not None,
            first_illegal=replay.first_illegal,
            reason=replay.reason,
            payoffs=[float(paid) for paid in payments] if payments and valid else None,
        )

    def warming_steps(self) -> Sequence[Step]:
        """See :meth:`kibitz.solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)

    def check_open(self, position: Position) -> None:
        """See :meth:`kibitz.solvers.at_table.AtTable.check_open`."""
        faults = []
        hidden = [seat for seat, count in enumerate(position.hidden) if count]
        if hidden:
            message = f"cards of {seats_named(hidden)} are hidden, and all cards are needed"
            faults.append(Fault("/position/hands", "hand_hidden", message))
        if position.stock_hidden:
            message = f"{position.stock_hidden} cards of the stock are hidden: all are needed"
            faults.append(Fault("/position/stock", "stock_hidden", message))
        shuffles = position.rules.stock_out == "shuffle" and position.rules.turn_overs > 0
        if shuffles and position.shuffle is None:
            message = "how the pile will be shuffled is not known, and is needed"
            faults.append(Fault("/position/shuffle", "shuffle_hidden", message))
        if faults:
            raise BadInput(faults)

    def read_move(self, position: Position, text: str) -> int:  # noqa: ARG002
        """See :meth:`kibitz.solvers.at_table.AtTable.read_move`."""
        return read_move(text).move

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
    ) -> HandAnalysis:
        state = self.game.state(position)
        if protocol.run_over(state):
            return analysis.of_finished(state)
        if information == "known":
            return analysis.of_open(self.game, position, moves, budget, listener)
        seen = self.seen(position)
        return analysis.of_hidden(self.game, seen, moves, utility, int(seed), budget, listener)
