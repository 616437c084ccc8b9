"""Whether the facts in hints for K'nack are true, recomputed from what the seat sees.

Cards are texts and fields dicts, as in :mod:`tests.naive.knack`; nothing of the hints is used.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Any

import numpy as np

from kibitz.contract.answers import MoveValue
from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.knack.position import Position
from tests.games.knack.tables import GAME, naive_switches, spread
from tests.naive.knack import Game
from tests.naive.knack import play as naive_play
from tests.naive.knack_exact import paranoid
from tests.naive.knack_solitaire import Field, around, is_within_limits, match
from tests.naive.reasons.case import Args, Case, Checker, half_of, is_error

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
NAMES = dict(
    zip(
        "A23456789TJQK",
        (
            *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("jack", "queen", "king"),
        ),
        strict=True,
    )
)
SAMPLES = 8_000
EVERY = ["JK", *(rank + suit for rank in "A23456789TJQK" for suit in "CD")]  # one of each kind


def like(card: str) -> str:
    """The card that stands for the kind of a card."""
    return card if card == "JK" else card[0] + ("D" if card[1] in "DH" else "C")


def name(card: str) -> str:
    """The plural of a kind: ``red sevens``."""
    if card == "JK":
        return "jokers"
    word = NAMES[card[0]]
    return f"{'red' if card[1] in 'DH' else 'black'} {word}{'es' if word == 'six' else 's'}"


class Table:
    """What the seat to move sees, and what becomes of it by the advised move."""

    def __init__(self, case: Case, move: str | None = None) -> None:
        position: Position = case.position
        self.position, self.seat = position, position.turn
        self.move = case.hint.move if move is None else move
        self.switches = naive_switches(position.rules)
        self.hand = [card_text(card) for card in position.hands[self.seat]]
        laid = {(x, y): "??" if card == 255 else card_text(card) for x, y, card in position.field}
        self.free = laid.get((0, 0), "??")
        self.field: Field = {cell: "JK" if cell == (0, 0) else c for cell, c in laid.items()}
        self.faces = [card for cell, card in laid.items() if cell != (0, 0)]
        self.after, self.rest = dict(self.field), list(self.hand)
        found = re.fullmatch(r"(..)@(-?\d+),(-?\d+)(!?)", self.move or "")
        self.card = found[1] if found else ""
        if found:
            self.rest.remove(found[1])
            self.after[int(found[2]), int(found[3])] = found[1] if self.field else "JK"

    def fits(self, field: Field) -> Counter[str]:
        """How many cells there are for each kind."""
        found: Counter[str] = Counter()
        for cell in set().union(*map(around, field)) - field.keys():
            if is_within_limits({**field, cell: "JK"}, self.switches):
                beside = [field[near] for near in around(cell) if near in field]
                for card in EVERY:
                    if card != "JK" and card[0] not in self.switches.ranks:
                        continue
                    if all(match(card, other, self.switches) for other in beside):
                        found[card] += 1
        return found

    def hidden(self) -> Counter[str]:
        """The cards that the seat cannot see."""
        left = Counter(map(card_text, self.position.rules.cards.elements()))
        left.subtract(self.faces + self.hand)
        if self.free != "??":
            left.subtract([self.free])
        return +left

    def following(self) -> int:
        """The next seat that has cards."""
        left, count = self.position.cards_left, self.position.rules.players
        order = [(self.seat + step) % count for step in range(1, count)]
        return next(seat for seat in order if left[seat])

    def closed(self) -> list[str]:
        """Kinds that lose their last cell, of which there are cards out of sight."""
        was, now, hidden = self.fits(self.field), self.fits(self.after), self.hidden()
        kinds = {like(card) for card in hidden}
        return [card for card in EVERY if was[card] and not now[card] and card in kinds]

    def pass_share(self, field: Field) -> tuple[float, float]:
        """The share of random hands of the next seat that no card can be laid of, and its error."""
        seat, position = self.following(), self.position
        known = [card_text(g.card) for g in position.given if g.to == seat and g.above is None]
        pool = self.hidden()
        for given in position.given:
            pool.subtract([card_text(given.card)])
        cards = [*(+pool).elements()]
        missing = position.held[seat] - len(known)
        rng, weights = np.random.default_rng(1), np.zeros(SAMPLES)
        every = np.array([EVERY.index(like(card)) for card in cards])
        # Known cards as well, all in the order they came, the last first.
        mine = np.array([EVERY.index(like(card)) for card in known], np.int64)
        came = np.zeros((SAMPLES, 0), np.int64)
        while not weights.any():  # rarely no hand of thousands fits
            dealt = np.argsort(rng.random((SAMPLES, len(cards))), axis=1)[:, :missing]
            hands = np.hstack([every[dealt], np.tile(mine, (SAMPLES, 1))])
            came = rng.permuted(hands, axis=1)
            refused, weights = self.refused(seat, rng)
            weights = weights * ((refused >> came) % 2 == 0).all(axis=1)
        fit = self.fits(field) if field else Counter(EVERY)
        fits = np.array([fit[card] > 0 for card in EVERY])
        stuck = ~fits[came].any(axis=1)
        share = float(weights @ stuck / weights.sum())
        number = weights.sum() ** 2 / (weights**2).sum()
        return share, 4.5 * (max(share * (1 - share), 1 / number) / number) ** 0.5

    def refused(self, seat: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Kinds that each card of a hand cannot be, the last to come first, and what that counts.

        Any card that could be of its kind may have been the one laid: one is picked at random, and
        counts for all of them.
        """
        position, weights = self.position, np.ones(SAMPLES)
        if position.laid is None:
            found = np.zeros((SAMPLES, position.held[seat]), np.int64)
            for lack in position.to_json().get("lacks", []):
                if lack["seat"] == seat:
                    found[:, lack["at_most"] :] |= bits(map(_kind, lack["kinds"]))
            return found, weights
        found = np.zeros((SAMPLES, 5), np.int64)
        for kinds, draws in self.past(seat):
            if draws is None:
                found |= kinds
                continue
            able = found & kinds == 0
            weights = weights * able.sum(axis=1)
            laid = (rng.random(found.shape) * able).argmax(axis=1)
            keeps = np.arange(found.shape[1]) != laid[:, None]
            found = found[keeps].reshape(SAMPLES, -1)
            if draws:
                found = np.hstack([np.zeros((SAMPLES, 1), np.int64), found])
        return found, weights

    def past(self, seat: int) -> Iterator[tuple[int, bool | None]]:
        """The passes of a seat, with the kinds that could be laid, and the kinds that it laid.

        Of a card laid, whether another was drawn; of a pass None. The free card may be any.
        """
        position = self.position
        laid, count = position.laid or (), position.rules.players
        left = [cards + laid.count(n) for n, cards in enumerate(position.cards_left)]
        field: Field = {}
        turn = (position.dealer + 1) % count

        def passed() -> Iterator[tuple[int, None]]:
            if turn == seat:
                yield bits(card for card, cells in self.fits(field).items() if cells), None

        def following() -> int:
            order = [(turn + step) % count for step in range(1, count + 1)]
            return next(other for other in order if left[other])

        for (cell, card), mover in zip(self.field.items(), laid, strict=True):
            while turn != mover:
                yield from passed()
                turn = following()
            if mover == seat:
                yield 0 if not field else bits([like(card)]), left[seat] > 5
            left[mover] -= 1
            field[cell] = card
            turn = following()
        for _ in range(position.passes):
            yield from passed()
            turn = following()


