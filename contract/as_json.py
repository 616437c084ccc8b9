"""Answers as JSON: the one place that decides what is left out and how numbers are written."""

import json
from typing import Any, Final

from pydantic import BaseModel

DIGITS: Final = 6  # significant, of numbers that are not whole by nature


def plain(answer: BaseModel) -> dict[str, Any]:
    """An answer as JSON values: without members that do not apply, floats to six digits.

    What the answer quotes, as positions and schemas, keeps its nulls.
    """
    found: dict[str, Any] = _short(answer.model_dump(mode="json", exclude_none=True))
    return found


def to_json(answer: BaseModel) -> str:
    """:func:`plain` as compact text; the same answer is always the same text."""
    return json.dumps(plain(answer), ensure_ascii=False, separators=(",", ":"))


def _short(value: Any) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return {name: _short(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_short(item) for item in value]
    return float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
