"""Positions of K'nack for the tests."""

from collections import Counter
from random import Random
from typing import Any

from games import protocol
from games.cards import card_text
from games.knack.game import Knack
from games.knack.position import Position
from games.knack.rules import Rules, read_rules
from games.knack_field.field import open_kinds
from games.knack_field.matching import kind_of
from games.protocol import State
from tests.games.knack_solitaire.tables import cards_at
from tests.naive import knack as naive
from tests.naive.knack_solitaire import Switches

GAME = Knack()


def texts(cards: Any) -> tuple[str, ...]:
    """Cards as texts."""
    return tuple(map(card_text, cards))


def written(field: str, hands: str, decks: str = "", /, **more: Any) -> dict[str, Any]:
    """The JSON of a position; cards not named are dealt out below the decks as they come.

    ``hands`` and ``decks`` have a bar between seats. ``more``: parts of the position, or switches.
    Decks of which ``decks`` says nothing have an equal share of what is left; a ``.`` at the end of
    one says that it has no more cards. What is still left then goes to the last deck without.
    """
    parts = {name: more.pop(name) for name in [*more] if name in PARTS}
    rules = {"players": hands.count("|") + 1, **more}
    laid, held = cards_at(field), [hand.split() for hand in hands.split("|")]
    piles = [deck.split() for deck in (decks or "|" * (len(held) - 1)).split("|")]
    left = Counter(texts(read_rules(rules).cards.elements()))
    left.subtract(card for _, _, card in laid if card != "??")
    left.subtract(card for cards in (*held, *piles) for card in cards if card != ".")
    rest = sorted((+left).elements())
    aside = read_rules(rules).aside
    set_aside, rest = rest[:aside], rest[aside:]
    open_decks = [deck for deck in piles if "." not in deck]
    for i, card in enumerate(rest):
        open_decks[i % len(open_decks)].append(card)
    data = {
        "rules": rules,
        "field": laid,
        "hands": held,
        "decks": [[card for card in deck if card != "."] for deck in piles],
        "turn": 0,
        "dealer": len(held) - 1,
    }
    return {**data, **({"aside": set_aside} if aside else {}), **parts}


PARTS = {
    *("turn", "dealer", "passes", "finished", "offender", "lacks", "given", "seat", "aside"),
}


def legal_texts(position: Position) -> set[str]:
    """The legal moves in notation."""
    return {GAME.move_text(move) for move in GAME.legal(GAME.state(position))}


def reason(position: Position, *moves: str) -> str:
    """Why the last of the moves is refused."""
    replay = GAME.replay(position, moves)
    assert replay.first_illegal == len(moves) - 1
    assert replay.reason
    return replay.reason


def some_rules(random: Random) -> dict[str, Any]:
    """Switches at random."""
    rules: dict[str, Any] = {
        "players": random.randint(2, 6),
        "pack": random.choice([54, 54, 36]),
        "jokers": random.choice([2, 0]),
        "wrap": random.choice(["cycle", "none"]),
        "knack_call": random.choice(["auto", "explicit"]),
        "play_on_for_places": random.random() < 0.5,
        "anchored": random.random() < 0.5,
    }
    if random.random() < 0.5:
        size = (random.randint(4, 14), random.randint(4, 14))
        rules["field"] = {"width": size[0], "height": random.choice(size)}
    if rules["anchored"]:
        rules["danglers"] = random.choice([0, 0, 1, 3])
        cells = [(random.randint(-4, 4), random.randint(-4, 4)) for _ in range(4)]
        rules["obstacles"] = [list(cell) for cell in {*cells} - {(0, 0)}][: random.choice([0, 4])]
        rules["leaners"] = random.random() < 0.3
    return rules


def naive_switches(rules: Rules) -> Switches:
    """The same switches for the naive field."""
    return Switches(
        ranks="6789TJQKA" if rules.pack == 36 else "A23456789TJQK",
        wrap=rules.wrap == "cycle",
        size=(rules.field.width, rules.field.height) if rules.field else None,
        anchored=rules.anchored,
        danglers=rules.danglers,
        obstacles=frozenset() if rules.leaners else frozenset(rules.obstacles),
    )


def as_naive(position: Position) -> naive.Game:
    """The same position for the naive game; all cards must be listed."""
    rules = position.rules
    field = {(x, y): card_text(card) for x, y, card in position.field}
    free = field.get((0, 0), "")
    return naive.Game(
        naive_switches(rules),
        rules.knack_call == "explicit",
        rules.play_on_for_places,
        {**field, (0, 0): "JK"} if field else {},
        tuple(tuple(sorted(texts(hand))) for hand in position.hands),
        tuple(map(texts, position.decks)),
        position.turn,
        free,
        position.passes,
        position.finished,
        position.offender,
    )


def played_on(position: Position, random: Random, moves: int) -> list[State]:
    """The states of random play, the first and the last included."""
    states = [GAME.state(position)]
    while len(states) <= moves and (legal := GAME.legal(states[-1])):
        state = states[-1].copy()
        protocol.run_apply(state, random.choice(legal))
        states.append(state)
    return states


def holds_open_kind(state: State, seat: int) -> bool:
    """Whether a seat holds a card that can be laid."""
    record = state[0]
    kinds = int(open_kinds(record["field"]))
    hand = record["hands"][seat][: int(record["held"][seat])]
    return any(kinds >> kind_of(int(card)) & 1 for card in hand)
