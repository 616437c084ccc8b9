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
from kibitz.games.faults import Fault, quote
from kibitz.games.knack.play import CALLED, CELLS, FACE_DOWN, GIVE, LAY, MIDDLE, PASS
from kibitz.games.knack.schema import SWITCHES
from kibitz.games.knack.state import SIDE
from kibitz.games.knack_field.table import cell_at, place_of
from kibitz.games.protocol import State
from kibitz.games.schema import (
    laid_text,
    read_laid,
    read_row,
    row_text,
    write_switches,
)
from kibitz.games.text_form import Part, TextForm

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
FORM: Final = TextForm(
    TEXT_NAME,
    ("switches", "dealer.turn", "field", "hands", "decks", "aside"),
    {"dealer.turn": Part(r"[0-9]\.[0-9]", "0.1")},
    {
        "laid": Part(r"laid-([0-9]+)", "laid-0101"),
        "passes": Part(r"passes-([0-9])", "passes-1"),
        "finished": Part(r"finished-([0-9](?:_[0-9])*)", "finished-0_2"),
        "offender": Part(r"offender-([0-9])", "offender-1"),
        "seat": Part(r"seat-([0-9])", "seat-1"),
        "lacks": Part(r"lacks([0-9])_([0-9])-([0-9a-f]{1,7})", "lacks1_0-4000"),
        "given": Part(r"given([0-9])_([0-9])(?:_([0-9]))?-(.{2})", "given0_1-7C"),
    },
    several=("lacks", "given"),
)
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


def text_to_json(text: str, faults: list[Fault]) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    What is wrong with it as a text is noted; raises ``BadInput`` when it has not that form.
    """
    (_, first, field, hands, decks, aside, *_), rules, more = FORM.take_apart(text, faults)
    dealer, turn = map(int, first.split("."))
    laid = enumerate(field.split(".") if field != "-" else [])
    data: dict[str, Any] = {
        "rules": rules,
        "dealer": dealer,
        "turn": turn,
        "field": [_laid(text, f"/field/{i}", faults) for i, text in laid],
        "hands": [*map(read_row, hands.split("."))],
        "decks": [*map(read_row, decks.split("."))],
        "aside": read_row(aside),
    }
    for name, found in more:
        _read_more(name, found, data)
    return data


def _laid_text(x: int, y: int, card: str) -> str:
    return laid_text(_NO_FACE if card == UNSEEN_TEXT else card, x, y)


def _laid(text: str, pointer: str, faults: list[Fault]) -> Any:
    laid = read_laid(text, pointer, faults)
    return [*laid[:2], UNSEEN_TEXT] if laid[2:] == [_NO_FACE] else laid


def _read_more(name: str, found: re.Match[str], data: dict[str, Any]) -> None:
    """Read one of the parts that a text has only where there is something to say."""
    if name in ("passes", "offender", "seat"):
        data[name] = int(found[1])
    elif name == "finished":
        data[name] = [*map(int, found[1].split("_"))]
    elif name == "laid":
        data[name] = [*map(int, found[1])]
    elif name == "lacks":
        lack = {"seat": int(found[1]), "at_most": int(found[2])}
        kinds = kind_texts(int(found[3], 16))
        data.setdefault(name, []).append({**lack, "kinds": kinds})
    else:
        given = {"by": int(found[1]), "to": int(found[2]), "card": found[4]}
        above = {} if found[3] is None else {"above": int(found[3])}
        data.setdefault(name, []).append(given | above)
