"""The sentences of Knotty Nines' hints, each fact recomputed from the position alone.

Only the naive rules are used, except for numbers that a search found: those are held against the
rows of the analysis, and where it is affordable against a search through everything.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, cast

from kibitz.contract.answers import MoveValue, Verdict
from kibitz.contract.limits import Limits
from kibitz.contract.options import AnalyzeOptions
from kibitz.games.knotty_nines.game import KnottyNines
from kibitz.games.knotty_nines.position import Position
from kibitz.solvers.budget import Budget
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.knotty_nines.exact import RankView, decide
from kibitz.solvers.knotty_nines.explain import deepest_line
from kibitz.solvers.knotty_nines.search import FOUND
from tests.naive import knotty_nines as naive
from tests.naive.knotty_nines_cases import packed
from tests.naive.knotty_nines_classes import children, tidy
from tests.naive.reasons.case import Case, Checker

GAME: Final = KnottyNines()
SEARCHED: Final = 400  # positions, up to which everything is tried
MOST_UNSEEN: Final = 3  # stock cards whose every order is tried
MOST_ARRANGED: Final = 12  # arrangements, up to which that is affordable
ORDERS: Final = 3

Args = Mapping[str, Any]


# Positions.


def as_json(position: naive.Position) -> dict[str, Any]:
    """The position as a JSON object; suits are given out in the order of the cards."""
    suits = {rank: list("CDHS") for rank in range(13)}

    def card(rank: int) -> str:
        return naive.TEXT_RANKS[rank] + suits[rank].pop(0)

    return {
        "rules": {
            "piles": len(position.piles),
            "wrap": position.wrap,
            "win": "stock_empty_and_stuck" if position.stuck else "stock_empty",
        },
        "tableau": [[card(rank) for rank in pile] for pile in position.piles],
        "stock": [card(rank) for rank in position.stock],
    }


def as_naive(position: Position, stock: naive.Pile | None = None) -> naive.Position:
    """The naive position of the service's; ``stock`` stands for one that is face down."""
    json = position.to_json()
    rules = json["rules"]
    cards = json["stock"] if isinstance(json["stock"], list) else []
    stuck = rules["win"] == "stock_empty_and_stuck"
    read = naive.read(json["tableau"], cards, rules["wrap"], stuck)
    return read if stock is None else read._replace(stock=stock)


def unseen_of(position: Position) -> list[int]:
    """The ranks that are not on the table."""
    left = [rank for rank in range(13) for _ in range(4)]
    for pile in as_naive(position).piles:
        for rank in pile:
            left.remove(rank)
    return left


def played_on(random: Random, position: naive.Position, moves: int) -> naive.Position:
    """The position after up to ``moves`` moves, most of which empty a pile when one can be."""
    for _ in range(moves):
        choices = naive.moves(position)
        if not choices:
            break
        emptying = [move for move in choices if len(position.piles[move[0]]) == 1]
        likely = emptying if emptying and random.random() < 0.7 else choices
        after = naive.play(position, random.choice(likely))
        if naive.is_won(after) and random.random() < 0.9:
            break
        position = after
    return position


def won_in_part(random: Random, rules: dict[str, Any]) -> Position:
    """A position on the way of a line that wins, or a deal when none is found soon."""
    deals = [GAME.deal(str(random.getrandbits(60)), rules) for _ in range(6)]
    for position in deals:
        answer = SOLVERS["knotty-nines"].decide(position, Budget(Limits(nodes=20_000)))
        if answer.moves:
            line = answer.moves[: random.randrange(len(answer.moves))]
            return cast(Position, GAME.play(position, line))
    return deals[0]


def positions(count: int, seed: int) -> Iterator[Position]:
    """Positions of all stages and switches: half with a known stock, half face down.

    Some are late ones, some on or off the way of a line that wins, some met at random.
    """
    random = Random(seed)
    for index in range(count):
        wrap, stuck = random.random() < 0.7, random.random() < 0.3
        rules = {
            "piles": random.choice([4, 5, 6, 7, 8, 9, 9, 10, 11, 12, 12]),
            "wrap": wrap,
            "win": "stock_empty_and_stuck" if stuck else "stock_empty",
        }
        if index % 3 == 0:
            start, moves = packed(random, wrap, stuck), [0, 0, 1, 3]
        elif index % 3 == 1:
            start, moves = as_naive(won_in_part(random, rules)), [0, 0, 0, 1, 2]
        else:
            start, moves = as_naive(GAME.deal(str(random.getrandbits(60)), rules)), [0, 0, 2, 6, 15]
        position = GAME.read(as_json(played_on(random, start, random.choice(moves))))
        yield GAME.as_seen(position) if position.stock and random.random() < 0.5 else position


