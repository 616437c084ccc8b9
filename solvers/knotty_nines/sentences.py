"""Every sentence of Knotty Nines' hints and explanations: a template for each code.

A *way* is a list of moves of which the last one empties a pile. ``rival`` is the next best move,
or the next best way.
"""

from typing import Final

from kibitz.solvers.wording import Wording

_STANDING: Final = {
    "won": "The game is won: there is nothing left to play.",
    "no_moves": "The game is lost: no move is left, and {stock:card is|cards are} still in the "
    "stock.",
    "can_win": "This position can be won.",
    "chance": "Your chance to win is estimated at {value:%1}; it should lie between {low:%1} and "
    "{high:%1}.",
    "chance_unsure": "Too little was tried to say much of your chance to win: it came out at "
    "{value:%}, and may be anything from {low:%} to {high:%}.",
    "lost": "This position is lost, whatever is played.",
    "dead": "No pile can be emptied any more, so no card will be drawn.",
    "lost_in_every_order": "Whatever the order of the stock, every pile will be stuck before the "
    "last card is drawn.",
    "at_best": "At best {cards} of the {stock:stock card|stock cards} can still be drawn.",
    "found_at_best": "The deepest line found draws {cards} of the {stock:stock card|stock cards}.",
    "never_rests": "The stock is empty, but moves always remain: the game never comes to rest.",
    "stock_then_never_rests": "The stock can be emptied, but then moves always remain: the game "
    "never comes to rest.",
}

_NUDGES: Final = {
    "start_over": "Take moves back, or start a new deal.",
    "prepare": "Prepare with {exchanges:exchange|exchanges} before you empty a pile.",
    "empty_now": "Empty a pile now.",
    "all_win": "Every legal move keeps the win.",
    "some_win": "Of the {legal} legal moves {winning:?only 1 keeps|{winning} keep} the win.",
    "area": "Look at {piles:and}.",
}

_REASONS: Final = {
    "forced": "It is the only legal move.",
    "only_winning": "It is the only move that keeps the win.",
    "few": "With it a win takes {moves:more move|more moves}, the fewest possible.",
    "fewest": "With it a win takes {moves:more move|more moves}, the fewest possible; with "
    "{rival}, the next best, it takes more.",
    "fewest_found": "With it a win takes {moves:more move|more moves}, the fewest possible; the "
    "shortest win found with {rival}, the next best, takes {more}.",
    "as_few": "With it a win takes {moves:more move|more moves}, the fewest possible; with "
    "{rival} it takes as many.",
    "at_most": "With it a win takes at most {moves:more move|more moves}.",
    "shorter_found": "With it a win takes at most {moves:more move|more moves}; the shortest win "
    "found with {rival}, the next best, takes {more}.",
    "as_short_found": "With it a win takes at most {moves:more move|more moves}, and so it does "
    "with {rival}.",
    "rival_open": "No win has been found with {rival}, the next best.",
    "draws_more": "With it {cards:more card|more cards} can be drawn, with {rival}, the next best, "
    "{fewer}.",
    "draws_as_many": "With {rival} as many cards can be drawn.",
    "found_deeper": "The deepest line found with it draws {cards:card|cards}, with {rival}, the "
    "next best, {fewer}.",
    "found_as_deep": "The deepest line found with it draws {cards:card|cards}, and so does one "
    "with {rival}.",
    "more_cards": "When you have emptied a pile this way, {cards} of the {unseen:unseen "
    "card|unseen cards} {cards:?lets|let} you empty a pile again; by the next best way, "
    "{rival:and}, it is {fewer}.",
    "all_cards": "When you have emptied a pile this way, every unseen card lets you empty a pile "
    "again; by the next best way, {rival:and}, {fewer} of the {unseen} {fewer:?does|do}.",
    "better_chance": "By the next best way, {rival:and}, the search expects your chance to be "
    "{other:%1}.",
    "as_good": "The search expects the next best way, {rival:and}, to be as good.",
    "ranked": "Looking ahead, the search ranks this way before the next best, {rival:and}.",
    "empties_only": "It empties pile {pile}, the only pile that can be emptied.",
    "prepares_only": "It is the first of {moves} moves that empty pile {pile}, the only pile that "
    "can be emptied.",
    "same_game": "Every way to empty a pile leads to the same game.",
}

_EXPLANATIONS: Final = {
    "never_rests": _STANDING["never_rests"],
    "stock_then_never_rests": _STANDING["stock_then_never_rests"],
    "none_drawn": "No line draws any of the {stock:stock card|stock cards}.",
    "deepest": "No line draws more than {cards} of the {stock:stock card|stock cards}.",
    "depth_open": "The search was stopped before it found how many of the {stock:stock card|stock "
    "cards} can be drawn.",
    "depth_found": "The search was stopped; the deepest line found draws {cards} of the "
    "{stock:stock card|stock cards}.",
    "knot": "In the end no pile can be emptied to draw the next {rank}, for which "
    "{count:?pile|piles} {piles:and} {count:?waits|wait}: it is number {place} in the stock.",
    "knot_for_good": "In the end no pile can be emptied: {count:?pile|piles} {piles:and} "
    "{count:?waits|wait} for {rank} on top, and none is left in the stock.",
    "only_kings": "In the end no pile can be emptied: under every pile lies a king, which goes "
    "onto no other card.",
    "rank_to_come": "no {rank} is on top; the next is number {place} in the stock",
    "rank_gone": "no {rank} is on top, and none is left in the stock",
    "king_base": "its base is a king, which goes onto no other card",
}

_REVIEWS: Final = {
    "helps_more": "Once a pile is emptied that way, {cards} of the {unseen:unseen card|unseen "
    "cards} {cards:?lets|let} you empty a pile again; after {rival:and} it is {fewer}.",
    "helps_always": "Once a pile is emptied that way, every unseen card lets you empty a pile "
    "again; after {rival:and}, {fewer} of the {unseen} {fewer:?does|do}.",
}

WORDING: Final = Wording({**_STANDING, **_NUDGES, **_REASONS})
EXPLAINING: Final = Wording(_EXPLANATIONS)
REVIEWING: Final = Wording(_REVIEWS)
