"""Fresh deals of K'nack Solitaire by seed.

There are no deals of other programs: PySolFC does not have the game, and its numbers shuffle packs
without jokers.
"""

from collections.abc import Mapping
from typing import Final

from kibitz.games.chance import shuffled_pack
from kibitz.games.deal import SEED_WORDS, check_source, read_seed
from kibitz.games.knack_field.rules import pack_cards
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.knack_solitaire.rules import Rules

SOURCES: Final[Mapping[str, str]] = {"kibitz": SEED_WORDS}


def number_of(seed: str, source: str) -> int:
    """The number that ``seed`` writes; raises ``BadInput`` for a bad seed or source."""
    check_source(seed, source, SOURCES)
    return read_seed(seed)


def deal(seed: str, rules: Rules, source: str = "kibitz") -> Position:
    """The first card on the field, the rest as the stock, and how each redeal will be shuffled.

    The whole game is open to analysis then; turned face down, it is played as at the table.
    """
    number = number_of(seed, source)
    first, *stock = _shuffled(number, rules, 0)
    shuffles = rules.redeals if rules.redeal == "shuffle" else 0
    return Position(
        rules=rules,
        field=((0, 0, first),),
        waste=(),
        stock=tuple(stock),
        redeals_left=rules.redeals,
        orders=tuple(_shuffled(number, rules, i + 1) for i in range(shuffles)),
    )


def _shuffled(number: int, rules: Rules, index: int) -> tuple[int, ...]:
    """The pack in order number ``index`` of a seed."""
    pack = pack_cards(rules)
    return tuple(pack[place] for place in shuffled_pack(number, len(pack), index))
