"""The field of K'nack Solitaire in a terminal, and the waste and the stock."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kibitz.games.boards.knack_field import Field
from kibitz.games.boards.parts import PALE, card_part, stock_part, switches_part
from kibitz.games.faults import BadInput
from kibitz.games.knack_solitaire.notation import write_move
from kibitz.games.knack_solitaire.play import DRAW
from kibitz.games.knack_solitaire.position import Position


def draw(position: Position) -> RenderableType:
    """The field, then the waste, the stock, the redeals left, how they go, and the switches."""
    below = Table.grid(padding=(0, 2))
    below.add_row(Text("waste", PALE), _waste(position))
    below.add_row(Text("stock", PALE), stock_part(position.stock, position.hidden))
    below.add_row(Text("redeals left", PALE), Text(str(position.redeals_left)))
    for number, order in enumerate(position.orders, 1):
        below.add_row(Text(f"shuffle {number}", PALE), Text(" ").join(map(card_part, order)))
    below.add_row(Text("rules", PALE), switches_part(position.to_json()["rules"]))
    return Group(Field(position.field, position.rules), Text(), below)


def plain(_: Position) -> str:
    """Raise ``BadInput``: there is no plain-text form that programs exchange."""
    message = "K'nack Solitaire has no plain-text form: choose line or json"
    raise BadInput.one("/format", "unknown_format", message)


def annotated(before: Position, move: str, __: Position) -> str:
    """The move with the card that it turns up: ``draw=7C``."""
    if move == "draw" and before.stock:
        return write_move(DRAW, before.stock[0])
    return move


def _waste(position: Position) -> Text:
    if not position.waste:
        return Text("empty")
    text = Text("top last: " if len(position.waste) > 1 else "")
    return text.append_text(Text(" ").join(map(card_part, position.waste)))
