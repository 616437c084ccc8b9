"""What may go wrong with jobs besides their requests."""


class JobsUnavailable(Exception):
    """The database of the jobs cannot be reached, or there is none."""


class TooManyJobs(Exception):
    """As many jobs wait as may wait; ``retry_s``: when to ask again."""

    def __init__(self, said: str, retry_s: int) -> None:
        """Say how many wait."""
        self.retry_s = retry_s
        super().__init__(said)


class TooManyOfClient(Exception):
    """As many jobs of a client wait as may wait; ``retry_s``: when to ask again."""

    def __init__(self, most: int, retry_s: int) -> None:
        """``most``: how many may wait."""
        self.retry_s = retry_s
        super().__init__(
            f"{most} jobs of this client are waiting, as many as may: submit the next one when one "
            "of them has begun, or cancel one"
        )


class NoSuchJob(LookupError):
    """There is no job with this id, or not any more."""


class UnreadableJob(NoSuchJob):
    """The job was stored by a version that knew other kinds or fields."""
