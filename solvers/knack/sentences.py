"""Every sentence of a hint or a review for K'nack, by its code.

Cards and cells are written as in positions and moves, chances lie between 0 and 1. ``kinds`` are
names of a rank and a colour.
"""

from typing import Final

from kibitz.games.knack_field.rules import JOKER_KIND
from kibitz.solvers.wording import Wording

WORDING: Final = Wording(
    {
        # Before the move is named.
        "must_pass": "None of your cards can be laid: you have to pass.",
        "one_move": "There is only one legal move.",
        "one_way": "Only one card can be laid, and only in one cell.",
        "all_alike": "Your {moves:move|moves} all lead to the same game.",
        "think_giving": "Think about which of your cards will be hardest to lay.",
        "think_free": "The card you lay now matches everything: think about which you can spare.",
        "last_card": "You can lay your last card now.",
        "think_cell": "Your cards can be laid in one cell only: think about which of them to lay "
        "there and which to keep.",
        "think_cells": "Your cards can be laid in {cells:cell|cells}: think about which of them "
        "your other cards need, and which {others:?your opponent needs|the others need}.",
        "look_hand": "Look at your hand.",
        "look_beside": "Look beside {cards:and}.",
        "call": "Call K'nack!: you draw the last card of your deck.",
        # What the move does.
        "uncalled": (
            "You draw the last card of your deck: if you do not call, "
            "{givers:?your opponent gives|the others each give} you a card."
        ),
        "uncalled_wins": (
            "You draw the last card of your deck: if you do not call, "
            "{givers:?your opponent|seat {seat}} runs out of cards by giving you one, and wins."
        ),
        "uncalled_place": (
            "You draw the last card of your deck: if you do not call, "
            "{givers:?your opponent|seat {seat}} runs out of cards by giving you one, and comes "
            "in {place}."
        ),
        "runs_out": "With it you run out of cards and win.",
        "runs_out_place": "With it you run out of cards and come in {place}.",
        "fits_after": "Then {fitting} of your other {held} cards can be laid.",
        "all_fit": "Then each of your other {held} cards can be laid.",
        "last_fits": "Then your last card can be laid.",
        "opens": "It opens a cell for {cards:card}.",
        "yours_alone": "Nobody else has {kind} for a cell that it opens: all the others are in "
        "sight.",
        "closes": (
            "It leaves no cell for {kinds:and}: "
            "{unseen:such card is|such cards are} out of your sight."
        ),
        "closes_more": (
            "It leaves no cell for {kinds:,} and {more:more kind|more kinds}: "
            "{unseen:such card is|such cards are} out of your sight."
        ),
        "leaves_cells": (
            "After it there are cells for {fitting:none} of the {unseen:card|cards} that you "
            "cannot see."
        ),
        "next_passes": "{others:?Your opponent|Seat {seat}, who plays next,} will have to pass.",
        "next_may_pass": (
            "{others:?Your opponent|Seat {seat}, who plays next,} must then pass with a chance of "
            "{chance:%}; "
            "on the field as it lies now it would be {before:%}."
        ),
        "spared": "Face up, {beside:none} of your other {held:card|cards} could lie beside it.",
        "few_cells": (
            "The card fits only {cells:cell|cells} of the field as it lies now: later it may be "
            "hard to lay."
        ),
        "hard_later": (
            "It would be hard to lay later: it has no other cell, and {friends:none} of the "
            "{unseen:card|cards} that you cannot see could lie beside it."
        ),
        "keeps_joker": "It keeps {jokers:?the joker|a joker}, which can be laid at any open cell.",
        "only_jokers": "Of your cards only {jokers:?the joker|jokers} can be laid.",
        "over_other": "That speaks for it against {words}, but not against the next best.",
        "joker_pays": (
            "The joker is worth it: the best other card, {words}, is "
            "{loss:%± {error}} behind{error:% give or take {loss}}."
        ),
        "joker_pays_points": (
            "The joker is worth it: the best other card, {words}, is "
            "{loss:± {error} point|points} behind{error:give or take {loss} of 1}."
        ),
        "give_dead": "As the field lies, the card you give fits no cell.",
        "give_fits": "As the field lies, the card you give fits only {cells:cell|cells}.",
        # What it is worth.
        "chance": (
            "Your chance to win is {chance:%1} ({low:from %1} to {high:to %1}), "
            "judged from {games:game|games} played out."
        ),
        "chance_unsure": (
            "Your chance to win is put at {chance:%}, but only {games:game was|games were} played "
            "out: it may be anything from {low:from %} to {high:to %}."
        ),
        "worth": (
            "On average this move brings a place worth {worth:.2f} ({low:.2f} to {high:.2f}), "
            "judged from {games:game|games} played out."
        ),
        "sure_win": "It wins, whatever anybody else does.",
        "sure_first": "It takes the first place, whatever anybody else does.",
        "sure_place": "It brings a place worth {worth:.2f}, whatever anybody else does.",
        "open_win": "With open cards and best play of all it wins.",
        "open_loss": "With open cards and best play of all it loses.",
        "open_tie": "With open cards and best play of all it ties, for {share:%} of a win.",
        "open_worth": "With open cards and best play of all it brings a place worth {worth:.2f}.",
        "unvalued": "The limits did not suffice to value it.",
        # How far the others are behind.
        "only_move": "It is the only legal move.",
        "only_laying": "No other card can be laid, and there is no other cell for this one.",
        "same_game": "{moves:other move leads|other moves lead} to the same game.",
        "behind": (
            "The next best, {words}, is {loss:%± {error}} behind{error:% give or take {loss}}."
        ),
        "behind_points": (
            "The next best, {words}, is {loss:± {error} point|points} "
            "behind{error:give or take {loss} of 1}."
        ),
        "close": (
            "The next best, {words}, is {loss:%1 percentage points} behind, "
            "too little for the games played to tell the two apart."
        ),
        "close_points": (
            "The next best, {words}, is {loss:.2f} points behind, "
            "too little for the games played to tell the two apart."
        ),
        "as_good": "The next best, {words}, is as good.",
        "level": "The next best, {words}, is as good, as far as the games played show.",
        "hardly_tried": "The next best, {words}, may be as good: it was tried in "
        "{games:game|games} only.",
        "open_rivals": (
            "{moves:move further behind has|moves further behind have} "
            "been tried too little to be ruled out."
        ),
        "worse": (
            "{moves:other move is|other moves are} clearly worse{moves:?:|, among them} {words}."
        ),
        "not_all_valued": "The limits did not suffice to value every move.",
    }
)

REVIEWING: Final = Wording(
    {
        "passes": (
            "After it you pass {own:.1f} times on average and "
            "{others:?your opponent|the others together} {theirs:.1f} times, in "
            "{games:game|games} played on; after the move that was played it is {own_played:.1f} "
            "and {theirs_played:.1f} times."
        ),
    }
)

RANK_NAMES: Final = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)
PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def kind_words(kind: int) -> str:
    """A kind in the plural: ``red sevens``."""
    if kind == JOKER_KIND:
        return "jokers"
    name = RANK_NAMES[kind % 13]
    return f"{'red' if kind >= 13 else 'black'} {'sixes' if name == 'six' else name + 's'}"


def one_of_kind(kind: int) -> str:
    """One card of a kind: ``a red seven``."""
    if kind == JOKER_KIND:
        return "a joker"
    return f"a {'red' if kind >= 13 else 'black'} {RANK_NAMES[kind % 13]}"
