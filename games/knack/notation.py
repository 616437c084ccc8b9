"""Moves and positions of K'nack as text.

``7C@2,-1`` lays the card at x 2, y -1 from the free card, ``7C@2,-1!`` calls K'nack! with it.
``pass`` passes. ``give-7C`` gives a card from the hand to one who did not call.

Where a seat's view does not know a card it is ``??``: ``??@0,0`` is the free card of another,
``give-??`` what another gives. Who draws from a deck that is face down names the card drawn:
``7C@2,-1=8D``.

A position is one line: ``knack~switches~dealer.turn~field~hands~decks~aside~more``. A free card
that is not known is ``XX``; ``laid-0110`` are the seats that laid the cards of the field, in this
order; the kinds of which a hand lacks cards are bits in hexadecimal digits.
"""

import re
from typing import Any, Final, NamedTuple

from kibitz.games.cards import RANKS, UNSEEN, UNSEEN_TEXT, card_text, parse_card
from kibitz.games.faults import quote
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, GIVE, LAY, MIDDLE, PASS
from kibitz.games.knack.schema import SWITCHES
from kibitz.games.knack.state import SIDE
from kibitz.games.knack_field.table import cell_at, place_of
from kibitz.games.protocol import State
from kibitz.games.schema import (
    bad_text,
    laid_text,
    named_parts,
    read_laid,
    read_row,
    read_switches,
    row_text,
    unknown_part,
    write_switches,
)

PASS_TEXT: Final = "pass"
GIVE_TEXT: Final = "give-"
MOVE_PATTERN: Final = (
    r"^(pass|give-[0-9A-Za-z♣♦♥♠?]{2,3}|"
    r"[0-9A-Za-z♣♦♥♠?]{2,3}@-?[0-9]{1,3},-?[0-9]{1,3}!?(=[0-9A-Za-z♣♦♥♠]{2,3})?)$"
)
_LAY: Final = re.compile(r"(.{2,3})@(-?[0-9]{1,3}),(-?[0-9]{1,3})(!?)(?:=(.{2,3}))?")


class Entry(NamedTuple):
    """A move, and the card it names as drawn, ``UNSEEN`` for none."""

    move: int
    drawn: int = UNSEEN


def write_move(move: int, drawn: int = UNSEEN) -> str:
    """The text of ``move``, with the card drawn when one is given."""
    if move == PASS:
        return PASS_TEXT
    if move < LAY:
        return GIVE_TEXT + _text(move - GIVE)
    x, y = place_of(SIDE, move % CALLED % CELLS)
    text = f"{_text(move % CALLED // CELLS)}@{x},{y}" + "!" * (move >= CALLED)
    return text if drawn == UNSEEN else f"{text}={card_text(drawn)}"


def read_move(text: str) -> Entry:
    """The move that ``text`` stands for; raises ``ValueError`` that quotes the text."""
    if text == PASS_TEXT:
        return Entry(PASS)
    if text.startswith(GIVE_TEXT):
        return Entry(GIVE + _card(text.removeprefix(GIVE_TEXT)))
    found = _LAY.fullmatch(text)
    if not found:
        message = f"{quote(text)} is not a move: write 7C@2,-1, 7C@2,-1!, pass or give-7C"
        raise ValueError(message)
    card, x, y = _card(found[1]), int(found[2]), int(found[3])
    cell = cell_at(SIDE, x, y)
    if cell < 0:
        raise ValueError(f"no card can lie as far from the first as {x},{y}")
    drawn = parse_card(found[5], jokers=True) if found[5] else UNSEEN
    return Entry(CELLS * card + cell + CALLED * bool(found[4]), drawn)


def _text(card: int) -> str:
    return UNSEEN_TEXT if card == FACE_DOWN else card_text(card)


def _card(text: str) -> int:
    return FACE_DOWN if text == UNSEEN_TEXT else parse_card(text, jokers=True)


def seen_move(state: State, move: int, seat: int) -> str:
    """The text of a legal move of a state that knows all cards, as the view of ``seat`` reads it.

    The free card and what is given from a hand are named by those who do it; so is a card drawn.
    """
    record = state[0]
    mover = int(record["turn"])
    if mover != seat:
        if PASS < move < LAY:
            return write_move(GIVE + FACE_DOWN)
        return write_move(CELLS * FACE_DOWN + MIDDLE if not record["field"]["count"] else move)
    size = int(record["deck_sizes"][mover])
    draws = move > LAY and size > 0
    return write_move(move, int(record["decks"][mover, size - 1]) if draws else UNSEEN)


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
    more = ["laid-" + "".join(map(str, data["laid"]))] if "laid" in data else []
    more += [f"passes-{data['passes']}"] if "passes" in data else []
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
    for part in named_parts(found[7], several=("lacks", "given")):
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
    elif found := re.fullmatch(r"laid-([0-9]+)", part):
        data["laid"] = [*map(int, found[1])]
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
