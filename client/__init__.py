"""A typed client of the HTTP service, for programs that wait (``Kibitz``) and that do not.

``AsyncKibitz`` is the same with ``await``.
"""

from client.asynchronous import AsyncKibitz
from client.calls import Line, Refused
from client.jobs import JobEvent
from client.waiting import Kibitz

__all__ = ["AsyncKibitz", "JobEvent", "Kibitz", "Line", "Refused"]
