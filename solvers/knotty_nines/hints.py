"""Hints in words: which sentences of an analysis each level says."""

from kibitz.contract.answers import Reason, Verdict
from kibitz.contract.options import Level
from kibitz.solvers.knotty_nines.analysis import Analysis
from kibitz.solvers.knotty_nines.sentences import WORDING
from kibitz.solvers.wording import Words, head_of
from kibitz.solvers.wording import text_of as joined


def piles_of(line: list[str]) -> list[str]:
    """The piles a plan touches, in order of first use: ``pile 3``."""
    piles: list[str] = []
    for move in line:
        for number in move.split("=")[0].split(">"):
            name = f"pile {number}"
            if name not in piles:
                piles.append(name)
    return piles


def sentences_of(found: Analysis, level: Level) -> list[Reason]:
    """What the hint at ``level`` says besides the move itself."""
    if level == "nudge":
        return [*found.standing, *found.nudges]
    if not found.plan:
        return found.standing
    if level == "area":
        return [*found.standing, WORDING.say("area", piles=piles_of(found.plan))]
    if level == "why":
        return [*found.standing, *found.reasons]
    # Nobody is to take advice in a lost game for a way to win it.
    return found.standing if found.verdict is Verdict.UNSOLVABLE else []


def text_of(found: Analysis, level: Level) -> str:
    """The hint at ``level``; each level says more than the one before."""
    said = joined(sentences_of(found, level))
    if not found.plan or level in ("nudge", "area"):
        return said
    best = found.values[0]
    return " ".join(filter(None, [head_of(best.text), said]))


def words_of(found: Analysis, level: Level) -> Words:
    """What a hint says at ``level``; a lost game in which no card can be drawn has no advice."""
    reasons = sentences_of(found, "why") if level == "why" else None
    lost = found.verdict is Verdict.UNSOLVABLE and not found.plan
    area = piles_of(found.plan)
    return Words(text_of(found, level), area, reasons, line=found.plan, advises=not lost)
