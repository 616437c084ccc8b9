"""Positions of Knock Rummy as one line of text, from JSON and back.

``knock-rummy~switches~dealer.turn.scores~hands~stock~discards~more``. Totals of a match that are
fractions, ``31/3``, are written ``31_3``.
"""

import re
from typing import Any, Final

from kibitz.games.knock_rummy.history import read_history, write_history
from kibitz.games.knock_rummy.schema import SWITCHES
from kibitz.games.text import (
    bad_text,
    listed_by_seat,
    pairs,
    read_row,
    read_switches,
    row_text,
    unknown_part,
    write_switches,
)

TEXT_NAME: Final = "knock-rummy"
_TEXT: Final = re.compile(TEXT_NAME + r"~([^~]*)" * 5 + r"(?:~([^~]*))?")
_FORM: Final = f"{TEXT_NAME}~switches~dealer.turn.scores~hands~stock~discards"
_PLAIN: Final = ("taken", "takes", "turn_overs", "shuffle", "ended", "seat")


def json_to_text(data: dict[str, Any]) -> str:
    """The line of a position's JSON object."""
    scores = [str(total).replace("/", "_") for total in data["scores"]]
    more = [f"known{i}-{''.join(cards)}" for i, cards in enumerate(data["known"]) if cards]
    for i, pile in enumerate(data.get("shuffled", ())):
        more.append("-".join([f"shuffled{i}", "".join(pile["cards"]), *map(str, pile["held"])]))
    if "history" in data:
        more.append(f"history-{write_history(data['history'])}")
    more += [f"{name}-{data[name]}" for name in _PLAIN if name in data]
    parts = [
        TEXT_NAME,
        write_switches(data["rules"], SWITCHES.usual),
        ".".join(map(str, (data["dealer"], data["turn"], *scores))),
        ".".join(map(row_text, data["hands"])),
        row_text(data["stock"]),
        row_text(data["discards"]),
        ".".join(more),
    ]
    return "~".join(parts if more else parts[:-1])


def text_to_json(text: str) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    Raises ``BadInput`` when the text has not that form.
    """
    found = _TEXT.fullmatch(text.strip())
    table = found[2].split(".") if found else []
    seats = [int(part) for part in table[:2] if re.fullmatch(r"[0-9]", part)]
    if not found or len(seats) != 2:
        raise bad_text(text, _FORM)
    data: dict[str, Any] = {
        "rules": read_switches(found[1]),
        "dealer": seats[0],
        "turn": seats[1],
        "scores": [_total(part) for part in table[2:]],
        "hands": [read_row(cards) for cards in found[3].split(".")],
        "stock": read_row(found[4]),
        "discards": read_row(found[5]),
    }
    known: dict[int, list[str]] = {}
    for part in filter(None, (found[6] or "").split(".")):
        name, _, value = part.partition("-")
        if re.fullmatch(r"known[0-5]", name):
            known[int(name[-1])] = pairs(value)
        elif re.fullmatch(r"shuffled[0-3]", name):
            cards, *held = value.split("-")
            numbers = [int(n) if re.fullmatch(r"[0-9]{1,2}", n) else n for n in held]
            data.setdefault("shuffled", []).append({"cards": pairs(cards), "held": numbers})
        elif name == "history":
            data[name] = read_history(value)
        elif name in _PLAIN:
            data[name] = int(value) if re.fullmatch(r"[0-9]{1,10}", value) else value
        else:
            raise unknown_part(part, "discards")
    data["known"] = listed_by_seat(known)
    return data


def _total(text: str) -> Any:
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else text.replace("_", "/")
