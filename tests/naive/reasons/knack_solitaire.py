"""Checkers of the sentences of K'nack Solitaire, and positions to check them on.

The facts are recomputed with the naive twin of the rules: fields are read card by card, lines are
played, small games are tried in every way, and what was sampled is sampled again.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import factorial
from random import Random
from typing import Any, Final

from kibitz.contract.answers import MoveValue
from kibitz.contract.options import AnalyzeOptions, Limits
from kibitz.games.cards import card_symbol, card_text, parse_card
from kibitz.games.knack_solitaire.game import KnackSolitaire
from kibitz.games.knack_solitaire.play import DRAW, REDEAL
from kibitz.games.protocol import run_apply
from kibitz.heuristics.knack_solitaire.policy import run_first_cell
from kibitz.solvers.budget import Budget
from kibitz.solvers.knack_solitaire.solver import KnackSolitaireSolver
from tests.games.knack_solitaire.tables import as_naive
from tests.naive import knack_solitaire as naive
from tests.naive.knack_solitaire_free import free_left, kind, reached, room
from tests.naive.knack_solitaire_search import best_chance, fewest_left, left, left_after
from tests.naive.reasons.case import Args, Case, Checker

GAME: Final = KnackSolitaire()
MOST: Final = 300  # positions of games that are tried in every way
SIGMAS: Final = 5.0
CLOSE: Final = 1e-9
FORCED: Final = 0.9  # of the positions without a choice are left out
RULES: Final[list[dict[str, Any]]] = [
    {},
    {"jokers": 0},
    {"redeals": 0},
    {"pack": 36},
    {"pack": 36, "redeals": 1},
    {"redeal": "turn_over", "jokers": 0},
    {"redeal": "turn_over", "redeals": 1},
    {"wrap": "none"},
    {"wrap": "none", "jokers": 0},
    {"may_decline": True, "redeals": 1},
    {"may_decline": True, "jokers": 0},
    {"field": {"width": 9, "height": 8}, "anchored": True},
    {"field": {"width": 7, "height": 7}, "anchored": True, "danglers": 2, "jokers": 0},
    {"field": {"width": 8, "height": 9}},
    {"field": {"width": 7, "height": 7}, "pack": 36, "anchored": True, "obstacles": [[1, 0]]},
    {"anchored": True, "obstacles": [[1, 0], [-1, 1]]},
]


def positions(count: int, seed: int) -> Iterator[Any]:
    """Positions after random moves and moves of the policy: open, face down, shuffles unknown.

    Most of them have a choice.
    """
    random = Random(seed)
    while count:
        deal = GAME.deal(str(random.randrange(1 << 30)), random.choice(RULES))
        state = GAME.state(deal)
        follow = random.choice([0.0, 0.5, 1.0])
        for _ in range(random.choice([0, 20, 60, 90, 120, 150])):
            legal = GAME.legal(state)
            if not legal:
                break
            move = random.choice(legal)
            if move not in (DRAW, REDEAL) and random.random() < follow:
                move = int(run_first_cell(state))
            run_apply(state, move)
        choices = len(GAME.legal(state))
        if not choices or (choices == 1 and random.random() < FORCED):
            continue
        position = GAME.position(state, deal)
        seen = random.random()
        if seen < 0.5:
            position = GAME.as_seen(position)
        elif seen < 0.6:
            position = replace(position, orders=())
        yield position
        count -= 1


def game_of(case: Case) -> naive.Game:
    """The position for the naive rules; cards face down are ``??``, but for an only one."""
    game, hidden = as_naive(case.position), case.position.hidden
    if hidden == 1:
        return game._replace(stock=(card_text(case.position.unseen[0]),))
    return game._replace(stock=("??",) * hidden or game.stock)


def distinct(case: Case) -> list[MoveValue]:
    """The moves that lead to different games, best first."""
    return [row for row in case.analysis.moves if not row.same_as]


def alike(case: Case, row: MoveValue) -> int:
    """How many moves lead to the same game as ``row``."""
    return sum(row.move in (other.move, other.same_as) for other in case.analysis.moves)


def leaves(case: Case, row: MoveValue) -> int | None:
    """The cards that the line of a move leaves."""
    return left_after(game_of(case), row.line)


def total(case: Case) -> int:
    """How many legal moves there are."""
    return len(naive.moves(game_of(case)))


def at_least(game: naive.Game) -> int:
    """A lower bound on the cards left: what even the free game leaves, or the field has no room."""
    return max(left(game) - room(game), free_left(game))


def fewest_is(game: naive.Game, number: int, *, exact: bool) -> bool:
    """Whether no line leaves fewer cards than ``number``, and one does leave so many if ``exact``.

    A game too large to be tried in every way is believed.
    """
    if at_least(game) >= number and not exact:
        return True
    if at_least(game) > number and exact:
        return False
    truth = fewest_left(game, MOST) if at_least(game) < number else number
    return truth is None or (truth == number if exact else truth >= number)


def rival_game(case: Case) -> naive.Game:
    """The game after the next best move."""
    return naive.play(game_of(case), distinct(case)[1].move)


def of_wins(case: Case, number: int, *, others_lost: bool) -> bool:
    """Whether the winning moves are so many, and their lines win."""
    wins = [row for row in distinct(case) if row.verdict == "solvable"]
    if by_orders(case):
        others = [row for row in distinct(case) if row.verdict != "solvable"]
        return (
            sum(alike(case, row) for row in wins) == number
            and all(may_be(case, 1.0, 1.0, row.move) for row in wins)
            and all(row.score.high < 1.0 for row in others) is others_lost
        )
    rest = [row for row in distinct(case) if row.verdict != "solvable"]
    return (
        sum(alike(case, row) for row in wins) == number
        and all(leaves(case, row) == 0 for row in wins)
        and all(row.verdict == "unsolvable" for row in rest) is others_lost
    )


def counts(row: MoveValue) -> tuple[int, int]:
    """The games won and played of a row."""
    won, _, games, *_ = (row.note or "").replace(",", "").split()
    return int(won), int(games)


def won_by_best(case: Case, row: MoveValue) -> int:
    """How many of the games that a move was sampled in were won after the best move."""
    _, _, after = (row.note or "").replace(",", "").partition("(")
    won, games = counts(distinct(case)[0])
    return int(after.split()[0]) if after else round(won / games * counts(row)[1])


def compared(case: Case, args: Args) -> bool:
    """Whether the best move and the next best one won so many of the games both were played in."""
    rows = distinct(case)
    rival, games = counts(rows[1])
    won = won_by_best(case, rows[1])
    same = (won, games) == (args["won"], args["games"]) and rival == args.get("rival", won)
    return same and (rival < won or "rival" not in args) and all(again(case, r) for r in rows[:2])


def again(case: Case, row: MoveValue) -> bool:
    """Whether another sample wins about as many games after a move."""
    won, games = counts(row)
    asked = AnalyzeOptions(moves=[row.move], seed="77", information=case.analysis.information)
    budget = Budget(Limits(iterations=games, nodes=200, memory_mb=64))
    other = KnackSolitaireSolver().analyze(case.position, asked, budget).moves[0]
    if not other.note or "sampled" not in other.note:
        return True  # won without a shuffle, with this one move asked for
    second, trials = counts(other)
    share = (won + second + 1) / (games + trials + 2)
    error = (share * (1 - share) * (1 / games + 1 / trials)) ** 0.5
    return bool(abs(won / games - second / trials) <= SIGMAS * error + 1 / games)


def sampled(case: Case, args: Args) -> bool:
    """Whether the counts are those of the best move, and another sample agrees."""
    row = distinct(case)[0]
    return counts(row) == (args["won"], args["games"]) and again(case, row)


def fields(case: Case) -> tuple[naive.Game, naive.Game]:
    """The games after the best and the next best move, both of which lay the open card."""
    game = game_of(case)
    return tuple(naive.play(game, row.move) for row in distinct(case)[:2])  # type: ignore[return-value]


def cells(case: Case, args: Args) -> bool:
    """Whether the best move leaves more cells for a kind of card that is still to come."""
    card = next(card for card in missing(case, fields(case)[0]) if kind(card) == args["kind"])
    most, less = (len(naive.places(g.field, card, g.switches)) for g in fields(case))
    return (most, less) == (args["n"], args.get("rival", 0)) and most > less


def sides(case: Case, args: Args) -> bool:
    """Whether the best move leaves more cells that touch jokers alone."""
    found = []
    for game in fields(case):
        free = naive.places(game.field, "JK", game.switches)
        near = [[game.field[n] for n in naive.around(c) if n in game.field] for c in free]
        found.append(sum(set(cards) == {"JK"} for cards in near))
    return found == [args["n"], args["rival"]] and found[0] > found[1]


def ready(case: Case, args: Args) -> bool:
    """Whether so many of the cards to come find a cell, more than after the next best move."""
    cards = missing(case, fields(case)[0])
    found = [sum(bool(naive.places(g.field, c, g.switches)) for c in cards) for g in fields(case)]
    said = (args["n"], args["rival"], args["of"])
    return (*found, len(cards)) == said and found[0] > found[1]


def same_images(case: Case, args: Args) -> bool:
    """Whether all moves leave one field, turned or mirrored."""
    game = game_of(case)
    moves = naive.moves(game)
    images = [naive.images(naive.play(game, move).field, game.switches) for move in moves]
    return len(moves) == args["of"] and all(one & images[0] for one in images)


def near(case: Case, args: Args) -> bool:
    """Whether the best move is laid beside these cards."""
    x, y = map(int, distinct(case)[0].move.partition("@")[2].split(","))
    field = game_of(case).field
    symbols = {c: card_symbol(parse_card(card, jokers=True)) for c, card in field.items()}
    beside = {
        f"beside {'a joker' if field[c] == 'JK' else symbols[c]} at {c[0]},{c[1]}"
        for c in naive.around((x, y))
        if c in field
    }
    return beside == set(args["near"])


def forced(case: Case, move: str, card: str) -> bool:
    """Whether ``move`` is all that can be done, with ``card`` open."""
    game = game_of(case)
    return naive.moves(game) == {move} and (game.waste[-1] if game.waste else "") == card


def fewest_moves(case: Case, args: Args) -> bool:
    """Whether so many moves have lines that leave the fewest cards."""
    rows = distinct(case)
    few = [
        r for r in rows if (r.verdict, leaves(case, r)) == (rows[0].verdict, leaves(case, rows[0]))
    ]
    return (sum(alike(case, r) for r in few), total(case)) == (args["n"], args["of"])


def lost_in_any_order(case: Case) -> bool:
    """Whether the field has no room, or some card is out of reach of any chain."""
    game, cards = game_of(case), missing(case, game_of(case))
    return room(game) < left(game) or not reached(game, cards) >= {*map(kind, cards)}


def missing(case: Case, game: naive.Game) -> list[str]:
    """The cards of the pack that are not on the field of ``game``."""
    pack = [rank + suit for rank in game.switches.ranks for suit in "CDHS"]
    pack += ["JK"] * (case.position.rules.jokers if case.position.rules.pack == 54 else 0)
    return [*(Counter(pack) - Counter(game.field.values())).elements()]


def best_sampled(case: Case, args: Args) -> bool:
    """Whether so many moves won as many of the games they were sampled in as the best one."""
    rows = distinct(case)
    few = sum(alike(case, row) for row in rows if counts(row)[0] >= won_by_best(case, row))
    return (few, total(case)) == (args["n"], args["of"])


def by_orders(case: Case) -> bool:
    """Whether every order of the stock was tried."""
    return "orders of the stock" in (distinct(case)[0].note or "")


def may_be(case: Case, low: float, high: float, move: str | None = None) -> bool:
    """Whether best play, after ``move`` if there is one, wins so often over all orders.

    A game too large to be tried in every way is believed.
    """
    unseen = tuple(map(card_text, case.position.unseen))
    truth = best_chance(game_of(case), unseen, MOST, move)
    return truth is None or bool(low - CLOSE <= truth <= high + CLOSE)


def ends_of(case: Case, args: Args) -> bool:
    """Whether these are the ends of the score, and best play wins as often as they say."""
    score = case.analysis.score
    assert score is not None
    low, high = (float(args.get(end, args.get("value"))) for end in ("low", "high"))
    return by_orders(case) and (score.low, score.high) == (low, high) and may_be(case, low, high)


def by_order(case: Case, args: Args, *, exact: bool) -> bool:
    """Whether the best move and the next best one win so many orders, or at least so many."""
    rows, names = distinct(case)[:2], ("won", "rival")
    for row, name in zip(rows, names, strict=True):
        share = args[name] / args["of"]
        if row.score.low != share or (row.score.kind == "exact") < exact:
            return False
        if not may_be(case, share, row.score.high, row.move):
            return False
    orders = factorial(len(case.position.unseen))
    return bool(args["of"] == orders and args["won"] > args["rival"])


def as_many(case: Case, args: Args) -> bool:
    """Whether so many legal moves were found to win as many orders as the best one."""
    rows = distinct(case)
    few = sum(alike(case, row) for row in rows if row.score.low == rows[0].score.low)
    return by_orders(case) and (few, total(case)) == (args["n"], args["of"])


def tied(case: Case) -> bool:
    """Whether the next best move was found to be as good."""
    best, rival = distinct(case)[:2]
    if by_orders(case):
        return best.score.low == rival.score.low
    return best.verdict == rival.verdict and leaves(case, best) == leaves(case, rival)


def chance(case: Case, args: Args) -> bool:
    """Whether these are the ends of the score, and another sample lies between them."""
    score, row = case.analysis.score, distinct(case)[0]
    assert score is not None
    if by_orders(case):
        return ends_of(case, args)
    won, games = counts(row)
    inside = score.low <= won / games <= score.high
    return (score.low, score.high) == (args["low"], args["high"]) and inside and again(case, row)


def shorter(case: Case, args: Args) -> bool:
    """Whether both lines win and have these lengths."""
    best, rival = distinct(case)[:2]
    wins = leaves(case, best) == leaves(case, rival) == 0
    lengths = len(best.line), len(rival.line)
    return wins and lengths == (args["moves"], args["rival"]) and lengths[0] < lengths[1]


def fewer(case: Case, args: Args, *, exact: bool) -> bool:
    """Whether the lines leave so many cards, and if ``exact`` no line leaves fewer."""
    best, rival = distinct(case)[:2]
    found = leaves(case, best), leaves(case, rival)
    if found != (args["left"], args["rival"]) or args["left"] >= args["rival"]:
        return False
    after = naive.play(game_of(case), best.move), rival_game(case)
    said = args["left"], args["rival"]
    return not exact or all(
        fewest_is(game, number, exact=True) for game, number in zip(after, said, strict=True)
    )


def stands(case: Case, args: Args) -> bool:
    """Whether the best line leaves so many cards, and none fewer than the least."""
    least = args.get("least", args["left"])
    exact = "least" not in args
    game = game_of(case)
    said = leaves(case, distinct(case)[0]) == args["left"] >= least > 0
    return said and fewest_is(game, least, exact=exact)


CHECKERS: Final[dict[str, Checker]] = {
    "over": lambda case, _: not naive.moves(game_of(case)),
    "won": lambda case, _: leaves(case, distinct(case)[0]) == 0,
    "lost": lambda case, _: lost_in_any_order(case),
    "lost_left": stands,
    "lost_between": stands,
    "undecided": lambda case, args: (
        leaves(case, distinct(case)[0]) == args["left"] > 0 == at_least(game_of(case))
    ),
    "chance": chance,
    "chance_unsure": lambda case, args: args["high"] - args["low"] > 0.5 and chance(case, args),
    "wins_every_order": lambda case, _: ends_of(case, {"value": 1.0}),
    "lost_in_every_order": lambda case, _: ends_of(case, {"value": 0.0}),
    "chance_exact": lambda case, args: 0.0 < args["value"] < 1.0 and ends_of(case, args),
    "chance_orders": lambda case, args: args["high"] - args["low"] <= 0.5 and ends_of(case, args),
    "no_room": lambda case, args: (
        (room(game_of(case)), left(game_of(case))) == (args["room"], args["left"])
        and args["room"] < args["left"]
    ),
    "no_chain": lambda case, args: (
        args["card"] in missing(case, game_of(case))
        and kind(args["card"]) not in reached(game_of(case), missing(case, game_of(case)))
    ),
    "only_cell": lambda case, args: forced(case, case.hint.move or "", args["card"]),
    "must_draw": lambda case, args: forced(case, "draw", args["card"]),
    "first_draw": lambda case, _: forced(case, "draw", ""),
    "must_redeal": lambda case, args: (
        forced(case, "redeal", args["card"]) and not game_of(case).stock
    ),
    "alike": same_images,
    "winning": lambda case, args: (
        args["of"] == total(case) and of_wins(case, args["n"], others_lost=True)
    ),
    "winning_all": lambda case, args: (
        args["of"] == total(case) and of_wins(case, args["of"], others_lost=True)
    ),
    "winning_least": lambda case, args: (
        args["of"] == total(case) and of_wins(case, args["n"], others_lost=False)
    ),
    "shorter": shorter,
    "rival_lost": lambda case, _: (
        distinct(case)[1].verdict == "unsolvable" and fewest_is(rival_game(case), 1, exact=False)
    ),
    "fewer": lambda case, args: fewer(case, args, exact=True),
    "fewer_found": lambda case, args: fewer(case, args, exact=False),
    "tied": lambda case, _: tied(case),
    "wins": lambda case, args: sampled(case, args) and len(distinct(case)) == 1,
    "wins_more": compared,
    "wins_same": compared,
    "wins_none": lambda case, args: compared(case, {"won": 0, **args}),
    "orders": lambda case, args: by_order(case, args, exact=True),
    "orders_found": lambda case, args: by_order(case, args, exact=False),
    "nudge_orders": as_many,
    "nudge_orders_all": lambda case, args: as_many(case, {"n": args["of"], **args}),
    "sides": sides,
    "cells": cells,
    "ready": ready,
    "ready_all": lambda case, args: ready(case, {"n": args["of"], **args}),
    "only_move": lambda case, _: total(case) == 1,
    "nudge_left": fewest_moves,
    "nudge_found": fewest_moves,
    "nudge_sampled": best_sampled,
    "nudge_left_all": lambda case, args: fewest_moves(case, {"n": args["of"], **args}),
    "nudge_found_all": lambda case, args: fewest_moves(case, {"n": args["of"], **args}),
    "nudge_sampled_all": lambda case, args: best_sampled(case, {"n": args["of"], **args}),
    "nudge_lost": lambda case, _: (
        ends_of(case, {"value": 0.0}) if by_orders(case) else lost_in_any_order(case)
    ),
    "near": near,
    "stock": lambda case, _: distinct(case)[0].move == "draw",
    "waste": lambda case, _: distinct(case)[0].move == "redeal",
}
