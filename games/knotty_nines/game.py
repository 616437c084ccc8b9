"""Knotty Nines for Python callers: the :class:`kibitz.games.game.Game` of this folder."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from struct import Struct
from typing import ClassVar, Final

import numpy as np

from kibitz.games.cards import PACK_SIZE, UNSEEN, card_symbol, card_text
from kibitz.games.deal import check_deal
from kibitz.games.faults import quote
from kibitz.games.game import Game
from kibitz.games.knotty_nines import deal as deals
from kibitz.games.knotty_nines.notation import no_pile, read_move, text_to_json, write_move
from kibitz.games.knotty_nines.play import MAX_MOVES, SHIFT, fits
from kibitz.games.knotty_nines.position import Position
from kibitz.games.knotty_nines.reading import read_json, read_sound_text
from kibitz.games.knotty_nines.rules import RULES_VERSION
from kibitz.games.knotty_nines.schema import SWITCHES, PositionSchema
from kibitz.games.knotty_nines.state import MAX_PILES, NOTHING, STATE
from kibitz.games.protocol import State
from kibitz.games.text_form import read_text

# The fields of the record in order. NumPy takes longer to find one of them than this to take all.
_FIELDS: Final = Struct(f"={MAX_PILES}s{MAX_PILES}s{PACK_SIZE}s{PACK_SIZE}s3h2?")
_NOTHING: Final = bytes([NOTHING])
_UNSEEN: Final = bytes([UNSEEN])
_SYMBOLS: Final = [card_symbol(card) for card in range(PACK_SIZE)]


@lru_cache(32)
def state_of(position: Position) -> State:
    """See :meth:`kibitz.games.game.Game.state_of`."""
    piles, stock = position.tableau, bytes(position.stock)
    beneath = bytearray([NOTHING]) * PACK_SIZE
    for pile in piles:
        if len(pile) > 1:  # most are not
            for under, card in pairwise(pile):
                beneath[card] = under
    fields = _FIELDS.pack(
        bytes([pile[-1] if pile else NOTHING for pile in piles]).ljust(MAX_PILES, _NOTHING),
        bytes([len(pile) for pile in piles]),  # filled up with zeros
        beneath,
        stock.ljust(PACK_SIZE, _UNSEEN),
        *(0, position.stock_size, len(piles)),
        *(position.rules.wrap, position.rules.win == "stock_empty_and_stuck"),
    )
    return np.frombuffer(bytearray(fields), STATE)


class KnottyNines(Game):
    """Knotty Nines: nine piles, built down by rank; won when the stock is empty."""

    name = "knotty-nines"
    title = "Knotty Nines"
    sheet = "Knotty Nines Solitaire, the rule sheet"
    rules_version = RULES_VERSION
    players = (1, 1)
    notation = (
        "3>7: the top card of pile 3 goes onto pile 7, piles counted from 1. With a face-down "
        "stock a move that empties a pile names the card that turned up: 3>7=KD."
    )
    sources: ClassVar[Mapping[str, str]] = deals.SOURCES
    max_moves = MAX_MOVES
    switches = SWITCHES
    schema = PositionSchema

    state_of = staticmethod(state_of)
    move_text = staticmethod(write_move)

    def read(self, data: object) -> Position:
        """See :meth:`kibitz.games.game.Game.read`; text may also be the plain-text deal form."""
        if isinstance(data, str):
            if (sound := read_sound_text(data)) is not None:
                return sound
            if deals.is_plain_text(data):
                return read_json(deals.plain_text_to_json(data))
            return read_text(data, text_to_json, read_json)
        return read_json(data)

    def deal(self, seed: str, rules: object = None, source: str = "kibitz") -> Position:
        """See :meth:`kibitz.games.game.Game.deal`."""
        checked = check_deal(SWITCHES, rules, lambda _: deals.pack_of(seed, source))
        return deals.deal(seed, checked, source)

    def position(self, state: State, like: Position) -> Position:
        """See :meth:`kibitz.games.game.Game.position`."""
        record = state[0]
        tableau = []
        for i in range(int(record["piles"])):
            pile: list[int] = []
            card = int(record["top"][i])
            for _ in range(int(record["height"][i])):
                pile.append(card)
                card = int(record["beneath"][card])
            tableau.append(tuple(reversed(pile)))
        drawn, size = int(record["drawn"]), int(record["size"])
        if like.hidden:
            return Position(like.rules, tuple(tableau), (), size - drawn)
        stock = tuple(int(card) for card in record["stock"][drawn:size])
        return Position(like.rules, tuple(tableau), stock)

    def as_seen(self, position: Position, seat: int = 0) -> Position:  # noqa: ARG002
        """See :meth:`kibitz.games.game.Game.as_seen`: the stock face down."""
        return replace(position, stock=(), hidden=position.stock_size)

    def describe(self, state: State, move: int) -> str:
        """See :meth:`kibitz.games.game.Game.describe`: ``6♣ of pile 1 onto 7♦ of pile 4``."""
        return self.described(state, [move])[0]

    def described(self, state: State, moves: Sequence[int]) -> list[str]:
        """See :meth:`kibitz.games.game.Game.described`."""
        top, height, _, stock, drawn, size, *_ = _FIELDS.unpack(state.tobytes())
        filling = ", leaving a space"
        if drawn < size:
            filler = stock[drawn]
            filling = f", drawing {_SYMBOLS[filler]}" if filler != UNSEEN else ", drawing a card"
        words = []
        for move in moves:
            source, target = divmod(move, SHIFT)
            begun = f"{_SYMBOLS[top[source]]} of pile {source + 1} onto {_SYMBOLS[top[target]]}"
            end = filling if height[source] == 1 else ""
            words.append(f"{begun} of pile {target + 1}{end}")
        return words

    def enter(self, state: State, text: str) -> int:
        """See :meth:`kibitz.games.game.Game.enter`."""
        move, named = read_move(text)
        record = state[0]
        source, target = divmod(move, SHIFT)
        piles = int(record["piles"])
        drawn, size = int(record["drawn"]), int(record["size"])
        if max(source, target) >= piles:
            raise ValueError(no_pile(max(source, target) + 1, piles))
        if source == target:
            raise ValueError("a card cannot go onto its own pile")
        for pile in (source, target):
            if record["height"][pile] == 0:
                raise ValueError(f"pile {pile + 1} is empty")
        card, onto = int(record["top"][source]), int(record["top"][target])
        if not fits(card, onto, bool(record["wrap"])):
            raise ValueError(f"{card_text(card)} does not go on {card_text(onto)}")
        if drawn == size and not record["clear"]:
            raise ValueError("the game is over: the stock is empty")
        draws = record["height"][source] == 1 and drawn < size
        self._turn_up(record, named, draws, source)
        return move

    def rewrite(self, text: str) -> str:
        """See :meth:`kibitz.games.game.Game.rewrite`."""
        return write_move(*read_move(text))

    def seen_move(self, state: State, move: int, like: Position, seat: int) -> str:  # noqa: ARG002
        """See :meth:`kibitz.games.game.Game.seen_move`: with the card that fills the space."""
        record = state[0]
        drawn = int(record["drawn"])
        draws = record["height"][move // SHIFT] == 1 and drawn < record["size"]
        return write_move(move, int(record["stock"][drawn]) if draws else UNSEEN)

    def _turn_up(self, record: np.void, named: int, draws: bool, source: int) -> None:
        """Check the card named as turned up against the stock, or write it there."""
        if not draws:
            if named != UNSEEN:
                raise ValueError(f"this move turns up no card, yet it names {card_text(named)}")
            return
        drawn = int(record["drawn"])
        filler = int(record["stock"][drawn])
        if filler != UNSEEN:
            if named not in (UNSEEN, filler):
                raise ValueError(f"the next card is {card_text(filler)}, not {card_text(named)}")
            return
        if named == UNSEEN:
            raise ValueError(
                f"pile {source + 1} empties and the stock is face down: "
                "name the card that turned up, as in 3>7=KD"
            )
        if _in_play(record, named):
            raise ValueError(f"{quote(card_text(named))} cannot turn up: it is in the tableau")
        record["stock"][drawn] = named


def _in_play(record: np.void, card: int) -> bool:
    tops = [int(top) for top in record["top"]]
    below = [int(under) for under in record["beneath"]]
    return card in tops or card in below
