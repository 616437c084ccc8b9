"""Checkers of the reasons of Hand, Knee and Foot: each fact recomputed from what the seat sees.

They read the position as JSON and play the advised turn with the naive game of the rule sheet; a
card that nobody sees is ``?`` there. What the search has found is compared with the same search.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import takewhile
from random import Random
from typing import Any

from kibitz.contract.answers import HintAnswer, PlanValue, Reason
from kibitz.contract.options import HintOptions, Limits, Utility
from kibitz.games import protocol
from kibitz.games.hand_knee_foot.position import Position
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.hand_knee_foot.solver import HandKneeFootSolver
from tests.games.hand_knee_foot.tables import GAME, eager
from tests.heuristics.hand_knee_foot.looking import rule
from tests.naive import hand_knee_foot as naive
from tests.naive.reasons.case import Args, Case, Checker, is_error
from tests.naive.turn_words import done_by, said_in

SOLVER = HandKneeFootSolver()
PLURALS = dict(
    zip(
        [*naive.RANKS, naive.WILD],
        [
            *("4s", "5s", "6s", "7s", "8s", "9s", "10s"),
            *("jacks", "queens", "kings", "aces", "wild cards"),
        ],
        strict=True,
    )
)
SINGLE = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace", "JK": "joker"}
SWITCHES: list[dict[str, Any]] = [
    {},
    {"take_onto_full": False, "required": "red_black"},
    {"required": "none", "ask_team": False},
    {"knee_pickup": "auto", "red_three_auto": False},
    {"stock_out": "reshuffle", "draw": 3, "max_wilds": 3, "special_natural_only": False},
]


def positions(count: int, seed: int) -> Iterator[Position]:
    """Positions as the mover sees them, early and late, of the policy and of worse players."""
    random, given = Random(seed), 0
    while True:
        rules = random.choice(SWITCHES) | {"players": random.choice((2, 3, 4, 6))}
        number = random.randint(1, 4)
        start = GAME.deal(str(random.getrandbits(40)), rules, round_number=number)
        noise, states = random.choice((0.0, 0.1, 0.5)), [GAME.state(start)]
        while not protocol.run_over(states[-1]):
            state = states[-1].copy()
            move = eager(state, random) if random.random() < noise else rule(state)
            protocol.run_apply(state, move)
            states.append(state)
        # Late turns are as many as the others: there is more to say about them.
        half = len(states) // 2
        chosen = random.sample(states[:half], 3) + random.sample(states[half:-1], 4)
        for state in chosen:
            position: Position = GAME.position(state, start)
            yield GAME.as_seen(position, int(protocol.run_turn(state)))
            given += 1
            if given == count:
                return


def cards(row: Any) -> list[str]:
    """Cards as listed, those face down as ``?``."""
    return ["?"] * row["count"] if isinstance(row, dict) else list(row)


def team_from(data: Any) -> naive.Team:
    """A team's table; its books one by one, the first red and the first black one first."""
    team = naive.Team({naive.rank_of(meld): list(meld) for meld in data["melds"]})
    books: list[tuple[bool, list[str]]] = []
    for row in data["books"]:
        wilds = [card for card in row["cards"] if card in naive.WILDS]
        rest = [card for card in row["cards"] if card not in naive.WILDS]
        if row["rank"] == naive.WILD:
            wilds, rest = [], wilds
        for number in range(row["red"] + row["black"]):
            black = row["black"] - number
            own = [wilds.pop() for _ in range(-(-len(wilds) // black))] if black > 0 else []
            size = 7 - len(own) if number < row["red"] + row["black"] - 1 else len(rest)
            first = row["rank"] == data.get("original_black" if own else "original_red")
            books.append((not first, own + rest[:size]))
            rest = rest[size:]
    team.books = [book for _, book in sorted(books, key=lambda pair: pair[0])]
    team.red_threes = len(data["red_threes"])
    team.opened = bool(team.melds or team.books)
    team.knees_offered = team.opened and bool(team.books)
    return team


def round_from(position: Position) -> naive.Round:
    """The position for the naive game."""
    data = position.to_json()
    rules = data["rules"] | {"minimums": tuple(data["rules"]["minimums"])}
    players, turn = rules["players"], data["turn"]
    game = naive.Round(
        switches=naive.Switches(**rules),
        number=data["round"],
        turn=turn,
        hands=[cards(hand) for hand in data["hands"]],
        knees=[cards(knee) for knee in data["knees"]],
        feet=[cards(foot) for foot in data["feet"]],
        stock=cards(data["stock"]),
        pile=list(data["discards"]),
        teams=[team_from(team) for team in data["teams"]],
        known=[list(row) for row in data["known"]],
        doing={"pick_up": "pick up"}.get(data.get("phase", "draw"), data.get("phase", "draw")),
        pile_waits=data.get("taking", False),
        said=data.get("said") or "",
        turn_is_over=data.get("discarded", False),
    )
    game.offered = sorted(data.get("offers", []), key=lambda seat: (seat - turn) % players)
    if "answering" in data:
        asked = naive.team_seats(game, turn)
        game.answering = asked[asked.index(data["answering"]) :]
    if data.get("opening"):
        team = naive.team_of(game, turn)
        team.opened = team.knees_offered = False
        laid = [card for row in [*team.melds.values(), *team.books] for card in row]
        game.opening = sum(map(naive.points, laid))
    return game


class Turn:
    """The advised turn played in the naive game: the games before each move and at the end."""

    def __init__(self, position: Position, line: tuple[str, ...]) -> None:
        game = round_from(position)
        self.line = line
        speaks = {"answer": game.answering, "offer": game.offered}
        self.seat = speaks.get(game.doing, [game.turn])[0]
        self.next_seat = (self.seat + 1) % game.switches.players
        self.games = [game]
        for move in line:
            game = deepcopy(self.games[-1])
            while game.doing == "offer" and game.offered[0] != self.seat:
                naive.play(game, naive.moves(game)[-1])
            self.games.append(deepcopy(game))
            naive.play(self.games[-1], move, [*game.stock, *game.pile[:-1]])
        self.before, self.after = self.games[0], self.games[-1]

    def teams(self) -> tuple[naive.Team, naive.Team]:
        """The seat's team before and after the turn."""
        return naive.team_of(self.before, self.seat), naive.team_of(self.after, self.seat)

    def new_books(self) -> list[list[str]]:
        """The books that the turn completes."""
        before, after = self.teams()
        ranks = Counter((naive.rank_of(b), naive.is_dirty(b)) for b in before.books)
        found = []
        for book in after.books:
            key = (naive.rank_of(book), naive.is_dirty(book))
            ranks[key] -= 1
            found += [book] if ranks[key] < 0 else []
        return found

    def of_use(self) -> int:
        """How many cards below the top of the pile are wild, held, or of an open meld."""
        fits = {*self.before.hands[self.seat], *self.teams()[0].melds, *naive.WILDS}
        return sum(card in fits - {"3R", "3B"} for card in self.before.pile[:-1])

    def left_lying(self) -> int:
        """How many of these cards are of use, with those that can be put down once it is taken."""
        game = deepcopy(self.before)
        naive.play(game, "take", [*game.stock, *game.pile[:-1]])
        down = {card for move in naive.moves(game) for card in put_down(move)}
        below, hand = self.before.pile[:-1], self.before.hands[self.seat]
        wild = any(card in naive.WILDS for card in [*below, *hand])
        down |= {card for card in below if below.count(card) + wild >= 3}
        fits = {*hand, *self.teams()[0].melds, *naive.WILDS, *down}
        return sum(card in fits - {"3R", "3B"} for card in self.before.pile[:-1])

    def thrown(self) -> str:
        """The card that the turn discards; nothing where it ends otherwise."""
        last = self.line[-1]
        played = last in {"3R", "3B", *naive.WILDS, *naive.RANKS}
        return last if played and self.after.out is None else ""


def put_down(move: str) -> list[str]:
    """The cards that a move melds, adds or buries."""
    verb, _, cards = move.partition("-")
    if verb not in {"meld", "add", "bury"}:
        return []
    return re.findall("JK|.", cards.partition("-")[0])


@cache
def turn_of(position: Position, line: tuple[str, ...]) -> Turn:
    return Turn(position, line)


def of(case: Case) -> Turn:
    """The turn that a hint advises."""
    return turn_of(case.position, own_moves(case, case.hint.line or ()))


def own_moves(case: Case, line: Sequence[str]) -> tuple[str, ...]:
    """The moves of a line that the seat makes; with open cards it goes on after the turn."""
    if case.hint.score is None or case.hint.score.kind != "exact":
        return tuple(line)
    game = GAME.state(case.position)
    seat, own = int(protocol.run_turn(game)), []
    for move in line:
        if int(protocol.run_turn(game)) != seat:
            break
        own.append(move)
        protocol.run_apply(game, GAME.enter(game, move))
    return tuple(own)


def missing(game: naive.Round, team: naive.Team) -> list[str]:
    """The required books that a team does not have."""
    ranks = [naive.rank_of(book) for book in team.books]
    there = {
        "a red book": any(map(naive.is_clean, team.books)),
        "a black book": any(map(naive.is_dirty, team.books)),
        "a book of 5s": "5" in ranks,
        "a book of 7s": "7" in ranks,
    }
    needed = {"none": 0, "red_black": 2}.get(game.switches.required, 4)
    return [name for name in list(there)[:needed] if not there[name]]


def lacks(case: Case) -> tuple[list[str], list[str]]:
    turn = of(case)
    before, after = turn.teams()
    return missing(turn.before, before), missing(turn.after, after)


def plays_from_foot(case: Case) -> bool:
    turn = of(case)
    return naive.in_foot(turn.before, turn.seat) and turn.after.out is None


def takes_pile(case: Case, args: Args) -> bool:
    turn = of(case)
    pile = turn.before.pile
    return (
        turn.line[0] == "take"
        and args["cards"] == len(pile)
        and args["draws"] == naive.draws(turn.before.switches)
        and args.get("wild", 0) == naive.wilds_in(pile)
    )


def pile_fits(case: Case, args: Args) -> bool:
    turn = of(case)
    facts = (len(turn.before.pile) - 1, turn.of_use())
    return "take" in naive.moves(turn.before) and (args["cards"], args["fits"]) == facts


def pile_left(case: Case, args: Args) -> bool:
    turn = of(case)
    facts = (len(turn.before.pile) - 1, turn.left_lying())
    drawn = turn.line[0] == "draw" and "take" in naive.moves(turn.before)
    return drawn and (args["cards"], args["fits"]) == facts


def opens(case: Case, args: Args) -> bool:
    turn = of(case)
    before, after = turn.teams()
    points = turn.before.opening
    from_below = turn.before.pile_waits or turn.line[0] == "take"
    for game, later in zip(turn.games, turn.games[1:], strict=False):
        if not (from_below and naive.team_of(game, turn.seat).opened):
            laid = [naive.team_of(g, turn.seat) for g in (game, later)]
            rows = [[*team.melds.values(), *team.books] for team in laid]
            sums = [sum(naive.points(card) for row in each for card in row) for each in rows]
            points += sums[1] - sums[0]
    minimum = turn.before.switches.minimums[turn.before.number - 1]
    due = (points, minimum) == (args["points"], args["minimum"]) and points >= minimum
    return not before.opened and after.opened and due


def book_points(book: list[str]) -> int:
    special = {"5": 2000, "7": 2000, naive.WILD: 1500}.get(naive.rank_of(book))
    return special or (300 if naive.wilds_in(book) else 500)


def makes_book(case: Case, args: Args) -> bool:
    books = [(PLURALS[naive.rank_of(book)], book_points(book)) for book in of(case).new_books()]
    return (args["rank"], args["points"]) in books


def grows(case: Case, args: Args) -> bool:
    before, after = of(case).teams()
    rank = {plural: rank for rank, plural in PLURALS.items()}[args["rank"]]
    sizes = [len(team.melds.get(rank, [])) for team in (before, after)]
    worth = {"5": 2000, "7": 2000, naive.WILD: 1500}[rank]
    grown: bool = sizes[0] < sizes[1] == args["size"] < 7 and args["points"] == worth
    return grown and of(case).after.doing != "ended"


def first_book(case: Case, args: Args) -> bool:
    turn = of(case)
    at = turn.line.index("knee")
    full = bool(turn.games[at].hands[turn.seat])
    return not turn.teams()[0].books and bool(turn.teams()[1].books) and full


def plays_out(later: bool) -> Checker:
    def check(case: Case, args: Args) -> bool:
        turn = of(case)
        return any(
            game.doing == "pick up"
            and not game.hands[turn.seat]
            and game.turn_is_over == later
            and args["pile"] == ("knee" if game.knees[turn.seat] else "foot")
            for game in turn.games[1:]
        )

    return check


def following(turn: Turn) -> dict[str, int]:
    """The seat that plays next, and how many other players there are."""
    return {"seat": turn.next_seat, "seats": turn.before.switches.players - 1}


def throws(*kinds: str) -> Callable[[Case, Args], bool]:
    def check(case: Case, args: Args) -> bool:
        turn = of(case)
        named = SINGLE.get(turn.thrown(), {"3R": "red three"}.get(turn.thrown(), turn.thrown()))
        return (
            turn.thrown() in kinds
            and {key: args[key] for key in ("seat", "seats")} == following(turn)
            and args["cards"] == len(turn.after.pile) > 1
            and args.get("card", named) == named
        )

    return check


def no_room(case: Case, args: Args) -> bool:
    turn = of(case)
    meld = naive.team_of(turn.after, turn.next_seat).melds.get(turn.thrown(), [])
    full = len(meld) > 4 and not turn.after.switches.take_onto_full
    return full and args == {**following(turn), "rank": PLURALS[turn.thrown()]}


def lone_card(case: Case, args: Args) -> bool:
    turn = of(case)
    card = turn.thrown()
    alone = card not in turn.after.hands[turn.seat] and card not in turn.teams()[1].melds
    alone = alone and all(game.hands[turn.seat].count(card) < 2 for game in turn.games[:-1])
    alone = alone and f"bury-{card}" not in naive.moves(turn.games[-2])
    return alone and args == {"card": SINGLE.get(card, card), "rank": PLURALS[card]}


def left_before(case: Case, args: Args) -> bool:
    turn = of(case)
    count = turn.after.pile[:-1].count(turn.thrown())
    said = count > 0 and args == {"count": count, "rank": PLURALS[turn.thrown()]}
    return said and not next_holds(turn)


def next_holds(turn: Turn) -> bool:
    """Whether the next seat is known to hold the card thrown: to it the others say nothing."""
    game, seat = turn.games[-2], turn.next_seat
    return turn.thrown() in (*game.known[seat], *game.hands[seat])


def in_sight(case: Case, args: Args) -> bool:
    turn = of(case)
    game, card = turn.games[-2], turn.thrown()
    seen = [*game.hands[turn.seat], *game.pile]
    seen += [c for seat, row in enumerate(game.known) if seat != turn.seat for c in row]
    for team in game.teams:
        seen += [c for row in [*team.melds.values(), *team.books] for c in row]
    facts = {"seen": seen.count(card), "all": 4 * naive.packs(game.switches.players)}
    return args == facts | {"rank": PLURALS[card]} and not next_holds(turn)


@cache
def searched(position: Position, seed: str, iterations: int | None, unit: str) -> Any:
    """The search that a hint rests on, once more."""
    utility: Utility = "match" if unit == "win_probability" else "points"
    question = SOLVER.ask(position, HintOptions(seed=seed, utility=utility))
    budget = Budget(Limits(iterations=iterations, memory_mb=64))
    return SOLVER.hidden_search(question, budget, ignore)


def found(hint: HintAnswer, position: Position) -> Any:
    assert hint.score is not None
    return searched(position, hint.seed, hint.limits.iterations, hint.score.unit)


def clear_of(case: Case) -> frozenset[str]:
    """The turns that are certainly behind the best one."""
    clear: frozenset[str] = found(case.hint, case.position).clear
    return clear


def rival_of(case: Case) -> tuple[str, Any]:
    """The next best turn and its row; with open cards the next best move."""
    assert case.hint.score is not None
    if case.hint.score.kind == "exact":
        row = next(row for row in case.analysis.moves[1:] if differs(case, row.line))
        return row.move, row
    plans = found(case.hint, case.position).plans[1:]
    plan: PlanValue = next(plan for plan in plans if differs(case, plan.moves))
    return " ".join(plan.moves), plan


def comes_to(turn: Turn) -> Any:
    """What a turn leaves, whatever the order of its moves."""
    game = turn.after
    tables = [
        ({rank: sorted(meld) for rank, meld in team.melds.items()}, sorted(map(sorted, team.books)))
        for team in game.teams
    ]
    hands = [[sorted(hand) for hand in each] for each in (game.hands, game.knees, game.feet)]
    return tables, hands, game.pile, game.doing, game.turn, game.said


def differs(case: Case, moves: Sequence[str]) -> bool:
    """Whether a turn comes to something else than the best one."""
    return bool(comes_to(Turn(case.position, own_moves(case, moves))) != comes_to(of(case)))


def names_rival(case: Case, args: Args) -> bool:
    """Whether the next best turn is named by its moves, and in words by what it does instead."""
    name, row = rival_of(case)
    best = Counter(own_moves(case, case.hint.line or ()))
    rival = Counter(own_moves(case, row.moves if isinstance(row, PlanValue) else row.line))
    others = [list((a - b).elements()) for a, b in ((rival, best), (best, rival))]
    puts_down = [m.partition("-")[0] in ("meld", "add", "bury") for m in others[0]]
    besides = bool(others[0]) and all(puts_down) and not others[1]
    if others[0]:
        others[1] = [m for m in others[1] if m.partition("-")[0] in ("meld", "add", "bury")]
    done, left_out = parted(args["instead"])
    whole = said_in(done) == done_by(list(rival.elements()))
    if whole and not left_out and len(others[1]) > 2:  # where it leaves out much
        return bool(args["rival"] == name)
    if done.endswith(" as well") != besides:
        return False
    differs = said_in(done.removesuffix(" as well")) == done_by(others[0])
    return args["rival"] == name and differs and said_in(left_out) == done_by(others[1])


def parted(instead: str) -> tuple[str, str]:
    """What the next best turn does that the best does not, and what it leaves out, in words."""
    if instead.startswith("not to let your partner"):  # which is done, not left out
        return f"do {instead}", ""
    done, _, left_out = f", and {instead}".partition(", and neither to ")
    if left_out:
        *others, last = left_out.split(" nor to ")
        return done.removeprefix(", and to "), ", ".join([*others, last]) if others else ""
    done, _, left_out = f", and {instead}".partition(", and not to ")
    return done.removeprefix(", and to "), left_out


def as_good(case: Case, args: Args) -> bool:
    _, row = rival_of(case)
    return names_rival(case, args) and row.score.kind == "exact" and row.loss == 0


def as_much(case: Case, args: Args) -> bool:
    """Whether all that is said before, or more of it, is true of the next best turn as well."""
    _, row = rival_of(case)
    line = row.moves if isinstance(row, PlanValue) else row.line
    other = replace(case, hint=case.hint.model_copy(update={"line": line}))
    said = [*takewhile(lambda reason: "value_" not in reason.code, case.hint.reasons or [])]
    points = [sum(map(book_points, of(each).new_books())) for each in (case, other)]
    as_many = points[0] <= points[1]
    held = [as_many if each.code == "makes_book" else holds_too(other, each) for each in said]
    return not args and bool(held) and all(held)


def holds_too(other: Case, said: Reason) -> bool:
    """Whether a reason holds for another turn, with its own cards and amounts as large."""
    args: Args = said.args
    code, turn = said.code, of(other)
    card = turn.thrown()
    own = {"rank": PLURALS.get(card), "card": SINGLE.get(card, card)}
    renamed = {name: own.get(name, value) for name, value in args.items()}
    copies = 4 * naive.packs(turn.before.switches.players)
    tried: Iterable[Args] = [args, renamed]
    if code == "in_sight":
        seen = [n for n in range(copies + 1) if n / copies >= args["seen"] / args["all"]]
        tried = [renamed | {"seen": n, "all": copies} for n in seen]
    elif code == "left_before":
        tried = [renamed | {"count": n} for n in range(args["count"], copies + 1)]
        seen = [n for n in range(copies + 1) if n >= 2 / 3 * copies]
        in_sight = [{"seen": n, "all": copies, "rank": own["rank"]} for n in seen]
        if any(CHECKERS["in_sight"](other, each) for each in in_sight):
            return True
    elif code in {"closes_pile", "blocks_pile", "no_room"}:
        seats = following(turn)
        rank, cards = {"rank": own["rank"]}, {"cards": len(turn.after.pile)}
        shut = [CHECKERS[each](other, seats | cards) for each in ("closes_pile", "blocks_pile")]
        return any(shut) or no_room(other, seats | rank)
    elif code == "buries":
        tried = [{"cards": n} for n in range(args["cards"], len(turn.line) + 1)]
    elif code == "still_needs":
        return len(lacks(other)[1]) <= len(args["books"])
    return any(CHECKERS[code](other, each) for each in tried)


def same_so_far(case: Case, args: Args) -> bool:
    name, row = rival_of(case)
    return names_rival(case, args) and row.score.kind == "estimate" and is_level(case, name, row)


def is_level(case: Case, name: str, row: Any) -> bool:
    """Whether a turn did as well in every deal, though judgement may expect less of it."""
    return (row.loss == 0 and row.note is None) or name in found(case.hint, case.position).same


def not_told_apart(case: Case, args: Args) -> bool:
    name, row = rival_of(case)
    level = is_level(case, name, row)
    return names_rival(case, args) and not level and name not in clear_of(case)


def gap(key: str) -> Checker:
    def check(case: Case, args: Args) -> bool:
        assert case.hint.score is not None
        name, row = rival_of(case)
        exact = case.hint.score.kind == "exact"
        clear = exact or name in clear_of(case)
        unit = {"win_probability": "chance", "points": "points"}[case.hint.score.unit]
        sure = is_error(row, args["error"], 100 if unit == "chance" else 1)
        # Errors are shown with two digits at most: what rounds to 0 with them is not said.
        told = 71 * args[key] > args["error"] and row.loss == args[key]
        return clear and unit == key and names_rival(case, args) and told and sure

    return check


def value(kind: str, unit: str, key: str) -> Checker:
    def check(case: Case, args: Args) -> bool:
        score = case.hint.score
        assert score is not None
        games = args.get("rounds", score.samples) == score.samples
        teams = {2: 2, 3: 3, 4: 2, 6: 2}[of(case).before.switches.players]
        games = games and args.get("others", teams - 1) == teams - 1
        ends = score.low, score.high
        games = games and (args.get("low", ends[0]), args.get("high", ends[1])) == ends
        return games and (score.kind, score.unit, score.value) == (kind, unit, args[key])

    return check


def doing(case: Case, what: str) -> bool:
    """Whether that is next, and no question is asked or answered with the advised turn."""
    turn = of(case)
    return turn.before.doing == what and turn.line[0] not in ("ask", "yes", "no")


def few_left(case: Case, args: Args) -> bool:
    game = of(case).before
    facts = (len(game.stock), naive.draws(game.switches))
    return doing(case, "draw") and (args["cards"], args["draws"]) == facts and facts[0] < facts[1]


def compare_pile(case: Case, args: Args) -> bool:
    game = of(case).before
    draws = naive.draws(game.switches)
    facts = (len(game.pile), draws)
    same = (args["cards"], args["draws"]) == facts
    return doing(case, "draw") and same and len(game.stock) >= draws


def think_open(case: Case, args: Args) -> bool:
    turn = of(case)
    minimum = turn.before.switches.minimums[turn.before.number - 1]
    laid = turn.before.opening
    wanted = {"points": laid, "minimum": minimum} if laid else {"minimum": minimum}
    return doing(case, "play") and not turn.teams()[0].opened and dict(args) == wanted


def only_discards(case: Case) -> bool:
    """Whether nothing can be done but throw a card."""
    turn = of(case)
    return {*naive.moves(turn.before)} <= {*turn.before.hands[turn.before.turn]}


def cannot_open(case: Case, args: Args) -> bool:
    return think_open(case, args) and only_discards(case) and "points" not in args


def think_discard(case: Case, args: Args) -> bool:
    turn = of(case)
    said = dict(args) == following(turn) and turn.teams()[0].opened
    return doing(case, "play") and said and only_discards(case)


def think_play(case: Case, args: Args) -> bool:
    turn = of(case)
    cards = len(turn.before.pile)
    wanted = following(turn) | ({"cards": cards} if cards else {})
    said = doing(case, "play") and turn.teams()[0].opened and dict(args) == wanted
    return said and not only_discards(case)


def look(case: Case, args: Args) -> bool:
    """The places named are those of the moves of the turn, each once and in their order."""
    places = {
        **dict.fromkeys(("draw", "shuffle", "stop"), "the stock"),
        **dict.fromkeys(("knee", "leave", "foot"), "your next pile"),
        **dict.fromkeys(("ask", "yes", "no"), "going out"),
        "take": "the discard pile",
        "lay": "red threes",
        "meld": "your side's melds",
        "add": "your side's melds",
        "bury": "cards to bury",
    }
    words = [move.partition("=")[0].partition("-")[0] for move in of(case).line]
    named = [places.get(word, "your discard") for word in words]
    return list(args["areas"]) == list(dict.fromkeys(named))


def more_cards(case: Case, args: Args) -> bool:
    knees = of(case).before.knees[of(case).seat]
    more = doing(case, "offer") or doing(case, "pick up")
    return more and args["pile"] == ("knee" if knees else "foot")


CHECKERS: dict[str, Checker] = {
    "think_ending": lambda case, _: of(case).line[0] in ("ask", "yes", "no"),
    "few_left": few_left,
    "compare_pile": compare_pile,
    "more_cards": more_cards,
    "think_open": lambda case, args: think_open(case, args) and not only_discards(case),
    "cannot_open": cannot_open,
    "think_discard": think_discard,
    "think_opening": think_open,
    "think_play": think_play,
    "think_leave": think_play,
    "look": look,
    "only_move": lambda case, _: len(naive.moves(of(case).before)) == 1,
    "takes_pile": lambda case, args: "wild" not in args and takes_pile(case, args),
    "takes_pile_wild": lambda case, args: args["wild"] > 0 and takes_pile(case, args),
    "pile_fits": lambda case, args: of(case).line[0] == "take" and pile_fits(case, args),
    "pile_misfits": lambda case, args: pile_left(case, args) and 3 * args["fits"] <= args["cards"],
    "pile_useless": lambda case, _: pile_left(
        case, {"cards": max(1, len(of(case).before.pile) - 1), "fits": 0}
    ),
    "opens": opens,
    "makes_book": makes_book,
    "first_book": first_book,
    "grows": grows,
    "lays_three": lambda case, _: (
        "lay" in of(case).line and naive.team_of(of(case).after, of(case).seat).red_threes % 7 > 0
    ),
    "buries": lambda case, args: (
        args["cards"] == sum(move.startswith("bury") for move in of(case).line) > 0
    ),
    "plays_out": plays_out(later=False),
    "plays_out_later": plays_out(later=True),
    "goes_out": lambda case, _: of(case).after.out == of(case).seat,
    "last_required": lambda case, _: (
        plays_from_foot(case) and bool(lacks(case)[0]) and not lacks(case)[1]
    ),
    "may_go_out": lambda case, _: plays_from_foot(case) and not lacks(case)[0],
    "still_needs": lambda case, args: (
        plays_from_foot(case) and args["books"] == lacks(case)[1] != []
    ),
    "closes_pile": throws("3B"),
    "blocks_pile": throws("2", "JK", "3R"),
    "no_room": no_room,
    "lone_card": lone_card,
    "left_before": left_before,
    "in_sight": in_sight,
    "value_points": value("estimate", "points", "points"),
    "value_chance": value("estimate", "win_probability", "chance"),
    "value_exact": value("exact", "points", "points"),
    "only_turn": lambda case, _: len(found(case.hint, case.position).plans) == 1,
    "as_good": as_good,
    "as_much": as_much,
    "same_so_far": same_so_far,
    "not_told_apart": not_told_apart,
    "behind_points": gap("points"),
    "behind_chance": gap("chance"),
    "ahead_points": gap("points"),
    "ahead_chance": gap("chance"),
}
