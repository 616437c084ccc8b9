"""Answers in sentences: what a terminal prints, and what an assistant reads to its user."""

from collections.abc import Sequence
from typing import Final

from kibitz.contract.answers import (
    AnalyzeAnswer,
    Proof,
    Score,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.options import EffectiveLimits
from kibitz.contract.replies import MatchStanding, Standing
from kibitz.solvers.figures import percent

PROOFS: Final = {
    Proof.EXHAUSTIVE: "every line was searched",
    Proof.BOUND: "a bound rules every line out",
    Proof.WITNESS: "by the line below, replayed by the rules",
    Proof.NONE: "not proved",
}
EVERY_ORDER: Final = "Solvable in every order of the stock, which is face down."
CHANCE: Final = "With best play it depends on the order of the stock, which is face down."
STOPS: Final = {
    StoppedBy.TIME: "the time limit stopped the search",
    StoppedBy.NODES: "the node limit stopped the search",
    StoppedBy.ITERATIONS: "the iteration limit stopped the search",
    StoppedBy.MEMORY: "the memory limit stopped the search",
    StoppedBy.CANCELLED: "the search was cancelled",
    StoppedBy.SOLVED: "decided",
    StoppedBy.SETTLED: "settled: no other move is still in question",
}
_BOUNDS: Final = {
    "time_ms": "time {:,} ms",
    "nodes": "nodes {:,}",
    "iterations": "samples {:,}",
    "memory_mb": "memory {:,} MB",
}


def score_text(score: Score) -> str:
    """A value with its bounds: ``12.3 % (10.0 to 15.0)``."""
    if score.unit == "win_probability":
        factor, value = 100, percent(score.value, 0 if score.value in {0, 1} else 1)
    else:
        factor, value = 1, f"{score.value:{'g' if score.kind == 'exact' else '.1f'}} {score.unit}"
    if score.kind == "exact":
        return value
    return f"{value} ({factor * score.low:.1f} to {factor * score.high:.1f})"


def loss_text(loss: float, score: Score) -> str:
    """How far a move is behind the best one, in the unit of its value; empty for the best.

    It is empty, too, where nothing was found out about the move.
    """
    if score.kind == "bound" and not score.samples:
        return ""
    return f"{100 * loss if score.unit == 'win_probability' else loss:.1f}" if loss else ""


def verdict_lines(answer: SolveAnswer) -> list[str]:
    """What ``solve`` has found, without the line: verdict, proof, what the seats make."""
    if answer.verdict is Verdict.SOLVABLE:
        return _win_lines(answer)
    if answer.verdict is Verdict.UNSOLVABLE:
        return [f"Unsolvable: {PROOFS[answer.proof]}."]
    if answer.verdict is Verdict.UNKNOWN:
        lines = [f"Unknown: {STOPS[answer.stopped_by]}."]
        return lines + ([f"Chance to win: {score_text(answer.score)}"] if answer.score else [])
    lines = []
    if answer.payoffs is not None:
        made_by_all = ", ".join(f"seat {n} {made:g}" for n, made in enumerate(answer.payoffs))
        lines.append(f"With best play of all: {made_by_all}.")
    if answer.score:
        lines.append(f"Seat {answer.score.seat}, to move, makes {score_text(answer.score)}.")
    return lines


def _win_lines(answer: SolveAnswer) -> list[str]:
    count = len(answer.moves or [])
    if not count:
        return ["Solvable: the game is already won."]
    lines = [f"Solvable in {count} moves: {PROOFS[answer.proof]}."]
    shortest = answer.shortest
    if shortest and shortest.proven:
        lines.append("No line is shorter.")
    elif shortest:
        lines.append(f"No line is shorter than {shortest.at_least} moves.")
    if answer.box:
        lines.append(f"The cards lie in a box of {answer.box.width} by {answer.box.height}.")
    return lines


def analysis_lines(answer: AnalyzeAnswer) -> list[str]:
    """What the values of an analysis rest on, and the value of the position."""
    known = answer.information == "known"
    if answer.verdict is None:
        lines = [f"Valued with {'all cards open' if known else 'hidden cards guessed'}."]
    else:
        stock = "all cards known" if known else "the stock face down"
        proof = "" if answer.proof in {Proof.NONE, Proof.WITNESS} else f": {PROOFS[answer.proof]}"
        lines = [f"{answer.verdict.value.capitalize()}{proof}, with {stock}."]
        if answer.verdict is Verdict.SOLVABLE and not known:
            lines = [EVERY_ORDER]
        elif answer.verdict is Verdict.UNKNOWN and answer.score and answer.score.kind == "exact":
            lines = [CHANCE]
    if answer.score:
        lines.append(f"Value of the position: {score_text(answer.score)}")
    return lines


def cost_line(stopped_by: StoppedBy | None, spent: Spent, limits: EffectiveLimits) -> str:
    """What ended a search, what it cost and the limits in force; None: nothing worth a word."""
    counted = {"visited": spent.nodes, "stored": spent.states, "samples": spent.samples}
    bounds = (
        _BOUNDS[name].format(value)
        for name, value in limits.model_dump().items()
        if value is not None
    )
    said: Sequence[str] = [
        STOPS[stopped_by] if stopped_by else "",
        ", ".join(f"{what} {number:,}" for what, number in counted.items() if number),
        "limits: " + (", ".join(bounds) or "none"),
    ]
    return " ".join(f"{part[0].upper()}{part[1:]}." for part in said if part)


def standing_text(answer: Standing) -> str:
    """How the game stands, in words; the match after a round in a line of its own."""
    if not answer.over:
        return "The game goes on."
    outcome = answer.outcome
    if outcome is None:
        return "The game is over; what it comes to depends on cards that are hidden."
    if outcome.won is not None:
        return "The game is won." if outcome.won else "The game is lost: no move is left."
    worth = ", ".join(f"{payoff:g}" for payoff in outcome.payoffs)
    ranks = "" if outcome.places is None else f"; places: {', '.join(map(str, outcome.places))}"
    ended = "game" if outcome.match is None else "round"
    lines = [f"The {ended} is over: {worth}{ranks}"]
    lines += [] if outcome.match is None else [match_line(outcome.match)]
    return "\n".join(lines)


def match_line(match: MatchStanding) -> str:
    """How a match stands after a round, in a line."""
    totals = "Totals: " + ", ".join(map(str, match.totals)) + "; "
    if match.winners:
        return totals + "the match is won by " + " and ".join(map(str, match.winners)) + "."
    number = "the next round" if match.round is None else f"round {match.round}"
    return totals + f"{number} is dealt by seat {match.dealer}."
