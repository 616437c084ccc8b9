"""Beginning a game at the prompt: dealt anew, or taken up from a record."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from kibitz.cli.reading import record_in
from kibitz.cli.table import PERSON, Table
from kibitz.contract.options import STRENGTHS, Strength
from kibitz.games import record
from kibitz.games.catalogue import GAMES, LISTED
from kibitz.games.deal_requests import random_seed, read_deal
from kibitz.games.faults import BadInput, quote
from kibitz.games.requests import check_seat
from kibitz.games.schema import read_pairs
from kibitz.solvers.catalogue import find

USUAL: Final = "casual"


def strength_of(level: str | None) -> Strength:
    """How well the others play; raises ``BadInput`` for no level."""
    found = next((known for known in STRENGTHS if known == (level or USUAL)), None)
    if found is None:
        message = f"{quote(level)} is not a level: choose {', '.join(STRENGTHS)}"
        raise BadInput.one("/level", "unknown_level", message)
    return found


def check_players(game: str, players: int | None) -> None:
    """Raise ``BadInput`` unless so many can play a game."""
    counts = LISTED[game].players
    if players is not None and players not in counts:
        message = f"{LISTED[game].title} is for {_counted(counts)}, not {players}"
        raise BadInput.one("/players", "players", message)


def dealt_table(
    name: str,
    strength: Strength,
    seat: int | None,
    players: int | None,
    rules: Sequence[str] | None,
    seed: str | None,
) -> Table:
    """A table with a fresh deal; raises ``BadInput``."""
    solver = find(name)
    switches = read_pairs(rules or ()) or {}
    if players is not None and len(LISTED[name].players) > 1:
        switches["players"] = players
    if "information" in solver.game.switches.usual:
        switches.setdefault("information", "hidden")
    dealt = random_seed() if seed is None else seed
    start = read_deal(solver.game, {"seed": dealt, "rules": switches}).position
    kept: record.Record[Any] = record.Record(start, (), source=f"kibitz {dealt}")
    return Table(solver, kept, _seat(name, start, seat or 0), strength, dealt)


def resumed_table(file: Path, game: str | None, strength: Strength, seat: int | None) -> Table:
    """A table with a game that was saved, all its moves made; raises ``BadInput``.

    Without a ``seat`` the person sits where the record says, else at seat 0.
    """
    name, data = record_in(str(file), game)
    found = record.read(GAMES[name], data)
    if _hides_cards(found.start.to_json()):
        message = f"{file} is what one seat kept: whoever plays the others needs all cards"
        raise BadInput.one("/position", "hidden", message)
    if seat is None:
        seat = found.seats.index(PERSON) if PERSON in found.seats else 0
    return Table(find(name), found, _seat(name, found.start, seat), strength, random_seed())


def _seat(name: str, start: Any, seat: int) -> int:
    """``seat`` if there is one; raises ``BadInput``."""
    check_seat(seat, GAMES[name].seats(GAMES[name].state(start)))
    return seat


def _hides_cards(data: object) -> bool:
    """Whether the JSON of a position counts cards instead of listing them."""
    if isinstance(data, dict):
        return bool(data.get("count")) or any(map(_hides_cards, data.values()))
    return isinstance(data, list) and any(map(_hides_cards, data))


def _counted(counts: Sequence[int]) -> str:
    """How many play, in words: ``2 to 6 players``, ``2, 3, 4 or 6 players``."""
    low, high = counts[0], counts[-1]
    if low == high:
        return f"{low} player" if low == 1 else f"{low} players"
    if len(counts) > 2 and list(counts) == list(range(low, high + 1)):
        return f"{low} to {high} players"
    return f"{', '.join(map(str, counts[:-1]))} or {high} players"
