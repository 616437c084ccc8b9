"""Knaves exactly as the rule sheet words it, slow and obvious: the oracle of the tests.

Written from the sheet alone and independent of everything it judges: it imports nothing of the
project. A card is its text, ``7H``; a hand is a list of cards; seats are 0, 1, 2 clockwise.
"""

from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
JACKS = {"JH": -4, "JD": -3, "JC": -2, "JS": -1}

Hands = tuple[list[str], list[str], list[str]]


class Switches(NamedTuple):
    """What may be played otherwise than the sheet has it."""

    hand_size: int = 13
    turned_jack: str = "out"
    jacks: dict[str, int] = JACKS
    calling: bool = False


class Round(NamedTuple):
    """A round: cards held and exposed, the turned card, and all that was played.

    ``played``: (seat, card), first to last. ``asked``: opponents who have let the exposed cards of
    the next to play be. ``called``: the card that one of them did call, or "".
    """

    hands: Hands
    turned: str
    dealer: int
    switches: Switches = Switches()
    exposed: Hands = ([], [], [])
    played: tuple[tuple[int, str], ...] = ()
    asked: int = 0
    called: str = ""


def trump_of(game: Round) -> str:
    """The suit of the turned card, or none when a turned jack is to mean that."""
    if game.turned[0] == "J" and game.switches.turned_jack == "no_trump":
        return ""
    return game.turned[1]


def winner_of(trick: list[tuple[int, str]], trump: str) -> int:
    """The highest trump takes the trick, else the highest card of the suit originally led."""
    trumps = [(seat, card) for seat, card in trick if card[1] == trump]
    led = [(seat, card) for seat, card in trick if card[1] == trick[0][1][1]]
    return max(trumps or led, key=lambda play: RANKS.index(play[1][0]))[0]


def tricks_of(game: Round) -> list[list[tuple[int, str]]]:
    """The tricks so far, three cards each; the last may be one that is not finished."""
    return [list(game.played[i : i + 3]) for i in range(0, len(game.played), 3)]


def on_the_table(game: Round) -> list[tuple[int, str]]:
    """The cards of the unfinished trick."""
    return list(game.played[len(game.played) // 3 * 3 :])


def player_of(game: Round) -> int:
    """Left of the dealer leads first, then whoever won the trick; the others follow clockwise."""
    trick = on_the_table(game)
    if trick:
        return (trick[-1][0] + 1) % 3
    if not game.played:
        return (game.dealer + 1) % 3
    return winner_of(tricks_of(game)[-1], trump_of(game))


def is_over(game: Round) -> bool:
    """Whether all cards have been played."""
    return len(game.played) == 3 * game.switches.hand_size


def may_be_called(game: Round) -> list[str]:
    """Exposed cards of the next to play that the others may call.

    They see only what lies on the table: with an exposed card of the suit led, no other can be
    legal; without one, every exposed card may turn out to be.
    """
    if is_over(game):
        return []
    trick = on_the_table(game)
    exposed = game.exposed[player_of(game)]
    return [card for card in exposed if trick and card[1] == trick[0][1][1]] or list(exposed)


def turn_of(game: Round) -> int:
    """Who has to play or to say whether to call."""
    player = player_of(game)
    if game.switches.calling and not game.called and game.asked < 2 and may_be_called(game):
        return (player + 1 + game.asked) % 3
    return player


def may_play(game: Round) -> list[str]:
    """Follow suit if able, else play any card."""
    hand, trick = game.hands[player_of(game)], on_the_table(game)
    same_suit = [card for card in hand if trick and card[1] == trick[0][1][1]]
    legal = same_suit or hand
    return [game.called] if game.called in legal else list(legal)


def moves(game: Round) -> list[str]:
    """Every legal move as text."""
    if is_over(game):
        return []
    if turn_of(game) != player_of(game):
        return [f"call-{card}" for card in may_be_called(game)] + ["no-call"]
    return may_play(game)


def play(game: Round, move: str) -> Round:
    """The round after a move; it need not be a legal one."""
    if move == "no-call":
        return game._replace(asked=game.asked + 1)
    if move.startswith("call-"):
        return game._replace(called=move.removeprefix("call-"))
    seat = player_of(game)
    return game._replace(
        hands=without(game.hands, move),
        exposed=without(game.exposed, move),
        played=(*game.played, (seat, move)),
        asked=0,
        called="",
    )


def without(hands: Hands, card: str) -> Hands:
    """The hands, the card taken out of the one that has it."""
    first, second, third = ([c for c in hand if c != card] for hand in hands)
    return first, second, third


def points(game: Round) -> list[int]:
    """A point for every trick won, and the penalties for the jacks in it."""
    scored = [0, 0, 0]
    for number, trick in enumerate(tricks_of(game), 1):
        if len(trick) == 3:
            winner = winner_of(trick, trump_of(game))
            scored[winner] += 1 + sum(game.switches.jacks.get(card, 0) for _, card in trick)
            last = number == game.switches.hand_size
            if last and game.switches.turned_jack == "last_trick":
                scored[winner] += game.switches.jacks.get(game.turned, 0)
    return scored


def match_winner(totals: list[int], target: int) -> int | None:
    """The seat with most points once somebody has the target; nobody when two share the most."""
    best = [seat for seat in range(3) if totals[seat] == max(totals)]
    return best[0] if max(totals) >= target and len(best) == 1 else None


def voids(game: Round) -> list[set[str]]:
    """The suits that each seat has shown to lack by not following them."""
    shown: list[set[str]] = [set(), set(), set()]
    for trick in tricks_of(game):
        for seat, card in trick:
            if card[1] != trick[0][1][1]:
                shown[seat].add(trick[0][1][1])
    return shown


def deals_that_fit(game: Round, seat: int) -> list[tuple[frozenset[str], ...]]:
    """Every deal of what ``seat`` cannot see that it cannot rule out: the three hands of each."""
    others = [(seat + 1) % 3, (seat + 2) % 3]
    seen = {*game.hands[seat], game.turned, *(card for _, card in game.played)}
    for other in others:
        seen.update(game.exposed[other])
    unseen = [card for card in PACK if card not in seen]
    lacked = voids(game)
    found = []
    first, second = others
    for some in hands_for(game, first, unseen, lacked[first]):
        rest = [card for card in unseen if card not in some]
        for more in hands_for(game, second, rest, lacked[second]):
            hands = [frozenset(hand) for hand in game.hands]
            hands[first] = some | frozenset(game.exposed[first])
            hands[second] = more | frozenset(game.exposed[second])
            found.append(tuple(hands))
    return found


def hands_for(game: Round, seat: int, unseen: list[str], lacked: set[str]) -> list[frozenset[str]]:
    """Every choice from ``unseen`` for what ``seat`` holds face down."""
    size = len(game.hands[seat]) - len(game.exposed[seat])
    possible = [card for card in unseen if card[1] not in lacked]
    return [frozenset(hand) for hand in combinations(possible, size)]