# Facts of a position.


def here(case: Case) -> naive.Position:
    """The position, its stock empty where it is face down but for a last card, which is known."""
    unseen = unseen_of(case.position)
    known = tuple(unseen) if case.position.hidden == 1 else None
    return as_naive(case.position, known)


def free_piles(position: naive.Position) -> list[int]:
    """Piles, from 1, whose every card would find a top to land on, as exchanges go."""
    tops = {pile[-1] for pile in position.piles if pile}
    free = []
    for number, pile in enumerate(position.piles, 1):
        needs = [rank + 1 if rank < naive.KING else 0 for rank in pile]
        blocked = not position.wrap and naive.KING in pile
        if pile and not blocked and set(needs) <= tops:
            free.append(number)
    return free


def empties(position: naive.Position, way: list[str]) -> naive.Position | None:
    """The position after ``way`` with the emptied space open; None unless only its last empties."""
    ahead = position._replace(stock=(99,))
    for index, text in enumerate(way):
        source, target = (int(number) - 1 for number in text.split("=")[0].split(">"))
        if (source, target) not in naive.moves(ahead):
            return None
        last = len(ahead.piles[source]) == 1
        if last != (index == len(way) - 1):
            return None
        ahead = naive.play(ahead, (source, target))
    left = tuple(pile for pile in ahead.piles if pile != (99,))
    return ahead._replace(piles=left, stock=())


def helping(position: naive.Position, way: list[str], unseen: list[int]) -> int:
    """Unseen cards that let some pile be emptied again when they fill the space of ``way``."""
    left = empties(position, way)
    assert left is not None
    return sum(bool(free_piles(left._replace(piles=(*left.piles, (rank,))))) for rank in unseen)


def arrangements(position: naive.Position) -> set[naive.Piles] | None:
    """All that exchanges lead to; None where that is too much to try."""
    start = tidy(position.piles)
    seen, waiting = {start}, [start]
    while waiting:
        ahead = position._replace(piles=waiting.pop(), stock=(99,))
        for source, target in naive.moves(ahead):
            if len(ahead.piles[source]) > 1:
                after = tidy(naive.play(ahead, (source, target)).piles)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        if len(seen) > SEARCHED:
            return None
    return seen


def best_chance(position: naive.Position, unseen: list[int]) -> float | None:
    """The chance of the best player of few cards; None where that is too much to try."""
    if len(unseen) == 1:
        return float(bool(free_piles(position)))
    if position.stuck or len(unseen) > MOST_UNSEEN:
        return None
    reached = arrangements(position)
    if reached is None or len(reached) > MOST_ARRANGED:
        return None
    ways = {
        tidy(left.piles)
        for piles in reached
        for i, j in naive.moves(position._replace(piles=piles, stock=(99,)))
        if (left := empties(position._replace(piles=piles), [f"{i + 1}>{j + 1}"]))
    }
    best = 0.0
    for way in ways:
        total = 0.0
        for i, card in enumerate(unseen):
            chance = best_chance(
                position._replace(piles=(*way, (card,))), unseen[:i] + unseen[i + 1 :]
            )
            if chance is None:
                return None
            total += chance
        best = max(best, total / len(unseen))
    return best


def rows(case: Case) -> list[MoveValue]:
    """The rows of the analysis."""
    return case.analysis.moves


def row(case: Case, move: str) -> MoveValue:
    """The row of one move."""
    return next(row for row in rows(case) if row.move == move)


def wins_along(position: naive.Position, line: list[str]) -> bool:
    """Whether the whole line, and no part of it, wins."""
    for text in line:
        if naive.is_won(position):
            return False
        position = naive.replay(position, [text])
    return naive.is_won(position)


def after(position: naive.Position, move: str) -> naive.Position:
    """The position one move later."""
    return naive.replay(position, [move])


