"""Why a move of Knock Rummy is made: facts of the hand and of what the table has seen.

Every fact has a weight: a reason is given where the fact does not speak as much for the next best
move. None of them claims that the move is best. Sets of cards are words, see
`games.knock_rummy.bitboards`. With open cards the seat knows everything.
"""

from functools import cache, reduce
from operator import or_
from typing import Final, NamedTuple

import numpy as np

from kibitz.contract.answers import Reason
from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.bitboards import card_at
from kibitz.games.knock_rummy.melds import ACE_WORDS, Split, best_splits, deadwood
from kibitz.games.knock_rummy.play import DRAW, KNOCK, OUT, TAKE, TURN_OVER
from kibitz.games.knock_rummy.state import NOBODY, TO_DRAW, KnockRummyState
from kibitz.games.knock_rummy.worlds import pool
from kibitz.heuristics.knock_rummy.partners import OUTS, PARTNERS
from kibitz.heuristics.knock_rummy.signs import latest_turn
from kibitz.solvers.knock_rummy.sentences import WORDING


def places_in(word: int) -> list[int]:
    """The places of a set of cards, upwards."""
    return [place for place in range(52) if word >> place & 1]


def texts(word: int) -> list[str]:
    """The cards of a set as positions write them."""
    return [card_text(card_at(place)) for place in places_in(word)]


class Scene:
    """The seat to move and what it knows; ``record``: its view, or the state with open cards.

    ``top``: the card on the pile, ``following``: the card that drawing or turning the pile over
    brings; both ``NOBODY`` for none or not known. ``coming``: the cards that may come so.
    ``elsewhere``: cards that other hands may hold.
    """

    def __init__(self, record: KnockRummyState) -> None:
        self.record = record
        self.seat, self.players = int(record["turn"]), int(record["players"])
        self.ace = int(record["ace"])
        self.hand = int(record["hands"][self.seat])
        self.stock = [int(place) for place in record["stock"][: int(record["stock_size"])]]
        self.pile = [int(place) for place in record["pile"][: int(record["pile_size"])]]
        self.top = self.pile[-1] if self.pile else NOBODY
        self.following, self.coming = self._following()
        self.elsewhere = self._elsewhere()
        self.left = cache(self._left)

    def _following(self) -> tuple[int, int]:
        """The next card where it is known, and those that it may be."""
        if self.stock:
            card = self.stock[-1]
            return card, 1 << card if card != NOBODY else self._pool(self._latest)
        if int(self.record["phase"]) != TO_DRAW or not self.pile:
            return NOBODY, 0
        if self.record["shuffles"]:
            return NOBODY, sum(1 << place for place in self.pile)
        return self.pile[0], 1 << self.pile[0]

    def _elsewhere(self) -> int:
        """The cards that hands of others may hold."""
        found = 0
        for other in range(self.players):
            if other != self.seat:
                found |= int(self.record["hands"][other])
                for kind, count in enumerate(self.record["unknown"][other]):
                    found |= self._pool(kind) if count else 0
        return found

    def _pool(self, kind: int) -> int:
        return int(pool(self.record, kind)) & ~self.hand

    @property
    def _latest(self) -> int:
        return int(self.record["turn_overs"]) if self.record["shuffles"] else 0

    def _left(self, hand: int) -> int:
        return int(deadwood(self.record, np.uint64(hand)))

    def after(self, move: int) -> int:
        """The hand after a discard, a knock or going out."""
        return self.hand if move == OUT else self.hand & ~(1 << move % KNOCK)

    def splits(self, hand: int) -> list[Split]:
        """Every split of a hand that leaves the least deadwood."""
        cards = tuple(map(card_at, places_in(hand)))
        return best_splits(cards, ACE_WORDS[self.ace], int(self.record["ace_points"]))

    def melds_with(self, hand: int, card: int) -> list[tuple[int, ...]]:
        """The melds with a card of a hand, in all splits that leave the least deadwood."""
        splits = self.splits(hand)
        return [meld for split in splits for meld in split.melds if card_at(card) in meld]

    def with_card(self, card: int) -> tuple[int, int]:
        """The least deadwood after a card has come and another been discarded, and that hand."""
        kept = [(self.hand | 1 << card) & ~(1 << place) for place in places_in(self.hand)]
        hand = min(kept, key=self.left)
        return self.left(hand), hand

    def matched(self, hand: int, cards: int) -> int:
        """Which of some cards would add nothing to the deadwood of a hand."""
        before = self.left(hand)
        return sum(1 << card for card in places_in(cards) if self.left(hand | 1 << card) <= before)

    def partners(self, card: int) -> list[tuple[int, int]]:
        """The cards that make a pair with a card, and by pair the cards that complete a meld."""
        rows = zip(PARTNERS[self.ace, card], OUTS[self.ace, card], strict=True)
        return [(int(one).bit_length() - 1, int(outs)) for one, outs in rows if one]

    def neighbours(self, card: int) -> int:
        """All cards that make a pair with a card."""
        return sum(1 << other for other, _ in self.partners(card))

    def can_be_melded(self, card: int) -> bool:
        """Whether some other hand may have a meld with a card of this one."""
        return any(
            self.elsewhere >> other & 1 and outs & self.elsewhere
            for other, outs in self.partners(card)
        )

    def ends_unscored(self) -> bool:
        """Whether the hand is over with no score after a discard without a knock."""
        record = self.record
        used_up = not self.stock and int(record["turn_overs_left"]) == 0
        return used_up or int(record["takes"]) >= int(record["max_takes"])


