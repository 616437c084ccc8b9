"""The command play: moves from a position, or a whole game against the computer."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from kibitz.cli import options
from kibitz.games.catalogue import LISTED, check_name
from kibitz.games.faults import BadInput, Fault

GAME: Final = "Playing a game"
_LIKE_A_NAME: Final = re.compile(r"[A-Za-z][A-Za-z-]{0,60}")

Target = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME|POSITION",
        show_default=False,
        help="The name of a game, to play it here; or a position as for the other commands.",
    ),
]


def play(
    target: Target = None,
    moves: options.Moves = None,
    *,
    moves_file: options.MovesFile = None,
    game: options.Game = None,
    as_json: options.AsJson = False,
    level: Annotated[
        str | None,
        options.optional(
            options.STRENGTHS, "How well the other seats play; casual by default.", panel=GAME
        ),
    ] = None,
    seat: Annotated[
        int | None, options.optional("SEAT", "Yours; 0 by default.", panel=GAME)
    ] = None,
    players: Annotated[
        int | None, options.optional("N", "How many play, you included.", panel=GAME)
    ] = None,
    rules: Annotated[
        list[str] | None,
        options.optional(
            "NAME=VALUE",
            "Switches that differ from the default, as in wrap=off,piles=10.",
            panel=GAME,
        ),
    ] = None,
    seed: Annotated[
        str | None, options.optional("N", "Number of the deal; by default random.", panel=GAME)
    ] = None,
    save: Annotated[
        Path | None,
        options.optional(
            "FILE",
            "Save each round as a record in a new file when it ends or you leave; later "
            "rounds with a number in the name. JSON if the name ends with .json, the form of other "
            "solvers if with .sol, else text. With a position: save it and the moves (- for "
            "standard output).",
            panel=GAME,
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        options.optional(
            "FILE",
            "Take up the game that was saved in a file.",
            panel=GAME,
        ),
    ] = None,
    time_ms: options.TimeMs = None,
    iterations: options.Iterations = None,
    progress: options.Progress = None,
) -> None:
    """Play a game against the computer, or play moves from a position.

    With the name of a game it is dealt and played at a prompt: your moves by notation or number
    (#8 is always number 8), hint, why, undo, save FILE, help. The limits are those of hints. With
    a position and moves, or a record, it shows the position they lead to, and --save writes the
    record, with --seat as that seat could have kept it. Moves after a record go on where it ends.

    In Knock Rummy the others may knock in their first turn. For longer hands let nobody knock with
    more than ten points: kibitz play knock-rummy --rules knock_limit=10
    """
    playing = {
        "level": level,
        "seat": seat,
        "players": players,
        "rules": rules,
        "seed": seed,
        "save": save,
        "time-ms": time_ms,
        "iterations": iterations,
    }
    if target and _LIKE_A_NAME.fullmatch(target) and not Path(target).exists():
        check_name(target)
    others = {"MOVE": moves, "moves-file": moves_file, "json": as_json or None}
    if resume is not None:
        dealt_anew = {"players": players, "rules": rules, "seed": seed, "GAME": target}
        _refuse(dealt_anew, "does not go with --resume")
    elif target is None or target not in LISTED:
        kept = {"seat", "save"} if save is not None else set()
        refused = {name: value for name, value in playing.items() if name not in kept}
        _refuse(refused, "goes with the name of a game, not with a position")
        _play_moves(target, moves, moves_file, game, save, seat, as_json=as_json)
        return
    else:
        others["game"] = game
    _refuse(others, f"goes with a position, not with a game such as {target or resume}")
    from pydantic import ValidationError

    from kibitz.cli.kernels import prepare
    from kibitz.cli.search import listening
    from kibitz.cli.session import Session
    from kibitz.cli.starting import check_players, dealt_table, resumed_table, strength_of
    from kibitz.contract.options import HintOptions
    from kibitz.games.faults import noted
    from kibitz.games.findings import schema_faults

    faults: list[Fault] = []
    asked, strength, table = HintOptions(), strength_of(None), None
    with noted(faults):
        strength = strength_of(level)
    if resume is not None:
        with noted(faults):
            table = resumed_table(resume, game, strength, seat)
    else:
        found: list[Fault] = []
        with noted(found):
            check_players(str(target), players)
        with noted(faults):
            # Which seats there are hangs on how many play.
            where = (None, None) if found else (seat, players)
            table = dealt_table(str(target), strength, *where, rules, seed)
        faults += found
    try:
        limits = {"time_ms": time_ms, "iterations": iterations}
        asked = HintOptions.model_validate({"limits": limits})
    except ValidationError as error:
        faults += schema_faults(error, HintOptions)
    if faults or table is None:
        raise BadInput(faults)
    session = Session(table, asked.limits, progress=progress, save=save, resumed=resume)
    if seed is None and resume is None:
        sys.stderr.write(f"seed: {table.seed}\n")
    with listening(progress) as listener:
        prepare(table.solver, "", listener, quiet=progress is False)
    session.run()


def _play_moves(
    position: str | None,
    moves: list[str] | None,
    moves_file: str | None,
    game: str | None,
    save: Path | None,
    seat: int | None,
    *,
    as_json: bool,
) -> None:
    """Play moves and show the position they lead to; ``save``: where the record goes."""
    from kibitz.api import verbs
    from kibitz.api.phrases import standing_text
    from kibitz.cli.position_commands import played_record
    from kibitz.cli.positions import draw
    from kibitz.cli.printing import write_json, write_line
    from kibitz.cli.reading import position_of
    from kibitz.cli.saving import say_saved, write_record
    from kibitz.games.catalogue import GAMES
    from kibitz.games.record import as_kept, read, write

    name, fields, illegal = played_record(position, moves, moves_file, game)
    if illegal:
        raise BadInput(illegal)
    if save is not None:
        found = read(GAMES[name], fields)
        kept = found if seat is None else as_kept(GAMES[name], found, seat)
        if str(save) == "-":
            write_line(write(GAMES[name], kept).rstrip("\n"))
            return
        write_record(GAMES[name], kept, save)
        say_saved(save, as_json=as_json)
        return
    body = {"position": position_of(name, fields), "moves": fields["moves"]}
    answer = verbs.play(GAMES[name], body)
    if as_json:
        write_json(answer)
        return
    write_line(answer.text + "\n")
    draw(GAMES[name], answer.text)
    if answer.over:
        write_line("\n" + standing_text(answer))


def _refuse(given: Mapping[str, object], reason: str) -> None:
    """Raise ``BadInput`` for every option that is given though it does not apply."""
    faults = [
        Fault("", "usage", f"{name if name.isupper() else f'--{name}'} {reason}")
        for name, value in given.items()
        if value is not None
    ]
    if faults:
        raise BadInput(faults)
