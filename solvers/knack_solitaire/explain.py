"""Why a game of K'nack Solitaire is lost, so that a person can follow it.

The line that leaves the fewest cards, of those found, is played to its end. What is left then lies
in the waste, each card under those above it: a card waits for the card above it to be laid, and the
top for a matching card, which lies further down. The graph of these waits (networkx) shows the
knots. Where the field is too narrow, or every way of laying was ruled out, that is said instead.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from kibitz.contract.answers import Proof
from kibitz.contract.explanations import Block, Explanation
from kibitz.games.cards import JOKER, RANK_COUNT, card_text, rank_word
from kibitz.games.game import Game
from kibitz.games.knack_field.field import lay, permitted, take_back
from kibitz.games.knack_field.rules import ALL_KINDS, JOKER_KIND, KINDS, kind_of
from kibitz.games.knack_solitaire.play import CELLS
from kibitz.games.protocol import State, run_apply
from kibitz.heuristics.knack_solitaire.bound import free_order, run_cells_left
from kibitz.solvers.knack_solitaire.known import Fewest
from kibitz.solvers.knack_solitaire.searches import play_layout


@dataclass(frozen=True)
class Room:
    """Empty cells where a card of each kind may lie, and those that touch jokers alone."""

    cells: list[int]
    sides: int


def room_of(record: np.void) -> Room:
    """The room of a field."""
    field = record["field"]
    cells, sides = [0] * KINDS, 0
    for slot in range(int(field["open"])):
        if not permitted(field, int(field["frontier"][slot])):
            continue
        fit = int(field["fits"][slot])
        sides += fit == ALL_KINDS
        for kind in range(KINDS):
            cells[kind] += fit >> kind & 1
    return Room(cells, sides)


def room_after(state: State, move: int) -> Room:
    """The room that a field has after laying a card."""
    field = state[0]["field"]
    lay(field, move % CELLS, move // CELLS)
    found = room_of(state[0])
    take_back(field)
    return found


def to_come(state: State, move: int) -> list[int]:
    """How many cards of each kind are not on the field after laying a card."""
    record = state[0]
    counts = [0] * KINDS
    for card, number in enumerate(record["pack"]):
        counts[kind_of(card)] += int(number)
    for card in record["field"]["laid"][: int(record["field"]["count"])]:
        counts[kind_of(int(card))] -= 1
    counts[kind_of(move // CELLS)] -= 1
    return counts


def kind_words(kind: int) -> str:
    """A kind as ``red 7`` or ``black king``; a joker is a joker."""
    if kind == JOKER_KIND:
        return "joker"
    return f"{'red' if kind >= RANK_COUNT else 'black'} {rank_word(kind % RANK_COUNT)}"


if TYPE_CHECKING:
    import networkx as nx

MOST_BLOCKS: Final = 6
LONGEST_KNOT: Final = 4
MOST_KNOTS: Final = 6


def play_to_end(game: Game, shown: Fewest) -> tuple[State, list[str]]:
    """The end of the game that ``shown`` found, and its moves: no shuffle that nobody knows."""
    state = shown.root.copy()
    line = play_layout(state, shown.layout())
    assert line is not None
    while legal := game.legal(state):
        line.append(legal[0])
        run_apply(state, legal[0])
    return state, [game.move_text(move) for move in line]


def partners(record: np.void, card: int) -> list[int]:
    """The cards of the waste that match ``card``."""
    waste = record["waste"][: int(record["wasted"])]
    fits = int(record["field"]["matches"][kind_of(card)])
    return [int(other) for other in waste if fits >> kind_of(int(other)) & 1]


def waiting_graph(record: np.void) -> "nx.DiGraph[str]":
    """Nodes: cards of the waste; an edge points to what must be laid first."""
    # Loaded when a lost game is explained: it would slow every start by a fifth of a second.
    import networkx as nx  # noqa: PLC0415

    graph: nx.DiGraph[str] = nx.DiGraph()
    waste = [int(card) for card in record["waste"][: int(record["wasted"])]]
    for below, above in pairwise(waste):
        graph.add_edge(card_text(below), card_text(above))
    if waste:
        for other in partners(record, waste[-1]):
            graph.add_edge(card_text(waste[-1]), card_text(other))
    return graph


def knots_of(graph: "nx.DiGraph[str]") -> list[list[str]]:
    """Rings of cards that wait for each other, shortest first, closed by their first."""
    import networkx as nx  # noqa: PLC0415

    knots = []
    for cycle in nx.simple_cycles(graph, length_bound=LONGEST_KNOT):
        start = cycle.index(min(cycle))
        turned = cycle[start:] + cycle[:start]
        knots.append([*turned, turned[0]])
    return sorted(knots, key=lambda knot: (len(knot), knot))[:MOST_KNOTS]


def wanted_by(record: np.void, card: int) -> list[str]:
    """The kinds that would let ``card`` be laid, as ``red 7``."""
    fits = int(record["field"]["matches"][kind_of(card)])
    return [kind_words(kind) for kind in range(JOKER_KIND) if fits >> kind & 1]


def explain(game: Game, start: State, proof: Proof, shown: Fewest) -> Explanation:
    """Explain a game that has been proved lost; ``shown``: the line to show."""
    state, line = play_to_end(game, shown)
    record = state[0]
    waste = [int(card) for card in record["waste"][: int(record["wasted"])]]
    return Explanation(
        summary=" ".join(_summary(start, record, waste, proof, shown)),
        blocks=[_block(record, waste, place) for place in range(min(MOST_BLOCKS, len(waste)))],
        cycles=knots_of(waiting_graph(record)),
        line=line,
    )


def _summary(
    start: State, record: np.void, waste: list[int], proof: Proof, shown: Fewest
) -> list[str]:
    left = int(start[0]["wasted"] + start[0]["size"] - start[0]["drawn"])
    laid = left - shown.left
    before = " before the waste is shuffled" if shown.chance else ""
    line = f"The line shown lays {laid} of the {left}{before}."
    room = int(run_cells_left(start))
    if room < left:
        more = "card" if room == 1 else "cards"
        return [f"The field has room for {room} more {more}, and {left} are left.", line]
    if proof is Proof.EXHAUSTIVE:
        return ["No way of laying the cards lays them all: every one was ruled out.", line]
    said = []
    if not shown.chance:
        most = len(free_order(start)[0])
        few = (
            f"at most {most} of the {left} can be laid"
            if most
            else f"none of the {left} can be laid"
        )
        rules = "even if all that counted were ranks, colours and the free cells beside cards"
        said.append(f"Whatever is done, {few}, {rules}.")
        if laid < most:
            said.append(line)
    else:
        chain = "From the cells that are free no chain of matches leads to all the cards"
        said += [f"{chain}, in whatever order they come.", line]
    if waste and waste[-1] != JOKER:
        top = waste[-1]
        wants = " or a ".join(wanted_by(record, top)) or "joker"
        end = f"Then {card_text(top)}" if shown.chance else f"In the end {card_text(top)}"
        said.append(f"{end} is open and waits for a {wants}.")
        held = [card_text(card) for card in partners(record, top) if card != JOKER]
        if held:
            verb = "lies" if len(held) == 1 else "lie"
            said.append(f"{_listing(held)} {verb} under it.")
        else:
            said.append("None is left in the waste.")
    return said


def _block(record: np.void, waste: list[int], place: int) -> Block:
    card = waste[-1 - place]
    if place:
        above = card_text(waste[-place])
        return Block(
            pile=None, card=card_text(card), needs=[above], reason=f"{above} lies above it"
        )
    wants = wanted_by(record, card)
    held = [card_text(other) for other in partners(record, card)]
    reason = f"no {' or '.join(wants)} on the field has a side free for it"
    if held:
        lie = "lies" if len(held) == 1 else "lie"
        reason += f"; {_listing(held)} would do, but {lie} under {card_text(card)}"
    return Block(pile=None, card=card_text(card), needs=wants, reason=reason)


def _listing(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]
