"""The table of Hand, Knee and Foot in a terminal: piles, what each team has, hands, the score."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.boards.parts import BLACK, PALE, RED, switches_part
from games.faults import BadInput
from games.hand_knee_foot.game import HandKneeFoot
from games.hand_knee_foot.kinds import FIVE_SLOT, RED_THREE, SEVEN_SLOT, TEXTS, WILD_SLOT, slot_text
from games.hand_knee_foot.position import Position, TeamTable
from games.hand_knee_foot.rules import ROUNDS
from games.hand_knee_foot.scoring import total_of
from games.hand_knee_foot.state import IN_FOOT, IN_HAND

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
_ENDS: Final = {"out": "went out", "stock": "could not draw"}


def draw(position: Position) -> RenderableType:
    """Stock and discard pile, a row for each team and each seat, the score, the switches."""
    rules = position.rules
    above = Table.grid(padding=(0, 2))
    minimum = rules.minimums[position.round - 1]
    above.add_row(Text("round", PALE), Text(f"{position.round} of {ROUNDS}, opening {minimum}"))
    above.add_row(Text("stock", PALE), _stock(position))
    waits = ", to come to hand" if position.taking else ""
    above.add_row(Text("discards", PALE), _row(position.discards[::-1]).append(waits))
    teams = _grid("team", "seats", "melds", "books", "red threes", "total")
    for team, (table, total) in enumerate(zip(position.teams, position.scores, strict=True)):
        members = ", ".join(str(seat) for seat in range(team, rules.players, rules.teams))
        melds = Text("  ").join(map(_cards, table.melds)) if table.melds else Text("none")
        row = (Text(str(team)), Text(members), melds, _books(table), Text(str(table.red_threes)))
        teams.add_row(*row, Text(str(total)))
    seats = _grid("seat", "hand", "knee", "foot", "")
    for seat in range(rules.players):
        stage = position.stages[seat]
        piles = [
            _pile(position.knees[seat], stage == IN_HAND),
            _pile(position.feet[seat], stage != IN_FOOT),
        ]
        notes = Text(", ".join(_notes(position, seat)))
        seats.add_row(Text(str(seat)), _hand(position, seat), *piles, notes)
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


def told(before: Position, move: str, after: Position) -> str:
    """The move with the cards that it turns up, where they are known: ``draw=7.JK``."""
    if move in {"draw", "lay"} and before.stock:
        drawn = before.stock[: before.stock_size - after.stock_size]
    elif move in {"knee", "foot"}:
        piles = [(b.knees if move == "knee" else b.feet) for b in (before, after)]
        drawn = next((a for a, b in zip(*piles, strict=True) if a != b), ())
    else:
        drawn = ()
    return f"{move}={'.'.join(TEXTS[kind] for kind in drawn)}" if drawn else move


def _grid(*head: str) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_row(*(Text(name, PALE) for name in head))
    return grid


def _card(kind: int, count: int = 1) -> Text:
    text = TEXTS[kind] if count == 1 else f"{TEXTS[kind]}×{count}"
    return Text(text, RED if kind == RED_THREE else BLACK)


def _cards(kinds: Iterable[int]) -> Text:
    """Cards counted by kind: ``4×2 K×3 JK``."""
    return Text(" ").join(_card(kind, count) for kind, count in sorted(Counter(kinds).items()))


def _row(kinds: tuple[int, ...], more: str = "below") -> Text:
    """The first cards of a pile in their order, and the number of the rest."""
    if not kinds:
        return Text("empty")
    text = Text(" ").join(map(_card, kinds[:_LATEST]))
    rest = len(kinds) - _LATEST
    return text.append(f" and {rest} {more}", "not bold default") if rest > 0 else text


def _stock(position: Position) -> Text:
    size = position.stock_size
    text = Text("empty" if not size else "1 card" if size == 1 else f"{size} cards")
    if position.stock_hidden:
        text.append(", face down")
    elif size:
        text.append(", next first: ").append_text(_row(position.stock, "more"))
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


def _pile(kinds: tuple[int, ...], down: bool) -> Text:
    if not down:
        return Text("taken up")
    return _cards(kinds) if kinds else Text("face down")


def _hand(position: Position, seat: int) -> Text:
    number = position.sizes[seat]
    if position.hidden[seat]:
        text = Text("1 card, face down" if number == 1 else f"{number} cards, face down")
    else:
        text = _cards(position.hands[seat]) if number else Text("no cards")
    if position.known[seat]:
        text.append("\nknown to all ").append_text(_cards(position.known[seat]))
    return text


def _notes(position: Position, seat: int) -> list[str]:
    """What there is to say about a seat beside its cards."""
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
