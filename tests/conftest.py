"""Settings every test runs under: the same examples each time, no clock, no warnings."""

import os
import signal
from pathlib import Path

from hypothesis import HealthCheck, settings

# Else each process that a test starts would compile all the modules that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.setdefault(
    "PYTHONPYCACHEPREFIX", str(Path(__file__).parent.parent / ".cache" / "bytecode")
)

# A shell that starts the tests in the background has them ignore interrupts, and the processes
# they start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
