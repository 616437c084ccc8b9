"""The tables and pictures of docs/winnability.md, from what was counted."""

from typing import Any, Final
from benchmarks.common import ROOT

PAGE: Final = ROOT / "docs" / "winnability.md"


def write_page(found: dict[str, Any]) -> None:
    """Later."""
