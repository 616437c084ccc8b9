"""Several positions, one a line, and a line of JSON for each: the option ``--jsonl``."""

import sys
from collections.abc import Callable
from typing import Any, Final

import typer
from pydantic import BaseModel

from kibitz.cli.printing import write_json
from kibitz.cli.reading import line_text, lines_of, position_in
from kibitz.contract.answers import StoppedBy
from kibitz.games.faults import BadInput

CUT_SHORT: Final = 1
BAD_LINE: Final = 2


def answer_lines(
    argument: str | None, game: str | None, answer: Callable[[tuple[str, Any]], BaseModel]
) -> None:
    """Answer each line of a file or of standard input as soon as it is read.

    ``answer`` is given the game and the position. A faulty line is answered with its number and
    the problem, and in the end the exit code is 2; Ctrl-C ends it after the answer it stops.
    """
    faulty = False
    for number, line in lines_of(argument):
        try:
            found = answer(position_in(line_text(line), game))
        except BadInput as error:
            from kibitz.api.problems import problem_of

            faulty = True
            write_json({"line_number": number, "problem": problem_of(error).to_json()})
        else:
            write_json(found)
            if getattr(found, "stopped_by", None) is StoppedBy.CANCELLED:
                raise typer.Exit(CUT_SHORT)
        sys.stdout.flush()
    if faulty:
        raise typer.Exit(BAD_LINE)