def explored(position: naive.Position) -> naive.Findings | None:
    """Everything tried, where that is affordable."""
    return naive.explore(position, SEARCHED)


def drawn_along(position: naive.Position, line: list[str]) -> int:
    """Cards that a line draws."""
    return len(position.stock) - len(naive.replay(position, line).stock)


def deepest(position: naive.Position) -> int:
    """Cards that the line of a search without limits draws."""
    _, line = deepest_line(RankView.of(GAME.read(as_json(position))), Budget(Limits()))
    return drawn_along(position, line)


# How the player stands.


def won(case: Case, args: Args) -> bool:
    return naive.is_won(here(case)) and case.hint.move is None


def no_moves(case: Case, args: Args) -> bool:
    position = here(case)
    nothing = not naive.moves(position._replace(stuck=True))
    return nothing and 0 < case.position.stock_size == args["stock"] and case.hint.move is None


def can_win(case: Case, args: Args) -> bool:
    return any(wins_along(here(case), row.line) for row in rows(case))


def chance(case: Case, args: Args) -> bool:
    score = case.analysis.score
    assert score is not None
    if case.hint.score != score or (args["value"], args["low"], args["high"]) != (
        score.value, score.low, score.high,
    ):  # fmt: skip
        return False
    truth = best_chance(here(case), unseen_of(case.position))
    if truth is not None:
        # Each end holds in 95 of 100 cases; of so few samples both are wide.
        return score.low - 0.1 <= truth <= score.high + 0.1
    return 0 <= score.low <= score.value <= score.high <= 1


def lost(case: Case, args: Args) -> bool:
    if case.position.hidden > 1:
        return bool(case.hint.move is None)
    truth = explored(here(case))
    return truth is None or not truth.winnable


def dead(case: Case, args: Args) -> bool:
    return not free_piles(here(case)) and case.hint.move is None and case.position.stock_size > 0


def lost_in_every_order(case: Case, args: Args) -> bool:
    random = Random(len(unseen_of(case.position)))
    for _ in range(ORDERS):
        order = unseen_of(case.position)
        random.shuffle(order)
        stock = as_json(as_naive(case.position, tuple(order)))
        view = RankView.of(GAME.read(stock))
        if decide(view, Budget(Limits(nodes=20_000)))[1].outcome == FOUND:
            return False
        truth = explored(as_naive(case.position, tuple(order)))
        if truth is not None and truth.deepest == len(order):
            return False
    return case.hint.move is None


def at_best(case: Case, args: Args) -> bool:
    position = here(case)
    truth = explored(position)
    if truth is not None and truth.deepest != args["cards"]:
        return False
    reached = deepest(position) == args["cards"]
    return bool(reached and 0 < args["cards"] < args["stock"] == len(position.stock))


def found_at_best(case: Case, args: Args) -> bool:
    truth = explored(here(case))
    possible = truth is None or 0 < args["cards"] <= truth.deepest
    return possible and bool(args["stock"] == len(here(case).stock))


def never_rests(case: Case, args: Args) -> bool:
    position = here(case)
    return not position.stock and position.stuck and case.hint.move is None


def stock_then_never_rests(case: Case, args: Args) -> bool:
    position = here(case)
    truth = explored(position)
    if truth is not None:
        return position.stuck and truth.deepest == len(position.stock) and not truth.winnable
    return position.stuck and deepest(position) == len(position.stock)


# What kind of move.


def start_over(case: Case, args: Args) -> bool:
    return case.hint.verdict is Verdict.UNSOLVABLE


def prepare(case: Case, args: Args) -> bool:
    line = case.hint.line or []
    return len(line) == args["exchanges"] + 1 > 1 and empties(here(case), line) is not None


def empty_now(case: Case, args: Args) -> bool:
    line = case.hint.line or []
    return len(line) == 1 and empties(here(case), line) is not None


def all_win(case: Case, args: Args) -> bool:
    return all(wins_along(here(case), row.line) for row in rows(case))


def some_win(case: Case, args: Args) -> bool:
    position = here(case)
    winning = 0
    for found in rows(case):
        truth = explored(after(position, found.move))
        wins = found.verdict is Verdict.SOLVABLE
        if wins and not wins_along(position, found.line):
            return False
        if truth is not None and truth.winnable != wins:
            return False
        winning += wins
    return bool((winning, len(rows(case))) == (args["winning"], args["legal"]))


