"""Why a card of Knaves is played: facts that speak for it.

Each is a fact of the position as the seat to play knows it: who may hold what comes from counting
the deals that fit, or from the hands where these are open. None of them claims that the move is
best. Where it is known which card would be played else, only what does not hold for that as well.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from kibitz.contract.answers import Reason
from kibitz.games.knaves.bitboards import SUIT_COUNT
from kibitz.games.knaves.play import CALL, NO_CALL
from kibitz.games.knaves.state import SEATS
from kibitz.heuristics.knaves.beliefs import OUT
from kibitz.heuristics.knaves.network import Reals
from kibitz.solvers.ismcts.valued import DECIMALS
from kibitz.solvers.knaves.scene import Scene, places, suit_name, text, texts
from kibitz.solvers.knaves.sentences import WORDING

MOST_HELD: Final = 17  # cards of each player where all are dealt
LIKELY: Final = 0.5  # a chance above it is worth a word
Finder = Callable[[Scene], Reason | None]


def spares_jack(scene: Scene) -> Reason | None:
    """The other card is a jack that would be ahead, so that its owner might have to take it."""
    other = scene.against
    if other is None or not other.costs(other.move) or not other.wins:
        return None
    if scene.keeps_lead or (scene.costs(scene.move) and scene.wins):
        return None
    cost = -int(scene.record["penalty"][other.suit])
    code = "jack_led" if scene.leads else "jack_ahead" if scene.later else "jack_takes"
    return WORDING.say(code, jack=text(other.move), cost=cost)


# --------------------------------------------------------------------------------------- leading


def draws_trumps(scene: Scene) -> Reason | None:
    """A trump led while others can have trumps."""
    if scene.suit != scene["trump"] or scene.costs(scene.move):
        return None
    if scene.against and scene.against.suit == scene["trump"]:
        return None
    count = scene.most_of(scene.later, scene.suit)
    # With 17 cards each only the turned card is out of play, so that trumps can be counted.
    code = "draws_counted_trumps" if scene["hand_size"] == MOST_HELD else "draws_trumps"
    return WORDING.say(code, n=count) if count else None


def below_jack(scene: Scene) -> Reason | None:
    """A card led below a jack that another seat may hold."""
    jacks = [jack for jack in scene.jacks_out if jack >> 4 == scene.suit and jack > scene.move]
    return WORDING.say("below_jack", jack=text(jacks[0])) if jacks else None


def jack_beaten(scene: Scene) -> Reason | None:
    """A jack led, or played while it is ahead, that a higher card may take."""
    if not scene.costs(scene.move) or not scene.wins:
        return None
    higher = [place for place in scene.may_beat() if place >> 4 == scene.suit]
    if not higher:
        return None
    return WORDING.say("jack_beaten", jack=text(scene.move), cards=texts(higher[::-1]))


def unbeatable(scene: Scene) -> Reason | None:
    """A card ahead in a trick worth having that few cards or none can beat any more."""
    said = _beaten_by(scene) if scene.worth > 0 else None
    other = scene.against
    if said is None or other is None or not other.wins:
        return said
    as_hard = {*other.may_beat()} <= {*scene.may_beat()}
    return None if as_hard or said == _beaten_by(other) else said


def _beaten_by(scene: Scene) -> Reason | None:
    """What can beat a card that is ahead, where that is little."""
    if not scene.later or not scene.wins:
        return None
    beating = scene.may_beat()
    if not beating:
        return WORDING.say("unbeatable")
    higher = [place for place in beating if place >> 4 == scene.suit]
    if not higher:
        return WORDING.say("only_trumps_beat")
    if len(higher) > 1 or any(scene.costs(place) for place in higher):
        return None
    return WORDING.say("one_card_beats" if higher == beating else "one_beats", card=text(higher[0]))


# -------------------------------------------------------------------------------------- following


def sheds_jack(scene: Scene) -> Reason | None:
    """A jack that goes on a trick of another seat."""
    if not scene.costs(scene.move) or scene.wins:
        return None
    # Of the last card to a trick, the words of the move say who takes it.
    code = "sheds_jack" if scene.later else "sheds_jack_last"
    return WORDING.say(code, jack=text(scene.move))


def ducks(scene: Scene) -> Reason | None:
    """A trick left to others though it could be taken, and what speaks against taking it."""
    if scene.wins or not scene.winners:
        return None
    if 1 + scene["stake"] < 0:
        return WORDING.say("ducks_jacks", cost=-scene["stake"])
    led = 16 * scene["led"]
    for jack in scene.jacks_out:
        if jack in range(led, led + 13) and scene.may_hold(scene.later, jack):
            return WORDING.say("ducks_jack", jack=text(jack))
    card = scene.kept([place for place in scene.winners if not scene.costs(place)])
    return None if card is None else WORDING.say("keeps_winner", card=text(card))


def takes_trick(scene: Scene) -> Reason | None:
    """The last card to a trick worth having, which it takes and the other card would not."""
    other = scene.against
    if scene.leads or scene.later or not scene.wins or scene.worth <= 0:
        return None
    if other is None or other.wins:
        return None
    card, seat = text(other.move), scene["holder"]
    return WORDING.say("takes_trick", n=scene.worth, card=card, seat=seat)


def saves(scene: Scene) -> Reason | None:
    """The lowest of several cards that are ahead; what it saves may take a trick later."""
    winners = scene.winners
    if not scene.wins or scene.move != min(winners) or scene.worth <= 0:
        return None
    card = scene.kept([p for p in winners if not scene.costs(p) and p != scene.move])
    if card is None:
        return None
    return WORDING.say("saves", best=text(scene["best"]), card=text(card))


def keeps_higher(scene: Scene) -> Reason | None:
    """The lowest card of the suit led, where none is ahead and a higher one may take another."""
    own = scene.own(scene.suit)
    if scene.winners or scene.suit != scene["led"] or scene.move != min(own):
        return None
    card = scene.kept([place for place in own if place != scene.move and not scene.costs(place)])
    return None if card is None else WORDING.say("keeps_higher", card=text(card))


def sheds_high(scene: Scene) -> Reason | None:
    """A card above a jack that others may hold, played where it does not take the trick."""
    if scene.wins:
        return None
    jacks = [jack for jack in scene.jacks_out if jack >> 4 == scene.suit and jack < scene.move]
    if not jacks:
        return None
    return WORDING.say("sheds_high", card=text(scene.move), jack=text(jacks[0]))


# -------------------------------------------------------------------------------- what it leaves


def keeps_guard(scene: Scene) -> Reason | None:
    """The only card of a suit besides one's own jack, which could be played and is not."""
    for suit in range(SUIT_COUNT):
        jacks = [place for place in scene.own(suit) if scene.costs(place)]
        others = [place for place in scene.own(suit) if place not in jacks]
        if not jacks or len(others) != 1 or others[0] not in scene.legal or scene.suit == suit:
            continue
        if not any(scene.may_hold(scene.others, lower) for lower in range(16 * suit, jacks[0])):
            continue  # nobody can lead what the jack would have to take
        if scene.rival in {None, others[0]}:
            return WORDING.say("keeps_guard", guard=text(others[0]), jack=text(jacks[0]))
    return None


