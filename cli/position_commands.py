"""Commands that only apply the rules: deal, show, moves, verify, ask."""

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kibitz.cli import options

if TYPE_CHECKING:
    from kibitz.cli.reading import Played
    from kibitz.contract.answers import Incident

Format = Annotated[
    str | None,
    options.optional(
        options.FORMATS,
        "How to write the position: one line, a JSON object, or plain text for other programs.",
        "--format",
        "-f",
    ),
]


OUTCOMES: Final = {  # of what happened in a real round besides play
    "open": "not yet answered",
    "not_legal": "could not be played",
    "early": "too early, it can still be corrected",
    "late": "too late",
    "unfounded": "there was none",
}


def deal(
    game: options.GameName = None,
    *,
    seed: Annotated[
        str | None, options.optional("N", "Number of the deal; by default random.")
    ] = None,
    source: Annotated[
        str, typer.Option(help="Source of the deal; kibitz rules lists them.")
    ] = "kibitz",
    rules: Annotated[
        list[str] | None,
        options.optional(
            "NAME=VALUE", "Switches that differ from the default, as in wrap=off,piles=10."
        ),
    ] = None,
    dealer: Annotated[
        int | None, options.optional("SEAT", "The seat that deals, 0 by default.")
    ] = None,
    scores: Annotated[
        str | None,
        options.optional("N,N…", "Totals of the match before this round, by seat or by team."),
    ] = None,
    round_number: Annotated[
        int | None, options.optional("N", "Which round of the match this is.", "--round")
    ] = None,
    want: Annotated[
        str | None,
        options.optional(
            options.WANTED,
            "In the solitaires: deal the first number from the seed on that can be won, or not.",
        ),
    ] = None,
    difficulty: Annotated[
        str | None,
        options.optional(
            options.DIFFICULTIES, "The same for a deal that can be won and is as difficult as this."
        ),
    ] = None,
    form: Format = None,
    board: Annotated[bool, typer.Option("--board", help="Draw the table as well.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Deal a game and print its position, by default as one line of text.

    Without --seed the deal is random, and its seed is printed on standard error. So are the seed
    and the difficulty of a deal found by --want or --difficulty.
    """
    from kibitz.api import verbs
    from kibitz.cli.positions import check_format, draw, write_position
    from kibitz.cli.printing import write_json
    from kibitz.cli.reading import check_together, game_named, read_scores
    from kibitz.games.catalogue import GAMES
    from kibitz.games.deal_requests import random_seed
    from kibitz.games.schema import read_pairs

    check_format(form)
    if as_json:
        check_together("--json", {"--format": form, "--board": board})
    found = GAMES[game_named(game)]
    dealt = random_seed() if seed is None else seed
    named = {"verdict": want, "difficulty": difficulty}
    asked = {name: value for name, value in named.items() if value is not None}
    body = {
        "seed": dealt,
        "source": source,
        "rules": read_pairs(rules or ()),
        "dealer": dealer,
        "scores": read_scores(scores),
        "round": round_number,
        "want": asked or None,
    }
    answer = verbs.deal(found, body)
    if seed is None or asked:
        sys.stderr.write(f"seed: {dealt if answer.number is None else answer.number}\n")
    if answer.difficulty:
        sys.stderr.write(f"difficulty: {answer.difficulty}\n")
    if as_json:
        write_json(answer)
        return
    write_position(found, answer.text, form)
    if board:
        draw(found, answer.text)


def show(
    position: options.Position = None,
    *,
    form: Format = None,
    game: options.Game = None,
    as_json: options.AsJson = False,
) -> None:
    """Draw a position, or write it in another form."""
    from kibitz.api import verbs
    from kibitz.cli.positions import check_format, draw, write_position
    from kibitz.cli.printing import write_json, write_line
    from kibitz.cli.reading import check_together, read_position
    from kibitz.games.catalogue import GAMES

    check_format(form)
    if as_json:
        check_together("--json", {"--format": form})
    name, data = read_position(position, game)
    found = GAMES[name]
    answer = verbs.play(found, {"position": data, "moves": []})
    if as_json:
        write_json(answer)
    elif form:
        write_position(found, answer.text, form)
    else:
        draw(found, answer.text)
        write_line("\n" + answer.text)


def moves(
    position: options.Position = None,
    *,
    game: options.Game = None,
    as_json: options.AsJson = False,
    jsonl: options.Jsonl = False,
) -> None:
    """List the legal moves of a position."""
    from kibitz.api import verbs
    from kibitz.api.phrases import standing_text
    from kibitz.cli.lines import answer_lines
    from kibitz.cli.printing import write_json, write_line
    from kibitz.cli.reading import check_together, read_position
    from kibitz.games.catalogue import GAMES

    if jsonl:
        check_together("--jsonl", {"--json": as_json})
        answer_lines(
            position, game, lambda given: verbs.moves(GAMES[given[0]], {"position": given[1]})
        )
        return
    name, data = read_position(position, game)
    answer = verbs.moves(GAMES[name], {"position": data})
    if as_json:
        write_json(answer)
        return
    width = max((len(legal.move) for legal in answer.moves), default=0)
    for legal in answer.moves:
        write_line(f"{legal.move:<{width}}  {legal.text}")
    if answer.over:
        write_line(standing_text(answer))


def verify(
    position: options.Position = None,
    moves: options.Moves = None,
    *,
    moves_file: options.MovesFile = None,
    game: options.Game = None,
    as_json: options.AsJson = False,
) -> None:
    """Check whether moves are legal and win.

    Moves after a record go on where it ends. The exit code is 0 even if the moves are not valid.
    """
    from kibitz.api import verbs
    from kibitz.cli.printing import write_json, write_line
    from kibitz.cli.reading import position_of
    from kibitz.solvers.catalogue import SOLVERS

    name, fields, illegal = played_record(position, moves, moves_file, game)
    body = {"position": position_of(name, fields), "moves": fields["moves"]}
    answer = verbs.verify(SOLVERS[name], body)
    if as_json:
        write_json(answer)
        return
    count = len(body["moves"])
    if answer.first_illegal is not None and illegal:
        for fault in illegal:
            write_line(f"Not valid: {fault.message}.")
    elif answer.first_illegal is not None:
        index = answer.first_illegal
        write_line(f"Not valid: move {index + 1} {body['moves'][index]!r}: {answer.reason}.")
    elif answer.payoffs is not None:
        ending = "over" if answer.over else "not over"
        made = ", ".join(f"seat {seat} {points:g}" for seat, points in enumerate(answer.payoffs))
        after = _counted(count, played=not answer.incidents)
        write_line(f"Valid; the round is {ending} after {after}: {made}.")
    elif answer.won:
        write_line(f"Valid and won after {_counted(count)}.")
    else:
        ending = "lost" if answer.over else "not over"
        write_line(f"Valid, but the game is {ending} after {_counted(count)}.")
    for incident in answer.incidents or []:
        write_line(f"  move {incident.index + 1}: {_happened(incident)}")


def ask(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game.")],
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="A question of this game, such as score.")
    ],
    given: Annotated[
        str | None,
        typer.Argument(
            metavar="JSON",
            show_default=False,
            help="What is asked about: a JSON object, the name of a file with one, or - for "
            "standard input (the default).",
        ),
    ] = None,
    *,
    as_json: options.AsJson = False,
) -> None:
    """Ask a question that only one game answers, such as the score of a finished round."""
    from kibitz.cli.printing import write_json, write_line
    from kibitz.cli.reading import read_value
    from kibitz.solvers.catalogue import find_extra

    extra = find_extra(game, question)
    answer = extra.call(read_value(given))
    if as_json:
        write_json(answer)
        return
    for line in extra.lines(answer):
        write_line(line)


def played_record(
    position: str | None, moves: list[str] | None, moves_file: str | None, game: str | None
) -> "Played":
    """A record, with the moves that are given after those it has."""
    from kibitz.cli.reading import read_moves, read_played

    given = read_moves(moves, moves_file, position)
    found = read_played(position, game)
    made = found.fields.get("moves", [])
    # What is no list is refused later.
    after = [*made, *given] if isinstance(made, list) and isinstance(given, list) else given
    played = after if isinstance(made, list) else made
    return found._replace(fields={**found.fields, "moves": played})


def _happened(incident: "Incident") -> str:
    """What happened besides play: ``claim of a revoke by seat 1: upheld``."""
    seat = f"seat {incident.seat}"
    if incident.kind == "exposure":
        return f"{incident.card} of {seat} lies exposed"
    what = f"{incident.kind} {incident.card} of {seat}"
    if incident.kind == "claim":
        what = f"claim of a revoke by {seat}"
    price = f", {incident.points:+d}" if incident.points else ""
    return f"{what}: {OUTCOMES.get(incident.outcome, incident.outcome)}{price}"


def _counted(moves: int, *, played: bool = True) -> str:
    """How many moves, or entries that are not all moves."""
    one, more = ("move", "moves") if played else ("entry", "entries")
    return f"1 {one}" if moves == 1 else f"{moves} {more}"
