"""A hand of Knock Rummy by itself: read from outside, every fault at once."""

from typing import Final

from games.cards import card_text
from games.faults import BadInput, Fault, noted
from games.knock_rummy.draft import read_rules
from games.knock_rummy.rules import Rules
from games.reading import read_card

MOST_CARDS: Final = 16  # that melds are found in


def read_hand(texts: list[str], switches: object) -> tuple[tuple[int, ...], Rules]:
    """The cards of a hand and the rules that a JSON object of switches sets, or None.

    Raises ``BadInput`` with every fault of both: what is no card, a card twice, too many cards.
    """
    faults: list[Fault] = []
    rules = Rules()
    with noted(faults, "/rules"):
        rules = read_rules(switches)
    if len(texts) > MOST_CARDS:
        message = f"{len(texts)} cards: melds are found in hands of up to {MOST_CARDS}"
        faults.append(Fault("/hand", "too_many", message))
    seen: dict[int, str] = {}
    for i, text in enumerate(texts):
        pointer = f"/hand/{i}"
        card = read_card(text, pointer, faults)
        if card is None:
            continue
        if card in seen:
            message = f"{card_text(card)} is also at {seen[card]}"
            faults.append(Fault(pointer, "card_twice", message))
        seen.setdefault(card, pointer)
    if faults:
        raise BadInput(faults)
    return tuple(seen), rules
