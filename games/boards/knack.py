"""The table of K'nack in a terminal: the field, then the hands and the number of cards of each."""

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.games.boards.knack_field import Field
from kibitz.games.boards.parts import PALE, card_part, stock_part, switches_part
from kibitz.games.cards import UNSEEN, card_text
from kibitz.games.faults import BadInput
from kibitz.games.knack.notation import kind_texts
from kibitz.games.knack.position import Lack, Position
from kibitz.games.knack.table import places_of, state_of
from kibitz.games.protocol import run_over

_ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def draw(position: Position) -> RenderableType:
    """The field, the free card, a row for each seat with what is known of it, and the switches."""
    field = tuple((x, y, UNSEEN if x == y == 0 else card) for x, y, card in position.field)
    seats = Table.grid(padding=(0, 2))
    for _ in range(2):
        seats.add_column()
    for _ in range(2):
        seats.add_column(justify="right")
    seats.add_row(*(Text(name, PALE) for name in ("seat", "hand", "deck", "left", "")))
    state = state_of(position)
    places = places_of(state) if run_over(state) else None
    for seat, left in enumerate(position.cards_left):
        note = Text(", ".join(_notes(position, seat, places)), PALE)
        deck = str(position.deck_sizes[seat])
        seats.add_row(str(seat), _hand(position, seat), deck, str(left), note)
    below = Table.grid(padding=(0, 2))
    for name, text in _more(position):
        below.add_row(Text(name, PALE), text)
    below.add_row(Text("rules", PALE), switches_part(position.to_json()["rules"]))
    return Group(Field(field, position.rules), Text(), seats, Text(), below)


def plain(_: Position) -> str:
    """Raise ``BadInput``: there is no plain-text form that programs exchange."""
    message = "K'nack has no plain-text form: choose line or json"
    raise BadInput.one("/format", "unknown_format", message)


def annotated(before: Position, move: str, _: Position) -> str:
    """The move with the card that it draws, where that is known: ``7C@2,-1=8D``."""
    deck = before.decks[before.turn]
    return f"{move}={card_text(deck[0])}" if "@" in move and "=" not in move and deck else move


def _hand(position: Position, seat: int) -> Text:
    """The hand or its size; below, what follows from its passes and what a giver knows of it."""
    text = stock_part((), position.hidden[seat])
    if position.hands[seat]:
        text = _cards(position.hands[seat])
    for lack in position.lacks:
        if lack.seat == seat:
            text.append(f"\n{_lacking(lack)}", "not bold default")
    for given in position.given:
        if given.to == seat and given.above is None:
            text.append(f"\nseat {given.by} gave it ", "not bold default")
            text.append_text(card_part(given.card))
    return text


def _lacking(lack: Lack) -> str:
    most = f"at most {lack.at_most} of" if lack.at_most else "none of"
    return f"{most} {' '.join(kind_texts(lack.kinds))}"


def _cards(cards: tuple[int, ...]) -> Text:
    return Text(" ").join(map(card_part, cards))


def _notes(position: Position, seat: int, places: tuple[int, ...] | None) -> list[str]:
    """What there is to say about a seat besides its cards."""
    notes = ["dealt"] if seat == position.dealer else []
    if seat == position.seat:
        notes.append("sees this")
    if seat == position.offender:
        notes.append("did not call K'nack!")
    if seat in position.finished:
        notes.append(f"ran out {_ORDINALS[position.finished.index(seat)]}")
    if places is not None:
        shares = "shares" if places.count(places[seat]) > 1 else "takes"
        notes.append(f"{shares} {_ORDINALS[places[seat] - 1]} place")
    elif seat == position.turn:
        notes.append("to move" if position.offender is None else "to give a card")
    return notes


def _more(position: Position) -> list[tuple[str, Text]]:
    """The free card, decks that are listed, cards given that lie in decks, and what is aside."""
    found = [
        ("free card", card_part(card).append(", face down", "not bold default"))
        for x, y, card in position.field
        if x == y == 0
    ]
    for seat, deck in enumerate(position.decks):
        if deck:
            found.append((f"deck {seat}", stock_part(deck, 0)))
    for given in position.given:
        if given.above is not None:
            place = f" in deck {given.to} under {given.above}, given by seat {given.by}"
            found.append(("given", card_part(given.card).append(place, "not bold default")))
    if position.aside or position.aside_hidden:
        aside = _cards(position.aside) if position.aside else stock_part((), position.aside_hidden)
        found.append(("set aside", aside))
    if position.passes:
        found.append(("passes in a row", Text(str(position.passes))))
    return found
