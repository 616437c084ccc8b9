"""Reading positions of K'nack Solitaire: every fault at once.

A position need not be reachable, but its cards must be one pack and its field one that could be
laid: it hangs together, neighbours match, the limits hold. Then it can be laid card by card from
the first one outwards, whatever was the order.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from kibitz.games.cards import JOKER, card_text
from kibitz.games.faults import BadInput, Fault
from kibitz.games.knack_field.faults import Laid, field_faults
from kibitz.games.knack_field.rules import pack_cards
from kibitz.games.knack_solitaire.position import Position, PositionShape
from kibitz.games.knack_solitaire.rules import DEFAULT, Rules, read_rules
from kibitz.games.reading import listed, read_card, read_cards
from kibitz.games.shapes import object_of

_NAMED: Final = 8


class Given(NamedTuple):
    """A card and the JSON Pointer of where it was given."""

    pointer: str
    card: int


def read_json(data: object) -> Position:
    """The position that a JSON value describes; raises ``BadInput`` with every fault."""
    fields, faults = object_of(PositionShape, data)
    broken = {fault.pointer.split("/")[1] for fault in faults if fault.pointer}
    rules = DEFAULT
    if "rules" in fields and "rules" not in broken:
        try:
            rules = read_rules(fields["rules"])
        except BadInput as error:
            faults += error.under("/rules").faults
            broken.add("rules")
    laid = _read_field(fields.get("field"), faults) if "field" not in broken else []
    waste = _read(fields.get("waste"), "/waste", faults)
    stock = _read(fields.get("stock"), "/stock", faults)
    orders = [
        _read(order, f"/redeal_orders/{i}", faults)
        for i, order in enumerate(listed(fields.get("redeal_orders")))
    ]
    counted = fields["stock"]["count"] if _counted(fields, broken) else 0
    if "rules" not in broken:
        if not broken & {"field", "waste", "stock"}:
            named = [Given(f"{card.pointer}/2", card.card) for card in laid]
            waste_size = len(listed(fields.get("waste")))
            sizes = (len(fields["field"]), waste_size, counted + len(listed(fields.get("stock"))))
            _check_pack(rules, [*named, *waste, *stock], sizes, counted > 0, faults)
        if "field" not in broken:
            faults += field_faults(rules, laid)
        if not broken & {"redeals_left", "redeal_orders"}:
            _check_redeals(rules, fields, orders, faults)
    if faults:
        raise BadInput(faults)
    return Position(
        rules=rules,
        field=tuple(sorted((card.x, card.y, card.card) for card in laid)),
        waste=_cards(waste),
        stock=_cards(stock),
        redeals_left=_redeals_left(rules, fields),
        hidden=counted,
        orders=tuple(map(_cards, orders)),
    )


def _counted(data: dict[str, Any], broken: set[str]) -> bool:
    return "stock" not in broken and isinstance(data.get("stock"), dict)


def _redeals_left(rules: Rules, data: dict[str, Any]) -> int:
    left = data.get("redeals_left")
    return rules.redeals if left is None else int(left)


def _read_field(given: object, faults: list[Fault]) -> list[Laid]:
    laid = []
    for i, (x, y, text) in enumerate(given if isinstance(given, list) else []):
        card = read_card(text, f"/field/{i}/2", faults, jokers=True)
        if card is not None:
            laid.append(Laid(f"/field/{i}", x, y, card))
    return laid


def _read(texts: object, pointer: str, faults: list[Fault]) -> list[Given]:
    cards = enumerate(read_cards(texts, pointer, faults, jokers=True))
    return [Given(f"{pointer}/{i}", card) for i, card in cards if card is not None]


def _cards(given: Iterable[Given]) -> tuple[int, ...]:
    return tuple(card for _, card in given)


def _check_pack(
    rules: Rules,
    named: list[Given],
    sizes: tuple[int, int, int],
    counted: bool,
    faults: list[Fault],
) -> None:
    """Every card of the pack once: cards twice, of another pack, missing and miscounted."""
    missing = _check_each(rules, named, faults)
    pack = len(pack_cards(rules))
    total = sum(sizes)
    if total == pack:
        return
    field, waste, stock = sizes
    message = f"{field} on the field, {waste} in the waste and {stock} in the stock "
    message += f"make {total} cards, not {pack}"
    if not counted and missing:
        message += f"; missing: {_listing(missing)}"
    code = "stock_too_short" if total < pack else "too_many_cards"
    faults.append(Fault("/stock", code, message))


def _check_each(rules: Rules, named: list[Given], faults: list[Fault]) -> list[int]:
    """Note the cards named too often or of another pack; return those that are not named."""
    pack = Counter(pack_cards(rules))
    seen: dict[int, list[str]] = {}
    for pointer, card in named:
        text = card_text(card)
        others = seen.setdefault(card, [])
        if not pack[card]:
            size = sum(pack.values())
            message = f"{text} is not in a pack of {size} cards"
            if card == JOKER and rules.pack == 54:
                message = f"{text}, but rules.jokers is 0"
            faults.append(Fault(pointer, "not_in_pack", message))
        elif len(others) == pack[card]:
            message = f"{text} is also at {' and '.join(others)}"
            faults.append(Fault(pointer, "card_twice", message))
        else:
            others.append(pointer)
    pack.subtract({card: len(places) for card, places in seen.items()})
    return sorted((+pack).elements())


def _check_redeals(
    rules: Rules, data: dict[str, Any], orders: list[list[Given]], faults: list[Fault]
) -> None:
    """No more redeals than the rules have, and an order of the whole pack for each or for none."""
    left = _redeals_left(rules, data)
    if left > rules.redeals:
        message = f"{_count(left, 'redeal')} left, but rules.redeals is {rules.redeals}"
        faults.append(Fault("/redeals_left", "too_many_redeals", message))
    if "redeal_orders" not in data:
        return
    if orders and rules.redeal == "turn_over":
        message = f"{_count(len(orders), 'order')} given, but rules.redeal is 'turn_over'"
        faults.append(Fault("/redeal_orders", "orders_not_needed", message))
    if len(orders) != left:
        redeals = f"{_count(left, 'redeal')} left"
        message = f"{_count(len(orders), 'order')} given for {redeals}: give one for each, or none"
        faults.append(Fault("/redeal_orders", "wrong_order_count", message))
    for i, order in enumerate(orders):
        missing = _check_each(rules, order, faults)
        given = len(data["redeal_orders"][i])
        if missing and len(order) == given:
            message = f"an order of {given} cards is not one of the whole pack; "
            message += f"missing: {_listing(missing)}"
            faults.append(Fault(f"/redeal_orders/{i}", "order_too_short", message))


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"


def _listing(cards: list[int]) -> str:
    shown = ", ".join(map(card_text, cards[:_NAMED]))
    return shown + (", …" if len(cards) > _NAMED else "")
