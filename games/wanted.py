"""Deals of the solitaires whose verdict and difficulty are known before they are asked for.

Each solitaire has a table, ``deals.npz`` in its folder, of the first numbers of our own source
under the default rules. It is made by `training.deals`; to look a deal up takes no search. Of the
numbers of another source the verdicts may be known, but no difficulty: ``<source>.npz`` then has a
bit for each deal from 1 on, set where it can be won.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from kibitz.contract.requests import Difficulty, Want
from kibitz.games.catalogue import folder_of
from kibitz.games.chance import mix
from kibitz.games.faults import BadInput, Fault, quote
from kibitz.games.game import Game

UNKNOWN, UNSOLVABLE, SOLVABLE = 0, 1, 2
OWN: Final = "kibitz"  # the source of the deals
DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("hard", "medium", "easy")


class Table(NamedTuple):
    """What is known of deals 0, 1, 2 …, as a file of arrays of these names.

    ``verdicts``: one of the three above, proved. ``wins``: how many of ``games`` games of a deal
    that can be won a player who does not see the stock has won; without games no difficulty is
    known. ``easy, medium``: the least wins of such deals; any other that can be won is hard.
    """

    verdicts: npt.NDArray[np.uint8]
    wins: npt.NDArray[np.uint8]
    games: int
    easy: int
    medium: int

    def difficulties(self) -> npt.NDArray[np.int64]:
        """Of each deal its place in ``DIFFICULTIES``, -1 where none is known."""
        places = np.int64(self.wins >= self.medium) + (self.wins >= self.easy)
        return np.where((self.verdicts == SOLVABLE) & (self.games > 0), places, -1)

    def first(self, seed: int, want: Want) -> int | None:
        """The first deal from ``seed`` on that fits; deal 0 follows the last one. None for none.

        A seed beyond the table starts at a number of the table that is its hash.
        """
        fits = self.verdicts == (SOLVABLE if want.verdict == "solvable" else UNSOLVABLE)
        if want.difficulty is not None:
            fits &= self.difficulties() == DIFFICULTIES.index(want.difficulty)
        numbers = np.flatnonzero(fits)
        if not len(numbers):
            return None
        size = len(fits)
        start = seed if seed < size else int(mix(np.uint64(seed % 2**64))) % size
        return int(numbers[np.searchsorted(numbers, start) % len(numbers)])

    def difficulty(self, number: int) -> Difficulty | None:
        """How difficult a deal is, None where it is not known."""
        place = int(self.difficulties()[number])
        return None if place < 0 else DIFFICULTIES[place]


def file_of(name: str, source: str = OWN) -> Path:
    """The file of the table of a game for the deals of a source."""
    file = "deals" if source == OWN else source
    return Path(__file__).parent / folder_of(name) / f"{file}.npz"


def has_table(game: Game, source: str) -> bool:
    """Whether deals of a game by a source are known in advance."""
    return source in game.sources and file_of(game.name, source).is_file()


@cache
def load_table(name: str, source: str = OWN) -> Table:
    """The table of a game that has one for a source."""
    with np.load(file_of(name, source)) as stored:
        if source != OWN:
            return _table_of_bits(stored["solvable"], int(stored["deals"]))
        games, easy, medium = (int(stored[key]) for key in ("games", "easy", "medium"))
        return Table(stored["verdicts"], stored["wins"], games, easy, medium)


def _table_of_bits(solvable: npt.NDArray[np.uint8], deals: int) -> Table:
    """The table of deals 1 to ``deals``, their bits packed; there is no deal 0."""
    won = np.unpackbits(solvable, count=deals)
    verdicts = np.concatenate([[UNKNOWN], np.where(won, SOLVABLE, UNSOLVABLE)]).astype(np.uint8)
    return Table(verdicts, np.zeros_like(verdicts), games=0, easy=0, medium=0)


def check_want(game: Game, rules: object, source: str, seed: str, want: object) -> None:
    """Raise ``BadInput``, where no table has what is asked for.

    ``rules``: sound ones, or None. ``want``: as JSON, sound or not.
    """
    if game.players != (1, 1):
        message = f"{game.title} is not a solitaire: no deal of it is won or lost by itself"
        raise BadInput.one("/want", "not_a_solitaire", message)
    faults = []
    known = [name for name in game.sources if has_table(game, name)]
    if not known:
        faults.append(Fault("/want", "no_table", f"no deals of {game.title} are known in advance"))
    usual = game.switches.default
    # Whether the player sees the stock changes neither the cards nor whether they can be won.
    if replace(game.switches.read(rules), information=usual.information) != usual:
        message = "only deals under the default rules are known in advance, not under these"
        faults.append(Fault("/rules", "other_rules", message))
    if known and source not in known:
        names = " and ".join(map(quote, known))
        message = f"only deals of {names} are known in advance, not of {quote(source)}"
        faults.append(Fault("/source", "other_source", message))
    elif source != OWN:
        if not seed.isdecimal():
            message = (
                f"only plain numbers of {quote(source)} are known in advance, not {quote(seed)}"
            )
            faults.append(Fault("/seed", "other_source", message))
        if isinstance(want, Mapping) and want.get("difficulty") is not None:
            message = (
                f"how difficult deals of {quote(source)} are is not known, only of {quote(OWN)}"
            )
            faults.append(Fault("/want/difficulty", "other_source", message))
    if faults:
        raise BadInput(faults)


def number_of(game: Game, seed: str, source: str, want: Want) -> int:
    """The number of the first deal that fits; raises ``BadInput`` when there is none."""
    table = load_table(game.name, source)
    number = table.first(int(seed), want)
    if number is None:
        message = f"none of the {len(table.verdicts):,} deals known in advance is like this"
        raise BadInput.one("/want", "none_fits", message)
    return number
