"""Knock Rummy exactly as the rule sheet words it, slow and obvious: the oracle of the tests.

Written from the sheet alone and independent of everything it judges: it imports nothing of the
project but its own melds. A card is its text, ``7H``; hands and piles are lists of cards; seats
count clockwise from 0.
"""

from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from tests.naive.knock_rummy_melds import PACK, deadwood

Hands = tuple[tuple[str, ...], ...]


class Switches(NamedTuple):
    """What may be played otherwise than the sheet has it."""

    players: int = 2
    ace: str = "low"
    ace_points: int = 1
    allow_return_discard: bool = False
    knock_limit: int | None = None
    rummy_bonus: int = 25
    knock_penalty: int = 10
    rummy_beats_tie: bool = True
    stock_out: str = "turn_over"
    max_turn_overs: int = 2
    max_takes: int = 20
    match_target: int | None = None


class Hand(NamedTuple):
    """A hand being played.

    ``stock``: the next card first. ``pile``: the top card last. ``drawn``: whether the player in
    turn has drawn or taken. ``taken``: the card it took, or "". ``known``: cards of each player
    that all have seen it take, or draw from a pile turned over. ``drawn_when``: for each card in a
    hand, how many times the pile had become the stock when it came there. ``shuffled_when``: for
    each card, the last time it was in a pile that was shuffled. ``ended``: "", or how.
    """

    switches: Switches
    dealer: int
    turn: int
    hands: Hands
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    drawn: bool = False
    taken: str = ""
    takes: int = 0
    turn_overs: int = 0
    known: Hands = ()
    drawn_when: dict[str, int] = {}  # noqa: RUF012
    shuffled_when: dict[str, int] = {}  # noqa: RUF012
    ended: str = ""


def hand_size(players: int) -> int:
    """Two people get 10 cards each, three or four 7, five or six 6."""
    return 10 if players == 2 else 7 if players <= 4 else 6


def dealt(pack: list[str], switches: Switches, dealer: int) -> Hand:
    """One card at a time, beginning with the player on the left; the next is turned face up."""
    players = switches.players
    hands: list[list[str]] = [[] for _ in range(players)]
    rest = list(pack)
    for _ in range(hand_size(players)):
        for i in range(players):
            hands[(dealer + 1 + i) % players].append(rest.pop(0))
    up_card = rest.pop(0)
    return Hand(
        switches,
        dealer,
        (dealer + 1) % players,
        tuple(map(tuple, hands)),
        tuple(rest),
        (up_card,),
        known=((),) * players,
    )


def dead(game: Hand, cards: tuple[str, ...]) -> int:
    """The count of what cannot be matched."""
    return deadwood(frozenset(cards), game.switches.ace, game.switches.ace_points)


