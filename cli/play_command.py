"""The command play: moves from a position, or a whole game against the computer."""

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from kibitz.cli import options
from kibitz.games.catalogue import LISTED, check_name
from kibitz.games.faults import BadInput, Fault, quote

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
            "rounds with a number in the name.",
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
    a position and moves it shows the position they lead to.
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
    if target is None or target not in LISTED:
        _refuse(playing, "goes with the name of a game, not with a position")
        _play_moves(target, moves, moves_file, game, as_json=as_json)
        return
    others = {"MOVE": moves, "moves-file": moves_file, "game": game, "json": as_json or None}
    _refuse(others, f"goes with a position, not with a game such as {target}")
    from pydantic import ValidationError

    from kibitz.cli.kernels import prepare
    from kibitz.cli.positions import random_seed
    from kibitz.cli.search import listening
    from kibitz.cli.session import Session
    from kibitz.cli.table import Table
    from kibitz.contract.options import STRENGTHS, HintOptions
    from kibitz.games.findings import schema_faults
    from kibitz.games.requests import read_deal
    from kibitz.games.schema import read_pairs
    from kibitz.solvers.catalogue import find

    faults = []
    strength = next((known for known in STRENGTHS if known == (level or "casual")), None)
    if strength is None:
        message = f"{quote(level)} is not a level: choose {', '.join(STRENGTHS)}"
        faults.append(Fault("/level", "unknown_level", message))
    counts = LISTED[target].players
    if players is not None and players not in counts:
        message = f"{LISTED[target].title} is for {_counted(counts)}, not {players}"
        faults.append(Fault("/players", "players", message))
    asked = HintOptions()
    try:
        limits = {"time_ms": time_ms, "iterations": iterations}
        asked = HintOptions.model_validate({"limits": limits})
    except ValidationError as error:
        faults += schema_faults(error, HintOptions)
    if faults:
        raise BadInput(faults)
    switches = read_pairs(rules or ()) or {}
    if players is not None and len(counts) > 1:
        switches["players"] = players
    dealt = random_seed() if seed is None else seed
    solver = find(target)
    start = read_deal(solver.game, {"seed": dealt, "rules": switches}).position
    seats = solver.game.seats(solver.game.state(start))
    if not 0 <= (seat or 0) < seats:
        there = f"seats are 0 to {seats - 1}" if seats > 1 else "the only seat is 0"
        raise BadInput.one("/seat", "no_such_seat", f"{there}, not {seat}")
    assert strength is not None
    known = switches.get("information") == "known"
    table = Table(solver, start, seat or 0, strength, dealt, known=known)
    session = Session(table, asked.limits, progress=progress, save=save)
    if seed is None:
        sys.stderr.write(f"seed: {dealt}\n")
    with listening(progress) as listener:
        prepare(solver, "", listener, quiet=progress is False)
    session.run()


def _play_moves(
    position: str | None,
    moves: list[str] | None,
    moves_file: str | None,
    game: str | None,
    *,
    as_json: bool,
) -> None:
    """Play moves and show the position they lead to."""
    from kibitz.api import verbs
    from kibitz.cli.position_commands import play_body
    from kibitz.cli.positions import draw, standing
    from kibitz.cli.printing import write_json, write_line
    from kibitz.games.catalogue import GAMES

    name, body = play_body(position, moves, moves_file, game)
    answer = verbs.play(GAMES[name], body)
    if as_json:
        write_json(answer)
        return
    write_line(answer.text + "\n")
    draw(GAMES[name], answer.text)
    if answer.over:
        write_line("\n" + standing(answer))


def _counted(counts: Sequence[int]) -> str:
    """How many play, in words: ``2 to 6 players``, ``2, 3, 4 or 6 players``."""
    low, high = counts[0], counts[-1]
    if low == high:
        return f"{low} player" if low == 1 else f"{low} players"
    if len(counts) > 2 and list(counts) == list(range(low, high + 1)):
        return f"{low} to {high} players"
    return f"{', '.join(map(str, counts[:-1]))} or {high} players"


def _refuse(given: Mapping[str, object], reason: str) -> None:
    """Raise ``BadInput`` for every option that is given though it does not apply."""
    faults = [
        Fault("", "usage", f"{name if name.isupper() else f'--{name}'} {reason}")
        for name, value in given.items()
        if value is not None
    ]
    if faults:
        raise BadInput(faults)
