"""The image of the Dockerfile, built and run without a registry: ``make image-test``.

Buildah builds the image. In place of the base image that the Dockerfile names stands the release of
Debian which has this version of Python, made by debootstrap. Then the image is run as Compose runs
it: process 1, as the user of the image, without a right of root, on a file system that can be
written only in ``/tmp`` and the volumes; and with no network but that of the test, which has only
the loopback device. A service becomes ready without compiling anything, passes its health check,
solves a deal and ends on SIGTERM. A second one, which runs no jobs, is given a study, and a worker
does it; both use a PostgreSQL server of this machine.

It needs root, Debian and a few of its packages, and reports what is missing. Debian and the Python
packages are downloaded, as apt and pip are configured to. Everything is kept in a folder in
``TMPDIR``, several gigabytes, which is deleted in the end.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kibitz import Kibitz
from tests.image.building import DOCKERFILE, build, report, said
from tests.image.containers import APART, Image
from tests.jobs import postgres

PACKAGES: Final[Mapping[str, str]] = {
    "buildah": "buildah",
    "debootstrap": "debootstrap",
    "ip": "iproute2",
    "setpriv": "util-linux",
    "unshare": "util-linux",
}
STUDY: Final = {"kind": "study", "game": "knotty-nines", "first": 0, "last": 199, "chunk_size": 50}


def missing() -> list[str]:
    """What this machine lacks, a sentence for each."""
    found = []
    if os.geteuid() != 0:
        found.append("Only root can do this: it mounts file systems and changes users.")
    if not Path("/etc/debian_version").exists():
        found.append("This is not Debian: the base image is made of its packages.")
    lacking = {package for name, package in PACKAGES.items() if shutil.which(name) is None}
    if postgres.binaries() is None:
        lacking.add("postgresql")
    if lacking:
        found.append(f"Programs are missing: apt-get install {' '.join(sorted(lacking))}")
    return found


def run(folder: Path) -> None:
    """All that is tried of the image in ``folder``."""
    said("ip", "link", "set", "lo", "up")
    image = Image(folder)
    image.run("sh", "-c", "touch /data/x /tmp/x && ! touch /var/tmp/x")  # of which anybody may
    with Kibitz(retries=0) as kibitz:
        try_service(image, kibitz)
        try_worker(image, kibitz)


def try_service(image: Image, kibitz: Kibitz) -> None:
    """The command and the health check of the image, with its own settings."""
    began = time.monotonic()
    with image.started(KIBITZ_LOG_JSON="true") as service:
        service.wait_until_ready(kibitz)
        report("service ready, nothing compiled", began)
        began = time.monotonic()
        image.run(*image.settings["Healthcheck"]["Test"][1:])
        deal = kibitz.deal("knotty-nines", 2).position
        solved = kibitz.solve("knotty-nines", deal)
        assert kibitz.verify("knotty-nines", deal, solved.moves or []).won, solved
        assert "kibitz_kernel_compilations_total 0.0\n" in kibitz.metrics()
        report("healthy, deal solved, nothing compiled", began)
        service.stop()


def try_worker(image: Image, kibitz: Kibitz) -> None:
    """A service that runs no jobs and a worker that does, with one PostgreSQL server."""
    programs = postgres.binaries()
    assert programs is not None
    began = time.monotonic()
    with postgres.server(programs) as address:
        shared = {"KIBITZ_DATABASE_URL": address, "KIBITZ_LOG_JSON": "true"}
        with (
            image.started(KIBITZ_JOB_WORKERS="0", **shared) as service,
            image.started("kibitz", "worker", **shared) as worker,
        ):
            service.wait_until_ready(kibitz)
            ended = kibitz.wait(kibitz.submit(STUDY).id)
            assert (ended.state, ended.progress.done) == ("done", 200), ended
            report("study done by a worker with PostgreSQL", began)
            worker.stop()
            service.stop()


def main(arguments: list[str]) -> int:
    """Build and run the image; the exit code is 1 where that fails or cannot be tried."""
    if arguments:
        step, folder = arguments
        {"build": build, "run": run}[step](Path(folder))
        return 0
    if lacking := missing():
        print("\n".join(lacking), file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kibitz-image-") as folder:
        for step, network in (("build", []), ("run", ["--net"])):
            command = [*APART, *network, "--mount-proc", sys.executable, "-m", "tests.image"]
            if subprocess.run(
                [*command, step, folder], cwd=DOCKERFILE.parent, check=False
            ).returncode:
                return 1
    report("in all", began)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
