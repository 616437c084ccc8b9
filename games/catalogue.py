"""The games that are there. The one list that a new game is added to.

To know their names takes no time: the code of a game is imported when it is first asked for. It
lies where its name says, ``knock-rummy`` in ``games/knock_rummy/game.py`` as ``KnockRummy``, and
so do its solver and its board.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from kibitz.games.faults import BadInput, quote

if TYPE_CHECKING:
    from kibitz.games.game import Game

T = TypeVar("T")


class Listed(NamedTuple):
    """What is known of a game without its code: its title, and how many can play."""

    title: str
    players: tuple[int, ...]


LISTED: Final[Mapping[str, Listed]] = {
    "knotty-nines": Listed("Knotty Nines", (1,)),
    "knaves": Listed("Knaves", (3,)),
    "knack-solitaire": Listed("K'nack Solitaire", (1,)),
    "knack": Listed("K'nack", (2, 3, 4, 5, 6)),
    "knock-rummy": Listed("Knock Rummy", (2, 3, 4, 5, 6)),
    "hand-knee-foot": Listed("Hand, Knee and Foot", (2, 3, 4, 6)),
}


class ByGame(Mapping[str, T]):
    """By the name of each game something that is made when it is first asked for, then kept."""

    def __init__(self, make: Callable[[str], T], names: Iterable[str] = LISTED) -> None:
        """Make nothing yet."""
        self._make = make
        self._made: dict[str, T | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> T:
        found = self._made[name]
        if found is None:
            found = self._made[name] = self._make(name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def folder_of(name: str) -> str:
    """The folder of a game: ``knock_rummy``."""
    return name.replace("-", "_")


def _game(name: str) -> "Game":
    found: Game = made(f"kibitz.games.{folder_of(name)}.game", name)
    return found


def made(module: str, name: str, suffix: str = "") -> Any:
    """A new object of the class in ``module`` that is named for the game: ``KnockRummy``."""
    title = "".join(part.title() for part in name.split("-"))
    return getattr(import_module(module), title + suffix)()


GAMES: Final[Mapping[str, "Game"]] = ByGame(_game)


def check_name(name: str) -> str:
    """``name``, if a game is called so; else raise ``BadInput`` that lists the names."""
    if name not in LISTED:
        raise BadInput.one("/game", "unknown_game", unknown_game(name))
    return name


def unknown_game(name: str, known: Iterable[str] = LISTED) -> str:
    """The message that no game is called ``name``, with the name that was probably meant."""
    known = list(known)
    near = get_close_matches(name.lower(), known, 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    return f"{quote(name)} is not a game here: {', '.join(known)}{meant}"
