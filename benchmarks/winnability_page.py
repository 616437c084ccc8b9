"""The tables and pictures of docs/winnability.md, from what was counted.

Where the page has ``<!-- name -->`` on a line, the lines up to the next ``<!-- end -->`` are
written; the prose between them is left alone.
"""

import re
from collections.abc import Callable, Iterable
from itertools import dropwhile
from typing import Any, Final

from benchmarks.common import ROOT, share_text
from kibitz.contract.jobs import Bin, StudyResult
from kibitz.games.schema import switch_text
from kibitz.games.wanted import SOLVABLE, UNSOLVABLE, load_table
from kibitz.jobs.charts import drawn

PAGE: Final = ROOT / "docs" / "winnability.md"
PICTURES: Final = ROOT / "docs" / "pictures"
PILES: Final = range(4, 13)
SHOWN: Final = 3  # of the hardest deals
MANY: Final = (100_000, 1_000_000)  # deals from which on one decimal more of a share says something
_SPAN: Final = re.compile(r"(<!-- (?!end)([a-z-]+) -->\n).*?(<!-- end -->\n)", re.DOTALL)

Found = dict[str, Any]
# Names of the pictures: game, rules and title.
DRAWN: Final[dict[str, tuple[str, Found, str]]] = {
    "winnability-knotty-nines": ("knotty-nines", {}, "Knotty Nines"),
    "winnability-knotty-nines-no-wrap": ("knotty-nines", {"wrap": False}, "Knotty Nines, no wrap"),
    "winnability-knack-solitaire-54": ("knack-solitaire", {}, "K'nack Solitaire, 54 cards"),
    "winnability-knack-solitaire-no-redeal": (
        "knack-solitaire",
        {"redeals": 0},
        "K'nack Solitaire, 54 cards, no redeal",
    ),
}
_REDEALS: Final = {0: "none", 1: "one, shuffled", 2: "two, shuffled"}


def write_page(found: Found) -> None:
    """Write the tables into the page, and the pictures next to it."""
    PAGE.write_text(page_of(PAGE.read_text("utf-8"), found), "utf-8")
    for name, picture in pictures_of(found).items():
        (PICTURES / name).write_bytes(picture)


def page_of(text: str, found: Found) -> str:
    """The page with the tables of what was found."""

    def written(span: re.Match[str]) -> str:
        return "".join([span[1], "\n", *TABLES[span[2]](found), "\n", span[3]])

    return _SPAN.sub(written, text)


def pictures_of(found: Found) -> dict[str, bytes]:
    """The pictures by the names of their files, of those kinds that were counted."""
    pictures = {}
    for name, (game, rules, title) in DRAWN.items():
        for each in found.values():
            if (each["game"], each["rules"]) == (game, rules):
                result = StudyResult.model_validate(each["result"])
                pictures[f"{name}.svg"] = _picture(result, title)
    return pictures


def searched(result: StudyResult) -> list[Bin]:
    """The deals that a picture shows, which took two nodes or more.

    The others would dwarf them: most lost deals of Knotty Nines are refuted without a node, most
    deals of K'nack Solitaire are won at the first attempt, which is one.
    """
    return [*dropwhile(lambda each: not _count(each), result.difficulty[2:])]


def _picture(result: StudyResult, title: str) -> bytes:
    shown = searched(result)
    count = sum(map(_count, shown))
    heading = f"{title}: {count:,} deals; {result.deals - count:,} others took one node or none"
    return drawn(result.model_copy(update={"difficulty": shown}), heading, "svg")


def _count(deals: Bin) -> int:
    return deals.solvable + deals.unsolvable + deals.undecided


