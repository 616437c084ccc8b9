"""Housekeeping: what the pages name is there, what is public is documented, chores are listed.

``python -m tests.house`` prints every fault and changes nothing; the exit code is 1 when there is
one. It finds

- a path or a module that a page names and that does not exist,
- a public module, class, function or method without a docstring, whatever the linter was told to
  overlook,
- a target of the Makefile that ``CONTRIBUTING.md`` does not list.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.docs_refresh import ROOT, blocks_of, pages

# Made by commands, and in no checkout.
MADE: Final = {".venv", ".cache", "jobs.sqlite", "jobs.sqlite.lock"}
SUFFIXES: Final = (".py", ".md", ".toml", ".txt", ".yaml", ".yml", ".npz")
EXEMPT: Final = {"override", "overload", "setter"}
_SPAN: Final = re.compile(r"`([^`]+)`")
_LINK: Final = re.compile(r"\]\(([^)\s#]+)[^)\s]*\)")
_REGISTERED: Final = re.compile(r"-v\d+$")  # names of environments, `kibitz/knaves-v0`
_WORD: Final = re.compile(r"[\w.*~:/-]+")
_IMPORT: Final = re.compile(r"^\s*(?:from|import) ([\w.]+)", re.MULTILINE)

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def all_pages(root: Path = ROOT) -> list[Path]:
    """Every page of the project, those without examples to run included."""
    others = [root / "CONTRIBUTING.md", root / "CHANGELOG.md", *root.glob("*/README.md")]
    return [*(pages() if root == ROOT else sorted(root.glob("docs/*.md"))), *others]


def missing_paths(page: Path, root: Path = ROOT) -> list[str]:
    """What a page names and is not there: paths, bare file names, modules, targets of links.

    Placeholders such as ``<game>`` stand for any name. Examples that are run are left out.
    """
    lines = page.read_text("utf-8").splitlines()
    code = []
    for block in reversed(blocks_of(page)):
        if not block.kind.startswith("console"):
            code.append("\n".join(block.lines))
        del lines[block.start - 1 : block.start + len(block.lines) + 1]
    prose = "\n".join(lines)
    named = [word for text in _SPAN.findall(prose) for word in _words(text)]
    named += [word for text in code for word in _words(text) if "/" in word]
    missing = [name for name in named if not _there(name, page.parent, root)]
    links = [link for link in _LINK.findall(prose) if not re.match(r"[a-z]+:", link)]
    missing += [link for link in links if not (page.parent / link).exists()]
    imported = [name for text in code for name in _IMPORT.findall(text)]
    missing += [name for name in imported if (root / "kibitz" / name.split(".")[0]).exists()]
    return [f"{page.relative_to(root)}: {name} is not there" for name in dict.fromkeys(missing)]


def _words(text: str) -> list[str]:
    """The words of a piece of code, placeholders written as ``*``."""
    return [word.rstrip(".:") for word in _WORD.findall(re.sub(r"<[^>]*>", "*", text))]


def _there(name: str, folder: Path, root: Path) -> bool:
    """Whether a word is no path or module of the project, or is one that exists."""
    first = re.split(r"[/.]", name)[0] or name.split("/", 1)[0]
    if MADE & {first, name} or ":" in name or name.startswith(("/", "~")):
        return True
    if _REGISTERED.search(name):
        return True
    own = (root / first).exists()
    if "/" in name and (own or name.endswith((*SUFFIXES, "/"))):
        return any(next(place.glob(name.rstrip("/")), None) for place in (root, folder))
    if "/" not in name and name.endswith(SUFFIXES):
        return any(next(root.glob(f"{top}{name}"), None) for top in ("", "*/", "*/*/", "*/*/*/"))
    if own and re.fullmatch(r"\w+(\.\w+)+", name):
        return _module(name.split("."), root)
    return True


def _module(parts: list[str], root: Path) -> bool:
    """Whether dotted names lead to a folder, to a module, or to something that a module names."""
    at = root
    for number, part in enumerate(parts):
        if (at / part).is_dir():
            at /= part
            continue
        file, rest = (at / f"{part}.py"), parts[number + 1 :]
        if not file.is_file():
            file, rest = at / "__init__.py", parts[number:]
        text = file.read_text("utf-8") if file.is_file() else ""
        return file.is_file() and all(re.search(rf"\b{name}\b", text) for name in rest)
    return True


def undocumented(source: str, place: str) -> list[str]:
    """Public names of a module without a docstring, the module itself included."""
    return [f"{place}:{line}: {name} has no docstring" for line, name in _bare(ast.parse(source))]


def _bare(node: Documented, name: str = "the module") -> Iterator[tuple[int, str]]:
    if not ast.get_docstring(node) and not (isinstance(node, ast.Module) and not node.body):
        yield getattr(node, "lineno", 1), name
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    for child in node.body:
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            marks = child.decorator_list
            names = {getattr(mark, "attr", getattr(mark, "id", "")) for mark in marks}
            if not child.name.startswith("_") and not names & EXEMPT:
                yield from _bare(child, child.name)


def sources(root: Path = ROOT) -> list[Path]:
    """The Python files whose public names are documented: all but tests and what tools make."""
    tops = [top for top in root.iterdir() if top.is_dir() and not top.is_symlink()]
    tops = [top for top in tops if not top.name.startswith(".") and top.name != "tests"]
    return sorted(file for top in tops for file in top.rglob("*.py") if not file.is_symlink())


def unlisted_chores(makefile: str, guide: str) -> list[str]:
    """Targets of the Makefile that the guide for contributors does not list."""
    targets = re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE)
    listed = set(re.findall(r"^\| `make ([a-z-]+)", guide, re.MULTILINE))
    missing = [target for target in targets if target not in listed]
    return [f"CONTRIBUTING.md: make {target} is not listed" for target in missing]


def faults(root: Path = ROOT) -> list[str]:
    """Everything that is wrong with the house."""
    found = [fault for page in all_pages(root) for fault in missing_paths(page, root)]
    for file in sources(root):
        found += undocumented(file.read_text("utf-8"), str(file.relative_to(root)))
    makefile, guide = (root / "Makefile", root / "CONTRIBUTING.md")
    return found + unlisted_chores(makefile.read_text("utf-8"), guide.read_text("utf-8"))


def main() -> int:
    """Print every fault; the exit code is 1 when there is one."""
    found = faults()
    print("\n".join(found) or "The house is in order.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
