"""The turns of a hand of Knock Rummy as the whole table saw them, as positions tell them.

A history is a list of texts: the card that lay on top of the discard pile before the first turn
told of, mostly that turned up at the deal; then for each turn ``draw`` or ``take``, ``turn-over``
before a ``draw`` from the pile turned over, and the card discarded. The last turn may be under way.
Seats follow from the seat to move. In the text of a position the words are letters: ``5Hd8St9C``.
"""

import re
from typing import Final, NamedTuple

from kibitz.games.cards import CARD_PATTERN, card_text, parse_card
from kibitz.games.knock_rummy.rules import MOST_RECORDED

DRAWN, TAKEN, TURNED_OVER = range(3)
HOW_WORDS: Final = ("draw", "take", "turn-over")
_LETTERS: Final = {"draw": "d", "take": "t", "turn-over": "o"}
_WORDS: Final = {letter: word for word, letter in _LETTERS.items()}
_PART: Final = re.compile(r"[dto]|.{1,2}")
_CARD: Final = re.compile(CARD_PATTERN)
LONGEST_LIST: Final = 1 + 3 * MOST_RECORDED


class Turn(NamedTuple):
    """A turn: how a card came, ``TURNED_OVER`` before a draw; ``card`` is None before a discard.

    ``waits``: the pile has been turned over, and nothing been drawn yet.
    """

    how: int
    card: int | None
    waits: bool = False


def turns_of(history: tuple[str, ...]) -> list[Turn]:
    """The turns that a history tells of; raises ``ValueError`` for what is none."""
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
