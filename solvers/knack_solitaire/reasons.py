"""What speaks for the best move against the next best one, each as one fact.

Reasons are given for what decides: a win, fewer cards left, more sampled games won. The field is
looked at only where no line settles the matter.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kibitz.contract.answers import Reason, Verdict
from kibitz.games.cards import card_text
from kibitz.games.knack_field.field import permitted
from kibitz.games.knack_field.rules import JOKER_KIND, kind_of
from kibitz.games.knack_solitaire.play import DRAW, REDEAL, top_card
from kibitz.games.protocol import State
from kibitz.heuristics.knack_solitaire.bound import run_cells_left
from kibitz.solvers.knack_solitaire.chances import Won
from kibitz.solvers.knack_solitaire.explain import kind_words, room_after, to_come
from kibitz.solvers.knack_solitaire.rows import Row
from kibitz.solvers.knack_solitaire.searches import is_laying
from kibitz.solvers.knack_solitaire.sentences import WORDING
from kibitz.solvers.wording import UNSURE, Wording

MOST_KINDS: Final = 2  # kinds of card whose cells are named


def forced(state: State, rows: Sequence[Row]) -> Reason | None:
    """Why there is only one move, or that all of them come to the same; None with a choice."""
    moves = [move for row in rows for move in row.group]
    if len(moves) > 1:
        return WORDING.say("alike", of=len(moves)) if len(rows) == 1 else None
    card = card_text(int(top_card(state[0]))) if state[0]["wasted"] else ""
    if moves[0] == REDEAL:
        return WORDING.say("must_redeal", card=card)
    if moves[0] == DRAW:
        return WORDING.say("must_draw", card=card) if card else WORDING.say("first_draw")
    return WORDING.say("only_cell", card=card)


def of_lines(state: State, rows: Sequence[Row]) -> list[Reason]:
    """Why the first of the rows is best, of a game whose cards are known."""
    only = forced(state, rows)
    if only:
        return [only]
    best, rival = rows[0], rows[1]
    said = winning(rows)
    if best.verdict is rival.verdict is Verdict.SOLVABLE:
        if len(best.line) < len(rival.line):
            said.append(WORDING.say("shorter", moves=len(best.line), rival=len(rival.line)))
        return said
    if best.verdict is Verdict.SOLVABLE:
        return said
    if rival.verdict is Verdict.UNSOLVABLE and best.verdict is Verdict.UNKNOWN:
        said.append(WORDING.say("rival_lost"))
    if best.left < rival.left:
        exact = best.left == best.least and rival.left == rival.least
        code = "fewer" if exact else "fewer_found"
        said.append(WORDING.say(code, left=best.left, rival=rival.left))
    if best.verdict is Verdict.UNKNOWN:
        said += of_field(state, best.group[0], rival.group[0])
    return said or [WORDING.say("tied")]


def winning(rows: Sequence[Row]) -> list[Reason]:
    """How many of the legal moves keep the win, as far as that is known."""
    total = sum(len(row.group) for row in rows)
    wins = sum(len(row.group) for row in rows if row.verdict is Verdict.SOLVABLE)
    if not wins:
        return []
    if wins == total:
        return [WORDING.say("winning_all", of=total)]
    unknown = any(
        row.verdict is Verdict.UNKNOWN or (row.verdict is None and row.score.high == 1)
        for row in rows
    )
    return [WORDING.say("winning_least" if unknown else "winning", n=wins, of=total)]


def of_samples(state: State, rows: Sequence[Row]) -> list[Reason]:
    """Why the first of the rows is best, of a game that was sampled."""
    only, top = forced(state, rows), rows[0].chance
    assert top is not None
    if only:
        return [only, WORDING.say("wins", won=top.below, games=top.worlds)]
    other = rows[1].chance
    assert other is not None
    facts = {"won": other.best, "games": other.worlds}
    if other.best > other.below:
        decides = WORDING.say("wins_more", **facts, rival=other.below)
    elif other.best:
        decides = WORDING.say("wins_same", **facts)
    else:
        decides = WORDING.say("wins_none", games=other.worlds)
    return [decides, *of_field(state, rows[0].group[0], rows[1].group[0])]


def standing_of_orders(won: Won) -> Reason:
    """The chance to win where every order of the cards face down was tried."""
    if won.verdict:
        won_or_lost = "wins" if won.verdict is Verdict.SOLVABLE else "lost_in"
        return WORDING.say(f"{won_or_lost}_every_order")
    score = won.score()
    if score.kind == "exact":
        return WORDING.say("chance_exact", value=score.value)
    code = "chance_orders" if score.high - score.low <= UNSURE else "chance_unsure"
    return WORDING.say(code, low=score.low, high=score.high)


def of_orders(state: State, rows: Sequence[Row]) -> list[Reason]:
    """Why the first of the rows is best, where every order of the cards face down was tried."""
    only = forced(state, rows)
    if only:
        return [only]
    best, rival = rows[0].orders, rows[1].orders
    assert best is not None
    assert rival is not None
    if best.verdict is Verdict.UNSOLVABLE:
        return []
    if best.verdict is Verdict.SOLVABLE:
        return winning(rows)
    if rival.below == best.below:
        tied = [WORDING.say("tied")] if best.below else []  # else nothing was found of either
        return [*tied, *of_field(state, rows[0].group[0], rows[1].group[0])]
    return [more_orders(best, rival)]


def more_orders(best: Won, rival: Won, wording: Wording = WORDING) -> Reason:
    """In how many orders of the stock more the game is won after one move than after another."""
    exact = best.below == best.above and rival.below == rival.above
    code = "orders" if exact else "orders_found"
    return wording.say(code, won=best.below, of=best.total, rival=rival.below)


def of_field(state: State, move: int, other: int, wording: Wording = WORDING) -> list[Reason]:
    """Where the field takes more after one laying than after another."""
    if not is_laying(move) or not is_laying(other):
        return []
    room, less = room_after(state, move), room_after(state, other)
    wanted = to_come(state, move)
    said = []
    if sum(wanted) and room.sides > less.sides:
        said.append(wording.say("sides", n=room.sides, rival=less.sides))
    more = [
        (less.cells[kind], -wanted[kind], kind)
        for kind in range(JOKER_KIND)
        if wanted[kind] and room.cells[kind] > less.cells[kind]
    ]
    for count, _, kind in sorted(more)[:MOST_KINDS]:
        said.append(wording.say("cells", n=room.cells[kind], kind=kind_words(kind), rival=count))
    ready, others = (
        sum(count for kind, count in enumerate(wanted) if field.cells[kind])
        for field in (room, less)
    )
    total = sum(wanted)
    # Of a single card left, the cells have been named.
    if ready > others and total > 1:
        if ready == total:
            said.append(wording.say("ready_all", of=total, rival=others))
        else:
            said.append(wording.say("ready", n=ready, of=total, rival=others))
    return said


def no_room(state: State) -> list[Reason]:
    """That the field has fewer cells left than there are cards, where it is so."""
    record = state[0]
    left = int(record["wasted"] + record["size"] - record["drawn"])
    room = int(run_cells_left(state))
    return [WORDING.say("no_room", room=room, left=left)] if room < left else []


def hopeless(state: State) -> list[Reason]:
    """Why no order of the cards to come can be won; to be asked of such games."""
    return no_room(state) or [WORDING.say("no_chain", card=cut_off(state[0]))]


def cut_off(record: np.void) -> str:
    """The lowest card not laid yet to which no chain of matches leads; there is one."""
    field = record["field"]
    left = record["pack"].astype(int)
    np.subtract.at(left, field["laid"][: int(field["count"])], 1)
    reached = 0
    for slot in range(int(field["open"])):
        if permitted(field, int(field["frontier"][slot])):
            reached |= int(field["fits"][slot])
    missing = [int(card) for card in np.flatnonzero(left)]
    before = -1
    while before != reached:
        before = reached
        for card in missing:
            if before >> kind_of(card) & 1:
                reached |= int(field["matches"][kind_of(card)])
    return card_text(next(card for card in missing if not reached >> kind_of(card) & 1))
