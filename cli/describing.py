"""Answers of searches in words: what solve, hint and analyze print."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rich.table import Table
from rich.text import Text

from kibitz.cli.boards import BOARDS
from kibitz.cli.printing import console, write, write_line
from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    HintsAnswer,
    PlanValue,
    Proof,
    Score,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.explanations import Explanation
from kibitz.contract.options import EffectiveLimits
from kibitz.games.game import Game

LINE_MOVES: Final = 6
WIDEST: Final = 100
_PROOFS: Final = {
    Proof.EXHAUSTIVE: "every line was searched",
    Proof.BOUND: "a bound rules every line out",
    Proof.WITNESS: "by the line below, replayed by the rules",
    Proof.NONE: "not proved",
}
_STOPS: Final = {
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


class Step(NamedTuple):
    """A move of a line: as text with the card that it turns up, and in words."""

    move: str
    words: str


def steps(game: Game, position: Any, line: Sequence[str]) -> Iterator[Step]:
    """The moves of a legal line, one after the other."""
    before = position
    for text in line:
        state = game.state(before)
        words = game.describe(state, game.enter(state, text))
        after = game.play(before, [text])
        yield Step(BOARDS[game.name].annotated(before, text, after), words)
        before = after


def describe_solution(game: Game, position: Any, answer: SolveAnswer, *, words: bool) -> None:
    """Verdict, proof, line or explanation, and what it cost."""
    if answer.verdict is Verdict.SOLVABLE:
        _describe_win(answer)
        if answer.moves:
            _describe_line(game, position, answer.moves, words=words)
    elif answer.verdict is None:
        _describe_payoffs(answer.payoffs)
        if answer.score:
            write_line(f"Seat {answer.score.seat}, to move, makes {score_text(answer.score)}.")
        if answer.moves:
            write_line("Best play:")
            _describe_line(game, position, answer.moves, words=words)
    elif answer.verdict is Verdict.UNSOLVABLE:
        write_line(f"Unsolvable: {_PROOFS[answer.proof]}.")
        if answer.explanation:
            _describe_explanation(game, position, answer.explanation, words=words)
    else:
        write_line(f"Unknown: {_STOPS[answer.stopped_by]}.")
        if answer.score:
            write_line(f"Chance to win: {score_text(answer.score)}")
    if answer.advice:
        write_line(_advice(answer.advice))
    undecided = answer.verdict is Verdict.UNKNOWN
    describe_cost(None if undecided else answer.stopped_by, answer.spent, answer.limits)


def describe_hint(answer: HintAnswer | HintsAnswer) -> None:
    """The advice, of each level after its name if there are several, and what it cost."""
    hints = answer.hints if isinstance(answer, HintsAnswer) else {"": answer}
    for level, hint in hints.items():
        wrapped(f"{level}: {_advice(hint.text)}" if level else _advice(hint.text))
        if hint.line and len(hint.line) > 1:
            write_line("Line:")
            wrapped(" ".join(hint.line), indent=2)
        if hint.score:
            write_line(f"Value: {score_text(hint.score)}")
    describe_cost(answer.stopped_by, answer.spent, answer.limits)


def describe_analysis(answer: AnalyzeAnswer, *, words: bool) -> None:
    """A table of moves, best first."""
    if answer.verdict is None:
        cards = "all cards open" if answer.information == "known" else "hidden cards guessed"
        write_line(f"Valued with {cards}.")
    else:
        stock = "all cards known"
        stock = stock if answer.information == "known" else "the stock face down"
        proof = "" if answer.proof in {Proof.NONE, Proof.WITNESS} else f": {_PROOFS[answer.proof]}"
        write_line(f"{answer.verdict.value.capitalize()}{proof}, with {stock}.")
    if answer.score:
        write_line(f"Value of the position: {score_text(answer.score)}")
    if answer.moves:
        write_line("")
        write(_table(answer, words=words))
        if answer.plans:
            write_line("\nWhole turns:")
            write(_plans(answer.plans, words=words))
    else:
        write_line("No move is left.")
    if answer.advice:
        write_line("")
        wrapped(_advice(answer.advice))
    describe_cost(answer.stopped_by, answer.spent, answer.limits)


def score_text(score: Score) -> str:
    """A value with its bounds: ``12.3 % (10.0 to 15.0)``."""
    factor, unit = (100, " %") if score.unit == "win_probability" else (1, f" {score.unit}")
    value, low, high = (f"{factor * v:.1f}" for v in (score.value, score.low, score.high))
    if score.kind == "exact":
        return f"{factor * score.value:g}{unit}"
    return f"{value}{unit} ({low} to {high})"


def _describe_payoffs(payoffs: Sequence[float] | None) -> None:
    if payoffs is not None:
        made_by_all = ", ".join(f"seat {seat} {made:g}" for seat, made in enumerate(payoffs))
        write_line(f"With best play of all: {made_by_all}.")


def _describe_win(answer: SolveAnswer) -> None:
    count = len(answer.moves or [])
    if not count:
        write_line("Solvable: the game is already won.")
        return
    write_line(f"Solvable in {count} moves: {_PROOFS[answer.proof]}.")
    shortest = answer.shortest
    if shortest and shortest.proven:
        write_line("No line is shorter.")
    elif shortest:
        write_line(f"No line is shorter than {shortest.at_least} moves.")
    if answer.box:
        write_line(f"The cards lie in a box of {answer.box.width} by {answer.box.height}.")


def _describe_line(game: Game, position: Any, line: Sequence[str], *, words: bool) -> None:
    line_steps = list(steps(game, position, line))
    if not words:
        wrapped(" ".join(step.move for step in line_steps), indent=2)
        return
    digits = len(str(len(line_steps)))
    width = max((len(step.move) for step in line_steps), default=0)
    for number, step in enumerate(line_steps, 1):
        write_line(f"  {number:>{digits}}. {step.move:<{width}}  {step.words}")


def _describe_explanation(
    game: Game, position: Any, explanation: Explanation, *, words: bool
) -> None:
    wrapped(explanation.summary)
    if explanation.line:
        write_line("\nThe line that goes deepest:")
        _describe_line(game, position, explanation.line, words=words)
    if explanation.blocks:
        write_line("\nWhat waits there:")
        table = Table.grid(padding=(0, 2))
        for block in explanation.blocks:
            names = (f"pile {block.pile}", f"base {block.card}") if block.pile else (block.card,)
            table.add_row("  " + names[0], *names[1:], block.reason)
        write(table)
    if explanation.cycles:
        write_line("\nWhat waits for each other:")
        for cycle in explanation.cycles:
            wrapped(" → ".join(cycle), indent=2)


def _plans(plans: Sequence[PlanValue], *, words: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("turn")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("loss", justify="right", no_wrap=True)
    for plan in plans:
        factor = 100 if plan.score.unit == "win_probability" else 1
        loss = f"{factor * plan.loss:.1f}" if plan.loss else ""
        shown = plan.text if words else " ".join(plan.moves)
        table.add_row(shown, score_text(plan.score), loss)
    return table


def _table(answer: AnalyzeAnswer, *, words: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("move")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("loss", justify="right", no_wrap=True)
    table.add_column("in words" if words else "line")
    for move in answer.moves:
        factor = 100 if move.score.unit == "win_probability" else 1
        more = " …" if len(move.line) > LINE_MOVES else ""
        line = " ".join(move.line[:LINE_MOVES]) + more if len(move.line) > 1 else ""
        notes = [f"same as {move.same_as}"] if move.same_as else []
        notes += [move.note] if move.note else []
        said = [move.text if words else line, "; ".join(notes)]
        table.add_row(
            move.move,
            score_text(move.score),
            f"{factor * move.loss:.1f}" if move.loss else "",
            "\n".join(filter(None, said)),
        )
    return table


def describe_cost(stopped_by: StoppedBy | None, spent: Spent, limits: EffectiveLimits) -> None:
    """What ended a search, what it cost and the limits in force; None: nothing worth a word."""
    counted = {"visited": spent.nodes, "stored": spent.states, "samples": spent.samples}
    bounds = (
        _BOUNDS[name].format(value)
        for name, value in limits.model_dump().items()
        if value is not None
    )
    said = [
        _STOPS[stopped_by] if stopped_by else "",
        ", ".join(f"{what} {number:,}" for what, number in counted.items() if number),
        "limits: " + (", ".join(bounds) or "none"),
    ]
    sentences = (part[0].upper() + part[1:] + "." for part in said if part)
    write(Text("\n" + " ".join(sentences), "dim"))


def _advice(text: str) -> str:
    """Advice that names the options of the command line instead of the fields of HTTP."""
    return re.sub(r"\blimits\.([a-z_]+)", lambda found: "--" + found[1].replace("_", "-"), text)


def wrapped(text: str, indent: int = 0) -> None:
    """A text on standard output, broken into lines."""
    margin = " " * indent
    width = min(WIDEST, console().width)
    write_line(
        textwrap.fill(
            text,
            width,
            initial_indent=margin,
            subsequent_indent=margin,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )
