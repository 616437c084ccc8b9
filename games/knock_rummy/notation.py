"""Moves, positions and histories of Knock Rummy as text.

``draw`` draws from the stock and ``take`` takes the top of the discard pile; ``turn-over`` makes
the pile the stock, before drawing. ``7C`` discards the seven of clubs, ``knock-7C`` knocks and
discards it, ``out`` lays down a fully matched hand without a discard.

Where cards are hidden, a move names what it turns up. ``draw=7C``: the card that the seat whose
view it is has drawn. ``knock-7C=AS2S….4H5H…`` and ``out=…``: the hands laid open that were hidden,
in the order of seats, after the discard.

A position is one line: ``knock-rummy~switches~dealer.turn.scores~hands~stock~discards~more``.
Totals of a match that are fractions, ``31/3``, are written ``31_3``.

A history is a list of texts: the card that lay on top of the discard pile before the first turn
listed, mostly that turned up at the deal; then for each turn ``draw`` or ``take``, ``turn-over``
before a ``draw`` from the pile turned over, and the card discarded. The last turn may be under way.
Seats follow from the seat to move. In the text of a position the words are letters: ``5Hd8St9C``.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from kibitz.games.cards import CARD_PATTERN, card_text, parse_card
from kibitz.games.faults import Fault, quote
from kibitz.games.knock_rummy.bitboards import card_at, place_of
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER
from kibitz.games.knock_rummy.rules import MOST_RECORDED
from kibitz.games.knock_rummy.schema import SWITCHES
from kibitz.games.knock_rummy.state import TURNED_OVER
from kibitz.games.schema import (
    listed_by_seat,
    pairs,
    read_row,
    row_text,
    write_switches,
)
from kibitz.games.text_form import Part, TextForm

KNOCK_TEXT: Final = "knock-"
WORDS: Final = {DRAW: "draw", TAKE: "take", TURN_OVER: "turn-over", OUT: "out"}
_MOVES: Final = {text: move for move, text in WORDS.items()}
_CARD: Final = re.compile(CARD_PATTERN.strip("^$"))


class Entry(NamedTuple):
    """A move, and the cards it names: of each hand laid open, or the one card drawn."""

    move: int
    named: tuple[tuple[int, ...], ...] = ()


def write_move(move: int) -> str:
    """The text of ``move``."""
    if move in WORDS:
        return WORDS[move]
    card = card_text(card_at(move % KNOCK))
    return KNOCK_TEXT + card if move >= KNOCK else card


def write_entry(entry: Entry) -> str:
    """The text of a move with the cards that it names."""
    named = ".".join("".join(map(card_text, hand)) for hand in entry.named)
    return f"{write_move(entry.move)}={named}" if named else write_move(entry.move)


def read_move(text: str) -> Entry:
    """The move that ``text`` stands for; raises ``ValueError`` that quotes the text."""
    said, mark, named = text.partition("=")
    try:
        move = _read(said)
        hands = tuple(_read_hand(part) for part in named.split(".")) if mark else ()
        if hands and (move < KNOCK or move in {TAKE, TURN_OVER}):
            raise ValueError
        if hands and move == DRAW and [*map(len, hands)] != [1]:
            raise ValueError
    except ValueError:
        message = f"{quote(text)} is not a move: write draw, take, turn-over, 7C, knock-7C or out"
        raise ValueError(message) from None
    return Entry(move, hands)


def _read(text: str) -> int:
    if text in _MOVES:
        return _MOVES[text]
    place = place_of(parse_card(text.removeprefix(KNOCK_TEXT)))
    return KNOCK + place if text.startswith(KNOCK_TEXT) else place


def _read_hand(text: str) -> tuple[int, ...]:
    """The cards of a text that writes them without a gap."""
    found = [match[0] for match in _CARD.finditer(text)]
    cards = tuple(map(parse_card, found))
    if not cards or "".join(found) != text or len(set(cards)) < len(cards):
        raise ValueError
    return cards


def hands_to_name(seats: Sequence[int], named: int) -> str:
    """Which hands a move has to name that turns these seats' up, where it names so many."""
    if not seats:
        return "no hand is to be named, for all are known"
    *others, last = map(str, seats)
    if others:
        hands = f"hands of seats {', '.join(others)} and {last} are"
    else:
        hands = f"hand of seat {last} is"
    form = "AS2S3S….4S5S6S…" if others else "AS2S3S…"
    given = ("none", "one")[named] if named < 2 else f"{named} hands"
    return f"the {hands} to be named, as in knock-7C={form}, not {given}"


