"""Which deals of PySolFC's numbers can be won at Knotty Nines: one bit for each."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
import typer

from kibitz.contract.answers import Verdict
from kibitz.games.wanted import file_of
from kibitz.solvers.budget import Budget
from kibitz.solvers.knotty_nines.solver import KnottyNinesSolver
from training import deals
from training.commands import each

DEALS: Final = 100_000
SOURCE: Final = "pysolfc"
SOLVER: Final = KnottyNinesSolver()


def bits_of(numbers: Sequence[int]) -> npt.NDArray[np.uint8]:
    """Of each deal 1 where it can be won and 0 where it cannot.

    Raises ``ValueError`` for a deal that the limits leave undecided, for which there is no bit.
    """
    bits = np.zeros(len(numbers), np.uint8)
    for place, number in enumerate(each(numbers, "deals")):
        position = SOLVER.game.deal(str(number), None, SOURCE)
        verdict = SOLVER.decide(position, Budget(deals.LIMITS)).verdict
        if verdict is Verdict.UNKNOWN:
            raise ValueError(f"deal {number} stays undecided within {deals.LIMITS.nodes:,} nodes")
        bits[place] = verdict is Verdict.SOLVABLE
    return bits


def main(count: deals.Count = DEALS) -> None:
    """Write the bits of deals 1 to ``count`` to their file in games/knotty_nines."""
    bits = bits_of(range(1, count + 1))
    np.savez(file_of(SOLVER.game.name, SOURCE), solvable=np.packbits(bits), deals=count)
    typer.echo(f"solvable: {int(bits.sum()):,} of {count:,}")


if __name__ == "__main__":
    typer.run(main)
