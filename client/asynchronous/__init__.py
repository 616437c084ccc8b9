"""The client for programs with an event loop; ``client/waiting`` is made from it."""

from kibitz.client.asynchronous.jobs import AsyncJobs
from kibitz.client.asynchronous.searches import AsyncSearches
from kibitz.client.asynchronous.table import AsyncTable


class AsyncKibitz(AsyncTable, AsyncSearches, AsyncJobs):
    """Asks a service: every call of its description is a method.

    Raises ``Refused`` for what it does not answer, ``Busy`` where it would later, ``Unreachable``
    where nothing comes back. What may be answered later is asked again, ``retries`` times at most.
    Closing it, or leaving its ``async with`` block, closes the connections.
    """
