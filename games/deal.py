"""What deals of all games are asked for with, checked: rules, a seed and a source."""

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from kibitz.games.chance import MASK64
from kibitz.games.faults import BadInput, Fault, noted, quote
from kibitz.games.findings import meant
from kibitz.games.schema import Switches

R = TypeVar("R")

SEED_RANGE: Final = "a whole number from 0 to 18446744073709551615"
SEED_WORDS: Final = f"seed: {SEED_RANGE}"


def read_seed(seed: str) -> int:
    """The number that ``seed`` writes; raises ``BadInput`` when it is none or too large."""
    if not re.fullmatch(r"[0-9]{1,20}", seed) or int(seed) > MASK64:
        raise BadInput.one("/seed", "bad_seed", f"'seed' should be {SEED_RANGE}, not {quote(seed)}")
    return int(seed)


def check_source(
    seed: str, source: str, sources: Iterable[str], read: Callable[[str], object] = read_seed
) -> None:
    """Raise ``BadInput`` for an unknown source, and for a seed that no source has.

    ``read``: raises ``BadInput`` for such a seed.
    """
    if source in sources:
        return
    message = (
        f"{quote(source)} is not a source: choose {' or '.join(sources)}{meant(source, sources)}"
    )
    faults = [Fault("/source", "unknown_source", message)]
    with noted(faults):
        read(seed)
    raise BadInput(faults)


def check_deal(switches: Switches[R], rules: object, *checks: Callable[[R], object]) -> R:
    """The rules of a deal; raises ``BadInput`` with the faults of the rules and of all checks.

    ``checks`` take the rules, the usual ones where those given have faults, and raise ``BadInput``.
    """
    faults: list[Fault] = []
    checked = switches.default
    with noted(faults, "/rules"):
        checked = switches.read(rules)
    for check in checks:
        with noted(faults):
            check(checked)
    if faults:
        raise BadInput(faults)
    return checked
