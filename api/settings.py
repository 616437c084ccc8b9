"""The settings of the service: environment variables that begin with ``KIBITZ_``.

``KIBITZ_CACHE_DIR``, the directory of compiled kernels, is read by :mod:`kibitz.games.kernel`.
"""

import os
import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, ValidationInfo, WrapValidator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kibitz.api.browsers import Hosts, Origins
from kibitz.api.clients import CountsUrl, KeyFile, RateLimit, read_keys
from kibitz.contract.options import Limits
from kibitz.games.faults import Fault, quote
from kibitz.games.findings import refused
from kibitz.solvers.budget import cores

LogLevel = Literal["debug", "info", "warning", "error"]
FEWEST_JOBS: Final = 4  # of one client, so that a short one need not wait for three long ones


def _data_dir() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kibitz"


def _address(text: str) -> str:
    if not re.match(r"[a-z][a-z0-9_]*(\+[a-z0-9_]+)?://", text):
        raise refused(f"{quote(text)} is no address like sqlite:///file or postgresql://host/name")
    return text


def _with_keys(given: object, read: Callable[[object], bool], info: ValidationInfo) -> bool:
    required = read(given)
    known = "api_keys" in info.data  # it is not where it has a fault of its own
    if required and known and not (info.data["api_keys"] and read_keys(info.data["api_keys"])):
        raise refused(f"it is {given}, but KIBITZ_API_KEYS names no file with keys")
    return required


def _sqlite(settings: dict[str, Any]) -> str:
    return f"sqlite:///{settings['data_dir'] / 'answers.sqlite'}"


# Read where they are used: the folder of compiled kernels, and the key of a client.
READ_ELSEWHERE: Final = {"CACHE_DIR", "KEY"}
PREFIX: Final = "KIBITZ_"


