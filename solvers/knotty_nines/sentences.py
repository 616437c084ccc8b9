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
    "chance": "Your chance to win is estimated at {value:%1}; it should lie between {low:from %1} "
    "and {high:to %1}.",
    "chance_between": "Your chance to win should lie between {low:from %1} and {high:to %1}.",
    "chance_unsure": "Little is known of your chance to win: it may be anything from {low:from %} "
    "to {high:to %}.",
    "chance_exact": "Your chance to win is {value:%1} with best play: every order of the stock was "
    "tried.",
    "wins_every_order": "You can win whatever the order of the stock: every one was tried.",
    "lost": "This position is lost, whatever is played.",
    "dead": "No pile can be emptied any more, so no card will be drawn.",
    "lost_in_every_order": "Whatever the order of the stock, every pile will be stuck before the "
    "last card is drawn.",
    "rests_in_no_order": "Whatever the order of the stock, you cannot draw all of it and be left "
    "with no move.",
    "at_best": "At best {cards} of the {stock:stock card|stock cards} can still be drawn.",
    "found_at_best": "The best play found draws {cards} of the {stock:stock card|stock cards}.",
    "never_rests": "The stock is empty, but moves always remain: the game never comes to rest.",
    "stock_then_never_rests": "The stock can be emptied, but then moves always remain: the game "
    "never comes to rest.",
}

_NUDGES: Final = {
    "start_over": "Take moves back, or start a new deal.",
    "prepare": "Make {exchanges:move|moves} to prepare, then empty a pile.",
    "empty_now": "Empty a pile now.",
    "all_win": "Every legal move keeps the win.",
    "some_win": "Of the {legal} legal moves {winning:?only 1 keeps|{winning} keep} the win.",
    "area": "Look at {piles:and}.",
}

_REASONS: Final = {
    "forced": "There is only one legal move.",
    "only_winning": "It is the only move that keeps the win.",
    "few": "It wins in {moves:move|moves} from here, the fewest possible.",
    "fewest": "It wins in {moves:move|moves} from here, the fewest possible; {rival}, the next "
    "best, needs more.",
    "fewest_found": "It wins in {moves:move|moves} from here, the fewest possible; the shortest "
    "win found with {rival}, the next best, takes {more}.",
    "as_few": "It wins in {moves:move|moves} from here, the fewest possible; so does {rival}.",
    "at_most": "It wins in {moves:move|moves} from here; fewer may be enough.",
    "shorter_found": "It wins in {moves:move|moves} from here; the shortest win found with "
    "{rival}, the next best, takes {more}.",
    "as_short_found": "It wins in {moves:move|moves} from here, and so does {rival}; fewer may be "
    "enough.",
    "rival_open": "No win has been found with {rival}, the next best.",
    "draws_more": "With it {cards:more card|more cards} can be drawn; with {rival}, the next best, "
    "only {fewer}.",
    "draws_as_many": "With {rival} as many cards can be drawn.",
    "found_deeper": "The best play found after it draws {cards:card|cards}; after {rival}, the "
    "next best, {fewer}.",
    "found_as_deep": "The best play found after it draws {cards:card|cards}, and so does that "
    "after {rival}.",
    "goes_on": "The line goes on with {moves:then} and empties pile {pile}.",
    "more_cards": "Once a pile is emptied this way, {cards} of the {unseen} cards you might draw "
    "{cards:?lets|let} you empty another; after {rival:then}, the next best, it is {fewer}.",
    "all_cards": "Once a pile is emptied this way, you can empty another whatever card you draw; "
    "after {rival:then}, the next best, only {fewer} of the {unseen} would let you.",
    "better_chance": "With the next best {rival:?move|line}, {rival:then}, your chance is "
    "estimated at {other:%1}.",
    "as_good": "The next best {rival:?move|line}, {rival:then}, is estimated to be about as good.",
    "better_chance_exact": "With the next best {rival:?move|line}, {rival:then}, your chance is "
    "{other:%1}.",
    "as_good_exact": "The next best {rival:?move|line}, {rival:then}, is just as good.",
    "ranked": "Looking ahead, the search prefers it to the next best {rival:?move|line}, "
    "{rival:then}.",
    "empties_only": "It empties pile {pile}, the only pile that can be emptied.",
    "prepares_only": "It is the first of {moves} moves that empty pile {pile}, the only pile that "
    "can be emptied.",
    "same_game": "It makes no difference which pile you empty.",
    "any_target": "Only pile {pile} can be emptied, and it makes no difference onto which pile its "
    "card goes.",
    "any_moves": "Only pile {pile} can be emptied, and it makes no difference by which moves you "
    "do it.",
}

_EXPLANATIONS: Final = {
    "never_rests": _STANDING["never_rests"],
    "stock_then_never_rests": _STANDING["stock_then_never_rests"],
    "none_drawn": "No line draws any of the {stock:stock card|stock cards}.",
    "deepest": "No line draws more than {cards} of the {stock:stock card|stock cards}.",
    "depth_open": "The search for how many of the {stock:stock card|stock cards} can be drawn was "
    "stopped before it found out.",
    "depth_found": "The search for how many of the {stock:stock card|stock cards} can be drawn was "
    "stopped; the best play found draws {cards}.",
    "knot": "In the end no pile can be emptied, so the next {rank}, number {place} in the stock, "
    "is never drawn; {count:?pile|piles} {piles:and} {count:?waits|wait} for it.",
    "knot_for_good": "In the end no pile can be emptied: {count:?pile|piles} {piles:and} "
    "{count:?waits|wait} for {rank} on top, and none is left in the stock.",
    "only_kings": "In the end no pile can be emptied: under every pile lies a king, which goes "
    "onto no other card.",
    "rank_to_come": "no {rank} is on top; the next is number {place} in the stock",
    "rank_gone": "no {rank} is on top, and none is left in the stock",
    "king_base": "its base is a king, which goes onto no other card",
}

_REVIEWS: Final = {
    "helps_more": "Once a pile is emptied that way, {cards} of the {unseen} cards you might draw "
    "{cards:?lets|let} you empty another; after {rival:then} it is {fewer}.",
    "helps_always": "Once a pile is emptied that way, you can empty another whatever card you "
    "draw; after {rival:then}, only {fewer} of the {unseen} would let you.",
}

WORDING: Final = Wording({**_STANDING, **_NUDGES, **_REASONS})
EXPLAINING: Final = Wording(_EXPLANATIONS)
REVIEWING: Final = Wording(_REVIEWS)
