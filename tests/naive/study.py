"""The result of a study by plain counting, all of its rows kept."""

from kibitz.solvers.intervals import wilson


def result_of(rows, hardest=5, listed=1000):
    """The result of a study as JSON has it, without its intervals rounded."""
    counts = dict.fromkeys(("solvable", "unsolvable", "unknown"), 0)
    bins: list[dict[str, int]] = []
    for row in rows:
        counts[row["verdict"]] += 1
        while not bins or row["nodes"] >= bins[-1]["below"]:
            least, below = (bins[-1]["below"], 2 * bins[-1]["below"]) if bins else (0, 1)
            empty = {"solvable": 0, "unsolvable": 0, "undecided": 0}
            bins.append({"at_least": least, "below": below, **empty})
        for each in bins:
            if each["at_least"] <= row["nodes"] < each["below"]:
                each["undecided" if row["verdict"] == "unknown" else row["verdict"]] += 1
    won, undecided = counts["solvable"], counts["unknown"]
    shares = []
    for wins in (won, won + undecided):
        low, high = wilson(wins, len(rows))
        shares.append({"value": wins / len(rows) if rows else 0.0, "low": low, "high": high})
    left = list(rows)
    worst: list[dict[str, object]] = []
    while left and len(worst) < hardest:
        most = max(row["nodes"] for row in left)
        row = min((row for row in left if row["nodes"] == most), key=lambda row: row["deal"])
        left.remove(row)
        worst.append({name: row[name] for name in ("deal", "verdict", "nodes")})
    return {
        "deals": len(rows),
        "solvable": won,
        "unsolvable": counts["unsolvable"],
        "undecided": undecided,
        "winnable": {
            "if_lost": shares[0],
            "if_won": shares[1],
            "low": shares[0]["low"],
            "high": shares[1]["high"],
        },
        "difficulty": bins,
        "hardest": worst,
        "undecided_deals": sorted(r["deal"] for r in rows if r["verdict"] == "unknown")[:listed],
    }
