"""Reasons as data: a code and the facts it names, and the sentence that is made from them.

A game lists its sentences once, as templates by code. Nothing else writes a sentence of a hint, so
a checker can recompute each fact from its code and arguments, and an app can translate the rest.
"""

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, Final

from kibitz.contract.answers import Fact, Reason
from kibitz.games.cards import card_symbol, parse_card

UNSURE: Final = 0.5  # an interval of a chance that is wider says next to nothing


def percent(chance: float, digits: int = 0) -> str:
    """A chance in per cent: ``43 %``. Only what is certain reads ``0 %`` or ``100 %``."""
    step = 0.1**digits
    share = 100 * chance
    if 0 < share < step / 2:
        return f"under {step:.{digits}f} %"
    if 100 - step / 2 < share < 100:
        return f"over {100 - step:.{digits}f} %"
    return f"{share:.{digits}f} %"


def listing(words: Sequence[str], last: str = "and") -> str:
    """Words joined as in a sentence: ``a, b and c``; ``last`` stands before the last of them."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def seats_named(seats: Sequence[int]) -> str:
    """``seat 1``, or ``seats 1 and 2``."""
    return f"seat{'s' * (len(seats) != 1)} {listing([str(seat) for seat in seats])}"


def number(value: float, form: str = "g") -> str:
    """A number with a true minus sign: ``−0.50``."""
    text = f"{value:{form}}"
    return (text if float(text) else text.replace("-", "")).replace("-", "−")


class _Words(Formatter):
    """Format specifications for sentences.

    ``{n:card|cards}`` counts (``1 card``, ``3 cards``); ``{n:?is|are}`` chooses the word alone;
    ``{x:card}`` shows one card or several as symbols, ``{x:card or}`` those of which one is meant;
    ``{x:and}`` joins a list, ``{x:,}`` with commas alone; ``{n:none}`` reads ``none`` for 0;
    ``{x:%}`` and ``{x:%1}`` are chances, the second with one decimal;
    ``{x:%1 percentage points}`` is a difference of chances; all else specifies a number.
    """

    def format_field(self, value: Any, format_spec: str) -> str:
        """See the class."""
        if format_spec in ("card", "card or"):
            cards = [value] if isinstance(value, str) else value
            symbols = [card_symbol(parse_card(card, jokers=True)) for card in cards]
            return listing(symbols, "or" if format_spec == "card or" else "and")
        if format_spec == "and":
            return listing([str(word) for word in value])
        if format_spec == "none":
            return number(value) if value else "none"
        if format_spec == ",":
            return ", ".join(value)
        if format_spec.startswith("%"):
            digits, _, unit = format_spec[1:].partition(" ")
            share = percent(value, int(digits or 0))
            return share.replace("%", unit) if unit else share
        if format_spec.startswith("?"):
            one, many = format_spec[1:].split("|")
            return one if value == 1 else many
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return f"{number(value)} {one if abs(value) == 1 else many}"
        if isinstance(value, str):
            return value
        return number(value, format_spec or "g")


_WORDS: Final = _Words()


class Wording:
    """The sentences of one game's hints: a template for each code."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        """``templates``: by code; the names in braces are the arguments."""
        self.templates: Final = dict(templates)

    def say(self, code: str, **args: Fact) -> Reason:
        """The reason with this code about these facts; ``KeyError`` where one is missing."""
        return Reason(code=code, args=args, text=_WORDS.vformat(self.templates[code], (), args))


def favouring(best: Iterable[Reason], rival: Iterable[Reason]) -> list[Reason]:
    """The reasons for the best move that do not hold for the next best one just as well."""
    shared = [(reason.code, reason.args) for reason in rival]
    return [reason for reason in best if (reason.code, reason.args) not in shared]


def text_of(reasons: Iterable[Reason]) -> str:
    """The sentences of reasons as one text."""
    return " ".join(reason.text for reason in reasons)