def bits(kinds: Iterable[str]) -> int:
    """Kinds as bits, in the order of ``EVERY``."""
    return sum(1 << EVERY.index(kind) for kind in kinds)


def _kind(text: str) -> str:
    return "JK" if text == "JK" else text[0] + ("D" if text[1] == "r" else "C")


def others(case: Case) -> list[MoveValue]:
    """The rows that do not lead to the same game as the best move; all called where that is."""
    best, *rows = case.analysis.moves
    rows = [row for row in rows if row.same_as != best.move]
    return [row for row in rows if row.move.endswith("!") or not best.move.endswith("!")]


def apart(row: MoveValue, errors: float = 2.0, rounding: float = 0.0) -> bool:
    """Whether a row is more than two standard errors behind the best, or the same.

    ``errors``: another number of them. ``rounding``: added to the 95 % error that the note shows,
    in units of its last digit.
    """
    if "played too rarely" in (row.note or ""):
        return False
    found = re.match(r"behind by ([0-9.]+) ±([0-9.]+)", row.note or "")
    if not found:
        return True
    factor = 100 if row.score.unit == "win_probability" else 1
    half = float(found[2]) + rounding * 0.1 ** len(found[2].partition(".")[2])
    return factor * row.loss > errors * half / 1.96


def near(one: float, other: float, by: float = 1e-6) -> bool:
    """Whether two numbers are equal but for rounding."""
    return abs(one - other) <= by


