"""What is kept of a job: the rows of its chunks, in the order of its units, read piece by piece."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kibitz.contract.base import Answer
from kibitz.jobs.job import Job, Piece
from kibitz.jobs.parts import Part, Reader, parts_of

CHUNK: Final = "chunk"  # the step of a workflow that finds rows


@dataclass(frozen=True, slots=True)
class Kept:
    """What ``units`` units from ``first`` on have come to, in ``seconds`` of work."""

    first: int
    units: int
    seconds: float
    piece: Piece


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a job has come: ``done`` units, in ``seconds`` of work; ``workers`` are at it."""

    done: int
    seconds: float
    workers: int
    result: Answer | None


def kept_of(
    reader: Reader, name: str, parts: Iterable[Part] | None = None, *, summed_up: bool = True
) -> Iterator[Kept]:
    """What is kept of a job and its ``parts``, by default all that are recorded.

    Of parts that are done it is the summary, if there is one and they are to be ``summed_up``.
    """
    yield from _chunks(reader, name, 0)
    for part in parts_of(reader, name) if parts is None else parts:
        outcome, first = part.outcome or {}, part.units.start
        if summed_up and outcome.get("summary") is not None:
            yield Kept(first, len(part.units), outcome["seconds"], outcome["summary"])
        elif part.attempts:
            yield from _chunks(reader, part.name, first)


def standing(reader: Reader, name: str, job: Job) -> Standing:
    """What all that is kept of a job comes to."""
    done, seconds, workers = 0, 0.0, 0

    def parts() -> Iterator[Part]:
        nonlocal workers
        for part in parts_of(reader, name):
            workers += part.status == "PENDING"
            yield part

    def pieces() -> Iterator[Piece]:
        nonlocal done, seconds
        end, whole = 0, True
        for each in kept_of(reader, name, parts()):
            done, seconds = done + each.units, seconds + each.seconds
            whole &= each.first == end
            end = each.first + each.units
            if whole or not job.in_order:
                yield each.piece

    result = job.gathered(pieces())
    return Standing(done, seconds, max(1, workers), result if done else None)


def chunks_kept(reader: Reader, job: str) -> int:
    """How many chunks of a job are kept."""
    found = count_chunks(reader, job)
    for part in parts_of(reader, job):
        if part.is_done:
            found += len(part.units[:: part.chunk])
        elif part.attempts:
            found += count_chunks(reader, part.name)
    return found


def _chunks(reader: Reader, name: str, first: int) -> Iterator[Kept]:
    for step in reader.list_workflow_steps(name):
        output = step["output"] or {}
        if step["function_name"] == CHUNK and "rows" in output:
            rows = output["rows"]
            yield Kept(first, len(rows), output["seconds"], rows)
            first += len(rows)


def count_chunks(reader: Reader, name: str) -> int:
    """How many chunks are kept of a part, or of a job before it was handed out in parts."""
    steps = reader.list_workflow_steps(name, load_output=False)
    return sum(step["function_name"] == CHUNK for step in steps)
