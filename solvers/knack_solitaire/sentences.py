"""The sentences of hints, by code: nothing else puts the facts of a hint into words."""

from typing import Final

from kibitz.solvers.wording import Wording

WORDING: Final = Wording(
    {
        # How the game stands.
        "over": "The game is over: there is nothing left to play.",
        "won": "This game can be won.",
        "lost": "This game is lost, whatever is played.",
        "lost_left": "This game is lost: at best {left:card is|cards are} left in the end.",
        "lost_between": (
            "This game is lost: the best line found leaves {left:card|cards}, and no line leaves "
            "fewer than {least}."
        ),
        "undecided": (
            "Whether this game can be won was not decided: the best line found leaves "
            "{left:card|cards}."
        ),
        "chance": "Your chance to win should lie between {low:from %1} and {high:to %1}.",
        "chance_unsure": "Little is known of your chance to win: it may be anything from "
        "{low:from %} to {high:to %}.",
        "wins_every_order": "You can win whatever the order of the stock: every one was tried.",
        "lost_in_every_order": (
            "Whatever the order of the stock, this game is lost: every one was tried."
        ),
        "chance_exact": (
            "Your chance to win is {value:%1} with best play: every order of the stock was tried."
        ),
        "chance_orders": (
            "Your chance to win lies between {low:from %1} and {high:to %1}, counted over every "
            "order of the stock."
        ),
        # Why no order of the cards that are not known can be won.
        "no_room": (
            "The field has room for {room} more {room:?card|cards}, and {left:card is|cards are} "
            "left."
        ),
        "no_chain": (
            "From the cells that are free no chain of matches leads to {card:card}, in whatever "
            "order the cards come."
        ),
        # Moves that are forced, or all alike.
        "only_cell": "{card:card} can be laid in this cell only, and has to be laid.",
        "must_draw": "{card:card} cannot be laid, so you have to draw.",
        "first_draw": "The waste is empty, so you have to draw.",
        "must_redeal": "The stock is empty and {card:card} cannot be laid.",
        "alike": "The {of} cells are alike: turned or mirrored, the field is the same.",
        # What decides where all cards are known.
        "winning": "{n} of the {of} legal moves {n:?keeps|keep} the win.",
        "winning_all": "Each of the {of} legal moves keeps the win.",
        "winning_least": "For {n} of the {of} legal moves a win was found.",
        "shorter": (
            "The win found after it takes {moves:move|moves}, the one after the next best move "
            "{rival}."
        ),
        "rival_lost": "After the next best move the game is lost for certain.",
        "fewer": (
            "After it {left:card is|cards are} left at best, after the next best move {rival}."
        ),
        "fewer_found": (
            "The best line found after it leaves {left:card|cards}, the one after the next best "
            "move {rival}."
        ),
        "tied": "The next best move was found to be as good.",
        # What decides where some are not.
        "wins": "Played on without looking ahead, {won:none} of {games} sampled games were won.",
        "wins_more": (
            "Played on without looking ahead, {won} of {games} sampled games were won; after the "
            "next best move {rival:none} of the same games were."
        ),
        "wins_same": (
            "Played on without looking ahead, {won} of {games} sampled games were won; after the "
            "next best move as many were."
        ),
        "wins_none": (
            "Played on without looking ahead, none of {games} sampled games was won, and none "
            "after the next best move."
        ),
        # The same where every order of the stock was tried.
        "orders": (
            "After it you can win in {won} of the {of} orders of the stock, after the next best "
            "move in {rival:none}."
        ),
        "orders_found": (
            "Ways were found to win in {won} of the {of} orders of the stock after it, and in "
            "{rival:none} after the next best move."
        ),
        # The field that a card leaves, against the one after the next best move.
        "sides": (
            "It leaves {n:cell|cells} beside jokers alone, where any card may lie; the next best "
            "move leaves {rival:none}."
        ),
        "cells": "It leaves {n:cell|cells} for a {kind}; the next best move leaves {rival:none}.",
        "ready": (
            "Of the {of} cards not laid yet {n} would then find a cell, {rival:none} after the "
            "next best move."
        ),
        "ready_all": (
            "All {of} cards not laid yet would then find a cell, {rival:none} after the next best "
            "move."
        ),
        # Less than the move.
        "only_move": "There is only one move.",
        "nudge_left": "{n} of the {of} legal moves {n:?leaves|leave} that few.",
        "nudge_found": (
            "In the lines found {n} of the {of} legal moves {n:?leaves|leave} the fewest cards."
        ),
        "nudge_sampled": "{n} of the {of} legal moves did best in the sampled games.",
        "nudge_orders": (
            "In the play found {n} of the {of} legal moves {n:?wins|win} the most orders of the "
            "stock."
        ),
        "nudge_orders_all": (
            "In the play found each of the {of} legal moves wins as many orders of the stock as "
            "any other."
        ),
        "nudge_left_all": "Each of the {of} legal moves leaves that few.",
        "nudge_found_all": (
            "In the lines found each of the {of} legal moves leaves as few cards as any other."
        ),
        "nudge_sampled_all": (
            "Each of the {of} legal moves did as well as any other in the sampled games."
        ),
        "nudge_lost": "Lay on as far as you can, or start a new deal.",
        "near": "Look {near:and}.",
        "stock": "Look at the stock.",
        "waste": "Look at the waste.",
    }
)

# Of what a hint says over the next best move, what a review says over the move that was played.
REVIEWED: Final = ("orders", "sides", "cells", "ready", "ready_all")
REVIEWING: Final = Wording(
    {
        code: WORDING.templates[code].replace("the next best move", "the move that was played")
        for code in REVIEWED
    }
)