MOST_REASONS: Final = 3
say: Final = WORDING.say


class Said(NamedTuple):
    """A reason and how much it speaks for the move."""

    reason: Reason
    weight: float


def text(place: int) -> str:
    """The card at a place as positions write it."""
    return card_text(card_at(place))


def reasons(scene: Scene, move: int, rival: int | None) -> list[Reason]:
    """What speaks for a legal move and not as much for the next best; perhaps nothing.

    Of a discard that ends the hand it does not matter which card it is.
    """
    if move < KNOCK and scene.ends_unscored():
        return [say("ends_unscored")]
    if move in {DRAW, TAKE, TURN_OVER}:
        found = beginning(scene, move)
        other = [] if rival is None else beginning(scene, rival)
    else:
        found = compared(scene, move, rival) + ending(scene, move)
        other = [] if rival is None else ending(scene, rival)
    weights = {said.reason.code: said.weight for said in other}
    kept = [said.reason for said in found if said.weight > weights.get(said.reason.code, 0)]
    if move == TURN_OVER and scene.following != NOBODY:
        # The move in words names a card that is drawn, not the lowest of the pile.
        card = text(scene.following)
        if any(reason.args.get("card") == card for reason in kept):
            kept.insert(0, say("turned_over", card=card))
    return kept[:MOST_REASONS]


# ------------------------------------------------------------------------------------- beginning


def beginning(scene: Scene, move: int) -> list[Said]:
    """What speaks for a way to begin a turn."""
    if move == TAKE:
        return arriving(scene, scene.top)
    found = left_on_the_pile(scene)
    if scene.following != NOBODY:
        return arriving(scene, scene.following) + found
    fit = scene.matched(scene.hand, scene.coming).bit_count()
    top_fits = scene.top != NOBODY and scene.matched(scene.hand, 1 << scene.top)
    if fit and not top_fits:
        reason = say("draw_matches", fit=fit, of=scene.coming.bit_count())
        found.append(Said(reason, fit))
    return found


def arriving(scene: Scene, card: int) -> list[Said]:
    """What a card does for the hand that it is sure to come to."""
    found = []
    before, (after, hand) = scene.left(scene.hand), scene.with_card(card)
    melds = scene.melds_with(hand, card)
    if melds:
        meld = [card_text(other) for other in melds[0]]
        found.append(Said(say("makes_meld", card=text(card), meld=meld), 1))
    if after < before:
        reason = say("lowers", card=text(card), before=before, after=after)
        found.append(Said(reason, before - after))
    if not melds and scene.stock and scene.following == NOBODY:
        found += goes_with(scene, card)
    return found


def goes_with(scene: Scene, card: int) -> list[Said]:
    """The cards of the hand that a card makes pairs with, and all that may complete them.

    Nothing where it makes a meld already, though one that does not lower the deadwood.
    """
    pairs = {other: outs for other, outs in scene.partners(card) if scene.hand >> other & 1}
    every = reduce(or_, pairs.values(), 0)
    live = every & scene.coming
    if every & scene.hand or not live:
        return []
    partners = sum(1 << other for other, outs in pairs.items() if outs & live)
    outs = live.bit_count()
    reason = say("goes_with", card=text(card), partners=texts(partners), outs=outs)
    return [Said(reason, outs)]


def left_on_the_pile(scene: Scene) -> list[Said]:
    """That the card on the pile makes no pair, so that it would at most replace another card."""
    before = scene.left(scene.hand)
    if scene.top == NOBODY or not before or scene.neighbours(scene.top) & scene.hand:
        return []
    after, _ = scene.with_card(scene.top)
    if after >= before:
        return [Said(say("pile_no_help", card=text(scene.top), deadwood=before), 1)]
    return [Said(say("pile_no_meld", card=text(scene.top)), 1)]