def draws_last(case: Case, _: Args) -> bool:
    table = Table(case)
    return (table.move or "").endswith("!") and case.position.deck_sizes[table.seat] == 1


def uncalled(case: Case, args: Args) -> bool:
    """The others give from the left, until one has given its only card."""
    seat, left = case.position.turn, case.position.cards_left
    order = [*left[seat + 1 :], *left[:seat]]
    return draws_last(case, args) and 1 not in order and args["givers"] == sum(map(bool, order))


def uncalled_wins(case: Case, args: Args) -> bool:
    seat, left = args["seat"], case.position.cards_left
    players, turn = len(left), case.position.turn
    between = [left[(turn + n) % players] for n in range(1, (seat - turn) % players)]
    ends = draws_last(case, args) and left[seat] == 1 and 1 not in between and seat != turn
    givers = sum(map(bool, left)) - 1
    placed = case.position.rules.play_on_for_places
    place = f"{PLACES[len(case.position.finished)]}" if placed else None
    return bool(ends and args["givers"] == givers and args.get("place") == place)


def runs_out(case: Case, _: Args) -> bool:
    table = Table(case)
    return case.position.cards_left[table.seat] == 1 and not case.position.rules.play_on_for_places


def runs_out_place(case: Case, args: Args) -> bool:
    table, position = Table(case), case.position
    last = position.cards_left[table.seat] == 1 and position.rules.play_on_for_places
    return bool(last and args["place"] == f"{PLACES[len(position.finished)]}")


def fits_after(case: Case, args: Args) -> bool:
    table = Table(case)
    fit = table.fits(table.after)
    fitting = sum(fit[like(card)] > 0 for card in table.rest)
    return (args["fitting"], args["held"]) == (fitting, len(table.rest))


def all_fit(case: Case, args: Args) -> bool:
    return fits_after(case, {"fitting": args["held"], **args})


def last_fits(case: Case, _: Args) -> bool:
    table = Table(case)
    return len(table.rest) == 1 and table.fits(table.after)[like(table.rest[0])] > 0


def opened(case: Case) -> set[str]:
    table = Table(case)
    was, now = table.fits(table.field), table.fits(table.after)
    return {card for card in table.rest if now[like(card)] and not was[like(card)]}


def opens(case: Case, args: Args) -> bool:
    return len(args["cards"]) > 0 and set(args["cards"]) == opened(case)


def yours_alone(case: Case, args: Args) -> bool:
    table, hidden = Table(case), {like(card) for card in Table(case).hidden()}
    words = {_one(card) for card in opened(case) if like(card) not in hidden}
    return args["kind"] in words and bool(table.rest)


def _one(card: str) -> str:
    if card == "JK":
        return "a joker"
    return f"a {'red' if card[1] in 'DH' else 'black'} {NAMES[card[0]]}"


