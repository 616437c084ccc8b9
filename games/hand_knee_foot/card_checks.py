"""Where the cards of a raw position lie, checked: piles, numbers of cards, red threes, suits."""

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
from kibitz.games.hand_knee_foot.kinds import COPIES, PACK, RED_THREE, TEXTS, counts_of
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, KNEE_SIZE


def check_piles(draft: FootDraft) -> None:
    """Knees and feet whole or taken up, in order; what is known to be held is held."""
    for piles, size, word in ((draft.knees, KNEE_SIZE, "knee"), (draft.feet, FOOT_SIZE, "foot")):
        for pile in piles:
            if pile.count not in {0, size}:
                message = f"a {word} has {size} cards, or none when it is taken up, not "
                draft.add(pile.pointer, "wrong_pile_size", f"{message}{pile.count}")
    for seat, (hand, shown) in enumerate(zip(draft.hands, draft.known, strict=True)):
        if not draft.feet[seat].count and draft.knees[seat].count:
            message = f"seat {seat} takes up its knee before its foot"
            draft.add(draft.feet[seat].pointer, "wrong_order", message)
        held = counts_of(draft.held(seat))
        for kind, count in enumerate(counts_of(shown)):
            if hand.whole and count > held[kind]:
                message = f"{count} × {TEXTS[kind]} are known of seat {seat}, who holds "
                draft.add(f"/known/{seat}", "not_held", f"{message}{held[kind]}")
        if hand.counted and len(shown) > hand.count:
            message = f"{counting(len(shown), 'card')} known of seat {seat}, who has {hand.count}"
            draft.add(f"/known/{seat}", "not_held", message)


def check_cards(draft: FootDraft) -> None:
    """No more cards of a kind than the packs have, and all of them in some place."""
    packs = draft.rules.packs
    counts = counts_of(draft.listed)
    for kind, count in enumerate(counts):
        most = packs * COPIES[kind]
        if count > most:
            message = f"{count} × {TEXTS[kind]} are more than the {most} of {packs} packs"
            draft.add("", "too_many_cards", message)
    count = draft.stock.count if draft.stock else draft.loose
    if count != draft.loose or count < 0:
        message = (
            f"{counting(count, 'card')} in the stock and {packs * PACK - draft.loose} elsewhere "
        )
        draft.add("/stock", "wrong_stock_size", f"{message}are not the {packs * PACK} of the packs")


def check_threes(draft: FootDraft) -> None:
    """What is said of red threes in hands, and that there are places for all of them."""
    for seat in range(draft.rules.players):
        _check_clean(draft, seat)
        _check_threes_fit(draft, seat)


def _check_clean(draft: FootDraft, seat: int) -> None:
    """What is said of red threes that a seat cannot hold."""
    hand, number = draft.hands[seat], draft.clean[seat]
    hidden = hand.count - len(draft.known[seat])
    pointer = f"/no_red_three/{seat}"
    threes = draft.held(seat).count(RED_THREE) - draft.known[seat].count(RED_THREE)
    if number > hidden:
        message = f"seat {seat} has {counting(hidden, 'card')} not known to all, not {number}"
        draft.add(pointer, "not_held", message)
    elif number and not hand.counted and threes > hidden - number:
        draft.add(
            pointer, "wrong_red_threes", f"seat {seat} holds {counting(threes, 'red three')} unseen"
        )
    if number and not (draft.rules.red_three_auto and draft.has_opened(seat % draft.rules.teams)):
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
        message = f"{count} × {quote(face_text(face))} are more than the {packs} of {packs} packs"
        draft.add("", "too_many_cards", message)
