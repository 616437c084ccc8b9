"""The field of a raw position of either K'nack game."""

from typing import Final

from kibitz.games.cards import UNSEEN, UNSEEN_TEXT, parse_card
from kibitz.games.draft import Draft, listed
from kibitz.games.knack_field.faults import Laid

# The switches that decide how cards may lie.
FIELD_RULES: Final = (
    *("rules/pack", "rules/wrap", "rules/field", "rules/anchored", "rules/danglers"),
    *("rules/obstacles", "rules/leaners"),
)


def parse(text: str) -> int:
    """The card that ``text`` names, which may be a joker; raises ``ValueError`` for none."""
    return parse_card(text, jokers=True)


def read_field(draft: Draft[int], most: int, face_down: bool = False) -> list[Laid]:
    """The cards on the field as far as their cells can be read, ``UNSEEN`` for what is no card.

    ``face_down``: whether ``??`` may stand for one that lies face down.
    """
    laid = []
    for i, given in enumerate(listed(draft.fields.get("field"))[:most]):
        if isinstance(given, list) and draft.sound(f"field/{i}"):
            x, y, text = given
            known = face_down and text == UNSEEN_TEXT
            found = [] if known else draft.card(text, f"/field/{i}/2")
            laid.append(Laid(f"/field/{i}", x, y, found[0].value if found else UNSEEN))
    return laid


def is_read(draft: Draft[int], laid: list[Laid]) -> bool:
    """Whether of all cards on the field the cells could be read."""
    return draft.sound_list("field") and len(laid) == len(listed(draft.fields.get("field")))
