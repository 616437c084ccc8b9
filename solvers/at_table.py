"""What the verbs of all games with hidden cards have in common."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from games import protocol
from games.faults import BadInput, Fault, noted
from solvers.budget import Limits
from solvers.solver import SolveOptions, Solver

LIMITS: Final = Limits(time_ms=1_000, memory_mb=256)


class AtTable(Solver):
    """A solver of a game in which seats take turns and do not see everything."""

    default_limits: ClassVar[Mapping[str, Limits]] = {
        "solve": Limits(time_ms=10_000, memory_mb=256),
        "analyze": LIMITS,
        "hint": LIMITS,
    }

    def mover(self, position: Any) -> int:
        """The seat to move; of a game that is over, whatever seat the game names."""
        return int(protocol.run_turn(self.game.state(position)))

    def seen(self, position: Any) -> Any:
        """The position as the seat to move sees it; ``BadInput`` when its own hand is not known."""
        return self.game.as_seen(position, self.mover(position))

    def check_solve(self, options: SolveOptions, check: Callable[[], None]) -> None:
        """Raise ``BadInput`` with every fault of the options and all that ``check`` raises."""
        faults: list[Fault] = []
        with noted(faults):
            self.check_objective(options.objective)
        with noted(faults):
            check()
        if faults:
            raise BadInput(faults)