def closes(case: Case, args: Args) -> bool:
    table = Table(case)
    closed = table.closed()
    number = sum(n for card, n in table.hidden().items() if like(card) in closed)
    names = {name(card) for card in closed}
    more = len(names) - len(args["kinds"])
    said = more == args.get("more", 0) and set(args["kinds"]) <= names
    own = {like(card) for card in table.rest}
    was, now = table.fits(table.field), table.fits(table.after)
    spares = not any(was[card] and not now[card] for card in own)
    return said and spares and number == args["unseen"] > 0


def leaves_cells(case: Case, args: Args) -> bool:
    table = Table(case)
    hidden, now = table.hidden(), table.fits(table.after)
    fitting = sum(n for card, n in hidden.items() if now[like(card)])
    found = (args["fitting"], args["unseen"]) == (fitting, hidden.total())
    return found and fitting < hidden.total() and bool(table.field)


def is_following(table: Table, args: Args) -> bool:
    """Whether it is said of the seat that plays next, and of how many others it is one."""
    others = table.position.rules.players - 1
    return bool((args["seat"], args["others"]) == (table.following(), others))


def next_passes(case: Case, args: Args) -> bool:
    table = Table(case)
    return is_following(table, args) and near(table.pass_share(table.after)[0], 1.0, 1e-9)


def next_may_pass(case: Case, args: Args) -> bool:
    table = Table(case)
    share, error = table.pass_share(table.after)
    before, before_error = table.pass_share(table.field)
    return (
        is_following(table, args)
        and near(share, args["chance"], error)
        and near(before, args["before"], before_error)
        and args["before"] < args["chance"] < 1
    )


def spared(case: Case, args: Args) -> bool:
    """The first card lies face down."""
    table = Table(case)
    beside = sum(match(table.card, card, table.switches) for card in table.rest)
    return not table.field and (args["beside"], args["held"]) == (beside, len(table.rest))


def few_cells(case: Case, args: Args) -> bool:
    table = Table(case)
    cells = table.fits(table.field)[like(table.card)]
    return table.card != "JK" and bool(table.field) and args["cells"] == cells <= 3


def hard_later(case: Case, args: Args) -> bool:
    table = Table(case)
    hidden = table.hidden()
    friends = sum(n for card, n in hidden.items() if match(table.card, card, table.switches))
    few = friends <= 0.07 * hidden.total() and table.fits(table.field)[like(table.card)] == 1
    few = few and not any(match(table.card, card, table.switches) for card in table.rest)
    return few and (args["unseen"], args["friends"]) == (hidden.total(), friends)


def keeps_joker(case: Case, args: Args) -> bool:
    table = Table(case)
    spends = any(row.move.startswith("JK@") for row in others(case))
    return table.rest.count("JK") == args["jokers"] > 0 and table.card != "JK" and spends


def only_jokers(case: Case, args: Args) -> bool:
    table = Table(case)
    fit = table.fits(table.field)
    several = table.hand.count("JK") == args["jokers"]
    return several and table.card == "JK" and not any(fit[like(c)] for c in table.hand if c != "JK")


def joker_pays(case: Case, args: Args) -> bool:
    rows = [row for row in case.analysis.moves if not row.move.startswith("JK@")]
    row = rows[0]
    pays = case.analysis.moves[0].move.startswith("JK@") and apart(row) and row.loss > 0
    sure = is_sure(row, args["error"])
    return pays and is_named(row, args) and near(row.loss, args["loss"]) and sure


def give_fits(case: Case, args: Args) -> bool:
    table = Table(case)
    card = (table.move or "").removeprefix("give-")
    return bool(table.fits(table.field)[like(card)] == args.get("cells", 0))


def chance(case: Case, args: Args) -> bool:
    score = case.analysis.moves[0].score
    value = args.get("chance", args.get("worth"))
    same = (value, args["low"], args["high"]) == (score.value, score.low, score.high)
    whole = args["low"] <= value <= args["high"] and args["low"] < args["high"]
    unit = "win_probability" if "chance" in args else "points"
    return same and whole and args["games"] == score.samples and score.unit == unit


