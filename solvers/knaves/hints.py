"""Hints for Knaves in card players' words, each sentence a fact of the position or the search."""

from typing import Final

import numpy as np

from games.cards import card_symbol
from games.knaves.lanes import JACK, SUIT_COUNT, beats, card_at
from games.knaves.play import CALL, NO_CALL, SEATS
from games.knaves.words import SUIT_WORDS
from heuristics.knaves.beliefs import OUT
from heuristics.knaves.judgement import Reals
from solvers.knaves.analysis import Analysis
from solvers.result import MoveValue
from solvers.solver import Level, Utility

SURE: Final = 0.5


def suit_name(move: int) -> str:
    """The suit of a move: ``hearts``."""
    return SUIT_WORDS[(move % CALL) >> 4] + "s"


def held(record: np.void, seat: int, suit: int) -> list[int]:
    """Places of the cards of a suit that a hand is known to hold, ascending."""
    hand = int(record["hands"][seat])
    return [place for place in range(16 * suit, 16 * suit + 13) if hand >> place & 1]


def jack_left(record: np.void, suit: int) -> bool:
    """Whether the jack of a suit costs points and can still be played."""
    place = 16 * suit + JACK
    gone = int(record["played"]) >> place & 1 or int(record["turned"]) == place
    return int(record["penalty"][suit]) < 0 and not gone


def plan_of(record: np.void, move: int) -> list[str]:
    """What a card does to the trick, in card players' words."""
    if move >= CALL:
        if move == NO_CALL:
            return ["Nothing that lies exposed hurts its owner now."]
        return [f"{card_symbol(card_at(move - CALL))} must then be played if it legally can."]
    led, trump, best = (int(record[name]) for name in ("led", "trump", "best"))
    suit = move >> 4
    own = held(record, int(record["player"]), suit)
    if led < 0:
        return _lead(record, move, own)
    wins = beats(move, best, trump)
    last = int(record["count"]) % SEATS == SEATS - 1
    said = []
    jack = move & 15 == JACK and int(record["penalty"][suit]) < 0
    if jack and not wins:
        who = f"seat {int(record['holder'])}" if last else "somebody else"
        said.append(f"It gets rid of the {card_symbol(card_at(move))} on a trick {who} takes.")
    elif suit != led and not wins:
        rest = len(own) - 1
        voids = f"and leaves you without {suit_name(move)}" if not rest else ""
        said.append(f"It throws away a card you need not keep {voids}".rstrip() + ".")
    elif not wins and any(beats(place, best, trump) for place in own):
        said.append("It ducks: you could take this trick and do better not to.")
    elif wins and suit != led:
        said.append("It ruffs.")
    elif wins and last:
        price = 1 + int(record["stake"]) + (int(record["penalty"][suit]) if jack else 0)
        said.append(f"You play last, and the trick brings {price:+d}.".replace("-", "−"))
    elif wins:
        said.append("It takes the lead in the trick.")
    below = [place for place in own if place < move]
    if suit == led and own and wins and not below:
        said.append("It is the lowest card you have that does so.")
    return said


def _lead(record: np.void, move: int, own: list[int]) -> list[str]:
    suit, trump = move >> 4, int(record["trump"])
    if suit == trump:
        return ["It draws trumps."]
    if jack_left(record, suit) and move & 15 < JACK:
        others = 16 * suit + JACK not in own
        who = "Somebody else" if others else "You"
        card = card_symbol(card_at(16 * suit + JACK))
        return [f"A low lead: {who.lower()} may have to play the {card} later."]
    if len(own) == 1:
        return [f"It leaves you without {suit_name(move)}."]
    if move & 15 > JACK and not jack_left(record, suit):
        return [f"No jack of {suit_name(move)} can fall on it any more."]
    return [f"It opens {suit_name(move)}."]


def guesses(record: np.void, chances: Reals | None) -> list[str]:
    """Where the dangerous jacks are likely to be, by counting the deals that fit."""
    if chances is None:
        return []
    said = []
    for suit in range(SUIT_COUNT):
        place = 16 * suit + JACK
        column = chances[:, place]
        if not jack_left(record, suit) or not SURE < column.max() < 1:
            continue
        where = int(column.argmax())
        home = "out of play" if where == OUT else f"with seat {where}"
        share = f"{column.max():.0%}".replace("%", " %")
        said.append(
            f"The {card_symbol(card_at(place))} is {home} in {share} of the deals that fit."
        )
    return said


def value_words(best: MoveValue, utility: Utility) -> str:
    """What the best move makes: ``4.31 points on average``."""
    score = best.score
    if score.kind == "exact":
        return f"With best play of all it brings {score.value:g} points."
    if score.kind == "bound":
        return f"It brings between {score.low:g} and {score.high:g} points."
    if utility == "match":
        return (
            f"It wins the match in {100 * score.value:.1f} % of {score.samples} games played out."
        )
    return f"It brings {score.value:.2f} points on average over {score.samples} games played out."


def rival_words(found: Analysis, utility: Utility) -> list[str]:
    """How far the next best move is behind."""
    if len(found.values) < 2:
        return ["It is the only legal move."]
    rival = found.values[1]
    factor, unit = (100, " %") if utility == "match" else (1, " points")
    if found.values[0].score.kind == "exact":
        unit, factor = " points", 1
    if rival.loss == 0:
        return [f"{rival.move} is as good."]
    if not found.settled:
        return [f"{rival.move} is nearly as good: the search has not told them apart."]
    return [f"The next best, {rival.move}, is {factor * rival.loss:.2f}{unit} behind."]


def text_of(
    found: Analysis,
    record: np.void,
    best: int | None,
    level: Level,
    utility: Utility,
    chances: Reals | None,
) -> str:
    """The hint at ``level``; each level says more than the one before."""
    if best is None:
        return "The round is over: there is nothing left to play."
    value = found.values[0]
    if level == "nudge":
        return _nudge(record, found)
    if level == "area":
        return f"{_nudge(record, found)} Look at your {suit_name(best)}."
    move = f"Play {value.move}: {value.text}."
    if best >= CALL:
        move = f"Say {value.move}: {value.text}."
    if level == "move":
        return move
    said = [move, *plan_of(record, best), value_words(value, utility)]
    return " ".join(said + rival_words(found, utility) + guesses(record, chances))


def _nudge(record: np.void, found: Analysis) -> str:
    if len(found.values) == 1:
        return "There is only one legal move."
    if int(record["turn"]) != int(record["player"]):
        return "Ask yourself who would take an exposed card now."
    if int(record["led"]) < 0:
        return "You lead: think about which suit the jacks may fall in."
    stake = int(record["stake"])
    if stake < 0:
        return f"The trick costs {-stake} in jacks: think about who should take it."
    return "Think about whether you want this trick."
