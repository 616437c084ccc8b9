"""Calls that need no search: what is there, and the rules of the games."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kibitz.client.calls import Position, Request, Rules, get, verb
from kibitz.client.waiting.connection import Connection
from kibitz.contract.answers import VerifyAnswer
from kibitz.contract.extras import MeldsAnswer, ScoreAnswer
from kibitz.contract.problems import ProblemKind
from kibitz.contract.replies import (
    CapabilitiesAnswer,
    DealAnswer,
    GameAnswer,
    GamesAnswer,
    HealthAnswer,
    MovesAnswer,
    NextAnswer,
    PlayAnswer,
    ReadyAnswer,
    RecordAnswer,
    ViewAnswer,
)
from kibitz.contract.requests import Want


class Table(Connection):
    """What is answered without a search."""

    def games(self) -> GamesAnswer:
        """The games that are there."""
        return self._ask(get(GamesAnswer, "v1", "games"))

    def game(self, game: str) -> GameAnswer:
        """Everything about one game."""
        return self._ask(get(GameAnswer, "v1", "games", game))

    def capabilities(self) -> CapabilitiesAnswer:
        """Version, games and limits in force."""
        return self._ask(get(CapabilitiesAnswer, "v1", "capabilities"))

    def health(self) -> HealthAnswer:
        """That the service lives."""
        return self._ask(get(HealthAnswer, "healthz"))

    def ready(self) -> ReadyAnswer:
        """That every game is answered for; while one is not, ``Busy`` with how far it is."""
        return self._ask(get(ReadyAnswer, "readyz"))

    def metrics(self) -> str:
        """The counts of the service, in the text form of Prometheus."""
        found = self._content(Request("/metrics"))
        return found.decode()

    def description(self) -> dict[str, Any]:
        """The OpenAPI description of the service."""
        found: dict[str, Any] = json.loads(self._content(Request("/openapi.json")))
        return found

    def problem_kind(self, name: str) -> ProblemKind:
        """What a kind of problem means; ``name``: the last part of a problem's ``type``."""
        return self._ask(get(ProblemKind, "problems", name))

    def deal(
        self,
        game: str,
        seed: str | int,
        rules: Rules | None = None,
        source: str | None = None,
        *,
        want: Want | Mapping[str, str] | None = None,
        dealer: int | None = None,
        scores: Sequence[int | str] | None = None,
        round: int | None = None,  # noqa: A002 - its name in requests
    ) -> DealAnswer:
        """A fresh deal; ``dealer``, ``scores`` and ``round`` where the game has them.

        ``want``: of a solitaire the first from ``seed`` on with this ``verdict`` ("solvable" or
        "unsolvable") and, of those that can be won, this ``difficulty``.
        """
        asked = {"want": want, "dealer": dealer, "scores": scores, "round": round}
        given = {"seed": seed, "rules": rules, "source": source, **asked}
        return self._ask(verb(game, "deal", DealAnswer, **given))

    def view(self, game: str, position: Position, seat: int) -> ViewAnswer:
        """The position as ``seat`` sees it."""
        return self._ask(verb(game, "view", ViewAnswer, position=position, seat=seat))

    def next(self, game: str, position: Position, seed: str | int) -> NextAnswer:
        """The match after a round that is over, and the deal of the next round."""
        return self._ask(verb(game, "next", NextAnswer, position=position, seed=seed))

    def moves(self, game: str, position: Position) -> MovesAnswer:
        """The legal moves, and whether the game is over."""
        return self._ask(verb(game, "moves", MovesAnswer, position=position))

    def play(self, game: str, position: Position, moves: Sequence[str]) -> PlayAnswer:
        """The position after some moves."""
        return self._ask(verb(game, "play", PlayAnswer, position=position, moves=moves))

    def record(self, game: str, record: Mapping[str, Any] | str) -> RecordAnswer:
        """A record, its object or its text, in both forms and as it is always written."""
        return self._ask(verb(game, "record", RecordAnswer, record=record))

    def verify(self, game: str, position: Position, moves: Sequence[str]) -> VerifyAnswer:
        """Whether some moves are legal and win."""
        return self._ask(verb(game, "verify", VerifyAnswer, position=position, moves=moves))

    def melds(
        self,
        game: str,
        hand: Sequence[str],
        *,
        rules: Rules | None = None,
        every: bool | None = None,
    ) -> MeldsAnswer:
        """A hand of rummy split for the least deadwood; ``every``: in every such way."""
        return self._ask(verb(game, "melds", MeldsAnswer, hand=hand, rules=rules, every=every))

    def score(
        self,
        game: str,
        teams: Sequence[Mapping[str, Any]],
        *,
        rules: Rules | None = None,
        round: int | None = None,  # noqa: A002 - its name in requests
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
    ) -> ScoreAnswer:
        """The score of a round given as counts, by team, and what comes next."""
        asked = {"round": round, "dealer": dealer, "scores": scores}
        return self._ask(verb(game, "score", ScoreAnswer, teams=teams, rules=rules, **asked))
