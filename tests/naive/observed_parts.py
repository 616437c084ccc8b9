"""What naive observations are made of: lists of numbers."""

from fractions import Fraction

from kibitz.games.cards import JOKER, UNSEEN


def one(size, index):
    """Zeros but for a 1 at ``index``, if there is such an index."""
    return [int(i == index) for i in range(size)]


def flags(size, chosen):
    """A 1 for each of the numbers below ``size`` that is chosen."""
    return [int(i in chosen) for i in range(size)]


def counts(size, listed, most):
    """How often each number below ``size`` is listed, of ``most``."""
    return [Fraction(list(listed).count(i), most) for i in range(size)]


def part(number, most):
    """A number as a part of ``most``, cut to what is from -1 to 1."""
    return max(Fraction(-1), min(Fraction(1), Fraction(number) / most))


def parts(numbers, most):
    return [part(number, most) for number in numbers]


def around(seat, players):
    """The seats from ``seat`` on."""
    return [(seat + i) % players for i in range(players)]


def rows(found):
    """Rows joined to one list."""
    return [number for row in found for number in row]


def who(seat, players, other):
    """Which seat ``other`` is, counted from ``seat``; zeros for None."""
    return one(players, None if other is None else (other - seat) % players)


def places(cards, size, most):
    """Where each card lies in a row, from 1, of ``most``; of two jokers the later one last."""
    found = [Fraction(0)] * size
    for number, card in enumerate(cards):
        if card != UNSEEN:
            at = card + 1 if card == JOKER and found[card] else card
            found[at] = Fraction(number + 1, most)
    return found
