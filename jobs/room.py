"""Who may put one more job into the queue, and when to ask again.

No client has more jobs waiting than there are free places, so that a few clients cannot fill the
queue: five that try leave a sixth of it to others. Some places are kept for clients with keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from dbos import WorkflowStatus

from kibitz.jobs.errors import TooManyJobs, TooManyOfClient

LOOKED_BACK_SECONDS: Final = 120  # for how soon jobs begin at present


@dataclass(frozen=True, slots=True)
class Room:
    """``most`` jobs may wait, ``of_client`` of them of one, ``reserved`` of clients with keys."""

    most: int
    of_client: int
    reserved: int = 0

    def free(self, waiting: Sequence[WorkflowStatus], *, keyed: bool) -> int:
        """The free places for a client with a key or without one."""
        free = self.most - len(waiting)
        if not keyed:
            without = sum(each.authenticated_user is None for each in waiting)
            free = min(free, self.most - self.reserved - without)
        return max(0, free)

    def may_wait(self, waiting: Sequence[WorkflowStatus], place: str, *, keyed: bool) -> bool:
        """Whether one more job of the client at ``place`` may wait besides those that do."""
        own = sum(each.queue_partition_key == place for each in waiting)
        return own < min(self.of_client, self.free(waiting, keyed=keyed))

    def refusal(
        self,
        waiting: Sequence[WorkflowStatus],
        begun: Sequence[WorkflowStatus],
        place: str,
    ) -> TooManyOfClient | TooManyJobs:
        """Why it may not; ``begun``: the jobs that have left the queue lately."""
        own = sum(each.queue_partition_key == place for each in waiting)
        if own:
            mine = sum(each.queue_partition_key == place for each in begun)
            return TooManyOfClient(own, retry_s(mine))
        return TooManyJobs(f"{len(waiting)} jobs are waiting", retry_s(len(begun)))


def retry_s(begun: int) -> int:
    """Seconds until the next job begins, at the pace at which so many have begun lately."""
    return ceil(LOOKED_BACK_SECONDS / max(1, begun))
