"""Reading a request for a verb: one pass that lists every fault."""

import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from kibitz.contract.requests import DealRequest, Difficulty, Want
from kibitz.games.catalogue import GAMES, LISTED
from kibitz.games.faults import BadInput, Fault, is_sound, noted, pointer_of, quote
from kibitz.games.findings import schema_faults
from kibitz.games.game import Game
from kibitz.games.wanted import OWN, check_want, load_table, number_of

M = TypeVar("M", bound=BaseModel)

# Pointers that a message ends with: "7C is also at /stock/3 and /waste/0".
_PLACES: Final = re.compile(r" is also at (/\S+(?: and /\S+)*)$")

MOST_RANDOM: Final = 10**12

# What a request may give of a match, and the keyword argument of `Game.deal` for each.
MATCH_FIELDS: Final = {"dealer": "dealer", "scores": "scores", "round": "round_number"}


def object_of(data: object) -> dict[str, Any]:
    """``data`` as the object that a body is; raises ``BadInput``."""
    if not isinstance(data, dict):
        message = f"the body should be a JSON object, not {quote(data)}"
        raise BadInput.one("", "not_an_object", message)
    return data


def read_position(game: Game, data: object, pointer: str = "/position") -> Any:
    """The position that stands at ``pointer`` of a request.

    Raises ``BadInput`` with every fault, or with the name of the game that it is a position of.
    """
    if not isinstance(data, str | Mapping):
        message = f"a position should be a line of text or an object, not {quote(data)}"
        raise BadInput.one(pointer, "not_an_object", message)
    try:
        return game.read(data)
    except BadInput as error:
        other = _other_game(game, data)
        if other is not None:
            message = f"this is a position of {LISTED[other].title}, not of {game.title}"
            raise BadInput.one(pointer, "other_game", message) from None
        raise BadInput(_placed(fault, pointer) for fault in error.faults) from None


def _placed(fault: Fault, pointer: str) -> Fault:
    """A fault of a position as one of a request, pointers in its message as well."""
    places = _PLACES.search(fault.message)
    if places is None:
        return fault.under(pointer)
    message = fault.message[: places.start(1)] + re.sub("(^| )/", rf"\g<1>{pointer}/", places[1])
    return Fault(pointer + fault.pointer, fault.code, message)


def _other_game(game: Game, data: object) -> str | None:
    """The game that a line of text begins with, or the only one whose fields an object has."""
    if isinstance(data, str):
        name = data.strip().partition("~")[0]
        return name if name in LISTED and name != game.name else None
    if not isinstance(data, dict) or _fits(game, data):
        return None
    fits = [name for name, other in GAMES.items() if _fits(other, data)]
    return fits[0] if len(fits) == 1 else None


def _fits(game: Game, data: dict[str, Any]) -> bool:
    """Whether an object has all that a position needs, and no field or switch that it has not."""
    fields, switches = game.schema.model_fields, data.get("rules", {})
    needed = {name for name, field in fields.items() if field.is_required()}
    known = isinstance(switches, dict) and set(switches) <= set(game.switches.usual)
    return known and needed <= set(data) <= set(fields)


def read_request(
    model: type[M], game: Game, data: object, check: Callable[[Any, Any], object] | None = None
) -> tuple[M, Any]:
    """The checked request and its position; raises ``BadInput`` with the faults of both.

    ``check`` takes the position, None where that is not sound, and the request, and raises
    ``BadInput`` for what does not go together. It is called only where something else is wrong,
    with what is sound of the request, so that all is listed: whoever answers the request checks it
    anyhow.
    """
    faults: list[Fault] = []
    request, position = None, None
    fields = object_of(data)
    try:
        request = model.model_validate(fields)
    except ValidationError as error:
        faults += schema_faults(error, model)
    if "position" in fields:
        try:
            position = read_position(game, fields["position"])
        except BadInput as error:
            faults += error.faults
    if request is not None and not faults:
        return request, position
    if check is not None:
        with suppress(ValidationError), noted(faults):
            check(position, model.model_validate(sound_fields(fields, faults) | {"position": None}))
    raise BadInput(faults)


def sound_fields(fields: dict[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """The fields that have no fault; of a list in which an entry has one, what stands before it."""
    sound = {}
    for name, value in fields.items():
        at = pointer_of((name,))
        if is_sound(faults, at):
            sound[name] = value
        elif isinstance(value, list) and all(fault.pointer != at for fault in faults):
            ends = (i for i in range(len(value)) if not is_sound(faults, f"{at}/{i}"))
            if end := next(ends):
                sound[name] = value[:end]
    return sound


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
            check_want(game, rules, sound, seed, fields["want"])
    match = {name: fields[name] for name in MATCH_FIELDS if fields.get(name) is not None}
    for name in match:
        if MATCH_FIELDS[name] not in game.match_options:
            faults.append(
                Fault(f"/{name}", "no_match", f"a deal of {game.title} takes no {quote(name)}")
            )
    wrong = {fault.pointer for fault in faults}
    match = {name: value for name, value in match.items() if f"/{name}" not in wrong}
    found, chosen = [], {}
    if match and "/rules" not in wrong:
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
    rules have some, what does not depend on those is checked, and nothing returned.
    """
    switches = rules if isinstance(rules, dict) else {}
    sound = {
        name: value
        for name, value in switches.items()
        if is_sound(known, pointer_of(("rules", name)))
    }
    whole: dict[str, Any] = {}
    with suppress(BadInput):  # two switches may be sound by themselves only
        whole = game.deal("1", sound).to_json()
    if not whole:
        return {}
    faults: list[Fault] = []
    with noted(faults):
        game.read(whole | dict(match) | ({"rules": switches} if switches else {}))
    faults = [fault for fault in faults if fault.pointer.partition("/")[2].split("/")[0] in match]
    if faults:
        raise BadInput(faults)
    if known:
        return {}
    given = game.read(whole | {name: match[name] for name in match if name != "dealer"})
    values = {name: getattr(given, name) for name in match} | {"dealer": match.get("dealer")}
    return {MATCH_FIELDS[name]: values[name] for name in match}


def seat_fault(seat: int, seats: int, pointer: str = "/seat") -> Fault | None:
    """What is wrong with a seat of a table of so many; None for one that is there."""
    if 0 <= seat < seats:
        return None
    there = f"seats are 0 {'and' if seats == 2 else 'to'} {seats - 1}"
    message = f"there is no seat {seat}: {there if seats > 1 else 'the only seat is 0'}"
    return Fault(pointer, "no_such_seat", message)


def check_seat(seat: int, seats: int) -> None:
    """Raise ``BadInput`` unless a table of so many seats has this one."""
    fault = seat_fault(seat, seats)
    if fault is not None:
        raise BadInput([fault])
