"""JSON Pointers in tests."""

from typing import Any


def leads(body: Any, pointer: str) -> bool:
    """Whether a pointer leads to a place of a body; a text in it has places of its own."""
    place = body
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(place, str):
            return True
        if isinstance(place, list) and name.isdigit() and int(name) < len(place):
            place = place[int(name)]
        elif isinstance(place, dict) and name in place:
            place = place[name]
        else:
            return False
    return True
