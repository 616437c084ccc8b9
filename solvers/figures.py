"""Figures and lists as a sentence has them, and the forms in which a template asks for them."""

from collections.abc import Sequence
from math import ceil, inf, log10
from string import Formatter
from typing import Any, Final

from kibitz.games.cards import card_symbol, parse_card

LONGEST_LINE: Final = 3  # moves that a sentence names one by one


def percent(chance: float, digits: int = 0) -> str:
    """A chance in per cent: ``43 %``. Only what is certain reads ``0 %`` or ``100 %``."""
    step = 0.1**digits
    share = f"{100 * chance:.{digits}f}"
    if chance > 0 and float(share) == 0:
        return f"under {step:.{digits}f} %"
    if chance < 1 and float(share) == 100:
        return f"over {100 - step:.{digits}f} %"
    return f"{share} %"


def end_of_range(chance: float, digits: int, highest: bool) -> str:
    """The lowest or highest chance of a range, rounded outwards where it is all but certain.

    Between ``99.9 %`` and ``100.0 %``, not between ``over 99.9 %`` and ``100.0 %``.
    """
    word, _, rest = percent(chance, digits).partition(" ")
    if word not in ("over", "under"):
        return f"{word} {rest}"
    return f"{100 * round(chance):.{digits}f} %" if highest == (word == "over") else rest


def listing(words: Sequence[str], last: str = "and") -> str:
    """Words joined as in a sentence: ``a, b and c``; ``last`` stands before the last of them."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def seats_named(seats: Sequence[int]) -> str:
    """``seat 1``, or ``seats 1 and 2``."""
    return f"seat{'s' * (len(seats) != 1)} {listing([str(seat) for seat in seats])}"


def number(value: float, form: str = "g") -> str:
    """A number with a true minus sign, a count with commas: ``−0.50``, ``1,000``."""
    text = f"{value:{',' if form == 'g' and isinstance(value, int) else form}}"
    return (text if float(text.replace(",", "")) else text.replace("-", "")).replace("-", "−")


def plain(said: str) -> float:
    """The number that was said by :func:`number`."""
    return float(said.replace(",", "").replace("−", "-"))


def decimals(value: float, error: float, least: int) -> int:
    """How many decimals, ``least`` or more, tell a number that is beyond its error from that error.

    What is certain to be behind is not to look as if it might be level.
    """
    digits, size = least, abs(value)
    while size > error and f"{size:.{digits}f}" == f"{error:.{digits}f}":
        digits += 1
    return digits


def decimals_of_error(error: float) -> int:
    """How many decimals an error shows: two digits below 3.55, 35.5 and so on, else one.

    That is the rule of the Particle Data Group.
    """
    return max(0, ceil(-log10(error / 3.55)))


def is_lost(value: float, error: float) -> bool:
    """Whether nothing is left of a number that is rounded as its error is.

    Digits that it has beyond those say nothing: 0.0001 of something that is off by up to 1.4.
    """
    return not float(f"{value:.{decimals_of_error(error) if error else 2}f}")


def told(value: float, error: float) -> tuple[str, str]:
    """A number and its error with as many decimals as leave a meaning: ``9.6`` and ``1.2``.

    See :func:`decimals_of_error`; :func:`decimals` may ask for more. Without an error the number is
    exact, and shown with two decimals if they are enough.
    """
    if not error:
        exact = number(value, f",.{decimals(value, 0, 2)}f")
        return exact.rstrip("0").rstrip("."), ""
    digits = decimals(value, error, decimals_of_error(error))
    beside = number(error, f",.{digits}f")
    while value and not float(f"{value:.{digits}f}"):
        digits += 1
    return number(value, f",.{digits}f"), beside


def with_unit(value: float, error: float, unit: str) -> str:
    """A number and its unit, ``one|many``, with the decimals that its error leaves a meaning."""
    (said, _), (one, many) = told(value, error), unit.split("|")
    return f"{said} {one if said == '1' else many}"


def give_or_take(value: float, error: float, most: float = inf) -> str:
    """The error of a difference after a comma; nothing if it is exact.

    ``most``: how large differences can be. Where the error reaches beyond, the lower end is said.
    """
    if not error:
        return ""
    if value + error > most:
        least, _ = told(value - error, error)
        return f", and at least {least}"
    return f", give or take {told(value, error)[1]}"


class Forms(Formatter):
    """Format specifications for sentences.

    ``{n:card|cards}`` counts (``1 card``, ``3 cards``, ``no cards``); ``{n:?is|are}`` chooses the
    word alone, of a list by its length;
    ``{x:card}`` shows one card or several as symbols, ``{x:card or}`` those of which one is meant;
    ``{x:and}`` and ``{x:then}`` join a list, ``{x:,}`` with commas alone; of many moves ``then``
    names the first and the last; ``{n:none}`` reads ``none`` for 0;
    ``{x:%}`` and ``{x:%1}`` are chances, the second with one decimal;
    ``{x:from %1}`` and ``{x:to %1}`` are the ends of a range of chances;
    ``{x:%1 percentage points}`` is a difference of chances;
    ``{x:± {error} point|points}`` is a number with the decimals that its error leaves a meaning,
    ``{error:give or take {x}}`` that error, after a comma, or nothing for 0; ``{x:%± {error}}`` and
    ``{error:% give or take {x}}`` are the same of chances. ``{error:give or take {x} of 1}`` is of
    what cannot be more than 1. All else specifies a number.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        """See the class."""
        if format_spec in ("card", "card or"):
            cards = [value] if isinstance(value, str) else value
            symbols = [card_symbol(parse_card(card, jokers=True)) for card in cards]
            return listing(symbols, "or" if format_spec == "card or" else "and")
        if format_spec in ("and", "then"):
            words = [str(word) for word in value]
            if format_spec == "then" and len(words) > LONGEST_LINE:
                words = [words[0], f"{len(words) - 2} more moves", words[-1]]
            return listing(words, format_spec)
        if format_spec == "none":
            return number(value) if value else "none"
        if format_spec == ",":
            return ", ".join(value)
        if format_spec.startswith(("from %", "to %")):
            end, digits = format_spec.split(" %")
            return end_of_range(value, int(digits or 0), end == "to")
        if format_spec.startswith("%± "):
            error = 100 * plain(format_spec.removeprefix("%± "))
            return with_unit(100 * value, error, "percentage point|percentage points")
        if format_spec.startswith("± "):
            _, size, unit = format_spec.split(" ", 2)
            return with_unit(value, plain(size), unit)
        if format_spec.startswith(("give or take ", "% give or take ")):
            kind, _, sizes = format_spec.partition("give or take ")
            size, _, most = sizes.partition(" of ")
            if kind:
                return give_or_take(100 * plain(size), 100 * value, 100)
            return give_or_take(plain(size), value, float(most or inf))
        if format_spec.startswith("%"):
            digits, _, unit = format_spec[1:].partition(" ")
            share = percent(value, int(digits or 0))
            return share.replace("%", unit) if unit else share
        if format_spec.startswith("?"):
            one, many = format_spec[1:].split("|")
            return one if (len(value) if isinstance(value, list) else value) == 1 else many
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return f"{number(value) if value else 'no'} {one if abs(value) == 1 else many}"
        if isinstance(value, str):
            return value
        return number(value, format_spec or "g")


FORMS: Final = Forms()