TEXT_NAME: Final = "knock-rummy"
FORM: Final = TextForm(
    TEXT_NAME,
    ("switches", "dealer.turn.scores", "hands", "stock", "discards"),
    {"dealer.turn.scores": Part(r"[0-9]\.[0-9](\..*)?", "0.1.12.31_3")},
    {
        "known": Part(r"known([0-5])(?:-(.*))?", "known0-7C"),
        "shuffled": Part(r"shuffled([0-3])(?:-(.*))?", "shuffled0-7C8D-1-1"),
        "history": Part(r"history(?:-(.*))?", "history-5Hd8St9C"),
        "taken": Part(r"taken(?:-(.*))?", "taken-7C"),
        "takes": Part(r"takes(?:-(.*))?", "takes-1"),
        "turn_overs": Part(r"turn_overs(?:-(.*))?", "turn_overs-1"),
        "shuffle": Part(r"shuffle(?:-(.*))?", "shuffle-1"),
        "ended": Part(r"ended(?:-(.*))?", "ended-knock"),
        "seat": Part(r"seat(?:-(.*))?", "seat-1"),
    },
)
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


def text_to_json(text: str, faults: list[Fault]) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    What is wrong with it as a text is noted; raises ``BadInput`` when it has not that form.
    """
    (_, first, hands, stock, discards, *_), rules, more = FORM.take_apart(text, faults)
    dealer, turn, *scores = first.split(".")
    data: dict[str, Any] = {
        "rules": rules,
        "dealer": int(dealer),
        "turn": int(turn),
        "scores": [_total(part) for part in scores],
        "hands": [read_row(cards) for cards in hands.split(".")],
        "stock": read_row(stock),
        "discards": read_row(discards),
    }
    known: dict[int, list[str]] = {}
    for name, found in more:
        value = found[found.re.groups] or ""
        if name == "known":
            known[int(found[1])] = pairs(value)
        elif name == "shuffled":
            cards, *held = value.split("-")
            numbers = [int(n) if re.fullmatch(r"[0-9]{1,2}", n) else n for n in held]
            data.setdefault("shuffled", []).append({"cards": pairs(cards), "held": numbers})
        elif name == "history":
            data[name] = read_history(value)
        else:
            data[name] = int(value) if re.fullmatch(r"[0-9]{1,10}", value) else value
    data["known"] = listed_by_seat(known)
    return data


def _total(text: str) -> Any:
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else text.replace("_", "/")


HOW_WORDS: Final = ("draw", "take", "turn-over")
_LETTERS: Final = {"draw": "d", "take": "t", "turn-over": "o"}
_WORDS: Final = {letter: word for word, letter in _LETTERS.items()}
_PART: Final = re.compile(r"[dto]|10.|.{1,2}")


class Turn(NamedTuple):
    """A turn: how a card came, ``TURNED_OVER`` before a draw; ``card`` is None before a discard.

    ``waits``: the pile has been turned over, and nothing been drawn yet.
    """

    how: int
    card: int | None
    waits: bool = False


def strange_entries(history: Sequence[str]) -> list[int]:
    """Where a history has a text that is neither a card nor a word for how one came."""
    return [
        place
        for place, text in enumerate(history)
        if text not in HOW_WORDS and not _CARD.fullmatch(text)
    ]


def turns_of(history: tuple[str, ...]) -> list[Turn]:
    """The turns that a history lists; raises ``ValueError`` for what is none."""
    found: list[Turn] = []
    if not _CARD.fullmatch(history[0]):
        raise ValueError(f"{history[0]!r} stands where the card on top of the pile is due")
    place, end = 1, len(history)
    while place < end:
        turned = history[place] == "turn-over"
        place += turned
        if place == end:
            found.append(Turn(TURNED_OVER, None, True))
            break
        if history[place] not in {"draw", "take"} or (turned and history[place] == "take"):
            wanted = "draw" if turned else "draw, take or turn-over"
            raise ValueError(f"{history[place]!r} stands where {wanted} is due")
        how = TURNED_OVER if turned else HOW_WORDS.index(history[place])
        place += 1
        card = None
        if place < end:
            if not _CARD.fullmatch(history[place]):
                raise ValueError(f"{history[place]!r} stands where the card discarded is due")
            card = parse_card(history[place])
            place += 1
        found.append(Turn(how, card))
    if len(found) > MOST_RECORDED:
        raise ValueError(f"{len(found)} turns are more than the {MOST_RECORDED} that are kept")
    return found


def history_of(first: int, turns: list[Turn]) -> tuple[str, ...]:
    """The history of some turns after a card: undoes :func:`turns_of`."""
    texts = [card_text(first)]
    for turn in turns:
        texts.append(HOW_WORDS[turn.how])
        if turn.how == TURNED_OVER and not turn.waits:
            texts.append("draw")
        if turn.card is not None:
            texts.append(card_text(turn.card))
    return tuple(texts)


def write_history(history: list[str]) -> str:
    """A history as part of the text of a position."""
    return "".join(_LETTERS.get(part, part) for part in history)


def read_history(text: str) -> list[str]:
    """What :func:`write_history` has written, not yet checked."""
    return [_WORDS.get(part, part) for part in _PART.findall(text)]
