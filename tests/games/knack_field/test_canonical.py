from random import Random
from typing import Any

import pytest

from kibitz.games.cards import parse_card
from kibitz.games.knack_field.canonical import canonical_key
from kibitz.games.knack_field.field import lay
from kibitz.games.knack_field.rules import Size
from kibitz.games.knack_field.table import cell_at
from kibitz.games.knack_solitaire.rules import Rules
from kibitz.games.knack_solitaire.schema import SWITCHES
from tests.games.knack_field.test_field import new_field
from tests.games.knack_solitaire.tables import naive_switches, some_rules
from tests.naive import knack_solitaire as naive

WINDOW = Rules(field=Size(5, 7))
SQUARE = Rules(field=Size(7, 7), anchored=True)
EVEN = Rules(field=Size(4, 7), anchored=True)


def random_field(random: Random, most: int, switches: naive.Switches) -> naive.Field:
    """A few cards, matching or not: the key does not ask."""
    field = {(0, 0): "7C"}
    for _ in range(random.randrange(most)):
        card = random.choice(["7C", "7S", "7D", "JK"])
        free = {near for cell in field for near in naive.around(cell)} - field.keys()
        allowed = [c for c in free if naive.is_within_limits({**field, c: card}, switches)]
        if allowed:
            field[random.choice(sorted(allowed))] = card
    return field


def key(field: naive.Field, rules: Rules, random: Random) -> int:
    """The key of a field whose cards are laid in a random order, as far as they hang together."""
    record: Any = new_field(rules)
    first, *rest = field
    lay(record, cell_at(109, *first), parse_card(field[first], jokers=True))
    laid = {first}
    random.shuffle(rest)
    while rest:
        cell = next(cell for cell in rest if naive.around(cell) & laid)
        rest.remove(cell)
        laid.add(cell)
        lay(record, cell_at(109, *cell), parse_card(field[cell], jokers=True))
    return int(canonical_key(record))


@pytest.mark.parametrize("seed", range(8))
def test_keys_are_equal_exactly_when_the_naive_images_are(seed: int) -> None:
    random = Random(900 + seed)
    rules = [Rules(), WINDOW, SQUARE, EVEN, *(SWITCHES.read(some_rules(random)) for _ in "123")]
    for one in rules:
        switches = naive_switches(one)
        fields = [random_field(random, 5, switches) for _ in range(60)]
        keys = [key(field, one, random) for field in fields]
        pictures = [frozenset(naive.images(field, switches)) for field in fields]
        assert len({*zip(keys, pictures, strict=True)}) == len({*keys}) == len({*pictures})


def test_an_empty_field_has_a_key() -> None:
    assert canonical_key(new_field(Rules())) == canonical_key(new_field(SQUARE))
