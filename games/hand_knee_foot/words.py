"""Moves of Hand, Knee and Foot in words, and why a move is refused."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from kibitz.games.hand_knee_foot.books import (
    all_in_foot,
    laid_by_taking,
    may_be_left,
    open_size,
    takes_buried,
    takes_wild,
)
from kibitz.games.hand_knee_foot.kinds import (
    ACE,
    FIVE_SLOT,
    FOUR,
    RED_THREE,
    SEVEN_SLOT,
    TWO,
    WILD_SLOT,
    WORDS,
)
from kibitz.games.hand_knee_foot.legal import may_lay, must_lay
from kibitz.games.hand_knee_foot.moves import (
    ADD,
    ASK,
    BURY,
    DRAW,
    FOOT,
    KNEE,
    LAY,
    LEAVE,
    MELD,
    NO,
    SHUFFLE,
    STOP,
    TAKE,
    YES,
    cards_of,
    slot_of_add,
)
from kibitz.games.hand_knee_foot.state import (
    ENDED,
    NOT_ASKED,
    OFFERED,
    TO_ANSWER,
    TO_DRAW,
    TO_PICK_UP,
    HandKneeFootState,
    team_of,
    top_of,
)

# The ranks of melds in words, by slot.
PLURALS: Final = (
    *("4s", "5s", "6s", "7s", "8s", "9s", "10s", "jacks", "queens", "kings", "aces"),
    "wild cards",
)
_WITH_ARTICLE: Final = tuple(
    f"an {word}" if word in ("ace", "8") else f"a {word}" for word in WORDS
)
_NUMBERS: Final = dict(enumerate(("no", "one", "two", "three", "four", "five", "six", "seven")))
_NOT: Final = "do not "
_SAID: Final = {
    SHUFFLE: "shuffle the discard pile below its top card to be the stock",
    STOP: "end the round: too few cards are left to draw",
    LAY: "lay out a red three and draw for it",
    KNEE: "take up the knee",
    LEAVE: "leave the knee",
    FOOT: "take up the foot",
    YES: "let your partner go out",
    NO: f"{_NOT}let your partner go out",
}


def counted(cards: Iterable[int]) -> str:
    """Kinds of cards with their numbers: ``two kings and a joker``."""
    *others, last = [
        _WITH_ARTICLE[kind] if n == 1 else f"{_NUMBERS.get(n, n)} {WORDS[kind]}s"
        for kind, n in sorted(Counter(cards).items())
    ]
    return f"{', '.join(others)} and {last}" if others else last


def describe(record: HandKneeFootState, move: int) -> str:
    """A legal move in words: ``meld three kings``."""
    if move in _SAID:
        return _SAID[move]
    if move == ASK:
        return f"ask your {_partners(record)} for leave to go out"
    if move == DRAW:
        return f"draw {int(record['draws'])} cards"
    if move == TAKE:
        size, top = int(record["pile_size"]), WORDS[int(top_of(record))]
        slot, team = int(top_of(record)) - FOUR, team_of(record, int(record["turn"]))
        of_hand = ("", " with one from the hand", " with two from the hand")
        laid = int(laid_by_taking(record, team, slot))
        return f"take the discard pile of {size}, melding its {top}{of_hand[laid - 1]}"
    cards = cards_of(move)
    if move < MELD:
        return f"discard {_WITH_ARTICLE[move]}"
    verb, slot = _place_of(move)
    return _laid(verb, cards, slot)


def _partners(record: HandKneeFootState) -> str:
    """Whether a seat has one partner or two."""
    return "partners" if int(record["players"]) // int(record["teams"]) > 2 else "partner"


def infinitive(said: str) -> str:
    """What is done, as a move in words has it, after a verb: ``to draw 2 cards``, ``not to …``."""
    return f"not to {said.removeprefix(_NOT)}" if said.startswith(_NOT) else f"to {said}"


def describe_turn(record: HandKneeFootState, moves: Sequence[int]) -> list[str]:
    """Moves of one turn in words: cards laid to the same meld or book are said together.

    ``record``: where the turn begins. Three jacks and one more are ``meld four jacks``; cards of
    several ranks without wild cards are ``add a 9 and two kings to their melds``.
    """
    laid = list[tuple[str, int, list[int]]]()
    for move in moves:
        verb, slot = _place_of(move) if MELD <= move < DRAW else (describe(record, move), 0)
        verbs = ("meld", "add") if verb == "add" else (verb,) if move >= ADD else ()
        cards = list(cards_of(move) or (move,))
        same = [before for name, of, before in laid if name in verbs and of == slot]
        if same:
            same[-1].extend(cards)
        else:
            laid.append((verb, slot, cards))
    said = list[str]()
    for verb, slot, cards in laid:
        pure = [each for name, _, each in laid if name == verb and max(each) < TWO]
        if verb not in _ONTO:
            said.append(verb + (f" ({len(cards)} times)" if len(cards) > 1 else ""))
        elif verb == "meld" or cards not in pure or len(pure) == 1:
            said.append(_laid(verb, cards, slot))
        elif cards == pure[0]:
            said.append(
                f"{verb} {counted(card for each in pure for card in each)} {_ONTO[verb][1]}"
            )
    return said


_ONTO: Final = {
    "meld": (),
    "add": ("to the meld", "to their melds"),
    "bury": ("in a book", "in their books"),
}


def _laid(verb: str, cards: Sequence[int], slot: int) -> str:
    """Cards that go to one meld or book in words: ``add a king to the meld of kings``."""
    onto = _ONTO[verb]
    return f"{verb} {counted(cards)}" + (f" {onto[0]} of {PLURALS[slot]}" if onto else "")


def _place_of(move: int) -> tuple[str, int]:
    """What a move does with cards, and the slot of their meld or book."""
    if move < ADD:
        cards = cards_of(move)
        return "meld", WILD_SLOT if cards[0] >= TWO else cards[0] - FOUR
    return ("add", slot_of_add(move)) if move < BURY else ("bury", _slot_of_bury(move))


def _slot_of_bury(move: int) -> int:
    return min(move - BURY, WILD_SLOT)


def refusal(record: HandKneeFootState, move: int) -> str:
    """Why ``move`` is not legal."""
    phase, seat = int(record["phase"]), int(record["turn"])
    if phase == ENDED:
        return "the round has ended"
    if phase == TO_ANSWER:
        return f"seat {int(record['speaker'])} is asked and answers yes or no"
    if phase == OFFERED:
        said = "takes up its knee" if record["must_take_knee"] else "says knee or leave"
        return f"seat {int(record['speaker'])} first {said}"
    if phase == TO_PICK_UP:
        return f"the hand is empty: seat {seat} first takes up the next pile"
    if move in (KNEE, LEAVE, FOOT, YES, NO):
        return f"nothing is offered to seat {seat} or asked of it now"
    if phase == TO_DRAW:
        return _cannot_begin(record, move)
    if move in (DRAW, TAKE, SHUFFLE, STOP):
        return f"seat {seat} has drawn already in this turn"
    return _cannot_play(record, move)


def _cannot_begin(record: HandKneeFootState, move: int) -> str:
    """Why a move is not legal before a draw."""
    stock, due = int(record["stock_size"]), int(record["draws"])
    if move in (DRAW, SHUFFLE, STOP):
        return f"the stock has {stock} cards, {due} are drawn"
    if move != TAKE:
        return f"seat {int(record['turn'])} first draws or takes the discard pile"
    top = int(top_of(record))
    if not FOUR <= top <= ACE:
        said = "it is empty" if top < 0 else f"a {WORDS[top]} is on top"
        return f"the discard pile cannot be taken: {said}"
    seat = int(record["turn"])
    if record["hands"][seat, top] < 2 and not record["unknown"][seat]:
        return cannot_match(record)
    if not laid_by_taking(record, team_of(record, seat), top - FOUR):
        return f"the open meld of {PLURALS[top - FOUR]} has no room for three cards"
    if not record["opened"][team_of(record, seat)]:
        return f"the opening would not reach {int(record['minimum'])} points"
    return "a card has to be kept, for the seat may not go out"


def cannot_match(record: HandKneeFootState) -> str:
    """Why the discard pile is not taken with other cards."""
    return f"the discard pile is taken with two cards like its {WORDS[int(top_of(record))]}"


def cannot_lay(record: HandKneeFootState, named: int) -> str | None:
    """Why so many cards of hand are not laid when the discard pile is taken; None if they are."""
    team = team_of(record, int(record["turn"]))
    laid = int(laid_by_taking(record, team, int(top_of(record)) - FOUR)) - 1
    return None if named == laid else f"{laid} of the two cards of hand are laid, not {named}"


def _cannot_play(record: HandKneeFootState, move: int) -> str:
    """Why a move is not legal after the draw."""
    seat = int(record["turn"])
    team = team_of(record, seat)
    opened = bool(record["opened"][team])
    if move == LAY:
        if not opened:
            return "red threes are laid out once your side has opened"
        keeps = record["hands"][seat, RED_THREE] and not may_lay(record)
        return "a card has to be kept" if keeps else f"seat {seat} holds no red three"
    if must_lay(record) and record["hands"][seat, RED_THREE]:
        return "red threes are laid out first"
    if move == ASK:
        return _cannot_ask(record, team)
    for kind, number in Counter(cards_of(move)).items():
        if record["hands"][seat, kind] < number and not record["unknown"][seat]:
            return f"seat {seat} does not hold {counted([kind] * number)}"
    if move < MELD and record["opening"]:
        return f"the opening has {int(record['opening'])} of {int(record['minimum'])} points"
    if move >= MELD and (broken := _breaks(record, move, team)):
        return broken
    if not opened and move >= MELD:
        return f"the opening would not reach {int(record['minimum'])} points"
    left = int(record["sizes"][seat]) - len(cards_of(move))
    assert not may_be_left(record, left, 1 if move < MELD else 2, 0)
    return "a card has to be kept, for the seat may not go out"


def _cannot_ask(record: HandKneeFootState, team: int) -> str:
    if not record["asks"]:
        return "there is nobody to ask"
    if record["said"] != NOT_ASKED:
        asked = _partners(record)
        return f"your {asked} {'have' if asked == 'partners' else 'has'} answered in this turn"
    assert not all_in_foot(record, team)
    return "every partner has to be in the foot"


def _breaks(record: HandKneeFootState, move: int, team: int) -> str | None:
    """What is wrong with a meld, an addition or a burying, whatever the seat holds."""
    if move < ADD:
        cards = cards_of(move)
        _, slot = _place_of(move)
        if open_size(record, team, slot):
            return f"your side has an open meld of {PLURALS[slot]}"
        return None if cards[-1] < TWO or slot == WILD_SLOT else _no_wild(record, slot)
    if move < BURY:
        slot = slot_of_add(move)
        if not open_size(record, team, slot):
            return f"your side has no open meld of {PLURALS[slot]}"
        fits = cards_of(move)[0] < TWO or takes_wild(record, team, slot)
        if fits:
            return None
        return _no_wild(record, slot) or f"the meld of {PLURALS[slot]} takes no more wild cards"
    slot = _slot_of_bury(move)
    if not record["red"][team, slot] + record["black"][team, slot]:
        return f"your side has no book of {PLURALS[slot]}"
    if not takes_buried(record, team, slot):
        return f"nothing is buried in the books of {PLURALS[slot]}: they are required"
    return "nothing is buried before the opening" if not record["opened"][team] else None


def _no_wild(record: HandKneeFootState, slot: int) -> str | None:
    special = record["special_natural"] and slot in (FIVE_SLOT, SEVEN_SLOT)
    return f"melds of {PLURALS[slot]} take no wild cards" if special else None