# ---------------------------------------------------------------------------------------- ending


def compared(scene: Scene, move: int, rival: int | None) -> list[Said]:
    """Where a discard or a knock leaves a better hand than the next best of its kind."""
    if rival is None or OUT in {move, rival} or (move >= KNOCK) != (rival >= KNOCK):
        return []
    mine, other, card = scene.after(move), scene.after(rival), text(rival % KNOCK)
    left, rival_left = scene.left(mine), scene.left(other)
    found = []
    if left < rival_left:
        reason = say("leaves", rival=card, rival_left=rival_left)
        found.append(Said(reason, rival_left - left))
    if move < KNOCK and scene.stock and scene.following == NOBODY:
        fit = scene.matched(mine, scene.coming).bit_count()
        rival_fit = scene.matched(other, scene.coming).bit_count()
        if fit > rival_fit:
            of = scene.coming.bit_count()
            fits = {"fit": fit, "of": of, "rival_fit": rival_fit}
            reason = say("more_help", card=text(move), rival=card, **fits)
            found.append(Said(reason, fit - rival_fit))
    return found


def costs(scene: Scene, move: int, rival: int | None) -> list[Reason]:
    """That a discard leaves more deadwood than the next best one, where it does."""
    if rival is None or move >= KNOCK or rival >= KNOCK or scene.ends_unscored():
        return []
    less = scene.left(scene.after(move)) - scene.left(scene.after(rival))
    return [say("leaves_more", less=less, rival=text(rival))] if less > 0 else []


def ending(scene: Scene, move: int) -> list[Said]:
    """What speaks for a discard, a knock or going out by itself."""
    if move >= KNOCK:
        return nothing_left(scene, move)
    # What nobody can make a meld with need not be guessed to be of less use.
    return (safe(scene, move) or discarded_before(scene, move)) + keeps_pair(scene, move)


def nothing_left(scene: Scene, move: int) -> list[Said]:
    """A hand without deadwood, and what it wins."""
    if scene.left(scene.after(move)):
        return []
    bonus = int(scene.record["bonus"])
    if not scene.record["beats_tie"]:
        return [Said(say("nothing_left"), 1)]
    if not bonus:
        return [Said(say("wins_matched"), 1)]
    return [Said(say("goes_rummy", bonus=bonus, others=scene.players - 1), 1)]


def safe(scene: Scene, card: int) -> list[Said]:
    """A discard that no other hand can have a meld with."""
    if scene.can_be_melded(card):
        return []
    away = texts(scene.neighbours(card) & ~scene.elsewhere)
    return [Said(say("safe", card=text(card), away=away, count=len(away)), 1)]


def discarded_before(scene: Scene, card: int) -> list[Said]:
    """A card that goes with the discard, which the next seat has discarded itself; the latest.

    It says nothing of a hand that is open or is known to have another card that goes with it, nor
    where the seat to move has picked the card up.
    """
    record, following = scene.record, (scene.seat + 1) % scene.players
    used = int(record["hands"][following]) & scene.neighbours(card)
    if used or not record["unknown"][following].any():
        return []
    turns = int(record["recorded"])
    last = int(latest_turn(record)) if turns > 0 else NOBODY
    for back in range(turns):
        thrown = int(record["gone"][turns - back])
        own = (last - back) % scene.players == following
        goes = thrown >= 0 and (scene.neighbours(card) & ~scene.hand) >> thrown & 1
        if own and goes:
            named = {"card": text(card), "thrown": text(thrown)}
            others = scene.players - 1
            reason = say("discarded_before", **named, seat=following, others=others)
            return [Said(reason, 1)]
    return []


def keeps_pair(scene: Scene, card: int) -> list[Said]:
    """The pair of unmatched cards that most cards of the stock may complete.

    Where its order is known, that most complete which come to the seat if all draw from the stock.
    """
    kept = scene.after(card)
    loose = {other for split in scene.splits(kept)[:1] for other in split.unmatched}
    ones = [place for place in places_in(kept) if card_at(place) in loose]
    known = NOBODY not in scene.stock
    own = scene.stock[::-1][scene.players - 1 :: scene.players]
    there = sum(1 << place for place in own) if known else scene.coming
    best, pair = 0, (0, 0)
    for one in ones:
        for other, outs in scene.partners(one):
            if other in ones and one < other and (outs & there).bit_count() > best.bit_count():
                best, pair = outs & there, (one, other)
    if not best:
        return []
    cards, count = list(map(text, pair)), best.bit_count()
    if known:
        return [Said(say("keeps_pair_for", pair=cards, outs=texts(best)), count)]
    return [Said(say("keeps_pair", pair=cards, outs=count), count)]
