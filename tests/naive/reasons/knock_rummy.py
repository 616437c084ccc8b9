"""Checkers of the reasons of Knock Rummy: each fact recomputed from what the seat to move sees.

They read the position as JSON and know melds from :mod:`tests.naive.knock_rummy_melds` alone. What
the search has found is compared with its rows, and chances to win with deals of their own.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

from kibitz.contract.answers import MoveValue, StoppedBy
from kibitz.contract.options import Limits
from kibitz.games import protocol
from kibitz.games.cards import card_text
from kibitz.games.kernel import kernel
from kibitz.games.knock_rummy.bitboards import cards_in
from kibitz.games.knock_rummy.notation import read_move
from kibitz.games.knock_rummy.play import OUT
from kibitz.games.knock_rummy.position import Position
from kibitz.games.protocol import State
from kibitz.heuristics import protocol as judgement
from kibitz.heuristics.knock_rummy.beliefs import turns_by_seat
from kibitz.solvers.budget import Budget
from kibitz.solvers.knock_rummy.analysis import worth_comparing
from tests.conformance.playing import stream_of
from tests.games.knock_rummy.tables import GAME, goes_on
from tests.heuristics.knock_rummy.looking import going_on, judged
from tests.naive import knock_rummy as naive
from tests.naive.knock_rummy_kinds import ace_of, chances, left, played_on
from tests.naive.knock_rummy_melds import PACK, best_splits, deadwood, is_set, runs
from tests.naive.reasons.case import Args, Case, Checker, half_of, is_error

DEALS = 100  # drawn for a chance to win
STEPS = 64  # that lead a deal towards hands as they are played
ERRORS = 4.5  # standard errors that a sampled chance may be off

SWITCHES: list[dict[str, Any]] = [
    {},
    {"stock_out": "shuffle", "max_turn_overs": 4},
    {"stock_out": "end_hand"},
    {"ace": "low_or_high", "rummy_bonus": 0},
    {"knock_limit": 0},
    {"ace": "round_the_corner", "ace_points": 15},
    {"knock_limit": 10},
    {"rummy_beats_tie": False},
    {"allow_return_discard": True, "max_takes": 2},
    {"match_target": 100},
]


def positions(count: int, seed: int) -> Iterator[Position]:
    """Positions as the mover sees them, early and late, of players good and bad."""
    random, given = Random(seed), 0
    while True:
        rules = random.choice(SWITCHES) | {"players": random.randint(2, 6)}
        dealer = random.randrange(rules["players"])
        start = GAME.deal(str(random.getrandbits(40)), rules, dealer=dealer)
        noise, limit = random.choice((0.0, 0.1, 0.6)), random.choice((-1, -1, 10, 30))
        states = [GAME.state(start)]
        while not protocol.run_over(states[-1]):
            state = states[-1].copy()
            wild = random.random() < noise
            move = goes_on(state, random) if wild else judged(state, limit)
            protocol.run_apply(state, move if limit >= 0 or wild else going_on(state))
            states.append(state)
        chosen = random.sample(states[:-1], min(4, len(states) - 1))
        rare = [state for state in states[:-1] if is_rare(state)]
        for state in chosen + random.sample(rare, min(1, len(rare))):
            position: Position = GAME.position(state, start)
            yield GAME.as_seen(position, position.turn)
            given += 1
            if given == count:
                return


def is_rare(state: State) -> bool:
    """Whether the stock is used up, or the hand can be laid down."""
    return state[0]["stock_size"] == 0 or OUT in GAME.legal(state)


class Seen:
    """What the seat to move sees, cards as texts."""

    def __init__(self, position: Position) -> None:
        data = position.to_json()
        self.rules = data["rules"]
        self.players = len(data["hands"])
        self.seat = data["turn"]
        self.next = (self.seat + 1) % self.players
        self.hand = frozenset(data["hands"][self.seat])
        self.pile = data["discards"]
        listed = isinstance(data["stock"], list)
        self.stock = data["stock"] if listed else []
        self.closed = 0 if listed else data["stock"]["count"]
        self.drawn = len(self.hand) > naive.hand_size(self.players)
        self.takes = data.get("takes", 0)
        self.turn_overs = data.get("turn_overs", 0)
        self.history = data.get("history", [])
        shuffled = data.get("shuffled", [])
        piles = [{*pile["cards"]} - self.hand for pile in shuffled]
        held = [pile["held"] for pile in shuffled]
        known: set[str] = set()
        counts = []
        self.shown: list[set[str]] = []  # by seat
        for seat, hand in enumerate(data["hands"]):
            shown = hand if isinstance(hand, list) else data["known"][seat]
            self.shown.append({*shown})
            known |= {*shown}
            counts.append(0 if isinstance(hand, list) else hand["count"] - len(shown))
        self.unknown = counts
        rest = {*PACK} - known - {*self.pile} - {*self.stock} - set[str]().union(*piles)
        latest = piles[-1] if piles else rest
        self.elsewhere = known - self.hand
        for seat in range(self.players):
            if seat != self.seat:
                later = [each[seat] for each in held]
                for pile, number in zip(piles, later, strict=True):
                    self.elsewhere |= pile if number else set()
                self.elsewhere |= rest if counts[seat] > sum(later) else set()
        self.coming = latest if self.closed else set(self.stock[:1])
        if not self.drawn and not self.stock and not self.closed:
            shuffles = self.rules["stock_out"] == "shuffle"
            self.coming = {*self.pile} if shuffles else {*self.pile[:1]}

    def dead(self, cards: frozenset[str]) -> int:
        return dead_of(cards, self.rules["ace"], self.rules["ace_points"])

    def without(self, move: str) -> frozenset[str]:
        """The hand after a discard, a knock or going out."""
        return self.hand - {move.removeprefix("knock-")}

    def is_meld(self, *cards: str) -> bool:
        meld = frozenset(cards)
        return len(meld) > 2 and (is_set(meld) or meld in runs(self.rules["ace"]))

    def best_with(self, card: str) -> tuple[int, list[frozenset[str]]]:
        """The least that is left once a card has come and another gone, and those hands."""
        hands = [self.hand - {gone} | {card} for gone in self.hand]
        least = min(map(self.dead, hands))
        return least, [hand for hand in hands if self.dead(hand) == least]

    def splits(self, hand: frozenset[str]) -> set[frozenset[frozenset[str]]]:
        return best_splits(hand, self.rules["ace"], self.rules["ace_points"])

    def matching(self, hand: frozenset[str]) -> int:
        """How many of the cards that may come would be matched."""
        return sum(self.dead(hand | {card}) <= self.dead(hand) for card in self.coming)

    def completing(self, *pair: str) -> set[str]:
        """The cards of the pack that make a meld of a pair."""
        return {card for card in PACK if card not in pair and self.is_meld(*pair, card)}

    def partners(self, card: str) -> tuple[set[str], set[str]]:
        """The cards of the hand that come to a meld with a card, and those that complete one."""
        found, outs = set[str](), set[str]()
        for one in self.hand:
            completing = self.completing(card, one) & (self.coming | self.hand)
            found |= {one} if completing else set()
            outs |= completing
        return found, outs

    def arriving(self, move: str) -> str:
        """The card that a way to begin is known to bring."""
        if move == "take":
            return str(self.pile[-1])
        if move == "turn-over":
            return str(self.pile[0])
        return str(self.stock[0])


@cache
def dead_of(cards: frozenset[str], ace: str, ace_points: int) -> int:
    return deadwood(cards, ace, ace_points)


@cache
def seen(position: Position) -> Seen:
    return Seen(position)


def of(case: Case) -> Seen:
    return seen(case.position)


# --------------------------------------------------------------------------- what the search found


def compared_moves(position: Position, limits: Limits) -> list[str]:
    """The moves that a hint looks at, which are fewer than an analysis does."""
    moves = worth_comparing(GAME.state(position), Budget(limits).iterations_left())
    return [GAME.move_text(move) for move in moves]


def rows(case: Case) -> list[MoveValue]:
    """The rows that the hint rests on."""
    return case.analysis.moves


def rival_of(case: Case) -> MoveValue:
    """The best move that is not the same as the advised one."""
    return next(row for row in rows(case)[1:] if row.same_as != case.hint.move)


def is_named(case: Case, row: MoveValue, args: Args) -> bool:
    """Whether a move is named by its code and by what is done."""
    seen, move = Seen(case.position), row.move

    def symbol(card: str) -> str:
        return card[0] + "♣♦♥♠"["CDHS".index(card[1])]

    if move.partition("=")[0] == "draw":
        said = f"to draw {symbol(seen.stock[0])}" if seen.stock else "to draw from the stock"
    elif move == "take":
        said = f"to take {symbol(seen.pile[-1])}"
    elif move == "out":
        said = "to lay down the whole hand"
    elif move.startswith("turn-over"):
        shuffled = seen.rules["stock_out"] == "shuffle"
        how = "shuffle the discard pile" if shuffled else "turn the discard pile over"
        said = f"to {how} to be the stock"
    elif move.startswith("knock-"):
        said = f"to discard {symbol(move.removeprefix('knock-'))} and knock"
    else:
        said = f"to discard {symbol(move)}"
    return bool(args["rival"] == move and args["instead"] == said)


def is_behind(case: Case, args: Args, loss: float, factor: float) -> bool:
    row = rival_of(case)
    sure = is_error(row, args["error"], factor)
    apart = row.loss > 0.4 * args["error"]
    return is_named(case, row, args) and row.loss == loss and apart and sure


def is_close(case: Case, args: Args) -> bool:
    row = rival_of(case)
    factor = 100 if row.score.unit == "win_probability" else 1
    close = row.score.samples < 64 or factor * row.loss < 3 * (half_of(row) or 0)
    return is_named(case, row, args) and close and case.hint.stopped_by is not StoppedBy.SETTLED


def value_of(case: Case, unit: str, kind: str = "estimate") -> Any:
    score = case.hint.score
    assert score is not None
    return score.value if (score.unit, score.kind) == (unit, kind) else None


# ------------------------------------------------------------------------------- knocking, by deals


@kernel
def _refine(state: State, seat: int, steps: int, stream: Any) -> None:
    judgement.refine(state[0], seat, steps, stream)


@cache
def knock_wins(position: Position, knock: str) -> float:
    """How often a knock wins, in deals of our own with hands as they are played."""
    table, stream, view = seen(position), stream_of(987_654_321), GAME.state(position)
    won = 0
    for _ in range(DEALS):
        state = view.copy()
        protocol.run_redeal(state, table.seat, stream)
        _refine(state, table.seat, STEPS, stream)
        hands = [frozenset(map(card_text, cards_in(int(hand)))) for hand in state[0]["hands"]]
        hands[table.seat] = table.without(knock)
        counts = [table.dead(hand) for hand in hands[: table.players]]
        switches = naive.Switches(**table.rules)
        won += naive.settled(counts, table.seat, switches)[table.seat] > 0
    return won / DEALS


def is_chance(case: Case, wins: float) -> bool:
    """Whether a chance to win with the knock that leaves least is within its error."""
    table = of(case)
    cards = [row.move for row in rows(case) if row.move.startswith("knock-")]
    knock = min(cards, key=lambda move: table.dead(table.without(move)))
    deals = 512
    own = knock_wins(case.position, knock)
    pooled = (wins * deals + own * DEALS + 1) / (deals + DEALS + 2)
    error = sqrt(pooled * (1 - pooled) * (1 / deals + 1 / DEALS))
    return abs(wins - own) <= ERRORS * error + 1 / deals


def knock_row(case: Case) -> MoveValue:
    return next(row for row in rows(case) if row.move.startswith("knock-"))


def waiting_row(case: Case) -> MoveValue:
    return next(row for row in rows(case) if not row.move.startswith(("knock-", "out")))


@cache
def waits(position: Position, move: str, kind: str) -> tuple[float, float]:
    """What a move makes where an opponent is of a kind, in deals of our own; its standard error."""
    table, stream, view = seen(position), stream_of(123_456_789), GAME.state(position)
    had, limit, random = turns_by_seat(view), table.rules["knock_limit"], Random(1)
    others = sorted(set(range(table.players)) - {table.seat})
    weights, paid = [], []
    for number in range(DEALS):
        state = view.copy()
        protocol.run_redeal(state, table.seat, stream)
        _refine(state, table.seat, STEPS, stream)
        other = others[number % len(others)]
        dead = left(state, other, *ace_of(state))
        weights.append(chances(had[other], dead, table.players, limit)[kind])
        protocol.run_apply(state, read_move(move).move)
        paid.append(played_on(state, table.seat, {other: kind}, random.random))
    mean = sum(w * p for w, p in zip(weights, paid, strict=True)) / sum(weights)
    squares = sum(w * w * (p - mean) ** 2 for w, p in zip(weights, paid, strict=True))
    return mean, sqrt(squares) / sum(weights)


# ------------------------------------------------------------------------------ one for each code

CHECKERS: dict[str, Checker] = {}


def checks(code: str) -> Callable[[Checker], Checker]:
    """Register the checker of a code."""

    def register(checker: Checker) -> Checker:
        CHECKERS[code] = checker
        return checker

    return register


@checks("only_move")
def _only_move(case: Case, _: Args) -> bool:
    return len(GAME.legal(GAME.state(case.position))) == 1


@checks("turned_over")
def _turned_over(case: Case, args: Args) -> bool:
    table = of(case)
    kept = table.rules["stock_out"] == "turn_over" and not table.stock and not table.closed
    return kept and case.hint.move == "turn-over" and table.pile[0] == args["card"]


@checks("makes_meld")
def _makes_meld(case: Case, args: Args) -> bool:
    table, card, meld = of(case), args["card"], frozenset(args["meld"])
    _, hands = table.best_with(card)
    kept = any(meld in split for hand in hands for split in table.splits(hand))
    return card in meld and kept and card == table.arriving(case.hint.move or "")


@checks("lowers")
def _lowers(case: Case, args: Args) -> bool:
    table = of(case)
    after, _ = table.best_with(args["card"])
    there = args["card"] == table.arriving(case.hint.move or "")
    before = table.dead(table.hand)
    return there and (before, after) == (args["before"], args["after"]) and after < before


@checks("goes_with")
def _goes_with(case: Case, args: Args) -> bool:
    table, card = of(case), args["card"]
    partners, outs = table.partners(card)
    taken = case.hint.move == "take" and card == table.pile[-1]
    return (
        taken
        and not outs & table.hand
        and (partners, len(outs))
        == (
            {*args["partners"]},
            args["outs"],
        )
    )


@checks("pile_no_help")
def _pile_no_help(case: Case, args: Args) -> bool:
    table = of(case)
    least, _ = table.best_with(args["card"])
    before = table.dead(table.hand)
    pairs = any(table.completing(args["card"], one) for one in table.hand)
    no_help = least >= before == args["deadwood"] > 0 and not pairs
    return bool(args["card"] == table.pile[-1] and no_help)


@checks("pile_no_meld")
def _pile_no_meld(case: Case, args: Args) -> bool:
    table, card = of(case), args["card"]
    least, hands = table.best_with(card)
    gone = [one for hand in hands for one in table.hand - hand]
    higher = all(table.dead(frozenset([one])) > table.dead(frozenset([card])) for one in gone)
    # With a pair it might do more than replace a card.
    pairs = any(table.completing(card, one) for one in table.hand)
    lowers = least < table.dead(table.hand)
    return card == table.pile[-1] and lowers and higher and not pairs


@checks("draw_matches")
def _draw_matches(case: Case, args: Args) -> bool:
    table = of(case)
    counts = (table.matching(table.hand), len(table.coming))
    return case.hint.move != "take" and counts == (args["fit"], args["of"])


@checks("safe")
def _safe(case: Case, args: Args) -> bool:
    table, card = of(case), args["card"]
    pairs = combinations(table.elsewhere, 2)
    partners = {one for one in PACK if one != card and table.completing(card, one)}
    away = partners - table.elsewhere
    if {*args["away"]} != away or args["count"] != len(away) or card != case.hint.move:
        return False
    return not any(table.is_meld(card, *pair) for pair in pairs)


@checks("discarded_before")
def _discarded_before(case: Case, args: Args) -> bool:
    table, turns = of(case), list[list[str]]()
    for word in table.history[1:]:
        if word in {"take", "turn-over"} or (word == "draw" and (not turns or len(turns[-1]) != 1)):
            turns.append([word])
        elif word != "draw":
            turns[-1].append(word)
    thrown = set()
    for back, turn in enumerate(reversed(turns)):
        if (table.seat - back) % table.players == args["seat"]:
            thrown |= {*turn[1:]}
    goes = bool(table.completing(args["card"], args["thrown"]))
    named = args["seat"] == table.next and has_others(case, args)
    told = named and args["thrown"] in thrown and goes
    # Nobody can say what a hand has less use for of which a card is known that goes with it.
    used = any(table.completing(args["card"], one) for one in table.shown[table.next])
    open_ = not table.unknown[table.next]
    return told and not used and not open_ and args["thrown"] not in table.hand


@checks("leaves")
def _leaves(case: Case, args: Args) -> bool:
    table, rival = of(case), rival_of(case).move
    left, other = table.dead(table.without(case.hint.move or "")), table.dead(table.without(rival))
    said = (args["rival"], args["rival_left"])
    return said == (rival.removeprefix("knock-"), other) and left < other


@checks("leaves_more")
def _leaves_more(case: Case, args: Args) -> bool:
    table, rival = of(case), rival_of(case).move
    left, other = table.dead(table.without(case.hint.move or "")), table.dead(table.without(rival))
    both = {case.hint.move, rival} <= {*table.hand}
    return both and args == {"rival": rival, "less": left - other} and left > other


@checks("more_help")
def _more_help(case: Case, args: Args) -> bool:
    table, rival = of(case), rival_of(case).move
    fit = table.matching(table.without(case.hint.move or ""))
    other = table.matching(table.without(rival))
    said = (args["card"], args["fit"], args["of"], args["rival"], args["rival_fit"])
    return said == (case.hint.move, fit, len(table.coming), rival, other) and fit > other


def loose_pair(case: Case, pair: list[str]) -> bool:
    """Whether a pair is kept, and a best split leaves both unmatched."""
    table = of(case)
    kept = table.without(case.hint.move or "")
    splits = table.splits(kept)
    return {*pair} <= kept and any(
        not any(card in meld for meld in split for card in pair) for split in splits
    )


@checks("keeps_pair")
def _keeps_pair(case: Case, args: Args) -> bool:
    table = of(case)
    outs = table.completing(*args["pair"]) & table.coming
    return loose_pair(case, args["pair"]) and table.closed > 0 and len(outs) == args["outs"] > 0


@checks("keeps_pair_for")
def _keeps_pair_for(case: Case, args: Args) -> bool:
    table = of(case)
    own = table.stock[table.players - 1 :: table.players]
    outs = table.completing(*args["pair"]) & {*own}
    return loose_pair(case, args["pair"]) and outs == {*args["outs"]} != set()


@checks("ends_unscored")
def _ends_unscored(case: Case, _: Args) -> bool:
    return nobody_pays(case) and case.hint.move in of(case).hand


def nobody_pays(case: Case) -> bool:
    """Whether the hand is over after a discard without a knock."""
    table = of(case)
    rules = table.rules
    allowed = 0 if rules["stock_out"] == "end_hand" else rules["max_turn_overs"]
    used_up = not table.stock and not table.closed and table.turn_overs == allowed
    return bool(used_up or table.takes >= rules["max_takes"])


@checks("goes_rummy")
def _goes_rummy(case: Case, args: Args) -> bool:
    table = of(case)
    bonus = table.rules["rummy_bonus"]
    none = table.dead(table.without(case.hint.move or "")) == 0
    wins = bool(table.rules["rummy_beats_tie"]) and ends(case)
    return none and wins and args["bonus"] == bonus > 0 and has_others(case, args)


def has_others(case: Case, args: Args) -> bool:
    """Whether as many opponents are spoken of as there are."""
    return bool(args["others"] == of(case).players - 1)


@checks("wins_matched")
def _wins_matched(case: Case, _: Args) -> bool:
    rules = of(case).rules
    return all_matched(case) and rules["rummy_beats_tie"] and rules["rummy_bonus"] == 0


@checks("nothing_left")
def _nothing_left(case: Case, _: Args) -> bool:
    return all_matched(case) and not of(case).rules["rummy_beats_tie"]


def all_matched(case: Case) -> bool:
    """Whether the move ends the hand with nothing left unmatched."""
    table = of(case)
    return ends(case) and table.dead(table.without(case.hint.move or "")) == 0


def ends(case: Case) -> bool:
    return (case.hint.move or "").startswith(("knock-", "out"))


@checks("knock_now")
def _knock_now(case: Case, args: Args) -> bool:
    only = not any(row.move in of(case).hand for row in rows(case))
    return (
        (only or nobody_pays(case))
        and ends(case)
        and knock_points(case, args["points"], args["wins"])
    )


@checks("knock_or_wait")
def _knock_or_wait(case: Case, args: Args) -> bool:
    row = waiting_row(case).score
    waits = (args["waiting"], args["low"], args["high"]) == (row.value, row.low, row.high)
    return waits and ends(case) and knock_points(case, args["points"], args["wins"])


@checks("wait_or_knock")
def _wait_or_knock(case: Case, args: Args) -> bool:
    waits = not nobody_pays(case) and args["points"] == value_of(case, "points", "estimate")
    return waits and not ends(case) and knock_points(case, args["knock"], args["wins"])


@checks("depends_on_others")
def _depends_on_others(case: Case, args: Args) -> bool:
    move = waiting_row(case).move
    for kind, said in (("sharp", args["sharp"]), ("under_10", args["patient"])):
        mean, error = waits(case.position, move, kind)
        # The hint has five times as many deals, and the mean of a search to go by.
        if abs(mean - said) > ERRORS * error * 1.1 + 1:
            return False
    return bool(args["sharp"] < args["patient"]) and has_others(case, args)


@checks("knock_wins")
def _knock_wins(case: Case, args: Args) -> bool:
    return ends(case) and is_chance(case, args["wins"])


def knock_points(case: Case, points: float, wins: float) -> bool:
    return knock_row(case).score.value == points and is_chance(case, wins)


@checks("value_points")
def _value_points(case: Case, args: Args) -> bool:
    score = case.hint.score
    said = args["points"] == value_of(case, "points")
    return said and score is not None and score.samples == args["games"]


@checks("value_chance")
def _value_chance(case: Case, args: Args) -> bool:
    score = case.hint.score
    said = args["chance"] == value_of(case, "win_probability")
    assert score is not None
    ends = (args["low"], args["high"]) == (score.low, score.high)
    return said and ends and args["low"] < args["high"] and score.samples == args["games"]


@checks("value_exact")
def _value_exact(case: Case, args: Args) -> bool:
    return bool(args["points"] == value_of(case, "points", "exact"))


@checks("others_unvalued")
def _others_unvalued(case: Case, args: Args) -> bool:
    return bool(sum(row.score.kind == "bound" for row in rows(case)) == args["count"] > 0)


@checks("as_good")
def _as_good(case: Case, args: Args) -> bool:
    row = rival_of(case)
    return is_named(case, row, args) and row.score.value == value_of(case, "points", "exact")


@checks("same_so_far")
def _same_so_far(case: Case, args: Args) -> bool:
    row = rival_of(case)
    return is_named(case, row, args) and row.loss == 0 and row.note is None


@checks("not_told_apart")
def _not_told_apart(case: Case, args: Args) -> bool:
    return is_close(case, args)


@checks("behind_points")
@checks("ahead_points")
def _behind_points(case: Case, args: Args) -> bool:
    return is_behind(case, args, args["points"], 1)


@checks("behind_chance")
@checks("ahead_chance")
def _behind_chance(case: Case, args: Args) -> bool:
    return is_behind(case, args, args["chance"], 100)


def _beginning(case: Case, card: str) -> Seen | None:
    """What is seen before a card was drawn, the named one on the pile; else None."""
    seen = Seen(case.position)
    return None if seen.drawn or seen.pile[-1] != card else seen


def _moves(case: Case) -> list[str]:
    state = GAME.state(case.position)
    return [GAME.move_text(move) for move in GAME.legal(state)]


@checks("compare_unknown")
def _compare_unknown(case: Case, args: Args) -> bool:
    seen = _beginning(case, args["card"])
    return seen is not None and seen.closed > 0 and "draw" in _moves(case)


@checks("compare_next")
def _compare_next(case: Case, args: Args) -> bool:
    seen = _beginning(case, args["card"])
    return seen is not None and seen.stock[:1] == [args["coming"]]


@checks("compare_shuffled")
def _compare_shuffled(case: Case, args: Args) -> bool:
    seen = _beginning(case, args["card"])
    return seen is not None and not seen.closed and seen.rules["stock_out"] == "shuffle"


@checks("compare_lowest")
def _compare_lowest(case: Case, args: Args) -> bool:
    seen = _beginning(case, args["card"])
    turned = seen is not None and not seen.closed and not seen.stock
    return turned and seen is not None and seen.pile[0] == args["coming"]


@checks("count_unmatched")
def _count_unmatched(case: Case, _: Args) -> bool:
    seen = Seen(case.position)
    return seen.drawn and min(seen.dead(seen.hand - {card}) for card in seen.hand) == 0


@checks("may_knock")
def _may_knock(case: Case, args: Args) -> bool:
    return (
        has_others(case, args)
        and args["least"] == least_left(case) > 0
        and any(move.startswith("knock-") for move in _moves(case))
        and "out" not in _moves(case)
    )


@checks("may_match_all")
def _may_match_all(case: Case, _: Args) -> bool:
    moves = _moves(case)
    knocks = any(move.startswith("knock-") for move in moves)
    return knocks and "out" not in moves and least_left(case) == 0


@checks("may_not_knock_unmatched")
@checks("may_not_knock")
def _may_not_knock(case: Case, args: Args) -> bool:
    table = of(case)
    limit = args.get("limit", 0)
    barred = table.drawn and not any("knock" in move for move in _moves(case))
    named = (limit, args["least"]) == (table.rules["knock_limit"], least_left(case))
    return barred and named and args["least"] > limit and (limit > 0) == ("limit" in args)


def least_left(case: Case) -> int:
    """The least deadwood that a discard leaves."""
    table = of(case)
    return min(table.dead(table.without(move)) for move in _moves(case))


@checks("consider_ending")
def _consider_ending(case: Case, _: Args) -> bool:
    return (case.hint.move or "").startswith(("knock-", "out"))


@checks("look")
def _look(case: Case, args: Args) -> bool:
    """The place named is that of the advised move, which does not end the hand."""
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    places = {"draw": "the stock", "turn-over": "the stock", "take": "the discard pile"}
    move = case.hint.move or ""
    return bool(args["area"] == (places.get(move) or f"your {suits[move[1:]]}"))
