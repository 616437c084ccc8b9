"""What studies and matches have found, for a person."""

from rich.table import Table

from kibitz.cli.printing import write, write_line
from kibitz.contract.jobs import Lead, MatchResult, Share, StudyResult

LISTED = 20


def describe_study(found: StudyResult) -> None:
    """Counts, shares with their intervals, difficulty, and what is left undecided."""
    write_line(
        f"{found.deals:,} deals: {found.solvable:,} can be won, {found.unsolvable:,} cannot, "
        f"{found.undecided:,} undecided"
    )
    winnable = found.winnable
    if not found.undecided:
        write_line(f"Can be won: {_share(winnable.if_lost)}")
    else:
        write_line(f"Can be won if the undecided are lost: {_share(winnable.if_lost)}")
        write_line(f"Can be won if the undecided are won:  {_share(winnable.if_won)}")
        listed = ", ".join(map(str, found.undecided_deals[:LISTED]))
        more = f" and {found.undecided - LISTED:,} more" if found.undecided > LISTED else ""
        write_line(f"Undecided: {listed}{more}")
    if not found.deals:
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("nodes", "can be won", "cannot", "undecided"):
        table.add_column(heading, justify="right")
    for each in found.difficulty:
        counts = (each.solvable, each.unsolvable, each.undecided)
        table.add_row(f"{each.at_least:,}", *(f"{count:,}" for count in counts))
    write_line("")
    write(table)
    hardest = ", ".join(f"{each.deal} ({each.nodes:,})" for each in found.hardest)
    write_line(f"\nHardest, with their nodes: {hardest}")


def describe_match(found: MatchResult, *, alone: bool) -> None:
    """By how much heroes do better than rivals; ``alone``: in a solitaire."""
    unit = "Cards fewer left on a deal" if alone else "Points a hand"
    write_line(f"{found.deals:,} deals, {found.hands:,} hands. {unit}, hero over rival:")
    for name, lead in (
        ("both play each deal" if alone else "one hero among rivals", found.lone),
        ("one rival among heroes", found.pair),
        ("both", found.both),
    ):
        if lead is not None:
            write_line(f"  {name:<23} {_lead(lead)}")


def _share(share: Share) -> str:
    return f"{100 * share.value:.2f} % ({100 * share.low:.2f} to {100 * share.high:.2f})"


def _lead(lead: Lead) -> str:
    return f"{lead.mean:+.2f} ± {lead.error:.2f} ({lead.low:+.2f} to {lead.high:+.2f})"
