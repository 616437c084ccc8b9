"""Python processes that start within milliseconds, forked from one that has imported Kibitz.

To start Python, import the service and load all kernels takes four seconds of a processor, and the
tests start more than a hundred processes. A `Python` is a ``subprocess.Popen`` whose process is
forked from another that has all that behind it, one for each process that runs tests. Those of
``multiprocessing`` are forked as well once `fork_spawned` was called. What depends on how Python
itself starts is for ``subprocess``. Only Linux hands a process over to another that did not start
it; elsewhere all are started as usual.
"""

import atexit
import ctypes
import fcntl
import gc
import json
import multiprocessing.util
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn
from unittest import mock

if TYPE_CHECKING:  # else whoever starts a process would import all of it
    from pydantic import BaseModel

    from kibitz.api.verbs import QuickVerb, SearchVerb
    from kibitz.solvers.solver import Solver

ROOT: Final = Path(__file__).resolve().parent.parent
PR_SET_CHILD_SUBREAPER: Final = 36  # of <linux/prctl.h>
SIZE: Final = 8  # bytes of a number between the two
STREAMS: Final = ("stdin", "stdout", "stderr")
MOST_FILES: Final = 64
SPAWNED: Final = "--multiprocessing-fork"
PR_SET_NAME: Final = 15
NAME: Final = "spawned"  # in /proc/PID/comm, of a process that stands for one of multiprocessing
SPAWN: Final = multiprocessing.util.spawnv_passfds
LINUX: Final = sys.platform == "linux"
_lock: Final = threading.Lock()
_origins: Final[list[socket.socket]] = []


class Python(subprocess.Popen[Any]):
    """``python -m MODULE ARGUMENT …`` or ``python -c PROGRAM ARGUMENT …``."""

    def __init__(self, *args: object, spawning: bool = False, **options: Any) -> None:
        """Start it, with the options of ``subprocess.Popen``.

        ``spawning``: what it spawns by ``multiprocessing`` is forked, too.
        """
        self._spawning = spawning
        words = [arg if isinstance(arg, bytes) else str(arg) for arg in args]
        super().__init__([sys.executable, *words], **options)

    def _execute_child(self, *given: Any) -> None:
        if not LINUX:
            super()._execute_child(*given)  # type: ignore[misc]
            return
        args, cwd, env, session = given[0], given[5], given[6], given[-2]
        pipes = stdin, _, _, stdout, _, stderr = given[10:16]
        asked = {
            "words": [os.fsdecode(arg) for arg in args[1:]],
            "folder": os.fsdecode(cwd or Path.cwd()),
            "variables": {os.fsdecode(k): os.fsdecode(v) for k, v in (env or os.environ).items()},
            "session": bool(session),
            "spawning": self._spawning,
        }
        ends = enumerate((stdin, stdout, stderr))
        self.pid = _forked(asked, {own: own if end == -1 else end for own, end in ends})
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]


@contextmanager
def spawned_anew() -> Iterator[None]:
    """Within it ``multiprocessing`` starts Python as usual, with nothing imported yet."""
    with mock.patch.object(multiprocessing.util, "spawnv_passfds", SPAWN):
        yield


def fork_spawned() -> None:
    """From now on fork the processes that ``multiprocessing`` spawns in this one, too."""

    def fork(path: bytes, args: Sequence[str], passed: Sequence[int]) -> int:
        words = [os.fsdecode(arg) for arg in args]
        if SPAWNED not in words:  # not one of ours: what removes files that are left behind
            return SPAWN(path, args, passed)
        asked = {
            "words": words[words.index("-c") :],
            "folder": str(Path.cwd()),
            "variables": dict(os.environ),
            "session": False,
            "spawning": False,
        }
        return _forked(asked, {file: file for file in (0, 1, 2, *passed)})

    if LINUX:
        mock.patch.object(multiprocessing.util, "spawnv_passfds", fork).start()


def _forked(asked: Mapping[str, Any], files: Mapping[int, int]) -> int:
    """Have a process forked: its number, of a child of this process.

    ``files``: those that it has, and by which numbers it knows them.
    """
    text = json.dumps({**asked, "numbers": [*files]}).encode()
    libc = ctypes.CDLL(None)
    with _lock:
        if not _origins:
            mine, other = socket.socketpair()
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.forked", str(other.fileno())],
                cwd=ROOT,
                env={**os.environ, "PYTHONUTF8": "1"},
                pass_fds=[other.fileno()],
                start_new_session=True,  # an interrupt is for those who wait for its answer
            )
            other.close()
            _origins.append(mine)
            atexit.register(process.wait)
            atexit.register(mine.close)
        [origin] = _origins
        # A process whose parent has ended becomes a child of this one, for so long.
        libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
        try:
            socket.send_fds(origin, [len(text).to_bytes(SIZE, "big")], [*files.values()])
            origin.sendall(text)
            return int.from_bytes(_read(origin, SIZE), "big")
        finally:
            libc.prctl(PR_SET_CHILD_SUBREAPER, 0)


