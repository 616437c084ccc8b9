"""Commands that search: solve, hint, analyze, choose."""

from typing import Annotated, Any

import typer

from kibitz.cli import options
from kibitz.games.faults import BadInput

UNDECIDED = 1
SHOWN = ["lines", "plans"]  # what the tables of analyze show


def solve(
    position: options.Position = None,
    *,
    objective: Annotated[
        str,
        typer.Option(
            metavar=options.OBJECTIVES,
            help="What to look for: any winning line, a shortest one, a compact layout, or "
            "(paranoid) what is certain if all others play against the seat to move.",
        ),
    ] = "any",
    words: Annotated[
        bool, typer.Option("--words", help="Describe each move of the line in words.")
    ] = False,
    game: options.Game = None,
    time_ms: options.TimeMs = None,
    nodes: options.Nodes = None,
    iterations: options.Iterations = None,
    memory_mb: options.MemoryMb = None,
    progress: options.Progress = None,
    as_json: options.AsJson = False,
    jsonl: options.Jsonl = False,
) -> None:
    """Decide whether a position can be won, and how, or why not.

    The exit code is 1 when this is not decided within the limits,
    or when a shortest line was asked for and the line is not proved to be one.
    Ctrl-C stops the search.
    """
    from kibitz.cli.asking import Asked
    from kibitz.cli.describing import describe_solution
    from kibitz.cli.printing import write_json
    from kibitz.cli.reading import read_position
    from kibitz.contract.answers import Verdict

    _check_output(as_json=as_json, jsonl=jsonl, words=words)
    limits = _limits(time_ms, nodes, iterations, memory_mb)
    choices = {"objective": objective, "limits": limits}
    if jsonl:
        _answer_lines("solve", position, game, choices, progress)
        return
    asked = Asked.of("solve", read_position(position, game), choices)
    answer = asked.answer(progress)
    if as_json:
        write_json(answer)
    else:
        describe_solution(asked.solver.game, asked.position, answer, words=words)
    unproven = answer.shortest is not None and not answer.shortest.proven
    if answer.verdict is Verdict.UNKNOWN or unproven:
        raise typer.Exit(UNDECIDED)


def hint(
    position: options.Position = None,
    *,
    level: Annotated[
        list[str] | None,
        options.optional(
            options.LEVELS,
            "How much to reveal, by default move; repeat it for hints of several levels.",
        ),
    ] = None,
    information: options.Information = None,
    utility: options.Utility = None,
    seed: options.Seed = "0",
    game: options.Game = None,
    time_ms: options.TimeMs = None,
    nodes: options.Nodes = None,
    iterations: options.Iterations = None,
    memory_mb: options.MemoryMb = None,
    progress: options.Progress = None,
    as_json: options.AsJson = False,
    jsonl: options.Jsonl = False,
) -> None:
    """Give one piece of advice.

    The exit code is 1 when Ctrl-C stopped the search,
    or when the limits were too small for what was asked.
    """
    from kibitz.cli.asking import Asked
    from kibitz.cli.describing import describe_hint
    from kibitz.cli.printing import write_json
    from kibitz.cli.reading import read_position
    from kibitz.contract.answers import HintsAnswer, StoppedBy

    _check_output(as_json=as_json, jsonl=jsonl, words=False)
    limits = _limits(time_ms, nodes, iterations, memory_mb)
    choices = {
        "level": level[0] if level and len(level) == 1 else None,
        "levels": level if level and len(level) > 1 else None,
        "information": information,
        "utility": utility,
        "seed": seed,
        "limits": limits,
    }
    if jsonl:
        _answer_lines("hint", position, game, choices, progress)
        return
    answer = Asked.of("hint", read_position(position, game), choices).answer(progress)
    if as_json:
        write_json(answer)
    else:
        describe_hint(answer)
    hints = answer.hints.values() if isinstance(answer, HintsAnswer) else [answer]
    if any(each.advice for each in hints) or answer.stopped_by is StoppedBy.CANCELLED:
        raise typer.Exit(UNDECIDED)


