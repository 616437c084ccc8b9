"""Hints in words. Every sentence states a fact of the analysis it is made from."""

from dataclasses import dataclass

from solvers.result import MoveValue, Verdict
from solvers.solver import Level


@dataclass(frozen=True)
class Findings:
    """What a hint may draw on.

    ``best`` is the first move to make, ``line`` the moves that belong to the same plan, ``alike``
    how many of ``legal`` moves are as good. ``reasons`` are facts in words, strongest first.
    """

    verdict: Verdict
    best: MoveValue | None
    line: list[str]
    alike: int
    legal: int
    chance: str
    reasons: list[str]


def piles_of(line: list[str]) -> list[str]:
    """The piles a plan touches, in order of first use: ``pile 3``."""
    piles: list[str] = []
    for move in line:
        for number in move.split("=")[0].split(">"):
            name = f"pile {number}"
            if name not in piles:
                piles.append(name)
    return piles


def standing(found: Findings) -> str:
    """How the player stands, in one sentence."""
    if found.verdict is Verdict.UNSOLVABLE:
        return "This position is lost, whatever is played."
    if found.verdict is Verdict.SOLVABLE:
        return "This position can be won."
    return found.chance


def text_of(found: Findings, level: Level) -> str:
    """The hint at ``level``; each level says more than the one before."""
    if found.best is None:
        return "The game is over: there is nothing left to play."
    said = standing(found)
    if level == "nudge":
        return f"{said} {_nudge(found)}"
    if level == "area":
        return f"{said} Look at {_listing(piles_of(found.line))}."
    move = f"Play {found.best.move}: {found.best.text}."
    if level == "move":
        return move
    return " ".join([move, said, *found.reasons])


def _nudge(found: Findings) -> str:
    if found.verdict is Verdict.UNSOLVABLE:
        return "Undo some moves or start a new deal."
    exchanges = len(found.line) - 1
    if found.alike == found.legal:
        return "Every legal move is as good as any other here."
    if exchanges > 0:
        moves = "one exchange" if exchanges == 1 else f"{exchanges} exchanges"
        return f"Prepare with {moves} before you empty a pile."
    return f"A pile can be emptied at once; {found.alike} of {found.legal} legal moves are best."


def _listing(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
