"""Progress of long work: one record and one kind of listener for every search and verb."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    ``done`` and ``total`` count ``unit``; ``total`` is None when no bound is known. ``best`` says
    in a few words what has been found so far.
    """

    done: int
    total: int | None
    unit: str
    best: str = ""


Listener = Callable[[Progress], None]


def ignore(progress: Progress) -> None:
    """The listener of callers who do not want to know."""
