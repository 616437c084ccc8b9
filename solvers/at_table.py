"""What the verbs of all games with hidden cards have in common.

``analyze`` and ``hint`` answer for the seat to move from what it sees, also where all cards are
listed. Who asks for ``known`` information gets exact values, or sampled ones where those take more
than the limits allow.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, NamedTuple

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, Spent, StoppedBy
from kibitz.contract.limits import EffectiveLimits, Limits
from kibitz.contract.options import AnalyzeOptions, HintOptions, Information, SolveOptions, Utility
from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault, noted
from kibitz.solvers.answers import advised, forced_hint
from kibitz.solvers.asked import asked_moves
from kibitz.solvers.budget import Budget
from kibitz.solvers.progress import Listener, ignore
from kibitz.solvers.solver import Advice, Solver

LIMITS: Final = Limits(time_ms=1_000, memory_mb=256)
OPEN_SHARE: Final = 0.5  # of the time for exact values, the rest for sampled ones


class Asked(NamedTuple):
    """What is asked of a position: what may be used, what to strive for, the moves to value."""

    information: Information
    utility: Utility
    moves: list[int]


class AtTable(Solver):
    """A solver of a game in which seats take turns and do not see everything."""

    default_limits: ClassVar[Mapping[str, Limits]] = {
        "solve": Limits(time_ms=10_000, memory_mb=256),
        "analyze": LIMITS,
        "hint": LIMITS,
    }

    @abstractmethod
    def value_moves(
        self, position: Any, asked: Asked, options: AnalyzeOptions, budget: Budget, hear: Listener
    ) -> AnalyzeAnswer:
        """The answer of ``analyze`` with the information in ``asked``."""

    @abstractmethod
    def find_advice(
        self, position: Any, asked: Asked, options: HintOptions, budget: Budget, hear: Listener
    ) -> Advice:
        """What ``hint`` says with the information in ``asked``; there is a move to choose."""

    @abstractmethod
    def check_open(self, position: Any) -> None:
        """Raise ``BadInput`` that names every part of ``position`` that is not listed."""

    @abstractmethod
    def read_move(self, position: Any, text: str) -> int:
        """A move as it is asked for; raises ``ValueError``."""

    def utility_of(
        self,
        position: Any,  # noqa: ARG002
        information: Information,  # noqa: ARG002
        asked: Utility | None,  # noqa: ARG002
    ) -> Utility:
        """What to strive for; raises ``BadInput`` for what does not go with the rest."""
        return "points"

    def analyze(
        self, position: Any, options: AnalyzeOptions, budget: Budget, listener: Listener = ignore
    ) -> AnalyzeAnswer:
        """See :meth:`kibitz.solvers.solver.Solver.analyze`."""
        asked = self.asked(position, options, options.moves)
        if asked.information == "hidden":
            return self.value_moves(position, asked, options, budget, listener)
        budget = self.budget_for("analyze", "known", budget)
        part = budget.share(OPEN_SHARE)
        found = self.value_moves(position, asked, options, part, listener)
        if found.advice is None or found.stopped_by is StoppedBy.CANCELLED:
            return found
        options = options.model_copy(update=self._from_the_seat())
        asked = self.asked(position, options, options.moves)
        rest = budget.without_nodes(LIMITS.time_ms)
        sampled = self.value_moves(position, asked, options, rest, listener)
        advice = self._too_large(position, found.advice)
        return sampled.model_copy(update=_both(found, sampled) | {"advice": advice})

    def advise(
        self, position: Any, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> Advice:
        """See :meth:`kibitz.solvers.solver.Solver.advise`; an only move is not searched."""
        asked = self.asked(position, options, None)
        if len(asked.moves) == 1:
            return self._forced(position, asked, options, budget)
        if asked.information == "hidden":
            return self.find_advice(position, asked, options, budget, listener)
        budget = self.budget_for("hint", "known", budget)
        part = budget.share(OPEN_SHARE)
        advice = self.find_advice(position, asked, options, part, listener)
        found = advice.at("nudge")
        if found.advice is None or found.stopped_by is StoppedBy.CANCELLED:
            return advice
        options = options.model_copy(update=self._from_the_seat())
        asked = self.asked(position, options, None)
        rest = budget.without_nodes(LIMITS.time_ms)
        said = self._too_large(position, found.advice)

        def told(sampled: Advice, options: HintOptions) -> HintAnswer:
            hint = sampled.at(options.level)
            if hint.advice is not None:
                return hint.model_copy(update=_both(found, hint))
            update = {"advice": said, "text": f"{hint.text} {said}"}
            return hint.model_copy(update=_both(found, hint) | update)

        sampled = self.find_advice(position, asked, options, rest, listener)
        return advised(told, options)(sampled)

    def asked(
        self, position: Any, options: AnalyzeOptions | HintOptions, moves: list[str] | None
    ) -> Asked:
        """What is asked of a position; raises ``BadInput`` with every fault."""
        faults: list[Fault] = []
        information: Information = options.information or "hidden"
        utility: Utility = "points"
        found: list[int] = []
        with noted(faults):
            self.check_utility(options.utility)
        with noted(faults):
            self._check_listed(position, information)
        with noted(faults):
            utility = self.utility_of(position, information, options.utility)
        with noted(faults):
            found = asked_moves(
                self.game, position, moves, lambda text: self.read_move(position, text)
            )
        if faults:
            raise BadInput(faults)
        return Asked(information, utility, found)

    def mover(self, position: Any) -> int:
        """The seat to move; of a game that is over, whatever seat the game names."""
        return int(protocol.run_turn(self.game.state(position)))

    def seen(self, position: Any) -> Any:
        """The position as the seat to move sees it; ``BadInput`` when its own hand is not known."""
        return self.game.as_seen(position, self.mover(position))

    def usable(self, position: Any, information: Information) -> Any:
        """The position with what may be used: all of it, or what the seat to move sees."""
        return position if information == "known" else self.seen(position)

    def check_solve(self, position: Any, options: SolveOptions) -> None:
        """Raise ``BadInput`` with every fault of the options and every card that is not listed."""
        faults: list[Fault] = []
        with noted(faults):
            self.check_objective(options.objective)
        with noted(faults):
            self.check_open(position)
        if faults:
            raise BadInput(faults)

    def _check_listed(self, position: Any, information: Information) -> None:
        """Raise ``BadInput`` when the position does not list what is to be used."""
        seat = self.mover(position)
        if information == "known":
            try:
                self.check_open(position)
            except BadInput as error:
                faults = [
                    Fault("/information", fault.code, f"'known', but {fault.message}")
                    for fault in error.faults
                ]
                raise BadInput(faults) from None
        elif position.hidden[seat] and not self.game.over(self.game.state(position)):
            message = f"it is the turn of seat {seat}, whose hand is not listed"
            raise BadInput.one(f"/position/hands/{seat}", "own_hand_hidden", message)

    def _forced(self, position: Any, asked: Asked, options: HintOptions, budget: Budget) -> Advice:
        state = self.game.state(self.usable(position, asked.information))
        (move,) = asked.moves

        def told(words: str, options: HintOptions) -> HintAnswer:
            return forced_hint(self.game.move_text(move), words, options, budget)

        return advised(told, options)(self.game.describe(state, move))

    def _from_the_seat(self) -> dict[str, str]:
        """Options of the sampling that stands in for exact values; its unit stays theirs."""
        options = {"information": "hidden"}
        return options | {"utility": "points"} if "points" in self.utilities else options

    def _too_large(self, position: Any, advice: str) -> str:
        seat = self.mover(position)
        return (
            "With all cards known there was too much to search for exact values, so the values "
            f"are sampled from what seat {seat} sees. {advice}"
        )


def _both(exact: AnalyzeAnswer | HintAnswer, sampled: AnalyzeAnswer | HintAnswer) -> dict[str, Any]:
    """The limits that were asked for, and what both searches cost."""
    first, then = exact.spent, sampled.spent
    spent = {name: getattr(first, name) + getattr(then, name) for name in Spent.model_fields}
    limits = EffectiveLimits(**exact.limits.model_dump())
    return {"limits": limits, "spent": Spent(**spent)}
