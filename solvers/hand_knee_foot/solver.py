"""Hand, Knee and Foot: the verbs. See :class:`solvers.solver.Solver`."""

from collections.abc import Sequence
from typing import Any, ClassVar

from games import protocol
from games.faults import BadInput, Fault, noted, quote
from games.hand_knee_foot.game import HandKneeFoot
from games.hand_knee_foot.notation import read_move
from games.hand_knee_foot.position import Position
from games.hand_knee_foot.scoring import all_known
from games.hand_knee_foot.state import NO_KIND
from solvers.answers import settled, told_analysis, told_hint, undecided
from solvers.asked import asked_moves
from solvers.at_table import AtTable
from solvers.budget import Budget
from solvers.hand_knee_foot import analysis
from solvers.hand_knee_foot.exact import OpenFindings, solve_open
from solvers.hand_knee_foot.hints import area_of, text_of
from solvers.hand_knee_foot.warming import warming_steps
from solvers.hand_knee_foot.whereabouts import beliefs_of
from solvers.progress import Listener, ignore, improving
from solvers.result import (
    AnalyzeAnswer,
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


class HandKneeFootSolver(AtTable):
    """Sampled worlds at the table, turns as plans; exact with open cards, near the end."""

    game = HandKneeFoot()
    objectives: ClassVar[Sequence[Objective]] = ("any",)
    utilities: ClassVar[Sequence[Utility]] = ("match", "points")

    def solve(
        self, position: Position, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """See :meth:`solvers.solver.Solver.solve`: best play of all teams with open cards."""
        self.check_solve(options, lambda: check_open(self.game, position))
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
        beliefs = None
        if information == "hidden" and not position.ended:
            # Before the search, whose time limit then counts them in.
            beliefs = beliefs_of(self.seen(position), self.game, int(options.seed))

        def told(found: analysis.Analysis) -> AnalyzeAnswer:
            return told_analysis(
                found, information, options, budget, plans=found.plans, beliefs=beliefs
            )

        heard = improving(listener, told)
        return told(
            self._analysis(
                position, information, moves, utility, options.seed, budget, heard, all_moves=True
            )
        )

    def hint(
        self, position: Position, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> HintAnswer:
        """See :meth:`solvers.solver.Solver.hint`; only plans are searched."""
        information, utility, moves = self._asked(position, options, None)
        budget = self.budget_for("hint", information, budget)
        state = self.game.state(position if information == "known" else self.seen(position))

        def told(found: analysis.Analysis) -> HintAnswer:
            best = found.values[0] if found.values else None
            line = [read_move(text).move for text in best.line] if best else []
            text = text_of(found, state, line, options.level, utility)
            return told_hint(found, options, budget, text, area_of(line) if line else None)

        heard = improving(listener, told)
        return told(
            self._analysis(
                position, information, moves, utility, options.seed, budget, heard, all_moves=False
            )
        )

    def verify(self, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """See :meth:`solvers.solver.Solver.verify`; what each seat has made comes with it.

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
        """See :meth:`solvers.solver.Solver.warming_steps`."""
        return warming_steps(self)

    def _asked(
        self, position: Position, options: AnalyzeOptions | HintOptions, moves: list[str] | None
    ) -> tuple[Information, Utility, list[int]]:
        """What is asked of a position; raises ``BadInput`` with every fault."""
        faults: list[Fault] = []
        information: Information = options.information or "hidden"
        utility: Utility = "points"
        found: list[int] = []
        with noted(faults):
            self.check_utility(options.utility)
        with noted(faults):
            self._check_information(position, information)
        with noted(faults):
            utility = utility_of(information, options.utility)
        with noted(faults):
            found = asked_moves(self.game, position, moves, lambda text: self._move(position, text))
        if faults:
            raise BadInput(faults)
        return information, utility, found

    def _move(self, position: Position, text: str) -> int:
        """The move that is asked for; raises ``ValueError`` when a suit named is not in hand."""
        entry = read_move(text)
        if entry.suited and entry.move in self.game.legal(self.game.state(position)):
            replay = self.game.replay(position, [text])
            if replay.reason:
                raise ValueError(f"{quote(text)}: {replay.reason}")
        return entry.move

    def _check_information(self, position: Position, information: Information) -> None:
        """Raise ``BadInput`` when the position does not list what is to be used."""
        seat = self.mover(position)
        if information == "known":
            check_open(self.game, position)
        elif position.hidden[seat] and not position.ended:
            message = f"it is the turn of seat {seat}, whose hand is not listed"
            raise BadInput.one(f"/position/hands/{seat}", "own_hand_hidden", message)

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


def utility_of(information: Information, asked: Utility | None) -> Utility:
    """What the analysis strives for: the match, unless asked else or with open cards.

    Raises ``BadInput`` when the match is asked for with open cards.
    """
    if information == "hidden":
        return asked or "match"
    if asked == "match":
        message = "'match', but with open cards the points of the round are valued"
        raise BadInput.one("/utility", "no_match_equity", message)
    return "points"


def check_open(game: HandKneeFoot, position: Position) -> None:
    """Raise ``BadInput`` that says which cards are not known."""
    faults = []
    state = game.state(position)
    hidden = [seat for seat, count in enumerate(position.hidden) if count]
    if hidden:
        seats = " and ".join(str(seat) for seat in hidden)
        message = f"cards of seat {seats} are hidden: open cards are needed; ask for hidden ones"
        faults.append(Fault("/position/hands", "hand_hidden", message))
    elif not all_known(state[0]):
        message = "knees or feet not taken up are hidden: open cards are needed"
        faults.append(Fault("/position/knees", "knee_hidden", message))
    stock = state[0]["cards"][: int(state[0]["stock_size"])]
    if not position.ended and (stock == NO_KIND).any():
        message = f"{position.stock_hidden} cards of the stock are hidden: open cards are needed"
        faults.append(Fault("/position/stock", "stock_hidden", message))
    if position.rules.stock_out == "reshuffle" and position.shuffle is None and not position.ended:
        message = "how the pile will be shuffled is not known: open cards need it"
        faults.append(Fault("/position/shuffle", "shuffle_hidden", message))
    if faults:
        raise BadInput(faults)
