"""Why a deal is lost, so that a person can follow it.

The deepest line is found first (:func:`deepest_line`). In the position it ends in, every pile
waits for something: its base card can only leave when a top of the next rank is there for it to
land on, and for every rank on the way. A rank without a top gets one only from the stock, and
the stock waits for a pile to leave: that is the knot.
"""

from dataclasses import dataclass

from kibitz.contract.answers import Reason, StoppedBy
from kibitz.contract.explanations import Block, Depth, Explanation
from kibitz.games.cards import RANK_COUNT, card_text, rank_word, with_article
from kibitz.games.game import Game
from kibitz.games.knotty_nines.position import Position
from kibitz.solvers.budget import Budget, Listener, drive, ignore
from kibitz.solvers.figures import listing
from kibitz.solvers.knotty_nines.exact import ClassSearch, RankView, decide, line_texts
from kibitz.solvers.knotty_nines.search import FOUND
from kibitz.solvers.knotty_nines.sentences import EXPLAINING
from kibitz.solvers.wording import text_of

KING = RANK_COUNT - 1


@dataclass(frozen=True)
class Wait:
    """A pile (from 0), its base card and the ranks that must get a top before it can leave.

    ``never``: its base is a king that may not go on an ace, so that it stays whatever comes.
    """

    pile: int
    base: int
    ranks: tuple[int, ...]
    never: bool


def deepest_line(
    view: RankView, budget: Budget, listener: Listener = ignore
) -> tuple[Depth, list[str]]:
    """The most stock cards any line can draw, and moves that draw as many."""
    search = ClassSearch(view, budget, decide=False)
    stopped = drive(search, budget, listener)
    depth = Depth(
        cards_drawn=search.deepest,
        of=len(view.stock),
        proven=stopped is StoppedBy.SOLVED,
    )
    return depth, line_drawing(view, depth.cards_drawn, budget, listener)


def line_drawing(
    view: RankView, cards: int, budget: Budget, listener: Listener = ignore
) -> list[str]:
    """Moves that draw ``cards`` stock cards; none when the budget does not suffice to find them."""
    if not cards:
        return []
    _, found = decide(view.cut_to(cards), budget, listener)
    return line_texts(found.line()) if found.outcome == FOUND else []


def waits_of(position: Position) -> list[Wait]:
    """The piles that cannot be emptied before another card is drawn, and what each waits for."""
    tops = {pile[-1] >> 2 for pile in position.tableau if pile}
    waits = []
    for i, pile in enumerate(position.tableau):
        if not pile:
            continue
        never = not position.rules.wrap and pile[0] >> 2 == KING
        ranks = [card >> 2 for card in (pile[1:] if never else pile)]
        missing = {(rank + 1) % RANK_COUNT for rank in ranks} - tops
        if missing or never:
            waits.append(Wait(i, pile[0], tuple(sorted(missing)), never))
    return waits


def is_dead(position: Position) -> bool:
    """Whether no pile can be emptied any more, whatever cards are to come."""
    return len(waits_of(position)) == sum(1 for pile in position.tableau if pile)


@dataclass(frozen=True)
class Knot:
    """A rank that piles (from 1) wait for, and its first place in the stock, 0 when it has none."""

    rank: int
    piles: list[int]
    place: int

    def cycle(self) -> list[str]:
        """What waits for what, closed by its first."""
        piles = f"pile{'s' if len(self.piles) > 1 else ''} {listing([str(p) for p in self.piles])}"
        return ["stock", piles, rank_word(self.rank), "stock"]


def place_of(position: Position, rank: int) -> int:
    """The first place of a rank in the stock, counted from 1; 0 when it is not there."""
    order = [card >> 2 for card in position.stock]
    return order.index(rank) + 1 if rank in order else 0


def knots_of(position: Position, waits: list[Wait]) -> list[Knot]:
    """Every rank waited for: those still to come first, then those that most piles wait for."""
    held: dict[int, list[int]] = {}
    for wait in waits:
        if not wait.never:
            for rank in wait.ranks:
                held.setdefault(rank, []).append(wait.pile + 1)
    knots = [Knot(rank, piles, place_of(position, rank)) for rank, piles in held.items()]
    return sorted(knots, key=lambda knot: (not knot.place, -len(knot.piles), knot.rank))


def block_of(position: Position, wait: Wait) -> Block:
    """One pile's wait in words."""
    if wait.never:
        facts = [EXPLAINING.say("king_base")]
    else:
        facts = [_missing(place_of(position, rank), rank) for rank in wait.ranks]
    return Block(
        pile=wait.pile + 1,
        card=card_text(wait.base),
        needs=[] if wait.never else [rank_word(rank) for rank in wait.ranks],
        reason="; ".join(fact.text for fact in facts),
    )


def _missing(place: int, rank: int) -> Reason:
    word = rank_word(rank)
    if place:
        return EXPLAINING.say("rank_to_come", rank=word, place=place)
    return EXPLAINING.say("rank_gone", rank=word)


def explain(
    game: Game, position: Position, budget: Budget, listener: Listener = ignore
) -> Explanation:
    """Explain a position that has been proved lost."""
    depth, line = deepest_line(RankView.of(position), budget, listener)
    end: Position = game.play(position, line)
    # Where the search was stopped the line may go on, and nothing is known to be tied up.
    reached = position.stock_size - end.stock_size == depth.cards_drawn
    knotted = depth.proven and reached and bool(end.stock)
    waits = waits_of(end) if knotted else []
    knots = knots_of(end, waits)
    return Explanation(
        summary=text_of(summary_of(depth, knots, knotted=knotted)),
        deepest=depth,
        blocks=[block_of(end, wait) for wait in waits],
        cycles=[knot.cycle() for knot in knots if knot.place],
        line=line,
    )


def summary_of(depth: Depth, knots: list[Knot], *, knotted: bool) -> list[Reason]:
    """How far a lost game can be brought, and what ties it up there."""
    if not depth.of:
        return [EXPLAINING.say("never_rests")]
    if depth.cards_drawn == depth.of:
        return [EXPLAINING.say("stock_then_never_rests")]
    if not depth.proven:
        if not depth.cards_drawn:
            return [EXPLAINING.say("depth_open", stock=depth.of)]
        return [EXPLAINING.say("depth_found", cards=depth.cards_drawn, stock=depth.of)]
    if not depth.cards_drawn:
        limit = EXPLAINING.say("none_drawn", stock=depth.of)
    else:
        limit = EXPLAINING.say("deepest", cards=depth.cards_drawn, stock=depth.of)
    return [limit, _turning_point(knots)] if knotted else [limit]


def _turning_point(knots: list[Knot]) -> Reason:
    """Why nothing more can be drawn."""
    if not knots:
        return EXPLAINING.say("only_kings")
    knot = knots[0]
    count, piles = len(knot.piles), knot.piles
    if knot.place:
        rank = rank_word(knot.rank)
        return EXPLAINING.say("knot", rank=rank, count=count, piles=piles, place=knot.place)
    return EXPLAINING.say("knot_for_good", rank=with_article(knot.rank), count=count, piles=piles)
