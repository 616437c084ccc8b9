"""Request bodies: from the bytes of a request to a JSON value, nothing guessed.

Stricter than ``json.loads``: a key twice in one object, NaN, infinities, lone surrogates and
absurd nesting are refused, so that everything further in may rely on plain, finite JSON.
"""

import json
import math
import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn
from urllib.parse import parse_qsl

from kibitz.games.faults import BadInput, Fault, quote

JSON_TYPE: Final = "application/json"
ASKED: Final = "kibitz.asked"  # in a scope: its headers by name, the first of each
MAX_DEPTH: Final = 32
SHOWN: Final = 40  # digits of a number that is too long
# A string or a number.
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN|-?\d[\d.eE+-]*')
_SPARE_COMMA: Final = re.compile(r",[ \t\n\r]*([\]}])")
_ENCODINGS: Final = frozenset({"utf-8", "utf8", "us-ascii"})


class BodyTooLarge(Exception):
    """The body is longer than ``limit`` bytes."""

    def __init__(self, limit: int) -> None:
        """Say how long it may be."""
        self.limit = limit
        super().__init__(f"the request body may be {limit:,} bytes long, this one is longer")


class NotJson(Exception):
    """The body is not declared as JSON, or is compressed."""


class BrokenJson(Exception):
    """The body is declared as JSON but is none; the text says where and why."""


class _Refused(ValueError):
    """A value that the JSON parser accepts and this service does not.

    ``token``: a number as it is written.
    """

    def __init__(self, message: str, token: str = "") -> None:
        self.token = token
        super().__init__(message)


def check_type(headers: Mapping[str, str]) -> None:
    """Raise ``NotJson`` unless the headers announce an uncompressed JSON body in UTF-8."""
    declared = headers.get("content-type", "")
    if declared == JSON_TYPE and "content-encoding" not in headers:
        return
    kind, *parameters = (part.strip().lower() for part in declared.split(";"))
    if kind != JSON_TYPE:
        said = f"it is {quote(declared)}" if declared else "there is none"
        raise NotJson(f"the Content-Type should be {JSON_TYPE}, {said}")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name == "charset" and value.strip('"') not in _ENCODINGS:
            raise NotJson(f"JSON is read as UTF-8, not as {quote(value)}")
    coding = headers.get("content-encoding", "identity").strip().lower()
    if coding not in {"", "identity"}:
        raise NotJson(f"the body should not be compressed, it is declared as {quote(coding)}")


def check_query(query: bytes) -> None:
    """Raise ``BadInput`` for parameters after the address of what is asked in a body."""
    names = dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True))
    said = "is not a parameter of this address: what is asked for stands in the body"
    faults = [Fault("", "unknown_field", f"{quote(name)} {said}") for name in names]
    if faults:
        raise BadInput(faults)


def parse(body: bytes) -> Any:
    """The JSON value of ``body``; raises ``BrokenJson`` with line and column."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BrokenJson(f"byte {error.start}, {body[error.start]:#x}, is not UTF-8") from None
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BrokenJson(_located(error)) from None
    except RecursionError:
        raise BrokenJson(f"nested deeper than {MAX_DEPTH} levels") from None
    except _Refused as error:
        raise BrokenJson(_where(text, error) + str(error)) from None
    # Only an escape can make half a pair, and only so many brackets nest that deeply.
    if b"\\u" in body or body.count(b"[") + body.count(b"{") >= MAX_DEPTH:
        _check(value)
    return value


def _located(error: json.JSONDecodeError) -> str:
    spare = _SPARE_COMMA.match(error.doc, error.doc.rfind(",", 0, error.pos + 1))
    if spare and error.pos in (spare.start(), spare.start(1)):
        # Before Python 3.13, the place and the message were those of the bracket.
        said = f"a comma before the closing {quote(spare[1])}"
        error = json.JSONDecodeError(said, error.doc, spare.start())
    where = f"line {error.lineno}, column {error.colno}"
    if error.msg.startswith("Unterminated string"):
        return f"a string is not ended: it starts at {where}"
    if error.msg.startswith("Invalid control character"):
        return f"{where}: a string holds a line break, a tab or another control character"
    where += f": {error.msg[0].lower()}{error.msg[1:]}"
    near = error.doc[error.pos : error.pos + 12]
    return f"{where}, at {quote(near)}" if near else f"{where}, at the end of the text"


def _where(text: str, error: _Refused) -> str:
    """``line 1, column 10: `` of a number; nothing of what has no ``token``."""
    # What stands before the number has been read, so that no text in quotes is mistaken for it.
    tokens = _TOKEN.finditer(text) if error.token else iter(())
    at = next((found.start() for found in tokens if found[0] == error.token), None)
    if at is None:
        return ""
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return f"line {line}, column {column}: "


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(f"{quote(key)} is there twice in one object")
            seen.add(key)
    return found


def _constant(text: str) -> NoReturn:
    raise _Refused(f"{text} is not JSON", text)


def _number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _Refused(f"{_shown(text)} is too large a number", text)
    return number


def _whole(text: str) -> int:
    if len(text) > 100:
        raise _Refused(f"{_shown(text)} is too long a number", text)
    return int(text)


# `json.loads` would make one for each text.
_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_number, parse_int=_whole
)


def _shown(number: str) -> str:
    """A number in quotes, cut when it is long."""
    return quote(number if len(number) <= SHOWN else f"{number[:SHOWN]}…")


def _check(value: Any) -> None:
    """Refuse deep nesting and lone surrogates, without recursion."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise BrokenJson(f"nested deeper than {MAX_DEPTH} levels")
        inner: list[Any] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, list):
                inner += item
            elif isinstance(item, dict):
                inner += item.keys()
                inner += item.values()
        level = inner


def _check_text(text: str) -> None:
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BrokenJson(f"{quote(text)} holds half a surrogate pair") from None
