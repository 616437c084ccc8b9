"""How the line of text of a position is taken apart, and what is wrong with it as a text.

A line is the name of its game and some parts after it, ``~`` between them, of which a last one that
may be left out has names: ``seat-1.called-7C``. A name that is misspelt is read as what it was
probably meant to be, so that whatever else is wrong is found as well.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any, Final, NamedTuple, TypeVar

from kibitz.games.faults import BadInput, Fault, is_sound, noted, quote
from kibitz.games.findings import meant, nearest
from kibitz.games.schema import read_switches, switch_value

P = TypeVar("P")

BYTE_ORDER_MARK: Final = "\ufeff"  # which some editors begin a file with
_NUMBERED: Final = "0123456789_"


class Part(NamedTuple):
    """How a part is written: its pattern, and an example."""

    pattern: str
    example: str


class Taken(NamedTuple):
    """A line taken apart: its parts after the name, and those that are named, each as matched."""

    parts: Sequence[str]
    rules: dict[str, Any]
    named: Sequence[tuple[str, re.Match[str]]]


class Misfit(BadInput):
    """A line that has not its form.

    ``rules``: its switches as far as they could be read. ``mended``: the line with the examples in
    place of the parts that are badly written, those that are missing empty, and without those that
    are too many; None where it is another line altogether.
    """

    def __init__(self, faults: Iterable[Fault], rules: dict[str, Any], mended: str | None) -> None:
        """Keep what could be read with the faults."""
        super().__init__(faults)
        self.rules, self.mended = rules, mended


@dataclass(frozen=True)
class TextForm:
    """The line of text of a game.

    ``parts``: what stands after the name, the switches first. ``written``: how those of them are
    written that have to be read here. ``named``: the parts that the last one has, by their names
    without numbers. ``several``: those of which there may be several alike. ``last``: a last part
    without names that may be left out.
    """

    name: str
    parts: Sequence[str]
    written: Mapping[str, Part] = field(default_factory=dict)
    named: Mapping[str, Part] = field(default_factory=dict)
    several: Sequence[str] = ()
    last: str | None = None

    def take_apart(self, text: str, faults: list[Fault]) -> Taken:
        """The parts of a line; what is wrong with those that can be left out is noted.

        Raises ``BadInput`` with everything that is wrong with the text where it has not this form.
        """
        name, *parts = text.strip().split("~")
        count, most = len(self.parts), len(self.parts) + bool(self.named or self.last)
        found, mended = list[Fault](), None
        if name != self.name or not count <= len(parts) <= most:
            found.append(_bad(self._misfit(text, name, parts, most)))
        if name == self.name:
            mended = "~".join([name, *self._mended(parts[:most])])
        if name == self.name:
            found += self._badly_written(parts)
        rules = read_switches(parts[0], faults) if name == self.name and parts else {}
        more = parts[count] if self.named and len(parts) == count + 1 else ""
        named = self._named(more, faults)
        if found:
            raise Misfit([*found, *faults], rules, mended)
        return Taken(parts, rules, named)

    def _misfit(self, text: str, name: str, parts: Sequence[str], most: int) -> str:
        """What is wrong with a line of another name, or with another number of parts."""
        form = "~".join([self.name, *self.parts])
        said = f"{quote(text)} is not a position: write {form}"
        if name != self.name:
            return said + (meant(name, [self.name]) if parts else "")
        missing = self.parts[len(parts) :]
        if not missing:
            return f"{said}, and no more than {most} parts after the name"
        *others, last = missing
        named = f"{', '.join(others)} and {last} are" if others else f"{last} is"
        return f"{said}; {named} missing"

    def _mended(self, parts: Sequence[str]) -> list[str]:
        """The parts, an example in place of each that is read here and badly written or missing."""
        written = [self.written.get(name) for name in self.parts]
        written += [None] * (len(parts) - len(written))
        return [
            (part or "") if form is None or re.fullmatch(form.pattern, part or "") else form.example
            for form, part in zip_longest(written, parts)
        ]

    def _badly_written(self, parts: Sequence[str]) -> list[Fault]:
        """What is wrong with the parts that are read here, as far as they are there."""
        return [
            _bad(f"{quote(part)} should be {name}, as in {quote(self.written[name].example)}")
            for name, part in zip(self.parts, parts, strict=False)
            if name in self.written and not re.fullmatch(self.written[name].pattern, part)
        ]

    def _named(self, text: str, faults: list[Fault]) -> list[tuple[str, re.Match[str]]]:
        """The named parts of a text, as they are written; what is wrong with them is noted.

        One that is there twice is not read, for one cannot know which of them holds.
        """
        parts = [part for part in text.split(".") if part]
        counts = Counter(part.partition("-")[0] for part in parts)
        found, twice = [], list[str]()
        for part in parts:
            name = part.partition("-")[0]
            stem = name.rstrip(_NUMBERED)
            if counts[name] > 1 and stem not in self.several:
                twice += [name] * (name not in twice)
                continue
            known = stem if stem in self.named else self._near(stem)
            read = None
            if known is not None:
                read = re.fullmatch(self.named[known].pattern, known + part[len(stem) :])
            if known != stem:
                faults.append(_bad(self._unknown(part, known, read)))
            elif read is None:
                example = self.named[stem].example
                faults.append(_bad(f"{quote(part)} should be written like {quote(example)}"))
            if read and known and (known == stem or read[0].partition("-")[0] not in counts):
                found.append((known, read))
        faults += [_bad(f"{quote(name)} is named twice") for name in twice]
        return found

    def _near(self, stem: str) -> str | None:
        """The name that was probably meant."""
        return next(iter(nearest(stem.lower(), self.named)), None)

    def _unknown(self, part: str, known: str | None, read: re.Match[str] | None) -> str:
        said = f"{quote(part)} is not known after the {self.parts[-1]}"
        if known is None:
            return f"{said}: there can be {', '.join(self.named)}"
        return f"{said}; did you mean {quote(read[0] if read else self.named[known].example)}?"


def _bad(message: str) -> Fault:
    return Fault("", "bad_text", message)


def _no_cards(
    text: str | None,
    to_json: Callable[[str, list[Fault]], dict[str, Any]],
    read_json: Callable[[Any], P],
) -> list[Fault]:
    """What stands for no card in a line of which a part was mended: that rests on no other part."""
    others = list[Fault]()
    if text is not None:
        with noted(others):
            read_json(to_json(text, []))
    return [other for other in others if other.code == "unknown_card"]


def read_text(
    text: str,
    to_json: Callable[[str, list[Fault]], dict[str, Any]],
    read_json: Callable[[Any], P],
) -> P:
    """The position of a line of text; raises ``BadInput`` with its faults as a text and others.

    ``to_json``: what the line stands for, its faults as a text noted; ``read_json`` reads that.
    """
    try:
        return _read(text, to_json, read_json)
    except BadInput as error:
        raise BadInput(_as_written(fault, text) for fault in error.faults) from None


# How a switch is written, by the fault of one whose value in JSON would be something else.
_WRITTEN: Final = {
    "not_an_object": ("should be an object", "should be a size such as 13x11"),
    "not_a_list": ("should be a list", "should be numbers such as 1_0_-2_3"),
    "not_true_or_false": ("should be true or false", "should be on or off"),
}


def _as_written(fault: Fault, text: str) -> Fault:
    """A fault in the words of a text: where it is one of a switch, its value as it is written."""
    switches = text.partition("~")[2].partition("~")[0].split(".")
    written = {f"/rules/{name}": value for name, _, value in (s.partition("-") for s in switches)}
    if fault.pointer not in written:
        return fault
    value = written[fault.pointer]
    message = fault.message
    if fault.code in _WRITTEN:
        message = message.replace(*_WRITTEN[fault.code])
    if not isinstance(read := switch_value(value), str | int) or isinstance(read, bool):
        message = message.replace(f"not {quote(read)}", f"not {quote(value)}")
    return replace(fault, message=message)


def _read(
    text: str,
    to_json: Callable[[str, list[Fault]], dict[str, Any]],
    read_json: Callable[[Any], P],
) -> P:
    """As :func:`read_text`, the faults of switches in the words of their JSON."""
    faults, others = list[Fault](), list[Fault]()
    try:
        data = to_json(text, faults)
    except Misfit as error:
        with noted(others):
            read_json({"rules": error.rules})
        found = [other for other in others if other.pointer.startswith("/rules/")]
        raise BadInput(
            [*error.faults, *found, *_no_cards(error.mended, to_json, read_json)]
        ) from None
    if not faults:
        return read_json(data)
    with noted(others):
        read_json(data)
    # What a text cannot be read as at a place says nothing of that place.
    placed = [fault for fault in faults if fault.pointer]
    raise BadInput([*faults, *(other for other in others if is_sound(placed, other.pointer))])
