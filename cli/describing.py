"""Answers of searches in words: what solve, hint and analyze print."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rich.table import Table
from rich.text import Text

from kibitz.api.phrases import analysis_lines, cost_line, loss_text, score_text, verdict_lines
from kibitz.cli.printing import console, write, write_line
from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    HintsAnswer,
    PlanValue,
    SolveAnswer,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.explanations import Explanation
from kibitz.contract.options import EffectiveLimits
from kibitz.games.boards import BOARDS
from kibitz.games.game import Game

LINE_MOVES: Final = 6
WIDEST: Final = 100


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
    for line in verdict_lines(answer):
        write_line(line)
    if answer.moves:
        if answer.verdict is None:
            write_line("Best play:")
        _describe_line(game, position, answer.moves, words=words)
    if answer.explanation and answer.verdict is Verdict.UNSOLVABLE:
        _describe_explanation(game, position, answer.explanation, words=words)
    if answer.advice:
        write_line(_advice(answer.advice))
    undecided = answer.verdict is Verdict.UNKNOWN
    describe_cost(None if undecided else answer.stopped_by, answer.spent, answer.limits)


def describe_hint(answer: HintAnswer | HintsAnswer) -> None:
    """The advice, of each level after its name if there are several, and what it cost."""
    hints = answer.hints if isinstance(answer, HintsAnswer) else {"": answer}
    for level, hint in hints.items():
        wrapped(f"{level}: {_advice(hint.text)}" if level else _advice(hint.text))
        line = " ".join(hint.line or [])
        if len(hint.line or []) == 1:
            # As it is typed, where the words do not begin with that.
            if line != re.split("[ ,.]", hint.text, maxsplit=1)[0].lower():
                write_line(f"Move: {line}")
        elif line:
            write_line("Line:")
            wrapped(line, indent=2)
        if hint.score:
            write_line(f"Value: {score_text(hint.score)}")
    describe_cost(answer.stopped_by, answer.spent, answer.limits)


def describe_analysis(answer: AnalyzeAnswer, *, words: bool) -> None:
    """A table of moves, best first."""
    for line in analysis_lines(answer):
        write_line(line)
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
        shown = plan.text if words else " ".join(plan.moves)
        table.add_row(shown, score_text(plan.score), loss_text(plan.loss, plan.score))
    return table


def _table(answer: AnalyzeAnswer, *, words: bool) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("move")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("loss", justify="right", no_wrap=True)
    table.add_column("in words" if words else "line")
    for move in answer.moves:
        more = " …" if len(move.line) > LINE_MOVES else ""
        line = " ".join(move.line[:LINE_MOVES]) + more if len(move.line) > 1 else ""
        notes = [f"same as {move.same_as}"] if move.same_as else []
        notes += [move.note] if move.note else []
        said = [move.text if words else line, "; ".join(notes)]
        table.add_row(
            move.move,
            score_text(move.score),
            loss_text(move.loss, move.score),
            "\n".join(filter(None, said)),
        )
    return table


def describe_cost(stopped_by: StoppedBy | None, spent: Spent, limits: EffectiveLimits) -> None:
    """What ended a search, what it cost and the limits in force; None: nothing worth a word."""
    write(Text("\n" + cost_line(stopped_by, spent, limits), "dim"))


def _advice(text: str) -> str:
    """Advice that names the options of the command line instead of the fields of HTTP."""
    return re.sub(r"\blimits\.([a-z_]+)", lambda found: "--" + found[1].replace("_", "-"), text)


def wrapped(text: str, indent: int = 0) -> None:
    """A text on standard output, broken into lines."""
    margin = " " * indent
    width = min(WIDEST, console().width)
    lines = textwrap.fill(
        text.replace(" %", "\N{NO-BREAK SPACE}%"),
        width,
        initial_indent=margin,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
    write_line(lines.replace("\N{NO-BREAK SPACE}", " "))
