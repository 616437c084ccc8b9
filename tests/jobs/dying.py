"""Processes that run the jobs of a database, one after the other, as each comes to its end.

``python -m tests.jobs.dying URL DEAL``: whatever decides that deal ends its process.
``python -m tests.jobs.dying URL DEAL FOLDER``: it leaves a file in the folder, and waits there
until the folder has one that is named ``go``; it is for others to kill it.
"""

import os
import sys
import time
from pathlib import Path
from unittest import mock

from kibitz.jobs.job import Row
from kibitz.jobs.study import StudyJob
from kibitz.solvers.budget import Cancel
from tests.jobs.process import main

DEAL = int(sys.argv[2])
FOLDER = Path(sys.argv[3]) if len(sys.argv) > 3 else None
DECIDE = StudyJob.work


def work(job: StudyJob, units: range, cancel: Cancel) -> list[Row]:
    """Decide deals until that one comes up."""
    if DEAL in range(job.first + units.start, job.first + units.stop):
        if FOLDER is None:
            os._exit(9)
        (FOLDER / str(os.getpid())).touch()
        while not (FOLDER / "go").exists() and not cancel.is_set():
            time.sleep(0.01)
    return DECIDE(job, units, cancel)


# Also in the processes that these start.
mock.patch.object(StudyJob, "work", work).start()

if __name__ == "__main__":
    while FOLDER is None:
        if not os.fork():
            main()
        os.wait()
    main()
