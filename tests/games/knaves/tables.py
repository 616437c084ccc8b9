"""Positions of Knaves for the tests, and what the naive game makes of them."""

from random import Random
from typing import Any

from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knaves.game import Knaves
from kibitz.games.knaves.position import Position
from tests.naive import knaves as naive

GAME = Knaves()


# Seat 0 leads. Spades are trumps when the two of spades is turned, and seat 2 has no heart.
HANDS = (
    "AC KC 5C 4C 3C AD 9D 8D KH 7H 6H 9S 8S",
    "QC JC QD JD TD 7D 6D 5D AH JH TH KS 7S",
    "TC 9C 8C KD 4D 3D 2D AS QS JS TS 6S 5S",
)


def table(turned: str = "2S", **parts: Any) -> Position:
    """The table of ``HANDS``; a turned card that one of them holds is exchanged for the 2S.

    ``parts``: fields of the position's JSON, or else switches.
    """
    hands = [hand.replace(turned, "2S").split() for hand in HANDS]
    names = ("dealer", "scores", "exposed", "seat", "hands")
    fields: dict[str, Any] = {name: parts.pop(name) for name in names if name in parts}
    return GAME.read({"rules": parts, "turned": turned, "dealer": 2, "hands": hands, **fields})


def reason(position: Position, *texts: str) -> str:
    """Why the last of the moves is refused."""
    replay = GAME.replay(position, texts)
    assert replay.first_illegal == len(texts) - 1
    assert replay.reason
    return replay.reason


def legal_texts(position: Position) -> set[str]:
    """The legal moves in notation."""
    return {GAME.move_text(move) for move in GAME.legal(GAME.state(position))}


def points(position: Position) -> tuple[int, ...]:
    """The points of this round so far."""
    return tuple(int(n) for n in GAME.state(position)[0]["points"])


def turn(position: Position) -> int:
    """The seat to move."""
    return int(protocol.run_turn(GAME.state(position)))


def lay_open(position: Position, random: Random, most: int = 3) -> Position:
    """The position with some cards of each hand exposed."""
    shown = [
        random.sample(hand, min(random.randint(0, most), len(hand))) for hand in position.hands
    ]
    texts = [[card_text(card) for card in cards] for cards in shown]
    return GAME.read({**position.to_json(), "exposed": texts})


def exposed_deals() -> list[Position]:
    """Fresh deals with exposed cards, to be called and not to be called."""
    random = Random(1)
    return [
        lay_open(GAME.deal(str(seed), {"exposed_cards": calling}), random)
        for seed, calling in enumerate((True, True, False))
    ]


def as_naive(position: Position) -> naive.Round:
    """The same position for the naive game; all hands must be known."""
    assert not any(position.hidden)
    rules = position.rules
    jacks = {"JH": rules.jack_hearts, "JD": rules.jack_diamonds}
    jacks |= {"JC": rules.jack_clubs, "JS": rules.jack_spades}
    played = []
    for trick in (*position.tricks, position.trick):
        for i, card in enumerate(trick.cards):
            played.append(((trick.leader + i) % 3, card_text(card)))
    first, second, third = ([card_text(card) for card in hand] for hand in position.hands)
    shown, more, last = ([card_text(card) for card in cards] for cards in position.exposed)
    return naive.Round(
        hands=(first, second, third),
        turned=card_text(position.turned),
        dealer=position.dealer,
        switches=naive.Switches(rules.hand_size, rules.turned_jack, jacks, rules.exposed_cards),
        exposed=(shown, more, last),
        played=tuple(played),
        asked=position.declined,
        called="" if position.called == 255 else card_text(position.called),
    )
