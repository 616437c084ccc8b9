"""Endings of three games whose hidden deals can all be listed, and what each move is worth there.

A search values a move by the deals that it draws and by how its policy plays on. Here every deal
that fits is played on many times, and counts as often as the search draws it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import numpy as np
from numba import uint64

from kibitz.contract.answers import MoveValue
from kibitz.contract.options import AnalyzeOptions, Limits, Utility
from kibitz.games import protocol
from kibitz.games.cards import UNSEEN, card_text, parse_card
from kibitz.games.chance import start_stream
from kibitz.games.game import Game
from kibitz.games.kernel import kernel
from kibitz.games.knack.rules import NOBODY
from kibitz.games.knaves.bitboards import word_of
from kibitz.games.knaves.worlds import worlds
from kibitz.games.knock_rummy.bitboards import place_of
from kibitz.games.knock_rummy.bitboards import word_of as rummy_word
from kibitz.games.protocol import State
from kibitz.games.records import Reals
from kibitz.heuristics.protocol import log_likelihood
from kibitz.solvers.budget import Budget, ignore
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.hidden_information import HiddenInformationSolver
from kibitz.solvers.ismcts.forest import new_workspaces
from kibitz.solvers.ismcts.options import Dials, MatchTable, SearchOptions, Setting, dials_of
from kibitz.solvers.ismcts.playout import ended, judge, play_move, play_out
from kibitz.solvers.knack import analysis as knack
from kibitz.solvers.knack.widening import OPTIONS as KNACK_OPTIONS
from kibitz.solvers.knack.worlds import SETTING as KNACK_SETTING
from kibitz.solvers.knaves import analysis as knaves
from kibitz.solvers.knock_rummy import analysis as knock_rummy
from kibitz.solvers.question import Question
from tests.games.knack.tables import GAME as KNACK
from tests.games.knack.tables import played_out
from tests.games.knaves.tables import GAME as KNAVES
from tests.games.knaves.tables import as_naive
from tests.games.knock_rummy.tables import GAME as KNOCK_RUMMY
from tests.games.knock_rummy.tables import apply_both, goes_on
from tests.games.knock_rummy.tables import as_naive as as_naive_rummy
from tests.heuristics.knock_rummy.looking import going_on
from tests.naive import endings as naive
from tests.naive.knaves import deals_that_fit
from tests.naive.knock_rummy import deals_that_fit as rummy_deals

PLAYED: Final = 600  # games of a move that tell its value
KNAVES_SETTING: Final = Setting(3, KNAVES.max_moves)
# How the refined worlds of the shipped search are spread is not known: here all are alike.
RUMMY_OPTIONS: Final = replace(knock_rummy.OPTIONS, worlds="uniform")


class Worth(NamedTuple):
    """What a move is worth, the standard error of that, and how far single games spread."""

    value: float
    error: float
    spread: float


class Ending(NamedTuple):
    """A view, every deal that fits it with its chance, and how the search values moves there.

    ``analyze``: the rows shown for a number of iterations and a seed.
    """

    game: Any
    view: State
    deals: State
    chances: Reals
    setting: Setting
    options: SearchOptions
    table: MatchTable | None
    analyze: Callable[[int, int], Sequence[MoveValue]]

    def worth(self, moves: Sequence[str]) -> dict[str, Worth]:
        """What each move is worth when all deals are played on, about ``PLAYED`` times in all."""
        seat = int(protocol.run_turn(self.view))
        number = {self.game.move_text(move): move for move in self.game.legal(self.view)}
        dials = dials_of(self.options, seat, tabled=self.table is not None)
        table = np.zeros(0) if self.table is None else self.table.values.astype(float).ravel()
        workspaces, found = (
            new_workspaces(1, self.setting, self.table),
            np.zeros((2, len(self.deals))),
        )
        games, worths = 4 + PLAYED // len(self.deals), {}
        for text in moves:
            work = self.deals[:1].copy()
            _outcomes(self.deals, work, workspaces, table, dials, number[text], games, found)
            means, squares = found
            value = float(means @ self.chances)
            inner = np.maximum(0.0, squares - means * means) / (games - 1)
            spread = max(0.0, float(squares @ self.chances) - value * value)
            worths[text] = Worth(value, sqrt(float(inner @ self.chances**2)), sqrt(spread))
        return worths


@kernel
def _outcomes(
    deals: State,
    work: State,
    workspaces: State,
    table: Reals,
    dials: Dials,
    move: int,
    games: int,
    found: Reals,
) -> None:
    """Write what the observer makes with a move in each of ``deals``, and its square, on average.

    As an iteration of the flat search plays it, without a tree.
    """
    workspace = workspaces[0]
    found[:] = 0.0
    for i in range(len(deals)):
        for j in range(games):
            start_stream(workspace.stream, uint64(7), uint64(i * games + j))
            work[0] = deals[i]
            play_move(work[0], workspace, dials, move)
            if not ended(work[0], workspace, dials):
                play_out(work[0], workspace, dials)
            judge(work[0], workspace, table, dials)
            goal = workspace.goals[dials.seat]
            found[0, i] += goal / games
            found[1, i] += goal * goal / games


@kernel
def _log_likelihoods(deals: State, seat: int, found: Reals) -> None:
    for i in range(len(deals)):
        found[i] = log_likelihood(deals[i], seat)


def fewer(found: Any, most: int) -> bool:
    """Whether there are several, and not too many."""
    return 1 < len(found) <= most


def question_of(game: Game, seen: Any, seed: int, utility: Utility | None = None) -> Question:
    """What ``analyze`` is asked of a view."""
    solver = SOLVERS[game.name]
    assert isinstance(solver, HiddenInformationSolver)
    return solver.ask(seen, AnalyzeOptions(seed=str(seed), utility=utility))


def knaves_endings(seed: int, most: int = 120) -> Iterator[Ending]:
    """The last two to five tricks, in points and in matches, after fair and random play."""
    random = Random(seed)
    while True:
        scores = [random.randrange(20) for _ in range(3)]
        rules = {"hand_size": random.choice([13, 17])}
        start = KNAVES.deal(str(random.getrandbits(40)), rules, "kibitz", 0, scores)
        state, left = KNAVES.state(start), random.randint(6, 15)
        while int(state[0]["count"]) < 3 * start.rules.hand_size - left:
            protocol.run_apply(state, random.choice(KNAVES.legal(state)))
        position = KNAVES.position(state, start)
        seat = int(protocol.run_turn(state))
        seen = KNAVES.as_seen(position, seat)
        moves = KNAVES.legal(KNAVES.state(seen))
        if len(moves) < 2 or not 1 < worlds(state[0], seat) <= most:
            continue
        listed = deals_that_fit(as_naive(position), seat)
        view = KNAVES.state(seen)
        deals = np.repeat(view, len(listed))
        whole = sum(int(hand) for hand in state[0]["hands"]) | int(state[0]["out"])
        for deal, hands in zip(deals, listed, strict=True):
            for other in range(3):
                deal["hands"][other] = word_of([*map(parse_card, hands[other])])
            deal["out"] = whole & ~sum(int(hand) for hand in deal["hands"])
            deal["unknown"] = 0
        log_likelihoods = np.zeros(len(deals))
        _log_likelihoods(deals, seat, log_likelihoods)
        match = random.random() < 0.5
        table = knaves.match_table(seen, view) if match else None
        options = knaves.OPTIONS if table is None else knaves.match_options(table, seat)

        def analyze(
            iterations: int, seed: int, seen: Any = seen, match: bool = match
        ) -> Sequence[MoveValue]:
            question = question_of(KNAVES, seen, seed, "match" if match else "points")
            return knaves.of_hidden(question, Budget(Limits(iterations=iterations)), ignore).values

        a, b = (seat + 1) % 3, (seat + 2) % 3
        pairs = [(int(deal["hands"][a]), int(deal["hands"][b])) for deal in deals]
        chances = naive.refined(log_likelihoods, pairs, options.world_steps)
        yield Ending(KNAVES, view, deals, chances, KNAVES_SETTING, options, table, analyze)


def knack_endings(seed: int, most: int = 400) -> Iterator[Ending]:
    """The last cards of three to five players: at most six are hidden."""
    random = Random(seed)
    while True:
        rules = {
            "players": random.choice([3, 3, 4, 5]),
            "pack": 36,
            "packs": 1,
            "jokers": random.choice([0, 2]),
            "knack_call": random.choice(["auto", "explicit"]),
            "play_on_for_places": random.random() < 0.3,
        }
        start = KNACK.deal(str(random.getrandbits(40)), rules, dealer=0)
        for state in played_out(start, random, random.choice([0.0, 0.3, 0.6])):
            seat = int(protocol.run_turn(state))
            seen = KNACK.as_seen(KNACK.position(state, start), seat)
            moves = KNACK.legal(state)
            view = KNACK.state(seen)
            hidden = sum(seen.hidden) + sum(seen.decks_hidden) + int(view[0]["aside_size"])
            if not 2 <= hidden <= 6 or len(moves) < 2 or seen.given or view[0]["free"] == UNSEEN:
                continue
            cards = [*map(card_text, seen.unseen)]
            aside = int(view[0]["aside_size"])
            listed = naive.knack_deals(
                cards, seen.hidden, seen.decks_hidden, aside, seen.to_json().get("lacks", [])
            )
            if not fewer(listed, most):
                continue
            deals = np.repeat(view, len(listed))
            for deal, dealt in zip(deals, listed, strict=True):
                for other in range(start.rules.players):
                    for name, pile in (("hands", dealt.hands), ("decks", dealt.decks)):
                        if pile[other]:
                            codes = [parse_card(card, jokers=True) for card in pile[other]]
                            order = sorted(codes) if name == "hands" else codes
                            deal[name][other][: len(order)] = order
                deal["aside"][:aside] = sorted(
                    parse_card(card, jokers=True) for card in dealt.aside
                )
                deal["viewer"] = NOBODY

            def analyze(iterations: int, seed: int, seen: Any = seen) -> Sequence[MoveValue]:
                budget = Budget(Limits(iterations=iterations))
                return knack.of_hidden(question_of(KNACK, seen, seed), budget, ignore).values

            chances = np.array([*listed.values()]) / listed.total()
            yield Ending(KNACK, view, deals, chances, KNACK_SETTING, KNACK_OPTIONS, None, analyze)
            break


def rummy_endings(seed: int, most: int = 150) -> Iterator[Ending]:
    """Hands with a card or two left in the stock, after fair and random play."""
    random = Random(seed)
    while True:
        rules = {"stock_out": random.choice(["turn_over", "end_hand"])}
        start = KNOCK_RUMMY.deal(str(random.getrandbits(40)), rules)
        state, game = KNOCK_RUMMY.state(start), as_naive_rummy(start)
        whim, left = random.choice([0.0, 0.3, 1.0]), random.randint(1, 2)
        chosen = []
        while KNOCK_RUMMY.legal(state):
            move = goes_on(state, random) if random.random() < whim else going_on(state)
            game = apply_both(state, game, KNOCK_RUMMY.move_text(move), start)
            if int(state[0]["turn_overs"]) or int(state[0]["stock_size"]) < 1:
                break
            if int(state[0]["stock_size"]) <= left:
                chosen.append((state.copy(), game))
        if not chosen:
            continue
        state, game = random.choice(chosen)
        seat, moves = int(protocol.run_turn(state)), KNOCK_RUMMY.legal(state)
        listed = rummy_deals(game, seat)
        if not fewer(listed, most) or len(moves) < 2:
            continue
        seen = KNOCK_RUMMY.as_seen(KNOCK_RUMMY.position(state, start), seat)
        view = KNOCK_RUMMY.state(seen)
        deals = np.repeat(view, len(listed))
        for deal, (hands, stock) in zip(deals, listed, strict=True):
            for other, hand in enumerate(hands):
                deal["hands"][other] = rummy_word(map(parse_card, hand))
            deal["stock"][: len(stock)] = [place_of(parse_card(card)) for card in reversed(stock)]
            deal["unknown"] = 0

        def analyze(iterations: int, seed: int, seen: Any = seen) -> Sequence[MoveValue]:
            budget = Budget(Limits(iterations=iterations))
            question = question_of(KNOCK_RUMMY, seen, seed, "points")
            with patch.object(knock_rummy, "OPTIONS", RUMMY_OPTIONS):
                return knock_rummy.of_hidden(question, budget, ignore).values

        chances = np.full(len(deals), 1.0 / len(deals))
        setting = knock_rummy.SETTING
        yield Ending(KNOCK_RUMMY, view, deals, chances, setting, RUMMY_OPTIONS, None, analyze)