def moves(game: Hand) -> list[str]:
    """Every legal move as text."""
    if game.ended:
        return []
    if not game.drawn:
        found = ["draw"] if game.stock else ["turn-over"]
        return [*found, "take"] if game.pile else found
    hand = game.hands[game.turn]
    may_go = [card for card in hand if card != game.taken or game.switches.allow_return_discard]
    found = list(may_go)
    limit = game.switches.knock_limit
    for card in may_go:
        if limit is None or dead(game, without(hand, card)) <= limit:
            found.append(f"knock-{card}")
    return found + ["out"] * (dead(game, hand) == 0)


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but for one."""
    return tuple(other for other in cards if other != card)


def with_hand(hands: Hands, seat: int, cards: tuple[str, ...]) -> Hands:
    """The hands, one of them replaced."""
    return tuple(cards if other == seat else hand for other, hand in enumerate(hands))


def play(game: Hand, move: str, order: tuple[str, ...] = ()) -> Hand:
    """The hand after a legal move; ``order``: of the new stock, where the pile is shuffled."""
    seat = game.turn
    hand, seen = game.hands[seat], game.known[seat]
    if move == "turn-over":
        if game.switches.stock_out == "shuffle":
            when = game.shuffled_when | dict.fromkeys(game.pile, game.turn_overs + 1)
            game = game._replace(shuffled_when=when)
        else:
            order = game.pile
        return game._replace(stock=order, pile=(), turn_overs=game.turn_overs + 1)
    if move == "draw":
        card, *rest = game.stock
        watched = game.switches.stock_out == "turn_over" and game.turn_overs > 0
        return game._replace(
            hands=with_hand(game.hands, seat, (*hand, card)),
            known=with_hand(game.known, seat, (*seen, card) if watched else seen),
            stock=tuple(rest),
            drawn_when=game.drawn_when | {card: game.turn_overs},
            drawn=True,
            takes=0,
        )
    if move == "take":
        card = game.pile[-1]
        return game._replace(
            hands=with_hand(game.hands, seat, (*hand, card)),
            known=with_hand(game.known, seat, (*seen, card)),
            pile=game.pile[:-1],
            drawn=True,
            taken=card,
            takes=game.takes + 1,
        )
    if move == "out":
        return game._replace(ended="out", taken="", drawn=False)
    card = move.removeprefix("knock-")
    game = game._replace(
        hands=with_hand(game.hands, seat, without(hand, card)),
        known=with_hand(game.known, seat, without(seen, card)),
        pile=(*game.pile, card),
        drawn=False,
        taken="",
    )
    if move != card:
        return game._replace(ended="knock")
    allowed = 0 if game.switches.stock_out == "end_hand" else game.switches.max_turn_overs
    if (not game.stock and game.turn_overs == allowed) or game.takes >= game.switches.max_takes:
        return game._replace(ended="no_score")
    return game._replace(turn=(seat + 1) % game.switches.players)


def lowest_win(counts: list[int], ender: int, switches: Switches) -> list[int]:
    """Who wins a showdown of these counts that ``ender`` has brought about."""
    lowest = [seat for seat, count in enumerate(counts) if count == min(counts)]
    # When a player gets rid of all his cards, he wins the game.
    if ender in lowest and min(counts) == 0 and switches.rummy_beats_tie:
        return [ender]
    # If any other player ties the knocker for low count, that player wins instead.
    return [seat for seat in lowest if seat != ender] or lowest


def settled(counts: list[int], ender: int, switches: Switches) -> list[Fraction]:
    """What everybody wins or loses in a showdown."""
    won = [Fraction(0)] * len(counts)
    best = lowest_win(counts, ender, switches)
    for loser, count in enumerate(counts):
        if loser in best:
            continue
        pays = count - min(counts)
        if best == [ender] and counts[ender] == 0:
            pays += switches.rummy_bonus
        if loser == ender and count > min(counts):
            pays += switches.knock_penalty
        won[loser] -= pays
        for winner in best:
            won[winner] += Fraction(pays, len(best))
    return won


def winners(game: Hand) -> list[int]:
    """Who wins the hand; nobody when it ended without a showdown."""
    if game.ended not in {"knock", "out"}:
        return []
    return lowest_win([dead(game, hand) for hand in game.hands], game.turn, game.switches)


def payments(game: Hand) -> list[Fraction]:
    """What everybody wins or loses in the hand."""
    if not winners(game):
        return [Fraction(0)] * game.switches.players
    return settled([dead(game, hand) for hand in game.hands], game.turn, game.switches)


def next_dealer(game: Hand) -> int:
    """The winner deals when two play, else the player on the left."""
    if game.switches.players > 2:
        return (game.dealer + 1) % game.switches.players
    return [*winners(game), game.dealer][0]


def deals_that_fit(game: Hand, seat: int) -> list[tuple[Hands, tuple[str, ...]]]:
    """Every way the cards unseen by ``seat`` can lie: the hands, sorted, and the stock in order.

    A card that came to a hand or lies in the stock since a shuffle was in the pile shuffled then,
    and has not been in one since.
    """
    shown = game.ended in {"knock", "out"}
    watched = game.switches.stock_out == "turn_over" and game.turn_overs > 0
    seen = {*game.pile, *game.hands[seat], *(game.stock if watched else ())}
    groups: list[tuple[int, int, int]] = []
    for other, hand in enumerate(game.hands):
        open_cards = hand if shown or other == seat else game.known[other]
        seen.update(open_cards)
        closed = [game.drawn_when.get(card, 0) for card in hand if card not in open_cards]
        groups += [(other, when, closed.count(when)) for when in sorted(set(closed))]
    unseen = [card for card in PACK if card not in seen]
    latest = game.turn_overs
    found: list[tuple[Hands, tuple[str, ...]]] = []

    def give(number: int, left: list[str], hands: Hands) -> None:
        if number < len(groups):
            other, when, size = groups[number]
            possible = [card for card in left if game.shuffled_when.get(card, 0) == when]
            for some in combinations(possible, size):
                rest = [card for card in left if card not in some]
                give(number + 1, rest, with_hand(hands, other, (*hands[other], *some)))
            return
        sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
        if watched:
            found.append((sorted_hands, game.stock))
        elif all(game.shuffled_when.get(card, 0) == latest for card in left):
            found.extend((sorted_hands, order) for order in permutations(left))

    start = tuple(
        hand if shown or other == seat else game.known[other]
        for other, hand in enumerate(game.hands)
    )
    give(0, unseen, start)
    return found
