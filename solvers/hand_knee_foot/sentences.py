"""Every sentence of a hint for Hand, Knee and Foot, as a template by its code.

Cards and ranks are in words, points are those of the round, chances lie between 0 and 1. ``seat``
plays next, ``seats`` is how many other players there are.
"""

from typing import Final

from kibitz.solvers.wording import Wording

WORDING: Final = Wording(
    {
        # Before the turn is named.
        "think_ending": "Think about what both sides still hold, and who gains from playing on.",
        "few_left": "Only {cards:card is|cards are} left to draw, of {draws}: think about whether "
        "the round should go on.",
        "compare_pile": "Compare the discard pile, {cards:card|cards}, with {draws} that you do "
        "not know.",
        "more_cards": "The {pile} gives you more to meld, but also more to get rid of.",
        "think_open": "Your side needs {minimum} points to open: think about whether to open now, "
        "and with how few wild cards.",
        "cannot_open": "You cannot open now, as your side needs {minimum} points: think about "
        "which card you can spare.",
        "think_opening": "You have put down {points} of the {minimum} points that open: think "
        "about how to complete the opening, and with how few wild cards.",
        "think_play": "Think about what to put down, what to keep, and what "
        "{seats:?your opponent|seat {seat}, who plays next,} may pick up: "
        "{cards:card lies|cards lie} in the discard pile.",
        "think_leave": "Think about what to put down, what to keep, and what to leave to "
        "{seats:?your opponent|seat {seat}, who plays next}.",
        "think_discard": "You can put nothing down now: think about which card you can spare, and "
        "what to leave to {seats:?your opponent|seat {seat}, who plays next}.",
        "look": "Look at {areas:and}.",
        # The discard pile, or the stock.
        "takes_pile": "The pile brings you {cards:card|cards} instead of the {draws} of a draw.",
        "takes_pile_wild": "The pile brings you {cards:card|cards}, {wild} of them wild, instead "
        "of the {draws} of a draw.",
        "pile_fits": "Of the {cards:card|cards} below its top card, {fits} {fits:?fits|fit} your "
        "hand or your side's melds.",
        "pile_misfits": "Of the {cards:card|cards} below the top card of the pile, only {fits} "
        "{fits:?fits|fit} your hand or your side's melds.",
        "pile_useless": "Below the top card of the pile there is nothing that fits your hand or "
        "your side's melds.",
        # What is put down.
        "opens": "It opens with {points} points; this round asks for {minimum}.",
        "makes_book": "It completes the book of {rank}: {points} points.",
        "first_book": "It is your side's first book, and with it you take up your knee at once.",
        "grows": "The {rank} come to {size} of 7; a book of them counts {points} points.",
        "lays_three": "A red three counts 100 points on the table and costs 500 in your hand.",
        "buries": "It gets rid of {cards:card|cards} on books that are complete.",
        "plays_out": "It plays out your hand, so that you take up your {pile}.",
        "plays_out_later": "It plays out your hand, so that your {pile} is ready for your next "
        "turn.",
        # Going out.
        "goes_out": "It goes out, which brings your side 200 points.",
        "last_required": "It gives your side the last book that it needs to go out.",
        "may_go_out": "Your side has the books that it needs to go out.",
        "still_needs": "To go out your side will still need {books:and}.",
        # The discard.
        "closes_pile": "The black three closes the pile of {cards:card|cards} for "
        "{seats:?your opponent|seat {seat}}.",
        "blocks_pile": "With a {card} on top, {seats:?your opponent|seat {seat}} cannot take "
        "the pile of {cards:card|cards}.",
        "no_room": "{seats:?Your opponent|Seat {seat}} cannot take the pile with it: the open meld "
        "of {rank} on that side has no room for three.",
        "lone_card": "You hold no other {card}, and your side has no meld of {rank} to add it to.",
        "left_before": "Of the {rank}, {count} {count:?lies|lie} in the pile already, so that "
        "fewer can be in other hands.",
        "in_sight": "Of the {rank}, {seen} of {all} are in sight.",
        # What the turn is worth.
        "value_points": "This turn makes {points:+,.0f} points against {others:?the other side|the "
        "others} on average over {rounds:round|rounds} played out.",
        "value_chance": "Your chance to win the match is {chance:%1} ({low:from %1} to "
        "{high:to %1}), judged from {rounds:round|rounds} played out.",
        "value_exact": "With best play of all this turn makes {points:+,.0f} points.",
        # The next best turn.
        "only_turn": "No other turn was compared with it.",
        "as_good": "It is as good {instead}.",
        "same_so_far": "In every deal tried it was exactly as good {instead}.",
        "not_told_apart": "The search could not tell this turn apart from the next best: "
        "{instead}.",
        "as_much": "At least as much can be said for that.",
        "behind_points": "The next best is {instead}: {points:± {error} point|points} "
        "behind{error:give or take {points}}.",
        "behind_chance": "The next best is {instead}: {chance:%± {error}} "
        "behind{error:% give or take {chance}}.",
        "ahead_points": "In the long run this turn is {points:± {error} point|points}"
        "{error:give or take {points}}, ahead of the next best: {instead}.",
        "ahead_chance": "In the long run this turn is {chance:%± {error}}"
        "{error:% give or take {chance}}, ahead of the next best: {instead}.",
    }
)