def _read(link: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        part = link.recv(size - len(found))
        if not part:
            raise EOFError
        found += part
    return found


def _serve(link: socket.socket) -> dict[str, Any] | None:
    """Fork at each request: in the new process, what is asked of it; ``None`` after the last."""
    while True:
        size, files, _, _ = socket.recv_fds(link, SIZE, MOST_FILES)
        if not size:
            return None
        asked: dict[str, Any] = json.loads(_read(link, int.from_bytes(size, "big")))
        read, write = os.pipe()
        between = os.fork()
        if not between and (number := os.fork()):
            os.write(write, number.to_bytes(SIZE, "big"))
            os._exit(0)
        os.close(write)
        if not between:
            os.close(read)
            link.close()
            return {**asked, "files": files}
        os.waitpid(between, 0)
        for file in files:
            os.close(file)
        link.sendall(os.read(read, SIZE))
        os.close(read)


def _become(asked: dict[str, Any]) -> None:
    """Take on the folder, the variables, the streams and the arguments that are asked for."""
    if asked["session"]:
        os.setsid()
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["variables"])
    # First out of the way, as one may have the number that another is to have.
    out_of_the_way = 1 + max(asked["numbers"])
    moved = [fcntl.fcntl(file, fcntl.F_DUPFD, out_of_the_way) for file in asked["files"]]
    for file in asked["files"]:
        os.close(file)
    for file, number in zip(moved, asked["numbers"], strict=True):
        os.dup2(file, number)
        os.close(file)
    for own, stream in enumerate(STREAMS):
        mode, buffering = "r" if own == 0 else "w", 1 if own == 2 else -1
        opened = os.fdopen(own, mode, buffering, errors="surrogateescape", closefd=False)
        setattr(sys, stream, opened)
    sys.argv = [sys.executable, *asked["words"][2:]]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if SPAWNED in sys.argv:
        ctypes.CDLL(None).prctl(PR_SET_NAME, NAME.encode())
    if asked["spawning"]:
        _fork_another()


def _fork_another() -> None:
    """Fork a process to fork from, while this one has no threads yet."""
    mine, other = socket.socketpair()
    if not os.fork():
        mine.close()
        _fork_from_here(other)
    other.close()
    _origins.append(mine)
    fork_spawned()


def _fork_from_here(link: socket.socket) -> NoReturn:
    """Fork at each request until there are no more, and do in each process what is asked of it."""
    asked = _serve(link)
    if asked is None:
        os._exit(0)
    _become(asked)
    code = _run(*asked["words"][:2])
    # As Python does, but for taking apart all that was imported, which takes half a second.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    if not sys.stdout.closed:
        sys.stdout.flush()
    os._exit(code)


def _run(option: str, what: str) -> int:
    """Run a module or a program: the code that it exits with."""
    try:
        if option == "-m":
            if not hasattr(sys.modules.get(what), "__path__"):
                sys.modules.pop(what, None)  # it is run anew
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            raise
        return end.code or 0
    return 0


def _describe() -> None:
    """Make the description of a service of all games; others take its parts from there.

    They do so when they are ready, and it takes half a second: schemas, and answers to examples.
    """
    from kibitz.api import routes
    from kibitz.api.app import create_app
    from kibitz.api.examples import answer_to
    from kibitz.api.schema import components
    from kibitz.api.settings import Settings

    schemas: dict[tuple[Solver, ...], Any] = {}
    answers: dict[tuple[Solver, str, str], BaseModel] = {}

    def components_once(solvers: Mapping[str, "Solver"]) -> Any:
        asked = tuple(solvers.values())
        if asked not in schemas:
            schemas[asked] = components(solvers)
        return schemas[asked]

    def answer_once(solver: "Solver", verb: "QuickVerb | SearchVerb", body: Any) -> "BaseModel":
        asked = (solver, verb.name, json.dumps(body))
        if asked not in answers:
            answers[asked] = answer_to(solver, verb, body)
        return answers[asked]

    mock.patch.multiple(routes, components=components_once, answer_to=answer_once).start()
    service = create_app(Settings(database_url=None)).state.service
    for game in service.readiness.games.values():
        game.state = "ready"
    service.describe()


def main() -> None:
    """Import and load everything, then fork; a process that was forked runs its module."""
    import kibitz.api.server
    import kibitz.cli.main
    import kibitz.jobs.apart
    import kibitz.jobs.runner  # noqa: F401
    from kibitz.api.assistants.http import load
    from kibitz.solvers.catalogue import SOLVERS

    load()
    for solver in SOLVERS.values():
        solver.warm()
        # What is loaded once is loaded in each process that is forked.
        mock.patch.object(solver, "warm").start()
    _describe()
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)  # as in the tests
    assert threading.active_count() == 1  # others would be missing in the processes
    _fork_from_here(socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    main()
