"""What speaks for a move of K'nack: what it opens and closes, and for whom.

Each fact has a strength, by which it is held against the same fact about the next best move: it is
a reason only where it is stronger. Everything is counted from what the seat to move sees.

For the exact chance that the seat to move cannot lay a card, from what another seat sees, every
deal of the unseen cards that fits counts alike. So the unknown cards of a hand are any of them, as
far as passes of that seat do not say otherwise; its passes sort the kinds into classes, and a card
of one of the first is among the last few that it drew (:mod:`kibitz.games.knack.known_hands`).
"""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, perm
from typing import Final, NamedTuple

import numpy as np

from kibitz.contract.answers import Fact, Reason
from kibitz.games import protocol
from kibitz.games.cards import JOKER, UNSEEN, card_text
from kibitz.games.knack.hand_chains import chain_at, chains_of, is_bound
from kibitz.games.knack.known_hands import level_of, unseen_cards
from kibitz.games.knack.play import CALLED, CELLS, GIVE, LAY
from kibitz.games.knack.rules import FACES, HAND_SIZE, LEVELS, NOBODY
from kibitz.games.knack.state import KnackState
from kibitz.games.knack_field.rules import ALL_KINDS, KINDS, kind_of
from kibitz.games.protocol import State
from kibitz.games.records import UInt32s
from kibitz.heuristics.knack.outlets import count_room
from kibitz.heuristics.knack.past import traced
from kibitz.solvers.figures import percent
from kibitz.solvers.knack.sentences import PLACES, WORDING, kind_words, one_of_kind


def pass_chance(record: KnackState, kinds: int) -> Fraction | None:
    """The chance that the seat to move holds no card of ``kinds``, a set as bits.

    None where it is not certain and passes say something of a third hand, which may hold the cards
    in question, or it is not clear which of the cards held at a pass the seat has laid since.
    """
    seat = int(record["turn"])
    hand = record["hands"][seat][: int(record["held"][seat])].tolist()
    known = [kind_of(card) for card in hand if card != UNSEEN]
    if any(kinds >> kind & 1 for kind in known):
        return Fraction(0)
    left = unseen_kinds(record)
    closed = [0 if kinds >> kind & 1 else count for kind, count in enumerate(left)]
    ways = _ways(record, closed, known, len(hand))
    every = _ways(record, left, known, len(hand))
    if ways and ways != every and (_others_bound(record) or not _clear(record, len(hand))):
        return None
    return Fraction(ways, every) if every else None


def unseen_kinds(record: KnackState) -> list[int]:
    """How many cards of each kind there are whose place the state does not know."""
    left = np.zeros(FACES, np.int64)
    unseen_cards(record, left)
    kinds = [0] * KINDS
    for card, count in enumerate(left.tolist()):
        kinds[kind_of(card)] += count
    return kinds


def _ways(record: KnackState, left: list[int], known: list[int], held: int) -> Fraction:
    """In how many ways the hand can have been filled up from ``left``, up to a factor."""
    found, seat, lacks = Fraction(0), int(record["turn"]), np.zeros(LEVELS, np.uint32)
    for chain in range(chains_of(record, seat)):
        weight = Fraction(chain_at(record, seat, chain, lacks))
        found += weight * _ways_by(lacks, left, known, held)
    return found


def _ways_by(lacks: UInt32s, left: list[int], known: list[int], held: int) -> int:
    """The same by one chain of sets."""
    sizes, fixed = [0] * (LEVELS + 1), [0] * (LEVELS + 1)
    for kind, count in enumerate(left):
        sizes[level_of(lacks, kind)] += count
    for kind in known:
        fixed[level_of(lacks, kind)] += 1
    ways = {0: 1}  # by the cards held of the classes so far
    for level, size in enumerate(sizes):
        after: dict[int, int] = {}
        for cards, number in ways.items():
            places = max(0, min(level, held) - cards)
            for drawn in range(min(size, held) + 1):
                more = fixed[level] + drawn
                orders = number * comb(size, drawn) * perm(places, more)
                after[cards + more] = after.get(cards + more, 0) + orders
        ways = after
    return ways.get(held, 0)


