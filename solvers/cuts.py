"""What of the findings of a search is returned: the levels of a hint, members of an analysis."""

from typing import Any, Final, cast

from kibitz.contract.answers import AnalyzeAnswer, HintsAnswer
from kibitz.contract.base import Answer
from kibitz.contract.options import INCLUDES, LEVELS, AnalyzeOptions, HintOptions, Level, Options
from kibitz.solvers.solver import Advice

# One level of a hint; several of them; the heavy members of an analysis. Of solve always ().
Cut = str | tuple[str, ...]

WHOLE: Final[Cut] = INCLUDES  # of an analysis, everything


def cut_of(options: Options) -> Cut:
    """The cut that is asked for: however often and in whatever order something is named."""
    if isinstance(options, HintOptions):
        levels = options.levels
        return options.level if levels is None else tuple(x for x in LEVELS if x in levels)
    if isinstance(options, AnalyzeOptions):
        return tuple(name for name in INCLUDES if name in options.include)
    return ()


def cut_to(found: Answer | Advice, cut: Cut) -> Answer:
    """The answer that a cut of the findings makes; that of ``solve`` is always whole."""
    if isinstance(found, AnalyzeAnswer):
        return found.including(cut)
    if not isinstance(found, Advice):
        return found
    if isinstance(cut, str):
        return found.at(cast(Level, cut))
    return HintsAnswer.of({level: found.at(level) for level in cast(tuple[Level, ...], cut)})


def as_asked(found: Any, options: Options) -> Any:
    """The answer to who gave these options."""
    return cut_to(found, cut_of(options))
