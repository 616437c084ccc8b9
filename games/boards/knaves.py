"""The table of Knaves in a terminal: the trick, the hands by suit, tricks and points."""

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.games import protocol
from kibitz.games.boards.parts import BLACK, PALE, RED, card_part, switches_part
from kibitz.games.cards import RANKS, SUIT_SYMBOLS, UNSEEN, card_symbol, is_red
from kibitz.games.faults import BadInput
from kibitz.games.knaves.bitboards import place_of
from kibitz.games.knaves.position import Position
from kibitz.games.knaves.rules import after_round
from kibitz.games.knaves.state import SEATS
from kibitz.games.knaves.table import state_of
from kibitz.games.protocol import State

_SUITS: Final = ("clubs", "diamonds", "hearts", "spades")


def draw(position: Position) -> RenderableType:
    """The trick on the table, then a row for each seat, the cards out of play and the switches."""
    state = state_of(position)
    record = state[0]
    above = Table.grid(padding=(0, 2))
    above.add_row(Text("trumps", PALE), _trumps(position, int(record["trump"])))
    above.add_row(Text("trick", PALE), _trick(position))
    if position.tricks:
        last = Text(" ").join(map(card_part, position.tricks[-1].cards))
        taken = f" taken by seat {position.trick.leader}"
        above.add_row(Text("before", PALE), last.append(taken, "not bold default"))
    if protocol.run_over(state):
        above.add_row(Text("match", PALE), _match(position, state))
    seats = Table.grid(padding=(0, 2))
    seats.add_column()
    seats.add_column()
    for _ in range(3):
        seats.add_column(justify="right")
    seats.add_row(*(Text(name, PALE) for name in ("seat", "hand", "tricks", "points", "total", "")))
    for seat in range(SEATS):
        points = int(record["points"][seat])
        counts = (int(record["tricks"][seat]), points, position.scores[seat] + points)
        hand = _hand(position.hands[seat], position.hidden[seat], position.exposed[seat])
        note = Text(", ".join(_notes(position, state, seat)), PALE)
        seats.add_row(str(seat), hand, *map(str, counts), note)
    below = Table.grid(padding=(0, 2))
    below.add_row(Text("out", PALE), _hand(position.out, position.out_hidden, ()))
    below.add_row(Text("rules", PALE), switches_part(position.to_json()["rules"]))
    return Group(above, Text(), seats, Text(), below)


def plain(_: Position) -> str:
    """Raise ``BadInput``: there is no plain-text form that programs exchange."""
    message = "Knaves has no plain-text form: choose line or json"
    raise BadInput.one("/format", "unknown_format", message)


def annotated(_: Position, move: str, __: Position) -> str:
    """The move as it is; it turns up nothing but itself."""
    return move


def _trumps(position: Position, trump: int) -> Text:
    text = Text("none" if trump < 0 else _SUITS[trump])
    return text.append(", ").append_text(card_part(position.turned)).append(" turned")


def _match(position: Position, state: State) -> Text:
    """What the totals after the round mean."""
    points = [int(n) for n in state[0]["points"]]
    match = after_round(position.scores, points, position.rules.target, position.dealer)
    return Text(f"won by seat {match.winners[0]}" if match.winners else "goes on")


def _trick(position: Position) -> Text:
    parts = []
    for i, card in enumerate(position.trick.cards):
        seat = (position.trick.leader + i) % SEATS
        parts.append(card_part(card).append(f" of seat {seat}", "not bold default"))
    return Text(", ").join(parts) if parts else Text("no card yet")


def _hand(cards: tuple[int, ...], hidden: int, exposed: tuple[int, ...]) -> Text:
    """The cards suit by suit, the highest first; of a hidden hand the number, and what is shown."""
    if hidden:
        text = Text("1 card, face down" if hidden == 1 else f"{hidden} cards, face down")
    else:
        text = Text("  ").join(_suits(cards)) if cards else Text("none")
    if exposed:
        text.append("\nexposed ").append_text(Text(" ").join(map(card_part, exposed)))
    return text


def _suits(cards: tuple[int, ...]) -> list[Text]:
    suits = []
    for suit in range(4):
        held = sorted((c for c in cards if c & 3 == suit), key=place_of, reverse=True)
        if held:
            ranks = "".join(RANKS[card >> 2] for card in held)
            suits.append(Text(f"{SUIT_SYMBOLS[suit]} {ranks}", RED if is_red(suit) else BLACK))
    return suits


def _notes(position: Position, state: State, seat: int) -> list[str]:
    """What there is to say about a seat besides its cards."""
    notes = ["dealt"] if seat == position.dealer else []
    if seat == position.seat:
        notes.append("sees this")
    if not protocol.run_over(state) and seat == protocol.run_turn(state):
        called = position.called
        plays = "to play" if called == UNSEEN else f"to play {card_symbol(called)}, called"
        notes.append(plays if seat == int(state[0]["player"]) else "may call")
    return notes
