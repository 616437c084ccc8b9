"""A match: two kinds of players against each other on duplicate deals, seats in rotation."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, ClassVar, Final, Self

from kibitz.contract.job_requests import LONGEST_NAME, MatchRequest
from kibitz.contract.jobs import Lead, MatchResult
from kibitz.contract.options import Limits
from kibitz.games.catalogue import unknown_game
from kibitz.games.faults import BadInput, Fault, is_sound, noted, quote
from kibitz.games.findings import meant
from kibitz.games.game import Game
from kibitz.jobs import players
from kibitz.jobs.duplicates import DealResult, estimate, play_deal
from kibitz.jobs.job import Job, Row, unused_limits
from kibitz.jobs.players.limits import DEFAULTS, capped, ended, why_unlimited
from kibitz.solvers.budget import Cancel
from kibitz.solvers.player import Factory, Player

WARM_LIMITS: Final = Limits(iterations=10)
LONGER: Final = f"longer than {LONGEST_NAME} characters"

Finder = Callable[[Game, str], Factory]


class MatchJob(MatchRequest, Job):
    """A hero meets a rival on the deals from ``first`` on."""

    unit: ClassVar[str] = "deals"
    in_order: ClassVar[bool] = False

    @classmethod
    def deeper_faults(cls, fields: dict[str, Any], found: Sequence[Fault]) -> list[Fault]:
        """See :meth:`kibitz.jobs.job.Job.deeper_faults`."""
        faults: list[Fault] = []
        name = fields.get("game")
        if name is None or not is_sound(found, "/game"):
            return faults
        game = players.GAMES.get(name)
        if game is None:
            faults += BadInput.one(
                "/game", "unknown_game", unknown_game(name, players.GAMES)
            ).faults
        for role in ("hero", "rival"):
            if role in fields and is_sound(found, f"/{role}"):
                with noted(faults, f"/{role}"):
                    _check_player(game, fields[role])
        if game is not None:
            with noted(faults):
                game.deal("0", fields.get("rules"))
        if {"hero", "rival"} <= fields.keys() and is_sound([*found, *faults], "/hero", "/rival"):
            named = (fields["hero"], fields["rival"])
            faults += unused_limits(fields, found, partial(why_unlimited, named))
        return faults

    def settled(self, cap: Limits) -> Self:
        """See :meth:`kibitz.jobs.job.Job.settled`."""
        limits = (
            ended(self.limits).over(DEFAULTS.model_copy(update={"iterations": None})).within(cap)
        )
        names = (self.hero, self.rival)
        unused = [name for name in Limits.model_fields if why_unlimited(names, name) is not None]
        limits = limits.model_copy(update=dict.fromkeys(unused))
        seated = {role: capped(getattr(self, role), cap) for role in ("hero", "rival")}
        faults = [
            Fault(
                f"/{role}", "text_too_long", f"with the limits of this service '{role}' is {LONGER}"
            )
            for role, name in seated.items()
            if len(name) > LONGEST_NAME
        ]
        if faults:
            raise BadInput(faults)
        return self.model_copy(update={"limits": limits, **seated})

    def units(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.units`."""
        return self.deals

    def chunk(self) -> int:
        """See :meth:`kibitz.jobs.job.Job.chunk`."""
        return 1

    def work(self, units: range, cancel: Cancel) -> list[Row]:
        """See :meth:`kibitz.jobs.job.Job.work`."""
        rows = []
        for unit in units:
            played = play(self, unit, cancel=cancel)
            rows.append(
                {
                    "deal": played.deal,
                    "lone": played.lone,
                    "pair": played.pair,
                    "hands": played.hands,
                    "decisions": list(played.decisions),
                }
            )
        return rows

    def search_s(self) -> None:
        """See :meth:`kibitz.jobs.job.Job.search_s`: each move is a search of its own."""

    def result(self, rows: Sequence[Row]) -> MatchResult:
        """See :meth:`kibitz.jobs.job.Job.result`."""
        lone = [row["lone"] for row in rows]
        pair = [row["pair"] for row in rows if row["pair"] is not None]
        both = [
            row["lone"] if row["pair"] is None else (row["lone"] + row["pair"]) / 2 for row in rows
        ]
        return MatchResult(
            deals=len(rows),
            hands=sum(row["hands"] for row in rows),
            lone=_lead(lone),
            pair=_lead(pair),
            both=_lead(both),
        )


def _check_player(game: Game | None, name: str) -> None:
    """Raise ``BadInput`` unless a game has a player of that name; ``game``: None for any."""
    if game is None:
        known = {player for each in players.GAMES.values() for player in players.names(each)}
        first = name.partition("/")[0]
        if first not in known:
            message = f"{quote(first or name)} is no player of any game{meant(first, known)}"
            raise BadInput.one("", "unknown_player", message)
        return
    players.factory(game, name)


def play(
    job: MatchJob,
    unit: int,
    find: Finder = players.factory,
    cancel: Cancel | None = None,
) -> DealResult:
    """The deal number ``unit`` of a match; ``find`` knows the players. Raises ``Cancelled``."""
    game = players.GAMES[job.game]
    # The same players whatever deals they play.
    any_deals = job.model_copy(update={"first": 0, "deals": 1})
    seats = _seats(any_deals.model_dump_json(), find)
    return play_deal(game, seats.taken(cancel), job.first + unit, job.rules, job.seed, cancel)


class _Seats:
    """The hero and the rival, their kernels compiled before the clock."""

    def __init__(self, job: MatchJob, find: Finder) -> None:
        self._job = job
        self._made = [find(players.GAMES[job.game], name) for name in (job.hero, job.rival)]
        self._taken: Sequence[Player] = ()

    def taken(self, cancel: Cancel | None) -> Sequence[Player]:
        """The players, once they have played a deal; raises ``Cancelled``."""
        job, game = self._job, players.GAMES[self._job.game]
        if not self._taken:
            warm = [make(game, WARM_LIMITS) for make in self._made]
            play_deal(game, warm, 0, job.rules, 0, cancel)
            self._taken = [make(game, job.limits) for make in self._made]
        return self._taken


@lru_cache(maxsize=8)
def _seats(text: str, find: Finder) -> _Seats:
    """The players of a match, made once in a process."""
    return _Seats(MatchJob.model_validate_json(text), find)


def _lead(values: Sequence[float]) -> Lead | None:
    if len(values) < 2:
        return None
    found = estimate(values)
    return Lead(mean=found.mean, error=found.error, low=found.low, high=found.high)
