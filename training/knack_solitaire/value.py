"""Learn the tables of `heuristics.knack_solitaire.value` in self-play.

Games are played by the tables as they are. After each card that is laid, what the tables made of
the one laid before is moved towards what they make of this one, in the end towards whether the game
was won (temporal differences; Sutton, 1988). How far a number moves depends on how much its errors
agree with one another (temporal coherence; Beal and Smith, 1999).
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
import typer
from numba import uint64

from kibitz.games.bits import Word
from kibitz.games.chance import start_stream
from kibitz.games.kernel import kernel
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.play import cards_left, redeal_unseen
from kibitz.games.knack_solitaire.state import KnackSolitaireState
from kibitz.games.protocol import Moves, State
from kibitz.games.records import Reals
from kibitz.heuristics.knack_solitaire.policy import draw_on, lay_open
from kibitz.heuristics.knack_solitaire.value import (
    MOST_TERMS,
    ONE,
    SIZE,
    WEIGHTS,
    add_up,
    new_desk,
    promising_cell,
    stored_tables,
)
from training.commands import GoOn, Minutes, Seed, report, until

GAMES: Final = 2_000  # between two looks at the clock
FIRST_CARDS: Final = 16  # deals of each kind that games begin with
STEP: Final = 4.0  # what the sum moves by for an error of 1, while all errors have agreed

# Games are shared out evenly among these, so those without a redeal are there several times.
RULES: Final[tuple[dict[str, Any], ...]] = (
    {"redeals": 0},
    {"redeals": 0},
    {"redeals": 0},
    {"redeals": 0},
    {"redeals": 1},
    {},
    {"redeal": "turn_over"},
    {"wrap": "none"},
    {"wrap": "none", "redeals": 0},
)


@kernel
def learn(
    numbers: Reals, errors: Reals, sizes: Reals, terms: Moves, count: int, wanted: float
) -> None:
    """Move the chance that ``count`` numbers make towards ``wanted``."""
    error = wanted - 1 / (1 + np.exp(-add_up(numbers, terms, count)))
    for i in range(count):
        at = terms[i]
        agreed = abs(errors[at]) / sizes[at] if sizes[at] > 0 else 1.0
        numbers[at] += STEP * agreed * error / count
        errors[at] += error
        sizes[at] += abs(error)


@kernel
def play(state: KnackSolitaireState, numbers: Reals, errors: Reals, sizes: Reals) -> bool:
    """Play a game on, in place, and learn from it; whether it was won."""
    desk = new_desk(state.field)
    last, length = np.empty(MOST_TERMS, np.int64), 0
    while draw_on(state):
        cell, total, count = promising_cell(state, numbers, desk)
        if length > 0:
            learn(numbers, errors, sizes, last, length, 1 / (1 + np.exp(-total)))
        last[:], length = desk.best, count
        lay_open(state, cell)
    won = cards_left(state) == 0
    if length > 0:
        learn(numbers, errors, sizes, last, length, 1.0 if won else 0.0)
    return won


@kernel
def self_play(
    roots: State,
    work: State,
    known: tuple[Reals, Reals, Reals],
    seed: Word,
    first: int,
    count: int,
    won: Moves,
) -> None:
    """Learn from games number ``first`` on, of each root in turn; count those won by root."""
    stream = np.zeros(1, np.uint64)
    for game in range(first, first + count):
        work[0] = roots[game % roots.shape[0]]
        start_stream(stream, seed, uint64(game))
        redeal_unseen(work[0], 0, stream)
        won[game % roots.shape[0]] += play(work[0], known[0], known[1], known[2])


def roots_of(rules: tuple[dict[str, Any], ...]) -> npt.NDArray[np.void]:
    """The first cards of deals of each kind, kind by kind in turn."""
    game = KnackSolitaire()
    deals = [game.deal(str(seed), kind) for seed in range(FIRST_CARDS) for kind in rules]
    return np.concatenate([game.state(deal) for deal in deals])


def main(minutes: Minutes = 30, seed: Seed = 1, go_on: GoOn = False) -> None:
    """Learn the tables and write them to their file in heuristics/knack_solitaire."""
    numbers, errors, sizes = np.zeros(SIZE), np.zeros(SIZE), np.zeros(SIZE)
    if go_on:
        numbers += stored_tables()["numbers"][0] / ONE
    roots = roots_of(RULES)
    work = roots[:1].copy()
    first = 0
    for spent in until(minutes, "self-play"):
        won = np.zeros(len(roots), np.int64)
        count = len(roots) * (GAMES // len(roots) + 1)
        self_play(roots, work, (numbers, errors, sizes), np.uint64(seed), first, count, won)
        first += count
        shares = 100 * won.reshape(FIRST_CARDS, len(RULES)).sum(0) / (count / len(RULES))
        report(f"{first:,} games, {spent:.0%}: won " + " ".join(f"{share:.0f}" for share in shares))
        whole = np.clip(np.round(numbers * ONE), -32768, 32767).astype(np.int16)
        np.savez_compressed(WEIGHTS, allow_pickle=False, numbers=whole)


if __name__ == "__main__":
    typer.run(main)
