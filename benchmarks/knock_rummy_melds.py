"""Hands a second split into melds, beside the utility of OpenSpiel's gin rummy on the same hands.

Hands of ten cards: by chance from the whole pack; rich in melds, from the twenty cards of five
neighbouring ranks; and crowded, from the twelve cards of three ranks, of which most hands can be
split in many ways. The ace is low and counts one, so that both play the same rules; where they
differ the run fails. Ours is the loop of the kernel over an array of words; OpenSpiel's is called
from Python with lists of cards made before the clock starts. Batches take turns, in processor
seconds of the one thread.
"""

import argparse
import importlib
import importlib.util
import time
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from benchmarks.common import command, following, show
from benchmarks.speed import interval
from kibitz.games.cards import PACK_SIZE
from kibitz.games.knock_rummy.bitboards import word_of
from kibitz.games.knock_rummy.melds import LOW, least_deadwoods

HAND: Final = 10
Hands = list[list[int]]


def _neighbours(random: Random, ranks: int) -> list[int]:
    first = random.randrange(14 - ranks)
    return list(range(4 * first, 4 * (first + ranks)))


PACKS: Final[dict[str, Callable[[Random], list[int]]]] = {
    "random": lambda _: list(range(PACK_SIZE)),
    "meld-rich": lambda random: _neighbours(random, 5),
    "crowded": lambda random: _neighbours(random, 3),
}


def hands_of(kind: str, count: int, seed: int) -> Hands:
    """Seeded hands of ten cards."""
    random = Random(seed)
    return [random.sample(PACKS[kind](random), HAND) for _ in range(count)]


def ours(hands: Hands) -> tuple[float, npt.NDArray[np.int64]]:
    """Seconds and deadwood of all hands, by the kernel."""
    words = np.array([word_of(hand) for hand in hands], np.uint64)
    found = np.zeros(len(words), np.int64)
    began = time.thread_time()
    least_deadwoods(words, LOW, 1, found)
    return time.thread_time() - began, found


def theirs(hands: Hands) -> tuple[float, npt.NDArray[np.int64]]:
    """Seconds and deadwood of all hands, by OpenSpiel, which numbers cards suit by suit."""
    gin: Any = importlib.import_module("pyspiel").gin_rummy
    utility = gin.GinRummyUtils(13, 4, HAND)
    lists = [[13 * (card & 3) + (card >> 2) for card in hand] for hand in hands]
    began = time.thread_time()
    found = [utility.min_deadwood(hand) for hand in lists]
    return time.thread_time() - began, np.array(found, np.int64)


def measure(kind: str, batches: int, size: int, peer_size: int) -> list[str]:
    """One row: hands a second of both; raises ``AssertionError`` where their counts differ."""
    peer = importlib.util.find_spec("pyspiel") is not None
    spent = np.zeros((batches, 2))
    ours(hands_of(kind, 10, 0))
    for number in following(range(batches), batches, f"batches, {kind}"):
        hands = hands_of(kind, size, number)
        spent[number, 0], found = ours(hands)
        if peer:
            spent[number, 1], known = theirs(hands[:peer_size])
            differing = np.flatnonzero(found[:peer_size] != known)
            if len(differing):
                raise AssertionError(f"{kind} {number}: {hands[differing[0]]}")

    def speed(chosen: npt.NDArray[np.int64], column: int = 0, count: int = size) -> float:
        return float(count * len(chosen) / spent[chosen, column].sum())

    every = np.arange(batches)
    row = [kind, f"{batches} × {size:,}", f"{speed(every):,.0f} ({interval(speed, batches)})"]
    if not peer:
        return [*row, "not installed", ""]
    there = speed(every, 1, peer_size)
    return [*row, f"{there:,.0f}", f"{speed(every) / there:,.1f}"]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of this benchmark."""
    parser.add_argument("--batches", type=int, default=20, help="batches of hands")
    parser.add_argument("--size", type=int, default=50_000, help="hands in a batch")
    parser.add_argument("--peer-size", type=int, default=2_000, help="of them, for OpenSpiel")


def run(args: argparse.Namespace) -> None:
    """Measure and print."""
    header = ["hands", "counted", "hands/s", "OpenSpiel hands/s", "times as fast"]
    rows = [measure(kind, args.batches, args.size, args.peer_size) for kind in PACKS]
    show("Ten-card hands split into melds a second, one thread", header, rows)


if __name__ == "__main__":
    command(__doc__, add_options, run)
