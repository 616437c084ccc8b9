"""Files that commands write: new ones, and what is wrong when one cannot be written.

Records are JSON if the name ends with ``.json``, in the form of other solvers if with ``.sol``,
else in the text form.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from kibitz.games.boards import BOARDS
from kibitz.games.faults import BadInput
from kibitz.games.game import Game
from kibitz.games.record import Record, write
from kibitz.games.solver_text import GAME as SOLVED
from kibitz.games.solver_text import lay_out


def write_record(game: Game, record: Record[Any], path: Path, *, replace: bool = False) -> None:
    """Write a record into a file, a new one unless it may be replaced; raises ``BadInput``."""
    if path.suffix.lower() == ".json":
        content = json.dumps(record.to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"
    elif path.suffix.lower() == ".sol":
        if game.name != SOLVED:
            message = f"other solvers do not play {game.title}: save it as .txt or .json, not .sol"
            raise BadInput.one("", "no_solver_form", message)
        content = lay_out(BOARDS[game.name].plain(record.start), record.moves)
    else:
        content = write(game, record)
    write_file(path, content, replace=replace)


def check_new(path: Path) -> None:
    """Raise ``BadInput`` unless a new file can be written there; none is left behind."""
    write_file(path, "")
    path.unlink()


def write_file(path: Path, content: str | bytes, *, replace: bool = False) -> None:
    """Write a file; raises ``BadInput`` where that fails, or where it must be new and is not."""
    if str(path) == "-":
        raise BadInput.one("", "unwritable", "- is no file: it cannot go to standard output here")
    try:
        with path.open("wb" if replace else "xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    except FileExistsError:
        message = f"{path} is there already: name a new file"
        raise BadInput.one("", "file_exists", message) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"{path} cannot be written: {reason}"
        raise BadInput.one("", "unwritable", message) from None


@contextmanager
def growing(path: Path | None) -> Iterator[IO[str] | None]:
    """A file to write into bit by bit, which has its name once it is whole; None for no path.

    Until then it is called ``.part`` besides. Raises ``BadInput`` where it cannot be written.
    """
    if path is None:
        yield None
        return
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as file:
            yield file
        part.replace(path)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise BadInput.one("", "unwritable", message) from None


def say_saved(path: Path, *, as_json: bool = False) -> None:
    """Say where something was saved; on standard error where standard output is for JSON."""
    (sys.stderr if as_json else sys.stdout).write(f"Saved in {path}.\n")
