"""Progress of long work: one record and one kind of listener for every search and verb.

A record may carry what has been found so far. It is made only when somebody asks for it, and each
layer makes its own of it on the way up: a search its findings, an analysis the moves valued, a
verb the answer that it would give if it was stopped now. Those are the improving answers.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    ``done`` and ``total`` count ``unit``; ``total`` is None when no bound is known. ``best`` says
    in a few words what has been found so far, ``found`` makes it: to be called by the listener
    while it is told, as the search goes on afterwards. None where there is nothing yet.
    """

    done: int
    total: int | None
    unit: str
    best: str = ""
    found: Callable[[], Any] | None = None


Listener = Callable[[Progress], None]


def ignore(progress: Progress) -> None:
    """The listener of callers who do not want to know."""


def finding(listener: Listener, found: Callable[[], Any]) -> Listener:
    """A listener to give to a search that finds nothing by itself: ``found`` is what there is."""
    return lambda progress: listener(replace(progress, found=found))


def improving(listener: Listener, told: Callable[[Any], Any]) -> Listener:
    """A listener to give to a search: what it finds is passed on as ``told`` puts it."""

    def listen(progress: Progress) -> None:
        found = progress.found
        listener(progress if found is None else replace(progress, found=lambda: told(found())))

    return listen
