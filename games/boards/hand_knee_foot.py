"""The table of Hand, Knee and Foot in a terminal: piles, what each team has, hands, the score."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.games.boards.parts import BLACK, PALE, RED, switches_part
from kibitz.games.cards import SUIT_SYMBOLS
from kibitz.games.faults import BadInput
from kibitz.games.hand_knee_foot.faces import NO_SUIT, Face, Place, face_text, has_suits, in_order
from kibitz.games.hand_knee_foot.game import HandKneeFoot
from kibitz.games.hand_knee_foot.kinds import FIVE_SLOT, RED_THREE, SEVEN_SLOT, WILD_SLOT, slot_text
from kibitz.games.hand_knee_foot.moves import DRAW, FOOT, KNEE, LAY
from kibitz.games.hand_knee_foot.notation import read_move, write_entry
from kibitz.games.hand_knee_foot.position import Position, TeamTable, slot_of
from kibitz.games.hand_knee_foot.rules import ROUNDS
from kibitz.games.hand_knee_foot.scoring import total_of
from kibitz.games.hand_knee_foot.state import IN_FOOT, IN_HAND

_GAME: Final = HandKneeFoot()
_LATEST: Final = 12
_PLAIN: Final = (FIVE_SLOT, SEVEN_SLOT, WILD_SLOT)
_DOING: Final = {
    "draw": "to draw",
    "play": "to play",
    "answer": "asks to go out",
    "offer": "made the first book",
    "pick_up": "to take up the next pile",
}
_Faces = dict[Place, list[Face]]
_ENDS: Final = {"out": "went out", "stock": "could not draw"}


def draw(position: Position) -> RenderableType:
    """Stock and discard pile, a row for each team and each seat, the score, the switches."""
    rules, faces = position.rules, position.faces()
    above = Table.grid(padding=(0, 2))
    minimum = rules.minimums[position.round - 1]
    above.add_row(Text("round", PALE), Text(f"{position.round} of {ROUNDS}, opening {minimum}"))
    above.add_row(Text("stock", PALE), _stock(position, faces))
    waits = ", to come to hand" if position.taking else ""
    above.add_row(Text("discards", PALE), _row(faces[Place("discards")][::-1]).append(waits))
    teams = _grid("team", "seats", "melds", "books", "red threes", "total")
    for team, (table, total) in enumerate(zip(position.teams, position.scores, strict=True)):
        members = ", ".join(str(seat) for seat in range(team, rules.players, rules.teams))
        rows = [faces[Place("melds", team, slot_of(meld))] for meld in table.melds]
        melds = Text("  ").join(map(_cards, rows)) if rows else Text("none")
        threes = Text(str(table.red_threes))
        if has_suits(laid := faces[Place("red_threes", team)]):
            threes.append(": ").append_text(_cards(laid))
        row = (Text(str(team)), Text(members), melds, _books(table), threes)
        teams.add_row(*row, Text(str(total)))
    seats = _grid("seat", "hand", "knee", "foot", "")
    for seat in range(rules.players):
        stage = position.stages[seat]
        piles = [
            _pile(faces.get(Place("knees", seat)), stage == IN_HAND),
            _pile(faces.get(Place("feet", seat)), stage != IN_FOOT),
        ]
        notes = Text(", ".join(_notes(position, seat)))
        seats.add_row(Text(str(seat)), _hand(position, faces, seat), *piles, notes)
    parts: list[RenderableType] = [above, "", teams, "", seats, ""]
    if scores := _scores(position):
        parts += [scores, ""]
    below = Table.grid(padding=(0, 2))
    below.add_row(Text("rules", PALE), switches_part(position.to_json()["rules"]))
    return Group(*parts, below)


def plain(_: Position) -> str:
    """Raise ``BadInput``: there is no plain-text form that programs exchange."""
    message = "Hand, Knee and Foot has no plain-text form: choose line or json"
    raise BadInput.one("/format", "unknown_format", message)


def annotated(before: Position, move: str, after: Position) -> str:
    """The move with the cards that it turns up, where they are known: ``draw=7.JK``."""
    entry, faces = read_move(move), before.faces()
    drawn: list[Face] = []
    if entry.move in (DRAW, LAY):
        drawn = faces.get(Place("stock"), [])[: before.stock_size - after.stock_size]
    elif entry.move in (KNEE, FOOT):
        name = "knees" if entry.move == KNEE else "feet"
        stages = enumerate(zip(before.stages, after.stages, strict=True))
        seat = next(seat for seat, (was, now) in stages if was != now)
        drawn = faces.get(Place(name, seat), [])
    return move if entry.turned else write_entry(entry._replace(turned=tuple(drawn)))


def _grid(*head: str) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_row(*(Text(name, PALE) for name in head))
    return grid


def _card(face: Face, count: int = 1) -> Text:
    kind, suit = face
    text = face_text(face) if suit == NO_SUIT else face_text(face)[0] + SUIT_SYMBOLS[suit]
    red = kind == RED_THREE or suit in (1, 2)
    return Text(text if count == 1 else f"{text}×{count}", RED if red else BLACK)


def _cards(faces: Iterable[Face]) -> Text:
    """Cards counted by kind and by suit: ``4×2 K♣×2 K♥ K JK``."""
    counts = Counter(faces)
    return Text(" ").join(_card(face, counts[face]) for face in in_order(counts))


def _row(faces: Sequence[Face], more: str = "below") -> Text:
    """The first cards of a pile in their order, and the number of the rest."""
    if not faces:
        return Text("empty")
    text = Text(" ").join(map(_card, faces[:_LATEST]))
    rest = len(faces) - _LATEST
    return text.append(f" and {rest} {more}", "not bold default") if rest > 0 else text


def _stock(position: Position, faces: _Faces) -> Text:
    size = position.stock_size
    text = Text("empty" if not size else "1 card" if size == 1 else f"{size} cards")
    if position.stock_hidden:
        text.append(", face down")
    elif size:
        text.append(", next first: ").append_text(_row(faces[Place("stock")], "more"))
    return text


def _books(table: TeamTable) -> Text:
    """Each rank with its books, a star at the first red and the first black one.

    Books of 5s, of 7s and of wild cards have no colour: they count by themselves.
    """
    said = []
    for books in table.books:
        parts = [slot_text(books.slot)]
        for colour, count, first in (
            ("red", books.red, table.original_red),
            ("black", books.black, table.original_black),
        ):
            many = f"×{count}" if count > 1 else ""
            if books.slot in _PLAIN:
                parts[0] += many
            elif count:
                parts.append(colour + ("*" if first == books.slot else "") + many)
        buried = len(books.cards) - 7 * (books.red + books.black)
        said.append(" ".join(parts) + (f" +{buried}" if buried else ""))
    return Text(", ".join(said) or "none")


def _pile(faces: list[Face] | None, down: bool) -> Text:
    if not down:
        return Text("taken up")
    return _cards(faces) if faces else Text("face down")


def _hand(position: Position, faces: _Faces, seat: int) -> Text:
    number = position.sizes[seat]
    if position.hidden[seat]:
        text = Text("1 card, face down" if number == 1 else f"{number} cards, face down")
    else:
        text = _cards(faces[Place("hands", seat)]) if number else Text("no cards")
    if known := faces[Place("known", seat)]:
        text.append("\nknown to all ").append_text(_cards(known))
    return text


def _notes(position: Position, seat: int) -> list[str]:
    """What there is to say about a seat besides its cards."""
    notes = ["dealt"] if seat == position.dealer else []
    if seat == position.seat:
        notes.append("sees this")
    if seat == position.answering:
        notes.append("to answer")
    if seat in position.offers:
        notes.append("may take up the knee")
    if seat == position.turn:
        notes.append(_ENDS[position.ended] if position.ended else _DOING[position.phase])
        notes += ["opening begun"] if position.opening else []
        notes += [f"partners said {position.said}"] if position.said else []
    return notes


def _scores(position: Position) -> Table | None:
    """The score of each team line by line, at the end of a round that shows all cards."""
    teams = _GAME.score_lines(_GAME.state(position))
    if teams is None:
        return None
    grid = Table.grid(padding=(0, 2))
    for _ in range(3):
        grid.add_column()
    for team, lines in enumerate(teams):
        for line in lines:
            grid.add_row(f"team {team}", f"{line.count} {line.name}", Text(str(line.points)))
        grid.add_row(f"team {team}", Text("score", PALE), Text(str(total_of(lines)), BLACK))
    return grid
