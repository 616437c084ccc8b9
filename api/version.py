"""Which version of the service this is, and which sources its answers come from."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from kibitz.games.sources import KERNEL_PACKAGES, ROOT


@cache
def service_version() -> str:
    """The installed version; ``0+unknown`` when the sources run without being installed."""
    try:
        return version("kibitz")
    except PackageNotFoundError:
        return "0+unknown"


@cache
def source_digest() -> str:
    """A hash of every source file that could change an answer; the same on every machine."""
    digest = hashlib.sha256()
    for package in ("contract", *KERNEL_PACKAGES):
        for file in sorted((ROOT / package).rglob("*.py")):
            digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0")
            digest.update(file.read_bytes() + b"\0")
    return digest.hexdigest()
