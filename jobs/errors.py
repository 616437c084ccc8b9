"""What may go wrong with jobs besides their requests."""


class JobsUnavailable(Exception):
    """The database of the jobs cannot be reached, or there is none."""


class TooManyJobs(Exception):
    """As many jobs wait as may wait."""


class NoSuchJob(LookupError):
    """There is no job with this id, or not any more."""


class UnreadableJob(NoSuchJob):
    """The job was stored by a version that knew other kinds or fields."""
