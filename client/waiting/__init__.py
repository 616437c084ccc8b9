"""The client for programs that wait; made from ``client/asynchronous`` by tests/client/twin.py."""

from kibitz.client.waiting.jobs import Jobs
from kibitz.client.waiting.searches import Searches
from kibitz.client.waiting.table import Table


class Kibitz(Table, Searches, Jobs):
    """Asks a service: every call of its description is a method.

    Raises ``Refused`` for what it does not answer, ``Busy`` where it would later, ``Unreachable``
    where nothing comes back. What may be answered later is asked again, ``retries`` times at most.
    Closing it, or leaving its ``with`` block, closes the connections.
    """
