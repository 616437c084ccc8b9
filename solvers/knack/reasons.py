"""What speaks for a move of K'nack: what it opens and closes, and for whom.

Each fact has a strength, by which it is held against the same fact about another move, such as the
next best: it is a reason only where it is stronger. Everything is counted from what the seat to
move sees.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from kibitz.contract.answers import Fact, Reason
from kibitz.games import protocol
from kibitz.games.cards import JOKER, UNSEEN, card_text
from kibitz.games.knack.play import CALLED, CELLS, GIVE, LAY
from kibitz.games.knack.rules import NOBODY
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import ALL_KINDS, JOKER_KIND, KINDS, kind_of
from kibitz.games.protocol import State
from kibitz.heuristics.knack.outlets import count_room
from kibitz.heuristics.knack.past import traced
from kibitz.solvers.figures import percent
from kibitz.solvers.knack.passing import pass_chance
from kibitz.solvers.knack.sentences import PLACES, WORDING, kind_words, one_of_kind

CLEARLY: Final = 0.02  # a difference of chances that is worth a sentence
HARD: Final = 0.07  # of the unseen cards, at most so many beside a card; of a pack it is 0.11
NAMED: Final = 2  # kinds named in a sentence
FEW: Final = 3  # cells for a card
MARGINS: Final = {"leaves_cells": 0.05}  # by which a fact must be stronger than of another move
EQUAL: Final = 1e-9  # the same for all others
COMPARED: Final = {"few_cells", "leaves_cells", "spared"}  # said only over another move
# Codes of the same fact, of which the strengths are held against each other.
ALIKE: Final = {"closes_more": "closes", "next_may_pass": "next_passes", "give_fits": "give_dead"}


class Strong(NamedTuple):
    """A reason, and how strong it is; ``speaks``: whether it speaks for the move."""

    reason: Reason
    strength: float
    speaks: bool = True


def fact_of(reason: Reason) -> str:
    """The fact that a reason states, by which it is compared."""
    return ALIKE.get(reason.code, reason.code)


def strong(code: str, strength: float, **args: Fact) -> Strong:
    """The reason with this code and strength."""
    return Strong(WORDING.say(code, **args), strength)


def reasons(
    state: State,
    best: int,
    rival: int | None,
    legal: Sequence[int],
    own: Sequence[Strong] | None = None,
) -> list[Reason]:
    """What is to be said for a move, and not as much for ``rival``, if there is another one.

    ``state`` is what the seat to move sees. ``own``: :func:`facts` of the move, if at hand.
    """
    against = {} if rival is None else strengths(state, with_call(rival, legal))
    found = []
    for reason, strength, speaks in facts(state, best) if own is None else own:
        margin = MARGINS.get(reason.code, EQUAL)
        compares = rival is not None or reason.code not in COMPARED
        if speaks and compares and strength > against.get(fact_of(reason), 0.0) + margin:
            found.append(reason)
    calls = best >= CALLED and (rival is None or rival < CALLED)
    cost = [uncalled(state[0])] if calls else []
    return [*cost, *_of_joker(state[0], best, rival, legal), *map(_all_or_some, found)]


def strengths(state: State, move: int) -> dict[str, float]:
    """How strong each fact is of a move."""
    found = {fact_of(reason): strength for reason, strength, _ in facts(state, move)}
    # Who lays what is hard to lay later, or a joker, leaves nothing behind that has few cells.
    if "hard_later" in found or (move >= LAY and laid_kinds(move) == JOKER_KIND):
        found["few_cells"] = 1.0
    return found


def with_call(move: int, legal: Sequence[int]) -> int:
    """The same move with the K'nack! that it leaves out, if one is due."""
    return move + CALLED if move + CALLED in legal else move


def uncalled(record: KnackState) -> Reason:
    """What it costs the seat to move not to call: cards of the others, up to one who runs out."""
    seat, players = int(record["turn"]), int(record["players"])
    order = [(seat + step) % players for step in range(1, players)]
    left = [(giver, int(record["held"][giver] + record["deck_sizes"][giver])) for giver in order]
    givers = sum(cards > 0 for _, cards in left)
    out = next((giver for giver, cards in left if cards == 1), None)
    if out is None:
        return WORDING.say("uncalled", givers=givers)
    if not record["places"]:
        return WORDING.say("uncalled_wins", givers=givers, seat=out)
    place = PLACES[int(record["done"])]
    return WORDING.say("uncalled_place", givers=givers, seat=out, place=place)


