"""Every table that a team can make of some cards, by making all moves one after the other.

It plays with the naive game of the rule sheet, and lets a team have all its cards in hand: what
can lie on the table does not depend on when they came.
"""

from tests.naive.hand_knee_foot import (
    WILD,
    Switches,
    Team,
    cards_in,
    is_clean,
    is_dirty,
    may_bury,
    melding,
    minus,
    points,
    put_down,
    rank_of,
)

Books = tuple[int, int, int, int, int]


def books_of(team: Team) -> Books:
    """How many red and black books, books of wild cards, of 5s and of 7s."""
    ranks = [rank_of(book) for book in team.books]
    coloured = (sum(map(is_clean, team.books)), sum(map(is_dirty, team.books)))
    return (*coloured, ranks.count(WILD), ranks.count("5"), ranks.count("7"))


def tables(cards: list[str], switches: Switches, minimum: int) -> set[Books]:
    """The books of every table that has all of the cards, by a team that could open with them."""
    found: set[Books] = set()
    tried = set()

    def search(hand: list[str], team: Team, laid: int) -> None:
        """``laid``: the points melded, not buried; more than the minimum are not told apart."""
        laid = min(laid, minimum)
        firsts = [next((rank_of(b) for b in team.books if t(b)), "") for t in (is_clean, is_dirty)]
        key = (
            *sorted(hand),
            *("".join([r, *sorted(m)]) for r, m in sorted(team.melds.items())),
            *sorted(rank_of(b) + "d" * bool(is_dirty(b)) for b in team.books),
            *firsts,
            str(laid),
        )
        if key in tried:
            return
        tried.add(key)
        if not hand and laid >= minimum:
            found.add(books_of(team))
        for move in melding(switches, hand, team.melds):
            rank, used = cards_in(move)
            left, melds = put_down(hand, team.melds, move)
            made = [] if rank in melds else [[*team.melds.get(rank, []), *used]]
            search(left, Team(melds, team.books + made), laid + sum(map(points, used)))
        for card in sorted(set(hand)) if laid >= minimum else []:
            rank = WILD if card in ("2", "JK") else card
            if may_bury(team, rank):
                search(minus(hand, [card]), team, laid)

    search(cards, Team(), 0)
    return found
