"""What a seat may know of a state as numbers: a vector of fixed length, in named planes.

Each game has an ``observation.py`` with its ``ENCODER``. Every number is a float32 from -1 to 1:
flags are 0 or 1, counts are divided by the most there can be, and what is larger is cut. Seats
are counted from the one that observes, so that its own plane is always the first. Planes of 52 or
53 cards are in the order of `games.cards`, the joker last.

How long the vector is depends on the switches of the rules alone, never on what was dealt or
played. It is made of nothing but what the seat sees: of all deals that fit, it is the same.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from math import prod
from typing import Final, NamedTuple

import numpy as np

from kibitz.games.catalogue import ByGame, folder_of
from kibitz.games.kernel import kernel
from kibitz.games.protocol import State
from kibitz.games.records import Reals32


class Plane(NamedTuple):
    """A part of a vector: its name, its shape and what it says; axes of seats come first."""

    name: str
    shape: tuple[int, ...]
    about: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


Planes = tuple[Plane, ...]


@dataclass(frozen=True, slots=True)
class Encoder:
    """How one game is observed.

    ``planes``: the planes of a state, in order; those of all states of the same rules are the same.
    ``write``: a kernel that writes what a seat sees of a state to a vector of the right size, and
    returns how many numbers it has written.
    """

    planes: Callable[[State], Planes]
    write: Callable[[State, int, Reals32], int]

    def size(self, state: State) -> int:
        """How many numbers the vectors of this state's rules have."""
        return sum(plane.size for plane in self.planes(state))

    def observe(self, state: State, seat: int) -> Reals32:
        """What ``seat`` sees, a new vector. It must be a seat of the table that knows its hand."""
        vector = np.empty(self.size(state), np.float32)
        self.write(state, seat, vector)
        return vector


def split(vector: Reals32, planes: Planes) -> dict[str, Reals32]:
    """The planes of a vector by their names, each in its shape; they share its memory."""
    found, at = dict[str, Reals32](), 0
    for plane in planes:
        found[plane.name] = vector[at : at + plane.size].reshape(plane.shape)
        at += plane.size
    return found


def _encoder(name: str) -> Encoder:
    found: Encoder = import_module(f"kibitz.games.{folder_of(name)}.observation").ENCODER
    return found


ENCODERS: Final[Mapping[str, Encoder]] = ByGame(_encoder)


@kernel
def put(out: Reals32, at: int, value: float, most: float) -> int:
    """Write a number as a part of ``most``, cut to -1 … 1; where the next one goes."""
    out[at] = min(1.0, max(-1.0, value / most))
    return at + 1


@kernel
def put_one(out: Reals32, at: int, size: int, index: int) -> int:
    """Write 1 at ``index`` of ``size`` numbers and 0 elsewhere; of no such index only zeros."""
    for i in range(size):
        out[at + i] = i == index
    return at + size


@kernel
def put_seat(out: Reals32, at: int, players: int, seat: int, other: int) -> int:
    """Write which seat ``other`` is, counted from ``seat``; only zeros where it is nobody."""
    return put_one(out, at, players, (other - seat) % players if other >= 0 else -1)


@kernel
def put_bits(out: Reals32, at: int, size: int, bits: int) -> int:
    """Write the lowest ``size`` bits of a number, the lowest first."""
    for i in range(size):
        out[at + i] = bits >> i & 1
    return at + size