def sure_place(case: Case, args: Args) -> bool:
    """Who runs out of cards has a place, and its worth is evenly between 1 and 0."""
    position: Position = case.position
    worth = 1 - len(position.finished) / (position.rules.players - 1)
    return runs_out_place(case, {"place": PLACES[len(position.finished)]}) and near(
        worth, args["worth"]
    )


def sure_win(case: Case, _: Args) -> bool:
    """The last card, or by trying everything in the only deal that fits.

    In that one place at most holds unknown cards.
    """
    position: Position = case.position
    table = Table(case)
    if position.cards_left[table.seat] == 1 and not position.finished:
        return True
    pool = table.hidden()
    pool.subtract(card_text(given.card) for given in position.given)
    left = tuple((+pool).elements())
    hands, decks, unknown = [], [], int(table.free == "??")
    for seat, hand in enumerate(position.hands):
        mine = sorted((g for g in position.given if g.to == seat), key=lambda g: g.above or 0)
        held = [card_text(g.card) for g in mine if g.above is None]
        deck = [card_text(g.card) for g in mine if g.above is not None]
        if len(deck) < position.deck_sizes[seat]:
            return False
        decks.append(tuple(deck))
        if position.hidden[seat] > len(held):
            unknown += 1
            held += left
        hands.append(tuple(sorted(held or map(card_text, hand))))
    game = Game(
        table.switches,
        position.rules.knack_call == "explicit",
        position.rules.play_on_for_places,
        table.field,
        tuple(hands),
        tuple(decks),
        position.turn,
        table.free if table.free != "??" else left[0],
        position.passes,
        position.finished,
        position.offender,
    )
    assert case.hint.move
    move = re.sub("=.*", "", case.hint.move)
    return unknown <= 1 and paranoid(naive_play(game, move), position.turn) == 1


def open_value(case: Case, args: Args) -> bool:
    """Of open cards, by what the analysis says."""
    score = case.analysis.moves[0].score
    known = case.analysis.information == "known" and score.kind == "exact"
    return known and all(near(score.value, value) for value in args.values())


def open_win(case: Case, _: Args) -> bool:
    return open_value(case, {"value": 1.0})


def open_loss(case: Case, _: Args) -> bool:
    return open_value(case, {"value": 0.0})


def unvalued(case: Case, _: Args) -> bool:
    return any(row.score.kind == "bound" for row in case.analysis.moves)


def only_move(case: Case, _: Args) -> bool:
    return len(GAME.legal(GAME.state(case.position))) == 1


def only_laying(case: Case, _: Args) -> bool:
    legal = map(GAME.move_text, GAME.legal(GAME.state(case.position)))
    return {move.rstrip("!") for move in legal} == {(case.hint.move or "").rstrip("!")}


def over_other(case: Case, args: Args) -> bool:
    """Whether what was said before is true of the best move, and not of the one named here."""
    row = next(row for row in others(case)[1:] if row.move == args["move"])
    hint = case.hint.model_copy(update={"move": row.move})
    said = takewhile(lambda reason: reason.code != "over_other", case.hint.reasons or [])
    shared = [CHECKERS[each.code](replace(case, hint=hint), each.args) for each in said]
    return is_named(row, args) and bool(shared) and not any(shared)


def same_game(case: Case, args: Args) -> bool:
    best = case.analysis.moves[0].move
    same = [row.move for row in case.analysis.moves if row.same_as == best]
    kinds = {like(move.split("@")[0].removeprefix("give-")) for move in [best, *same]}
    return args["moves"] == len(same) > 0 and len(kinds) == 1


def is_named(row: MoveValue, args: Args) -> bool:
    """Whether a move is named by its code and in words: the card and its cell, or what is done."""
    move, words = args["move"], args["words"]
    if row.move != move or move.endswith("!") != words.endswith(" with a call of K'nack!"):
        return False
    if move.startswith("give-"):
        return bool(words.startswith(f"to give {in_words(move.removeprefix('give-'))} to seat "))
    card, _, cell = move.rstrip("!").partition("@")
    places = f"{in_words(card)} at {cell} beside ", f"{in_words(card)} face down"
    return bool(words.startswith(places))


