"""How many random cases the tests try: a sixteenth by default, all of them with --thorough."""

SHARE = 16
_tried = {"all": False}


def try_all(wanted: bool) -> None:
    """Say whether all cases are tried, before any test is collected."""
    _tried["all"] = wanted


def cases(most: int) -> int:
    """So many of ``most`` random cases."""
    return most if _tried["all"] else -(-most // SHARE)


def least(seen: int) -> int:
    """How often something must show in the cases tried, if in all of them it does ``seen`` times.

    Of few cases that is half of their share, as it is left to chance which they are.
    """
    return seen if _tried["all"] else seen // (2 * SHARE)
