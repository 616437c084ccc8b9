"""How far a job has come: what is kept of it, read bit by bit, so that nothing is read twice."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Final

from kibitz.contract.base import Answer
from kibitz.jobs.job import Job, Piece
from kibitz.jobs.kept import Kept, chunks_of, kept_of_part
from kibitz.jobs.parts import Part, Reader, parts_named, parts_of

MOST_UNMERGED: Final = 100  # pieces, of a job that can merge them


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a job has come: ``done`` units, in ``seconds`` of work; ``workers`` are at it.

    ``chunks``: how many are kept.
    """

    done: int
    seconds: float
    workers: int
    chunks: int
    result: Answer | None


NOTHING: Final = Standing(0, 0.0, 1, 0, None)


class Gathering:
    """What is kept of one job; each :meth:`look` reads only what is new.

    In memory is what its finished parts have found, merged where the job can do that, see
    :meth:`kibitz.jobs.job.Job.merged`. Safe to use from several threads. A fault of the database
    leaves it as good as before.
    """

    def __init__(self, name: str, job: Job) -> None:
        """Nothing is read yet."""
        self._name, self._job = name, job
        self._lock = Lock()
        self._kept: list[Kept] = []  # of what is done for good
        self._chunks = 0  # how many chunks that were
        self._open: dict[str, None] = {}  # parts that are not done
        self._number = 0  # of the next part
        # Done before there were parts; whether that is all of it.
        self._steps, self._begun, self._is_begun = 0, 0, False
        self._last: Standing | None = None

    def look(self, reader: Reader) -> Standing:
        """What all that is kept of the job comes to now."""
        with self._lock:
            passing, workers = list[Kept](), 0
            for part in self._unread(reader):
                workers += part.status == "PENDING"
                kept = [*kept_of_part(reader, part)]
                if part.is_done:
                    self._keep(kept, len(part.units[:: part.chunk]))
                    del self._open[part.name]
                else:
                    passing += kept
            self._read_beginning(reader)
            return self._standing(passing, max(1, workers))

    def _unread(self, reader: Reader) -> Iterator[Part]:
        """The parts that were not done before, and those that were handed out since."""
        yield from parts_named(reader, [*self._open])
        for part in parts_of(reader, self._name, self._number):
            self._number += 1
            self._open[part.name] = None
            yield part

    def _read_beginning(self, reader: Reader) -> None:
        """Read on in what was done before there were parts. After these: then that is all."""
        if self._is_begun:
            return
        steps = reader.list_workflow_steps(self._name, offset=self._steps)
        found = [*chunks_of(steps, self._begun)]
        self._keep(found, len(found))
        self._steps += len(steps)
        self._begun += sum(each.units for each in found)
        self._is_begun = self._number > 0

    def _keep(self, kept: list[Kept], chunks: int) -> None:
        self._kept += kept
        self._chunks += chunks
        if len(self._kept) > MOST_UNMERGED and not self._job.in_order:
            piece = self._job.merged(each.piece for each in self._kept)
            if piece is not None:
                done, seconds = _sums(self._kept)
                self._kept = [Kept(0, done, seconds, piece)]

    def _standing(self, passing: list[Kept], workers: int) -> Standing:
        chunks, last = self._chunks + len(passing), self._last
        if last is None or (last.chunks, last.workers) != (chunks, workers):
            self._kept.sort(key=lambda each: each.first)
            kept = sorted([*self._kept, *passing], key=lambda each: each.first)
            done, seconds = _sums(kept)
            result = self._job.gathered(self._pieces(kept))
            last = Standing(done, seconds, workers, chunks, result if done else None)
            self._last = last
        return last

    def _pieces(self, kept: list[Kept]) -> Iterator[Piece]:
        """The pieces that a result can be made of."""
        end = 0
        for each in kept:
            if self._job.in_order and each.first != end:
                return
            end = each.first + each.units
            yield each.piece


def _sums(kept: list[Kept]) -> tuple[int, float]:
    """How many units, and seconds of work."""
    return sum(each.units for each in kept), sum(each.seconds for each in kept)
