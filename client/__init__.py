"""A typed client of the HTTP service, for programs that wait (``Kibitz``) and that do not.

``AsyncKibitz`` is the same with ``await``.
"""

from kibitz.client.asynchronous import AsyncKibitz
from kibitz.client.calls import Line, Refused
from kibitz.client.jobs import JobEvent
from kibitz.client.waiting import Kibitz

__all__ = ["AsyncKibitz", "JobEvent", "Kibitz", "Line", "Refused"]
