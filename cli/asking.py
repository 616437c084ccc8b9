"""A question put to a solver: the request as HTTP would read it, and the call."""

from dataclasses import dataclass
from typing import Any

from kibitz.api.verbs import VERBS, SearchVerb
from kibitz.cli.kernels import prepare
from kibitz.cli.search import interruptible, listening
from kibitz.contract.options import Limits
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import find
from kibitz.solvers.reviewing import read_review
from kibitz.solvers.solver import Solver, as_asked, load

UNCAPPED = Limits()


@dataclass(frozen=True, slots=True)
class Asked:
    """A checked question: which solver, which of its verbs, about what, with which options."""

    solver: Solver
    verb: str
    position: Any
    request: Any

    @classmethod
    def of(cls, verb: str, given: tuple[str, Any], choices: dict[str, Any]) -> "Asked":
        """Check a game's name with a position and the options; ``BadInput`` has every fault."""
        name, data = given
        solver = find(name)
        body = {"position": data} | {k: v for k, v in choices.items() if v is not None}
        request, position = solver.read(VERBS[verb].takes, body)
        return cls(solver, verb, position, request)

    @classmethod
    def of_record(cls, given: tuple[str, Any], choices: dict[str, Any]) -> "Asked":
        """Check a game's name with a record and the options of ``review``; as :meth:`of`."""
        name, data = given
        solver = find(name)
        body = {"record": data} | {k: v for k, v in choices.items() if v is not None}
        request, played = read_review(solver, body)
        return cls(solver, "review", played, request)

    @property
    def needs(self) -> str:
        """Which kernels are needed: those of the verb, ``""`` for those of all verbs."""
        usual = self.position.rules == self.solver.game.switches.default
        plain = usual and getattr(self.request, "objective", "any") == "any"
        return self.verb if plain else ""

    def answer(self, progress: bool | None) -> Any:
        """Search, showing progress as :func:`kibitz.cli.search.listening` does; Ctrl-C cancels."""
        verb = VERBS[self.verb]
        assert isinstance(verb, SearchVerb)
        limits = self.solver.limits_for(self.verb, self.request.limits, UNCAPPED)
        with listening(progress) as listener:
            prepare(self.solver, self.needs, listener, quiet=progress is False)
            load(self.solver, self.verb, self.position, self.request, limits)
            with interruptible() as cancel:
                budget = Budget(limits, cancel)
                found = verb.call(self.solver, self.position, self.request, budget, listener)
                return as_asked(found, self.request)
