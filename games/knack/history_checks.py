"""Whether the cards of a K'nack position, laid in its order by its seats, lead to the table."""

from typing import Any, Final

import numpy as np

from kibitz.games.cards import UNSEEN
from kibitz.games.draft import Given, counting
from kibitz.games.knack.draft import KnackDraft
from kibitz.games.knack.known_hands import level_of, note_drawn, note_laid, note_pass
from kibitz.games.knack.notation import kind_texts
from kibitz.games.knack.rules import HAND_SIZE
from kibitz.games.knack.state import SIDE, STATE
from kibitz.games.knack.table import lacks_of
from kibitz.games.knack_field.field import lay, open_kinds
from kibitz.games.knack_field.rules import kind_of
from kibitz.games.knack_field.table import beside, cell_at, clear_field

FREE_CELL: Final = (0, 0)
# All that who laid which card must agree with.
PARTS: Final = (
    *("dealer", "turn", "field", "hands", "decks", "aside", "passes", "finished", "offender"),
    *("lacks", "given"),
)


def check_history(draft: KnackDraft) -> None:
    """Note what cannot have been played; else what the passes in between show of the hands.

    Hands, decks, the turn and so on are left out where they have faults of their own.
    """
    seats, laid = draft.laid_by or [], draft.laid
    if len(seats) != len(laid):
        message = f"{counting(len(seats), 'seat')} for {counting(len(laid), 'card')} of the field"
        draft.add("/laid", "wrong_length", message)
    if draft.offender is not None or draft.given:
        message = "cards were given for a K'nack! not called, after which it is not kept who laid"
        draft.add("/laid", "not_kept", message)
        return
    agreed, known = len(seats) == len(laid) and draft.sound(*PARTS), len(draft.faults)
    _check_order(draft)
    replay = Replay(draft)
    for number, seat in enumerate(seats[: len(laid)]):
        replay.lay(number, seat)
    if len(seats) == len(laid):
        replay.compare()
    if agreed and len(draft.faults) == known:
        replay.check_passes()
    if agreed and len(draft.faults) == known:
        draft.shown = lacks_of(replay.record)


def _check_order(draft: KnackDraft) -> None:
    """Each card next to an earlier one, the free one first."""
    before = {FREE_CELL}
    for number, card in enumerate(draft.laid):
        if number == 0 and card.cell != FREE_CELL:
            message = f"{card} is listed first, but the card at 0,0 was laid first"
            draft.add(card.pointer, "not_first", message)
        elif number and before.isdisjoint(beside(card.cell)):
            message = f"{card} touches none of the cards laid before it"
            draft.add(card.pointer, "not_joined", message)
        before.add(card.cell)


class Replay:
    """The cards that seats had left and what their passes show, card by card."""

    def __init__(self, draft: KnackDraft) -> None:
        rules = draft.rules
        self._draft, self._players = draft, rules.players
        self._left = [rules.share] * rules.players
        self._out: list[int] = []
        self._due = draft.starter
        self._ruled_out: list[Given[str]] = []
        self.record: Any = np.zeros(1, STATE)[0]
        self.record["players"] = rules.players
        clear_field(self.record["field"], rules)

    def lay(self, number: int, seat: int) -> None:
        """A seat lays the next card, those before it have passed."""
        draft, card = self._draft, self._draft.laid[number]
        pointer = f"/laid/{number}"
        if number == 0 and seat != draft.starter:
            draft.add(
                pointer, "wrong_start", f"seat {draft.starter} lays the free card, not seat {seat}"
            )
        elif self._left[seat] == 0:
            message = f"seat {seat} has laid all of its {draft.rules.share} cards before {card}"
            draft.add(pointer, "not_in", message)
            return
        elif self._has_ended():
            draft.add(pointer, "has_ended", f"the game was over before seat {seat} laid {card}")
            return
        while number and self._due != seat:
            self._pass(self._due)
        lacks, kind = self.record["lacks"][seat], kind_of(card.card)
        if number and level_of(lacks, kind) == 0:
            message = f"seat {seat} lays {card}, which its passes before rule out"
            self._ruled_out.append(Given(pointer, message))
        if number:
            note_laid(lacks, kind)
        if self._left[seat] > HAND_SIZE:
            note_drawn(lacks)
        cell = cell_at(SIDE, *card.cell)
        lay(self.record["field"], cell, card.card if number else UNSEEN)
        self._left[seat] -= 1
        if self._left[seat] == 0:
            self._out.append(seat)
        if not self._has_ended():
            self._due = self._after(seat)

    def _has_ended(self) -> bool:
        still_in = sum(map(bool, self._left))
        return still_in <= 1 or bool(self._out and not self._draft.rules.play_on_for_places)

    def _after(self, seat: int) -> int:
        others = [(seat + step) % self._players for step in range(1, self._players + 1)]
        return next(other for other in others if self._left[other])

    def _pass(self, seat: int) -> None:
        note_pass(self.record["lacks"][seat], open_kinds(self.record["field"]))
        self._due = self._after(seat)

    def compare(self) -> None:
        """What the order leads to against what the position says."""
        draft, seats = self._draft, self._draft.laid_by or []
        counted = len(draft.hands) == len(draft.decks) == self._players
        counted = counted and all(pile.sized for pile in (*draft.hands, *draft.decks))
        wrong = {fault.pointer for fault in draft.faults}
        for seat, left in enumerate(self._left if counted else ()):
            if wrong.isdisjoint((f"/hands/{seat}", f"/decks/{seat}")) and left != draft.left(seat):
                message = f"seat {seat} was dealt {draft.rules.share} cards and laid "
                message += f"{seats.count(seat)}, but has {draft.left(seat)} left"
                draft.add("/laid", "wrong_number", message)
        finished = draft.sound("finished")
        if finished and self._out != draft.finished and sorted(self._out) == sorted(draft.finished):
            order = ", ".join(map(str, self._out))
            draft.add("/finished", "wrong_order", f"the seats ran out of cards so: {order}")
        if not (seats and finished and draft.knows_turn and draft.sound("passes")):
            return
        turn = seats[-1] if self._has_ended() else self._due
        for number in range(draft.passes):
            last = turn
            self._pass(turn)
            turn = self._due
            if number + 1 == sum(map(bool, self._left)):
                turn = last
        if turn != draft.turn:
            passes = counting(draft.passes, "pass", "passes")
            message = f"seat {seats[-1]} laid last, and after {passes} seat {turn} moves"
            draft.add("/turn", "wrong_turn", message)

    def check_passes(self) -> None:
        """What the passes in between show against the cards laid and what the position says."""
        draft = self._draft
        for pointer, message in self._ruled_out:
            draft.add(pointer, "ruled_out", message)
        self.record["held"][: self._players] = [min(HAND_SIZE, left) for left in self._left]
        for pointer, lack in draft.lacks:
            more = lack.kinds & ~int(self.record["lacks"][lack.seat, lack.at_most])
            if more:
                cards = counting(lack.at_most, "card") if lack.at_most else "no card"
                message = f"who laid which card does not show that seat {lack.seat} has "
                message += (
                    f"{'at most ' * bool(lack.at_most)}{cards} of {', '.join(kind_texts(more))}"
                )
                draft.add(pointer, "not_shown", message)
