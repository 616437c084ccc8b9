"""Arguments and options that several commands share. Nothing here imports a solver."""

from typing import Annotated, Any, Final

import typer

# What the solvers take is checked by the solvers; these are only shown in the help.
LEVELS: Final = "nudge|area|move|why"
INCLUDES: Final = "beliefs|plans|hands|lines"
STRENGTHS: Final = "beginner|casual|strong|best"
OBJECTIVES: Final = "any|shortest|compact|paranoid"
INFORMATION: Final = "known|hidden"
UTILITIES: Final = "match|points"
WANTED: Final = "solvable|unsolvable"
DIFFICULTIES: Final = "easy|medium|hard"
FORMATS: Final = "line|json|plain"
LIMITS: Final = "Limits"


def optional(metavar: str | None, text: str, *names: str, panel: str | None = None) -> Any:
    """An option that may be left out: ``text`` says what happens then, and no default is shown."""
    return typer.Option(
        *names, metavar=metavar, show_default=False, rich_help_panel=panel, help=text
    )


Position = Annotated[
    str | None,
    typer.Argument(
        metavar="POSITION",
        show_default=False,
        help="A position: one line of text, a JSON object, a plain-text deal, the name of a file "
        "with one of these, or - for standard input (the default).",
    ),
]
Moves = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVE",
        show_default=False,
        help="Moves in the game's notation; one argument may hold several.",
    ),
]
MovesFile = Annotated[
    str | None,
    optional(
        "FILE",
        "Read the moves from a file (- for standard input): text, a JSON list, or the "
        "answer of solve --json.",
    ),
]
GameName = Annotated[
    str | None,
    typer.Argument(metavar="GAME", show_default=False, help="A game; by default the first."),
]
Game = Annotated[
    str | None,
    optional(
        "GAME",
        "The game of the position, where its text does not tell it; the first by default.",
        "--game",
        "-g",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the answer as JSON on one line, as over HTTP.")
]
Jsonl = Annotated[
    bool,
    typer.Option(
        "--jsonl",
        help="Take several positions, one a line (text or JSON) of the file or standard input, "
        "and print the answer to each as one line of JSON.",
    ),
]
Information = Annotated[
    str | None,
    optional(
        INFORMATION,
        "hidden: what the seat to move can see; known: every card that is listed. By default "
        "hidden; in the solitaires, what their rules say.",
    ),
]
Utility = Annotated[
    str | None, optional(UTILITIES, "What to maximise in games with matches; by default the match.")
]
Seed = Annotated[str, typer.Option(metavar="N", help="Seed of the random numbers.")]
Progress = Annotated[
    bool | None,
    optional(
        None,
        "Show the progress on standard error; by default when that is a terminal.",
        "--progress/--no-progress",
    ),
]
TimeMs = Annotated[int | None, optional("MS", "Milliseconds to search.", panel=LIMITS)]
Nodes = Annotated[int | None, optional("N", "Positions to visit.", panel=LIMITS)]
Iterations = Annotated[int | None, optional("N", "Samples of the unseen cards.", panel=LIMITS)]
MemoryMb = Annotated[
    int | None, optional("MB", "Megabytes for the tables of the search.", panel=LIMITS)
]
