"""Why a move of Knock Rummy is made, in card players' words.

Each reason is a fact of the hand and of what the table has seen. A reason whose condition does not
hold is not given; none of them claims that the move is best.
"""

from typing import Final

import numpy as np

from games.cards import card_symbol
from games.knock_rummy.lanes import PACK, card_at
from games.knock_rummy.melds import ACE_WORDS, Split, best_splits
from games.knock_rummy.play import DRAW, KNOCK, NOBODY, OUT, TAKE, TURN_OVER, deadwood
from games.knock_rummy.worlds import stock_is_hidden
from heuristics.knock_rummy.partners import MOST_PARTNERS, NEIGHBOURS, OUTS, PARTNERS, live_cards
from heuristics.knock_rummy.signs import latest_turn

MOST_NAMED: Final = 6
SUIT_WORDS: Final = ("clubs", "diamonds", "hearts", "spades")


def symbol(place: int) -> str:
    """The card at a place: ``J♥``."""
    return card_symbol(card_at(place))


def places_in(word: int) -> list[int]:
    """The places of a set of cards, upwards."""
    return [place for place in range(52) if word >> place & 1]


def named(word: int) -> str:
    """The cards of a set: ``7♦ 7♠``."""
    return " ".join(map(symbol, places_in(word)))


def suit_name(place: int) -> str:
    """The suit of the card at a place: ``hearts``."""
    return SUIT_WORDS[place // 13]


class Scene:
    """The seat to move and what it knows; ``record``: its view."""

    def __init__(self, record: np.void) -> None:
        self.record = record
        self.seat, self.players = int(record["turn"]), int(record["players"])
        self.ace = int(record["ace"])
        self.hand = int(record["hands"][self.seat])
        self.live = int(live_cards(record, self.seat))
        pile = [int(place) for place in record["pile"][: int(record["pile_size"])]]
        self.top = pile[-1] if pile else NOBODY
        self.pile = sum(1 << place for place in pile)

    def left(self, hand: int) -> int:
        """The least deadwood of a hand."""
        return int(deadwood(self.record, np.uint64(hand)))

    def split(self, hand: int) -> Split:
        """A hand split for the least deadwood."""
        cards = tuple(map(card_at, places_in(hand)))
        return best_splits(cards, ACE_WORDS[self.ace], int(self.record["ace_points"]))[0]

    def best_after(self, card: int) -> tuple[int, int]:
        """The least deadwood after a card is taken and another discarded, and that hand."""
        more = self.hand | 1 << card
        kept = [more & ~(1 << place) for place in places_in(self.hand)]
        hand = min(kept, key=self.left)
        return self.left(hand), hand


def reasons(record: np.void, move: int) -> list[str]:
    """What can be said for a legal move, most telling first; perhaps nothing."""
    scene = Scene(record)
    if move == TAKE:
        told = [makes_a_meld(scene), gets_down(scene)]
    elif move in {DRAW, TURN_OVER}:
        told = [pile_helps_little(scene, move), hopes(scene)]
    elif move >= KNOCK:
        told = []
    else:
        told = [cannot_be_melded(scene, move), was_thrown_beside(scene, move), keeps(scene, move)]
    return [text for text in told if text]


# ------------------------------------------------------------------------------------- beginning


def makes_a_meld(scene: Scene) -> str | None:
    """The meld that the card on the pile is part of."""
    _, hand = scene.best_after(scene.top)
    card = card_at(scene.top)
    for meld in scene.split(hand).melds:
        if card in meld:
            return f"It makes a meld: {' '.join(map(card_symbol, meld))}."
    return None


def gets_down(scene: Scene) -> str | None:
    """What the deadwood comes down to with it."""
    before, (after, _) = scene.left(scene.hand), scene.best_after(scene.top)
    if after >= before:
        return None
    return f"With it you come down from {before} to {after} unmatched."


def pile_helps_little(scene: Scene, move: int) -> str | None:
    """What the card on the pile would do instead."""
    if scene.top == NOBODY:
        return None
    before, (after, _) = scene.left(scene.hand), scene.best_after(scene.top)
    top = symbol(scene.top)
    if after >= before:
        return f"The {top} on the pile does not lower your deadwood of {before}."
    if move == DRAW and not stock_is_hidden(scene.record):
        return None
    makes = makes_a_meld(scene)
    return None if makes else f"The {top} makes no meld: it only replaces a higher card."


def hopes(scene: Scene) -> str | None:
    """How many cards not seen would be matched in the hand."""
    if not stock_is_hidden(scene.record):
        return None
    before = scene.left(scene.hand)
    fit = [card for card in places_in(scene.live) if scene.left(scene.hand | 1 << card) <= before]
    unseen = scene.live.bit_count()
    if not fit:
        return None
    return f"{len(fit)} of the {unseen} cards that you have not seen would be matched at once."


# ------------------------------------------------------------------------------------ discarding


def cannot_be_melded(scene: Scene, card: int) -> str | None:
    """A discard that no set or run of anybody else can take in."""
    kept = scene.hand & ~(1 << card)
    free = PACK & ~(kept | scene.pile | 1 << card)
    for number in range(MOST_PARTNERS):
        partner = int(PARTNERS[scene.ace, card, number])
        if partner & free and int(OUTS[scene.ace, card, number]) & free:
            return None
    away = int(NEIGHBOURS[scene.ace, card]) & ~free
    if not away:
        return None
    where = "on the pile or yours" if away & kept and away & scene.pile else "yours"
    where = where if away & kept else "on the pile"
    return f"The {symbol(card)} is safe: {named(away)} are {where}, so nobody else can meld it."


def was_thrown_beside(scene: Scene, card: int) -> str | None:
    """A card that goes with the discard, which the next seat has discarded itself."""
    record, following = scene.record, (scene.seat + 1) % scene.players
    last = int(latest_turn(record)) if int(record["told"]) > 0 else NOBODY
    for back in range(int(record["told"])):
        if (last - back) % scene.players != following:
            continue
        thrown = int(record["gone"][int(record["told"]) - back])
        if thrown >= 0 and int(NEIGHBOURS[scene.ace, card]) >> thrown & 1:
            return f"Seat {following} has discarded the {symbol(thrown)}, which goes with it."
    return None


def keeps(scene: Scene, card: int) -> str | None:
    """The pair left in the hand that waits for most cards."""
    kept = scene.hand & ~(1 << card)
    matched = {place for meld in scene.split(kept).melds for place in meld}
    loose = [place for place in places_in(kept) if card_at(place) not in matched]
    best, pair = 0, ""
    for one in loose:
        for number in range(MOST_PARTNERS):
            partner = int(PARTNERS[scene.ace, one, number])
            if not any(partner >> other & 1 for other in loose if other > one):
                continue
            outs = (int(OUTS[scene.ace, one, number]) & scene.live).bit_count()
            if outs > best:
                best, pair = outs, f"{symbol(one)} {named(partner)}"
    if not best:
        return None
    waits = "1 card" if best == 1 else f"{best} cards"
    return f"It keeps {pair}, which wait for {waits} not seen yet."


def matched_all(scene: Scene, move: int) -> bool:
    """Whether a move ends the hand without deadwood."""
    if move == OUT:
        return True
    return move >= KNOCK and scene.left(scene.hand & ~(1 << move - KNOCK)) == 0
