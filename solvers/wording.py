"""Hints in words: reasons, each a code with the facts it names, and the answers made of them.

A game lists its sentences once, as templates by code. Nothing else writes a sentence of a hint, so
a checker can recompute each fact from its code and arguments, and an app can translate the rest.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from kibitz.contract.answers import (
    Fact,
    HintAnswer,
    MoveValue,
    Proof,
    Reason,
    Score,
    Spent,
    StoppedBy,
    Verdict,
)
from kibitz.contract.options import EffectiveLimits, HintOptions, Limits
from kibitz.games.cards import SUIT_SYMBOLS
from kibitz.games.game import Game
from kibitz.games.protocol import State
from kibitz.solvers.budget import Budget
from kibitz.solvers.figures import FORMS
from kibitz.solvers.solver import Advice, advice_for

F = TypeVar("F")
UNSURE: Final = 0.5  # an interval of a chance that is wider says next to nothing


def head_of(text: str) -> str:
    """A move in words as the sentence that advises it: ``Play 7♣, leading clubs.``, ``Draw 7♣.``.

    Words that begin with the card are of a card that is played.
    """
    if text.startswith("joker "):
        text = f"a {text}"
    begins_with_card = text.startswith("a ") or text[1:2] in SUIT_SYMBOLS
    said = f"Play {text}" if begins_with_card else text[0].upper() + text[1:]
    return said if said.endswith("!") else f"{said}."


class Wording:
    """The sentences of one game's hints: a template for each code."""

    def __init__(self, templates: Mapping[str, str]) -> None:
        """``templates``: by code; the names in braces are the arguments."""
        self.templates: Final = dict(templates)

    def say(self, code: str, **args: Fact) -> Reason:
        """The reason with this code about these facts; ``KeyError`` where one is missing."""
        return Reason(code=code, args=args, text=FORMS.vformat(self.templates[code], (), args))


def favouring(best: Iterable[Reason], rival: Iterable[Reason]) -> list[Reason]:
    """The reasons for the best move that do not hold for the next best one just as well."""
    shared = [(reason.code, reason.args) for reason in rival]
    return [reason for reason in best if (reason.code, reason.args) not in shared]


def text_of(reasons: Iterable[Reason]) -> str:
    """The sentences of reasons as one text."""
    return " ".join(reason.text for reason in reasons)


ONLY: Final = Wording({"only_move": "It is the only legal move."})


class Found(Protocol):
    """What the analysis of any game finds: moves valued, best first, the verdict, the cost."""

    @property
    def verdict(self) -> Verdict | None:
        """Whether the position can be won, where the game asks it."""

    @property
    def proof(self) -> Proof:
        """What the verdict rests on."""

    @property
    def score(self) -> Score | None:
        """The value of the position, None when it is unknown."""

    @property
    def values(self) -> list[MoveValue]:
        """The moves valued, best first."""

    @property
    def stopped(self) -> StoppedBy:
        """What ended the search."""

    @property
    def spent(self) -> Spent:
        """What the search has cost."""


def effective(limits: Limits) -> EffectiveLimits:
    """Limits as answers report them."""
    return EffectiveLimits(**limits.model_dump())


def is_valued(row: MoveValue) -> bool:
    """Whether a search found out what a move is worth; small limits may not let it."""
    return row.score.kind == "exact" or row.score.samples > 0


def advised(
    answer: Callable[[F, HintOptions], HintAnswer], options: HintOptions
) -> Callable[[F], Advice]:
    """What makes advice of findings: ``answer`` gives the hint at the level of the options."""

    def advice(found: F) -> Advice:
        return Advice(lambda level: answer(found, options.model_copy(update={"level": level})))

    return advice


def forced_hint(
    move: str, said: str, options: HintOptions, budget: Budget, certain: Sequence[Reason] = ()
) -> HintAnswer:
    """The hint where ``move`` is the only one: there is nothing to search for.

    ``said``: the sentence that advises it. ``certain``: what is sure to come of it.
    """
    named = options.level in ("move", "why")
    reasons = [ONLY.say("only_move"), *certain]
    texts = {
        "move": said,
        "why": f"{said} {text_of(reasons)}",
    }
    return HintAnswer(
        level=options.level,
        text=texts.get(options.level, "There is only one legal move."),
        move=move if named else None,
        line=[move] if named else None,
        reasons=reasons if options.level == "why" else None,
        verdict=None,
        stopped_by=StoppedBy.SOLVED,
        spent=Spent(),
        limits=effective(budget.in_force()),
        seed=options.seed,
    )


@dataclass(frozen=True, slots=True)
class Words:
    """What a hint says at a level.

    ``area``: what the best move touches. ``line``: where it is not the line of the best move.
    ``reasons``: the facts that the text at the level why states. ``advises``: False where nothing
    is worth advising. ``by_line``: a line played to its end says what a move is worth.
    """

    text: str
    area: Sequence[str] | None = None
    reasons: Sequence[Reason] | None = None
    line: Sequence[str] | None = None
    advises: bool = True
    by_line: bool = False


def hint_answer(found: Found, words: Words, options: HintOptions, budget: Budget) -> HintAnswer:
    """The answer of ``hint``, which gives away no more than its level does.

    A move that was not valued is not advised, whatever the words say.
    """
    best = found.values[0] if found.values and words.advises else None
    text, reasons, advice = words.text, words.reasons, None
    if best is not None and not (words.by_line or is_valued(best)):
        best, advice = None, advice_for(found.stopped)
        text, reasons = f"No move can be advised yet. {advice}", None
    area = words.area if options.level != "nudge" and best is not None else None
    move = best if options.level in ("move", "why") else None
    line = move.line if move and words.line is None else words.line
    return HintAnswer(
        level=options.level,
        text=text,
        area=None if area is None else list(area),
        move=move.move if move else None,
        line=list(line or []) if move else None,
        score=move.score if move else None,
        advice=advice,
        reasons=list(reasons) if reasons is not None and options.level == "why" else None,
        verdict=found.verdict,
        stopped_by=found.stopped,
        spent=found.spent,
        limits=effective(budget.in_force()),
        seed=options.seed,
    )


def alike(game: Game, state: State, value: MoveValue, moves: Sequence[int]) -> list[MoveValue]:
    """What moves are worth that come to the same as one that was valued."""
    return [
        value.model_copy(
            update={
                "move": game.move_text(move),
                "text": game.describe(state, move),
                "line": [game.move_text(move)],
                "same_as": value.move,
            }
        )
        for move in moves
    ]
