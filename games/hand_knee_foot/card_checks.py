"""Where the cards of a raw position lie, checked: piles, numbers of cards, red threes, suits."""

from dataclasses import replace
from typing import Final

from kibitz.games.draft import counting
from kibitz.games.faults import quote
from kibitz.games.hand_knee_foot.draft import FootDraft
from kibitz.games.hand_knee_foot.faces import (
    Place,
    face_text,
    kinds_in,
    lacking,
    too_many,
    with_known,
)
from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    COPIES,
    FIVE_SLOT,
    NO_UP_CARD,
    PACK,
    RED_THREE,
    SEVEN_SLOT,
    SLOTS,
    TEXTS,
    TWO,
    WILD_SLOT,
    WORDS,
    counts_of,
)
from kibitz.games.hand_knee_foot.position import Books, TeamTable, slot_of
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, KNEE_SIZE, Rules
from kibitz.games.hand_knee_foot.state import NO_SLOT
from kibitz.games.hand_knee_foot.words import PLURALS


def check_pile_sizes(draft: FootDraft) -> None:
    """Knees and feet are whole or taken up."""
    for piles, size, word in ((draft.knees, KNEE_SIZE, "knee"), (draft.feet, FOOT_SIZE, "foot")):
        for pile in piles:
            if pile.sized and pile.count not in {0, size}:
                message = f"a {word} has {size} cards, or none when it is taken up, not "
                draft.add(pile.pointer, "wrong_pile_size", f"{message}{pile.count}")


def check_order(draft: FootDraft) -> None:
    """Knees and feet are taken up in order."""
    for seat, (knee, foot) in enumerate(zip(draft.knees, draft.feet, strict=True)):
        if not foot.count and knee.count:
            message = f"seat {seat} takes up its knee before its foot"
            draft.add(foot.pointer, "wrong_order", message)


def check_known(draft: FootDraft) -> None:
    """What is known to be held is held."""
    for seat, (hand, shown) in enumerate(zip(draft.hands, draft.known, strict=True)):
        held = counts_of(draft.held(seat))
        for kind, count in enumerate(counts_of(shown)):
            if hand.whole and count > held[kind]:
                message = f"{count} × {TEXTS[kind]} are known of seat {seat}, who holds "
                draft.add(f"/known/{seat}", "not_held", f"{message}{held[kind]}")
        if hand.counted and len(shown) > hand.count:
            message = f"{counting(len(shown), 'card')} known of seat {seat}, whose hand has "
            message += str(hand.count)
            draft.add(f"/known/{seat}", "not_held", message)


def check_kinds(draft: FootDraft) -> None:
    """No more cards of a kind than the packs have, as far as they could be read."""
    packs = draft.rules.packs
    counts = counts_of(draft.listed)
    for kind, count in enumerate(counts):
        most = packs * COPIES[kind]
        if count > most:
            message = f"{count} cards {TEXTS[kind]} are listed, and {packs} packs have {most}"
            draft.add("", "too_many_cards", message)


def check_total(draft: FootDraft) -> None:
    """All cards of the packs in some place."""
    packs = draft.rules.packs
    count = draft.stock.count if draft.stock else draft.loose
    if count != draft.loose or count < 0:
        message = (
            f"{counting(count, 'card')} in the stock and {packs * PACK - draft.loose} elsewhere "
        )
        draft.add("/stock", "wrong_stock_size", f"{message}are not the {packs * PACK} of the packs")


def check_up_card(draft: FootDraft) -> None:
    """Nobody has taken the pile before somebody melds: it begins with the card turned up."""
    if draft.shuffles or any(team.melded or team.red_threes for team in draft.teams):
        return
    for pointer, (kind, _) in draft.discards.given[:1]:
        if kind in NO_UP_CARD:
            message = f"a {WORDS[kind]} cannot begin the pile: wild cards, 5s, 7s and threes "
            draft.add(pointer, "no_up_card", f"{message}go back to the stock")


def check_clean(draft: FootDraft) -> None:
    """What is said of red threes in hands."""
    for seat in range(draft.rules.players):
        if draft.sized("hands") and draft.sound_list("known") and draft.sound(f"known/{seat}"):
            _check_clean(draft, seat)


def check_threes(draft: FootDraft) -> None:
    """That there are places for all red threes."""
    for seat in range(draft.rules.players):
        _check_threes_fit(draft, seat)


def _check_clean(draft: FootDraft, seat: int) -> None:
    """What is said of red threes that a seat cannot hold."""
    hand, number = draft.hands[seat], draft.clean[seat]
    hidden = hand.count - len(draft.known[seat])
    pointer = f"/no_red_three/{seat}"
    threes = draft.held(seat).count(RED_THREE) - draft.known[seat].count(RED_THREE)
    if number > hidden:
        message = f"{number} unseen cards of seat {seat} are said to be no red threes, of {hidden}"
        draft.add(pointer, "not_held", message)
    elif number and hand.whole and threes > hidden - number:
        draft.add(
            pointer, "wrong_red_threes", f"seat {seat} holds {counting(threes, 'red three')} unseen"
        )
    team = seat % draft.rules.teams
    if not (draft.sound_list("teams") and draft.sound(f"teams/{team}")):
        return
    if number and not (draft.rules.red_three_auto and draft.has_opened(team)):
        message = f"nothing is known of red threes of seat {seat}"
        draft.add(pointer, "not_laid_out", message)


