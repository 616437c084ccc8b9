"""What an assistant reads first: each answer in a few sentences, made from its fields alone."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from kibitz.api.phrases import (
    analysis_lines,
    cost_line,
    loss_text,
    score_text,
    standing_text,
    verdict_lines,
)
from kibitz.contract.answers import AnalyzeAnswer, HintAnswer, MoveValue, SolveAnswer, Verdict
from kibitz.contract.replies import GameAnswer, GameSummary, LegalMove, Standing
from kibitz.contract.review import Decision, ReviewAnswer
from kibitz.games.schema import switch_text
from kibitz.solvers.review_text import too_open

MOST_MOVES: Final = 40  # legal moves that a text lists
WORST: Final = 5  # decisions of a review that a text describes
LINE_MOVES: Final = 8  # moves of a line that follows a hint or a value
_CALLED: Final = {"inaccuracy": "an inaccuracy", "mistake": "a mistake", "blunder": "a blunder"}


def games_text(games: Iterable[GameSummary], one: GameAnswer | None) -> str:
    """The games in a line each, or one of them with its moves, switches and deals."""
    if one is None:
        return "\n".join(
            f"{game.name}: {game.title}, for {_counts(game.player_counts)}"
            + ("" if game.ready else "; its searches are not loaded yet")
            for game in games
        )
    lines = [f"{one.title} ({one.name}), for {_counts(one.player_counts)}.", "Switches:"]
    for name, schema in one.rules["properties"].items():
        meaning = schema.get("description", "")
        lines.append(f"  {name} ({switch_text(schema.get('default'))}): {meaning}")
    lines += [f"Moves: {one.notation}", "Deals:"]
    lines += [f"  source {source}: {seeds}" for source, seeds in one.sources.items()]
    return "\n".join(lines)


def _counts(counts: Sequence[int]) -> str:
    if counts == [1]:
        return "one player"
    return f"{', '.join(map(str, counts[:-1]))} or {counts[-1]} players".removeprefix(" or ")


def turn_text(standing: Standing, legal: Sequence[LegalMove]) -> str:
    """Whose turn it is and what can be played, or how the game ended."""
    if standing.over:
        return standing_text(standing)
    phase = f" ({standing.phase})" if standing.phase else ""
    shown = [f"  {move.move}: {move.text}" for move in legal[:MOST_MOVES]]
    more = [f"  and {len(legal) - MOST_MOVES} more"] if len(legal) > MOST_MOVES else []
    count = "1 legal move" if len(legal) == 1 else f"{len(legal)} legal moves"
    return "\n".join([f"Seat {standing.to_move} is to move{phase}; {count}:", *shown, *more])


def solve_text(answer: SolveAnswer) -> str:
    """Verdict, proof, the line or why there is none, and what it cost."""
    lines = verdict_lines(answer)
    if answer.moves:
        named = "Best play" if answer.verdict is None else "Line"
        lines.append(f"{named}: {' '.join(answer.moves)}")
    if answer.explanation and answer.verdict is Verdict.UNSOLVABLE:
        lines.append(answer.explanation.summary)
    if answer.advice:
        lines.append(_advice(answer.advice))
    undecided = answer.verdict is Verdict.UNKNOWN
    lines.append(cost_line(None if undecided else answer.stopped_by, answer.spent, answer.limits))
    return "\n".join(lines)


def hint_text(answer: HintAnswer) -> str:
    """The advice, what follows, the value, and what it cost."""
    lines = [_advice(answer.text)]
    if answer.score:
        lines.append(f"Value: {score_text(answer.score)}")
    if answer.line and len(answer.line) > 1:
        lines.append(f"Line: {_line(answer.line)}")
    return "\n".join([*lines, cost_line(answer.stopped_by, answer.spent, answer.limits)])


def analysis_text(answer: AnalyzeAnswer) -> str:
    """The moves, best first, with values and losses, and what it cost."""
    lines = analysis_lines(answer)
    lines += [f"{n}. {_valued(move)}" for n, move in enumerate(answer.moves, 1)]
    lines += [] if answer.moves else ["No move is left."]
    lines += [_advice(answer.advice)] if answer.advice else []
    return "\n".join([*lines, cost_line(answer.stopped_by, answer.spent, answer.limits)])


def _valued(move: MoveValue) -> str:
    loss = loss_text(move.loss, move.score)
    note = move.note or ""
    notes = [f"{loss} behind the best"] if loss and not note.startswith("behind") else []
    notes += [f"same as {move.same_as}"] if move.same_as else []
    notes += [note] if note else []
    said = f"; {'; '.join(notes)}" if notes else ""
    return f"{move.move}, {move.text}: {score_text(move.score)}{said}"


def review_text(answer: ReviewAnswer) -> str:
    """Every seat summed up, the worst decisions, and what it cost."""
    lines = [seat.text for seat in answer.seats]
    faults = [each for each in answer.decisions if each.judgement in _CALLED and each.loss]
    faults.sort(key=lambda each: -each.loss.value if each.loss else 0.0)
    if faults:
        lines.append("The worst moves, worst first:")
        names = {seat.seat: seat.name or f"seat {seat.seat}" for seat in answer.seats}
        lines += [_fault(each, answer.unit, names[each.seat]) for each in faults[:WORST]]
    elif not any(too_open(seat.judged, seat.unjudged, seat.not_reached) for seat in answer.seats):
        lines.append("No move is shown to be an inaccuracy or worse.")
    return "\n".join([*lines, cost_line(answer.stopped_by, answer.spent, answer.limits)])


def _fault(decision: Decision, unit: str, who: str) -> str:
    loss = decision.loss
    if loss is None:
        return ""
    factor, name = (100, " %") if unit == "win_probability" else (1, f" {unit}")
    value, low, high = (f"{factor * each:.1f}" for each in (loss.value, loss.low, loss.high))
    sure = f" ({low} to {high})" if loss.samples else ""
    why = " ".join(reason.text for reason in decision.reasons)
    said = (
        f"Move {decision.ply + 1}, {who}: {decision.played} ({decision.text}) is "
        f"{_CALLED[str(decision.judgement)]} that costs {value}{name}{sure}. "
        f"Better: {decision.best} ({decision.best_text}). {why}"
    )
    return said.rstrip()


def _line(moves: Sequence[str]) -> str:
    return " ".join(moves[:LINE_MOVES]) + (" …" if len(moves) > LINE_MOVES else "")


def _advice(text: str) -> str:
    """Advice that names the arguments of the tools instead of the fields of HTTP."""
    return re.sub(r"\blimits\.([a-z_]+)", r"\1", text)


def table_text(table: Any) -> str:
    """The drawn board and, below it, the position as the line to pass on."""
    return f"{table.board}\n\nposition: {table.position}"
