"""The documented examples: run again, and compared or rewritten.

``python -m tests.docs_refresh`` runs every example of ``README.md`` and ``docs/`` and rewrites what
it prints; ``--check`` changes nothing and fails where a document tells something else. It rewrites
``docs/openapi.json`` as well, the description that the service gives of itself.

An example is a fenced block of the kind ``console``. In it a line that begins with ``$ `` is a
command, ``\\`` at its end goes on with the next line, and what follows up to the next command is
its output. A block of the kind ``console no-run`` is left alone. A block of the kind ``python`` is
run where the next block has no kind: that is what it prints.

No shell is needed: a command is a pipe of ``kibitz …``, ``curl … http://127.0.0.1:8000/…``,
``head -n N`` and ``python3 -m json.tool``, each with ``2>&1`` where its errors are to be shown.
The service that answers the requests is started on a free port. The id of a job is random; in the
documents it is one that stands for it, made from the request that has submitted the job.
"""

import argparse
import difflib
import hashlib
import http.client
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from typer.testing import CliRunner

from kibitz.cli.main import app
from tests.forked import Python

ROOT: Final = Path(__file__).resolve().parent.parent
OPENAPI: Final = ROOT / "docs" / "openapi.json"
FENCE: Final = "```"
PROMPT: Final = "$ "
ADDRESS: Final = "http://127.0.0.1:8000"
KIBITZ: Final = (sys.executable, "-m", "kibitz.cli.main")
OPERATORS: Final = "|&<>;"
SECONDS: Final = 600
_LISTENING: Final = re.compile(r"running on http://127\.0\.0\.1:(\d+)")
_JOB: Final = re.compile(r"jobs/([0-9a-f]{32})")
_WRITTEN: Final = re.compile(r"%\{http_code\}|%header\{([A-Za-z-]+)\}|\\n")


class BadExample(Exception):
    """An example that cannot be run."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind and its lines, the first of which is ``lines[start]`` of the page.

    ``page`` is the document; line numbers for people count from 1.
    """

    page: Path
    kind: str
    start: int
    lines: tuple[str, ...]

    @property
    def place(self) -> str:
        """Where the block is: ``docs/cli.md:31``."""
        page = self.page.relative_to(ROOT) if self.page.is_relative_to(ROOT) else self.page
        return f"{page.as_posix()}:{self.start + 1}"

    @property
    def examples(self) -> bool:
        """Whether the block holds examples to run."""
        return self.kind == "console"

    def commands(self) -> Iterator[tuple[list[str], str]]:
        """The lines of each command, and the command itself."""
        rest = list(self.lines)
        if not rest or not rest[0].startswith(PROMPT):
            raise BadExample(f"{self.place}: the block does not begin with a command")
        while rest:
            line = rest.pop(0)
            if not line.startswith(PROMPT):
                continue
            written = [line]
            while written[-1].endswith("\\") and rest:
                written.append(rest.pop(0))
            parts = [part.removesuffix("\\").strip() for part in written]
            yield written, " ".join(parts).removeprefix(PROMPT)

    def refreshed(self, run: Callable[[str], str]) -> tuple[str, ...]:
        """The lines of the block with what ``run`` prints for each command."""
        lines: list[str] = []
        for written, command in self.commands():
            lines += written
            try:
                printed = run(command).splitlines()
            except BadExample as error:
                raise BadExample(f"{self.place}: {command}: {error}") from None
            if not printed:
                message = "prints nothing; 2>&1 after it shows an error"
                raise BadExample(f"{self.place}: {command}: {message}")
            for line in printed:
                if line.startswith((PROMPT, FENCE)):
                    raise BadExample(f"{self.place}: {command}: prints {line!r}")
            lines += printed
        return tuple(lines)