def _check_threes_fit(draft: FootDraft, seat: int) -> None:
    """That the red threes a seat does not see have places where they can be."""
    if draft.hands[seat].counted:
        return
    others = [other for other in range(draft.rules.players) if other != seat]
    places = sum(draft.hands[s].count - len(draft.known[s]) - draft.clean[s] for s in others)
    places += sum(pile.count for pile in [*draft.knees, *draft.feet]) + draft.loose
    seen = [*draft.held(seat), *kinds_in(draft.discards.cards)]
    seen += [kind for other in others for kind in draft.known[other]]
    threes = draft.rules.packs * COPIES[RED_THREE] - seen.count(RED_THREE)
    threes -= sum(team.red_threes for team in draft.teams)
    if 0 <= places < threes:
        message = f"seat {seat} does not see {counting(threes, 'red three')}, but only "
        message += f"{counting(places, 'place')} can have them"
        draft.add("/no_red_three", "wrong_red_threes", message)


def check_suits(draft: FootDraft) -> None:
    """No suited card more often than there are packs; suits known of a hand fit its cards."""
    faces, fits = draft.suited, True
    for seat in range(draft.rules.players):
        known = faces.get(Place("known", seat), [])
        for face in lacking(faces.get(Place("hands", seat), known), known):
            message = f"{quote(face_text(face))} is known of seat {seat}, whose hand cannot have it"
            draft.add(f"/known/{seat}", "not_held", message)
            fits = False
    packs = draft.rules.packs
    for face, count in too_many(with_known(faces) if fits else faces, packs).items():
        message = f"{count} cards {quote(face_text(face))} are listed, and {packs} packs have "
        message += str(packs)
        draft.add("", "too_many_cards", message)


_SPECIAL: Final = (FIVE_SLOT, SEVEN_SLOT)
_WILDS: Final = ("rules/special_natural_only", "rules/max_wilds")


def wilds_allowed(rules: Rules, slot: int) -> int:
    """How many wild cards a meld of a rank may have."""
    return 0 if rules.special_natural_only and slot in _SPECIAL else rules.max_wilds


def check_teams(draft: FootDraft) -> None:
    """The tables of all teams; each is completed with what follows from the rest."""
    draft.teams = [_check_team(draft, team) for team in range(len(draft.teams))]


def _check_team(draft: FootDraft, team: int) -> TeamTable:
    """The table of a team, sorted by slot and with its first books, all faults noted."""
    table, pointer = draft.teams[team], f"/teams/{team}"
    slots: list[int] = []
    for i, meld in enumerate(table.melds):
        place = f"{pointer}/melds/{i}"
        sound = draft.sound(place[1:])
        slots.append(_check_meld(draft, meld, place, slots) if sound else NO_SLOT)
    seen: list[int] = []
    for i, books in enumerate(table.books):
        if books.slot in seen:
            message = f"books of {PLURALS[books.slot]} are listed twice"
            draft.add(f"{pointer}/books/{i}/rank", "listed_twice", message)
        seen += [books.slot] if books.slot != NO_SLOT else []
    ordered = sorted(table.books, key=lambda pile: pile.slot)
    red = [b.slot for b in ordered if b.red and b.slot not in (*_SPECIAL, WILD_SLOT)]
    black = [b.slot for b in ordered if b.black and b.slot not in _SPECIAL]
    found = replace(
        table,
        melds=tuple(meld for _, meld in sorted(zip(slots, table.melds, strict=True))),
        books=tuple(ordered),
    )
    if draft.sound(f"teams/{team}/books"):
        found = replace(
            found,
            original_red=_original(draft, f"{pointer}/original_red", table.original_red, red),
            original_black=_original(
                draft, f"{pointer}/original_black", table.original_black, black
            ),
        )
    for i, books in enumerate(table.books):
        place = f"{pointer}/books/{i}"
        if draft.sound(place[1:]):
            _check_books(draft, found, books, place)
    return found


def _original(draft: FootDraft, pointer: str, given: int, possible: list[int]) -> int:
    """The slot of the first red or black book: as given, or the only one that can be."""
    if not draft.sound(pointer[1:]):
        return given
    if given == NO_SLOT and len(possible) <= 1:
        return possible[0] if possible else NO_SLOT
    if given not in possible:
        ranks = " or ".join(PLURALS[slot] for slot in possible)
        message = "it is not said which book was the first"
        if given != NO_SLOT:
            message = f"a book of {PLURALS[given]} cannot have been the first"
        message += (
            f": it can be that of {ranks}" if possible else ": the team has none of that colour"
        )
        draft.add(pointer, "wrong_original", message)
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
        message = f"{counting(len(meld), 'card')}: a meld has three to six, then it is a book"
        draft.add(pointer, "wrong_meld", message)
    most = min(wilds_allowed(draft.rules, slot), len(meld) - wilds)
    over = draft.sound(*_WILDS) and (wilds > most or len(meld) - wilds < 2)
    if slot != WILD_SLOT and wilds and over:
        are = "card is" if wilds == 1 else "cards are"
        message = f"{wilds} wild {are} too many in a meld of {PLURALS[slot]}"
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
        cards = counting(len(books.cards), "card")
        message = f"{cards} cannot be {counting(count, 'book')} of {PLURALS[slot]}"
        draft.add(f"{pointer}/cards", "wrong_book", message)
        return
    most = wilds_allowed(draft.rules, slot) * books.black
    if slot == WILD_SLOT:
        if books.black:
            message = "books of wild cards are counted as red"
            draft.add(f"{pointer}/black", "wrong_book", message)
    elif draft.sound(*_WILDS) and not books.black <= wilds <= most:
        cards = counting(wilds, "wild card")
        message = f"{cards} cannot be those of {counting(books.black, 'black book')}"
        draft.add(f"{pointer}/black", "wrong_book", message)
    buried = len(books.cards) - BOOK * count
    count -= (table.original_red == slot) + (table.original_black == slot)
    if buried and (slot in _SPECIAL or count <= 0):
        message = f"nothing may be buried in the books of {PLURALS[slot]}"
        draft.add(f"{pointer}/cards", "wrong_burying", message)
