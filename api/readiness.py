"""Readiness: which games have their kernels loaded, and getting there while others are served.

Kernels that the cache lacks are compiled in processes apart, then loaded in a thread of this one.
A game answers as soon as its own are loaded; one that is asked for before goes to the front.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, Final, Literal

import structlog

from kibitz.games.compilations import watch_compilations
from kibitz.solvers.budget import Listener
from kibitz.solvers.compiling import Compiling, compile_apart, is_compiled, longest_first

State = Literal["waiting", "compiling", "loading", "ready", "failed"]
Compile = Callable[[str, Listener, threading.Event], None]

BACKGROUND: Final = 10  # the niceness of processes that compile while requests are answered
LONGEST_WAIT: Final = 30  # seconds that a client is asked to wait, at most
USUAL_WAIT: Final = 5  # where nothing is known yet

compile_in_background: Final[Compile] = partial(compile_apart, niceness=BACKGROUND)


class Warming(Exception):
    """The kernels are not loaded yet; ``retry_s``: when to ask again."""

    def __init__(self, said: str, retry_s: int, games: list[dict[str, Any]]) -> None:
        """``games``: how far each of them is."""
        self.retry_s, self.games = retry_s, games
        super().__init__(said)


class NotStarted(Exception):
    """The kernels could not be loaded."""

    def __init__(self, said: str, games: list[dict[str, Any]]) -> None:
        """``games``: how far each of them is."""
        self.games = games
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class Kernels:
    """How the kernels of games get ready.

    ``load`` loads those of a game in this process. ``compiled`` says whether the cache has them,
    ``compile_one`` puts them there. ``settle`` is called when all games are loaded.
    """

    load: Callable[[str], None]
    compiled: Callable[[str], bool] = is_compiled
    compile_one: Compile = compile_in_background
    settle: Callable[[], None] = lambda: None


@dataclass(slots=True)
class GameState:
    """How far one game is."""

    title: str
    state: State = "waiting"


class Readiness:
    """Gets the kernels of games ready, each game by itself.

    After that nothing should be compiled for it: what is, holds up a request, is counted and
    logged.
    """

    def __init__(
        self,
        titles: Mapping[str, str],
        kernels: Kernels,
        count: Callable[[], None] = lambda: None,
    ) -> None:
        """Start nothing yet; ``titles`` of the games by name, the first of them goes first.

        ``count`` is called for each kernel that is compiled too late.
        """
        self.games = {name: GameState(title) for name, title in titles.items()}
        self._kernels, self._count = kernels, count
        self._compiling: Compiling | None = None
        self._to_load: deque[str] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._stopping = False
        self._unwatch: Callable[[], None] = lambda: None
        self._log = structlog.get_logger("kibitz")

    @property
    def ready(self) -> bool:
        """Whether every game answers."""
        return all(game.state == "ready" for game in self.games.values())

    @property
    def preparing(self) -> bool:
        """Whether some game is neither ready nor has failed."""
        return any(game.state not in {"ready", "failed"} for game in self.games.values())

    def is_ready(self, name: str) -> bool:
        """Whether one game answers."""
        return self.games[name].state == "ready"

    def start(self) -> None:
        """Begin, or go on after a :meth:`stop`."""
        self.stop()
        self._stopping = False
        self._unwatch = watch_compilations(self._heard)
        if any(game.state != "ready" for game in self.games.values()):
            self._thread = threading.Thread(target=self._run, name="kibitz-warm", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Compile and load no more, and watch compilations no longer."""
        self._unwatch()
        self._unwatch = lambda: None
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._compiling is not None:
            self._compiling.stop()

    def check(self, name: str | None = None) -> None:
        """Raise ``Warming`` until a game answers, ``NotStarted`` when its kernels failed to load.

        Without a name: until all do. A game that is not ready yet goes to the front of the queue.
        """
        asked = self.games if name is None else {name: self.games[name]}
        late = {one: game for one, game in asked.items() if game.state != "ready"}
        if not late:
            return
        failed = [game.title for game in late.values() if game.state == "failed"]
        if len(failed) == len(late):
            listed = " and ".join(failed)
            raise NotStarted(f"the searches of {listed} could not be loaded", self.listed())
        if name is not None:
            self._hurry(name)
        said = "; ".join(self._said(one, game) for one, game in late.items())
        retry_s = max(self._wait(one, game) for one, game in late.items())
        raise Warming(said, retry_s, self.listed())

    def listed(self) -> list[dict[str, Any]]:
        """How far each game is: its name, state, steps done, steps in all and seconds."""
        return [{"name": name, **self._figures(name, game)} for name, game in self.games.items()]

    def _figures(self, name: str, game: GameState) -> dict[str, Any]:
        found: dict[str, Any] = {"state": game.state}
        if game.state == "compiling" and self._compiling is not None:
            of_it = self._compiling.games[name]
            progress = of_it.progress
            found |= {"done": progress.done, "total": progress.total}
            found |= {"seconds": round(of_it.elapsed(), 1)}
        return found

    def _said(self, name: str, game: GameState) -> str:
        found = self._figures(name, game)
        if game.state != "compiling":
            doing = {
                "waiting": "are waiting to be compiled or loaded",
                "failed": "could not be loaded",
            }
            return f"the searches of {game.title} {doing.get(game.state, 'are being loaded')}"
        steps = f"{found['done']} of {found['total']} steps" if found["total"] else "no step yet"
        return (
            f"the searches of {game.title} are being compiled: {steps} "
            f"in {found['seconds']:.0f} seconds"
        )

    def _wait(self, name: str, game: GameState) -> int:
        """Seconds after which to ask for a game again."""
        if game.state == "loading":
            return 1
        left = self._left(name)
        if left is None and game.state == "waiting":  # until one of those before it is done
            known = [self._left(each) for each in self.games]
            left = min((each for each in known if each is not None), default=None)
        return USUAL_WAIT if left is None else min(LONGEST_WAIT, max(1, ceil(left)))

    def _left(self, name: str) -> float | None:
        """Seconds until a game is compiled, by its pace so far; None where nothing is known."""
        found = self._figures(name, self.games[name])
        if not found.get("done") or not found.get("total"):
            return None
        left: float = (found["total"] - found["done"]) * found["seconds"] / found["done"]
        return left

    def _hurry(self, name: str) -> None:
        if self._compiling is not None and name in self._compiling.games:
            self._compiling.hurry(name)
        with self._changed:
            if name in self._to_load:
                self._to_load.remove(name)
                self._to_load.appendleft(name)

    def _run(self) -> None:
        """In a thread: have the missing compiled, and load whatever is there."""
        waiting = [name for name, game in self.games.items() if game.state != "ready"]
        missing = [name for name in waiting if not self._kernels.compiled(name)]
        missing = [*missing[:1], *longest_first(missing[1:])]
        self._compiling = compiling = Compiling(
            missing, compile_one=self._note_begin, ended=self._note_end
        )
        with self._changed:
            for name in waiting:
                if name not in missing:
                    self.games[name].state = "loading"
                    self._to_load.append(name)
        if not self._stopping:
            compiling.start()
        for _ in waiting:
            with self._changed:
                self._changed.wait_for(lambda: self._to_load or self._stopping)
                if self._stopping:
                    return
                name = self._to_load.popleft()
            if self.games[name].state != "failed":
                self._load_one(name)
        self._log.info("ready" if self.ready else "some games cannot be served")
        self._kernels.settle()

    def _note_begin(self, name: str, listener: Listener, stop: threading.Event) -> None:
        self.games[name].state = "compiling"
        self._log.info("compiling", game=name)
        self._kernels.compile_one(name, listener, stop)

    def _note_end(self, name: str, error: Exception | None) -> None:
        seconds = self._compiling.games[name].elapsed() if self._compiling else 0.0
        if error is None:
            self.games[name].state = "loading"
            self._log.info("compiled", game=name, seconds=round(seconds, 1))
        else:
            self.games[name].state = "failed"
            self._log.error("compiling failed", game=name, detail=str(error))
        with self._changed:
            self._to_load.append(name)
            self._changed.notify_all()

    def _load_one(self, name: str) -> None:
        game = self.games[name]
        log = structlog.get_logger("kibitz")
        began = time.monotonic()
        try:
            self._kernels.load(name)
        except Exception:
            game.state = "failed"
            log.exception("loading failed", game=name)
            return
        game.state = "ready"
        done = sum(self.is_ready(each) for each in self.games)
        counted = f"{done} of {len(self.games)}"
        seconds = round(time.monotonic() - began, 1)
        log.info("game ready", game=name, seconds=seconds, games=counted)

    def _heard(self, kernel: str, types: str) -> None:
        """Count a kernel that is compiled while some game is served, and not to load another."""
        if threading.current_thread() is self._thread:
            return
        if any(game.state == "ready" for game in self.games.values()):
            self._count()
            self._log.warning("compiled after ready", kernel=kernel, types=types)
