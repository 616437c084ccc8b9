"""Reading a request for a verb: one pass that lists every fault."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from kibitz.contract.requests import DealRequest
from kibitz.games.faults import BadInput, Fault, noted, quote
from kibitz.games.game import Game
from kibitz.games.schema import schema_faults

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


def read_deal(game: Game, data: object) -> Any:
    """The position that a ``deal`` request asks for; raises ``BadInput`` with every fault."""
    fields = _object(data)
    faults: list[Fault] = []
    try:
        DealRequest.model_validate(fields)
    except ValidationError as error:
        faults += schema_faults(error)
    broken = {fault.pointer for fault in faults}
    seed = "1" if "/seed" in broken else str(fields["seed"])
    source = "kibitz" if "/source" in broken else fields.get("source", "kibitz")
    dealt = None
    try:
        dealt = game.deal(seed, fields.get("rules"), source)
    except BadInput as error:
        faults += [fault for fault in error.faults if fault.pointer not in broken]
    match = {name: fields[name] for name in MATCH_FIELDS if fields.get(name) is not None}
    for name in [*match]:
        if MATCH_FIELDS[name] not in game.match_options:
            faults.append(Fault(f"/{name}", "no_match", f"{game.title} has no {name}"))
            del match[name]
    if match and dealt is not None:
        faults += _match_faults(game, dealt, match)
    if faults:
        raise BadInput(faults)
    return deal_round(game, seed, fields.get("rules"), source, match) if match else dealt


def deal_round(game: Game, seed: str, rules: object, source: str, match: Mapping[str, Any]) -> Any:
    """A deal with a dealer, totals or number of its round, given as the position has them."""
    dealt = game.deal(seed, rules, source)
    whole = game.read(dealt.to_json() | {name: match[name] for name in match if name != "dealer"})
    chosen = {
        MATCH_FIELDS[name]: match[name] if name == "dealer" else getattr(whole, name)
        for name in match
    }
    deal: Callable[..., Any] = game.deal
    return deal(seed, rules, source, **chosen)


def _match_faults(game: Game, dealt: Any, match: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with what is given of a match, as the game finds it in a position."""
    faults: list[Fault] = []
    with noted(faults):
        game.read(dealt.to_json() | dict(match))
    return [
        fault for fault in faults if fault.pointer.split("/")[1:2] in ([name] for name in match)
    ]
