"""K'nack for several players as the rule sheet words it, slow and obvious: the oracle of the tests.

Written from the sheet alone and independent of everything it judges: it imports nothing of the
project but the naive field of the solitaire. A card is its text, ``7C`` or ``JK``. A deck has its
top card first. A move is its text, ``7C@2,-1``, with a ``!`` when K'nack! is said, ``pass`` or
``give-7C``. The free card lies on the field as a joker, for it is one in all but its face.
"""

from fractions import Fraction
from typing import NamedTuple

from tests.naive.knack_solitaire import Field, Switches, places

HAND = 5


class Game(NamedTuple):
    """Everything about a game. ``out``: who has run out of cards, first to last.

    ``passes``: in a row. ``owed``: who did not say K'nack! and is still given cards.
    """

    switches: Switches
    explicit: bool
    for_places: bool
    field: Field
    hands: tuple[tuple[str, ...], ...]
    decks: tuple[tuple[str, ...], ...]
    turn: int
    free: str = ""
    passes: int = 0
    out: tuple[int, ...] = ()
    owed: int | None = None


def start(
    switches: Switches, explicit: bool, for_places: bool, stacks: list[list[str]], dealer: int
) -> Game:
    """Each player draws five cards from the top of the own stack; left of the dealer starts."""
    return Game(
        switches,
        explicit,
        for_places,
        {},
        tuple(tuple(sorted(stack[:HAND])) for stack in stacks),
        tuple(tuple(stack[HAND:]) for stack in stacks),
        (dealer + 1) % len(stacks),
    )


def cards(game: Game) -> list[int]:
    """How many cards each player has left in hand and deck."""
    return [len(hand) + len(deck) for hand, deck in zip(game.hands, game.decks, strict=True)]


def playing(game: Game) -> list[int]:
    """Who still has cards."""
    return [player for player, left in enumerate(cards(game)) if left]


def is_over(game: Game) -> bool:
    """One player runs out of cards, or no players can play; or all but one have their place."""
    if game.out and not game.for_places:
        return True
    return len(playing(game)) < 2 or game.passes == len(playing(game))


def moves(game: Game) -> set[str]:
    """What the player whose turn it is may do."""
    if is_over(game):
        return set()
    hand = game.hands[game.turn]
    if game.owed is not None:
        return {f"give-{card}" for card in hand}
    found = set()
    for card in hand:
        for x, y in places(game.field, card, game.switches) if game.field else [(0, 0)]:
            found.add(f"{card}@{x},{y}")
            if game.explicit and len(game.decks[game.turn]) == 1:
                found.add(f"{card}@{x},{y}!")
    return found or {"pass"}


def play(game: Game, move: str) -> Game:
    """The game after a move."""
    player = game.turn
    if move == "pass":
        game = game._replace(passes=game.passes + 1)
        return game if is_over(game) else game._replace(turn=after(game, player))
    if move.startswith("give-"):
        return give_on(given(game, player, move.removeprefix("give-")))
    card, _, place = move.rstrip("!").partition("@")
    x, y = map(int, place.split(","))
    if not game.field:
        game = game._replace(field={(0, 0): "JK"}, free=card)
    else:
        game = game._replace(field={**game.field, (x, y): card})
    game = without(game._replace(passes=0), player, card)
    if game.decks[player]:
        top, *rest = game.decks[player]
        game = with_hand(game, player, [*game.hands[player], top])
        game = with_deck(game, player, rest)
        if not rest and game.explicit and not move.endswith("!"):
            return give_on(game._replace(owed=player, turn=player))
    return end_turn(game, player)


def after(game: Game, player: int) -> int:
    """The next player to the left who still has cards."""
    count = len(game.hands)
    others = [(player + step) % count for step in range(1, count + 1)]
    return next(other for other in others if other in playing(game))


def end_turn(game: Game, player: int | None) -> Game:
    """See whether ``player`` has run out; then the next one's turn."""
    assert player is not None
    if not cards(game)[player]:
        game = game._replace(out=(*game.out, player))
    return game if is_over(game) else game._replace(turn=after(game, player))


def give_on(game: Game) -> Game:
    """The next player gives the top card of the deck; with an empty deck it is theirs to choose."""
    if game.owed is None or is_over(game):
        return game
    giver = after(game, game.turn)
    game = game._replace(turn=giver)
    if giver == game.owed:
        return game._replace(owed=None, turn=after(game, giver))
    if not game.decks[giver]:
        return game
    top, *rest = game.decks[giver]
    return give_on(onto_deck(with_deck(game, giver, rest), top))


def onto_deck(game: Game, card: str) -> Game:
    """The game with a card more on top of the deck of who did not say K'nack!."""
    assert game.owed is not None
    return with_deck(game, game.owed, [card, *game.decks[game.owed]])


def given(game: Game, giver: int, card: str) -> Game:
    """The game when a card was given from a hand; who has none left is out, and that is the end."""
    game = onto_deck(without(game, giver, card), card)
    if cards(game)[giver]:
        return game
    return end_turn(game._replace(owed=None, out=(*game.out, giver)), game.owed)


def without(game: Game, player: int, card: str) -> Game:
    """The game with one such card less in a hand."""
    hand = list(game.hands[player])
    hand.remove(card)
    return with_hand(game, player, hand)


def with_hand(game: Game, player: int, hand: list[str]) -> Game:
    """The game with another hand."""
    hands = list(game.hands)
    hands[player] = tuple(sorted(hand))
    return game._replace(hands=tuple(hands))


def with_deck(game: Game, player: int, deck: list[str]) -> Game:
    """The game with another deck."""
    decks = list(game.decks)
    decks[player] = tuple(deck)
    return game._replace(decks=tuple(decks))


def shares(game: Game) -> list[Fraction]:
    """What a finished game is worth to each player: one for the winner, shared by those who tie.

    For places, the first is worth one and the last nothing, in equal steps; equals share theirs.
    """
    left, count = cards(game), len(game.hands)
    if game.out and not game.for_places:
        return [Fraction(player == game.out[0]) for player in range(count)]
    ranks = [
        (-len(game.out) + game.out.index(p), 0) if p in game.out else (0, left[p])
        for p in range(count)
    ]
    if game.for_places:
        steps = [Fraction(count - 1 - place, count - 1) for place in range(count)]
    else:
        steps = [Fraction(place == 0) for place in range(count)]
    found = []
    for rank in ranks:
        before = sum(other < rank for other in ranks)
        equal = ranks.count(rank)
        found.append(sum(steps[before : before + equal], Fraction(0)) / equal)
    return found
