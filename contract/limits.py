"""Limits on a search: as they are asked for, and as they were in force for an answer."""

from typing import Annotated

from pydantic import Field, Strict

from kibitz.contract.base import Answer, Model


class Limits(Model):
    """Limits on one search; what is left out does not limit. The first one reached stops it."""

    time_ms: Annotated[
        int | None, Strict(), Field(ge=1, le=3_600_000, description="Milliseconds of wall time.")
    ] = None
    nodes: Annotated[
        int | None, Strict(), Field(ge=1, le=10**12, description="Positions or classes visited.")
    ] = None
    iterations: Annotated[
        int | None, Strict(), Field(ge=1, le=10**12, description="Samples of what is unseen.")
    ] = None
    memory_mb: Annotated[
        int | None, Strict(), Field(ge=1, le=1_048_576, description="Megabytes of search tables.")
    ] = None

    def within(self, cap: "Limits") -> "Limits":
        """These limits and those of ``cap``: of each pair the smaller."""
        smaller = {}
        for name in Limits.model_fields:
            given = [v for v in (getattr(self, name), getattr(cap, name)) if v is not None]
            smaller[name] = min(given) if given else None
        return Limits(**smaller)

    def over(self, default: "Limits") -> "Limits":
        """These limits, completed from ``default`` where nothing was asked."""
        asked = self.model_dump(exclude_none=True)
        return default.model_copy(update=asked)


class EffectiveLimits(Answer):
    """The limits in force for an answer; what is left out did not limit it."""

    time_ms: int | None = None
    nodes: int | None = None
    iterations: int | None = None
    memory_mb: int | None = None