def area(case: Case, args: Args) -> bool:
    touched = [n for move in case.hint.line or [] for n in move.split(">")]
    return bool(args["piles"] == [f"pile {n}" for n in dict.fromkeys(touched)])


# Why.


def forced(case: Case, args: Args) -> bool:
    # A won game has no moves, and a face-down stock of one card is known.
    return len(naive.moves(here(case)._replace(stuck=True))) == 1


def only_winning(case: Case, args: Args) -> bool:
    return some_win(case, {"winning": 1, "legal": len(rows(case))})


def at_most(case: Case, args: Args) -> bool:
    best = rows(case)[0]
    return wins_along(here(case), best.line) and len(best.line) == args["moves"]


def few(case: Case, args: Args) -> bool:
    truth = explored(here(case))
    return at_most(case, args) and (truth is None or truth.fewest == args["moves"])


def next_best(case: Case, args: Args) -> bool:
    best, *others = rows(case)
    other = next((row.move for row in others if row.same_as != best.move), None)
    return bool(other == args["rival"])


def fewest(case: Case, args: Args) -> bool:
    truth = explored(after(here(case), args["rival"]))
    longer = truth is None or (truth.winnable and (truth.fewest or 0) + 1 > args["moves"])
    return few(case, args) and next_best(case, args) and longer


def fewest_found(case: Case, args: Args) -> bool:
    more = len(row(case, args["rival"]).line) == args["more"] > args["moves"]
    return few(case, args) and next_best(case, args) and more


def as_few(case: Case, args: Args) -> bool:
    line = row(case, args["rival"]).line
    alike = wins_along(here(case), line) and len(line) == args["moves"]
    return few(case, args) and next_best(case, args) and alike


def shorter_found(case: Case, args: Args) -> bool:
    line = row(case, args["rival"]).line
    more = wins_along(here(case), line) and len(line) == args["more"] > args["moves"]
    return at_most(case, args) and next_best(case, args) and more


def as_short_found(case: Case, args: Args) -> bool:
    line = row(case, args["rival"]).line
    alike = wins_along(here(case), line) and len(line) == args["moves"]
    return at_most(case, args) and next_best(case, args) and alike


def rival_open(case: Case, args: Args) -> bool:
    return next_best(case, args) and row(case, args["rival"]).verdict is Verdict.UNKNOWN


def deepest_after(case: Case, move: str) -> int | None:
    """The most cards that a line beginning with a move draws."""
    truth = explored(after(here(case), move))
    return None if truth is None else truth.deepest + drawn_along(here(case), [move])


def draws_more(case: Case, args: Args) -> bool:
    best = rows(case)[0].move
    truths = deepest_after(case, best), deepest_after(case, args["rival"])
    agreed = all(
        t in (None, n) for t, n in zip(truths, (args["cards"], args["fewer"]), strict=True)
    )
    return next_best(case, args) and agreed and args["cards"] > args["fewer"]


def draws_as_many(case: Case, args: Args) -> bool:
    best = rows(case)[0]
    truths = {deepest_after(case, best.move), deepest_after(case, args["rival"])} - {None}
    return next_best(case, args) and len(truths) < 2


def found_deeper(case: Case, args: Args) -> bool:
    best = rows(case)[0].move
    truths = deepest_after(case, best), deepest_after(case, args["rival"])
    possible = all(
        t is None or t >= n for t, n in zip(truths, (args["cards"], args["fewer"]), strict=True)
    )
    return next_best(case, args) and possible and args["cards"] > args["fewer"]


def found_as_deep(case: Case, args: Args) -> bool:
    best = rows(case)[0].move
    truths = deepest_after(case, best), deepest_after(case, args["rival"])
    return next_best(case, args) and all(t is None or t >= args["cards"] for t in truths)


def another_way(case: Case, way: list[str]) -> bool:
    """Whether ``way`` empties a pile and leads to another game than the way advised."""
    left, best = empties(here(case), way), empties(here(case), case.hint.line or [])
    if left is None or best is None:
        return False
    reached = arrangements(left)
    return reached is None or tidy(best.piles) not in reached