def in_words(card: str) -> str:
    return "a joker" if card == "JK" else card[0] + "♣♦♥♠"["CDHS".index(card[1])]


def behind(case: Case, args: Args) -> bool:
    row = others(case)[0]
    sure = row.loss > 0 and apart(row) and is_sure(row, args["error"])
    return is_named(row, args) and near(row.loss, args["loss"]) and sure


def is_sure(row: MoveValue, error: float) -> bool:
    """Whether an error is that of how far a row is behind; 0 where nothing was sampled for it."""
    chance = row.score.unit == "win_probability"
    settled = error == 0 and half_of(row) is None
    return settled or is_error(row, error, 100 if chance else 1)


def close(case: Case, args: Args) -> bool:
    row = others(case)[0]
    told = is_named(row, args) and near(row.loss, args["loss"])
    return told and row.loss > 0 and not apart(row)


def as_good(case: Case, args: Args) -> bool:
    row = others(case)[0]
    return is_named(row, args) and row.loss == 0 and row.score.kind == "exact"


def level(case: Case, args: Args) -> bool:
    row = others(case)[0]
    least = 0.005 if row.score.unit == "points" else 0.0
    told = row.loss == 0 or (row.loss <= least and not apart(row))
    tried = "games" not in args or args["games"] == row.score.samples < 8
    return is_named(row, args) and told and row.score.kind == "estimate" and tried


def open_rivals(case: Case, args: Args) -> bool:
    first, *rows = others(case)
    # Where it is a matter of rounding, a move may be counted or not.
    surely, perhaps = (sum(not apart(row, 2.0, by) for row in rows) for by in (-0.5, 0.5))
    counted = args["moves"] > 0 and surely <= args["moves"] <= perhaps
    return counted and apart(first, 2.0, -0.5)


def worse(case: Case, args: Args) -> bool:
    """Where the next best is not told apart from the best; the one that is named is the last."""
    first, *rows = others(case)
    told = first.loss > 0 and apart(first)
    # Where it is a matter of rounding, a move may be counted or not.
    surely, perhaps = (
        [row for row in rows if row.loss > 0 and apart(row, 3.0, by)] for by in (0.5, -0.5)
    )
    counted = args["moves"] > 0 and len(surely) <= args["moves"] <= len(perhaps)
    # The furthest behind of those that are counted.
    named = next(row for row in reversed(perhaps) if row in surely or row.move == args["move"])
    return not told and counted and is_named(named, args)


def all_alike(case: Case, args: Args) -> bool:
    best, *rows = case.analysis.moves
    alike = bool(rows) and all(row.same_as == best.move for row in rows)
    return alike and args["moves"] == len(moves_of(case))


def moves_of(case: Case) -> list[str]:
    state = GAME.state(case.position)
    return [GAME.move_text(move) for move in GAME.legal(state)]


def moved(case: Case) -> str:
    """The advised move, without a call."""
    return (case.hint.move or "").rstrip("!")


def cells_for(table: Table) -> int:
    """In how many cells a card of the hand can be laid."""
    cells = set().union(*map(around, table.field)) - table.field.keys()

    def fits(cell: tuple[int, int]) -> bool:
        beside = [table.field[near] for near in around(cell) if near in table.field]
        return any(
            all(match(card, other, table.switches) for other in beside) for card in table.hand
        )

    within = [c for c in cells if is_within_limits({**table.field, c: "JK"}, table.switches)]
    return sum(map(fits, within))


def look_beside(case: Case, args: Args) -> bool:
    """The cards named are those around the cell of the advised move, and no others."""
    table = Table(case)
    (cell,) = table.after.keys() - table.field.keys()
    named = []
    for near in around(cell):
        if near in table.field:
            card = table.field[near]
            named.append("the free card" if near == (0, 0) else in_words(card).replace("T", "10"))
    return sorted(named) == sorted(text.replace("T", "10") for text in args["cards"])


