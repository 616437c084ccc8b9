"""Why a deal is lost, so that a person can follow it.

The deepest line is found first (:func:`deepest_line`). In the position it ends in, every pile
waits for something: its base card can only leave when a top of the next rank is there for it to
land on, and for every rank on the way. A rank without a top gets one only from the stock, and
the stock waits for a pile to leave. The graph of these waits (networkx) shows the knots.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.cards import card_text, rank_word, with_article
from games.game import Game
from games.knotty_nines.position import Position
from solvers.budget import Budget
from solvers.driver import drive
from solvers.knotty_nines.exact import ClassSearch, RankView, decide, line_texts
from solvers.knotty_nines.search import FOUND
from solvers.progress import Listener, ignore
from solvers.result import Block, Depth, Explanation, StoppedBy

if TYPE_CHECKING:
    import networkx as nx

STOCK = "stock"
RANK_COUNT = 13


@dataclass(frozen=True)
class Wait:
    """A pile (from 0), its base card and the ranks that must get a top before it can leave."""

    pile: int
    base: int
    ranks: tuple[int, ...]


def deepest_line(
    view: RankView, budget: Budget, listener: Listener = ignore
) -> tuple[Depth, list[int]]:
    """The most stock cards any line can draw, and moves that draw as many."""
    search = ClassSearch(view, budget, decide=False)
    stopped = drive(search, budget, listener)
    depth = Depth(
        cards_drawn=search.deepest,
        of=len(view.stock),
        proven=stopped is StoppedBy.SOLVED,
    )
    if not depth.cards_drawn:
        return depth, []
    _, found = decide(view.cut_to(depth.cards_drawn), budget, listener)
    return depth, found.line() if found.outcome == FOUND else []


def waits_of(position: Position) -> list[Wait]:
    """What each pile waits for, empty ``ranks`` for a pile that can leave."""
    wrap = position.rules.wrap
    tops = {pile[-1] >> 2 for pile in position.tableau if pile}
    waits = []
    for i, pile in enumerate(position.tableau):
        if not pile:
            continue
        rank = pile[-1] >> 2
        needed: list[int] = []
        for _ in range(min(len(pile), RANK_COUNT)):
            rank += 1
            if rank == RANK_COUNT:
                if not wrap:
                    needed.append(rank)
                    break
                rank = 0
            if rank not in tops and rank not in needed:
                needed.append(rank)
        waits.append(Wait(i, pile[0], tuple(needed)))
    return waits


def waiting_graph(position: Position, waits: list[Wait]) -> "nx.DiGraph[str]":
    """Nodes: piles, ranks and the stock; an edge points to what is waited for."""
    # Loaded when a lost position is explained: it would slow every start by a fifth of a second.
    import networkx as nx  # noqa: PLC0415

    graph: nx.DiGraph[str] = nx.DiGraph()
    coming = {card >> 2 for card in position.stock}
    for wait in waits:
        pile = f"pile {wait.pile + 1}"
        graph.add_edge(STOCK, pile)
        for rank in wait.ranks:
            if rank < RANK_COUNT:
                graph.add_edge(pile, rank_word(rank))
                if rank in coming:
                    graph.add_edge(rank_word(rank), STOCK)
    return graph


def cycles_of(graph: "nx.DiGraph[str]", limit: int = 12) -> list[list[str]]:
    """Knots in which each thing waits for the next, shortest first, closed by their first."""
    import networkx as nx  # noqa: PLC0415

    cycles = []
    for cycle in nx.simple_cycles(graph, length_bound=4):
        start = cycle.index(STOCK) if STOCK in cycle else cycle.index(min(cycle))
        turned = cycle[start:] + cycle[:start]
        cycles.append([*turned, turned[0]])
    # The library's order depends on the hashes of strings, so the cut comes after sorting.
    return sorted(cycles, key=lambda cycle: (len(cycle), cycle))[:limit]


def block_of(position: Position, wait: Wait) -> Block:
    """One pile's wait in words."""
    base = card_text(wait.base)
    if wait.ranks[-1:] == (RANK_COUNT,):
        return Block(
            pile=wait.pile + 1,
            card=base,
            needs=[],
            reason=f"the base {base} of pile {wait.pile + 1} is a king on its way up: "
            "nothing lies above a king without wrapping round",
        )
    order = [card >> 2 for card in position.stock]
    parts = []
    for rank in wait.ranks:
        word = rank_word(rank)
        if rank in order:
            place = order.index(rank) + 1
            parts.append(f"no {word} is on top; the next is number {place} in the stock")
        else:
            parts.append(f"no {word} is on top and none is left in the stock")
    return Block(
        pile=wait.pile + 1,
        card=base,
        needs=[rank_word(rank) for rank in wait.ranks],
        reason="; ".join(parts),
    )


def explain(
    game: Game, position: Position, budget: Budget, listener: Listener = ignore
) -> Explanation:
    """Explain a position that has been proved lost."""
    view = RankView.of(position)
    depth, line = deepest_line(view, budget, listener)
    moves = line_texts(line)
    end: Position = game.play(position, moves)
    waits = [wait for wait in waits_of(end) if wait.ranks]
    blocks = [block_of(end, wait) for wait in waits]
    cycles = cycles_of(waiting_graph(end, waits))
    return Explanation(
        summary=_summary(position, end, depth, waits),
        deepest=depth,
        blocks=blocks,
        cycles=cycles,
        line=moves,
    )


def _summary(position: Position, end: Position, depth: Depth, waits: list[Wait]) -> str:
    if not depth.of:
        return (
            "The stock is empty, but some piles can be moved about for ever and never come to "
            "rest, so this reading of the rules is never satisfied."
        )
    limit = "No line draws" if depth.proven else "No line found so far draws"
    text = f"{limit} more than {depth.cards_drawn} of the {depth.of} stock cards."
    if depth.cards_drawn == depth.of:
        return f"{text} The stock can be emptied, but moves always remain."
    counts: dict[int, int] = {}
    for wait in waits:
        for rank in wait.ranks:
            counts[rank] = counts.get(rank, 0) + 1
    known = {rank: n for rank, n in counts.items() if rank < RANK_COUNT}
    if not known:
        return text
    most = max(known, key=lambda rank: (known[rank], -rank))
    held = [wait.pile + 1 for wait in waits if most in wait.ranks]
    piles = ("pile " if len(held) == 1 else "piles ") + _listing([str(n) for n in held])
    order = [card >> 2 for card in end.stock]
    depth_of_next = order.index(most) + 1 if most in order else 0
    reason = {
        0: "none is left in the stock",
        1: "the next one is the next card of the stock",
    }.get(depth_of_next, f"the next one lies {depth_of_next} cards down in the stock")
    verb = "waits" if len(held) == 1 else "wait"
    return f"{text} There {piles} {verb} for {with_article(most)} on top, and {reason}."


def _listing(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
