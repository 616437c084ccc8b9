"""What is kept of a job: the rows of its chunks, in the order of its units, read piece by piece."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from dbos import StepInfo

from kibitz.jobs.job import Piece
from kibitz.jobs.parts import Part, Reader, parts_of

CHUNK: Final = "chunk"  # the step of a workflow that finds rows


@dataclass(frozen=True, slots=True)
class Kept:
    """What ``units`` units from ``first`` on have come to, in ``seconds`` of work."""

    first: int
    units: int
    seconds: float
    piece: Piece


def kept_of(
    reader: Reader, name: str, parts: Iterable[Part] | None = None, *, summed_up: bool = True
) -> Iterator[Kept]:
    """What is kept of a job and its ``parts``, by default all that are recorded.

    Of parts that are done it is the summary, if there is one and they are to be ``summed_up``.
    """
    yield from chunks_of(reader.list_workflow_steps(name), 0)
    for part in parts_of(reader, name) if parts is None else parts:
        yield from kept_of_part(reader, part, summed_up=summed_up)


def kept_of_part(reader: Reader, part: Part, *, summed_up: bool = True) -> Iterator[Kept]:
    """As :func:`kept_of`, of one part."""
    outcome, first = part.outcome or {}, part.units.start
    if summed_up and outcome.get("summary") is not None:
        yield Kept(first, len(part.units), outcome["seconds"], outcome["summary"])
    elif part.attempts:
        yield from chunks_of(reader.list_workflow_steps(part.name), first)


def chunks_of(steps: Iterable[StepInfo], first: int) -> Iterator[Kept]:
    """What steps of a workflow have kept, the first of it from unit ``first`` on."""
    for step in steps:
        output = step["output"] or {}
        if step["function_name"] == CHUNK and "rows" in output:
            rows = output["rows"]
            yield Kept(first, len(rows), output["seconds"], rows)
            first += len(rows)


def count_chunks(reader: Reader, name: str) -> int:
    """How many chunks are kept of a part, or of a job before it was handed out in parts."""
    steps = reader.list_workflow_steps(name, load_output=False)
    return sum(step["function_name"] == CHUNK for step in steps)
