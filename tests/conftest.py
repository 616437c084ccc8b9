"""Settings every test runs under: the same examples each time, no clock, no warnings."""

import signal

from hypothesis import HealthCheck, settings

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
