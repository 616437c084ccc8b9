"""A process that runs the jobs of a database: ``python -m tests.jobs.process URL``."""

import sys
import time

from fastapi import FastAPI

from kibitz.api.app import create_app
from kibitz.api.logs import configure_logs
from kibitz.api.readiness import Kernels
from kibitz.api.settings import Settings
from kibitz.jobs.database import jobs_url
from kibitz.jobs.runner import Runner
from kibitz.jobs.worker_pool import WorkerPool
from kibitz.solvers.catalogue import SOLVERS

AT_ONCE = 2
DEAD_SECONDS = 2.0


def app() -> FastAPI:
    """The service with one game, its kernels compiled when they are used."""
    settings = Settings(job_workers=AT_ONCE, log_level="error")
    return create_app(
        settings,
        solvers={"knotty-nines": SOLVERS["knotty-nines"]},
        warm=Kernels(lambda _: None, compiled=lambda _: True),
    )


def main() -> None:
    """Run jobs until killed."""
    configure_logs(Settings(log_level="error"))
    url = jobs_url(sys.argv[1])
    assert url is not None
    Runner(url, WorkerPool(AT_ONCE), at_once=AT_ONCE, dead_seconds=DEAD_SECONDS).start()
    while True:
        time.sleep(60)


if __name__ == "__main__":
    main()