def analyze(
    position: options.Position = None,
    *,
    move: Annotated[
        list[str] | None,
        options.optional(None, "Value this move only; may be repeated.", "--move", "-m"),
    ] = None,
    multi_pv: Annotated[int | None, options.optional("N", "Show the best N moves only.")] = None,
    words: Annotated[
        bool,
        typer.Option("--words", help="Describe the moves in words instead of showing their lines."),
    ] = False,
    include: Annotated[
        list[str] | None,
        options.optional(
            options.INCLUDES, "With --json or --jsonl: print this member as well; may be repeated."
        ),
    ] = None,
    information: options.Information = None,
    utility: options.Utility = None,
    seed: options.Seed = "0",
    game: options.Game = None,
    time_ms: options.TimeMs = None,
    nodes: options.Nodes = None,
    iterations: options.Iterations = None,
    memory_mb: options.MemoryMb = None,
    progress: options.Progress = None,
    as_json: options.AsJson = False,
    jsonl: options.Jsonl = False,
) -> None:
    """Value every legal move, best first.

    The exit code is 1 when Ctrl-C stopped the search,
    or when the limits were too small for what was asked.
    """
    from kibitz.cli.asking import Asked
    from kibitz.cli.describing import describe_analysis
    from kibitz.cli.printing import write_json
    from kibitz.cli.reading import read_position
    from kibitz.contract.answers import StoppedBy, Verdict

    _check_output(as_json=as_json, jsonl=jsonl, words=words)
    if include and not (as_json or jsonl):
        raise BadInput.one("", "usage", "--include goes with --json or --jsonl only")
    limits = _limits(time_ms, nodes, iterations, memory_mb)
    choices = {
        "moves": move,
        "multi_pv": multi_pv,
        "information": information,
        "utility": utility,
        "seed": seed,
        "limits": limits,
        "include": (include or []) if as_json or jsonl else SHOWN,
    }
    if jsonl:
        _answer_lines("analyze", position, game, choices, progress)
        return
    answer = Asked.of("analyze", read_position(position, game), choices).answer(progress)
    if as_json:
        write_json(answer)
    else:
        describe_analysis(answer, words=words)
    undecided = answer.information == "known" and answer.verdict is Verdict.UNKNOWN
    if answer.advice or undecided or answer.stopped_by is StoppedBy.CANCELLED:
        raise typer.Exit(UNDECIDED)


def choose(
    position: options.Position = None,
    *,
    level: Annotated[str, typer.Option(metavar=options.STRENGTHS, help="How well to play.")],
    seed: options.Seed = "0",
    game: options.Game = None,
    time_ms: options.TimeMs = None,
    nodes: options.Nodes = None,
    iterations: options.Iterations = None,
    memory_mb: options.MemoryMb = None,
    progress: options.Progress = None,
    as_json: options.AsJson = False,
    jsonl: options.Jsonl = False,
) -> None:
    """Play a move for an opponent, who uses no hidden card.

    The limits are those of the level best; the other levels answer without a search.
    """
    from kibitz.cli.asking import Asked
    from kibitz.cli.printing import write_json, write_line
    from kibitz.cli.reading import read_position

    _check_output(as_json=as_json, jsonl=jsonl, words=False)
    limits = _limits(time_ms, nodes, iterations, memory_mb)
    choices = {"level": level, "seed": seed, "limits": limits}
    if jsonl:
        _answer_lines("choose", position, game, choices, progress)
        return
    answer = Asked.of("choose", read_position(position, game), choices).answer(progress)
    if as_json:
        write_json(answer)
    else:
        write_line(answer.text if answer.move is None else f"{answer.move}: {answer.text}")


def _check_output(*, as_json: bool, jsonl: bool, words: bool) -> None:
    """Raise ``BadInput`` for options of the output that exclude each other."""
    from kibitz.cli.reading import check_together

    if jsonl:
        check_together("--jsonl", {"--json": as_json, "--words": words})
    elif as_json:
        check_together("--json", {"--words": words})


def _answer_lines(
    verb: str,
    argument: str | None,
    game: str | None,
    choices: dict[str, Any],
    progress: bool | None,
) -> None:
    from kibitz.cli.asking import Asked
    from kibitz.cli.lines import answer_lines

    answer_lines(argument, game, lambda given: Asked.of(verb, given, choices).answer(progress))


def _limits(
    time_ms: int | None, nodes: int | None, iterations: int | None, memory_mb: int | None
) -> dict[str, Any]:
    return {
        "time_ms": time_ms,
        "nodes": nodes,
        "iterations": iterations,
        "memory_mb": memory_mb,
    }
