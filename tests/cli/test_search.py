"""Showing progress, and stopping by Ctrl-C."""

import io
import signal
import threading

import pytest
from rich.console import Console

from kibitz.cli import search
from kibitz.solvers.budget import Progress, ignore


class TestInterruptible:
    def test_the_first_interrupt_sets_the_flag(self):
        before = signal.getsignal(signal.SIGINT)
        with search.interruptible() as cancel:
            assert not cancel.is_set()
            signal.raise_signal(signal.SIGINT)
            assert cancel.is_set()
        assert signal.getsignal(signal.SIGINT) is before

    def test_the_second_one_interrupts(self):
        before = signal.getsignal(signal.SIGINT)
        with search.interruptible():
            signal.raise_signal(signal.SIGINT)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is before

    def test_the_handler_is_put_back_after_an_error(self):
        before = signal.getsignal(signal.SIGINT)
        with pytest.raises(ZeroDivisionError), search.interruptible():
            raise ZeroDivisionError
        assert signal.getsignal(signal.SIGINT) is before

    def test_other_threads_leave_signals_alone(self):
        seen = []

        def use():
            with search.interruptible() as cancel:
                seen.append(cancel.is_set())

        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        assert seen == [False]


@pytest.fixture
def err(monkeypatch):
    """What is written to standard error; call it to make that a terminal."""
    stream = io.StringIO()

    def use(*, terminal):
        console = Console(file=stream, force_terminal=terminal, width=80, no_color=True)
        monkeypatch.setattr(search, "console", lambda **_: console)
        return stream

    return use


class TestListening:
    def test_silent_without_a_terminal(self, err):
        stream = err(terminal=False)
        for wanted in (None, False):
            with search.listening(wanted) as listener:
                assert listener is ignore
        assert stream.getvalue() == ""

    def test_silent_on_a_terminal_when_told_so(self, err):
        stream = err(terminal=True)
        with search.listening(False) as listener:
            assert listener is ignore
        assert stream.getvalue() == ""

    @pytest.mark.parametrize("wanted", [None, True])
    def test_a_bar_on_a_terminal(self, err, wanted):
        stream = err(terminal=True)
        with search.listening(wanted) as listener:
            listener(Progress(1234, 5000, "classes", "20 of 43 cards drawn"))
            listener(Progress(2345, None, "classes"))
            listener(Progress(2345, None, "positions", "[best] found"))
        assert "2,345 positions" in stream.getvalue()
        assert "[best] found" in stream.getvalue()
        assert stream.getvalue().endswith("\x1b[1A\x1b[2K")  # the bar is wiped off in the end

    def test_lines_elsewhere(self, err, monkeypatch):
        stream = err(terminal=False)
        monkeypatch.setattr(search, "SECONDS_BETWEEN_LINES", 0.0)
        with search.listening(True) as listener:
            listener(Progress(1234, 5000, "classes", "20 of 43 cards drawn"))
            listener(Progress(2345, None, "classes"))
        assert stream.getvalue() == (
            "1,234 of 5,000 classes, 20 of 43 cards drawn\n2,345 classes\n"
        )

    def test_lines_come_now_and_then(self, err, monkeypatch):
        stream = err(terminal=False)
        monkeypatch.setattr(search, "SECONDS_BETWEEN_LINES", 1e6)
        with search.listening(True) as listener:
            for done in range(10):
                listener(Progress(done, None, "classes"))
        assert stream.getvalue() == "0 classes\n"
