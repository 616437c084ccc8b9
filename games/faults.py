"""What can be wrong with input, said once: a list of faults that quote the input.

Checks collect :class:`Fault` objects and raise a single :class:`BadInput` with all of them, so a
caller learns everything that is wrong in one go. The HTTP layer renders it as problem+json, the
command line as a list.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

QUOTE_LIMIT = 60
UNSHOWN = "a value that is too large to show"


def quote(value: object) -> str:
    """``value`` as it should appear in a message: its JSON-like text, cut when it is long.

    Numbers of more digits, and lists more deeply nested, than Python writes are not shown.
    """
    try:
        text = repr(value) if isinstance(value, str) else json.dumps(value, default=repr)
    except (RecursionError, ValueError):
        return UNSHOWN
    if len(text) <= QUOTE_LIMIT:
        return text
    end = text[-1] if isinstance(value, str) else ""
    return f"{text[: QUOTE_LIMIT - 1 - len(end)]}…{end}"


def pointer_of(location: Iterable[int | str]) -> str:
    """An RFC 6901 JSON Pointer for Pydantic's error location."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with the input.

    ``pointer`` is a JSON Pointer (RFC 6901) into the input, ``code`` a stable machine-readable
    name such as ``card_twice``, ``message`` a sentence for a person that quotes the input.
    """

    pointer: str
    code: str
    message: str

    def under(self, prefix: str) -> "Fault":
        """The same fault with ``prefix`` put before its pointer."""
        return Fault(prefix + self.pointer, self.code, self.message)


def is_sound(faults: Iterable[Fault], *pointers: str) -> bool:
    """Whether no fault has been found at these places of the input, within them, or above them.

    Above ``/hands/0/1`` are ``/hands/0`` and ``/hands``: a fault there says that what it holds may
    be anything. A fault of the input as a whole is above nothing.
    """
    places = tuple(f"{pointer}/" for pointer in pointers)
    above = {place[:i] for place in places for i in range(1, len(place)) if place[i] == "/"}
    return not any(
        fault.pointer in above or f"{fault.pointer}/".startswith(places) for fault in faults
    )


class BadInput(ValueError):
    """The input cannot be used; ``faults`` lists every reason found."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the faults; the exception's text is their messages joined."""
        self.faults = tuple(faults)
        super().__init__("; ".join(f.message for f in self.faults))

    @classmethod
    def one(cls, pointer: str, code: str, message: str) -> "BadInput":
        """A ``BadInput`` with a single fault."""
        return cls([Fault(pointer, code, message)])

    def under(self, prefix: str) -> "BadInput":
        """The same faults, each pointer put under ``prefix``."""
        return BadInput(f.under(prefix) for f in self.faults)


@contextmanager
def noted(faults: list[Fault], under: str = "") -> Iterator[None]:
    """Note the faults of a ``BadInput`` raised within, so that other checks can follow.

    ``under``: a pointer to put theirs under.
    """
    try:
        yield
    except BadInput as error:
        faults += error.under(under).faults


class IllegalMove(BadInput):
    """A move that is well written but not allowed in the position.

    ``index`` and the pointer count from 0, as lists do, the message from 1, as people do.
    """

    def __init__(self, index: int, move: str, reason: str) -> None:
        """Name the move, its place in the list of moves and the rule it breaks."""
        self.index = index
        self.move = move
        self.reason = reason
        fault = Fault(f"/{index}", "illegal_move", f"move {index + 1} {quote(move)}: {reason}")
        super().__init__([fault])
