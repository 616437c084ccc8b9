"""Compilations of kernels as they happen, for those who have to know: there should be none late.

A kernel that is in the cache is loaded, not compiled, and nobody hears of it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from numba.core import event

MOST_LETTERS: Final = 200  # of argument types, which may be long records


class _Hearing(event.Listener):  # type: ignore[misc]
    """Passes on what begins to be compiled."""

    def __init__(self, hear: Callable[[str, str], None]) -> None:
        self._hear = hear

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        types = ", ".join(map(str, event.data["args"]))
        self._hear(f"{function.__module__}.{function.__qualname__}", types[:MOST_LETTERS])

    def on_end(self, event: Any) -> None:
        pass


def watch_compilations(hear: Callable[[str, str], None]) -> Callable[[], None]:
    """Call ``hear`` with the name and the argument types of every kernel that is compiled.

    It is called in the thread that compiles, before that begins. Returns what ends the watch.
    """
    listener = _Hearing(hear)
    event.register("numba:compile", listener)
    return lambda: event.unregister("numba:compile", listener)


@contextmanager
def compilations() -> Iterator[list[str]]:
    """Within it, a list of the kernels that have been compiled, each with its argument types."""
    found: list[str] = []
    end = watch_compilations(lambda name, types: found.append(f"{name}({types})"))
    try:
        yield found
    finally:
        end()