class Settings(BaseSettings):
    """What an operator may set; every field is the variable ``KIBITZ_<FIELD>``.

    An empty variable counts as unset; ``none`` takes a cap or the database away.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, env_ignore_empty=True, env_parse_none_str="none"
    )

    host: Annotated[str, Field(description="Address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535, description="Port; 0 takes a free one.")] = 8000
    health_port: Annotated[
        int | None,
        Field(
            ge=0,
            le=65535,
            description="Port where `kibitz worker` answers `/healthz`, `/readyz` and `/metrics`, "
            "and `kibitz serve` everything, as at its own.",
        ),
    ] = None
    max_body_bytes: Annotated[
        int, Field(ge=1, description="Longest request body; a longer one is a 413.")
    ] = 262_144
    max_time_ms: Annotated[
        int | None, Field(ge=1, le=3_600_000, description="Cap on `limits.time_ms`.")
    ] = 10_000
    max_nodes: Annotated[
        int | None, Field(ge=1, le=10**12, description="Cap on `limits.nodes`.")
    ] = None
    max_iterations: Annotated[
        int | None, Field(ge=1, le=10**12, description="Cap on `limits.iterations`.")
    ] = None
    max_memory_mb: Annotated[
        int | None, Field(ge=1, le=1_048_576, description="Cap on `limits.memory_mb`, per search.")
    ] = 512
    workers: Annotated[int, Field(ge=1, description="Searches that run in parallel.")] = Field(
        default_factory=cores
    )
    max_queue: Annotated[
        int, Field(ge=0, description="Searches that may wait; one more is a 503.")
    ] = 64
    max_wait_ms: Annotated[
        int, Field(ge=1, description="Milliseconds a search may wait; then it is a 503.")
    ] = 5_000
    max_batch_queue: Annotated[int, Field(ge=0, description="Long calls that may wait.")] = 1_024
    client_timeout_ms: Annotated[
        int,
        Field(
            ge=1,
            description="Milliseconds a client may take to send a request, then it is a 408, or to "
            "read on, then it is dropped.",
        ),
    ] = 20_000
    max_connections: Annotated[
        int,
        Field(
            ge=1,
            description="Connections open at a time; one more takes the place of one that waits "
            "for its client, or is a 503.",
        ),
    ] = 1_000
    max_requests: Annotated[
        int,
        Field(ge=1, description="Requests open at a time, streams included; one more is a 503."),
    ] = 512
    cache_mb: Annotated[
        int, Field(ge=0, description="Megabytes of answers kept in memory; 0 keeps none.")
    ] = 64
    rate_limit: Annotated[
        RateLimit | None,
        Field(description="Requests of one client, as `100/second` or `6000/minute`."),
    ] = "6000/minute"
    rate_limit_url: Annotated[
        CountsUrl, Field(description="Where requests are counted: `memory://` or a Redis URL.")
    ] = "memory://"
    api_keys: Annotated[
        KeyFile | None, Field(description="File of hashed keys, made with `kibitz key`.")
    ] = None
    cors_origins: Annotated[
        Origins,
        Field(description="Origins whose scripts may ask, separated by commas, or `*`."),
    ] = ()
    embed_origins: Annotated[
        Origins,
        Field(description="Origins whose pages may show the board in a frame, or `*`."),
    ] = ()
    mcp_hosts: Annotated[
        Hosts,
        Field(
            description="Host names besides localhost under which assistants reach `/mcp`, or `*`."
        ),
    ] = ()
    require_key: Annotated[
        bool, WrapValidator(_with_keys), Field(description="Answer nobody without a key.")
    ] = False
    grace_ms: Annotated[
        int,
        Field(ge=0, description="Milliseconds that searches go on when the service is to stop."),
    ] = 10_000
    log_level: Annotated[LogLevel, Field(description="Least severe level that is logged.")] = "info"
    log_json: Annotated[bool, Field(description="Log lines as JSON instead of text.")] = False
    data_dir: Annotated[Path, Field(description="Where the answer book and the jobs are kept.")] = (
        Field(default_factory=_data_dir)
    )
    database_url: Annotated[
        Annotated[str, AfterValidator(_address)] | None,
        Field(description="SQLAlchemy URL of the answer book, and of the jobs."),
    ] = Field(default_factory=_sqlite)
    job_workers: Annotated[
        int,
        Field(
            ge=0,
            description="Jobs of one client that run in parallel; 0 leaves all to `kibitz worker`.",
        ),
    ] = Field(default_factory=lambda: max(FEWEST_JOBS, cores()))
    max_waiting_jobs: Annotated[
        int, Field(ge=1, description="Jobs that may wait; one more is a 503.")
    ] = 1_000
    max_waiting_jobs_per_client: Annotated[
        int,
        Field(
            ge=1,
            description="Jobs of one client that may wait, if as many places are free; one more is "
            "a 429.",
        ),
    ] = 200
    max_job_time_ms: Annotated[
        int | None, Field(ge=1, le=3_600_000, description="Cap on `limits.time_ms` of a job.")
    ] = 600_000
    job_retention_days: Annotated[
        float | None, Field(gt=0, description="Days that ended jobs are kept.")
    ] = 30.0

    @cached_property
    def cap(self) -> Limits:
        """The limits that no request can exceed."""
        return Limits(
            time_ms=self.max_time_ms,
            nodes=self.max_nodes,
            iterations=self.max_iterations,
            memory_mb=self.max_memory_mb,
        )

    @cached_property
    def job_cap(self) -> Limits:
        """The limits that no search of a job can exceed."""
        return self.cap.model_copy(update={"time_ms": self.max_job_time_ms})


def variable_of(fault: Fault) -> str:
    """The variable that sets what a fault is about, or a part of it."""
    return PREFIX + fault.pointer.split("/")[1].upper()


def unknown_variables(given: Iterable[str]) -> list[str]:
    """A sentence for each variable that begins with ``KIBITZ_`` but sets nothing."""
    known = {name.upper() for name in Settings.model_fields}
    found = []
    for variable in sorted(given):
        prefix, name = variable[: len(PREFIX)].upper(), variable[len(PREFIX) :].upper()
        if prefix == PREFIX and name not in known | READ_ELSEWHERE:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {PREFIX}{near[0]}?" if near else ""
            found.append(f"{variable} is not a setting{hint}")
    return found
