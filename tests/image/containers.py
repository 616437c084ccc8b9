"""Containers of the image: processes in namespaces of their own, with mounts of their own."""

import json
import os
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from kibitz import Busy, Kibitz, Unreachable
from tests.image.building import MADE, report

# Whatever such a command mounts or starts is gone when it ends.
APART: Final = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
GRACE_SECONDS: Final = 20  # stop_grace_period in compose.yaml
LOOK_SECONDS: Final = 0.2


class Image:
    """An image, of which containers are run that all have one root and cannot write it."""

    def __init__(self, folder: Path) -> None:
        """The image that ``build`` has made in ``folder``, where the containers log, too."""
        made = json.loads((folder / MADE).read_text("utf-8"))
        self.settings: dict[str, Any] = made["settings"]  # by the names that the Dockerfile gives
        self._root, self._folder = str(made["root"]), folder

    def script(self, command: list[str], variables: Mapping[str, str]) -> str:
        """What makes the file systems of a container and then becomes ``command``."""
        root, (uid, gid) = self._root, self.settings["User"].split(":")
        mounts = [["bind,ro", root, root]]
        for place in ("/tmp", *self.settings["Volumes"]):
            kept = Path(f"{root}{place}").stat()
            owner = f"uid={kept.st_uid},gid={kept.st_gid},mode={kept.st_mode & 0o7777:o}"
            mounts.append([owner, "-t", "tmpfs", "tmpfs", f"{root}{place}"])
        mounts += [["rw", "-t", "proc", "proc", f"{root}/proc"], ["rbind", "/dev", f"{root}/dev"]]
        rights = [f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]
        rights += ["--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"]
        values = [*self.settings["Env"], *(f"{name}={value}" for name, value in variables.items())]
        clean = ["env", "--ignore-environment", f"--chdir={self.settings['WorkingDir']}", *values]
        lines = [shlex.join(["mount", "-o", *mount]) for mount in mounts]
        become = shlex.join(["exec", "chroot", root, "setpriv", *rights, *clean, *command])
        return "\n".join(["set -e", *lines, become])

    @contextmanager
    def started(self, *command: str, **variables: str) -> Iterator["Container"]:
        """A container that runs ``command``, by default that of the image, until this is left."""
        script = self.script([*(command or self.settings["Cmd"])], variables)
        log = Path(tempfile.mkstemp(dir=self._folder)[1])
        with log.open("w") as file:
            apart = [*APART, "sh", "-c", script]
            container = Container(subprocess.Popen(apart, stdout=file, stderr=file), log)
        try:
            yield container
        except BaseException:
            print(f"{command or self.settings['Cmd']} wrote:\n{log.read_text('utf-8')}")
            raise
        finally:
            container.signal(signal.SIGKILL)
            container.process.wait()

    def run(self, *command: str) -> None:
        """A container that ends by itself; it must do so with exit code 0."""
        with self.started(*command) as container:
            assert container.process.wait() == 0, f"{command} failed"


class Container:
    """A container that runs; ``process`` waits for process 1 of it."""

    def __init__(self, process: "subprocess.Popen[bytes]", log: Path) -> None:
        """``log``: where all that it writes goes."""
        self.process, self._log = process, log

    def signal(self, number: int) -> None:
        """Send a signal to process 1, if it is there."""
        waiting = self.process.pid
        if self.process.poll() is None:
            for child in Path(f"/proc/{waiting}/task/{waiting}/children").read_text().split():
                os.kill(int(child), number)

    def wait_until_ready(self, kibitz: Kibitz) -> None:
        """Wait until a service answers for every game, for which it may not compile anything."""
        ready = False
        while not ready:
            assert self.process.poll() is None, "the service ended"
            time.sleep(LOOK_SECONDS)
            with suppress(Busy, Unreachable):
                kibitz.ready()
                ready = True
        events = [json.loads(line)["event"] for line in self._log.read_text("utf-8").splitlines()]
        assert "game ready" in events
        assert "compiling" not in events, "kernels were compiled"

    def stop(self) -> None:
        """Send SIGTERM; it must end in time, with exit code 0."""
        began = time.monotonic()
        self.signal(signal.SIGTERM)
        code = self.process.wait(timeout=GRACE_SECONDS)
        assert code == 0, f"exit code {code}"
        report("ended on SIGTERM with exit code 0", began)
