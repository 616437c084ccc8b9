"""Commands for games of several seats: what one seat sees, and the next round of a match."""

import sys
from typing import Annotated

import typer

from kibitz.cli import options


def view(
    position: options.Position = None,
    *,
    seat: Annotated[int, typer.Option(metavar="SEAT", help="The seat that looks.")] = 0,
    game: options.Game = None,
    as_json: options.AsJson = False,
    jsonl: options.Jsonl = False,
) -> None:
    """Show a position as one seat sees it: what is hidden from that seat becomes a count."""
    from kibitz.api import verbs
    from kibitz.cli.lines import answer_lines
    from kibitz.cli.positions import draw
    from kibitz.cli.printing import write_json, write_line
    from kibitz.cli.reading import check_together, read_position
    from kibitz.games.catalogue import GAMES

    if jsonl:
        check_together("--jsonl", {"--json": as_json})
        answer_lines(
            position,
            game,
            lambda given: verbs.view(GAMES[given[0]], {"position": given[1], "seat": seat}),
        )
        return
    name, data = read_position(position, game)
    found = GAMES[name]
    answer = verbs.view(found, {"position": data, "seat": seat})
    if as_json:
        write_json(answer)
        return
    draw(found, answer.text)
    write_line("\n" + answer.text)


def next_round(
    position: options.Position = None,
    *,
    seed: Annotated[
        str | None, options.optional("N", "Which deal; at random when left out.")
    ] = None,
    game: options.Game = None,
    as_json: options.AsJson = False,
) -> None:
    """Deal the next round of a match from a position in which a round is over.

    The dealer and the totals are carried on. When the match is won, no round is dealt. Without
    --seed the deal is random, and its seed is printed on standard error.
    """
    from kibitz.api import verbs
    from kibitz.api.phrases import match_line
    from kibitz.cli.printing import write_json, write_line
    from kibitz.cli.reading import read_position
    from kibitz.games.catalogue import GAMES
    from kibitz.games.deal_requests import random_seed

    name, data = read_position(position, game)
    found = GAMES[name]
    dealt = random_seed() if seed is None else seed
    answer = verbs.next_round(found, {"position": data, "seed": dealt})
    if seed is None and answer.deal is not None:
        sys.stderr.write(f"seed: {dealt}\n")
    if as_json:
        write_json(answer)
        return
    write_line(match_line(answer.match))
    if answer.deal is not None:
        write_line(answer.deal.text)
