"""What the reasons of Knaves hints say, recomputed from the position in the plainest way.

Reads the position as it is written, plays by the naive rules, and finds who may hold what by
dealing the unseen cards to the hands one by one.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import product, takewhile
from random import Random
from typing import Any

from kibitz.contract.answers import MoveValue
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.knaves.game import Knaves
from kibitz.jobs.players.knaves import JudgementPlayer
from kibitz.solvers.player import View
from tests.games.knaves.tables import lay_open
from tests.naive.knaves import PACK, RANKS, winner_of
from tests.naive.reasons.case import Args, Case, Checker, half_of, is_error

WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def rank(card: str) -> int:
    return RANKS.index(card[0])


def can_fill(slots: list[int], cards: list[str], lacks: list[set[str]]) -> bool:
    """Whether each seat can have as many cards as it has places, of suits that it may have."""
    lies: dict[str, int] = {}  # at which seat

    def fill(seat: int, tried: set[str]) -> bool:
        for card in cards:
            if card in tried or card[1] in lacks[seat]:
                continue
            tried.add(card)
            if card not in lies or fill(lies[card], tried):
                lies[card] = seat
                return True
        return False

    return all(fill(seat, set()) for seat in range(3) for _ in range(slots[seat]))


class Table:
    """A position as it is written. ``known``: the cards listed or exposed of each hand."""

    def __init__(self, data: dict[str, Any], move: str) -> None:
        self.data, self.move = data, move
        rules = data["rules"]
        names = {"H": "hearts", "D": "diamonds", "C": "clubs", "S": "spades"}
        self.cost: dict[str, int] = {
            f"J{suit}": -rules[f"jack_{name}"] for suit, name in names.items()
        }
        jack_turned = data["turned"][0] == "J"
        no_trump = jack_turned and rules["turned_jack"] == "no_trump"
        self.trump = "" if no_trump else data["turned"][1]
        on_last = jack_turned and rules["turned_jack"] == "last_trick"
        self.last_cost: int = self.cost[data["turned"]] if on_last else 0
        self.finished = [self.seats(trick) for trick in data["tricks"]]
        self.trick = self.seats(data["trick"])
        self.leader = data["trick"]["leader"]
        self.player = (self.leader + len(self.trick)) % 3
        exposed = data.get("exposed", [[], [], []])
        self.exposed: list[list[str]] = exposed
        hands = data["hands"]
        self.known = [
            hand if isinstance(hand, list) else exposed[seat] for seat, hand in enumerate(hands)
        ]
        sizes = [len(hand) if isinstance(hand, list) else hand["count"] for hand in hands]
        self.slots = [size - len(cards) for size, cards in zip(sizes, self.known, strict=True)]
        self.left = sizes[self.player]
        self.played = [card for trick in (*self.finished, self.trick) for _, card in trick]
        self.hand = self.known[self.player]
        self.later = [(self.player + i) % 3 for i in range(1, 3 - len(self.trick))]

    def seats(self, trick: dict[str, Any]) -> list[tuple[int, str]]:
        """The cards of a trick with who played them."""
        return [((trick["leader"] + i) % 3, card) for i, card in enumerate(trick["cards"])]

    @cached_property
    def lacks(self) -> list[set[str]]:
        """The suits that each seat has shown to lack; a marked revoke shows nothing."""
        tricks = (*self.data["tricks"], self.data["trick"])
        marked = [card for trick in tricks for card in trick.get("revoked", [])]
        lacks: list[set[str]] = [set(), set(), set()]
        for trick in (*self.finished, self.trick):
            for seat, card in trick:
                if card[1] != trick[0][1][1] and card not in marked:
                    lacks[seat].add(trick[0][1][1])
        return lacks

    @cached_property
    def unseen(self) -> list[str]:
        out = self.data["out"] if isinstance(self.data["out"], list) else []
        seen = {
            *self.played,
            *out,
            self.data["turned"],
        }
        seen.update(card for hand in self.known for card in hand)
        return [card for card in PACK if card not in seen]

    def most(self, seats: list[int], suit: str) -> int:
        """The most unseen cards of a suit that these seats can have in a deal that fits."""
        number = sum(card[1] == suit for card in self.unseen)
        able = [seat for seat in seats if suit not in self.lacks[seat]]
        splits = product(*(range(min(number, self.slots[seat]) + 1) for seat in able))
        for split in sorted(splits, key=sum, reverse=True):
            if sum(split) <= number and self.fits(suit, dict(zip(able, split, strict=True))):
                return sum(split)
        raise AssertionError("no deal fits")

    def fits(self, suit: str, given: dict[int, int]) -> bool:
        """Whether all other places can be filled when seats have been given cards of a suit."""
        cards = [card for card in self.unseen if card[1] == suit][sum(given.values()) :]
        cards += [card for card in self.unseen if card[1] != suit]
        slots = [self.slots[seat] - given.get(seat, 0) for seat in range(3)]
        return can_fill(slots, cards, self.lacks)

    def may_hold(self, seat: int, card: str, count: int = 1) -> bool:
        """Whether a seat may hold this card; with a count, so many of its suit."""
        sure = [c for c in self.known[seat] if c[1] == card[1]]
        if count == 1 and (card in sure or card not in self.unseen):
            return card in sure
        return len(sure) + self.most([seat], card[1]) >= count

    def beats(self, card: str, other: str) -> bool:
        """Whether a card played later beats another."""
        return winner_of([(0, other), (1, card)], self.trump) == 1

    def best(self, trick: list[tuple[int, str]]) -> tuple[int, str]:
        seat = winner_of(trick, self.trump)
        return next(play for play in trick if play[0] == seat)

    @cached_property
    def may_call(self) -> list[str]:
        """Exposed cards that the seat to move may call now."""
        shown = self.exposed[self.player]
        calling = self.data["rules"]["exposed_cards"] and not self.data.get("called")
        if not calling or self.data.get("declined", 0) == 2:
            return []
        return [card for card in shown if self.trick and card[1] == self.led] or list(shown)

    @cached_property
    def legal(self) -> list[str]:
        """The cards that may be played."""
        same = [card for card in self.hand if self.trick and card[1] == self.led]
        cards = same or self.hand
        return [self.data["called"]] if self.data.get("called") in cards else cards

    @property
    def led(self) -> str:
        """The suit led, or nothing."""
        return self.trick[0][1][1] if self.trick else ""

    @property
    def winners(self) -> list[str]:
        """Legal cards that are ahead when played."""
        return [card for card in self.legal if self.beats(card, self.best(self.trick)[1])]

    @property
    def wins(self) -> bool:
        return not self.trick or self.move in self.winners

    @property
    def in_trick(self) -> int:
        """What the jacks in the trick cost."""
        return sum(self.cost.get(card, 0) for _, card in self.trick)

    @property
    def worth(self) -> int:
        """What the trick brings with the card in it."""
        last = self.last_cost if self.left == 1 else 0
        return 1 - self.in_trick - self.cost.get(self.move, 0) - last

    @property
    def jacks(self) -> list[str]:
        """The jacks that cost points and have not been played or turned."""
        gone = [*self.played, self.data["turned"]]
        return [jack for jack, cost in self.cost.items() if cost and jack not in gone]

    def others_may_hold(self, card: str) -> bool:
        return any(self.may_hold(seat, card) for seat in range(3) if seat != self.player)

    def beaters(self) -> list[str]:
        """The cards above the one played that somebody after it may play."""
        cards = [card for card in PACK if card != self.move and self.beats(card, self.move)]
        return [card for card in cards if any(self.may_play(seat, card) for seat in self.later)]

    def may_play(self, seat: int, card: str) -> bool:
        """Whether a seat after this one may have a card, and none that it had to follow suit by."""
        led = self.led or self.move[1]
        if card[1] == led or any(known[1] == led for known in self.known[seat]):
            return card[1] == led and self.may_hold(seat, card)
        cards, slots = list(self.unseen), list(self.slots)
        if card not in self.known[seat]:
            if card not in cards or card[1] in self.lacks[seat] or not slots[seat]:
                return False
            cards.remove(card)
            slots[seat] -= 1
        lacks = [each | {led} if seat == i else each for i, each in enumerate(self.lacks)]
        return can_fill(slots, cards, lacks)

    def keeps_lead(self) -> bool:
        """Whether nobody else can take this trick or any after it, as far as the seat sees."""
        if not self.wins or self.beaters():
            return False
        kept = [card for card in self.hand if card != self.move]
        higher = [card for mine in kept for card in PACK if self.beats(card, mine)]
        return not any(self.others_may_hold(card) for card in higher if card not in kept)

    def takes_with(self, seat: int, suit: str) -> bool:
        """Whether a seat may take this trick and not be without the suit by that."""
        trick = [*self.trick, (self.player, self.move)]
        holder, best = self.best(trick)
        if seat not in self.later:
            return seat == holder
        led = trick[0][1][1]
        higher = [card for card in PACK if card != best and self.beats(card, best)]
        return any(self.may_play(seat, c) for c in higher if c[1] == led or suit != led)

    def led_later(self, suit: str) -> bool:
        """Whether somebody else may still lead a card of the suit after this trick."""
        if self.keeps_lead():
            return False
        able = [seat for seat in range(3) if self.left != 2 or self.takes_with(seat, suit)]
        now = self.led or self.move[1]
        for seat in range(3):
            spends = seat in self.later and suit == now
            needed = 2 if spends else 1
            sure = [card for card in self.known[seat] if card[1] == suit]
            some = len(sure) + self.most([seat], suit) >= needed
            if seat != self.player and seat in able and some:
                return True
        return False

    def share(self, jack: str, home: int) -> float:
        """The share of the deals that fit in which a card lies with a seat, or out (3).

        Counts deals as the coefficients of a product with a factor for each unseen card.
        """
        first, second = (seat for seat in range(3) if seat != self.player)

        def count(only: int | None) -> int:
            ways = Counter({(0, 0): 1})
            for card in self.unseen:
                step: Counter[tuple[int, int]] = Counter()
                for (a, b), number in ways.items():
                    for where in (first, second, 3):
                        if card == jack and only not in (None, where):
                            continue
                        if where != 3 and card[1] in self.lacks[where]:
                            continue
                        step[a + (where == first), b + (where == second)] += number
                ways = step
            return ways[self.slots[first], self.slots[second]]

        return count(home) / count(None)


def table_of(case: Case) -> Table:
    return Table(case.position.to_json(), case.hint.move or "")


# ------------------------------------------------------------------------------ what to think of


def may_call(case: Case, args: Args) -> bool:
    table = table_of(case)
    return sorted(args["cards"]) == sorted(table.may_call) and args["seat"] == table.player


def _leads(table: Table) -> bool:
    return not table.trick and not table.may_call and len(table.hand) > 1


def lead_with_jack(case: Case, args: Args) -> bool:
    table = table_of(case)
    mine = [jack for jack in table.jacks if jack in table.hand]
    return _leads(table) and sorted(args["jacks"]) == sorted(mine) and args["n"] == len(mine) > 0


def lead_jacks_out(case: Case, args: Args) -> bool:
    table = table_of(case)
    out = table.data["out"] if isinstance(table.data["out"], list) else []
    theirs = [jack for jack in table.jacks if jack not in (*table.hand, *out)]
    return (
        _leads(table) and sorted(args["jacks"]) == sorted(theirs) and args["n"] == len(theirs) > 0
    )


def lead_no_jacks(case: Case, args: Args) -> bool:
    table = table_of(case)
    left = [jack for jack in table.jacks if table.others_may_hold(jack) or jack in table.hand]
    return not args and _leads(table) and not left and not table.last_cost


def lead_last_costs(case: Case, args: Args) -> bool:
    table = table_of(case)
    return _leads(table) and args["cost"] == table.last_cost > 0


def all_take_last(case: Case, args: Args) -> bool:
    table = table_of(case)
    return not args and len(table.trick) == 2 and table.winners == table.legal


def all_ahead(case: Case, args: Args) -> bool:
    table = table_of(case)
    ahead = len(table.trick) == 1 and table.winners == table.legal
    return ahead and args == {"best": table.trick[0][1], "seat": (table.player + 1) % 3}


def none_takes(case: Case, args: Args) -> bool:
    table = table_of(case)
    return not args and bool(table.trick) and not table.winners


def jacks_in_trick(case: Case, args: Args) -> bool:
    table = table_of(case)
    return bool(args["cost"] == table.in_trick > 1)


def _mixed(table: Table) -> bool:
    return bool(table.winners) and len(table.winners) < len(table.legal)


def can_take_last(case: Case, args: Args) -> bool:
    table = table_of(case)
    last = len(table.trick) == 2 and args["seat"] == table.best(table.trick)[0]
    return last and _mixed(table)


def can_be_ahead(case: Case, args: Args) -> bool:
    table = table_of(case)
    second = len(table.trick) == 1 and _mixed(table)
    return second and args == {"best": table.trick[0][1], "seat": (table.player + 1) % 3}


def look_at(case: Case, args: Args) -> bool:
    return bool(WORDS[str(case.hint.move)[-1]] == args["suit"])


def look_at_exposed(case: Case, args: Args) -> bool:
    return look_at(case, args) and args["seat"] == table_of(case).player


# -------------------------------------------------------------------------------------- leading


def next_card(case: Case) -> str:
    """The next best card that does not come to the same: what is said must not hold for it."""
    best, *others = case.analysis.moves
    return next(row.move for row in others if row.same_as != best.move)


def instead(case: Case) -> Table:
    """The table with the next best card played."""
    return Table(table_of(case).data, next_card(case))


def jack_ahead(case: Case, args: Args) -> bool:
    return bool(table_of(case).trick) and _spares_jack(case, args)


def jack_led(case: Case, args: Args) -> bool:
    return not table_of(case).trick and _spares_jack(case, args)


def _spares_jack(case: Case, args: Args) -> bool:
    table, other = table_of(case), instead(case)
    ahead = args["jack"] == other.move in other.jacks and other.wins and other.later != []
    spared = not own_jack(table) and not table.keeps_lead()
    return ahead and args["cost"] == other.cost[other.move] and spared


def jack_takes(case: Case, args: Args) -> bool:
    table, other = table_of(case), instead(case)
    takes = args["jack"] == other.move in other.jacks and other.wins and other.later == []
    spared = not own_jack(table) and not table.keeps_lead()
    return takes and args["cost"] == other.cost[other.move] and spared


def own_jack(table: Table) -> bool:
    return table.move in table.jacks and table.wins


def draws_trumps(case: Case, args: Args) -> bool:
    table = table_of(case)
    if next_card(case)[1] == table.trump:
        return False
    known = [c for seat in table.later for c in table.known[seat] if c[1] == table.trump]
    most = len(known) + table.most(table.later, table.trump)
    return not table.trick and table.move[1] == table.trump and args["n"] == most > 0


def draws_counted_trumps(case: Case, args: Args) -> bool:
    return table_of(case).data["rules"]["hand_size"] == 17 and draws_trumps(case, args)


def below_jack(case: Case, args: Args) -> bool:
    table, jack = table_of(case), args["jack"]
    lower = jack[1] == table.move[1] and rank(table.move) < rank(jack)
    return not table.trick and lower and jack in table.jacks and table.others_may_hold(jack)


def jack_beaten(case: Case, args: Args) -> bool:
    table = table_of(case)
    higher = [card for card in table.beaters() if card[1] == table.move[1]]
    loses = table.move == args["jack"] in table.jacks and table.wins
    return loses and sorted(args["cards"]) == sorted(higher) != []


def _is_harder(case: Case) -> bool:
    """Whether the card is ahead, and the next best not or by a card that more can beat."""
    table, other = table_of(case), instead(case)
    as_hard = other.wins and {*other.beaters()} <= {*table.beaters()}
    return table.wins and table.worth > 0 and not as_hard


def unbeatable(case: Case, args: Args) -> bool:
    return not args and _is_harder(case) and not table_of(case).beaters()


def _only_trumps(table: Table) -> bool:
    trumps = {card[1] for card in table.beaters()} == {table.trump}
    return table.wins and trumps and table.move[1] != table.trump


def only_trumps_beat(case: Case, args: Args) -> bool:
    harder = _is_harder(case) and not _only_trumps(instead(case))
    return not args and _only_trumps(table_of(case)) and harder


def one_beats(case: Case, args: Args) -> bool:
    table = table_of(case)
    higher = [card for card in table.beaters() if card[1] == table.move[1]]
    return _is_harder(case) and [args["card"]] == higher != [*table.beaters()]


def one_card_beats(case: Case, args: Args) -> bool:
    card, table = args["card"], table_of(case)
    return _is_harder(case) and [card] == [*table.beaters()] and card[1] == table.move[1]


# -------------------------------------------------------------------------------------- following


def sheds_jack(case: Case, args: Args) -> bool:
    table = table_of(case)
    return args["jack"] == table.move in table.jacks and not table.wins


def sheds_jack_last(case: Case, args: Args) -> bool:
    table = table_of(case)
    last = len(table.trick) == 2
    return last and args["jack"] == table.move in table.jacks and not table.wins


def _ducks(table: Table) -> bool:
    return bool(table.trick) and not table.wins and bool(table.winners)


def ducks_jacks(case: Case, args: Args) -> bool:
    table = table_of(case)
    return _ducks(table) and args["cost"] == table.in_trick > 1


def ducks_jack(case: Case, args: Args) -> bool:
    table, jack = table_of(case), args["jack"]
    may_fall = any(table.may_hold(seat, jack) for seat in table.later)
    return _ducks(table) and jack in table.jacks and jack[1] == table.led and may_fall


def keeps_winner(case: Case, args: Args) -> bool:
    table = table_of(case)
    return _ducks(table) and args["card"] in table.winners and args["card"] == next_card(case)


def takes_trick(case: Case, args: Args) -> bool:
    table, other = table_of(case), next_card(case)
    holder, best = table.best(table.trick)
    last = len(table.trick) == 2 and table.wins and not table.beats(other, best)
    return last and (args["n"], args["card"], args["seat"]) == (table.worth, other, holder)


def saves(case: Case, args: Args) -> bool:
    table = table_of(case)
    best = table.best(table.trick)[1]
    lowest = all(card == table.move or table.beats(card, table.move) for card in table.winners)
    kept = args["card"] in table.winners and args["card"] == next_card(case)
    return table.wins and args["best"] == best and lowest and kept


def keeps_higher(case: Case, args: Args) -> bool:
    table = table_of(case)
    suit = [card for card in table.hand if card[1] == table.led]
    lowest = table.move in suit and all(rank(card) >= rank(table.move) for card in suit)
    kept = args["card"] in suit and args["card"] == next_card(case)
    return lowest and not table.winners and kept


def sheds_high(case: Case, args: Args) -> bool:
    table, jack = table_of(case), args["jack"]
    above = (
        args["card"] == table.move and jack[1] == table.move[1] and rank(jack) < rank(table.move)
    )
    return above and not table.wins and jack in table.jacks and table.others_may_hold(jack)


# -------------------------------------------------------------------------------- what it leaves


def keeps_guard(case: Case, args: Args) -> bool:
    table = table_of(case)
    suit = [card for card in table.hand if card[1] == args["jack"][1]]
    both = sorted(suit) == sorted([args["guard"], args["jack"]])
    kept = args["guard"] == next_card(case)
    lower = [f"{each}{args['jack'][1]}" for each in RANKS[: RANKS.index("J")]]
    needed = any(table.others_may_hold(card) for card in lower)
    return both and args["jack"] in table.jacks and table.move not in suit and kept and needed


def _void(table: Table, suit: str) -> bool:
    last = [card for card in table.hand if card[1] == table.move[1]] == [table.move]
    plain = table.move[1] != table.trump and WORDS[table.move[1]] == suit
    return last and plain and table.left > 1 and table.led_later(table.move[1])


def void_throw(case: Case, args: Args) -> bool:
    table, jack = table_of(case), args["jack"]
    keeps = jack in table.hand and jack in table.jacks and jack != table.move
    return _void(table, args["suit"]) and keeps and jack[1] != table.trump


def void_ruff(case: Case, args: Args) -> bool:
    table = table_of(case)
    trumps = [card for card in table.hand if card[1] == table.trump]
    return _void(table, args["suit"]) and bool(trumps)


def void(case: Case, args: Args) -> bool:
    table = table_of(case)
    trumps = [card for card in table.hand if card[1] == table.trump]
    return _void(table, args["suit"]) and not trumps and len(table.hand) > 2


def jack_likely(case: Case, args: Args) -> bool:
    share = table_of(case).share(args["jack"], args["seat"])
    return bool(abs(share - args["chance"]) < 1e-5)


def jack_likely_out(case: Case, args: Args) -> bool:
    return bool(abs(table_of(case).share(args["jack"], 3) - args["chance"]) < 1e-5)


# ------------------------------------------------------------------------------- exposed cards


def must_play(case: Case, args: Args) -> bool:
    table = table_of(case)
    called = case.hint.move == f"call-{args['card']}" and args["card"] in table.may_call
    return called and args["seat"] == table.player


def lets_choose(case: Case, args: Args) -> bool:
    table = table_of(case)
    return bool(table.data.get("declined", 0) == 1 and args["seat"] == table.player)


def lets_other_call(case: Case, args: Args) -> bool:
    table = table_of(case)
    first = table.data.get("declined", 0) == 0
    return first and args == {"seat": table.player, "other": (table.player + 2) % 3}


# -------------------------------------------------------------------------------------- figures


def _rival(case: Case) -> MoveValue:
    best, *others = case.analysis.moves
    return next(row for row in others if row.same_as != best.move)


def makes_exactly(case: Case, args: Args) -> bool:
    score = case.analysis.moves[0].score
    return score.kind == "exact" and score.unit == "points" and args["points"] == score.value


def makes(case: Case, args: Args) -> bool:
    score = case.analysis.moves[0].score
    sampled = score.kind == "estimate" and score.unit == "points"
    return sampled and (args["points"], args["games"]) == (score.value, score.samples)


def wins_match(case: Case, args: Args) -> bool:
    score = case.analysis.moves[0].score
    chance = score.unit == "win_probability" and 0 <= args["chance"] <= 1
    return chance and (args["chance"], args["games"]) == (score.value, score.samples)


def only_move(case: Case, args: Args) -> bool:
    table = table_of(case)
    return not args and not table.may_call and len(table.legal) == 1


def over(case: Case, args: Args) -> bool:
    table = table_of(case)
    return not args and len(table.played) == 3 * table.data["rules"]["hand_size"]


def all_alike(case: Case, args: Args) -> bool:
    table = table_of(case)
    same = {row.move for row in case.analysis.moves if row.same_as == case.hint.move}
    between = [
        card
        for card in PACK
        if (card[1] == table.legal[0][1] and card not in (*table.hand, *table.played)
        and card != table.data["turned"])
        or (table.trick and card == table.best(table.trick)[1])
    ]  # fmt: skip
    ranks = [rank(card) for card in table.legal]
    gap = [c for c in between if c[1] == table.legal[0][1] and min(ranks) < rank(c) < max(ranks)]
    one_suit = len({card[1] for card in table.legal}) == 1
    no_jack = not any(card[0] == "J" for card in table.legal)
    return (
        not args and {*same, case.hint.move} == {*table.legal} and one_suit and no_jack and not gap
    )


def both(case: Case, args: Args) -> bool:
    """Whether all that is said before holds for the next best move as well."""
    hint = case.hint.model_copy(update={"move": _rival(case).move})
    said = takewhile(lambda reason: reason.code != "both", case.hint.reasons or [])
    held = [CHECKERS[each.code](replace(case, hint=hint), each.args) for each in said]
    return is_named(_rival(case), args) and bool(held) and all(held)


def some_unvalued(case: Case, args: Args) -> bool:
    return not args and any(row.score.kind == "bound" for row in case.analysis.moves)


def as_good(case: Case, args: Args) -> bool:
    row = _rival(case)
    factor = 100 if row.score.unit == "win_probability" else 1
    level = row.score.value == case.analysis.moves[0].score.value
    return is_named(row, args) and (level or factor * row.loss < 0.15 * (half_of(row) or 0))


def _behind(case: Case, args: Args, unit: str) -> bool:
    row, score = _rival(case), case.analysis.moves[0].score
    factor = 100 if unit == "win_probability" else 1
    close = abs(args["less"] - factor * row.loss) < 1e-4
    return row.score.unit == unit and score.unit == unit and is_named(row, args) and close


def is_named(row: MoveValue, args: Args) -> bool:
    """Whether a move is named by its code and in words: ``7♣``, ``calling 7♣``."""
    card = row.move.removeprefix("call-")
    said = "no card" if card == "no-call" else card[0] + "♣♦♥♠"["CDHS".index(card[1])]
    words = "calling " * ("call" in row.move) + said
    return (args["move"], args["words"]) == (row.move, words)


def behind_exactly(case: Case, args: Args) -> bool:
    gap = case.analysis.moves[0].score.value - _rival(case).score.value
    return _behind(case, args, "points") and args["less"] == gap > 0


def behind(case: Case, args: Args) -> bool:
    sure = is_error(_rival(case), args["error"])
    return _behind(case, args, "points") and args["less"] > args["error"] and sure


def behind_in_match(case: Case, args: Args) -> bool:
    sure = is_error(_rival(case), args["error"])
    return _behind(case, args, "win_probability") and args["less"] > args["error"] and sure


def not_apart(case: Case, args: Args) -> bool:
    row = _rival(case)
    factor = 100 if row.score.unit == "win_probability" else 1
    return is_named(row, args) and 0 < factor * row.loss <= (half_of(row) or 0) + 0.01


def level(case: Case, args: Args) -> bool:
    row = _rival(case)
    factor = 100 if row.score.unit == "win_probability" else 1
    open_ = case.hint.stopped_by.value != "settled"
    return open_ and is_named(row, args) and factor * row.loss < 0.0051


def close(case: Case, args: Args) -> bool:
    return _behind(case, args, "points") and case.hint.stopped_by.value != "settled"


def close_in_match(case: Case, args: Args) -> bool:
    return _behind(case, args, "win_probability") and case.hint.stopped_by.value != "settled"


_EACH: tuple[Callable[[Case, Args], bool], ...] = (
    over, may_call, lead_with_jack, lead_jacks_out, lead_no_jacks, lead_last_costs, all_take_last,
    all_ahead, none_takes, jacks_in_trick, can_take_last, can_be_ahead, look_at, look_at_exposed,
    jack_ahead, jack_led, jack_takes,
    draws_trumps, draws_counted_trumps, below_jack, jack_beaten, unbeatable, only_trumps_beat,
    one_card_beats, one_beats,
    sheds_jack, sheds_jack_last, ducks_jacks, ducks_jack, keeps_winner,
    takes_trick, saves,
    keeps_higher, sheds_high, keeps_guard, void_throw, void_ruff, void, jack_likely,
    jack_likely_out, must_play, lets_choose, lets_other_call, makes_exactly, makes, wins_match,
    only_move, all_alike, both, some_unvalued, as_good, behind_exactly, behind, behind_in_match,
    not_apart, level,
    close, close_in_match,
)  # fmt: skip
CHECKERS: dict[str, Checker] = {check.__name__: check for check in _EACH}


# ------------------------------------------------------------------------------------ positions


def positions(count: int, seed: int) -> Iterator[Any]:
    """Positions of Knaves as the seat to move sees them, from rounds of fair and random players.

    A round gives six of them or so; one in three has cards exposed, most of those to be called.
    """
    game, random = Knaves(), Random(seed)
    fair, given = JudgementPlayer(game, Limits()), 0
    while given < count:
        rules: dict[str, Any] = {"hand_size": random.choice([13, 13, 17])}
        rules["turned_jack"] = random.choice(["out", "last_trick", "no_trump"])
        rules["exposed_cards"] = random.random() < 0.25
        scores = [random.randrange(-5, 20) for _ in range(3)]
        start = game.deal(str(random.getrandbits(40)), rules, "kibitz", random.randrange(3), scores)
        if rules["exposed_cards"] or random.random() < 0.1:
            start = lay_open(start, random, 2)
        state, whim = game.state(start), random.choice([0.1, 0.5, 1.0])
        while given < count and not protocol.run_over(state):
            if random.random() < 0.12:
                here = game.position(state, start)
                yield game.as_seen(here, int(protocol.run_turn(state)))
                given += 1
            move = random.choice(game.legal(state))
            if random.random() > whim:
                move = fair.choose(game, View(state, start), int(protocol.run_turn(state)), 0)
            protocol.run_apply(state, move)
