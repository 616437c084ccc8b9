"""Whether the history of a Knock Rummy position leads to the table as it is."""

from kibitz.games.cards import card_text
from kibitz.games.knock_rummy.draft import KnockDraft
from kibitz.games.knock_rummy.notation import Turn, turns_of
from kibitz.games.knock_rummy.state import TAKEN, TURNED_OVER


def check_history(draft: KnockDraft) -> None:
    """Note what cannot have been played, and what of the table is not as the turns left it."""
    history = draft.history or ()
    turns = turns_of(history)
    drawn = draft.ended is None and draft.hands[draft.turn].count > draft.rules.hand_size
    waits = bool(turns) and turns[-1].waits
    under_way = bool(turns) and turns[-1].card is None
    if under_way != (drawn or waits or draft.ended == "out") or (waits and drawn):
        said = "under way" if under_way else "finished"
        _fault(draft, f"its last turn is {said}, that of seat {draft.turn} is not")
        return
    if draft.ended and not turns:
        _fault(draft, "the hand has ended, so there was a turn")
        return
    last = draft.turn if under_way or draft.ended else draft.turn - 1
    replay = Replay(draft, history)
    for number, turn in enumerate(turns):
        replay.play((last - len(turns) + 1 + number) % draft.rules.players, turn)
    replay.compare(turns[-1] if under_way else None)


def _fault(draft: KnockDraft, message: str) -> None:
    draft.add("/history", "bad_history", f"it does not lead here: {message}")


class Replay:
    """The pile and the cards known to be held, as the turns of the history leave them."""

    def __init__(self, draft: KnockDraft, history: tuple[str, ...]) -> None:
        self._draft = draft
        self._pile = [history[0]]
        self._held: list[set[str]] = [set() for _ in range(draft.rules.players)]
        self._turned = 0

    def play(self, seat: int, turn: Turn) -> None:
        """One turn of a seat."""
        draft, taken = self._draft, ""
        if turn.how == TURNED_OVER:
            self._pile = []
            self._turned += 1
        elif turn.how == TAKEN:
            if not self._pile:
                _fault(draft, f"seat {seat} takes from an empty pile")
                return
            taken = self._pile.pop()
            self._held[seat].add(taken)
        if turn.card is None:
            return
        text = card_text(turn.card)
        elsewhere = [other for other, held in enumerate(self._held) if text in held]
        if text in self._pile or (elsewhere and elsewhere != [seat]):
            where = "on the pile" if text in self._pile else f"with seat {elsewhere[0]}"
            _fault(draft, f"seat {seat} discards {text}, which is {where}")
        if text == taken and not draft.rules.allow_return_discard:
            _fault(draft, f"seat {seat} discards {text}, which it has just taken")
        self._held[seat].discard(text)
        self._pile.append(text)

    def compare(self, under_way: Turn | None) -> None:
        """What the turns left against what the position says."""
        draft = self._draft
        pile = [*map(card_text, draft.discards.cards)]
        left = self._pile
        if (pile if self._turned else pile[len(pile) - len(left) :]) != left:
            _fault(draft, f"the pile would end with {' '.join(left)}")
        for seat, held in enumerate(self._held):
            shown = draft.known[seat]
            if draft.ended in {"knock", "out"}:
                shown = draft.hands[seat].given
            if missing := held - {card_text(card) for _, card in shown}:
                names = " ".join(sorted(missing))
                _fault(draft, f"seat {seat} has taken {names}, which is not known of it")
        if self._turned > draft.turn_overs:
            _fault(draft, f"the pile is turned over {self._turned} times, not {draft.turn_overs}")
        if under_way and (under_way.how == TAKEN) != (draft.taken is not None):
            words = "taken" if under_way.how == TAKEN else "not taken"
            _fault(draft, f"seat {draft.turn} has {words} a card in this turn")