def _knotty(win: str) -> Callable[[Found], list[str]]:
    def table(found: Found) -> list[str]:
        kinds = [each for each in found.values() if each["game"] == "knotty-nines"]
        kinds = [each for each in kinds if each["rules"].get("win", "stock_empty") == win]
        rows = []
        for wrap in (True, False):
            for piles in PILES:
                for each in kinds:
                    rules = each["rules"]
                    if (rules.get("piles", 9), rules.get("wrap", True)) == (piles, wrap):
                        on = "on" if wrap else "off"
                        rows.append([str(piles), on, _switches(rules), *_cells(each)])
        return _table(["piles", "wrap", "rules"], rows)

    return table


def _knack(found: Found) -> list[str]:
    rows = []
    for each in found.values():
        if each["game"] != "knack-solitaire":
            continue
        rules = each["rules"]
        cards = "36" if rules.get("pack") == 36 else "52" if rules.get("jokers") == 0 else "54"
        redeals = _REDEALS[rules.get("redeals", 2)]
        if rules.get("redeal") == "turn_over":
            redeals = redeals.replace("shuffled", "turned over")
        wrap = "off" if rules.get("wrap") == "none" else "on"
        size = rules.get("field")
        field = f"{size['width']} × {size['height']}, anchored" if size else "no limit"
        rows.append([cards, redeals, wrap, field, _switches(rules), *_cells(each)])
    return _table(["cards", "redeals", "wrap", "field", "rules"], rows)


def _switches(rules: Found) -> str:
    """The switches as ``kibitz study --rules`` takes them."""
    texts = [f"{name}={switch_text(value)}" for name, value in rules.items()]
    return f"`{','.join(texts)}`" if texts else "–"


def _made(found: Found) -> list[str]:
    commits = list(dict.fromkeys(name for each in found.values() for name in each["commits"]))
    deals = sum(each["result"]["deals"] for each in found.values())
    text = f"{deals:,} deals of {len(found)} kinds, counted by commits {', '.join(commits)}."
    return [text + "\n"]


def _pysolfc(_: Found) -> list[str]:
    bits = load_table("knotty-nines", "pysolfc").verdicts[1:]
    won, lost = int((bits == SOLVABLE).sum()), int((bits == UNSOLVABLE).sum())
    share = share_text(won, len(bits))
    return [
        f"{won:,} of PySolFC's deals 1 to {len(bits):,} of Knotty Nines can be won under\n",
        f"the default rules, {share}, {lost:,} cannot, and none is undecided.\n",
    ]


TABLES: Final[dict[str, Callable[[Found], list[str]]]] = {
    "stock-empty": _knotty("stock_empty"),
    "stock-empty-and-stuck": _knotty("stock_empty_and_stuck"),
    "knack-solitaire": _knack,
    "made": _made,
    "pysolfc": _pysolfc,
}


def _cells(known: Found) -> list[str]:
    """Deals, undecided deals, the share that can be won, and the hardest deals."""
    result = StudyResult.model_validate(known["result"])
    hardest = ", ".join(
        f"{each.deal} ({each.nodes:,})" for each in result.hardest[:SHOWN] if each.nodes > 1
    )
    return [f"{result.deals:,}", f"{result.undecided:,}", _share(result), hardest or "–"]


def _share(result: StudyResult) -> str:
    """The share with its interval; with undecided deals that if they are lost, and if won."""
    digits = 2 + sum(result.deals >= many for many in MANY)
    while 0 < 200 * result.winnable.high < 10**-digits:  # an interval is never empty
        digits += 1

    def percent(value: float) -> str:
        return f"{100 * value:.{digits}f}"

    lost, won = result.winnable.if_lost, result.winnable.if_won
    value = percent(lost.value)
    if result.undecided:
        value += f" to {percent(won.value)}"
    return f"{value} % ({percent(result.winnable.low)} … {percent(result.winnable.high)})"


def _table(first: list[str], rows: Iterable[list[str]]) -> list[str]:
    header = [*first, "deals", "undecided", "can be won", "hardest, with their nodes"]
    lines = ["| " + " | ".join(header) + " |\n", "|" + "---|" * len(header) + "\n"]
    return lines + ["| " + " | ".join(row) + " |\n" for row in rows]