def makes_void(scene: Scene) -> Reason | None:
    """The last card of a plain suit that others can still lead, and what one may do then."""
    last = scene["hand_size"] - scene["count"] // SEATS == 1
    if last or len(scene.own(scene.suit)) > 1 or scene.suit == scene["trump"]:
        return None
    if not scene.can_be_led_later(scene.suit):
        return None
    name = suit_name(scene.move)
    kept = [place for suit in range(SUIT_COUNT) if suit != scene.suit for place in scene.own(suit)]
    jacks = [place for place in kept if scene.costs(place) and place >> 4 != scene["trump"]]
    if jacks:
        worst = min(jacks, key=lambda place: int(scene.record["penalty"][place >> 4]))
        return WORDING.say("void_throw", suit=name, jack=text(worst))
    if any(place >> 4 == scene["trump"] for place in kept):
        return WORDING.say("void_ruff", suit=name)
    # With a single card left there is nothing to choose from.
    return WORDING.say("void", suit=name) if len(kept) > 1 else None


LEADING: Final[tuple[Finder, ...]] = (
    draws_trumps,
    below_jack,
    jack_beaten,
    unbeatable,
)
FOLLOWING: Final[tuple[Finder, ...]] = (
    sheds_jack,
    jack_beaten,
    ducks,
    takes_trick,
    saves,
    unbeatable,
    keeps_higher,
    sheds_high,
)
LEAVING: Final[tuple[Finder, ...]] = (keeps_guard, makes_void)


def reasons(
    record: np.void, move: int, legal: Sequence[int], where: Reals, rival: int | None = None
) -> list[Reason]:
    """What speaks for a legal move, the strongest first; perhaps nothing.

    ``legal``: all legal moves. ``where``: see :class:`kibitz.solvers.knaves.scene.Scene`.
    ``rival``: another one, which keeps the cards that it does not play just as well.
    """
    if move >= CALL:
        return [_call(record, move)]
    scene = Scene(record, move, legal, where, rival)
    first = LEADING if scene.leads else FOLLOWING
    said = [
        reason for find in (spares_jack, *first, *LEAVING) if (reason := find(scene)) is not None
    ]
    guards = [reason.args["guard"] for reason in said if reason.code == "keeps_guard"]
    return [r for r in said if r.code != "keeps_winner" or r.args["card"] not in guards]


def _call(record: np.void, move: int) -> Reason:
    """What a call, or calling nothing, does."""
    player = int(record["player"])
    if move != NO_CALL:
        return WORDING.say("must_play", seat=player, card=text(move - CALL))
    if int(record["declined"]):
        return WORDING.say("lets_choose", seat=player)
    return WORDING.say("lets_other_call", seat=player, other=(player + 2) % SEATS)


def guesses(given: Sequence[Reason], chances: Reals | None) -> Iterator[Reason]:
    """Where the jacks that others may hold, and that the reasons ``given`` name, probably are."""
    named = [str(r.args["jack"]) for r in given if r.code in ("below_jack", "ducks_jack")]
    if chances is None:
        return
    for suit in range(SUIT_COUNT):
        for place in places(suit):
            home = int(chances[:, place].argmax())
            chance = round(float(chances[home, place]), DECIMALS)
            if text(place) not in named or not LIKELY < chance < 1:
                continue
            if home == OUT:
                yield WORDING.say("jack_likely_out", jack=text(place), chance=chance)
            else:
                yield WORDING.say("jack_likely", jack=text(place), seat=home, chance=chance)
