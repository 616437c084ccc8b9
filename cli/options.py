"""Arguments and options that several commands share. Nothing here imports a solver."""

from typing import Annotated, Final

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
    typer.Option(
        metavar="FILE",
        show_default=False,
        help="Read the moves from a file (- for standard input): text, a JSON list, or the "
        "answer of solve --json.",
    ),
]
GameName = Annotated[
    str | None,
    typer.Argument(metavar="GAME", show_default=False, help="A game; by default the first."),
]
Game = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="GAME",
        show_default=False,
        help="The game of the position, where its text does not name it; the first by default.",
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
    typer.Option(
        metavar=INFORMATION,
        show_default=False,
        help="hidden: what the seat to move can see; known: every card that is listed. By default "
        "hidden; in the solitaires, what their rules say.",
    ),
]
Utility = Annotated[
    str | None,
    typer.Option(
        metavar=UTILITIES,
        show_default=False,
        help="What to maximise in games with matches; by default the match.",
    ),
]
Seed = Annotated[str, typer.Option(metavar="N", help="Seed of the random numbers.")]
Progress = Annotated[
    bool | None,
    typer.Option(
        "--progress/--no-progress",
        show_default=False,
        help="Show the progress on standard error; by default when that is a terminal.",
    ),
]
TimeMs = Annotated[
    int | None,
    typer.Option(
        metavar="MS", show_default=False, rich_help_panel=LIMITS, help="Milliseconds to search."
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        metavar="N", show_default=False, rich_help_panel=LIMITS, help="Positions to visit."
    ),
]
Iterations = Annotated[
    int | None,
    typer.Option(
        metavar="N", show_default=False, rich_help_panel=LIMITS, help="Samples of the unseen cards."
    ),
]
MemoryMb = Annotated[
    int | None,
    typer.Option(
        metavar="MB",
        show_default=False,
        rich_help_panel=LIMITS,
        help="Megabytes for the tables of the search.",
    ),
]
