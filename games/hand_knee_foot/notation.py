"""Moves and positions of Hand, Knee and Foot as text.

``draw``, ``take`` the discard pile, ``shuffle`` it, ``stop`` for want of cards. ``meld-KKK``,
``meld-KK2``, ``meld-22JK`` begin a meld, ``add-K`` adds a card to the meld of its rank, ``add-2-K``
and ``add-JK-K`` a wild card to it, ``add-2`` a wild card to the wild meld; ``bury-K`` puts one into
a book. ``lay`` lays out a red three. ``knee`` and ``foot`` take the next pile up, ``leave`` leaves
the knee offered. ``ask`` asks the partners, who answer ``yes`` or ``no``. A card alone, ``7``, is
discarded. Cards may have their suits: ``meld-KCKDKH``, ``7C``; to say them, ``take-KCKD`` names the
cards of hand that are laid, ``take-KC`` where only one is, and ``lay-3H`` the red three.

Where cards are hidden, a move names what it turns up, a point between two cards: ``draw=7.JK``,
``lay=4``, ``knee=4.4.K…``, ``foot=…``.

A position is one line:
``hand-knee-foot~switches~round.dealer.turn.scores~hands~knees~feet~stock~discards~teams~more``. A
card is one of the letters of `games.hand_knee_foot.kinds`, and after it the suit in lower case
where that is known, ``KcK``; cards face down are ``n`` and their number, no cards are ``-``. A team
is its melds, books, first books and red threes, ``_`` between them: ``KK2``, ``1r0b-4444444``,
``red-4``, ``black-K``, ``threes-RR``.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from kibitz.games.cards import SUITS
from kibitz.games.faults import Fault, quote
from kibitz.games.findings import meant
from kibitz.games.hand_knee_foot.faces import (
    Face,
    bare,
    face_text,
    has_suits,
    in_order,
    kinds_in,
    parse_face,
    parse_faces,
)
from kibitz.games.hand_knee_foot.kinds import (
    FIVE,
    FOUR,
    LETTERS,
    RED_THREE,
    SEVEN,
    TEXTS,
    TWO,
    WILD_SLOT,
    parse_kind,
)
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ADD_TWO,
    BURY,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    MELD,
    MOVES,
    cards_of,
    slot_of_add,
)
from kibitz.games.hand_knee_foot.schema import SWITCHES
from kibitz.games.schema import (
    listed_by_seat,
    write_switches,
)
from kibitz.games.text_form import Part, TextForm

# In the order of their numbers.
_WORDS: Final = (
    "draw",
    "take",
    "shuffle",
    "stop",
    "lay",
    "knee",
    "leave",
    "foot",
    "ask",
    "yes",
    "no",
)
WORDS: Final = dict(enumerate(_WORDS, DRAW))
REVEALING: Final = (DRAW, LAY, KNEE, FOOT)


class Entry(NamedTuple):
    """A move, and the cards that its text names.

    ``put``: those that it puts down, where a suit is named or the word alone would not name them;
    ``turned``: those that it turns up.
    """

    move: int
    put: tuple[Face, ...] = ()
    turned: tuple[Face, ...] = ()

    @property
    def suited(self) -> bool:
        """Whether it names a suit."""
        return has_suits((*self.put, *self.turned))


def write_move(move: int, put: Sequence[Face] = ()) -> str:
    """The text of ``move``, with the suits of the cards that it puts down where they are given."""
    cards = "".join(map(face_text, put or bare(cards_of(move))))
    if move in WORDS:
        return f"{WORDS[move]}-{cards}" if put else WORDS[move]
    if move < MELD:
        return cards
    if move < ADD:
        return f"meld-{cards}"
    if move >= BURY:
        return f"bury-{cards}"
    slot = slot_of_add(move)
    own = move < ADD_TWO or slot == WILD_SLOT
    return f"add-{cards}" if own else f"add-{cards}-{TEXTS[slot + FOUR]}"


def write_entry(entry: Entry) -> str:
    """The text of a move with all that it names."""
    turned = ".".join(map(face_text, entry.turned))
    text = write_move(entry.move, entry.put)
    return f"{text}={turned}" if turned else text


_MOVES: Final = {write_move(move): move for move in range(MOVES)}
_MELDS: Final = {cards_of(move): move for move in range(MELD, ADD)}


def read_move(text: str) -> Entry:
    """The move that ``text`` stands for; raises ``ValueError`` that quotes the text."""
    said, mark, named = text.partition("=")
    try:
        move, put = _read(said)
        turned = [parse_face(card) for card in named.split(".")] if mark else []
        if turned and move not in REVEALING:
            raise ValueError
    except ValueError:
        wrong = _wrong_with(said) or "write draw, take, meld-KK2, add-K, bury-K, 7 or ask"
        raise ValueError(f"{quote(text)} is not a move: {wrong}") from None
    return Entry(move, put, tuple(in_order(turned) if move in (KNEE, FOOT) else turned))


def _read(text: str) -> tuple[int, tuple[Face, ...]]:
    if text in _MOVES:
        return _MOVES[text], ()
    verb, _, rest = text.partition("-")
    if verb in ("lay", "take"):
        put = tuple(in_order(parse_faces(rest)))
        kinds = kinds_in(put)
        alike = len(kinds) in (1, 2) and FOUR <= kinds[0] == kinds[-1] < TWO
        if alike if verb == "take" else kinds == (RED_THREE,):
            return _MOVES[verb], put
        raise ValueError
    if verb == "meld":
        put = tuple(in_order(parse_faces(rest)))
        move = _MELDS.get(kinds_in(put))
    elif verb in ("add", "bury"):
        card, *rank = rest.split("-")
        put = (parse_face(card),)
        kinds = (*kinds_in(put), *map(parse_kind, rank))
        move = _MOVES.get("-".join([verb, *(TEXTS[kind] for kind in kinds)]))
    else:
        put = (parse_face(text),)
        move = put[0][0]
    if move is None:
        raise ValueError
    return move, put if has_suits(put) else ()


def _wrong_with(text: str) -> str | None:
    """What is wrong with cards put down, where the text shows what was meant by it."""
    verb, _, rest = text.partition("-")
    if verb not in ("meld", "add", "bury"):
        return None
    try:
        kinds = sorted(kinds_in(parse_faces(rest if verb == "meld" else rest.partition("-")[0])))
    except ValueError:
        return None
    if verb != "meld":
        done = {"add": "added", "bury": "buried"}[verb]
        return f"cards are {done} one at a time, as in {verb}-K" if len(kinds) > 1 else None
    naturals, wild = [[k for k in kinds if (k >= TWO) == late] for late in (False, True)]
    if not kinds or (len(kinds) < 3 and len({*naturals}) < 2):
        return "a meld begins with three cards, as in meld-KKK" if kinds else None
    first = (*naturals[:3], *wild[: max(0, 3 - len(naturals))])
    if len({*naturals}) > 1 or first not in _MELDS:
        return (
            "a meld begins with three of a rank, two of a rank and a wild card, or three wild cards"
        )
    onto = f"-{TEXTS[naturals[0]]}" if naturals else ""
    more = [f"add-{TEXTS[kind]}" for kind in naturals[3:]]
    if not {FIVE, SEVEN} & {*naturals}:  # which may take no wild cards
        more += [f"add-{TEXTS[kind]}{onto}" for kind in wild[len(first) - len(naturals[:3]) :]]
    begun = f"write {write_move(_MELDS[first])}{', then ' * bool(more)}{', '.join(more)}"
    return f"a meld begins with three cards, and others are added one at a time: {begun}"


TEXT_NAME: Final = "hand-knee-foot"
FORM: Final = TextForm(
    TEXT_NAME,
    (
        *("switches", "round.dealer.turn.scores", "hands", "knees", "feet"),
        *("stock", "discards", "teams"),
    ),
    {"round.dealer.turn.scores": Part(r"-?[0-9]{1,7}(\.-?[0-9]{1,7}){2,}", "1.0.1.250.-40")},
    {
        "known": Part(r"known([0-5])(?:-(.*))?", "known0-7K"),
        "phase": Part(r"phase(?:-(.*))?", "phase-play"),
        "said": Part(r"said(?:-(.*))?", "said-yes"),
        "answering": Part(r"answering(?:-(.*))?", "answering-2"),
        "shuffles": Part(r"shuffles(?:-(.*))?", "shuffles-1"),
        "shuffle": Part(r"shuffle(?:-(.*))?", "shuffle-1"),
        "ended": Part(r"ended(?:-(.*))?", "ended-out"),
        "seat": Part(r"seat(?:-(.*))?", "seat-1"),
        "opening": Part(r"opening", "opening"),
        "taking": Part(r"taking", "taking"),
        "discarded": Part(r"discarded", "discarded"),
        "offers": Part(r"offers(?:-(.*))?", "offers-0_2"),
        "no_red_three": Part(r"no_red_three(?:-(.*))?", "no_red_three-1"),
    },
)
_ONES: Final = ("phase", "said", "answering", "shuffles", "shuffle", "ended", "seat")
_FLAGS: Final = ("opening", "taking", "discarded")
_LISTS: Final = ("offers", "no_red_three")
_TEAM_NAMES: Final = ("red", "black", "threes")
_THREES: Final = {"R": "DH", "B": "CS"}
# A letter, alone or with a suit, and the card that it stands for.
_TEXT_OF: Final = dict(zip(LETTERS, TEXTS, strict=True)) | {
    letter + suit.lower(): ("3" if letter in _THREES else letter) + suit
    for letter in LETTERS.removesuffix("X")
    for suit in _THREES.get(letter, SUITS)
}
_LETTER: Final = {text: letters for letters, text in _TEXT_OF.items()}
_CARD: Final = re.compile(f"[^{SUITS.lower()}][{SUITS.lower()}]?|.")


def json_to_text(data: dict[str, Any]) -> str:
    """The line of a position's JSON object."""
    more = [f"known{i}-{_row(cards)}" for i, cards in enumerate(data["known"]) if cards]
    more += [f"{name}-{data[name]}" for name in _ONES if name in data]
    more += [name for name in _FLAGS if name in data]
    more += [f"{name}-{'_'.join(map(str, data[name]))}" for name in _LISTS if name in data]
    table = (data["round"], data["dealer"], data["turn"], *data["scores"])
    parts = [
        TEXT_NAME,
        write_switches(data["rules"], SWITCHES.usual),
        ".".join(map(str, table)),
        *(".".join(map(_row, data[name])) for name in ("hands", "knees", "feet")),
        _row(data["stock"]),
        _row(data["discards"]),
        ".".join(map(_team, data["teams"])),
        ".".join(more),
    ]
    return "~".join(parts if more else parts[:-1])


