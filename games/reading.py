"""What positions and deals of all games are read with: cards in lists, switches, seeds."""

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, Final

from kibitz.games.cards import parse_card
from kibitz.games.chance import MASK64
from kibitz.games.faults import BadInput, Fault, noted, quote

SEED_WORDS: Final = "seed: a whole number from 0 to 18446744073709551615"


def read_seed(seed: str) -> int:
    """The number that ``seed`` writes; raises ``BadInput`` when it is none or too large."""
    if not re.fullmatch(r"[0-9]{1,20}", seed) or int(seed) > MASK64:
        raise BadInput.one("/seed", "bad_seed", f"{quote(seed)}: {SEED_WORDS}")
    return int(seed)


def check_source(
    seed: str, source: str, sources: Iterable[str], read: Callable[[str], object] = read_seed
) -> None:
    """Raise ``BadInput`` for an unknown source, and for a seed that no source has.

    ``read``: raises ``BadInput`` for such a seed.
    """
    if source in sources:
        return
    message = f"{quote(source)} is not a source: choose {' or '.join(sources)}"
    faults = [Fault("/source", "unknown_source", message)]
    with noted(faults):
        read(seed)
    raise BadInput(faults)


def listed(value: object) -> list[object]:
    """``value`` if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def read_card(text: object, pointer: str, faults: list[Fault], jokers: bool = False) -> int | None:
    """The card that ``text`` names; None for what is no card (its fault is noted) or no text."""
    if not isinstance(text, str):
        return None
    try:
        return parse_card(text, jokers)
    except ValueError as error:
        faults.append(Fault(pointer, "unknown_card", str(error)))
        return None


def read_cards(
    texts: object, pointer: str, faults: list[Fault], jokers: bool = False
) -> list[int | None]:
    """The cards of a list, each as :func:`read_card` reads it."""
    return [
        read_card(text, f"{pointer}/{i}", faults, jokers) for i, text in enumerate(listed(texts))
    ]


def pairs(cards: str) -> list[str]:
    """The cards of a text that writes them without a gap: ``6C5H``."""
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]


def write_switches(rules: Any, default: Any) -> str:
    """The switches that differ from the default: ``wrap-off.piles-10``."""
    changed = []
    for field in fields(rules):
        value = getattr(rules, field.name)
        if value != getattr(default, field.name):
            changed.append(f"{field.name}-{switch_text(value)}")
    return ".".join(changed)


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


def read_switches(text: str) -> dict[str, Any]:
    """The switches of a text as a JSON object, their names and values not yet checked.

    Raises ``BadInput`` when one is set twice.
    """
    rules: dict[str, Any] = {}
    for switch in filter(None, text.split(".")):
        name, _, value = switch.partition("-")
        if name in rules:
            raise BadInput.one("/rules", "bad_text", f"{quote(name)} is set twice")
        rules[name] = switch_value(value)
    return rules


def switch_value(text: str) -> Any:
    """The value that a text stands for: a boolean, a number, a size or cells, else the text.

    ``13x11`` is a size, ``{"width": 13, "height": 11}``; ``1_0_-2_3`` are the cells 1, 0 and -2, 3.
    """
    if text in ("on", "off"):
        return text == "on"
    if re.fullmatch(r"-?\d{1,3}", text):
        return int(text)
    if found := re.fullmatch(r"(\d{1,3})x(\d{1,3})", text):
        return {"width": int(found[1]), "height": int(found[2])}
    if re.fullmatch(r"-?\d{1,3}(_-?\d{1,3})+", text):
        numbers = [int(number) for number in text.split("_")]
        return [numbers[i : i + 2] for i in range(0, len(numbers), 2)]
    return text
