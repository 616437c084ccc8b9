"""Least squares for `heuristics.knaves.network`: examples as arrays, error and gradient."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from kibitz.games.knaves.lanes import JACK, SUIT_COUNT
from kibitz.heuristics.knaves.network import (
    BEST,
    CARD,
    HELD,
    JACK_HELD,
    JACK_UNSEEN,
    LAST_VOID,
    LED,
    NEXT_VOID,
    SUIT,
    TRICK,
    TRUMP,
    UNSEEN,
)
from kibitz.heuristics.knaves.network import SUIT_INPUTS as INPUTS
from training.adam import Layer
from training.knaves.examples import Examples


class Batch:
    """Examples as the arrays that the network is computed from.

    ``suits`` [examples, 4, INPUTS]; ``trick`` [examples, TRICK]; and for every card compared:
    ``owner`` its example, ``suit``, ``rank``, ``effects`` [cards, EFFECTS], ``wanted`` its result
    less the mean of its example.
    """

    def __init__(self, examples: Examples) -> None:
        """Unpack."""
        n = len(examples)
        every = np.arange(n)
        suits = np.zeros((n, SUIT_COUNT, INPUTS), np.float32)
        suits[:, :, HELD:UNSEEN] = ranks_of(examples["hand"])
        suits[:, :, UNSEEN:BEST] = ranks_of(examples["unseen"])
        best = examples["best"].astype(np.int64)
        led = np.flatnonzero(best >= 0)
        suits[led, best[led] >> 4, BEST + (best[led] & 15)] = 1
        number = np.arange(SUIT_COUNT)
        suits[:, :, TRUMP] = examples["trump"][:, None] == number
        suits[:, :, LED] = examples["led"][:, None] == number
        suits[:, :, NEXT_VOID] = examples["next_voids"][:, None] >> number & 1
        suits[:, :, LAST_VOID] = examples["last_voids"][:, None] >> number & 1
        suits[:, :, JACK_HELD] = examples["penalty"] * suits[:, :, HELD + JACK]
        suits[:, :, JACK_UNSEEN] = examples["penalty"] * suits[:, :, UNSEEN + JACK]
        trick = np.zeros((n, TRICK), np.float32)
        trick[every, 2 - examples["later"]] = 1
        trick[:, 3] = examples["next_holds"]
        trick[:, 4] = examples["stake"]
        trick[:, 5] = examples["last_stake"]
        trick[:, 6] = examples["left"] / 13
        trick[:, 7] = examples["chance"]
        trick[:, 8] = examples["left"] == 1
        trick[:, 9] = examples["left"] == 2
        self.suits, self.trick = suits, trick
        self.trump = examples["trump"].astype(np.int64)
        self.owner, self.suit, self.rank = np.nonzero(ranks_of(examples["cards"]))
        first = np.cumsum(examples["count"]) - examples["count"]
        results = examples["results"][self.owner, np.arange(len(self.owner)) - first[self.owner]]
        self.count = examples["count"].astype(np.float32)
        self.wanted = self.centred(results)
        best, stake = best[self.owner], examples["stake"][self.owner]
        same = self.suit == best >> 4
        trumps = self.suit == self.trump[self.owner]
        takes = (best < 0) | np.where(same, self.rank > (best & 15), trumps)
        jack = np.where(self.rank == JACK, examples["penalty"][self.owner, self.suit], 0)
        won = takes & (examples["later"][self.owner] == 0)
        effects = (takes, takes * stake, jack, won, won * (stake + jack))
        self.effects = np.stack(effects, 1).astype(np.float32)

    def centred(self, values: Layer) -> Layer:
        """``values`` of the cards less the mean of their example."""
        means = np.bincount(self.owner, values, len(self.count)) / self.count
        return np.asarray(values - means[self.owner], values.dtype)


def ranks_of(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """``[words, 4, 13]``: the bits of sets of cards."""
    places = 16 * np.arange(4)[:, None] + np.arange(13)
    return (words[:, None, None] >> places.astype(np.uint64) & np.uint64(1)).astype(np.uint8)


def gradient(weights: Mapping[str, Layer], batch: Batch) -> tuple[float, dict[str, Layer]]:
    """Mean squared error of the differences between cards, and its gradient by the weights."""
    w = weights
    n, cards = len(batch.count), len(batch.owner)
    flat = batch.suits.reshape(n * SUIT_COUNT, INPUTS)
    suits = np.maximum(flat @ w["suit"] + w["suit_bias"], 0).reshape(n, SUIT_COUNT, SUIT)
    trumps = np.flatnonzero(batch.trump >= 0)
    of_trump = np.zeros_like(suits[:, 0])
    of_trump[trumps] = suits[trumps, batch.trump[trumps]]
    known = np.concatenate([suits.sum(1), of_trump, batch.trick], 1)
    context = np.maximum(known @ w["context"] + w["context_bias"], 0)
    by_suit = (suits.reshape(n * SUIT_COUNT, SUIT) @ w["card_by_suit"]).reshape(n, SUIT_COUNT, CARD)
    hidden = by_suit[batch.owner, batch.suit] + (context @ w["card_by_context"])[batch.owner]
    hidden += w["card_by_rank"][batch.rank] + batch.effects @ w["card_by_effect"]
    active = hidden > 0
    hidden *= active
    error = batch.centred(hidden @ w["worth"]) - batch.wanted
    loss = float((error**2).mean())

    g = 2 * error / cards
    g_hidden = np.outer(g, w["worth"]) * active
    g_by_suit = np.zeros((n * SUIT_COUNT, CARD), g_hidden.dtype)
    np.add.at(g_by_suit, batch.owner * SUIT_COUNT + batch.suit, g_hidden)
    g_by_context = g_by_suit.reshape(n, SUIT_COUNT, CARD).sum(1)
    g_context = (g_by_context @ w["card_by_context"].T) * (context > 0)
    g_known = g_context @ w["context"].T
    g_suits = (g_by_suit @ w["card_by_suit"].T).reshape(n, SUIT_COUNT, SUIT)
    g_suits += g_known[:, None, :SUIT]
    g_suits[trumps, batch.trump[trumps]] += g_known[trumps, SUIT : 2 * SUIT]
    g_flat = (g_suits * (suits > 0)).reshape(n * SUIT_COUNT, SUIT)
    ranks = np.arange(13)[:, None] == batch.rank
    return loss, {
        "suit": flat.T @ g_flat,
        "suit_bias": g_flat.sum(0),
        "context": known.T @ g_context,
        "context_bias": g_context.sum(0),
        "card_by_suit": suits.reshape(n * SUIT_COUNT, SUIT).T @ g_by_suit,
        "card_by_context": context.T @ g_by_context,
        "card_by_rank": ranks.astype(g_hidden.dtype) @ g_hidden,
        "card_by_effect": batch.effects.T @ g_hidden,
        "worth": hidden.T @ g,
    }
