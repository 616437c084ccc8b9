"""Reading a request for a verb: one pass that lists every fault."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from kibitz.contract.requests import DealRequest, Difficulty, Want
from kibitz.games.faults import BadInput, Fault, is_sound, noted, quote
from kibitz.games.game import Game
from kibitz.games.schema import schema_faults
from kibitz.games.wanted import OWN, check_want, load_table, number_of

M = TypeVar("M", bound=BaseModel)

# What a request may give of a match, and the keyword argument of `Game.deal` for each.
MATCH_FIELDS: Final = {"dealer": "dealer", "scores": "scores", "round": "round_number"}


def _object(data: object) -> dict[str, Any]:
    if not isinstance(data, dict):
        message = f"the body should be a JSON object, not {quote(data)}"
        raise BadInput.one("", "not_an_object", message)
    return data


def read_request(model: type[M], game: Game, data: object) -> tuple[M, Any]:
    """The checked request and its position; raises ``BadInput`` with the faults of both."""
    faults: list[Fault] = []
    request, position = None, None
    fields = _object(data)
    try:
        request = model.model_validate(fields)
    except ValidationError as error:
        faults += schema_faults(error)
    if "position" in fields:
        with noted(faults, "/position"):
            position = game.read(fields["position"])
    if request is None or faults:
        raise BadInput(faults)
    return request, position


class Dealt(NamedTuple):
    """A fresh deal; of one that was wanted also its number, and how difficult it is if solvable."""

    position: Any
    number: int | None = None
    difficulty: Difficulty | None = None


def read_deal(game: Game, data: object) -> Dealt:
    """What a ``deal`` request asks for; raises ``BadInput`` with every fault."""
    fields = _object(data)
    faults: list[Fault] = []
    request = None
    try:
        request = DealRequest.model_validate(fields)
    except ValidationError as error:
        faults += schema_faults(error)
    seed = "1" if not is_sound(faults, "/seed") else str(fields["seed"])
    source = "kibitz" if not is_sound(faults, "/source") else fields.get("source", "kibitz")
    with noted(faults):
        game.deal(seed, fields.get("rules"), source)
    if fields.get("want") is not None:
        rules = fields.get("rules") if is_sound(faults, "/rules") else None
        with noted(faults):
            check_want(game, rules, source if is_sound(faults, "/source") else OWN)
    match = {name: fields[name] for name in MATCH_FIELDS if fields.get(name) is not None}
    for name in match:
        if MATCH_FIELDS[name] not in game.match_options:
            faults.append(Fault(f"/{name}", "no_match", f"{game.title} has no {name}"))
    match = {name: value for name, value in match.items() if is_sound(faults, f"/{name}")}
    chosen: dict[str, Any] = {}
    if match and is_sound(faults, "/rules"):
        with noted(faults):
            chosen = _round(game, fields.get("rules"), match)
    if request is None or faults:
        raise BadInput(faults)
    if request.want is not None:
        return _wanted(game, seed, request.want)
    deal: Callable[..., Any] = game.deal
    return Dealt(deal(seed, fields.get("rules"), source, **chosen))


def _wanted(game: Game, seed: str, want: Want) -> Dealt:
    """The first deal from ``seed`` on that is as wanted; raises ``BadInput`` when there is none."""
    number = number_of(game, seed, want)
    return Dealt(game.deal(str(number)), number, load_table(game.name).difficulty(number))


def _round(game: Game, rules: object, match: Mapping[str, Any]) -> dict[str, Any]:
    """What is given of a match as arguments of `Game.deal`, read by the game as in a position.

    Raises ``BadInput`` with what the game finds wrong with it.
    """
    whole = game.deal("1", rules).to_json()
    faults: list[Fault] = []
    with noted(faults):
        game.read(whole | dict(match))
    faults = [fault for fault in faults if fault.pointer.split("/")[1] in match]
    if faults:
        raise BadInput(faults)
    given = game.read(whole | {name: match[name] for name in match if name != "dealer"})
    values = {name: getattr(given, name) for name in match} | {"dealer": match.get("dealer")}
    return {MATCH_FIELDS[name]: values[name] for name in match}
