"""Answers of searches, kept in memory under their question, so that nothing is searched for twice.

A hint is kept at all of its levels and an analysis with all of its members, so that another cut of
them comes from the same search, even if time stopped that search.
"""

import hashlib
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Final

from pydantic import BaseModel

from kibitz.api.in_flight import CachedResponse, Content
from kibitz.api.responses import etag_of, to_bytes
from kibitz.api.verbs import SearchVerb
from kibitz.api.version import source_digest
from kibitz.contract.answers import (
    AnalyzeAnswer,
    HintAnswer,
    HintsAnswer,
    SolveAnswer,
    StoppedBy,
)
from kibitz.contract.options import LEVELS, ChooseOptions, Limits, Options
from kibitz.contract.replies import ChooseAnswer
from kibitz.contract.review import ReviewAnswer
from kibitz.games.game import Game, Position
from kibitz.solvers.solver import WHOLE, Advice, Cut

SearchAnswer = SolveAnswer | HintAnswer | AnalyzeAnswer | ChooseAnswer | ReviewAnswer

TIMED_SECONDS: Final = 60.0  # that an answer is given to others which more time would have bettered
MOST_WORDINGS: Final = 4_096
_NO_MATTER: Final = {"limits", "position", "level", "levels", "include"}
_OVERHEAD: Final = 512  # bytes of an entry besides its content, about


def canonical_key(
    game: Game, verb: SearchVerb, position: Position, asked: Options, limits: Limits
) -> str:
    """What a search is known by: everything its answer depends on, however it was written.

    ``limits``: those in force. All cuts of an answer come from one search.
    """
    matters = {"level"} if isinstance(asked, ChooseOptions) else set[str]()
    options = asked.model_dump(mode="json", exclude=_NO_MATTER - matters)
    parts = (
        *(game.name, game.rules_version, verb.name, position.to_text(), options),
        *(limits.model_dump(), source_digest()),
    )
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def kept_cuts(
    found: SolveAnswer | ChooseAnswer | AnalyzeAnswer | ReviewAnswer | Advice, cut: Cut
) -> Mapping[Cut, SearchAnswer]:
    """The cuts that are kept, of which all others can be made."""
    if isinstance(found, Advice):
        return {level: found.at(level) for level in LEVELS}
    if isinstance(found, AnalyzeAnswer):
        return {WHOLE: found, cut: found.including(cut)}
    return {(): found}


def cached_of(
    answers: Mapping[Cut, SearchAnswer], nodes: int, seconds: float, waited: float
) -> CachedResponse:
    """A cached response of answers that took so many nodes and seconds."""
    cuts = {each: named(answer) for each, answer in answers.items()}
    stopped_by = next(iter(answers.values())).stopped_by or StoppedBy.SETTLED
    lasts = None
    if stopped_by is StoppedBy.TIME:
        lasts = TIMED_SECONDS
    elif stopped_by is StoppedBy.CANCELLED:
        lasts = 0.0
    return CachedResponse(cuts, stopped_by, nodes, seconds, waited, lasts)


def content_of(cached: CachedResponse, cut: Cut) -> Content:
    """A cut of the answers; one that is not kept is made of those that are."""
    if cut in cached.cuts:
        return cached.cuts[cut]
    if WHOLE in cached.cuts:
        whole = AnalyzeAnswer.model_validate_json(cached.cuts[WHOLE].content)
        return named(whole.including(cut))
    kept = {level: cached.cuts[level].content for level in LEVELS if level in cut}
    hints = {level: HintAnswer.model_validate_json(text) for level, text in kept.items()}
    return named(HintsAnswer.of(hints))


def named(answer: BaseModel) -> Content:
    """The bytes of an answer with their tag."""
    body = to_bytes(answer)
    return Content(body, etag_of(body))


class Wordings:
    """The keys of the latest requests, found by their exact bytes; for several threads.

    A request is known by the key of its search and the cut that it asks for.
    """

    def __init__(self, most: int = MOST_WORDINGS) -> None:
        """Know ``most`` of them."""
        self._most = most
        self._keys: OrderedDict[tuple[str, str, bytes], tuple[str, Cut]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, game: str, verb: str, body: bytes) -> tuple[str, Cut] | None:
        """The key and the cut of a request, if it was noted lately."""
        with self._lock:
            return self._keys.get((game, verb, _digest(body)))

    def note(self, game: str, verb: str, body: bytes, key: str, cut: Cut) -> None:
        """Note the key and the cut of a request that could be read."""
        with self._lock:
            self._keys[game, verb, _digest(body)] = key, cut
            if len(self._keys) > self._most:
                self._keys.popitem(last=False)


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=32).digest()


class AnswerCache:
    """The answers used last, within a number of bytes; used in the event loop alone."""

    def __init__(self, most_bytes: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Empty; ``clock`` returns seconds."""
        self._most = most_bytes
        self._clock = clock
        self._kept: OrderedDict[str, tuple[CachedResponse, float | None]] = OrderedDict()
        self.size = 0

    def find(self, key: str) -> CachedResponse | None:
        """The answer to ``key``, if it is there and still holds."""
        found = self._kept.get(key)
        if found is None:
            return None
        cached, until = found
        if until is not None and self._clock() >= until:
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return cached

    def keep(self, key: str, cached: CachedResponse) -> None:
        """Keep an answer for as long as it lasts, those used longest ago giving way."""
        lasts = cached.lasts_s
        if lasts == 0 or _size(cached) > self._most:
            return
        if key in self._kept:
            self._drop(key)
        self._kept[key] = cached, None if lasts is None else self._clock() + lasts
        self.size += _size(cached)
        while self.size > self._most:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: str) -> None:
        self.size -= _size(self._kept.pop(key)[0])


def _size(cached: CachedResponse) -> int:
    return _OVERHEAD + sum(len(cut.content) for cut in cached.cuts.values())
