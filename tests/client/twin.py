"""The client that waits is the client for event loops without ``await``: it is made from it.

``python -m tests.client.twin`` writes ``client/waiting``; with ``--check`` it changes nothing and
fails where a file is out of date.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
SOURCE: Final = ROOT / "client" / "asynchronous"
TWIN: Final = ROOT / "client" / "waiting"
RULES: Final = (
    (r"client for programs with an event loop; ``client/waiting`` is made from it",
     "client for programs that wait; made from ``client/asynchronous`` by tests/client/twin.py"),
    (r"client\.asynchronous", "client.waiting"),
    (r"``async (with|for)``", r"``\1``"),
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\basyncio\b", "time"),
    (r"\baclose\b", "close"),
    (r"\baread\b", "read"),
    (r"\baiter_lines\b", "iter_lines"),
    (r"\b__a(enter|exit)__\b", r"__\1__"),
)  # fmt: skip


def twins() -> Iterator[tuple[Path, str]]:
    """Every file of the client that waits, and its text."""
    for path in sorted(SOURCE.glob("*.py")):
        text = path.read_text("utf-8")
        for pattern, new in RULES:
            text = re.sub(pattern, new, text)
        made = TWIN / path.name
        for command in (
            ("check", "--fix-only", "--unsafe-fixes", "--select", "I,UP028"),
            ("format",),
        ):
            ruff = (sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", made)
            ended = subprocess.run(
                [*ruff, "-"], input=text, capture_output=True, text=True, check=True, cwd=ROOT
            )
            text = ended.stdout
        yield made, text


def main(arguments: list[str]) -> int:
    """Write the files, or compare them; the exit code is 1 where one is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only compare")
    check = parser.parse_args(arguments).check
    stale = []
    for path, text in twins():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        stale.append(path)
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
    for path in stale:
        print(f"{path.relative_to(ROOT)} {'is out of date' if check else 'written'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
