"""Compiling the kernels of games ahead of time, into the kernel cache, each game in a process.

A file in the cache marks each game whose kernels are all there. Its name has a hash of the sources
of the game's solver, so an old mark never speaks for new sources.

``python -m kibitz.solvers.compiling GAME [NICENESS]`` is such a process: it writes a line of JSON
for each step.
"""

import gc
import json
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final, Literal

from kibitz.games.kernel import CACHE_DIR
from kibitz.games.sources import ROOT, digest_of
from kibitz.solvers.budget import Listener, Progress, cores, ignore
from kibitz.solvers.catalogue import SOLVERS, module_of

GARBAGE: Final = 200_000  # new objects between two looks for garbage, instead of some hundreds
# The games that take longest to compile first, so that no process is left with one of them.
LONGEST_FIRST: Final = ("hand-knee-foot", "knack", "knotty-nines", "knaves", "knack-solitaire")
LAST_LINES: Final = 20  # of what a process wrote that failed

Stage = Literal["waiting", "compiling", "compiled", "failed"]


class NotCompiled(Exception):
    """A process that should have compiled the kernels of a game ended without them."""


def mark_of(name: str) -> Path:
    """The file that marks the kernels of a game as compiled."""
    source = ROOT.joinpath(*module_of(name).split(".")[1:]).with_suffix(".py")
    return CACHE_DIR / f"{name}-{digest_of(frozenset({source}))}.ready"


def is_compiled(name: str) -> bool:
    """Whether all kernels of a game are in the cache; they count as used today."""
    mark = mark_of(name)
    with suppress(OSError):
        mark.touch() if mark.exists() else None
    return mark.exists()


def can_keep_kernels() -> bool:
    """Whether the cache can be written."""
    try:
        CACHE_DIR.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=CACHE_DIR):
            return True
    except OSError:
        return False


def compile_game(name: str, listener: Listener = ignore) -> None:
    """Compile the kernels of a game in this process and mark them, if the cache can be written."""
    with few_collections():
        SOLVERS[name].warm(listener)
    with suppress(OSError):
        CACHE_DIR.mkdir(parents=True, exist_ok=True)
        mark_of(name).touch()


@contextmanager
def few_collections() -> Iterator[None]:
    """Within it, Python looks for garbage less often: the compiler leaves little, slowly found."""
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(GARBAGE, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def longest_first(names: Iterable[str]) -> list[str]:
    """``names`` in the order in which several processes are done with all of them soonest."""
    return sorted(names, key=lambda name: [*LONGEST_FIRST, name].index(name))


def compile_apart(
    name: str, listener: Listener, stop: threading.Event, *, niceness: int = 0
) -> None:
    """Compile the kernels of a game in a process of its own and wait for it.

    ``stop`` ends the process and the call. Raises ``NotCompiled`` when it ended in a fault.
    """
    command = [sys.executable, "-P", "-m", "kibitz.solvers.compiling", name, str(niceness)]
    # In a session of its own an interrupt from the terminal reaches this process only, which ends
    # the other.
    with subprocess.Popen(
        command,
        text=True,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        watch = threading.Thread(target=_end_when, args=(stop, process), daemon=True)
        watch.start()
        said = deque[str](maxlen=LAST_LINES)
        for line in process.stdout or ():
            if line.startswith("{"):
                listener(Progress(**json.loads(line)))
            else:
                said.append(line)
    if process.returncode and not stop.is_set():
        raise NotCompiled(f"compiling {name} ended with {process.returncode}\n{''.join(said)}")


def _end_when(stop: threading.Event, process: "subprocess.Popen[str]") -> None:
    while process.poll() is None:
        if stop.wait(0.1):
            process.kill()
            return


@dataclass(slots=True)
class Compilation:
    """How far the compiling of one game is; ``seconds``: how long it took, once it is over."""

    stage: Stage = "waiting"
    progress: Progress = field(default_factory=lambda: Progress(0, None, "kernels"))
    began: float | None = None
    seconds: float | None = None

    def elapsed(self) -> float:
        """Seconds since it began, or that it took."""
        if self.seconds is not None or self.began is None:
            return self.seconds or 0.0
        return time.monotonic() - self.began


class Compiling:
    """The games that are to be compiled, several at once; who is asked for goes first.

    ``compile_one`` compiles a game and comes back early when its event is set. ``ended`` is called
    in a thread for each game that is compiled, or with the error.
    """

    def __init__(
        self,
        names: Iterable[str],
        *,
        processes: int | None = None,
        compile_one: Callable[[str, Listener, threading.Event], None] = compile_apart,
        ended: Callable[[str, Exception | None], None] = lambda name, error: None,
    ) -> None:
        """Start nothing yet; ``processes``: one for each core that this process may use."""
        self.games: Mapping[str, Compilation] = {name: Compilation() for name in names}
        self._waiting = list(self.games)
        self._processes = min(len(self._waiting), processes or cores())
        self._compile_one, self._ended = compile_one, ended
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin, in threads that wait for the processes."""
        for _ in range(self._processes):
            thread = threading.Thread(target=self._work, name="kibitz-compile", daemon=True)
            thread.start()
            self._threads.append(thread)

    def hurry(self, name: str) -> None:
        """Let a game that waits be the next."""
        with self._lock:
            if name in self._waiting[1:]:
                self._waiting.remove(name)
                self._waiting.insert(0, name)

    def wait(self, seconds: float) -> bool:
        """Wait until all games are compiled, so long at most; whether they are."""
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def stop(self) -> None:
        """End the processes; the games that wait are not begun."""
        with self._lock:
            self._waiting.clear()
        self._stop.set()

    def _next(self) -> str | None:
        with self._lock:
            return self._waiting.pop(0) if self._waiting else None

    def _work(self) -> None:
        while name := self._next():
            self._one(name, self.games[name])

    def _one(self, name: str, game: Compilation) -> None:
        def note(progress: Progress) -> None:
            game.progress = progress

        game.stage, game.began = "compiling", time.monotonic()
        error: Exception | None = None
        try:
            self._compile_one(name, note, self._stop)
        except Exception as caught:  # noqa: BLE001 - whoever waits for the game gets it
            error = caught
        game.seconds = game.elapsed()
        game.stage = "failed" if error else "compiled"
        if not self._stop.is_set():
            self._ended(name, error)


def main(name: str, niceness: str = "0") -> None:
    """Compile one game and write how far that is."""
    if hasattr(os, "nice"):
        os.nice(int(niceness))

    def write(progress: Progress) -> None:
        said: dict[str, Any] = {"done": progress.done, "total": progress.total}
        sys.stdout.write(json.dumps(said | {"unit": progress.unit, "best": progress.best}) + "\n")
        sys.stdout.flush()

    compile_game(name, write)


if __name__ == "__main__":
    main(*sys.argv[1:])
