"""Every sentence of a hint or a review for Knaves, by code."""

from typing import Final

from kibitz.solvers.wording import Wording

REVIEWING: Final = Wording(
    {
        "takes": "After it you end the round with {tricks:.2f} tricks and {cost:.2f} penalty "
        "points on average, in {games:round|rounds} played on; after the move that was played it "
        "is {tricks_played:.2f} and {cost_played:.2f}.",
    }
)
WORDING: Final = Wording(
    {
        # Before the move is named.
        "over": "The round is over: there is nothing left to play.",
        "may_call": "You may call for the {cards:card or} of seat {seat}: think about who would "
        "then take the trick.",
        "lead_with_jack": "You lead and hold {jacks:card}: think about who could take "
        "{n:?it|them} from you.",
        "lead_jacks_out": "You lead, and {jacks:card} {n:?has|have} not been played: think "
        "about who would have to take {n:?it|them}.",
        "lead_no_jacks": "You lead, and no jack that costs points is left: think about which "
        "tricks you can still take.",
        "lead_last_costs": "You lead, and the last trick costs {cost:point|points} for the jack "
        "turned up: think about who will have to take it.",
        "all_take_last": "Whatever you play takes this trick: think about which card you can do "
        "without.",
        "all_ahead": "Whatever you play beats the {best:card}, and seat {seat} plays after you: "
        "think about what it may hold.",
        "none_takes": "Nothing you may play can take this trick: think about which card you want "
        "to be rid of.",
        "jacks_in_trick": "This trick has {cost:penalty point|penalty points} in it: think about "
        "who should take it.",
        "can_take_last": "You play last: you can take this trick or leave it to seat {seat}.",
        "can_be_ahead": "You can beat the {best:card} or let it stand, and seat {seat} plays after "
        "you: think about what it may hold.",
        "look_at": "Look at your {suit}.",
        "look_at_exposed": "Look at the exposed {suit} of seat {seat}.",
        # Why another card is not played.
        "jack_ahead": "The {jack:card} would be ahead in this trick, and costs whoever takes it "
        "{cost:point|points}.",
        "jack_led": "If you led the {jack:card}, it would be ahead, and it costs whoever takes the "
        "trick {cost:point|points}.",
        "jack_takes": "With the {jack:card} you would take this trick yourself, and the jack costs "
        "{cost:point|points}.",
        # Why a card is led.
        "draws_trumps": "It draws trumps: the others can have up to {n:trump|trumps}.",
        "draws_counted_trumps": "It draws trumps: the others have {n:trump|trumps}.",
        "below_jack": "It lies below the {jack:card}: if that falls on this trick, you do not take "
        "it.",
        "jack_beaten": "It gets rid of the {jack:card} if somebody beats it: the others may "
        "hold the {cards:card}.",
        "unbeatable": "Nobody after you can beat it.",
        "only_trumps_beat": "Only a trump can beat it.",
        "one_card_beats": "Only the {card:card} can beat it.",
        "one_beats": "Of its suit, only the {card:card} can beat it.",
        # Why a card is played to a trick.
        "sheds_jack": "It gets rid of the {jack:card}: you cannot take this trick with it.",
        "sheds_jack_last": "It gets rid of the {jack:card}.",
        "ducks_jacks": "Whoever takes this trick takes {cost:penalty point|penalty points} with "
        "it.",
        "ducks_jack": "It stays out of the way of the {jack:card}, which may still fall on this "
        "trick.",
        "takes_trick": "It takes this trick, which brings {n:point|points}: the {card:card} would "
        "leave it to seat {seat}.",
        "keeps_winner": "It keeps your {card:card}, which could take this trick.",
        "saves": "It is the lowest card that beats the {best:card}, and saves your {card:card}.",
        "keeps_higher": "You cannot take this trick, and it keeps your {card:card}.",
        "sheds_high": "It gets rid of the {card:card}, which might have had to take the "
        "{jack:card}.",
        # What it leaves in the hand.
        "keeps_guard": "It keeps the {guard:card} that guards your {jack:card}.",
        "void_throw": "It leaves you without {suit}, so that you may throw the {jack:card} when "
        "{suit} are led.",
        "void_ruff": "It leaves you without {suit}, so that you may ruff when {suit} are led.",
        "void": "It leaves you without {suit}, so that you are free to discard when {suit} are "
        "led.",
        # Where a jack that matters here may be.
        "jack_likely": "The {jack:card} is with seat {seat} in {chance:%} of the deals that fit.",
        "jack_likely_out": "The {jack:card} is out of play in {chance:%} of the deals that fit.",
        # Exposed cards.
        "must_play": "Seat {seat} must then play the {card:card} if the rules let it.",
        "lets_choose": "Seat {seat} is then free to choose its card.",
        "lets_other_call": "Seat {seat} is then free to choose its card, unless seat {other} calls "
        "for one.",
        # What it is worth, and how far the next best is behind.
        "makes_exactly": "With best play of all three you make {points:point|points} in this "
        "round.",
        "makes": "You make {points:.2f} points in this round on average, over "
        "{games:round|rounds} played out.",
        "wins_match": "Your chance to win the match is {chance:%1}, the mean of "
        "{games:round|rounds} played out.",
        "all_alike": "Your legal cards all come to the same thing.",
        "both": "The same holds for {words}, the next best.",
        "some_unvalued": "Not every move was valued within the limits.",
        "as_good": "The next best, {words}, is just as good.",
        "behind_exactly": "With the next best, {words}, you make {less:point|points} less.",
        "behind": "With the next best, {words}, you make {less:± {error} point|points} less in the "
        "long run{error:give or take {less}}.",
        "behind_in_match": "With the next best, {words}, your chance is lower by "
        "{less:± {error} percentage point|percentage points}{error:give or take {less} of 100}.",
        "not_apart": "The next best, {words}, is as good, as far as the games played show.",
        "level": "The next best, {words}, came out as good: the search did not settle on one move.",
        "close": "The next best, {words}, came out {less:.2f} points lower, but the search did not "
        "settle on one move.",
        "close_in_match": "The next best, {words}, came out {less:.2f} percentage points lower, "
        "but the search did not settle on one move.",
    }
)