def pages() -> list[Path]:
    """The documents whose examples are run."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks_of(page: Path) -> list[Block]:
    """The fenced blocks of a document."""
    found: list[Block] = []
    kind: str | None = None
    start = 0
    lines = page.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if not line.startswith(FENCE):
            continue
        if kind is None:
            kind, start = line.removeprefix(FENCE).strip(), number + 1
        else:
            found.append(Block(page, kind, start, tuple(lines[start:number])))
            kind = None
    if kind is not None:
        raise BadExample(f"{page.name}: the block at line {start} does not end")
    return found


class Service:
    """The service in a process of its own, on a free port."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        """Start it and wait until it is ready."""
        log = folder / "service.log"
        with log.open("wb") as file:
            command = (*KIBITZ[1:], "serve", "--port", "0")
            self._process = Python(*command, env=environment, cwd=folder, stderr=file)
        try:
            self._port = self._ready(log)
        except BaseException:
            self.close()
            raise

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._port}"

    def _ready(self, log: Path) -> int:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            found = _LISTENING.search(log.read_text("utf-8"))
            if found:
                self._port = int(found[1])
                if self.ask("GET", "/readyz", {}, None)[0] == 200:
                    return self._port
            time.sleep(0.05)
        raise RuntimeError(f"the service did not start:\n{log.read_text('utf-8')}")

    def ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes | None
    ) -> tuple[int, http.client.HTTPMessage, str]:
        """One request: status, headers and body of its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=SECONDS)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode()
        finally:
            connection.close()

    def close(self) -> None:
        """Stop it."""
        self._process.terminate()
        self._process.wait(SECONDS)


