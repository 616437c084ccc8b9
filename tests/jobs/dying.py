"""Processes that run the jobs of a database, one after the other, as each is killed by a deal.

``python -m tests.jobs.dying URL DEAL``: whatever decides that deal ends its process at once.
"""

import os
import sys
from unittest import mock

from kibitz.jobs.job import Row
from kibitz.jobs.study import StudyJob
from kibitz.solvers.budget import Cancel
from tests.jobs.process import main


def child(deal: int) -> None:
    """Run jobs until the deal comes up."""
    decide = StudyJob.work

    def work(job: StudyJob, units: range, cancel: Cancel) -> list[Row]:
        if deal in range(job.first + units.start, job.first + units.stop):
            os._exit(9)
        return decide(job, units, cancel)

    with mock.patch.object(StudyJob, "work", work):
        main()


if __name__ == "__main__":
    while True:
        made = os.fork()
        if not made:
            child(int(sys.argv[2]))
        os.waitpid(made, 0)