def _all_or_some(reason: Reason) -> Reason:
    """The same reason; where all other cards can be laid, it says so."""
    held = reason.args.get("held")
    if reason.code == "fits_after" and held is not None and reason.args["fitting"] == held:
        return WORDING.say("all_fit", held=held)
    return reason


def facts(state: State, move: int) -> list[Strong]:
    """What is true of a legal move, with its strengths."""
    if move < LAY:
        return _of_giving(state, move - GIVE) if move >= GIVE else []
    card = move % CALLED // CELLS
    after = traced(state)
    protocol.run_apply(after, move)
    said: list[Strong] = []
    record, seat = after[0], int(state[0]["turn"])
    if record["held"][seat] + record["deck_sizes"][seat] == 0:
        return [_running_out(record)]
    if not protocol.run_over(after):
        said += _of_hand(state[0], record, card)
        said += _of_others(state[0], record, card)
    return said + _of_card(state[0], card)


def laid_kinds(move: int) -> int:
    """The kind of the card that a move lays."""
    return int(kind_of(move % CALLED // CELLS))


def rooms(record: KnackState) -> list[int]:
    """How many cells there are for each kind."""
    room = np.zeros(KINDS, np.int64)
    count_room(record["field"], room)
    return [int(number) for number in room]


def _with_room(room: list[int]) -> int:
    """The kinds that have room, as bits."""
    return sum(1 << kind for kind, cells in enumerate(room) if cells)


def _running_out(record: KnackState) -> Strong:
    if not record["places"]:
        return strong("runs_out", 1.0)
    return strong("runs_out_place", 1.0, place=PLACES[int(record["done"]) - 1])


def _of_giving(state: State, card: int) -> list[Strong]:
    cells = rooms(state[0])[kind_of(card)]
    strength = 1.0 / (1.0 + cells)
    said = strong("give_fits", strength, cells=cells) if cells else strong("give_dead", strength)
    return [said]


def _rest_of_hand(record: KnackState, card: int) -> list[int]:
    """The hand of the seat to move without a card that it lays."""
    seat = int(record["turn"])
    hand: list[int] = record["hands"][seat][: int(record["held"][seat])].tolist()
    hand.remove(card)
    return hand


def _of_hand(before: KnackState, after: KnackState, card: int) -> list[Strong]:
    """How the hand that is left fares."""
    hand = _rest_of_hand(before, card)
    was, now = rooms(before), rooms(after)
    if not int(before["field"]["count"]):
        return [_spared(before, hand, card)] if hand else []
    fitting = [other for other in hand if now[kind_of(other)] > 0]
    said = []
    if len(hand) > 1:
        said.append(strong("fits_after", len(fitting), fitting=len(fitting), held=len(hand)))
    elif hand and fitting:
        said.append(strong("last_fits", 1.0))
    opened = sorted({c for c in fitting if was[kind_of(c)] == 0})
    if opened:
        said.append(strong("opens", len(opened), cards=[card_text(c) for c in opened]))
        alone = [c for c in opened if not out_of_sight(before)[kind_of(c)]]
        if alone and before["viewer"] != NOBODY:
            kind = int(kind_of(alone[0]))
            said.append(strong("yours_alone", 1.0, kind=one_of_kind(kind)))
    return said


def _spared(record: KnackState, hand: list[int], card: int) -> Strong:
    """How many cards of the hand could lie beside the first card if it were not face down."""
    match = int(record["field"]["matches"][kind_of(card)])
    beside = sum(match >> kind_of(other) & 1 for other in hand)
    return strong("spared", 1.0 / (1 + beside), held=len(hand), beside=beside)


def out_of_sight(record: KnackState) -> list[int]:
    """How many cards of each kind the seat to move of a view cannot see; none with open cards."""
    seat, kinds = int(record["turn"]), [0] * KINDS
    if record["viewer"] == NOBODY:
        return kinds
    for card, count in enumerate(record["pack"].tolist()):
        kinds[kind_of(card)] += count
    laid = record["field"]["laid"][1 : int(record["field"]["count"])].tolist()
    seen = [*laid, *record["hands"][seat][: int(record["held"][seat])].tolist()]
    if int(record["free"]) != UNSEEN and int(record["field"]["count"]):
        seen.append(int(record["free"]))
    for card in seen:
        kinds[kind_of(card)] -= 1
    return kinds


def _of_others(before: KnackState, after: KnackState, card: int) -> list[Strong]:
    """What a laid card closes for the others alone, and whether the next of them must pass."""
    said: list[Strong] = []
    was, now = rooms(before), rooms(after)
    unseen = out_of_sight(before)
    closed = [k for k in range(KINDS) if was[k] > 0 and not now[k]]
    own = {int(kind_of(other)) for other in _rest_of_hand(before, card)}
    spares_own = own.isdisjoint(closed)
    closed = [k for k in closed if unseen[k] > 0]
    if closed:
        names = [kind_words(k) for k in closed[:NAMED]]
        number, more = sum(unseen[k] for k in closed), len(closed) - NAMED
        if more > 0:
            closes = strong("closes_more", number, kinds=names, more=more, unseen=number)
        else:
            closes = strong("closes", number, kinds=names, unseen=number)
        said.append(closes._replace(speaks=spares_own))
    if int(after["offender"]) != NOBODY or int(after["turn"]) == int(before["turn"]):
        return said
    total, open_to = sum(unseen), sum(n for n, cells in zip(unseen, now, strict=True) if cells)
    if open_to < total > 1 and before["field"]["count"]:
        share = 1.0 - open_to / total
        said.append(strong("leaves_cells", share, fitting=open_to, unseen=total))
    following = {"seat": int(after["turn"]), "others": int(after["players"]) - 1}
    chance = pass_chance(after, _with_room(now))
    first = not int(before["field"]["count"])
    earlier = pass_chance(after, ALL_KINDS if first else _with_room(was))
    if chance is None or earlier is None:
        return said
    then, now_chance = float(chance), float(earlier)
    if chance == 1:
        said.append(strong("next_passes", 1.0, **following))
    elif then > now_chance + CLEARLY and percent(then) != percent(now_chance):
        said.append(strong("next_may_pass", then, **following, chance=then, before=now_chance))
    return said


def _of_card(record: KnackState, card: int) -> list[Strong]:
    """Whether the card has few cells, or would be hard to lay later.

    A card is hard to lay later if it has one cell only, no other card of the hand could lie beside
    it, and few of the cards out of sight could.
    """
    if card == JOKER or not int(record["field"]["count"]):
        return []
    cells = rooms(record)[kind_of(card)]
    few = [strong("few_cells", 1.0 / cells, cells=cells)] if cells <= FEW else []
    return (_hard_later(record, card) if cells == 1 else []) or few


def _hard_later(record: KnackState, card: int) -> list[Strong]:
    unseen, match = out_of_sight(record), int(record["field"]["matches"][kind_of(card)])
    if any(match >> kind_of(other) & 1 for other in _rest_of_hand(record, card)):
        return []
    friends = sum(count for kind, count in enumerate(unseen) if match >> kind & 1)
    total = sum(unseen)
    if total < 2 or friends > HARD * total:
        return []
    return [strong("hard_later", 1.0 - friends / total, unseen=total, friends=friends)]


def _of_joker(
    record: KnackState, best: int, rival: int | None, legal: Sequence[int]
) -> list[Reason]:
    """Whether a joker is kept that ``rival`` would lay, or nothing else can be laid."""
    if best < LAY or rival is None or rival < LAY:
        return []
    joker, seat = kind_of(JOKER), int(record["turn"])
    jokers = int((record["hands"][seat][: int(record["held"][seat])] == JOKER).sum())
    if laid_kinds(best) != joker and laid_kinds(rival) == joker:
        return [WORDING.say("keeps_joker", jokers=jokers)]
    if all(laid_kinds(move) == joker for move in legal):
        return [WORDING.say("only_jokers", jokers=jokers)]
    return []
