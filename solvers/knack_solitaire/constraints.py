"""A constraint model, and the processes that solve such models: see the module ``cp_sat``.

Variables are numbers from 0 on; the opposite of a truth value ``v`` is ``opposite(v)``.
"""

import atexit
import os
import pickle
import subprocess
import sys
from array import array
from collections.abc import Iterable
from threading import Lock
from typing import TYPE_CHECKING, Final

from kibitz.solvers.knack_solitaire.cp_sat import Answer, Constraint

if TYPE_CHECKING:
    Process = subprocess.Popen[bytes]

SMALLEST: Final = -(1 << 63)
SOLVER: Final = "kibitz.solvers.knack_solitaire.cp_sat"


def opposite(truth: int) -> int:
    """The literal that is true where ``truth`` is false."""
    return -1 - truth


class Constraints:
    """Variables and what must hold of them; solved once."""

    def __init__(self) -> None:
        """There are no variables yet."""
        self._variables: list[tuple[int, int]] = []
        self._constraints: list[Constraint] = []
        self._lock = Lock()
        self._process: Process | None = None
        self._stopped = False
        self._answer: Answer | None = None

    def truth(self) -> int:
        """A new variable that is 0 or 1."""
        return self.number(0, 1)

    def number(self, low: int, high: int) -> int:
        """A new variable from ``low`` to ``high``."""
        self._variables.append((low, high))
        return len(self._variables) - 1

    def total(
        self,
        variables: Iterable[int],
        low: int | None,
        high: int | None,
        *,
        less: int | None = None,
        only_if: int | None = None,
    ) -> None:
        """The sum of ``variables``, less one, is from ``low`` to ``high``; None is no limit.

        ``only_if``: a truth value without which it need not hold.
        """
        terms = [*variables]
        coefficients = [1] * len(terms)
        if less is not None:
            terms.append(less)
            coefficients.append(-1)
        least, most = SMALLEST if low is None else low, -SMALLEST - 1 if high is None else high
        needed = [] if only_if is None else [only_if]
        whole = (array("q", terms), array("q", coefficients), least, most, needed)
        self._constraints.append((whole, None, None))

    def at_most_one(self, literals: Iterable[int]) -> None:
        """No two of the literals are true."""
        self._constraints.append((None, None, array("q", literals)))

    def at_least_one(self, literals: Iterable[int]) -> None:
        """One of the literals is true, or several."""
        self._constraints.append((None, array("q", literals), None))

    def solve(self, seconds: float | None, effort: float) -> None:
        """Look for a solution for some seconds, and with no more effort than so much."""
        question = (self._variables, self._constraints, seconds, effort)
        with self._lock:
            if self._stopped:
                return
            process = self._process = IDLE.take()
        assert process.stdin
        assert process.stdout
        try:
            pickle.dump(question, process.stdin)
            process.stdin.flush()
            self._answer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):  # stopped, or it has died
            end(process)
        with self._lock:
            self._process = None
            if self._answer is not None and not self._stopped:
                IDLE.give_back(process)

    def stop(self) -> None:
        """Make `solve`, which runs in another thread, return: its process ends without delay."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    @property
    def effort(self) -> float:
        """What `solve` has cost by the library's deterministic clock, in its seconds."""
        return 0.0 if self._answer is None else self._answer[1]

    @property
    def impossible(self) -> bool:
        """Whether it is proved that there is no solution."""
        return self._answer is not None and self._answer[0]

    @property
    def solution(self) -> list[int] | None:
        """The value of each variable; None where no solution was found."""
        return None if self._answer is None else self._answer[2]


class Idle:
    """The processes that have answered and wait for the next question."""

    def __init__(self) -> None:
        """There are none yet."""
        self._lock, self._waiting = Lock(), list["Process"]()

    def take(self) -> "Process":
        """One of them, or a new one."""
        with self._lock:
            while self._waiting:
                process = self._waiting.pop()
                if process.poll() is None:
                    return process
                end(process)
        # In a session of its own: an interrupt from the terminal is for the process that asks.
        return subprocess.Popen(
            [sys.executable, "-P", "-m", SOLVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    def give_back(self, process: "Process") -> None:
        """Keep a process for the next question."""
        with self._lock:
            self._waiting.append(process)

    def forget(self) -> None:
        """Leave them to the process that this one was forked from."""
        self._lock = Lock()
        while self._waiting:
            process = self._waiting.pop()
            process.returncode = 0  # what becomes of it is not for this process to know
            for pipe in filter(None, (process.stdin, process.stdout)):
                pipe.close()

    def end_all(self) -> None:
        """End them."""
        with self._lock:
            while self._waiting:
                end(self._waiting.pop())


def end(process: "Process") -> None:
    """End a process, and wait until it is gone."""
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:  # what it was not sent any more
                continue
    process.wait()


IDLE: Final = Idle()
atexit.register(IDLE.end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=IDLE.forget)
