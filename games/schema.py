"""What positions of all games are written with, as JSON and in one line: cards and switches."""

import re
from collections import ChainMap, Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel, Discriminator, TypeAdapter, ValidationError

from kibitz.games.cards import card_text
from kibitz.games.faults import BadInput, Fault, pointer_of, quote
from kibitz.games.findings import schema_faults
from kibitz.games.partial import new_faults

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


_SWITCH: Final = re.compile(r"([a-z_]+)=(.+)")
_NAME: Final = re.compile(r"[a-z_]+")
_WORDS: Final = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


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
            faults = schema_faults(error, self.adapter, "'rules'")
            raise BadInput([*faults, *self._contradicted(data, faults)]) from None
        if faults := self.contradictions(rules):
            raise BadInput(faults)
        return rules

    def read_sound(self, data: object, faults: list[Fault]) -> R:
        """The rules that the sound switches of ``data`` set, which stand at ``/rules``.

        ``faults``: those of the schema; what contradicts itself is added.
        """
        places = [fault for fault in faults if f"{fault.pointer}/".startswith("/rules/")]
        own = [replace(fault, pointer=fault.pointer.removeprefix("/rules")) for fault in places]
        faults += BadInput(self._contradicted(data, own)).under("/rules").faults
        return self.adapter.validate_python(_sound(data, own))

    def _contradicted(self, data: object, faults: list[Fault]) -> list[Fault]:
        """What the sound switches of ``data`` contradict, whatever those with faults were meant as.

        A switch that has a fault is tried left out, and as each value that is a word or a boolean.
        """
        sound = _sound(data, faults)
        known = self.adapter.json_schema()["properties"]
        wrong = [name for name in known if isinstance(data, dict) and name in data.keys() - sound]
        found = [
            self.contradictions(self.adapter.validate_python(sound | dict(ChainMap(*tried))))
            for tried in product(*(_tries(name, known[name]) for name in wrong))
        ]
        always = set.intersection(*({(f.pointer, f.code) for f in each} for each in found))
        return [fault for fault in found[0] if (fault.pointer, fault.code) in always]

    def to_json(self, rules: R) -> dict[str, Any]:
        """Every switch as a JSON object."""
        return dict(self.adapter.dump_python(rules, mode="json"))


def object_of(schema: type[BaseModel], data: object) -> tuple[dict[str, Any], list[Fault]]:
    """The JSON object that should follow a schema, and the faults it has by that.

    Raises ``BadInput`` for what is no object at all, or has a name that is no Unicode text.
    """
    faults: list[Fault] = []
    try:
        schema.model_validate(data)
    except ValidationError as error:
        faults += schema_faults(error, schema, _NAMES.get(schema.__name__, "the input"))
        faults += _within_long(error, schema, data, faults)
        if any(each["type"] == "string_unicode" and not each["loc"] for each in error.errors()):
            raise BadInput(faults) from None
    if not isinstance(data, dict):
        raise BadInput(faults)
    return data, faults


def _within_long(
    error: ValidationError, schema: type[BaseModel], data: object, known: list[Fault]
) -> list[Fault]:
    """What is wrong within lists that are too long, as far as they may go: nobody has looked."""
    long = [each for each in error.errors() if each["type"] == "too_long" and len(each["loc"]) == 1]
    cut = {each["loc"][0]: each["input"][: each["ctx"]["max_length"]] for each in long}
    if cut and isinstance(data, dict):
        try:
            schema.model_validate(data | cut)
        except ValidationError as deeper:
            return new_faults(schema_faults(deeper, schema), known)
    return []


def _sound(data: object, faults: Iterable[Fault]) -> dict[str, Any]:
    """The fields of an object in which no fault is; none where it is itself at fault."""
    bad = {fault.pointer.partition("/")[2].partition("/")[0] for fault in faults}
    found = data if isinstance(data, dict) and "" not in bad else {}
    return {key: found[key] for key in found if pointer_of((key,))[1:] not in bad}


def _tries(name: str, schema: dict[str, Any]) -> list[dict[str, Any]]:
    """A switch left out, and set to each of the few values that its JSON Schema lists."""
    values = [True, False] if schema.get("type") == "boolean" else schema.get("enum", [])
    return [{}, *({name: value} for value in values)]


def pairs(cards: str) -> list[str]:
    """The cards of a text that writes them without a gap: ``6C5H``; also ``6C10H``."""
    return re.findall("10.|.{1,2}", cards, re.DOTALL)


