"""Small packs as naive games and as kernel states, and whole positions as naive games."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np

from kibitz.games.cards import JOKER, card_text, parse_card
from kibitz.games.knack_field.field import lay
from kibitz.games.knack_field.table import cell_at, clear_field
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.position import Position
from kibitz.games.knack_solitaire.rules import Rules
from kibitz.games.knack_solitaire.schema import SWITCHES
from kibitz.games.knack_solitaire.state import SIDE, STATE
from kibitz.games.protocol import State
from tests.naive import knack_solitaire as naive

GAME = KnackSolitaire()


def small_pack(random: Random, cards: int, jokers: int, **rules: Any) -> tuple[naive.Game, State]:
    """A fresh game of a few cards of neighbouring ranks, so that they match often."""
    redeals = random.choice([0, 0, 0, 1, 2])
    checked = SWITCHES.read({"redeals": redeals, **rules})
    first = random.randrange(13 if checked.wrap == "cycle" else 6)
    if jokers:
        span = (cards - jokers + 3) // 4 + random.choice([0, 1])
        pool = [4 * ((first + step) % 13) + suit for step in range(span) for suit in range(4)]
    else:  # only every other colour: nothing else would lead from one to the other
        span = (cards + 1) // 2 + random.choice([0, 0, 1])
        suits = [(1, 2), (0, 3)]
        pool = [4 * ((first + step) % 13) + s for step in range(span) for s in suits[step % 2]]
    pack = [*map(card_text, random.sample(pool, cards - jokers)), *["JK"] * jokers]
    random.shuffle(pack)
    orders = tuple(tuple(random.sample(pack, cards)) for _ in range(redeals))
    game = naive.Game(
        switches=switches_of(checked),
        field={(0, 0): pack[0]},
        waste=(),
        stock=tuple(pack[1:]),
        redeals_left=redeals,
        orders=orders if checked.redeal == "shuffle" else (),
    )
    return game, state_of(game, checked)


def switches_of(rules: Rules) -> naive.Switches:
    """The switches as the naive twin has them."""
    return naive.Switches(
        ranks="A23456789TJQK" if rules.pack == 54 else "6789TJQKA",
        wrap=rules.wrap == "cycle",
        size=(rules.field.width, rules.field.height) if rules.field else None,
        anchored=rules.anchored,
        danglers=rules.danglers,
        obstacles=frozenset(rules.blocked),
        shuffle=rules.redeal == "shuffle",
        may_decline=rules.may_decline,
    )


def state_of(game: naive.Game, rules: Rules) -> State:
    """The kernel state of a naive game, whose pack may be of any size."""
    state = np.zeros(1, STATE)
    record = state[0]
    clear_field(record["field"], rules)
    for (x, y), text in game.field.items():
        lay(record["field"], cell_at(SIDE, x, y), card_of(text))
    record["waste"][: len(game.waste)] = [card_of(text) for text in game.waste]
    record["wasted"] = len(game.waste)
    record["stock"][: len(game.stock)] = [card_of(text) for text in game.stock]
    record["size"] = len(game.stock)
    texts = [*game.field.values(), *game.waste, *game.stock]
    for text, count in Counter(texts).items():
        record["pack"][card_of(text)] = count
    record["cards"] = len(texts)
    for left, order in enumerate(reversed(game.orders)):
        record["orders"][left][: len(order)] = [card_of(text) for text in order]
    record["ordered"] = len(game.orders) > 0
    record["redeals_left"] = game.redeals_left
    record["redeals"] = rules.redeals
    record["shuffles"] = rules.redeal == "shuffle"
    record["may_decline"] = rules.may_decline
    return state


def card_of(text: str) -> int:
    """A card of its text."""
    return JOKER if text == "JK" else parse_card(text)


def line_on(game: naive.Game, won: State) -> list[str]:
    """The moves of a won kernel state, found by playing its layout in the naive game."""
    field = won[0]["field"]
    half = SIDE // 2
    line: list[str] = []
    for number in range(len(game.field), int(field["count"])):
        row, column = divmod(int(field["where"][number]), SIDE)
        wanted = f"{card_text(int(field['laid'][number]))}@{column - half},{row - half}"
        while True:
            legal = naive.moves(game)
            move = wanted if wanted in legal else next(iter(legal & {"draw", "redeal"}), None)
            if move is None:
                return line
            line.append(move)
            game = naive.play(game, move)
            if move == wanted:
                break
    return line


def naive_of(position: Position) -> naive.Game:
    """A whole position as the naive twin has it."""
    return naive.Game(
        switches=switches_of(position.rules),
        field={(x, y): card_text(card) for x, y, card in position.field},
        waste=tuple(map(card_text, position.waste)),
        stock=tuple(map(card_text, position.stock)),
        redeals_left=position.redeals_left,
        orders=tuple(tuple(map(card_text, order)) for order in position.orders),
    )
