"""What the network for turns of Hand, Knee and Foot sees and says, sign by sign: naive and slow."""

from typing import Any

import numpy as np

from kibitz.games.hand_knee_foot import books
from kibitz.games.hand_knee_foot.worlds import unseen_by
from kibitz.games.protocol import State
from kibitz.heuristics.hand_knee_foot import outlook

RANKS = range(2, 13)  # kinds 4 … A
FIVE, SEVEN, ACE, TWO, JOKER = 3, 5, 12, 13, 14
FIVES, SEVENS = 4, 8  # required books, as bits; 1 and 2 are the red and the black one


def at_least(count: int, most: int) -> list[float]:
    """1 for each number up to ``most`` that a count reaches."""
    return [float(count >= k) for k in range(1, most + 1)]


def meld_signs(record: Any, team: int, slot: int) -> list[float]:
    """Of one team's cards of a rank on the table."""
    naturals = int(record["naturals"][team, slot])
    wilds = int(record["twos"][team, slot] + record["jokers"][team, slot])
    size = naturals + wilds
    closed = [float(record[colour][team, slot] > 0) for colour in ("red", "black")]
    buries = float(books.takes_buried(record, team, slot))
    return [size / 7, (size / 7) ** 2, wilds / 2, *closed, buries, float(size > 0)]


def team_signs(record: Any, team: int) -> list[float]:
    """Of a team as a whole."""
    missing = int(books.missing_books(record, team))
    wild = int(record["twos"][team, 11] + record["jokers"][team, 11])
    feet = all(
        record["stage"][s] == 2 for s in range(record["players"]) if s % record["teams"] == team
    )
    return [
        float(record["opened"][team]),
        min(int(record["books"][team]), 12) / 5,
        *(float(missing >> bit & 1) for bit in range(4)),
        outlook.cards_needed(record, team) / 14,
        record["red_threes"][team] / 7,
        wild / 7,
        (wild / 7) ** 2,
        float(record["red"][team, 11] + record["black"][team, 11] > 0),
        outlook.promise(record, team) / 3000,
        float(feet),
        float(feet and not missing),
        float(not missing),
    ]


def signs(state: State, seat: int, stands: int) -> tuple[list[list[float]], list[float]]:
    """Those of each rank, and of the table."""
    record = state[0]
    players, teams = int(record["players"]), int(record["teams"])
    own, after = seat % teams, (seat + 1) % players
    other = after % teams
    hand = record["hands"][seat].astype(int).tolist()
    size = int(record["pile_size"])
    pile = record["cards"][len(record["cards"]) - size :].tolist()
    top = pile[0] if pile else -1
    unseen = np.zeros(15, np.int64)
    unseen_by(record, seat, unseen)
    missing = [int(books.missing_books(record, team)) for team in (own, other)]
    seats = []
    for k in range(4):
        s = (seat + k) % players
        held = int(record["sizes"][s])
        stage = int(record["stage"][s])
        row = [float(stage == 0), float(stage == 2), min(held, 40) / 20, float(held <= 2)]
        seats += row if k < players else [0.0] * 4
    left = int(outlook.turns_left(record))
    theirs = team_signs(record, other)
    table = [float(stands == k) for k in range(5)]
    table += [outlook.lead_now(record, seat) / 4000, *team_signs(record, own), *theirs, *seats]
    table += [record["stock_size"] / 100, min(left, 24) / 16, float(left == 0), float(left == 1)]
    table += [1 / (1 + left), *(float(record["minimum"] == m) for m in (60, 90, 120, 150))]
    table += [*at_least(hand[TWO], 4), *at_least(hand[JOKER], 2), (hand[TWO] + hand[JOKER]) / 4]
    table += [hand[0] / 2, *at_least(hand[1], 2)]
    table += [min(size, 60) / 20, sum(kind >= TWO for kind in pile) / 4]
    table += [float(top < 2), float(top >= TWO), unseen[TWO] / 20]
    table += [*(unseen[kind] / 10 for kind in (JOKER, 1, 0))]
    table += [float(stands == 0 and bool(record["discarded"]))]
    table += [float(players == 3), float(players == 6), int(record["draws"]) / 5]
    draws = int(record["stock_size"]) // (int(record["draws"]) * players)
    ranks = []
    for kind in RANKS:
        slot, special = kind - 2, kind in (FIVE, SEVEN)
        book = FIVES if kind == FIVE else SEVENS
        known = record["known"][:players, kind].astype(int).tolist()
        row = [*at_least(hand[kind], 4), hand[kind] / 4, unseen[kind] / 16]
        row += [pile.count(kind) / 4, float(top == kind)]
        row += [*meld_signs(record, own, slot), *meld_signs(record, other, slot)]
        row += [*at_least(known[after], 2), (sum(known) - known[seat] - known[after]) / 3]
        row += [float(special), float(kind in (2, 4)), float(kind == ACE)]
        row += [float(special and bool(bits & book)) for bits in missing]
        row += [float(bool(missing[0] & bit)) for bit in (1, 2)]
        row += [float(record["opened"][team]) for team in (own, other)]
        row += [min(draws, 24) / 16, *(float(record["stage"][seat] == k) for k in (1, 2))]
        row += [min(hand[TWO] + hand[JOKER], 6) / 4, 1.0, theirs[13]]
        ranks.append(row)
    return ranks, table


def value(state: State, seat: int, stands: int, net: Any) -> float:
    """The lead now, and a thousand times what the network makes of the signs."""
    ranks, table = (np.array(part, np.float64) for part in signs(state, seat, stands))
    features = np.maximum(ranks @ net["ranks"], 0)
    pooled = np.concatenate([features.sum(0), features[FIVE - 2], features[SEVEN - 2]])
    dense = np.maximum(pooled @ net["pooled"] + table @ net["table"] + net["bias"], 0)
    return float(outlook.lead_now(state[0], seat) + 1000 * (dense @ net["last"]))
