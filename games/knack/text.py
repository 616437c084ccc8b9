"""Positions of K'nack as one line of text, from JSON and back.

``knack~switches~dealer.turn~field~hands~decks~aside~more``. A free card that is not known is
``XX``; the kinds of which a hand lacks cards are bits in hexadecimal digits.
"""

import re
from typing import Any, Final

from kibitz.games.cards import RANKS, UNSEEN_TEXT
from kibitz.games.knack.schema import SWITCHES
from kibitz.games.text import (
    bad_text,
    laid_text,
    read_laid,
    read_row,
    read_switches,
    row_text,
    unknown_part,
    write_switches,
)

TEXT_NAME: Final = "knack"
_TEXT: Final = re.compile(TEXT_NAME + r"~([^~]*)" * 6 + r"(?:~([^~]*))?")
_FORM: Final = f"{TEXT_NAME}~switches~dealer.turn~field~hands~decks~aside"
_LACKS: Final = re.compile(r"lacks([0-9])_([0-9])-([0-9a-f]{1,7})")
_GIVEN: Final = re.compile(r"given([0-9])_([0-9])(?:_([0-9]))?-(.{2})")
KIND_TEXTS: Final = (*(f"{rank}b" for rank in RANKS), *(f"{rank}r" for rank in RANKS), "JK")
_NO_FACE: Final = "XX"


def kind_texts(kinds: int) -> list[str]:
    """The kinds of a set as texts."""
    return [text for kind, text in enumerate(KIND_TEXTS) if kinds >> kind & 1]


def kind_set(texts: list[str]) -> int:
    """The set of kinds that texts name."""
    return sum({1 << KIND_TEXTS.index(text) for text in texts})


def json_to_text(data: dict[str, Any]) -> str:
    """The line of a position's JSON object."""
    more = [f"passes-{data['passes']}"] if "passes" in data else []
    if "finished" in data:
        more.append("finished-" + "_".join(map(str, data["finished"])))
    more += [f"{name}-{data[name]}" for name in ("offender", "seat") if name in data]
    for lack in data.get("lacks", ()):
        more.append(f"lacks{lack['seat']}_{lack['at_most']}-{kind_set(lack['kinds']):x}")
    for card in data.get("given", ()):
        above = f"_{card['above']}" if "above" in card else ""
        more.append(f"given{card['by']}_{card['to']}{above}-{card['card']}")
    parts = [
        TEXT_NAME,
        write_switches(data["rules"], SWITCHES.usual),
        f"{data['dealer']}.{data['turn']}",
        ".".join(_laid_text(*laid) for laid in data["field"]) or "-",
        ".".join(map(row_text, data["hands"])),
        ".".join(map(row_text, data["decks"])),
        row_text(data.get("aside", [])),
        ".".join(more),
    ]
    return "~".join(parts if more else parts[:-1])


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    Raises ``BadInput`` when the text has not that form.
    """
    found = _TEXT.fullmatch(text.strip())
    seats = re.fullmatch(r"([0-9])\.([0-9])", found[2]) if found else None
    if not found or not seats:
        raise bad_text(text, _FORM)
    data: dict[str, Any] = {
        "rules": read_switches(found[1]),
        "dealer": int(seats[1]),
        "turn": int(seats[2]),
        "field": [] if found[3] == "-" else [*map(_laid, found[3].split("."))],
        "hands": [*map(read_row, found[4].split("."))],
        "decks": [*map(read_row, found[5].split("."))],
        "aside": read_row(found[6]),
    }
    for part in filter(None, (found[7] or "").split(".")):
        _read_more(part, data)
    return data


def _laid_text(x: int, y: int, card: str) -> str:
    return laid_text(_NO_FACE if card == UNSEEN_TEXT else card, x, y)


def _laid(text: str) -> list[Any]:
    x, y, card = read_laid(text)
    return [x, y, UNSEEN_TEXT if card == _NO_FACE else card]


def _read_more(part: str, data: dict[str, Any]) -> None:
    """Read one of the parts that a text has only where there is something to say."""
    if found := re.fullmatch(r"(passes|offender|seat)-([0-9])", part):
        data[found[1]] = int(found[2])
    elif found := re.fullmatch(r"finished-([0-9](?:_[0-9])*)", part):
        data["finished"] = [*map(int, found[1].split("_"))]
    elif found := _LACKS.fullmatch(part):
        lack = {"seat": int(found[1]), "at_most": int(found[2])}
        kinds = kind_texts(int(found[3], 16))
        data.setdefault("lacks", []).append({**lack, "kinds": kinds})
    elif found := _GIVEN.fullmatch(part):
        given = {"by": int(found[1]), "to": int(found[2]), "card": found[4]}
        above = {} if found[3] is None else {"above": int(found[3])}
        data.setdefault("given", []).append(given | above)
    else:
        raise unknown_part(part, "decks")