def more_cards(case: Case, args: Args) -> bool:
    position, unseen = here(case), unseen_of(case.position)
    counts = (helping(position, way, unseen) for way in (case.hint.line or [], args["rival"]))
    counted = tuple(counts) == (args["cards"], args["fewer"]) and args["cards"] > args["fewer"]
    return counted and len(unseen) == args["unseen"] and another_way(case, args["rival"])


def all_cards(case: Case, args: Args) -> bool:
    return more_cards(case, {"cards": len(unseen_of(case.position)), **args})


def value_of_way(case: Case, way: list[str]) -> float:
    """What the same search says of the last move of a way, where the exchanges before are made."""
    position = GAME.play(case.position, way[:-1])
    options = AnalyzeOptions(seed=case.hint.seed, information="hidden")
    budget = Budget(Limits(**case.hint.limits.model_dump()))
    answer = SOLVERS["knotty-nines"].analyze(position, options, budget)
    return next(row.score.value for row in answer.moves if row.move == way[-1])


def better_chance(case: Case, args: Args) -> bool:
    same = abs(value_of_way(case, args["rival"]) - args["other"]) < 1e-9
    assert case.analysis.score is not None
    higher = case.analysis.score.value > args["other"] and between_ends(case)
    return same and higher and another_way(case, args["rival"])


def between_ends(case: Case) -> bool:
    """Whether the value shown can be what the search expects: at an end, it is that end."""
    score = case.analysis.score
    assert score is not None
    return score.low < score.value < score.high or not 1e-5 < score.value < 1 - 1e-5


def as_good(case: Case, args: Args) -> bool:
    assert case.analysis.score is not None
    other = value_of_way(case, args["rival"])
    near = abs(case.analysis.score.value - other) <= 0.0011
    return near and between_ends(case) and another_way(case, args["rival"])


def ranked(case: Case, args: Args) -> bool:
    assert case.analysis.score is not None
    no_better = value_of_way(case, args["rival"]) <= case.analysis.score.value + 1e-9
    return no_better and another_way(case, args["rival"])


def rival_line(case: Case) -> list[str]:
    """The fewest moves that begin with the next best and empty a pile."""
    move = rows(case)[1].move
    lines = [[move]]
    seen = set()
    while lines:
        line = lines.pop(0)
        position = here(case)._replace(stock=(99,))
        for text in line:
            position = naive.replay(position, [text])
        if (99,) in position.piles:
            return line
        if position in seen:
            continue
        seen.add(position)
        lines += [[*line, f"{i + 1}>{j + 1}"] for i, j in naive.moves(position)]
    raise AssertionError("no pile can be emptied")


def empties_only(case: Case, args: Args) -> bool:
    alone = free_piles(here(case)) == [args["pile"]]
    source = int((case.hint.move or "0>0").split(">")[0])
    now = source == args["pile"] and empties(here(case), case.hint.line or []) is not None
    rival = rows(case)[1].move
    favours = int(rival.split(">")[0]) != source or empties(here(case), [rival]) is None
    return alone and now and len(case.hint.line or []) == 1 and favours


def prepares_only(case: Case, args: Args) -> bool:
    line = case.hint.line or []
    alone = free_piles(here(case)) == [args["pile"]]
    leads = empties(here(case), line) is not None and line[-1].startswith(f"{args['pile']}>")
    favours = len(rival_line(case)) > len(line)
    return alone and leads and len(line) == args["moves"] > 1 and favours


def same_game(case: Case, args: Args) -> bool:
    position = here(case)
    reached = arrangements(position)
    if reached is None or len(reached) > MOST_ARRANGED:
        return True
    return len(children(position.piles, None, position.wrap)) == 1


CHECKERS: Final[dict[str, Checker]] = {
    check.__name__: check
    for check in (
        *(won, no_moves, can_win, chance, lost, dead, lost_in_every_order, at_best),
        *(found_at_best, never_rests, stock_then_never_rests),
        *(start_over, prepare, empty_now, all_win, some_win, area),
        *(forced, only_winning, few, fewest, fewest_found, as_few, at_most, shorter_found),
        *(as_short_found, rival_open, draws_more, draws_as_many, found_deeper),
        *(found_as_deep, more_cards, all_cards, better_chance, as_good, ranked),
        *(empties_only, prepares_only, same_game),
    )
}