def _row(cards: Any) -> str:
    if isinstance(cards, dict):
        return f"n{cards['count']}"
    return "".join(_LETTER[text] for text in cards) or "-"


def _team(team: dict[str, Any]) -> str:
    items = [_row(meld) for meld in team["melds"]]
    items += [f"{b['red']}r{b['black']}b-{_row(b['cards'])}" for b in team["books"]]
    first = {name: team.get(f"original_{name}") for name in ("red", "black")}
    items += [f"{name}-{rank}" for name, rank in first.items() if rank]
    if team["red_threes"]:
        items.append(f"threes-{_row(team['red_threes'])}")
    return "_".join(items) or "-"


def text_to_json(text: str, faults: list[Fault]) -> dict[str, Any]:
    """The JSON object that a line of text stands for, not yet checked for consistency.

    What is wrong with it as a text is noted; raises ``BadInput`` when it has not that form.
    """
    parts, rules, more = FORM.take_apart(text, faults)
    _, first, hands, knees, feet, stock, discards, teams, *_ = parts
    numbers = [*map(int, first.split("."))]
    each = enumerate(teams.split("."))
    data: dict[str, Any] = {
        "rules": rules,
        "round": numbers[0],
        "dealer": numbers[1],
        "turn": numbers[2],
        "scores": numbers[3:],
        "hands": [_read_row(row) for row in hands.split(".")],
        "knees": [_read_row(row) for row in knees.split(".")],
        "feet": [_read_row(row) for row in feet.split(".")],
        "stock": _read_row(stock),
        "discards": _read_row(discards),
        "teams": [_read_team(team, f"/teams/{i}", faults) for i, team in each],
    }
    known: dict[int, Any] = {}
    for name, found in more:
        value = (found[found.re.groups] or "") if found.re.groups else ""
        if name == "known":
            known[int(found[1])] = _read_row(value)
        elif name in _ONES:
            data[name] = _number(value)
        elif name in _FLAGS:
            data[name] = True
        else:
            data[name] = [_number(n) for n in value.split("_")]
    data["known"] = listed_by_seat(known)
    return data


