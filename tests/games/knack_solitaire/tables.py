"""Whole packs from the few cards a scenario is about, and random switches."""

from collections import Counter
from random import Random
from typing import Any

from kibitz.games.cards import card_text
from kibitz.games.knack_field.rules import FieldRules, Size, pack_cards
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.knack_solitaire.rules import Rules
from kibitz.games.knack_solitaire.schema import SWITCHES
from tests.naive import knack_solitaire as naive

GAME = KnackSolitaire()


def cards_at(text: str) -> list[list[Any]]:
    """The field of a text: ``7C@0,0 8D@1,0``."""
    parts = [part.replace("@", ",").split(",") for part in text.split()]
    return [[int(x), int(y), card] for card, x, y in parts]


def rest_of(used: list[str], rules: dict[str, Any]) -> list[str]:
    """The cards of the pack that are not ``used``, in ascending order."""
    left = Counter(map(card_text, pack_cards(SWITCHES.read(rules))))
    left.subtract(used)
    return [*(+left).elements()]


def written(
    field: str, /, waste: str = "", stock: str | None = None, left: int | None = None, **rules: Any
) -> dict[str, Any]:
    """The JSON of a position; the cards not named follow those of ``stock``."""
    laid = cards_at(field)
    first = (stock or "").split()
    used = [*(card for _, _, card in laid), *waste.split(), *first]
    data = {
        "rules": rules,
        "field": laid,
        "waste": waste.split(),
        "stock": [*first, *rest_of(used, rules)],
    }
    return data if left is None else {**data, "redeals_left": left}


def table(*args: Any, **rules: Any) -> Position:
    """The position of :func:`written`."""
    return GAME.read(written(*args, **rules))


def last_pass(field: str, /, waste: str, left: int = 0, **rules: Any) -> Position:
    """A position without a stock: whatever is not on the field or named lies under the waste."""
    data = written(field, waste, left=left, **rules)
    data["waste"] = [*data["stock"], *data["waste"]]
    return GAME.read({**data, "stock": []})


def legal_texts(position: Position) -> set[str]:
    """The legal moves in notation."""
    return {GAME.move_text(move) for move in GAME.legal(GAME.state(position))}


def some_rules(random: Random) -> dict[str, Any]:
    """Switches at random, each that is shared with K'nack and each of the solitaire."""
    rules: dict[str, Any] = {
        "pack": random.choice([54, 54, 36]),
        "jokers": random.choice([2, 0]),
        "wrap": random.choice(["cycle", "none"]),
        "redeals": random.choice([0, 1, 2, 9]),
        "redeal": random.choice(["shuffle", "turn_over"]),
        "may_decline": random.random() < 0.3,
        "anchored": random.random() < 0.6,
    }
    if random.random() < 0.7:
        size = (random.randint(2, 12), random.randint(2, 12))
        rules["field"] = {"width": size[0], "height": random.choice(size)}
    return {**rules, **some_edges(random, rules, random.choice([0, 4]))}


def some_edges(random: Random, rules: dict[str, Any], most: int) -> dict[str, Any]:
    """Switches of an anchored field that have something to do: danglers, obstacles, leaners."""
    if not rules["anchored"]:
        return {}
    field = rules.get("field")
    edges: dict[str, Any] = {"danglers": random.choice([0, 0, 1, 3])} if field else {}
    reach = FieldRules(field=Size(**field) if field else None, anchored=True).reaches
    cells = {(random.randint(-4, 4), random.randint(-4, 4)) for _ in range(most)} - {(0, 0)}
    edges["obstacles"] = [list(cell) for cell in cells if reach(*cell)]
    edges["leaners"] = bool(edges["obstacles"]) and random.random() < 0.3
    return edges


def bounded_deals() -> list[Position]:
    """Deals with switches that are neither numbers nor words, at work with those that need them."""
    window: dict[str, Any] = {"field": {"width": 6, "height": 4}}
    legs = {"anchored": True, "obstacles": [[1, 0], [-1, -1]]}
    rules = [window, legs, {**window, **legs, "danglers": 2}, {**window, **legs, "leaners": True}]
    rules.append({**window, "redeal": "turn_over", "may_decline": True})
    return [GAME.deal(str(seed), switches) for seed, switches in enumerate(rules)]


def naive_switches(rules: Rules) -> naive.Switches:
    """The same switches for the naive game."""
    return naive.Switches(
        ranks="6789TJQKA" if rules.pack == 36 else "A23456789TJQK",
        wrap=rules.wrap == "cycle",
        size=(rules.field.width, rules.field.height) if rules.field else None,
        anchored=rules.anchored,
        danglers=rules.danglers,
        obstacles=frozenset() if rules.leaners else frozenset(rules.obstacles),
        shuffle=rules.redeal == "shuffle",
        may_decline=rules.may_decline,
    )


def as_naive(position: Position) -> naive.Game:
    """The same position for the naive game."""
    return naive.Game(
        naive_switches(position.rules),
        {(x, y): card_text(card) for x, y, card in position.field},
        tuple(map(card_text, position.waste)),
        tuple(map(card_text, position.stock)),
        position.redeals_left,
        tuple(tuple(map(card_text, order)) for order in position.orders),
    )
