"""Positions of K'nack for the tests."""

from collections import Counter
from random import Random
from typing import Any

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knack.game import Knack
from kibitz.games.knack.play import CALLED, CELLS, LAY
from kibitz.games.knack.position import Position
from kibitz.games.knack.rules import Rules
from kibitz.games.knack.schema import SWITCHES
from kibitz.games.knack.state import SIDE
from kibitz.games.knack_field.table import place_of
from kibitz.games.protocol import State
from tests.games.knack_solitaire.tables import cards_at, some_edges
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
    left = Counter(texts(SWITCHES.read(rules).cards.elements()))
    left.subtract(card for _, _, card in laid if card != "??")
    left.subtract(card for cards in (*held, *piles) for card in cards if card != ".")
    rest = sorted((+left).elements())
    aside = SWITCHES.read(rules).aside
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


def late(hands: str, decks: str, /, **more: Any) -> Position:
    """A position without jokers in which all other cards have been laid, like a stair.

    They are laid in the order A♣ 2♦ 3♣ … K♣, A♦ 2♣ …, A♠ 2♥ …, A♥ 2♠ … K♥, pack after pack; what
    hands and decks have is the last of that order; what is set aside, the first.
    """
    held = [*hands.replace("|", " ").split(), *decks.replace("|", " ").replace(".", "").split()]
    packs = (hands.count("|") + 2) // 2
    order = [
        rank + suits[place % 2]
        for suits in ("CD", "DC", "SH", "HS") * packs
        for place, rank in enumerate("A23456789TJQK")
    ]
    aside = len(order) % (hands.count("|") + 1)
    laid = order[aside : len(order) - len(held)]
    assert sorted(held) == sorted(order[aside + len(laid) :])
    field = " ".join(f"{card}@{(n + 1) // 2},{n // 2}" for n, card in enumerate(laid))
    return GAME.read(written(field, hands, decks, jokers=0, **more))


def laying(position: Position, card: str, called: bool = False) -> str:
    """A legal move that lays the card."""
    found = [text for text in legal_texts(position) if text.startswith(f"{card}@")]
    return min(text for text in found if text.endswith("!") == called)


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
        "packs": random.choice([None, None, None, 1, 2, 4]),
        "jokers": random.choice([2, 0]),
        "wrap": random.choice(["cycle", "none"]),
        "knack_call": random.choice(["auto", "explicit"]),
        "play_on_for_places": random.random() < 0.5,
        "anchored": random.random() < 0.5,
    }
    if random.random() < 0.5:
        size = (random.randint(4, 14), random.randint(4, 14))
        rules["field"] = {"width": size[0], "height": random.choice(size)}
    return {**rules, **some_edges(random, rules, random.choice([0, 4]))}


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


def spread(state: State, random: Random, rate: float = 0.9) -> int:
    """A random move, at this rate one far out: so the field stays open and players run out."""
    moves = GAME.legal(state)
    if random.random() > rate or moves[0] < LAY:
        return random.choice(moves)
    far = {move: sum(map(abs, place_of(SIDE, move % CALLED % CELLS))) for move in moves}
    return random.choice([move for move in moves if far[move] == max(far.values())])


def played_out(position: Position, random: Random, rate: float = 0.9) -> list[State]:
    """The states of such play, the first and the last included."""
    states = [GAME.state(position)]
    while GAME.legal(states[-1]):
        state = states[-1].copy()
        protocol.run_apply(state, spread(state, random, rate))
        states.append(state)
    return states


def late_deals() -> list[Position]:
    """Positions with few cards left, cards being given, players out, passes that tell much."""
    random, found = Random(4), []
    for number, (players, pack) in enumerate([(2, 54), (3, 36), (4, 54), (6, 36)]):
        rules: dict[str, Any] = {"players": players, "pack": pack, "knack_call": "explicit"}
        rules["play_on_for_places"] = number % 2 == 1
        start = GAME.deal(str(number), rules, dealer=random.randrange(players))
        states = played_out(start, random, random.choice([0, 0.5]))
        giving = [state for state in states if state[0]["offender"] >= 0]
        passing = [state for state in states if state[0]["lacks"].any()]
        chosen = [states[-8], *giving[:1], *passing[-4:-3]]
        found += [GAME.position(state, start) for state in chosen]
    window: dict[str, Any] = {"field": {"width": 9, "height": 8}}
    legs = {"anchored": True, "obstacles": [[1, 0], [-1, -1]]}
    both = {**window, **legs}
    bounded = [window, legs, {**both, "danglers": 2}, {**both, "leaners": True}]
    return found + [GAME.deal(str(seed), switches) for seed, switches in enumerate(bounded)]