def _number(text: str) -> Any:
    return int(text) if re.fullmatch(r"[0-9]{1,10}", text) else text


def _read_row(text: str) -> Any:
    """The cards of a row of letters; what is no card stays, for the reader to refuse."""
    if re.fullmatch(r"n[0-9]{1,3}", text):
        return {"count": int(text[1:])}
    cards = [] if text == "-" else _CARD.findall(text)
    return [_TEXT_OF.get(card[0].upper() + card[1:], card) for card in cards]


def _read_team(text: str, pointer: str, faults: list[Fault]) -> dict[str, Any]:
    team: dict[str, Any] = {"melds": [], "books": [], "red_threes": []}
    items = text.split("_") if text != "-" else []
    # Melds and books have no names of their own: there are several of a kind.
    counts = Counter(item.partition("-")[0] for item in items)
    twice = [name for name in _TEAM_NAMES if counts[name] > 1]
    faults += [Fault(pointer, "bad_text", f"{quote(name)} is named twice") for name in twice]
    for item in filter(None, items):
        name, mark, value = item.partition("-")
        if name in twice:
            continue
        books = re.fullmatch(r"([0-9]{1,2})r([0-9]{1,2})b", name)
        if not mark:
            team["melds"].append(_read_row(name))
        elif books:
            cards = _read_row(value)
            rank = cards[0] if isinstance(cards, list) and cards else value
            rank = "wild" if rank == "JK" or rank[:1] == "2" else rank[:1]
            pile = {"rank": rank, "red": int(books[1]), "black": int(books[2]), "cards": cards}
            team["books"].append(pile)
        elif name == "threes":
            team["red_threes"] = _read_row(value)
        elif name in ("red", "black"):
            team[f"original_{name}"] = value
        else:
            message = f"{quote(item)} is nothing a team can have{meant(name, _TEAM_NAMES)}"
            faults.append(Fault(pointer, "bad_text", message))
            team["melds"].append(item)  # it may have cards
    return team
