"""Writing to the terminal: consoles, lines for machines, JSON, and what was wrong."""

import codecs
import json
import os
import sys
from typing import Final

from pydantic import BaseModel
from rich.console import Console, RenderableType

from kibitz.contract.base import to_json
from kibitz.games.cards import SUIT_SYMBOLS, SUITS
from kibitz.games.faults import BadInput

WIDTH: Final = 80
_ASCII: Final = {
    **dict(zip(SUIT_SYMBOLS, SUITS, strict=True)),
    "…": "...",
    "–": "-",
    "−": "-",
    "→": "->",
    "≥": ">=",
}


def console(*, stderr: bool = False) -> Console:
    """A console that prints text as it is; ``WIDTH`` columns wide where there is no terminal."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else WIDTH
    return Console(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


def write_line(text: str) -> None:
    """One line on standard output, neither wrapped nor coloured."""
    sys.stdout.write(text + "\n")


def write(shown: RenderableType) -> None:
    """A table, a board or a text on standard output, without blanks at the ends of lines."""
    out = console()
    with out.capture() as captured:
        out.print(shown)
    for line in captured.get().splitlines():
        sys.stdout.write(line.rstrip() + "\n")


def write_json(answer: BaseModel | dict[str, object]) -> None:
    """An answer as compact JSON on one line, the bytes that HTTP sends."""
    if isinstance(answer, BaseModel):
        write_line(to_json(answer))
    else:
        write_line(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))


def report(error: BadInput, *, as_json: bool) -> None:
    """What is wrong with the input: a line for each fault, or a problem object."""
    if as_json:
        from kibitz.api.problems import problem_of

        write_json(problem_of(error).to_json())
        return
    for fault in error.faults:
        where = f"{fault.pointer}: " if fault.pointer else ""
        sys.stderr.write(f"error: {where}{fault.message}\n")


def write_any_encoding() -> None:
    """Let standard output replace what its encoding lacks: suits by letters, never an error."""
    codecs.register_error("kibitz", _replace)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="kibitz")


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    plain = "".join(_ASCII.get(c) or c.encode("ascii", "backslashreplace").decode() for c in lost)
    return plain, error.end
