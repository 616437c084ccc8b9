"""The command ``kibitz``, whose signals the system hands to a thread other than the main one.

It may choose any, and does so now and then. ``python -m tests.jobs.signalled ARGUMENT …``.
"""

import signal
import threading

from kibitz.cli.main import main

if __name__ == "__main__":
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    main()