class Examples:
    """Where examples are run: an empty folder, plain settings, a service once one is asked for."""

    def __enter__(self) -> Self:
        """Compile the kernels, so that no example is the first to need them."""
        with ExitStack() as stack:
            self._folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self._environment = plain_environment()
            kept = f"sqlite:///{self._folder}/answers.sqlite"
            self._environment["KIBITZ_DATABASE_URL"] = kept
            self._service: Service | None = None
            self._jobs: dict[str, str] = {}  # documented ids and those they stand for
            self._kibitz(["warm"], "", errors_too=False)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the service."""
        self._stack.close()

    def run(self, command: str) -> str:
        """What a command prints."""
        lexer = shlex.shlex(command, posix=True, punctuation_chars=OPERATORS)
        lexer.whitespace_split = True
        lexer.commenters = ""
        stages: list[list[str]] = [[]]
        for word in lexer:
            if word == "|":
                stages.append([])
            else:
                stages[-1].append(word)
        text = ""
        for stage in stages:
            errors_too = stage[-3:] == ["2", ">&", "1"]
            text = self._stage(stage[:-3] if errors_too else stage, text, errors_too=errors_too)
        return text

    def python(self, code: str) -> str:
        """What a program prints that asks the service at the documented address."""
        code = code.replace(ADDRESS, self._running().address)
        return self._process((sys.executable, "-c", code), "", errors_too=False)

    def javascript(self, code: str) -> str:
        """As :meth:`python`, of a program that has installed the JavaScript client."""
        installed = self._folder / "node_modules" / "kibitz-client"
        if not installed.exists():
            installed.parent.mkdir()
            installed.symlink_to(ROOT / "web", target_is_directory=True)
        code = code.replace(ADDRESS, self._running().address)
        (self._folder / "program.mjs").write_text(code, "utf-8")
        return self._process(("node", "program.mjs"), "", errors_too=False)

    def description(self) -> str:
        """The OpenAPI description, as it is written to ``docs/openapi.json``."""
        document = json.loads(self._running().ask("GET", "/openapi.json", {}, None)[2])
        return json.dumps(document, indent=1, ensure_ascii=False) + "\n"

    def _stage(self, words: Sequence[str], text: str, *, errors_too: bool) -> str:
        if any(word and set(word) <= set(OPERATORS) for word in words):
            raise BadExample("only pipes and 2>&1 are understood")
        match words:
            case ["kibitz", *rest]:
                return self._kibitz(rest, text, errors_too=errors_too)
            case ["curl", *rest]:
                return self._curl(rest)
            case ["head", "-n", count]:
                return "".join(text.splitlines(keepends=True)[: int(count)])
            case ["python3", "-m", "json.tool", *rest]:
                command = (sys.executable, "-m", "json.tool", *rest)
                return self._process(command, text, errors_too=errors_too)
            case _:
                raise BadExample("begins with none of kibitz, curl, head -n, python3 -m json.tool")

    def _kibitz(self, words: Sequence[str], text: str, *, errors_too: bool) -> str:
        """In this process, which loads each kernel once for all examples.

        Where errors go the way of the output, which is printed first is for a process to show.
        """
        if errors_too:
            return self._process((*KIBITZ, *words), text, errors_too=True)
        before, folder = dict(os.environ), Path.cwd()
        try:
            os.environ.clear()
            os.environ.update(self._environment)
            os.chdir(self._folder)
            ended = CliRunner().invoke(
                app, list(words), input=text, catch_exceptions=False, prog_name="kibitz"
            )
        finally:
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(before)
        if ended.exit_code not in {0, 1, 2}:
            raise BadExample(f"ended with {ended.exit_code}: {ended.stderr}")
        return ended.stdout

    def _process(self, command: Sequence[str], text: str, *, errors_too: bool) -> str:
        program, *arguments = command
        options: dict[str, Any] = {
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.STDOUT if errors_too else subprocess.PIPE,
            "env": self._environment,
            "cwd": self._folder,
        }
        if program == sys.executable:
            process: subprocess.Popen[bytes] = Python(*arguments, **options)
        else:
            process = subprocess.Popen(command, **options)
        with process:
            out, err = process.communicate(text.encode(), timeout=SECONDS)
        errors = (err or b"").decode()
        if process.returncode not in {0, 1, 2} or "Traceback" in errors:
            raise BadExample(f"ended with {process.returncode}: {errors}")
        return out.decode()

    def _curl(self, words: Sequence[str]) -> str:
        asked = _curl_options().parse_args(words)
        if not asked.url.startswith(ADDRESS + "/"):
            raise BadExample(f"asks {asked.url}, not {ADDRESS}")
        if asked.output not in {None, "/dev/null"}:
            raise BadExample("writes a file")
        headers = {"Accept": "*/*"}
        body = asked.data if asked.json is None else asked.json
        if body is not None:
            kind = "x-www-form-urlencoded" if asked.json is None else "json"
            headers["Content-Type"] = f"application/{kind}"
        for header in asked.header:
            name, _, value = header.partition(":")
            headers = {known: v for known, v in headers.items() if known.lower() != name.lower()}
            headers[name] = value.strip()
        status, answered, text = self._running().ask(
            asked.request or ("GET" if body is None else "POST"),
            _exchanged(asked.url.removeprefix(ADDRESS), self._jobs),
            headers,
            None if body is None else body.encode(),
        )
        submitted = _JOB.fullmatch(answered.get("location", ""))
        if submitted and body is not None:
            self._jobs[hashlib.sha256(body.encode()).hexdigest()[:32]] = submitted[1]

        def told(found: re.Match[str]) -> str:
            if found[0] == "\\n":
                return "\n"
            return answered.get(found[1], "") if found[1] else str(status)

        written = _WRITTEN.sub(told, asked.write_out)
        documented = {real: shown for shown, real in self._jobs.items()}
        return _exchanged(("" if asked.output else text) + written, documented)

    def _running(self) -> Service:
        if self._service is None:
            self._service = Service(self._environment, self._folder)
            self._stack.callback(self._service.close)
        return self._service


def _exchanged(text: str, words: Mapping[str, str]) -> str:
    """A text with some words exchanged for others."""
    for word, other in words.items():
        text = text.replace(word, other)
    return text


def plain_environment() -> dict[str, str]:
    """An environment in which output depends on nothing but the command."""
    left_out = ("KIBITZ_", "COLUMNS", "LINES", "FORCE_COLOR", "TTY_", "CLICOLOR")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    if "KIBITZ_CACHE_DIR" in os.environ:
        kept["KIBITZ_CACHE_DIR"] = str(Path(os.environ["KIBITZ_CACHE_DIR"]).resolve())
    fixed = {
        "KIBITZ_DATABASE_URL": "none",
        "NO_COLOR": "1",
        "PYTHONPATH": str(ROOT),
        "PYTHONUTF8": "1",
        "PYTHONUNBUFFERED": "1",
    }
    return kept | fixed


class _Options(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadExample(message)


def _curl_options() -> _Options:
    """The options of curl that examples may use."""
    options = _Options(prog="curl", add_help=False, allow_abbrev=False)
    options.add_argument("url")
    options.add_argument("-s", "--silent", action="store_true")
    options.add_argument("-S", "--show-error", action="store_true")
    options.add_argument("-X", "--request")
    options.add_argument("-H", "--header", action="append", default=[])
    options.add_argument("-d", "--data", "--data-binary", "--data-raw", dest="data")
    options.add_argument("--json")
    options.add_argument("-o", "--output")
    options.add_argument("-w", "--write-out", default="")
    return options


def programs(blocks: Sequence[Block], kind: str = "python") -> list[tuple[Block, Block]]:
    """The programs in a language that are run, each with the block that shows what it prints."""
    return [
        (block, after)
        for block, after in pairwise(blocks)
        if (block.kind, after.kind, block.page) == (kind, "", after.page)
    ]


def refresh(
    page: Path,
    run: Callable[[str], str],
    *,
    write: bool,
    python: Callable[[str], str] | None = None,
) -> list[str]:
    """Run the examples of a document; a diff for each block that tells something else.

    ``run`` and ``python`` give what a command and a program print; without the latter, programs are
    left alone.
    """
    lines = page.read_text("utf-8").splitlines()
    found = []
    blocks = blocks_of(page)
    sources = {after: block for block, after in programs(blocks)} if python else {}
    for block in reversed(blocks):
        if block in sources and python:
            new = tuple(python("\n".join(sources[block].lines)).splitlines())
        elif block.examples:
            new = block.refreshed(run)
        else:
            continue
        if new == block.lines:
            continue
        titles = (f"{block.place} as documented", f"{block.place} as printed")
        found.append("\n".join(difflib.unified_diff(block.lines, new, *titles, lineterm="")))
        lines[block.start : block.start + len(block.lines)] = new
    if write and found:
        page.write_text("\n".join(lines) + "\n", "utf-8")
    return found[::-1]


def refresh_description(new: str, *, write: bool) -> list[str]:
    """As :func:`refresh`, of ``docs/openapi.json``."""
    old = OPENAPI.read_text("utf-8") if OPENAPI.exists() else ""
    if new == old:
        return []
    if write:
        OPENAPI.write_text(new, "utf-8")
    lines = (old.splitlines(), new.splitlines())
    return ["\n".join(difflib.unified_diff(*lines, "as documented", "as served", lineterm=""))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Refresh or check documents; the exit code is 1 when a check finds differences."""
    options = argparse.ArgumentParser(prog="python -m tests.docs_refresh")
    options.add_argument("--check", action="store_true", help="compare only, change nothing")
    options.add_argument("pages", nargs="*", type=Path, help="documents; all of them by default")
    asked = options.parse_args(arguments)
    differences: list[str] = []
    with Examples() as examples:
        for page in [path.resolve() for path in asked.pages] or [*pages(), OPENAPI]:
            if page == OPENAPI:
                differences += refresh_description(examples.description(), write=not asked.check)
            else:
                write = not asked.check
                differences += refresh(page, examples.run, write=write, python=examples.python)
    for difference in differences:
        print(difference)
    if not differences:
        print("Every documented output is as printed.")
    elif not asked.check:
        print(f"Rewrote {len(differences)} of them." if len(differences) > 1 else "Rewrote it.")
    return 1 if asked.check and differences else 0


if __name__ == "__main__":
    sys.exit(main())
