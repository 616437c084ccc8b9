"""A typed client of the HTTP service, for programs that wait (``Kibitz``) and that do not.

``AsyncKibitz`` is the same with ``await``. Needs the extra ``kibitz[client]``.
"""

from client.asynchronous import AsyncKibitz
from client.calls import Line, Refused
from client.waiting import Kibitz

__all__ = ["AsyncKibitz", "Kibitz", "Line", "Refused"]
