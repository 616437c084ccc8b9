"""Every sentence of a hint or a review for Knock Rummy, as a template by its code.

Cards are written as in positions, points are those of the hand, chances lie between 0 and 1.
"""

from typing import Final

from kibitz.solvers.wording import Wording

REVIEWING: Final = Wording(
    {
        "knocked": "The knock that was made wins the hand in {wins:%} of the deals tried, and "
        "makes {points:+.1f} points on average.",
    }
)
WORDING: Final = Wording(
    {
        # Before the move is named.
        "compare_unknown": "Compare the {card:card} on the pile with a card that you do not know.",
        "compare_next": "Compare the {card:card} on the pile with the {coming:card}, which is next "
        "in the stock.",
        "compare_shuffled": "Compare the {card:card} on the pile with a card drawn once the "
        "whole pile has been shuffled.",
        "compare_lowest": "Compare the {card:card} on the pile with the {coming:card} at its "
        "bottom, which is drawn when the pile is turned over.",
        "count_unmatched": "Count what you have unmatched.",
        "may_knock": "You can get down to {least} unmatched now: think about what "
        "{others:?your opponent|the others} may have, and whether to let them improve.",
        "may_match_all": "Once one card is discarded, all others can be matched: think about "
        "whether to end the hand now.",
        "may_not_knock": "You may not knock with more than {limit} unmatched, and can get down to "
        "{least} at best: think about which card is of least use to you.",
        "may_not_knock_unmatched": "You may knock only with everything matched, and can get down "
        "to {least} unmatched at best: think about which card is of least use to you.",
        "consider_ending": "Consider ending the hand now.",
        "look": "Look at {area}.",
        # Before a card was drawn: what comes to the hand.
        "turned_over": "Once the pile is turned over, the {card:card} comes first.",
        "makes_meld": "The {card:card} makes a meld: {meld:card}.",
        "lowers": "With the {card:card} your deadwood can go down from {before} to {after}.",
        "goes_with": "The {card:card} goes with your {partners:card}: {outs:card|cards} that may "
        "come would complete a meld.",
        "pile_no_help": "The {card:card} on the pile goes with none of your cards, and does not "
        "lower your deadwood of {deadwood}.",
        "pile_no_meld": "The {card:card} on the pile goes with none of your cards: it would only "
        "replace a higher one.",
        "draw_matches": "{fit} of the {of:card|cards} that may come would go into a meld and "
        "not raise your deadwood.",
        # Discards.
        "safe": "The {card:card} is safe for now: {away:card} {count:?is|are} in no other hand, so "
        "nobody can make a meld with it.",
        "discarded_before": "{others:?Your opponent|Seat {seat}, who plays next,} may have less "
        "use for the {card:card}, having discarded the {thrown:card}, which goes with it.",
        "leaves": "Discarding the {rival:card} instead would leave {rival_left} unmatched.",
        "leaves_more": "Discarding the {rival:card} instead would leave {less:point|points} less "
        "unmatched.",
        "more_help": "After discarding the {card:card}, {fit} of the {of:card|cards} that may come "
        "would go into a meld and not raise your deadwood; after discarding the {rival:card}, "
        "{rival_fit:none}.",
        "keeps_pair": "You keep {pair:card}: {outs:card|cards} that may come would make them a "
        "meld.",
        "keeps_pair_for": "You keep {pair:card}: {outs:card} {outs:?comes|come} to you if all draw "
        "from the stock.",
        "ends_unscored": "With a discard the hand is over, and nobody pays.",
        # Ending the hand.
        "goes_rummy": "You have nothing left unmatched: you win the hand, with "
        "{bonus:point|points} more from {others:?your|each} opponent.",
        "wins_matched": "You have nothing left unmatched: you win the hand.",
        "nothing_left": "You have nothing left unmatched.",
        "knock_now": "If you knock now, you win in {wins:%} of the deals tried and make "
        "{points:+.2f} points on average.",
        "knock_or_wait": "If you knock now, you win in {wins:%} of the deals tried and make "
        "{points:+.1f} points on average, against {waiting:+.1f} ({low:+.1f} to {high:+.1f}) for "
        "waiting, as far as that was played out.",
        "wait_or_knock": "Waiting makes {points:+.2f} points on average; if you knock now, you win "
        "in {wins:%} of the deals tried and make {knock:+.2f}.",
        "knock_wins": "If you knock now, you win the hand in {wins:%} of the deals tried.",
        "depends_on_others": "It depends on {others:?your opponent|the others}: waiting makes "
        "{sharp:+.2f} if {others:?they knock|one of them, picked at random, knocks} at the best "
        "moment, and {patient:+.2f} if {others:?they wait|that one waits} for 10 points or fewer.",
        # What the move is worth.
        "value_points": "This move makes {points:+.2f} points on average over {games:game|games} "
        "played out.",
        "value_chance": "Your chance to win the match is {chance:%1} ({low:from %1} to "
        "{high:to %1}), judged from {games:game|games} played out.",
        "value_exact": "With best play of all this move makes {points:+.2f} points.",
        "others_unvalued": "{count:other move|other moves} could not be valued within the limits.",
        # The next best move.
        "as_good": "It is as good {instead}.",
        "same_so_far": "In every deal tried it was exactly as good {instead}.",
        "not_told_apart": "The search could not tell this move apart from the next best: "
        "{instead}.",
        "behind_points": "The next best is {instead}: {points:± {error} point|points} "
        "behind{error:give or take {points}}.",
        "behind_chance": "The next best is {instead}: {chance:%± {error}} "
        "behind{error:% give or take {chance}}.",
        "ahead_points": "In the long run this move is {points:± {error} point|points}"
        "{error:give or take {points}}, ahead of the next best: {instead}.",
        "ahead_chance": "In the long run this move is {chance:%± {error}}"
        "{error:% give or take {chance}}, ahead of the next best: {instead}.",
    }
)
