"""What positions and deals of all games are read with: cards in lists, switches, seeds."""

import re
from dataclasses import fields
from typing import Any, Final

from games.cards import parse_card
from games.chance import MASK64
from games.faults import BadInput, Fault, quote

SEED_WORDS: Final = "seed: a whole number from 0 to 18446744073709551615"


def read_seed(seed: str) -> int:
    """The number that ``seed`` writes; raises ``BadInput`` when it is none or too large."""
    if not re.fullmatch(r"[0-9]{1,20}", seed) or int(seed) > MASK64:
        raise BadInput.one("/seed", "bad_seed", f"{quote(seed)}: {SEED_WORDS}")
    return int(seed)


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
            shown = ("off", "on")[value] if isinstance(value, bool) else value
            changed.append(f"{field.name}-{shown}")
    return ".".join(changed)


def read_switches(text: str) -> dict[str, Any]:
    """The switches of a text as a JSON object, their names and values not yet checked.

    Raises ``BadInput`` when one is set twice.
    """
    rules: dict[str, Any] = {}
    for switch in filter(None, text.split(".")):
        name, _, value = switch.partition("-")
        if name in rules:
            raise BadInput.one("/rules", "bad_text", f"{quote(name)} is set twice")
        as_number = int(value) if re.fullmatch(r"-?\d{1,3}", value) else value
        rules[name] = {"on": True, "off": False}.get(value, as_number)
    return rules
