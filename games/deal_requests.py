"""Reading a request for a deal: rules, seed and source, and what is given of a match."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from kibitz.contract.requests import DealRequest, Difficulty, Want
from kibitz.games.faults import BadInput, Fault, is_sound, noted, pointer_of, quote
from kibitz.games.findings import schema_faults
from kibitz.games.game import Game
from kibitz.games.requests import object_of
from kibitz.games.wanted import OWN, check_want, load_table, number_of

MOST_RANDOM: Final = 10**12

# What a request may give of a match, and the keyword argument of `Game.deal` for each.
MATCH_FIELDS: Final = {"dealer": "dealer", "scores": "scores", "round": "round_number"}


def random_seed() -> str:
    """A seed that every source can deal."""
    return str(1 + secrets.randbelow(MOST_RANDOM))


class Dealt(NamedTuple):
    """A fresh deal; of one that was wanted also its number, and how difficult it is if solvable."""

    position: Any
    number: int | None = None
    difficulty: Difficulty | None = None


def read_deal(game: Game, data: object) -> Dealt:
    """What a ``deal`` request asks for; raises ``BadInput`` with every fault."""
    fields = object_of(data)
    faults: list[Fault] = []
    request = None
    try:
        request = DealRequest.model_validate(fields)
    except ValidationError as error:
        faults += schema_faults(error, DealRequest)
    seed = "1" if not is_sound(faults, "/seed") else str(fields["seed"])
    source = "kibitz" if not is_sound(faults, "/source") else fields.get("source", "kibitz")
    found: list[Fault] = []
    with noted(found):
        game.deal(seed, fields.get("rules"), source)
    faults += [_as_given(fault, seed, fields.get("seed")) for fault in found]
    if fields.get("want") is not None:
        rules = fields.get("rules") if is_sound(faults, "/rules") else None
        with noted(faults):
            sound = source if is_sound(faults, "/source") else OWN
            number = seed if is_sound(faults, "/seed") else "1"
            check_want(game, rules, sound, number, fields["want"])
    match = {name: fields[name] for name in MATCH_FIELDS if fields.get(name) is not None}
    for name in match:
        if MATCH_FIELDS[name] not in game.match_options:
            faults.append(
                Fault(f"/{name}", "no_match", f"a deal of {game.title} takes no {quote(name)}")
            )
    wrong = {fault.pointer for fault in faults}
    match = {name: value for name, value in match.items() if f"/{name}" not in wrong}
    found, chosen = [], {}
    if match:
        with noted(found):
            chosen = _round(game, fields.get("rules"), match, faults)
    faults += [fault for fault in found if is_sound(faults, fault.pointer)]
    if request is None or faults:
        raise BadInput(faults)
    if request.want is not None:
        return _wanted(game, seed, source, fields.get("rules"), request.want)
    deal: Callable[..., Any] = game.deal
    return Dealt(deal(seed, fields.get("rules"), source, **chosen))


def _wanted(game: Game, seed: str, source: str, rules: object, want: Want) -> Dealt:
    """The first deal from ``seed`` on that is as wanted; raises ``BadInput`` when there is none."""
    number = number_of(game, seed, source, want)
    difficulty = load_table(game.name, source).difficulty(number)
    return Dealt(game.deal(str(number), rules, source), number, difficulty)


def _as_given(fault: Fault, seed: str, given: object) -> Fault:
    """A fault of a seed that was given as a number, so quoted."""
    if fault.pointer != "/seed" or not isinstance(given, int):
        return fault
    return replace(fault, message=fault.message.replace(quote(seed), quote(given)))


def _round(
    game: Game, rules: object, match: Mapping[str, Any], known: list[Fault]
) -> dict[str, Any]:
    """What is given of a match as arguments of `Game.deal`, read by the game as in a position.

    Raises ``BadInput`` with what the game finds wrong with it. ``known``: the faults so far. Where
    rules have some, what is wrong under any that could stand there is found, and nothing returned.
    """
    switches = rules if isinstance(rules, dict) else {}
    sound = {
        name: value
        for name, value in switches.items()
        if is_sound(known, pointer_of(("rules", name)))
    }
    tables = [*_tables(game, switches, sound, known)]
    if not tables:
        return {}
    of_tables = [_faults_at(game, whole, match) for whole in tables]
    always = set.intersection(*({(f.pointer, f.code) for f in found} for found in of_tables))
    faults = [
        _at_any_table(fault, match, of_tables)
        for fault in of_tables[-1]
        if (fault.pointer, fault.code) in always
    ]
    if faults:
        raise BadInput(faults)
    if known:
        return {}
    given = game.read(tables[0] | {name: match[name] for name in match if name != "dealer"})
    values = {name: getattr(given, name) for name in match} | {"dealer": match.get("dealer")}
    return {MATCH_FIELDS[name]: values[name] for name in match}


def _at_any_table(fault: Fault, match: Mapping[str, Any], of_tables: list[list[Fault]]) -> Fault:
    """A fault of every table that there might be, without the number of players of one of them."""
    if fault.code != "no_such_seat" or all(fault in found for found in of_tables):
        return fault
    seat = quote(match[fault.pointer[1:]])
    return replace(fault, message=f"there is no seat {seat} at any table of this game")


def _tables(
    game: Game, switches: dict[str, Any], sound: dict[str, Any], known: list[Fault]
) -> Iterator[dict[str, Any]]:
    """Deals under the sound ones of the switches, with all of them as their rules.

    Where it is not said how many play, a deal for each number.
    """
    least, most = game.players
    choices: list[dict[str, Any]] = [{}]
    if least < most and not is_sound(known, "/rules/players"):
        choices = [{"players": players} for players in range(least, most + 1)]
    for choice in choices:
        with suppress(BadInput):  # two switches may be sound by themselves only
            whole = game.deal("1", sound | choice).to_json()
            yield whole | ({"rules": switches | choice} if switches or choice else {})


def _faults_at(game: Game, whole: dict[str, Any], match: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with what is given of a match in a deal."""
    faults: list[Fault] = []
    with noted(faults):
        game.read(whole | dict(match))
    return [fault for fault in faults if fault.pointer.partition("/")[2].split("/")[0] in match]
