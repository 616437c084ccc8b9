"""Schemas of JSON input: cards that are listed or counted, and the switches of a game."""

from collections.abc import Callable, Iterable
from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel, Discriminator, TypeAdapter, ValidationError

from kibitz.games.cards import card_text
from kibitz.games.faults import BadInput, Fault, pointer_of
from kibitz.games.findings import schema_faults

R = TypeVar("R")

_NAMES: Final = {"PositionSchema": "a position"}


def _listed_or_counted(value: object) -> str | None:
    if isinstance(value, dict | BaseModel):
        return "counted"
    return "listed" if isinstance(value, list) else None


def listed_or_counted(
    code: str = "cards_type", message: str = 'Cards should be a list or {"count": n}'
) -> Discriminator:
    """Of cards that are listed, or of which only the number is known: tags of that name.

    ``code`` and ``message`` of the fault of what is neither.
    """
    return Discriminator(_listed_or_counted, custom_error_type=code, custom_error_message=message)


def cards_json(cards: Iterable[int], count: int = 0) -> Any:
    """Cards as texts or, where there is one, their number alone."""
    return {"count": count} if count else [*map(card_text, cards)]


def without_none(data: dict[str, Any]) -> dict[str, Any]:
    """The parts that there is something to say of."""
    return {name: value for name, value in data.items() if value is not None}


def _nothing_contradicts(rules: Any) -> list[Fault]:
    return []


class Switches(Generic[R]):
    """The switches of a game, a dataclass of rules, from JSON and back.

    ``contradictions``: what is wrong with switches that are each well written.
    """

    def __init__(
        self,
        rules: type[R],
        contradictions: Callable[[R], list[Fault]] = _nothing_contradicts,
    ) -> None:
        self.adapter: TypeAdapter[R] = TypeAdapter(rules)
        self.contradictions = contradictions
        self.default = rules()
        self.usual = self.to_json(self.default)

    def read(self, data: object) -> R:
        """The rules that a JSON object (or None) sets; raises ``BadInput`` with every fault."""
        try:
            rules = self.adapter.validate_python({} if data is None else data)
        except ValidationError as error:
            raise BadInput(schema_faults(error, self.adapter, "'rules'")) from None
        if faults := self.contradictions(rules):
            raise BadInput(faults)
        return rules

    def read_sound(self, data: object, faults: list[Fault]) -> R:
        """The rules that the sound switches of ``data`` set, which stand at ``/rules``.

        ``faults``: those of the schema; what contradicts itself is added.
        """
        sound = sound_fields(data, "rules", faults) or {}
        rules = self.adapter.validate_python(sound)
        faults += BadInput(self.contradictions(rules)).under("/rules").faults
        return rules

    def to_json(self, rules: R) -> dict[str, Any]:
        """Every switch as a JSON object."""
        return dict(self.adapter.dump_python(rules, mode="json"))


def object_of(schema: type[BaseModel], data: object) -> tuple[dict[str, Any], list[Fault]]:
    """The JSON object that should follow a schema, and the faults it has by that.

    Raises ``BadInput`` for what is no object at all.
    """
    faults: list[Fault] = []
    try:
        schema.model_validate(data)
    except ValidationError as error:
        faults += schema_faults(error, schema, _NAMES.get(schema.__name__, "the input"))
    if not isinstance(data, dict):
        raise BadInput(faults)
    return data, faults


def sound_fields(data: object, name: str, faults: Iterable[Fault]) -> dict[str, Any] | None:
    """The fields of the object ``name`` that have no fault; None for what is no object."""
    if not isinstance(data, dict):
        return None
    top = pointer_of((name,))
    places = [f.pointer.removeprefix(top) for f in faults if f.pointer.startswith(top + "/")]
    bad = {place.split("/")[1] for place in places}
    return {key: data[key] for key in data if pointer_of((key,))[1:] not in bad}
