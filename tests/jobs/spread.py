"""A process that hands out all jobs in short parts: ``python -m tests.jobs.spread URL FOLDER``.

Deals from number ``HELD`` on wait until the folder has a file that is named ``go``.
"""

import sys
import time
from pathlib import Path
from typing import Any
from unittest import mock

from kibitz.jobs import parts
from kibitz.jobs.job import Row
from kibitz.jobs.study import StudyJob
from kibitz.solvers.budget import Cancel
from tests.jobs.process import main

SHORT: dict[str, Any] = {"ALONE_SECONDS": 1e-6, "REST_SECONDS": 0.0, "PART_SECONDS": (0.1, 0.1)}
HELD = 500
DECIDE = StudyJob.work


def work(job: StudyJob, units: range, cancel: Cancel) -> list[Row]:
    """Decide deals when they may be."""
    while job.first + units.stop > HELD and not (Path(sys.argv[2]) / "go").exists():
        time.sleep(0.01)
        if cancel.is_set():
            break
    return DECIDE(job, units, cancel)


if __name__ == "__main__":
    mock.patch.multiple(parts, **SHORT).start()
    mock.patch.object(StudyJob, "work", work).start()
    main()
