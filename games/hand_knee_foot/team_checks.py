"""What a team has on the table, checked: melds, books, buried cards and the first books."""

from dataclasses import replace

from kibitz.games.hand_knee_foot.draft import FootDraft
from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    FIVE_SLOT,
    SEVEN_SLOT,
    SLOTS,
    TWO,
    WILD_SLOT,
)
from kibitz.games.hand_knee_foot.position import Books, TeamTable, slot_of
from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.games.hand_knee_foot.state import NO_SLOT
from kibitz.games.hand_knee_foot.words import PLURALS

_SPECIAL = (FIVE_SLOT, SEVEN_SLOT)


def wilds_allowed(rules: Rules, slot: int) -> int:
    """How many wild cards a meld of a rank may have."""
    return 0 if rules.special_natural_only and slot in _SPECIAL else rules.max_wilds


def check_teams(draft: FootDraft) -> None:
    """The tables of all teams; each is completed with what follows from the rest."""
    draft.teams = [_check_team(draft, team) for team in range(draft.rules.teams)]


def _check_team(draft: FootDraft, team: int) -> TeamTable:
    """The table of a team, sorted by slot and with its first books, all faults noted."""
    table, pointer = draft.teams[team], f"/teams/{team}"
    slots: list[int] = []
    for i, meld in enumerate(table.melds):
        slots.append(_check_meld(draft, meld, f"{pointer}/melds/{i}", slots))
    seen: list[int] = []
    for i, books in enumerate(table.books):
        if books.slot in seen:
            message = f"books of {PLURALS[books.slot]} are listed twice"
            draft.add(f"{pointer}/books/{i}/rank", "listed_twice", message)
        seen.append(books.slot)
    red = [b.slot for b in table.books if b.red and b.slot not in (*_SPECIAL, WILD_SLOT)]
    black = [b.slot for b in table.books if b.black and b.slot not in _SPECIAL]
    table = replace(
        table,
        melds=tuple(meld for _, meld in sorted(zip(slots, table.melds, strict=True))),
        original_red=_original(draft, f"{pointer}/original_red", table.original_red, red),
        original_black=_original(draft, f"{pointer}/original_black", table.original_black, black),
    )
    for i, books in enumerate(table.books):
        _check_books(draft, table, books, f"{pointer}/books/{i}")
    return table


def _original(draft: FootDraft, pointer: str, given: int, possible: list[int]) -> int:
    """The slot of the first red or black book: as given, or the only one that can be."""
    if given == NO_SLOT and len(possible) <= 1:
        return possible[0] if possible else NO_SLOT
    if given not in possible:
        ranks = " or ".join(PLURALS[slot] for slot in possible) or "none"
        message = "it is not said which book was the first"
        if given != NO_SLOT:
            message = f"a book of {PLURALS[given]} cannot have been the first"
        draft.add(pointer, "wrong_original", f"{message}: possible are {ranks}")
    return given


def _check_meld(draft: FootDraft, meld: tuple[int, ...], pointer: str, earlier: list[int]) -> int:
    """One rank, three to six cards, wild cards within the rules, one meld of a rank; the slot."""
    slot, wilds = slot_of(meld), sum(kind >= TWO for kind in meld)
    if slot == NO_SLOT:
        draft.add(pointer, "wrong_meld", "a meld has cards of one rank, 4 to ace, and wild cards")
        return slot
    if slot in earlier:
        message = f"a team has one meld of {PLURALS[slot]} at a time that is no book"
        draft.add(pointer, "second_meld", message)
    if not 3 <= len(meld) < BOOK:
        message = f"{len(meld)} cards: a meld has three to six, then it is a book"
        draft.add(pointer, "wrong_meld", message)
    most = min(wilds_allowed(draft.rules, slot), len(meld) - wilds)
    if slot != WILD_SLOT and (wilds > most or len(meld) - wilds < 2):
        message = f"{wilds} wild cards are too many in a meld of {PLURALS[slot]}"
        draft.add(pointer, "too_many_wilds", message)
    return slot


def _check_books(draft: FootDraft, table: TeamTable, books: Books, pointer: str) -> None:
    """Cards enough for the books, wild cards in black ones only, cards buried where they may be."""
    slot, count = books.slot, books.red + books.black
    if not 0 <= slot < SLOTS:
        return
    wilds = sum(kind >= TWO for kind in books.cards)
    if slot_of(books.cards) != slot:
        message = f"books of {PLURALS[slot]} have cards of that rank and wild cards"
        draft.add(f"{pointer}/cards", "wrong_book", message)
        return
    if count == 0 or len(books.cards) < BOOK * count:
        message = f"{len(books.cards)} cards do not make {count} books of {PLURALS[slot]}"
        draft.add(f"{pointer}/cards", "wrong_book", message)
        return
    most = wilds_allowed(draft.rules, slot) * books.black
    if slot == WILD_SLOT:
        if books.black:
            message = "books of wild cards are counted as red"
            draft.add(f"{pointer}/black", "wrong_book", message)
    elif not books.black <= wilds <= most:
        message = f"{wilds} wild cards are not those of {books.black} black books"
        draft.add(f"{pointer}/black", "wrong_book", message)
    buried = len(books.cards) - BOOK * count
    count -= (table.original_red == slot) + (table.original_black == slot)
    if buried and (slot in _SPECIAL or count <= 0):
        message = f"nothing may be buried in the books of {PLURALS[slot]}"
        draft.add(f"{pointer}/cards", "wrong_burying", message)
