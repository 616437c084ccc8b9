"""The network of Knaves card by card and sum by sum: in real numbers, and in whole ones."""

from collections.abc import Mapping
from typing import Any

from tests.naive.dense import sums_of

JACK = 9


def ranks(word: int, suit: int) -> list[int]:
    """The ranks of a suit in a set of cards, a lane of sixteen bits for each suit."""
    return [rank for rank in range(13) if word >> (16 * suit + rank) & 1]


def marks_of(order: list[int], first: int, trump: int, seat: int) -> list[int]:
    """The sets of cards that left each kind of mark: how rivals of ``seat`` have played.

    ``order``: places of the cards played, from the lead of seat ``first`` on. Of each kind those of
    the next seat, then of the one after it: led; taking the trick so far as the second, as the
    last; below its best card in the suit of that as the second, as the last; anything else; and
    cards below which a card of the rival stayed.
    """
    found = [0] * 14
    leader = first
    for start in range(0, len(order), 3):
        best = -1
        holder = leader
        for nth, place in enumerate(order[start : start + 3]):
            player = (leader + nth) % 3
            same = best >= 0 and place // 16 == best // 16
            takes = best < 0 or (place > best if same else place // 16 == trump)
            kind = 0 if nth == 0 else nth if takes else 2 + nth if same else 5
            if player != seat:
                after = (player - seat) % 3 - 1
                found[2 * kind + after] |= 1 << place
                if same and not takes:
                    found[12 + after] |= 1 << best
            if takes:
                best, holder = place, player
        leader = holder
    return found


def units(inputs: Mapping[int, float], weights: Any, bias: Any) -> list[float]:
    """A layer of rectified units; ``inputs`` by number, those left out are 0."""
    found = []
    for unit in range(len(bias)):
        total = float(bias[unit])
        for number, value in inputs.items():
            total += value * float(weights[number][unit])
        found.append(max(0.0, total))
    return found


def worth_in_reals(weights: Mapping[str, Any], seen: Any) -> list[float]:
    """What each of the cards of an example is worth, lowest place first.

    ``seen`` has the fields of :data:`training.knaves.examples.EXAMPLE`.
    """
    best, trump, penalty = int(seen["best"]), int(seen["trump"]), seen["penalty"]
    of_suit = []
    for suit in range(4):
        inputs: dict[int, float] = {}
        for rank in ranks(int(seen["hand"]), suit):
            inputs[rank] = 1
            if rank == JACK:
                inputs[43] = float(penalty[suit])
        for rank in ranks(int(seen["unseen"]), suit):
            inputs[13 + rank] = 1
            if rank == JACK:
                inputs[44] = float(penalty[suit])
        if best >= 0 and best // 16 == suit:
            inputs[26 + best % 16] = 1
        facts = [
            suit == trump,
            suit == int(seen["led"]),
            int(seen["next_voids"]) >> suit & 1,
            int(seen["last_voids"]) >> suit & 1,
        ]
        inputs |= {39 + i: 1.0 for i, fact in enumerate(facts) if fact}
        for number, cards in enumerate(seen["marks"].tolist()):
            inputs |= {45 + 13 * number + rank: 1.0 for rank in ranks(cards, suit)}
        of_suit.append(units(inputs, weights["suit"], weights["suit_bias"]))
    size = len(of_suit[0])
    known = {i: sum(features[i] for features in of_suit) for i in range(size)}
    if trump >= 0:
        known |= {size + i: of_suit[trump][i] for i in range(size)}
    trick = [0.0, 0.0, 0.0, float(seen["next_holds"]), float(seen["stake"])]
    trick += [float(seen["last_stake"]), int(seen["left"]) / 13, float(seen["chance"])]
    trick += [float(seen["left"] == 1), float(seen["left"] == 2)]
    trick[2 - int(seen["later"])] = 1.0
    known |= {2 * size + i: value for i, value in enumerate(trick)}
    context = units(known, weights["context"], weights["context_bias"])
    found = []
    for suit in range(4):
        for rank in ranks(int(seen["cards"]), suit):
            higher = rank > best % 16 if suit == best // 16 else suit == trump
            takes = best < 0 or higher
            jack = float(penalty[suit]) if rank == JACK else 0.0
            last = takes and int(seen["later"]) == 0
            stake = float(seen["stake"])
            effects = [takes, takes * stake, jack, last, last * (stake + jack)]
            total = 0.0
            for unit in range(len(weights["worth"])):
                feature = sum(
                    of_suit[suit][i] * weights["card_by_suit"][i][unit] for i in range(size)
                )
                feature += sum(
                    value * weights["card_by_context"][i][unit] for i, value in enumerate(context)
                )
                feature += weights["card_by_rank"][rank][unit]
                feature += sum(
                    e * weights["card_by_effect"][i][unit] for i, e in enumerate(effects)
                )
                total += max(0.0, feature) * weights["worth"][unit]
            found.append(float(total))
    return found


def bits(word: int, first: int, count: int) -> int:
    """``count`` bits of a word, from bit ``first`` on."""
    return word >> first & (1 << count) - 1


def worth_in_whole_numbers(net: Any, seen: Any) -> list[float]:
    """What the cards of an example are worth by a network as kernels take it, exactly.

    ``net``: a record of `heuristics.knaves.network`. Everything is computed from the start, in
    numbers that have no end.
    """
    best, trump, penalty = int(seen["best"]), int(seen["trump"]), seen["penalty"]
    table = net["suit"].tolist()
    of_suit = []
    for suit in range(4):
        held, unseen = (bits(int(seen[name]), 16 * suit, 13) for name in ("hand", "unseen"))
        facts = (suit == trump) + 2 * (suit == int(seen["led"]))
        facts += 4 * (int(seen["next_voids"]) >> suit & 1)
        facts += 8 * (int(seen["last_voids"]) >> suit & 1)
        highest = best % 16 if best >= 0 and best // 16 == suit else 13
        rows = [held % 128, 128 + held // 128, 192 + unseen % 128, 320 + unseen // 128]
        rows += [384 + facts, 400 + highest]
        for number, cards in enumerate(seen["marks"].tolist()):
            rows += [416 + 13 * number + rank for rank in ranks(cards, suit)]
        total = [sum(table[row][j] for row in rows) for j in range(64)]
        for lane, row in ((held, 414), (unseen, 415)):
            if lane >> JACK & 1:
                cost = int(penalty[suit])
                total = [n + cost * weight for n, weight in zip(total, table[row], strict=True)]
        of_suit.append([max(0, n) for n in total])
    left, later = int(seen["left"]), int(seen["later"])
    trick = [64 * (later == 2), 64 * (later == 1), 64 * (later == 0)]
    trick += [64 * int(seen["next_holds"]), 64 * int(seen["stake"]), 64 * int(seen["last_stake"])]
    trick += [64 * left // 13, int(64 * float(seen["chance"])), 64 * (left == 1), 64 * (left == 2)]
    context = net["context_bias"].tolist()
    context = sums_of(
        _layer(net["context_by_suits"]), [sum(each) for each in zip(*of_suit, strict=True)], context
    )
    if trump >= 0:
        context = sums_of(_layer(net["context_by_trumps"]), of_suit[trump], context)
    context = sums_of(_layer(net["context_by_trick"]), trick, context)
    context = [min(max(n >> 8, 0), 32767) for n in context]
    found = []
    for suit in range(4):
        for rank in ranks(int(seen["cards"]), suit):
            higher = rank > best % 16 if suit == best // 16 else suit == trump
            takes = int(best < 0 or higher)
            jack = int(penalty[suit]) if rank == JACK else 0
            last, stake = takes * (later == 0), int(seen["stake"])
            effects = [takes, takes * stake, jack, last, last * (stake + jack)]
            features = net["card_by_rank"][rank].tolist()
            features = sums_of(_layer(net["card_by_suit"]), of_suit[suit], features)
            features = sums_of(_layer(net["card_by_context"]), context, features)
            features = sums_of(net["card_by_effect"].tolist(), effects, features)
            kept = [min(max(n >> 8, 0), 32767) for n in features]
            worth = sum(n * int(w) for n, w in zip(kept, net["worth"], strict=True))
            found.append(worth / (64 * 256))
    return found


def _layer(pairs: Any) -> list[list[int]]:
    """Weights [inputs, outputs] from those of pairs of inputs [pairs, outputs, 2]."""
    rows: list[list[int]] = []
    for pair in pairs.tolist():
        rows += [[both[k] for both in pair] for k in range(2)]
    return rows