def _clear(record: KnackState, held: int) -> bool:
    """Whether no card that the seat to move has laid may have been older or newer than a pass.

    So it is where it is known who laid which card, and while at most the last card of a full hand
    has been drawn since.
    """
    if record["chain_counts"][int(record["turn"])]:
        return True
    lacks = [int(kinds) for kinds in record["lacks"][int(record["turn"])][:held]]
    return len({*lacks}) <= 1 or (held == HAND_SIZE and len({*lacks[1:]}) == 1)


def _others_bound(record: KnackState) -> bool:
    """Whether passes say something of a hidden hand besides that of the seat to move."""
    for seat in range(int(record["players"])):
        held = int(record["held"][seat])
        unknown = UNSEEN in record["hands"][seat][:held].tolist()
        # What the viewer draws may be any card, whatever it passed on before.
        other = seat not in (int(record["turn"]), int(record["viewer"]))
        if other and unknown and is_bound(record, seat):
            return True
    return False


CLEARLY: Final = 0.02  # a difference of chances that is worth a sentence
HARD: Final = 0.07  # of the unseen cards, at most so many beside a card; of a pack it is 0.11
NAMED: Final = 2  # kinds named in a sentence
EQUAL: Final = 1e-9


class Strong(NamedTuple):
    """A reason, and how strong it is."""

    reason: Reason
    strength: float


def strong(code: str, strength: float, **args: Fact) -> Strong:
    """The reason with this code and strength."""
    return Strong(WORDING.say(code, **args), strength)


def reasons(state: State, best: int, rival: int | None, legal: Sequence[int]) -> list[Reason]:
    """What is to be said for a move, and not as much for the next best one, if there is any.

    ``state`` is what the seat to move sees.
    """
    against = {}
    if rival is not None:
        against = {s.reason.code: s.strength for s in facts(state, with_call(rival, legal))}
    found = [
        s.reason for s in facts(state, best) if s.strength > against.get(s.reason.code, 0.0) + EQUAL
    ]
    calls = best >= CALLED and (rival is None or rival < CALLED)
    cost = [uncalled(state[0])] if calls else []
    return [*cost, *_of_joker(state[0], best, rival, legal), *map(_all_or_some, found)]


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
    """What is true of a legal move, with strengths above 0 for what speaks for it."""
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
        return []
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
    if closed and spares_own:
        names = [kind_words(k) for k in closed[:NAMED]]
        number, more = sum(unseen[k] for k in closed), len(closed) - NAMED
        if more > 0:
            said.append(strong("closes_more", number, kinds=names, more=more, unseen=number))
        else:
            said.append(strong("closes", number, kinds=names, unseen=number))
    if int(after["offender"]) != NOBODY or int(after["turn"]) == int(before["turn"]):
        return said
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
    """Whether the card would be hard to lay later.

    It is where this is its only cell, no other card of the hand could lie beside it, and few of the
    cards out of sight could.
    """
    if card == JOKER or not int(record["field"]["count"]) or rooms(record)[kind_of(card)] > 1:
        return []
    unseen, match = out_of_sight(record), int(record["field"]["matches"][kind_of(card)])
    if any(match >> kind_of(other) & 1 for other in _rest_of_hand(record, card)):
        return []
    friends = sum(count for kind, count in enumerate(unseen) if match >> kind & 1)
    total = sum(unseen)
    if not total or friends > HARD * total:
        return []
    return [strong("hard_later", 1.0 - friends / total, unseen=total, friends=friends)]


def _of_joker(
    record: KnackState, best: int, rival: int | None, legal: Sequence[int]
) -> list[Reason]:
    """Whether a joker is kept that the next best move would lay, or nothing else can be laid."""
    if best < LAY or rival is None or rival < LAY:
        return []
    joker, seat = kind_of(JOKER), int(record["turn"])
    jokers = int((record["hands"][seat][: int(record["held"][seat])] == JOKER).sum())
    if laid_kinds(best) != joker and laid_kinds(rival) == joker:
        return [WORDING.say("keeps_joker", jokers=jokers)]
    if all(laid_kinds(move) == joker for move in legal):
        return [WORDING.say("only_jokers", jokers=jokers)]
    return []