def row_text(cards: Any) -> str:
    """Listed cards without a gap or, of ``{"count": n}``, their number; ``-`` for none."""
    return str(cards["count"]) if isinstance(cards, dict) else "".join(cards) or "-"


def read_row(text: str) -> Any:
    """What :func:`row_text` has written, its cards not yet checked."""
    if re.fullmatch(r"[0-9]{1,18}", text):
        return {"count": int(text)}
    return [] if text == "-" else pairs(text)


def listed_by_seat(lists: dict[int, Any]) -> list[Any]:
    """The lists of some seats as a list by seat, empty for each seat between that has none."""
    return [lists.get(seat, []) for seat in range(max(lists, default=-1) + 1)]


def laid_text(card: str, x: int, y: int) -> str:
    """A card on a field with its place: ``7C2_-1``."""
    return f"{card}{x}_{y}"


def read_laid(text: str, pointer: str, faults: list[Fault]) -> Any:
    """The x, y and card of a text such as ``7C2_-1``; for another a fault, and the text itself."""
    found = re.fullmatch(r"(10.|.{2})(-?[0-9]{1,3})_(-?[0-9]{1,3})", text)
    if not found:
        message = f"{quote(text)} is not a card on the field: write 7C2_-1 for 7C at x 2, y -1"
        faults.append(Fault(pointer, "bad_text", message))
        return text
    return [int(found[2]), int(found[3]), found[1]]


def write_switches(rules: dict[str, Any], usual: dict[str, Any]) -> str:
    """The switches of a JSON object that are not as usual: ``wrap-off.piles-10``."""
    changed = {name: value for name, value in rules.items() if value != usual[name]}
    return ".".join(f"{name}-{switch_text(value)}" for name, value in changed.items())


def switch_text(value: Any) -> str:
    """A switch's value, of the rules or of their JSON: ``on``, ``10``, ``13x11``, ``1_0_-2_3``.

    The last are cells, 1, 0 and -2, 3, or numbers; ``none`` is no size or no cells.
    """
    if isinstance(value, bool):
        return ("off", "on")[value]
    if isinstance(value, dict):
        return f"{value['width']}x{value['height']}"
    if isinstance(value, list | tuple):
        cells = [cell if isinstance(cell, list | tuple) else [cell] for cell in value]
        value = "_".join(str(number) for cell in cells for number in cell) or None
    return "none" if value is None else str(value)


def read_switches(text: str, faults: list[Fault]) -> dict[str, Any]:
    """The switches of a text as a JSON object, their names and values not yet checked.

    One that is set twice is a fault, and left out.
    """
    switches = [switch.partition("-") for switch in text.split(".") if switch]
    counts = Counter(name for name, _, _ in switches)
    twice = [name for name, count in counts.items() if count > 1]
    for name in twice:
        pointer = pointer_of(("rules", name))
        faults.append(Fault(pointer, "bad_text", f"{quote(name)} is set twice"))
    return {name: switch_value(value) for name, _, value in switches if name not in twice}


def switch_value(text: str) -> Any:
    """The value that a text stands for: a boolean, a number, a size or cells, else the text.

    ``13x11`` is a size, ``{"width": 13, "height": 11}``; ``1_0_-2_3`` are the cells 1, 0 and -2, 3.
    """
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    if found := re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text):
        return {"width": int(found[1]), "height": int(found[2])}
    if re.fullmatch(r"-?[0-9]{1,3}(_-?[0-9]{1,3})+", text):
        numbers = [int(number) for number in text.split("_")]
        return [numbers[i : i + 2] for i in range(0, len(numbers), 2)]
    return text


def read_pairs(pairs: Sequence[str]) -> dict[str, Any] | None:
    """The switches that texts such as ``wrap=off,piles=10`` set; None for none.

    Raises ``BadInput`` for what is no switch or is set twice; names and values are not checked.
    """
    switches: dict[str, Any] = {}
    faults = []
    for pair in (part.strip() for given in pairs for part in given.split(",")):
        found = _SWITCH.fullmatch(pair)
        if not found:
            wrong = "has no value" if _NAME.fullmatch(pair) else "is not a switch"
            message = f"{quote(pair)} {wrong}: write name=value, as in wrap=off"
            faults.append(Fault("/rules", "bad_switch", message))
        elif found[1] in switches:
            faults.append(Fault(f"/rules/{found[1]}", "switch_twice", f"{found[1]} is set twice"))
        else:
            switches[found[1]] = switch_value(found[2])
    if faults:
        raise BadInput(faults)
    return switches or None
