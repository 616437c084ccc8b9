"""The first deal that is as wanted, looked for one number after the other."""


def first_fitting(rows, easy, medium, start, verdict, difficulty):
    """The number of the first of ``rows`` that fits, from ``start`` on and round to it; or None.

    ``rows``: of each deal its verdict (0 unknown, 1 unsolvable, 2 solvable) and the games won.
    """
    for step in range(len(rows)):
        number = (start + step) % len(rows)
        code, wins = rows[number]
        known = {0: "unknown", 1: "unsolvable", 2: "solvable"}[code]
        if known != verdict:
            continue
        if difficulty is None:
            return number
        if wins >= easy:
            level = "easy"
        elif wins >= medium:
            level = "medium"
        else:
            level = "hard"
        if level == difficulty:
            return number
    return None
