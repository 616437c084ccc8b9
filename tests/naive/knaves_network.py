"""The network of Knaves in real numbers, card by card and sum by sum."""

from collections.abc import Mapping
from typing import Any

JACK = 9


def ranks(word: int, suit: int) -> list[int]:
    """The ranks of a suit in a set of cards, a lane of sixteen bits for each suit."""
    return [rank for rank in range(13) if word >> (16 * suit + rank) & 1]


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
