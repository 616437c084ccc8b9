"""Rounds of Knaves as they were really played: revokes and exposed cards found and charged.

A record is a full deal and the list of what happened, in order. Beside the moves of
:mod:`kibitz.games.knaves.notation` it has

- ``7H``: the seat whose turn it is plays the card, be it legal or a revoke;
- ``correct-8H``: whoever holds the card and failed to follow suit in this trick takes that card
  back and plays this one. It is in time until the trick is turned: until a revoke is claimed or
  the next card is led;
- ``expose-7H``: whoever holds the card shows it out of normal play;
- ``call-7H``: an opponent calls for an exposed card. It binds its owner's next card, if the called
  one is then legal to play. ``no-call`` may be left out;
- ``revoke-1``: an opponent claims that seat 1 revoked in the trick just finished.

A revoke costs ``rules.revoke_penalty`` when it is claimed before the next card is led. Corrected
in time it costs nothing, but the card taken back was seen and lies exposed. One that nobody claims
stands. An exposed card costs nothing but the duty to play it when it is called; the sheet names no
price for ignoring that, and none for a claim without ground.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from kibitz.games.cards import UNSEEN, card_text, parse_card
from kibitz.games.faults import BadInput, IllegalMove, quote
from kibitz.games.game import Step
from kibitz.games.knaves.bitboards import card_at, place_of, suit_mask
from kibitz.games.knaves.incidents import Call, Claim, Exposure, Revoke
from kibitz.games.knaves.notation import NO_CALL_TEXT, SUIT_WORDS
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.rules import after_round
from kibitz.games.knaves.state import NONE, SEATS
from kibitz.games.knaves.table import position_of, put, state_of
from kibitz.games.match import MatchResult

_ENTRY: Final = re.compile(r"(?:(correct|expose|call)-)?([^-]{2,3})")
_CLAIM: Final = re.compile(r"revoke-([0-2])")


@dataclass(frozen=True, slots=True)
class Judged:
    """A record judged: where it leads, the points of the tricks, and what was charged besides.

    ``called``: the place of the card that the seat to play has been called for, or NONE. Where
    calls are no moves the position does not say it.
    """

    position: Position
    called: int
    points: tuple[int, ...]
    charges: tuple[int, ...]
    revokes: tuple[Revoke, ...]
    exposures: tuple[Exposure, ...]
    calls: tuple[Call, ...]
    claims: tuple[Claim, ...]

    @property
    def match_result(self) -> MatchResult | None:
        """The match after this round, charges included, or None while the round goes on."""
        if any(self.position.hands):
            return None
        start = self.position
        won = [a + b for a, b in zip(self.points, self.charges, strict=True)]
        return after_round(start.scores, won, start.rules.target, start.dealer)


def judge(position: Position, entries: Sequence[str]) -> Judged:
    """Follow a record that begins at ``position``.

    Raises ``BadInput`` when a hand is hidden, and ``IllegalMove`` that names the first entry that
    cannot have happened.
    """
    if any(position.hidden):
        raise BadInput.one("/hands", "hand_hidden", "a record needs the cards of every hand")
    book = _Book(position)
    for index, text in enumerate(entries):
        _enter(book, index, text)
    return book.judged()


def rewrite_entry(text: str) -> str:
    """An entry in the one form that it is always written in; raises ``ValueError``."""
    found = _ENTRY.fullmatch(text)
    if text == NO_CALL_TEXT or _CLAIM.fullmatch(text):
        return text
    if not found:
        raise ValueError(_unread(text))
    card = card_text(parse_card(found[2]))
    return f"{found[1]}-{card}" if found[1] else card


def follow_round(position: Position, entries: Sequence[str]) -> list[Step]:
    """Whose turn it was at each entry, in which trick; nobody's for what is no card played.

    Raises as :func:`judge`.
    """
    book, steps = _Book(position), list[Step]()
    for index, text in enumerate(entries):
        before, player = book.cards, int(book.state[0]["player"])
        _enter(book, index, text)
        played = book.cards > before
        trick = (book.cards - 1) // SEATS + 1 if book.cards else 1
        steps.append(Step(player if played else None, trick))
    return steps


def _enter(book: "_Book", index: int, text: str) -> None:
    try:
        book.enter(index, text)
    except ValueError as error:
        raise IllegalMove(index, text, str(error)) from None


def _unread(text: str) -> str:
    words = "7H, correct-7H, expose-7H, call-7H or revoke-1"
    return f"{quote(text)} is not an entry: write {words}"


@dataclass(frozen=True, slots=True)
class _Play:
    """A card of the trick: the entry it came from, and the call it answers, by entry."""

    index: int
    card: int
    call: int | None


class _Book:
    """A record as far as it has been read.

    ``plays`` lead from ``opening``, the state before the trick or at the start of the record, to
    ``state``; so a card of the trick can be exchanged.
    """

    def __init__(self, position: Position) -> None:
        self.start = position
        self.state = state_of(position).copy()
        self.opening = self.state
        self.plays: list[_Play] = []
        self.turned = True
        self.revokes: dict[int, Revoke] = {}
        self.exposures: list[Exposure] = []
        self.calls: dict[int, Call] = {}
        self.claims: list[Claim] = []
        record = self.state[0]
        if position.called != UNSEEN:
            self.calls[NONE] = Call(NONE, int(record["player"]), position.called)
        # Calls are kept here, where they may be made at any time.
        self.declined = position.declined
        record["calling"] = False
        record["called"], record["declined"] = NONE, 0

    def enter(self, index: int, text: str) -> None:
        """Follow one entry; raises ``ValueError`` with the reason when it cannot have happened."""
        claim = _CLAIM.fullmatch(text)
        found = _ENTRY.fullmatch(text)
        if claim:
            self._claim(index, int(claim[1]))
        elif found:
            card = parse_card(found[2])
            follow = {"correct": self._correct, "expose": self._expose, "call": self._call}
            follow.get(found[1], self._play)(index, card)
        elif text == NO_CALL_TEXT:
            player = int(self.state[0]["player"])
            if self.state[0]["exposed"][player] and self._open_call(player) is None:
                self.declined = min(2, self.declined + 1)
        else:
            raise ValueError(_unread(text))

    def judged(self) -> Judged:
        """What the record comes to."""
        charges = [0] * SEATS
        for revoke in self.revokes.values():
            charges[revoke.seat] += revoke.points
        known = [revoke.card for revoke in self.revokes.values() if revoke.outcome != "corrected"]
        return Judged(
            position=self._with_calls(position_of(self.state, self.start, known)),
            called=self.called,
            points=tuple(int(n) for n in self.state[0]["points"]),
            charges=tuple(charges),
            revokes=tuple(self.revokes.values()),
            exposures=tuple(self.exposures),
            calls=tuple(self.calls.values()),
            claims=tuple(self.claims),
        )

    def _with_calls(self, position: Position) -> Position:
        """The position with what was answered to whether a card is called, if that is asked."""
        record, called = self.state[0], self.called
        shown, led = int(record["exposed"][int(record["player"])]), int(record["led"])
        if not position.rules.exposed_cards or not shown:
            return position
        same = shown & int(suit_mask(led)) if led >= 0 else 0
        if called == NONE or not (same or shown) >> called & 1:
            return replace(position, declined=self.declined)
        return replace(position, called=card_at(called), declined=min(1, self.declined))

    @property
    def called(self) -> int:
        """The place of the card that has been called of the seat to play, or NONE."""
        call = self._open_call(int(self.state[0]["player"]))
        return NONE if call is None else place_of(self.calls[call].card)

    @property
    def cards(self) -> int:
        """How many cards have been played, in all tricks."""
        return int(self.state[0]["count"])

    def _holder(self, card: int) -> int:
        """The seat that holds ``card``."""
        for seat in range(SEATS):
            if int(self.state[0]["hands"][seat]) >> place_of(card) & 1:
                return seat
        raise ValueError(f"{card_text(card)} is in no hand")

    def _between_tricks(self) -> bool:
        return int(self.state[0]["count"]) % SEATS == 0

    def _play(self, index: int, card: int) -> None:
        holder, player = self._holder(card), int(self.state[0]["player"])
        if holder != player:
            message = f"seat {player} is to play, but seat {holder} holds {card_text(card)}"
            raise ValueError(f"{message}: one shown out of turn is written expose")
        if self._between_tricks():
            self.opening, self.plays = self.state.copy(), []
        elif not self.plays:
            self.opening = self.state.copy()
        self.turned, self.declined = False, 0
        self._put(_Play(index, card, self._open_call(player)))

    def _put(self, play: _Play) -> None:
        """Lay a card on the table, noting a revoke and what becomes of a call."""
        record = self.state[0]
        seat, led = int(record["player"]), int(record["led"])
        held = int(record["hands"][seat])
        follows = held & int(suit_mask(led)) if led >= 0 else 0
        revokes = bool(follows) and play.card & 3 != led
        if revokes and play.index not in self.revokes:
            trick = int(record["count"]) // SEATS
            self.revokes[play.index] = Revoke(play.index, trick, seat, play.card)
        if play.call is not None:
            self.calls[play.call] = _answered(self.calls[play.call], play.card, follows)
        self.plays.append(play)
        put(self.state, play.card, revokes)

    def _correct(self, index: int, card: int) -> None:
        seat, text = self._holder(card), card_text(card)
        wrong = [p for p in self.plays if p.index in self.revokes and self._seat_of(p) == seat]
        if not wrong or self.turned:
            raise ValueError(f"{text} corrects nothing: seat {seat} has no revoke to take back")
        led = int(self.opening[0]["led"])
        led = self.plays[0].card & 3 if led < 0 else led
        if card & 3 != led:
            raise ValueError(f"{text} does not follow the {SUIT_WORDS[led]} led either")
        (old,) = wrong
        self.revokes[old.index] = replace(self.revokes[old.index], outcome="corrected")
        plays = [_Play(index, card, p.call) if p is old else p for p in self.plays]
        self.state, self.plays = self.opening.copy(), []
        for play in plays:
            self._put(play)
        self._expose(index, old.card)

    def _seat_of(self, play: _Play) -> int:
        first = int(self.opening[0]["player"])
        return (first + self.plays.index(play)) % SEATS

    def _expose(self, index: int, card: int) -> None:
        seat = self._holder(card)
        word = 1 << place_of(card)
        if int(self.state[0]["exposed"][seat]) & word:
            return
        self.exposures.append(Exposure(index, seat, card))
        if seat == int(self.state[0]["player"]):
            self.declined = 0  # nobody has been asked for this card
        for state in (self.state, self.opening):
            state[0]["exposed"][seat] = int(state[0]["exposed"][seat]) | word

    def _call(self, index: int, card: int) -> None:
        seat = self._holder(card)
        if not int(self.state[0]["exposed"][seat]) >> place_of(card) & 1:
            raise ValueError(f"{card_text(card)} does not lie exposed before seat {seat}")
        earlier = self._open_call(seat)
        if earlier is not None:
            raise ValueError(f"{card_text(self.calls[earlier].card)} has been called already")
        self.calls[index] = Call(index, seat, card)

    def _open_call(self, seat: int) -> int | None:
        """The entry that called the next card of ``seat``, if there is one."""
        for call in self.calls.values():
            if call.seat == seat and call.outcome == "open":
                return call.index
        return None

    def _claim(self, index: int, seat: int) -> None:
        standing = [r for r in self.revokes.values() if r.seat == seat and r.outcome == "stands"]
        finished = int(self.state[0]["count"]) // SEATS
        for revoke in standing:
            if revoke.trick == finished - 1 and self._between_tricks():
                points = -self.start.rules.revoke_penalty
                self.revokes[revoke.index] = replace(revoke, outcome="claimed", points=points)
                self.claims.append(Claim(index, seat, "upheld"))
                self.turned = True
                return
        outcome: Literal["early", "late", "unfounded"] = "unfounded"
        if standing:
            outcome = "early" if standing[-1].trick == finished else "late"
        self.claims.append(Claim(index, seat, outcome))
        self.turned = self.turned or self._between_tricks()


def _answered(call: Call, card: int, follows: int) -> Call:
    """A call after its owner's card; ``follows`` are the cards that follow suit, if there are."""
    if card == call.card:
        return replace(call, outcome="played")
    legal = not follows or follows >> place_of(call.card) & 1
    return replace(call, outcome="ignored" if legal else "not_legal")
