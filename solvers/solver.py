"""The verbs that search: what every game's solver offers, and the options they take.

HTTP, the command line and every other face build the same options and make the same call.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast

import numpy as np
from pydantic import BaseModel

from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    HintsAnswer,
    SolveAnswer,
    StoppedBy,
    VerifyAnswer,
)
from kibitz.contract.base import Answer
from kibitz.contract.options import (
    INCLUDES,
    LEVELS,
    AnalyzeOptions,
    ChooseOptions,
    HintOptions,
    Information,
    Level,
    Limits,
    Objective,
    Options,
    SolveOptions,
    Utility,
)
from kibitz.contract.replies import ChooseAnswer
from kibitz.games import protocol
from kibitz.games.faults import BadInput, Fault, noted, quote
from kibitz.games.findings import meant
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.games.requests import read_request, unread_moves
from kibitz.solvers.budget import Budget, Listener, Progress, ignore, improving

if TYPE_CHECKING:
    from kibitz.solvers.reviewing import Reviewer

M = TypeVar("M", bound=BaseModel)
Step = tuple[str, Callable[[], object]]
NO_MOVES: Final = Fault(
    "/moves", "no_moves", "'moves' names no move: leave it out to have all of them valued"
)


@dataclass(frozen=True, slots=True)
class Advice:
    """What a search found for a hint: ``at`` makes the hint of a level from the same findings."""

    at: Callable[[Level], HintAnswer]


def advice_for(stopped: StoppedBy) -> str:
    """What to raise when a search was stopped before it decided."""
    name = {
        StoppedBy.TIME: "limits.time_ms",
        StoppedBy.NODES: "limits.nodes",
        StoppedBy.ITERATIONS: "limits.iterations",
        StoppedBy.MEMORY: "limits.memory_mb",
    }.get(stopped)
    return f"Raise {name} to search on." if name else "Too little has been searched so far."


class Solver(ABC):
    """The searching verbs of one game. All raise ``BadInput`` for options that do not fit it."""

    game: Game
    objectives: ClassVar[Sequence[Objective]] = ("any",)
    utilities: ClassVar[Sequence[Utility]] = ()
    default_limits: ClassVar[Mapping[str, Limits]]
    reviewer: ClassVar[type["Reviewer"]]
    # By verb, the steps of warming that run every kernel of it; a verb that is left out needs all.
    steps_of: ClassVar[Mapping[str, Collection[str]]] = {}

    @abstractmethod
    def solve(
        self, position: Any, options: SolveOptions, budget: Budget, listener: Listener = ignore
    ) -> SolveAnswer:
        """Decide whether ``position``, everything in it known, can be won."""

    def decide(self, position: Any, budget: Budget) -> SolveAnswer:
        """The verdict of :meth:`solve`, proved as well but not explained: for many positions."""
        return self.solve(position, SolveOptions(), budget)

    @abstractmethod
    def analyze(
        self, position: Any, options: AnalyzeOptions, budget: Budget, listener: Listener = ignore
    ) -> AnalyzeAnswer:
        """Value every legal move, best first."""

    @abstractmethod
    def advise(
        self, position: Any, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> Advice:
        """The hint at every level, from one search; the level in ``options`` does not matter.

        To cut a level takes no search and no more than a few milliseconds, as all are cut.
        """

    def hint(
        self, position: Any, options: HintOptions, budget: Budget, listener: Listener = ignore
    ) -> HintAnswer:
        """One piece of advice."""
        heard = improving(listener, lambda advice: advice.at(options.level))
        return self.advise(position, options, budget, heard).at(options.level)

    @abstractmethod
    def choose(
        self, position: Any, options: ChooseOptions, budget: Budget, listener: Listener = ignore
    ) -> ChooseAnswer:
        """The move of a player of some strength, who uses no hidden card.

        Only the level ``best`` searches; no other spends any of ``budget``. Raises ``BadInput``
        for a game that is over.
        """

    @abstractmethod
    def warming_steps(self) -> Sequence[Step]:
        """Named calls that between them run every kernel of the game once."""

    def warm(self, listener: Listener = ignore, only: Collection[str] | None = None) -> None:
        """Run every kernel once, so that all of them are compiled and cached.

        ``only``: the names of the steps that are wanted.
        """
        steps = [step for step in self.warming_steps() if only is None or step[0] in only]
        for done, (name, step) in enumerate(steps):
            listener(Progress(done, len(steps), "kernels", name))
            step()
        listener(Progress(len(steps), len(steps), "kernels", "ready"))

    def check(self, position: Any, options: Options) -> None:
        """Raise ``BadInput`` with what of a request does not go with its position or the game.

        ``position``: None where it is not sound; then only what goes with no position is told. Of
        the options some may be None that have to be given.
        """
        faults: list[Fault] = []
        if position is None:
            with noted(faults):
                self.check_utility(getattr(options, "utility", None))
            if isinstance(options, AnalyzeOptions) and options.moves is not None:
                faults += self._unread(options.moves)
            if isinstance(options, SolveOptions):
                with noted(faults):
                    self.check_objective(options.objective)
        if faults:
            raise BadInput(faults)

    def read(self, takes: type[M], data: object) -> tuple[M, Any]:
        """The checked request and its position; raises ``BadInput`` with the faults of both."""
        try:
            return read_request(takes, self.game, data, self.check)
        except BadInput as error:
            fields = data if isinstance(data, Mapping) else {}
            raise BadInput([self.offered(fault, fields) for fault in error.faults]) from None

    def offered(self, fault: Fault, fields: Mapping[str, Any]) -> Fault:
        """A fault; of a value that no game has, it lists those that this game has."""
        checks: dict[str, Callable[[Any], None]] = {
            "/objective": self.check_objective,
            "/utility": self.check_utility,
        }
        if fault.code == "unknown_value" and fault.pointer in checks:
            own: list[Fault] = []
            with noted(own):
                checks[fault.pointer](fields[fault.pointer[1:]])
            return replace(fault, message=own[0].message) if own else fault
        return fault

    def _unread(self, moves: Sequence[str]) -> list[Fault]:
        """What is wrong with moves to be valued in any position."""
        if not moves:
            return [NO_MOVES]
        return [
            Fault(f"/moves/{error.index}", "bad_move", f"{quote(error.move)}: {error.reason}")
            for error in unread_moves(self.game, moves)
        ]

    def check_utility(self, asked: Utility | None) -> None:
        """Raise ``BadInput`` when the game does not have the utility that was asked for."""
        if asked is not None and asked not in self.utilities:
            wanted = " or ".join(map(quote, self.utilities))
            message = f"'utility' should be {wanted} in this game, not {quote(asked)}"
            if not wanted:
                message = "'utility' is not a choice in this game: leave it out"
            raise BadInput.one("/utility", "unknown_utility", message)

    def check_objective(self, asked: Objective) -> None:
        """Raise ``BadInput`` when the game does not have the objective that was asked for."""
        if asked not in self.objectives:
            wanted = " or ".join(map(quote, self.objectives))
            message = f"'objective' should be {wanted} in this game, not {quote(asked)}"
            message += meant(asked, self.objectives)
            raise BadInput.one("/objective", "unknown_objective", message)

    def limits_for(self, verb: str, asked: Limits, cap: Limits) -> Limits:
        """The limits in force: what was asked, completed by the defaults, within ``cap``.

        Who limits the work itself (the nodes of ``solve``, the iterations of the others, either
        of ``review``) wants the same answer twice, so the default time does not apply to them; the
        cap does.
        """
        limits = asked.over(self.default_limits[verb])
        counted = {"solve": [asked.nodes], "review": [asked.nodes, asked.iterations]}
        if any(counted.get(verb, [asked.iterations])) and asked.time_ms is None:
            limits = limits.model_copy(update={"time_ms": None})
        return limits.within(cap)

    def budget_for(self, verb: str, information: Information, budget: Budget) -> Budget:
        """The budget of a search with this information, for ``analyze`` and ``hint``.

        A search of open cards plays out no games, so a limit of iterations alone would never end
        it: the default time does.
        """
        asked = budget.limits
        endless = asked.time_ms is None and asked.nodes is None and asked.iterations is not None
        if information == "hidden" or not endless:
            return budget
        time_ms = self.default_limits[verb].time_ms
        return budget.limited(asked.model_copy(update={"time_ms": time_ms}))

    def verify(self, position: Any, moves: Sequence[str]) -> VerifyAnswer:
        """Whether ``moves`` are legal from ``position`` and end in a win."""
        return self.replayed(position, moves)[0]

    def replayed(self, position: Any, moves: Sequence[str]) -> tuple[VerifyAnswer, State]:
        """The answer of :meth:`verify` from the rules alone, and the state reached."""
        replay = self.game.replay(position, moves)
        state = self.game.state(replay.position)
        outcome = self.game.outcome(state)
        valid = replay.first_illegal is None
        answer = VerifyAnswer(
            valid=valid,
            won=valid and outcome is not None and bool(outcome.won),
            over=self.game.over(state),
            first_illegal=replay.first_illegal,
            reason=replay.reason,
        )
        return answer, state


# One level of a hint; several of them; the heavy members of an analysis. Of solve always ().
Cut = str | tuple[str, ...]

WHOLE: Final[Cut] = INCLUDES  # of an analysis, everything


def cut_of(options: Options) -> Cut:
    """The cut that is asked for: however often and in whatever order something is named."""
    if isinstance(options, HintOptions):
        levels = options.levels
        return options.level if levels is None else tuple(x for x in LEVELS if x in levels)
    if isinstance(options, AnalyzeOptions):
        return tuple(name for name in INCLUDES if name in options.include)
    return ()


def cut_to(found: Answer | Advice, cut: Cut) -> Answer:
    """The answer that a cut of the findings makes; that of ``solve`` is always whole."""
    if isinstance(found, AnalyzeAnswer):
        return found.including(cut)
    if not isinstance(found, Advice):
        return found
    if isinstance(cut, str):
        return found.at(cast(Level, cut))
    return HintsAnswer.of({level: found.at(level) for level in cast(tuple[Level, ...], cut)})


def as_asked(found: Any, options: Options) -> Any:
    """The answer to who gave these options."""
    return cut_to(found, cut_of(options))


FEW: Final = Limits(iterations=64, nodes=1_000, memory_mb=64)


def asking(
    verb: Callable[..., object], position: object, options: Options, limits: Limits = FEW
) -> Callable[[], object]:
    """A call of a searching verb with little to spend."""
    return lambda: verb(position, options, Budget(limits), ignore)


_LOADED: Final[set[tuple[str, str]]] = set()


def load(solver: Solver, verb: str, position: object, options: Options, limits: Limits) -> None:
    """Ask with little to spend before a limit of time counts, once in a process.

    Machine code is loaded when it is first run, which takes longer than many a search.
    """
    name = (solver.game.name, verb)
    if limits.time_ms is not None and name not in _LOADED:
        _LOADED.add(name)
        if verb == "review":
            solver.warm(only=["review"])
        else:
            asking(getattr(solver, verb), position, options)()


def run_rules(game: Game, deal: Any) -> None:
    """Deal, and run what every game has to implement of `games.protocol`, at a deal."""
    game.deal("1")
    state = game.state(deal)
    protocol.run_turn(state)
    protocol.run_apply(state.copy(), game.legal(state)[0])
    protocol.run_horizon(state)
    protocol.run_redeal(state, 0, np.zeros(1, np.uint64))
    protocol.run_payoff(state, np.zeros(game.seats(state)))
