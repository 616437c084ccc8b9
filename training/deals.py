"""Make the table of a solitaire: which deals can be won, and how often a player wins them.

The verdicts are the solver's, proved. How difficult a deal is comes from games that are played with
the stock face down. The player is the policy of the game, with slips: now and then it takes a move
at random. Without slips it would play the same game every time.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
import typer

from kibitz.contract.answers import Verdict
from kibitz.contract.options import Limits
from kibitz.games.chance import Stream, start_stream
from kibitz.games.wanted import DIFFICULTIES, SOLVABLE, UNKNOWN, UNSOLVABLE, Table, file_of
from kibitz.solvers.budget import Budget
from kibitz.solvers.solver import Solver
from training.commands import each

Count = Annotated[int, typer.Option(min=1, help="How many deals.")]

DEALS: Final = 10_000
GAMES: Final = 64  # played of each deal that can be won
LIMITS: Final = Limits(nodes=1_000_000, memory_mb=256)
CODES: Final = {
    Verdict.UNKNOWN: UNKNOWN,
    Verdict.UNSOLVABLE: UNSOLVABLE,
    Verdict.SOLVABLE: SOLVABLE,
}
FIRST_STREAM: Final = 100  # of a seed; those before it shuffle the pack and its redeals


class Kind(NamedTuple):
    """What a table is made with: a solver, a player, and which deals are easy and medium.

    ``wins``: whether the player wins a deal, its slips drawn from a stream. ``easy, medium``: the
    least share of the games that it wins.
    """

    solver: Solver
    wins: Callable[[Any, Stream], bool]
    easy: float
    medium: float


def row_of(kind: Kind, number: int) -> tuple[int, int]:
    """The verdict of a deal and how many of the games are won."""
    position = kind.solver.game.deal(str(number))
    verdict = kind.solver.decide(position, Budget(LIMITS)).verdict or Verdict.UNKNOWN
    if verdict is not Verdict.SOLVABLE:
        return CODES[verdict], 0
    stream, won = np.zeros(1, np.uint64), 0
    for game in range(GAMES):
        start_stream(stream, np.uint64(number), np.uint64(FIRST_STREAM + game))
        won += kind.wins(position, stream)
    return CODES[verdict], won


def table_of(kind: Kind, numbers: Iterable[int]) -> Table:
    """The rows of these deals."""
    rows = np.array([row_of(kind, number) for number in numbers], np.uint8)
    easy, medium = (int(np.ceil(share * GAMES)) for share in (kind.easy, kind.medium))
    return Table(rows[:, 0], rows[:, 1], GAMES, easy, medium)


def shares(table: Table) -> dict[str, int]:
    """How many deals have each verdict, and each difficulty."""
    verdicts = np.bincount(table.verdicts, minlength=len(CODES))
    counts = {verdict.value: int(verdicts[code]) for verdict, code in CODES.items()}
    places = table.difficulties()
    return counts | {name: int((places == i).sum()) for i, name in enumerate(DIFFICULTIES)}


def make(kind: Kind, deals: int) -> None:
    """Write the table of so many deals to its file, and print the shares."""
    table = table_of(kind, each(range(deals), "deals"))
    np.savez_compressed(file_of(kind.solver.game.name), allow_pickle=False, **table._asdict())
    for name, count in shares(table).items():
        typer.echo(f"{name}: {count:,} of {deals:,}")
