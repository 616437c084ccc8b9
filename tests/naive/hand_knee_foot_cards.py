"""Hand, Knee and Foot with cards that one can touch: the oracle of what is known of suits.

It imports nothing of the project. A card is its text and the pack it is from, ``("KC", 2)``; every
card of all packs lies in one list. Which of several cards of a kind is played is decided by chance,
and the moves are told with all that was played: ``meld-KCKDJK``, ``take-KCKD``, ``lay-3H=7S``.
"""

from dataclasses import dataclass, field
from random import Random

Card = tuple[str, int]
SUITS = "CDHS"


@dataclass
class Table:
    """Where the cards lie; ``stock``: the next card first, ``pile``: the top card last.

    ``seen`` are cards that came to a hand from the pile, whether they are still there or not. Melds
    and books are those of each team, by rank.
    """

    hands: list[list[Card]]
    knees: list[list[Card]]
    feet: list[list[Card]]
    stock: list[Card]
    pile: list[Card]
    melds: list[dict[str, list[Card]]]
    books: list[dict[str, list[Card]]]
    threes: list[list[Card]]
    seen: list[list[Card]] = field(default_factory=list)


def kind_of(card: str) -> str:
    """A card without its suit: ``K``, ``3R``, ``JK``."""
    if card in ("3D", "3H"):
        return "3R"
    return "3B" if card in ("3C", "3S") else card if card == "JK" else card[0]


def all_cards(packs: int, random: Random) -> dict[str, list[Card]]:
    """The cards of some packs by kind, those of a kind in random order."""
    cards = [
        (rank + suit, pack) for rank in "A23456789TJQK" for suit in SUITS for pack in range(packs)
    ]
    cards += [("JK", pack) for pack in range(2 * packs)]
    random.shuffle(cards)
    kinds: dict[str, list[Card]] = {}
    for card in cards:
        kinds.setdefault(kind_of(card[0]), []).append(card)
    return kinds


def pick(cards: list[Card], kind: str, random: Random) -> Card:
    """Remove any card of a kind."""
    card = random.choice([card for card in cards if kind_of(card[0]) == kind])
    cards.remove(card)
    return card


def parts(row: str) -> list[str]:
    """The kinds of a row such as ``KK2`` or ``JJJK``."""
    return ["JK" if part == "X" else part for part in row.replace("JK", "X")]


def names(cards: list[Card], gap: str = "") -> str:
    """Cards as text."""
    return gap.join(text for text, _ in cards)


def play(table: Table, move: str, seat: int, random: Random, left: tuple[int, list[str]]) -> str:
    """Play a legal move of a seat, given as kinds; the move with every card that it moved.

    ``left``: how many cards the pile has after it, and the kinds of the stock, which tell when the
    pile comes to hand, how many cards are drawn, and how a pile is shuffled.
    """
    team = seat % len(table.melds)
    hand = table.hands[seat]
    pile_size, stock = left
    verb, _, rest = move.partition("-")
    if verb in ("knee", "foot"):
        piles = table.knees if verb == "knee" else table.feet
        taken, piles[seat] = piles[seat], []
        hand += taken
        return f"{verb}={names(taken, '.')}"
    if verb == "shuffle":
        top = table.pile.pop()
        table.stock += [pick(table.pile, kind, random) for kind in stock[len(table.stock) :]]
        table.pile.append(top)
        return verb
    if verb in ("stop", "leave", "ask", "yes", "no"):
        return verb
    if verb == "draw":
        return f"draw={draw(table, hand, stock)}"
    if verb == "lay":
        three = pick(hand, "3R", random)
        table.threes[team].append(three)
        drawn = draw(table, hand, stock)
        return f"lay-{three[0]}" + (f"={drawn}" if drawn else "")
    if verb == "take":
        top = table.pile.pop()
        shown = [pick(hand, kind_of(top[0]), random) for _ in range(2)]
        put = shown[: 6 - len(table.melds[team].get(kind_of(top[0]), []))]
        hand += shown[len(put) :]
        table.seen[seat] += shown
        meld(table, team, kind_of(top[0]), [top, *put])
        said = f"take-{names(put)}" if put else "take"
    elif verb in ("meld", "add", "bury"):
        row, _, rank = rest.partition("-")
        put = [pick(hand, kind, random) for kind in parts(row)]
        rank = rank or next((k for k in parts(row) if k not in ("2", "JK")), "wild")
        if verb == "bury":
            table.books[team][rank] += put
        else:
            meld(table, team, rank, put)
        said = f"{verb}-{names(put)}" + (f"-{rank}" if "-" in rest else "")
    else:
        put = [pick(hand, move, random)]
        table.pile += put
        said = names(put)
    if pile_size < len(table.pile):
        hand += table.pile
        table.seen[seat] += table.pile
        table.pile = []
    return said


def draw(table: Table, hand: list[Card], stock: list[str]) -> str:
    """Draw until the stock is as it should be; the cards drawn."""
    count = len(table.stock) - len(stock)
    drawn, table.stock = table.stock[:count], table.stock[count:]
    hand += drawn
    return names(drawn, ".")


def meld(table: Table, team: int, rank: str, cards: list[Card]) -> None:
    """Put cards to a meld; seven are a book."""
    row = table.melds[team].setdefault(rank, [])
    row += cards
    if len(row) == 7:
        table.books[team].setdefault(rank, []).extend(table.melds[team].pop(rank))


def known(table: Table, seat: int) -> list[Card]:
    """The cards of a hand that came there from the pile."""
    return [card for card in table.hands[seat] if card in table.seen[seat]]
