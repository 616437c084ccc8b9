"""The reader of K'nack Solitaire positions: everything that is wrong with one is listed together.

A position need not be reachable, but its cards must be one pack and its field one that could be
laid: it hangs together, neighbours match, the limits hold. Then it can be laid card by card from
the first one outwards, whatever was the order.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from kibitz.games.cards import JOKER, UNSEEN, card_text
from kibitz.games.draft import Cards, Draft, Given, counting, listed, naming
from kibitz.games.knack_field.rules import pack_cards
from kibitz.games.knack_field.table import (
    Laid,
    check_field,
    parse,
    read_field,
)
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.knack_solitaire.rules import DEFAULT, MOST_REDEALS, Rules
from kibitz.games.knack_solitaire.schema import SWITCHES, PositionSchema
from kibitz.games.knack_solitaire.state import MOST_CARDS

_PACK_RULES: Final = ("rules/pack", "rules/jokers")


@dataclass(slots=True)
class SolitaireDraft(Draft[int]):
    """A raw position of K'nack Solitaire; what cannot be read has its default."""

    rules: Rules = DEFAULT
    laid: list[Laid] = field(default_factory=list)
    waste: Cards[int] = field(default_factory=lambda: Cards("/waste", counted=False))
    stock: Cards[int] = field(default_factory=lambda: Cards("/stock"))
    redeals_left: int = 0
    orders: list[Cards[int]] = field(default_factory=list)


def read_json(data: object) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault."""
    draft = SolitaireDraft.of(PositionSchema, data, parse)
    fields = draft.fields
    draft.rules = SWITCHES.read_sound(fields.get("rules", {}), draft.faults)
    draft.laid = read_field(draft, MOST_CARDS)
    draft.waste = draft.pile(fields.get("waste", []), "/waste")
    draft.stock = draft.pile(fields.get("stock"), "/stock")
    draft.orders = draft.piles("redeal_orders", MOST_REDEALS)
    draft.redeals_left = draft.part("redeals_left", draft.rules.redeals)
    draft.check(
        (_check_pack, True),
        (_check_field, True),
        (_check_orders, draft.sound_list("redeal_orders")),
        (_check_redeals, draft.sound("redeals_left", "rules/redeals")),
    )
    draft.finish()
    return Position(
        rules=draft.rules,
        field=tuple(sorted((card.x, card.y, card.card) for card in draft.laid)),
        waste=draft.waste.cards,
        stock=draft.stock.cards,
        redeals_left=draft.redeals_left,
        hidden=draft.stock.hidden,
        orders=tuple(order.cards for order in draft.orders),
    )


def _check_field(draft: SolitaireDraft) -> None:
    """A field that can be laid."""
    check_field(draft, draft.rules, draft.laid)


def _check_pack(draft: SolitaireDraft) -> None:
    """Every card of the pack once: cards twice, of another pack, missing and miscounted."""
    named = [Given(f"{laid.pointer}/2", laid.card) for laid in draft.laid if laid.card != UNSEEN]
    # Switches of the pack that could not be read have their defaults, which forbid the least.
    missing = _check_each(draft, [*named, *draft.waste.given, *draft.stock.given])
    counted = draft.sound_list("field") and draft.sized("waste", "stock")
    if not (counted and draft.sound(*_PACK_RULES)):
        return
    pack = len(pack_cards(draft.rules))
    field = len(listed(draft.fields.get("field")))
    waste, stock = draft.waste.count, draft.stock.count
    total = field + waste + stock
    if total == pack:
        return
    message = f"{field} on the field, {waste} in the waste and {stock} in the stock "
    message += f"make {total} cards, not {pack}"
    if not draft.stock.hidden and missing and total < pack:
        message += f"; missing: {naming(missing)}"
    code = "stock_too_short" if total < pack else "too_many_cards"
    draft.add("/stock", code, message)


def _check_each(draft: SolitaireDraft, named: list[Given[int]]) -> list[int]:
    """Note the cards named too often or of another pack; return those that are not named."""
    pack = Counter(pack_cards(draft.rules))
    seen: dict[int, list[str]] = {}
    for pointer, card in named:
        text = card_text(card)
        others = seen.setdefault(card, [])
        if not pack[card]:
            message = f"{text} is not in a pack of {sum(pack.values())} cards"
            if card == JOKER and draft.rules.pack == 54:
                message = f"{text}, but rules.jokers is 0"
            draft.add(pointer, "not_in_pack", message)
        elif len(others) == pack[card]:
            draft.add(pointer, "card_twice", f"{text} is also at {' and '.join(others)}")
        else:
            others.append(pointer)
    pack.subtract({card: len(places) for card, places in seen.items()})
    return sorted((+pack).elements())


def _check_redeals(draft: SolitaireDraft) -> None:
    """No more redeals than the rules have."""
    left, most = draft.redeals_left, draft.rules.redeals
    if left > most:
        message = f"{counting(left, 'redeal')} left, but rules.redeals is {most}"
        draft.add("/redeals_left", "too_many_redeals", message)


def _check_orders(draft: SolitaireDraft) -> None:
    """An order of the whole pack for each redeal or for none."""
    if "redeal_orders" not in draft.fields:
        return
    left, orders = draft.redeals_left, counting(len(draft.orders), "order")
    if draft.orders and draft.rules.redeal == "turn_over":
        message = f"{orders} given, but rules.redeal is 'turn_over'"
        draft.add("/redeal_orders", "orders_not_needed", message)
        return
    if len(draft.orders) != left and draft.sound("redeals_left", "rules/redeals"):
        message = f"{orders} given for {counting(left, 'redeal')} left: give one for each, or none"
        draft.add("/redeal_orders", "wrong_order_count", message)
    for order in draft.orders:
        missing = _check_each(draft, order.given)
        if missing and order.whole and draft.sound(*_PACK_RULES):
            message = f"an order of {counting(order.count, 'card')} is not one of the whole pack; "
            message += f"missing: {naming(missing)}"
            if order.count < len(pack_cards(draft.rules)):
                draft.add(order.pointer, "order_too_short", message)
            else:
                draft.add(order.pointer, "order_incomplete", message)
