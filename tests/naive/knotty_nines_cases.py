"""Random positions of Knotty Nines to hold the naive and the fast implementation against."""

from random import Random

from tests.naive.knotty_nines import Pile, Position, goes_on, moves, play

FULL_PACK = tuple(rank for rank in range(13) for _ in range(4))


def fresh(random: Random, pack: list[int], piles: int, stock: int) -> Position:
    """One card to a pile, ``stock`` more behind; switches left at their defaults."""
    cards = random.sample(pack, piles + stock)
    return Position(tuple((card,) for card in cards[:piles]), tuple(cards[piles:]))


def played(random: Random, position: Position, count: int) -> Position:
    """The position after up to ``count`` random moves that leave some stock."""
    for _ in range(count):
        choices = moves(position)
        after = play(position, random.choice(choices)) if choices else position
        if not choices or not after.stock:
            break
        position = after
    return position


def small(random: Random) -> Position:
    """Few ranks, few copies, a short stock, any switches; fresh or in the middle of the game."""
    wrap, stuck = random.random() < 0.5, random.random() < 0.4
    width = random.randint(4, 13)
    first = random.randrange(13) if wrap else random.randint(0, 13 - width)
    pack = [(first + i) % 13 for i in range(width) for _ in range(random.randint(2, 4))]
    piles = random.randint(4, min(12, len(pack) - 1))
    stock = random.randint(1, min(len(pack) - piles, random.choice([3, 6, 10, 40])))
    start = fresh(random, pack, piles, stock)._replace(wrap=wrap, stuck=stuck)
    return played(random, start, random.choice([0, 0, 5, 20]))


def consistent(random: Random) -> Position:
    """Runs of any height that no game need have led to, and a short stock."""
    wrap = random.random() < 0.5
    piles: list[Pile] = []
    for _ in range(random.randint(4, 8)):
        height = random.choice([1, 1, 2, 3, 5])
        base = random.randrange(13) if wrap else random.randint(height - 1, 12)
        piles.append(tuple((base - i) % 13 for i in range(height)))
    stock = tuple(random.randrange(13) for _ in range(random.randint(1, 5)))
    return Position(tuple(piles), stock, wrap, random.random() < 0.4)


def packed(random: Random, wrap: bool = True, stuck: bool = False) -> Position:
    """A whole pack, much of it already on the piles: a late stage of a real game."""
    cards = list(FULL_PACK)
    random.shuffle(cards)
    piles = [[cards.pop()] for _ in range(random.randint(5, 12))]
    left = random.randint(2, 12)
    grew = True
    while grew and len(cards) > left:
        grew = False
        for card in list(cards):
            places = [pile for pile in piles if goes_on(card, pile[-1], wrap)]
            if places and len(cards) > left:
                random.choice(places).append(card)
                cards.remove(card)
                grew = True
    return Position(tuple(map(tuple, piles)), tuple(cards), wrap, stuck)


def at_rest(random: Random, wrap: bool) -> list[list[int]]:
    """A whole pack in piles whose tops do not go on one another: the end of a won game."""
    piles: list[list[int]] = []
    for _ in range(4):
        # A round of the ranks, in one pile or, cut in two, in two piles or below others.
        king = random.randrange(13) if wrap else 12
        run = [(king - i) % 13 for i in range(13)]
        cut = random.choice([0, random.randint(1, 12)])
        for part in (run[:cut], run[cut:]):
            below = [pile for pile in piles if part and goes_on(part[0], pile[-1], wrap)]
            if below and random.random() < 0.8:
                random.choice(below).extend(part)
            elif part:
                piles.append(list(part))
    tops = {pile[-1] for pile in piles}
    if any(goes_on(one, other, wrap) for one in tops for other in tops):
        return at_rest(random, wrap)
    return piles


def taken_back(random: Random, wrap: bool, count: int) -> Position:
    """A position from which ``count`` moves, or fewer, bring a whole pack to rest.

    Moves are taken back from the end: a card on a longer pile goes to where it may have come from.
    """
    piles, stock = at_rest(random, wrap), list[int]()
    more = random.randint(max(0, 5 - len(piles)), max(0, 12 - len(piles)))
    piles += [[] for _ in range(more)]
    for _ in range(count):
        full = [number for number, pile in enumerate(piles) if len(pile) > 1]
        if not full:
            break
        taken = piles[random.choice(full)]
        card = taken[-1]
        spaces = [pile for pile in piles if not pile]
        onto = [pile for pile in piles if pile and goes_on(card, pile[-1], wrap)]
        # With no space left a pile of one card may have come from the stock to where the card was.
        drawn = [] if spaces else [pile for pile in piles if len(pile) == 1]
        choices = [pile for pile in spaces + onto + drawn if pile is not taken]
        if not choices:
            continue
        place = random.choice(choices)
        taken.pop()
        if place in drawn and not (place in onto and random.random() < 0.5):
            stock.insert(0, place.pop())
        place.append(card)
    standing = [pile for pile in piles if pile] if not stock else piles
    return Position(tuple(map(tuple, standing)), tuple(stock), wrap, stuck=True)
