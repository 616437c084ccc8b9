"""What a checker of reasons is given: the position as its seat sees it, and the answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kibitz.contract.answers import AnalyzeAnswer, HintAnswer
from kibitz.games.game import Game


@dataclass(frozen=True)
class Case:
    """A hint to be checked.

    ``position``: what the seat to move may know, and no more. ``hint``: at the level ``why``.
    ``analysis``: of the same position, seed and limits, so its rows are what the hint rests on.
    """

    game: Game
    position: Any
    hint: HintAnswer
    analysis: AnalyzeAnswer


# Whether the fact with these arguments is true, recomputed from the position in the plainest way.
Checker = Callable[[Case, Mapping[str, Any]], bool]


def _is_the_only_move(case: Case, args: Mapping[str, Any]) -> bool:
    legal = case.game.legal(case.game.state(case.position))
    return not args and [case.game.move_text(move) for move in legal] == [case.hint.move]


# Of the reasons that games of several seats share, as none of them searches for an only move.
COMMON: Final[Mapping[str, Checker]] = {"only_move": _is_the_only_move}
