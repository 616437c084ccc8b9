"""Limits of the players of matches: whom they limit, and those that a player has of its own."""

import re
from collections.abc import Iterable
from typing import Final

from kibitz.contract.options import Limits
from kibitz.games.faults import BadInput, quote

# Who answers without a search.
AT_ONCE: Final = frozenset(
    {
        *("random", "rule", "judgement", "judgement@0.1", "greedy", "heuristic", "heuristic@0.1"),
        *("beginner", "casual", "strong"),
    }
)
# Whose searches visit nodes, which a limit may count; the others play out games alone.
COUNT_NODES: Final = frozenset({"best", "pimc", "pimc-paranoid"})
# Of iterations, not of time: a match that is played again ends the same.
DEFAULTS: Final = Limits(iterations=1_000, memory_mb=256)
# Limits that are dials, too: no player with dials counts nodes.
DIALS: Final = frozenset(Limits.model_fields) - {"nodes"}
# Numbers as they are written in names of players; Python reads more, as 1_0, ' 3' and '٣'.
NUMBERS: Final = {
    int: re.compile(r"-?[0-9]{1,18}", re.ASCII),
    float: re.compile(r"inf|-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?:e-?[0-9]{1,2})?", re.ASCII),
}


def read_limit(limit: str, value: str) -> int:
    """A limit as text; raises ``BadInput``."""
    try:
        if not NUMBERS[int].fullmatch(value):
            raise ValueError
        found = getattr(Limits.model_validate({limit: int(value)}), limit)
    except ValueError:
        schema = Limits.model_json_schema()["properties"][limit]["anyOf"][0]
        least, most = schema["minimum"], schema["maximum"]
        wanted = f"a whole number from {least:,} to {most:,}"
        message = f"{quote(limit)} should be {wanted}, not {quote(value)}"
        raise BadInput.one("", "bad_value", message) from None
    return int(found)


def capped(name: str, cap: Limits) -> str:
    """The player with its own limits, if it has any, within ``cap``."""
    settings = [setting.partition("=") for setting in name.split("/")]
    own = {dial: int(value) for dial, _, value in settings if dial in Limits.model_fields}
    if not own:
        return name
    within = ended(Limits(**own)).within(cap).model_dump(include={*DIALS}, exclude_none=True)
    others = [f"{dial}{equals}{value}" for dial, equals, value in settings if dial not in own]
    return "/".join([*others, *(f"{limit}={value}" for limit, value in within.items())])


def ended(asked: Limits) -> Limits:
    """Limits that end every search: by the default where neither time nor iterations do."""
    endless = asked.time_ms is None and asked.iterations is None
    return asked.over(Limits(iterations=DEFAULTS.iterations)) if endless else asked


def why_unlimited(names: Iterable[str], limit: str) -> str | None:
    """Why a limit of the match limits none of its players; None where it limits one."""
    reasons = [_why(name, limit) for name in dict.fromkeys(names)]
    found = [reason for reason in reasons if reason is not None]
    return " and ".join(found) if len(found) == len(reasons) else None


def _why(name: str, limit: str) -> str | None:
    first, *dials = name.split("/")
    if first in AT_ONCE:
        return f"{quote(name)} does not search"
    if any(dial.partition("=")[0] in Limits.model_fields for dial in dials):
        return f"{quote(name)} has limits of its own"
    if limit == "nodes" and first not in COUNT_NODES:
        return f"{quote(name)} counts no nodes"
    return None
