"""Moves and positions of Knaves as text.

``7H`` plays the seven of hearts. Where exposed cards may be called, ``call-7H`` calls one of the
seat that is to play, and ``no-call`` calls none.

A position is one line: ``knaves~switches~turned.dealer.scores~hands~out~tricks~more``. The cards of
a trick stand in the order they were played, an ``x`` after each that is known to be a revoke.
"""

import re
from typing import Any, Final

from kibitz.games.cards import card_text, parse_card
from kibitz.games.faults import Fault, quote
from kibitz.games.knaves.bitboards import card_at, place_of
from kibitz.games.knaves.play import CALL, NO_CALL
from kibitz.games.knaves.schema import SWITCHES
from kibitz.games.schema import (
    pairs,
    read_row,
    row_text,
    write_switches,
)
from kibitz.games.text_form import Part, TextForm

SUIT_WORDS: Final = ("club", "diamond", "heart", "spade")
CALL_TEXT: Final = "call-"
NO_CALL_TEXT: Final = "no-call"


def write_move(move: int) -> str:
    """The text of ``move``."""
    if move == NO_CALL:
        return NO_CALL_TEXT
    return card_text(card_at(move)) if move < CALL else CALL_TEXT + card_text(card_at(move - CALL))


def read_move(text: str) -> int:
    """The move that ``text`` stands for; raises ``ValueError`` that quotes the text."""
    if text == NO_CALL_TEXT:
        return NO_CALL
    calls = text.startswith(CALL_TEXT)
    try:
        place = place_of(parse_card(text.removeprefix(CALL_TEXT)))
    except ValueError:
        message = f"{quote(text)} is not a move: write 7H to play it, call-7H or no-call"
        raise ValueError(message) from None
    return CALL + place if calls else place


TEXT_NAME: Final = "knaves"
FORM: Final = TextForm(
    TEXT_NAME,
    ("switches", "turned.dealer.scores", "hands", "out", "tricks"),
    {"turned.dealer.scores": Part(r"[^.]*(\.-?[0-9]{1,5}){4}", "9D.0.12.-3.0")},
    {
        "exposed": Part(r"exposed([0-2])(?:-(.*))?", "exposed1-4C"),
        "called": Part(r"called(?:-(.*))?", "called-7C"),
        "declined": Part(r"declined(?:-(.*))?", "declined-1"),
        "seat": Part(r"seat(?:-(.*))?", "seat-1"),
    },
)
# A mark that follows no card stays, for the reader to refuse.
_PLAYED: Final = re.compile(r"(10[^x]|[^x]{1,2}|x)(x?)")
_MORE: Final = ("called", "declined", "seat")


def json_to_text(data: dict[str, Any]) -> str:
    """The line of a position's JSON object."""
    table = (data["turned"], data["dealer"], *data["scores"])
    tricks = ".".join(map(_trick_text, (*data["tricks"], data["trick"])))
    shown = enumerate(data.get("exposed", ()))
    more = [f"exposed{i}-{row_text(cards)}" for i, cards in shown if cards]
    more += [f"{name}-{data[name]}" for name in _MORE if name in data]
    parts = [
        TEXT_NAME,
        write_switches(data["rules"], SWITCHES.usual),
        ".".join(map(str, table)),
        ".".join(map(row_text, data["hands"])),
        row_text(data["out"]),
        tricks.rstrip(".") or "-",
        ".".join(more),
    ]
    return "~".join(parts if more else parts[:-1])


def text_to_json(text: str, faults: list[Fault]) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    What is wrong with it as a text is noted; raises ``BadInput`` when it has not that form.
    """
    (_, first, hands, out, played, *_), rules, more = FORM.take_apart(text, faults)
    turned, *numbers = first.split(".")
    tricks = [_trick_to_json(cards) for cards in played.split(".")] if played != "-" else []
    last = tricks.pop() if tricks and len(tricks[-1]["cards"]) < 3 else {}
    data = {
        "rules": rules,
        "turned": turned,
        "dealer": int(numbers[0]),
        "scores": [*map(int, numbers[1:])],
        "hands": [read_row(cards) for cards in hands.split(".")],
        "out": read_row(out),
        "tricks": tricks,
        "trick": last,
    }
    for name, found in more:
        if name == "exposed":
            shown = data.setdefault("exposed", [[], [], []])
            shown[int(found[1])] = pairs(found[2] or "")
        else:
            value = found[1] or ""
            data[name] = int(value) if re.fullmatch(r"[0-9]", value) else value
    return data


def _trick_text(trick: dict[str, Any]) -> str:
    revoked = trick.get("revoked", ())
    return "".join(card + "x" * (card in revoked) for card in trick["cards"])


def _trick_to_json(text: str) -> dict[str, Any]:
    played = _PLAYED.findall(text)
    revoked = [card for card, mark in played if mark]
    return {"cards": [card for card, _ in played], "revoked": revoked}
