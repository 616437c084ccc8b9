"""Building the image, on a base image made from Debian."""

import ast
import json
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

DOCKERFILE: Final = Path(__file__).resolve().parents[2] / "Dockerfile"
MADE: Final = "made.json"  # the root of a container of the image and the settings of the image
DEBIAN: Final[Mapping[str, str]] = {"3.11": "bookworm", "3.13": "trixie"}  # by its Python
# What of pip's settings names files of this machine that the image does not have, nor need.
ABSENT: Final = ("constraint", "requirement")
INCLUDED: Final = "python3,python3-venv,python3-pip,ca-certificates"
PATHS: Final = "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin"


def said(*command: str) -> str:
    """What a command prints on its standard output; raises ``SystemExit`` where it fails."""
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        wrote = f"{ended.stdout}{ended.stderr}"
        raise SystemExit(f"{wrote}\n{shlex.join(command)} ended with {ended.returncode}")
    return ended.stdout.strip()


def report(what: str, since: float) -> None:
    """Print what was done, and the seconds it took."""
    print(f"{time.monotonic() - since:6.1f} s  {what}", flush=True)


def build(folder: Path) -> None:
    """Make the image; the root of a container of it and the settings go into files."""
    stores = [f"--root={folder / 'storage'}", f"--runroot={folder / 'run'}"]
    buildah = ["buildah", *stores, "--storage-driver=vfs"]
    first = re.search(
        r"^FROM (\w+:([0-9]+\.[0-9]+)\S*)", DOCKERFILE.read_text("utf-8"), re.MULTILINE
    )
    assert first is not None, "the Dockerfile begins with no image of Python"
    base, version = first.groups()
    if version not in DEBIAN:
        raise SystemExit(f"No release of Debian is known here to have Python {version}.")
    began = time.monotonic()
    container = said(*buildah, "from", "scratch")
    tree = Path(said(*buildah, "mount", container))
    said("debootstrap", "--variant=minbase", f"--include={INCLUDED}", DEBIAN[version], str(tree))
    (tree / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    said(*buildah, "config", f"--env=PATH={PATHS}", container)
    said(*buildah, "commit", "--quiet", "--rm", container, f"docker.io/library/{base}")
    report(f"{base} made from Debian {DEBIAN[version]}", began)

    began = time.monotonic()
    (folder / "pip.conf").write_text(pip_settings(), "utf-8")
    shared = {folder / "pip.conf": "/etc/pip.conf", "/etc/ssl/certs": "/etc/ssl/certs"}
    options = [f"--volume={here}:{there}:ro" for here, there in shared.items()]
    options += ["--pull=never", "--isolation=chroot", "--format=docker", "--tag=kibitz"]
    platform = f"--platform=linux/{said('dpkg', '--print-architecture')}"
    said(*buildah, "build", *options, platform, str(DOCKERFILE.parent))
    report("image built, kernels compiled", began)

    described = json.loads(said(*buildah, "inspect", "--type=image", "kibitz"))
    container = said(*buildah, "from", "--pull=never", "kibitz")
    made = {"root": said(*buildah, "mount", container), "settings": described["Docker"]["config"]}
    (folder / MADE).write_text(json.dumps(made), "utf-8")


def pip_settings() -> str:
    """Where pip gets packages on this machine, variables included, as a file for the build."""
    listed = said(sys.executable, "-m", "pip", "config", "list").splitlines()
    found: dict[str, str] = {}
    for place in ("global", "install", ":env:"):  # the last one wins
        for line in listed:
            name, _, value = line.partition("=")
            if name.startswith(f"{place}."):
                found[name.removeprefix(f"{place}.")] = ast.literal_eval(value)
    for name in ABSENT:
        found.pop(name, None)
    return "\n".join(["[global]", *(f"{name} = {value}" for name, value in found.items()), ""])
