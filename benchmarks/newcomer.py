"""From a clone to an answer, as somebody does who meets the project for the first time.

In a fresh clone with empty caches: ``make run`` until the first answer over HTTP about Knotty
Nines, until all games are ready, and then a second start until they are. Each run clones the
commit that is checked out and takes minutes; nothing of it stays.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from benchmarks.common import ROOT, command, following, show

PORT: Final = 8642
ADDRESS: Final = f"http://127.0.0.1:{PORT}"
QUESTION: Final = {"seed": "2"}
LOOK_SECONDS: Final = 0.05
LONGEST_SECONDS: Final = 3_600.0
STEPS: Final = (
    "clone to the first HTTP answer of Knotty Nines",
    "clone to all games ready",
    "second start to all games ready",
)
# So that nothing which this machine has kept is found: packages, kernels, answers.
CACHES: Final = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "UV_CACHE_DIR", "PIP_CACHE_DIR")

_open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--runs", type=int, default=3, help="fresh clones")
    parser.add_argument("--log", type=Path, help="write what make run says to this file")


def run(args: argparse.Namespace) -> None:
    """Go the way so often and print how long it took."""
    times = [one_run(args.log) for _ in following(range(args.runs), args.runs, "clones")]
    rows = []
    for step, seconds in zip(STEPS, zip(*times, strict=True), strict=True):
        figures = (f(seconds) for f in (statistics.median, min, max))
        rows.append([step, str(len(seconds)), *(f"{figure:.1f} s" for figure in figures)])
    show("A newcomer's way", ["from, to", "runs", "median", "fastest", "slowest"], rows)


def one_run(log: Path | None) -> tuple[float, float, float]:
    """The seconds of each of ``STEPS``, in a fresh clone."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        clone = home / "kibitz"
        changed = {name: str(home / name.lower()) for name in CACHES}
        environment = {**os.environ, **changed, "PORT": str(PORT)}
        for name in ("KIBITZ_CACHE_DIR", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV"):
            environment.pop(name, None)
        began = time.perf_counter()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        with _made(clone, environment, log) as process:
            first = _seconds(began, process, _answers)
            ready = _seconds(began, process, _is_ready)
        began = time.perf_counter()
        with _made(clone, environment, log) as process:
            again = _seconds(began, process, _is_ready)
    return first, ready, again


@contextmanager
def _made(
    clone: Path, environment: Mapping[str, str], log: Path | None
) -> Iterator["subprocess.Popen[bytes]"]:
    """``make run`` in a process group of its own, which ends with the block."""
    with (log or Path(os.devnull)).open("ab") as said:
        process = subprocess.Popen(
            ["make", "run"],
            cwd=clone,
            env=environment,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)


def _seconds(began: float, process: "subprocess.Popen[bytes]", there: Callable[[], bool]) -> float:
    """Seconds from ``began`` until ``there`` says so."""
    while not there():
        if process.poll() is not None:
            raise SystemExit(f"make run ended with {process.returncode}; see --log")
        if time.perf_counter() - began > LONGEST_SECONDS:
            raise SystemExit(f"not there after {LONGEST_SECONDS:.0f} seconds")
        time.sleep(LOOK_SECONDS)
    return time.perf_counter() - began


def _answers() -> bool:
    """Whether the service gives a hint in Knotty Nines."""
    dealt = _asked("/v1/games/knotty-nines/deal", QUESTION)
    if dealt is None:
        return False
    body = {"position": dealt["text"], "limits": {"time_ms": 1_000}}
    return _asked("/v1/games/knotty-nines/hint", body) is not None


def _is_ready() -> bool:
    return _asked("/readyz", None) is not None


def _asked(path: str, body: Mapping[str, Any] | None) -> Any:
    """The answer, or None where there is none yet."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, data, {"Content-Type": "application/json"})
    try:
        with _open(request, timeout=60) as response:
            return json.load(response)
    except (urllib.error.URLError, OSError):
        return None


if __name__ == "__main__":
    command(__doc__, add_options, run)
