"""Which source files a compiled kernel depends on, and a hash of what is in them.

A kernel freezes the constants it names and inlines the kernels it calls, so it depends on every
module that its own module imports, directly or not. Besides that, a kernel written for all games
depends on what a game attaches to the protocol for its record: see :func:`attaching`.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
KERNEL_PACKAGES: Final = ("games", "heuristics", "solvers")
_IMPORT: Final = re.compile(
    r"^ *from ((?:kibitz|training|benchmarks|tests)[\w.]*) import (\([^)]*\)|.*)",
    re.MULTILINE,
)
_ATTACHED: Final = re.compile(r"\b(?:implements\([^()]*, |without_judgement\()(\w+)\)")
_ATTACHING: Final = ("implements(", "without_judgement(")  # far faster to look for
_NAME: Final = re.compile(r"\w+")
_WEIGHTS: Final = re.compile(r"[\"'](\w+\.npz)[\"']")


@cache
def imported(source: Path) -> frozenset[Path]:
    """Our own files that ``source`` imports from, and the files of weights that it names."""
    text = source.read_text("utf-8")
    found = {path for name in _WEIGHTS.findall(text) if (path := source.with_name(name)).is_file()}
    for module, names in _IMPORT.findall(text):
        base = ROOT.joinpath(*module.removeprefix("kibitz.").split("."))
        found |= _files_of(base, frozenset(_NAME.findall(names)))
    return frozenset(found)


@cache
def _files_of(base: Path, names: frozenset[str]) -> frozenset[Path]:
    """The file of a module, or those of a package that ``names`` may come from."""
    file = base.with_suffix(".py")
    if file.is_file():
        return frozenset({file})
    paths = [base / f"{name}.py" for name in (*names, "__init__")]
    return frozenset(path for path in paths if path.is_file())


@cache
def attaching() -> dict[Path, frozenset[Path]]:
    """By file that defines a record: the files that attach kernels to the protocol for it.

    Whoever depends on a record depends on what is attached to it, though nothing imports that.
    """
    edges: dict[Path, set[Path]] = {}
    for package in KERNEL_PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            text = file.read_text("utf-8")
            if not any(call in text for call in _ATTACHING):
                continue
            for record in set(_ATTACHED.findall(text)):
                for home in imported(file):
                    if home.suffix == ".py" and _defines(home, record):
                        edges.setdefault(home, set()).add(file)
    return {home: frozenset(attached) for home, attached in edges.items()}


def _defines(file: Path, name: str) -> bool:
    return re.search(rf"^{name}\b.*=", file.read_text("utf-8"), re.MULTILINE) is not None


@cache
def reachable(*starts: Path) -> frozenset[Path]:
    """``starts`` and every file of ours that a kernel in one of them may depend on."""
    waiting, found = list(starts), set[Path]()
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            if source.suffix == ".py":
                waiting += [*imported(source), *attaching().get(source, ())]
    return frozenset(found)


@cache
def _entry(source: Path) -> bytes:
    """The name and the content of a file, wherever the checkout lies."""
    name = source.relative_to(ROOT) if source.is_relative_to(ROOT) else source
    return name.as_posix().encode() + b"\0" + hashlib.sha256(source.read_bytes()).digest()


@cache
def digest_of(starts: frozenset[Path]) -> str:
    """Sixteen hex digits for the names and contents of all that ``starts`` may depend on."""
    entries = b"".join(sorted(map(_entry, reachable(*starts))))
    return hashlib.sha256(entries).hexdigest()[:16]
