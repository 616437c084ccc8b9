"""From positions of Hand, Knee and Foot to kernel states and back."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

import numpy as np

from kibitz.games.hand_knee_foot.kinds import (
    BOOK,
    JOKER,
    POINTS,
    SLOTS,
    TWO,
    counts_of,
    kinds_of,
    slot_kinds,
)
from kibitz.games.hand_knee_foot.position import PHASES, Books, Position, TeamTable, slot_of
from kibitz.games.hand_knee_foot.rules import Rules
from kibitz.games.hand_knee_foot.state import (
    APPROVED,
    BLACK_BOOK,
    ENDED,
    FIVES_BOOK,
    IN_FOOT,
    IN_HAND,
    NO_KIND,
    NO_SLOT,
    NOBODY,
    NOT_ASKED,
    PLACES,
    RED_BOOK,
    REFUSED,
    SEVENS_BOOK,
    STATE,
    TO_ANSWER,
)
from kibitz.games.protocol import State

REQUIRED: Final = {
    "red_black_5s_7s": RED_BOOK | BLACK_BOOK | FIVES_BOOK | SEVENS_BOOK,
    "red_black": RED_BOOK | BLACK_BOOK,
    "none": 0,
}
_SAID: Final = {None: NOT_ASKED, "yes": APPROVED, "no": REFUSED}
_WORDS: Final = {number: word for word, number in _SAID.items()}


def bare_table(rules: Rules, round_number: int) -> State:
    """A state with the switches and nothing on the table."""
    state = np.zeros(1, STATE)
    record = state[0]
    record["original_red"] = record["original_black"] = NO_SLOT
    record["minimum"] = rules.minimums[round_number - 1]
    record["draws"] = rules.draws
    record["max_wilds"] = rules.max_wilds
    record["special_natural"] = rules.special_natural_only
    record["onto_full"] = rules.take_onto_full
    record["must_lay"] = rules.red_three_auto
    record["unopened_threes"] = rules.red_three_unopened
    record["must_take_knee"] = rules.knee_pickup == "auto"
    record["required"] = REQUIRED[rules.required]
    record["asks"] = rules.ask_team and rules.players > rules.teams
    record["reshuffles"] = rules.stock_out == "reshuffle"
    record["players"] = rules.players
    record["teams"] = rules.teams
    record["packs"] = rules.packs
    record["ender"] = NOBODY
    return state


@lru_cache(32)
def state_of(position: Position) -> State:
    """See :meth:`kibitz.games.game.Game.state_of`."""
    state = bare_table(position.rules, position.round)
    record = state[0]
    record["turn"] = position.turn
    record["viewer"] = NOBODY if position.seat is None else position.seat
    for seat in range(position.rules.players):
        for name in ("hands", "known", "knees", "feet"):
            record[name][seat] = counts_of(getattr(position, name)[seat])
        record["stage"][seat] = position.stages[seat]
        record["sizes"][seat] = position.sizes[seat]
        record["unknown"][seat] = position.hidden[seat]
        record["clean"][seat] = position.clean[seat]
    for team, table in enumerate(position.teams):
        _set_team(record, team, table)
    stock = (NO_KIND,) * position.stock_hidden or position.stock
    pile = position.discards
    record["stock_size"], record["pile_size"] = len(stock), len(pile)
    record["cards"][: len(stock)] = stock[::-1]
    record["cards"][PLACES - len(pile) :] = pile[::-1]
    _set_turn(record, position)
    return state


def _set_team(record: np.void, team: int, table: TeamTable) -> None:
    cards = sum(map(len, table.melds)) + sum(len(books.cards) for books in table.books)
    record["table"] += cards + table.red_threes
    for meld in table.melds:
        slot, counts = slot_of(meld), counts_of(meld)
        record["naturals"][team, slot] = len(meld) - counts[TWO] - counts[JOKER]
        record["twos"][team, slot] = counts[TWO]
        record["jokers"][team, slot] = counts[JOKER]
    for books in table.books:
        counts, slot = counts_of(books.cards), books.slot
        record["red"][team, slot], record["black"][team, slot] = books.red, books.black
        record["book_twos"][team, slot] = counts[TWO]
        record["book_jokers"][team, slot] = counts[JOKER]
        record["buried"][team, slot] = len(books.cards) - BOOK * (books.red + books.black)
        record["books"][team] += books.red + books.black
    record["original_red"][team] = table.original_red
    record["original_black"][team] = table.original_black
    record["red_threes"][team] = table.red_threes


def _set_turn(record: np.void, position: Position) -> None:
    own = position.turn % position.rules.teams
    for team, table in enumerate(position.teams):
        melded = bool(table.melds or table.books)
        record["opened"][team] = melded and not (position.opening and team == own)
        record["offered"][team] = record["opened"][team] and record["books"][team] > 0
    if position.opening:
        table = position.teams[own]
        kinds = [kind for meld in table.melds for kind in meld]
        kinds += [kind for books in table.books for kind in books.cards]
        record["opening"] = sum(POINTS[kind] for kind in kinds)
    record["phase"] = PHASES.index(position.phase)
    record["taking"] = position.taking
    record["said"] = _SAID[position.said]
    record["offers"] = sum(1 << seat for seat in position.offers)
    record["discarded"] = position.discarded
    record["shuffles"] = position.shuffles
    record["key"] = position.shuffle or 0
    if position.answering is not None:
        record["speaker"] = position.answering
    elif position.phase == "offer":
        players = position.rules.players
        record["speaker"] = min(position.offers, key=lambda s: (s - position.turn) % players)
    if position.ended:
        record["phase"] = ENDED
        record["ender"] = position.turn if position.ended == "out" else NOBODY


def position_of(state: State, like: Position) -> Position:
    """See :meth:`kibitz.games.game.Game.position`: what ``like`` hides stays hidden.

    A state knows no suits: those of ``like`` are kept where no card of it has moved.
    """
    record = state[0]
    players = like.rules.players
    hands, hidden, known, knees, feet, stages = [], [], [], [], [], []
    for seat in range(players):
        shown = kinds_of(record["known"][seat])
        held = kinds_of(record["hands"][seat])
        hides = record["unknown"][seat] or like.hidden[seat] or like.seat not in (None, seat)
        hands.append(shown if hides else held)
        hidden.append(int(record["sizes"][seat]) - len(hands[-1]))
        known.append(shown)
        stage = int(record["stage"][seat])
        down = like.seat is not None or (not like.knees[seat] and like.stages[seat] == IN_HAND)
        knees.append(() if down else kinds_of(record["knees"][seat]))
        down = like.seat is not None or (not like.feet[seat] and like.stages[seat] != IN_FOOT)
        feet.append(() if down else kinds_of(record["feet"][seat]))
        stages.append(stage)
    stock = tuple(map(int, record["cards"][: int(record["stock_size"])]))[::-1]
    unsure = like.shuffle is None and record["shuffles"] > like.shuffles
    hides = NO_KIND in stock or like.stock_hidden or like.seat is not None or unsure
    pile = record["cards"][PLACES - int(record["pile_size"]) :]
    ended = record["phase"] == ENDED
    answers = record["phase"] == TO_ANSWER
    built = Position(
        rules=like.rules,
        round=like.round,
        dealer=like.dealer,
        turn=int(record["turn"]),
        scores=like.scores,
        hands=tuple(hands),
        hidden=tuple(hidden),
        known=tuple(known),
        knees=tuple(knees),
        feet=tuple(feet),
        stages=tuple(stages),
        clean=tuple(int(n) for n in record["clean"][:players]),
        stock=() if hides else stock,
        stock_hidden=len(stock) if hides else 0,
        discards=tuple(map(int, pile))[::-1],
        teams=tuple(_team(record, team) for team in range(like.rules.teams)),
        phase="draw" if ended else PHASES[int(record["phase"])],
        opening=bool(record["opening"]),
        taking=bool(record["taking"]),
        said=None if ended else _WORDS[int(record["said"])],
        answering=int(record["speaker"]) if answers else None,
        offers=tuple(seat for seat in range(players) if record["offers"] >> seat & 1),
        discarded=bool(record["discarded"]),
        shuffles=int(record["shuffles"]),
        shuffle=int(record["key"]) or None if like.shuffle is not None else None,
        ended=("stock" if record["ender"] == NOBODY else "out") if ended else None,
        seat=like.seat,
    )
    still = like.suits and built.listed() == like.listed()
    return replace(built, suits=like.suits) if still else built


def _team(record: np.void, team: int) -> TeamTable:
    melds, books = [], []
    for slot in range(SLOTS):
        open_meld = [int(record[name][team, slot]) for name in ("naturals", "twos", "jokers")]
        if any(open_meld):
            melds.append(slot_kinds(slot, *open_meld))
        red, black = int(record["red"][team, slot]), int(record["black"][team, slot])
        if red or black:
            twos = int(record["book_twos"][team, slot])
            jokers = int(record["book_jokers"][team, slot])
            naturals = BOOK * (red + black) + int(record["buried"][team, slot]) - twos - jokers
            books.append(Books(slot, red, black, slot_kinds(slot, naturals, twos, jokers)))
    return TeamTable(
        melds=tuple(melds),
        books=tuple(books),
        original_red=int(record["original_red"][team]),
        original_black=int(record["original_black"][team]),
        red_threes=int(record["red_threes"][team]),
    )