CHECKERS: dict[str, Checker] = {
    "uncalled": uncalled,
    "uncalled_wins": uncalled_wins,
    "uncalled_place": uncalled_wins,
    "runs_out": runs_out,
    "runs_out_place": runs_out_place,
    "fits_after": fits_after,
    "all_fit": all_fit,
    "last_fits": last_fits,
    "opens": opens,
    "yours_alone": yours_alone,
    "closes": closes,
    "closes_more": closes,
    "leaves_cells": leaves_cells,
    "next_passes": next_passes,
    "next_may_pass": next_may_pass,
    "spared": spared,
    "few_cells": few_cells,
    "hard_later": hard_later,
    "keeps_joker": keeps_joker,
    "only_jokers": only_jokers,
    "over_other": over_other,
    "joker_pays": joker_pays,
    "joker_pays_points": joker_pays,
    "give_dead": give_fits,
    "give_fits": give_fits,
    "chance": chance,
    "chance_unsure": lambda case, args: (
        (args["high"] - args["low"] > 0.5 or args["games"] < 8) and chance(case, args)
    ),
    "must_pass": lambda case, _: case.hint.move == "pass" and not cells_for(Table(case)),
    "one_move": lambda case, _: len(moves_of(case)) == 1,
    "one_way": lambda case, _: {move.rstrip("!") for move in moves_of(case)} == {moved(case)},
    "all_alike": all_alike,
    "think_giving": lambda case, _: moved(case).startswith("give-"),
    "think_free": lambda case, _: not Table(case).field,
    "last_card": lambda case, _: len(Table(case).hand) == 1,
    "think_cell": lambda case, _: cells_for(Table(case)) == 1 < len(moves_of(case)),
    "think_cells": lambda case, args: (
        args["cells"] == cells_for(Table(case)) > 1
        and args["others"] == len(case.position.to_json()["hands"]) - 1
    ),
    "look_hand": lambda case, _: moved(case).startswith("give-") or not Table(case).field,
    "look_beside": look_beside,
    "call": draws_last,
    "worth": chance,
    "sure_win": sure_win,
    "sure_first": sure_win,
    "sure_place": sure_place,
    "open_win": open_win,
    "open_loss": open_loss,
    "open_tie": open_value,
    "open_worth": open_value,
    "unvalued": unvalued,
    "only_move": only_move,
    "only_laying": only_laying,
    "same_game": same_game,
    "behind": behind,
    "behind_points": behind,
    "close": close,
    "close_points": close,
    "as_good": as_good,
    "level": level,
    "hardly_tried": lambda case, args: "games" in args and level(case, args),
    "open_rivals": open_rivals,
    "worse": worse,
    "not_all_valued": unvalued,
}


def rules_of(random: Random) -> dict[str, Any]:
    """Switches at random, most games of two or three players with small packs: those end soon."""
    rules: dict[str, Any] = {
        "players": random.choice([2, 2, 2, 3, 3, 4, 5, 6]),
        "pack": random.choice([54, 36]),
        "jokers": random.choice([2, 2, 0]),
        "packs": random.choice([None, None, 1]),
        "knack_call": random.choice(["auto", "explicit"]),
        "play_on_for_places": random.random() < 0.3,
    }
    if random.random() < 0.2:
        rules["field"] = {"width": 9, "height": 8}
    return rules


def positions(count: int, seed: int) -> Iterator[Position]:
    """Positions as the seat to move sees them, from games of all kinds, late ones among them."""
    random = Random(seed)
    while count > 0:
        rules = rules_of(random)
        start = GAME.deal(str(random.getrandbits(60)), rules, dealer=random.randrange(2))
        state, rate = GAME.state(start), random.choice([0.0, 0.5, 0.9])
        states = []
        while not protocol.run_over(state):
            if len(GAME.legal(state)) > 1 or random.random() < 0.1:
                states.append(state.copy())
            protocol.run_apply(state, spread(state, random, rate))
        for chosen in random.sample(states[:-12], min(3, len(states[:-12]))) + states[-3:]:
            if count > 0:
                count -= 1
                yield GAME.as_seen(GAME.position(chosen, start), int(chosen[0]["turn"]))
