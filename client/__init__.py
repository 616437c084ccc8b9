"""A typed client of the HTTP service, for programs that wait (``Kibitz``) and that do not.

``AsyncKibitz`` is the same with ``await``.
"""

from kibitz.client.asynchronous import AsyncKibitz
from kibitz.client.calls import Line
from kibitz.client.errors import Busy, Refused, Unreachable
from kibitz.client.jobs import JobEvent
from kibitz.client.waiting import Kibitz

__all__ = ["AsyncKibitz", "Busy", "JobEvent", "Kibitz", "Line", "Refused", "Unreachable"]
