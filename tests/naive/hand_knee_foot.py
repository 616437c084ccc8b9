"""Hand, Knee and Foot as the rule sheet words it, slow and obvious: the oracle of the tests.

Written from the sheet alone and independent of everything it judges: it imports nothing of the
project. A card is its text, ``7`` or ``3R``; hands, piles and books are lists of cards; seats count
clockwise from 0, and partners sit alternately.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

RANKS = ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
WILDS = ["2", "JK"]
WILD = "wild"
ALL_BOOKS = "red_black_5s_7s"


@dataclass(frozen=True)
class Switches:
    """What may be played otherwise than the sheet has it."""

    players: int = 4
    draw: int | None = None
    max_wilds: int = 2
    special_natural_only: bool = True
    minimums: tuple[int, ...] = (60, 90, 120, 150)
    take_onto_full: bool = True
    red_three_auto: bool = True
    red_three_unopened: bool = False
    knee_pickup: str = "choice"
    required: str = ALL_BOOKS
    ask_team: bool = True
    stock_out: str = "end_round"


@dataclass
class Team:
    """What a team has on the table: open melds by rank, books as they were made, red threes."""

    melds: dict[str, list[str]] = field(default_factory=dict)
    books: list[list[str]] = field(default_factory=list)
    red_threes: int = 0
    opened: bool = False
    knees_offered: bool = False


@dataclass
class Round:
    """A round being played; ``stock``: the next card first, ``pile``: the top card last."""

    switches: Switches
    number: int
    turn: int
    hands: list[list[str]]
    knees: list[list[str]]
    feet: list[list[str]]
    stock: list[str]
    pile: list[str]
    teams: list[Team]
    known: list[list[str]]
    doing: str = "draw"
    opening: int = 0
    pile_waits: bool = False
    said: str = ""
    answering: list[int] = field(default_factory=list)
    offered: list[int] = field(default_factory=list)
    turn_is_over: bool = False
    out: int | None = None


def packs(players: int) -> int:
    """Two and four players use 6 packs, three and six use 7."""
    return 6 if players in (2, 4) else 7


def draws(switches: Switches) -> int:
    """Two players draw five, more draw two."""
    return switches.draw or (5 if switches.players == 2 else 2)


def points(card: str) -> int:
    """4 to 7 five, 8 to K ten, 2 and A twenty, jokers fifty."""
    if card in ("3R", "3B"):
        return 0
    return 5 if card in "4567" else 20 if card in "2A" else 50 if card == "JK" else 10


def team_seats(game: Round, seat: int) -> list[int]:
    """The members of a seat's team, the seat first, then to the left."""
    players = game.switches.players
    step = players if players < 4 else 2
    return [(seat + i) % players for i in range(0, players, step)]


def team_of(game: Round, seat: int) -> Team:
    """The team of a seat."""
    return game.teams[min(team_seats(game, seat))]


def in_foot(game: Round, seat: int) -> bool:
    """Whether hand and knee have been played."""
    return not game.knees[seat] and not game.feet[seat]


def wilds_in(cards: list[str]) -> int:
    """How many wild cards there are among these."""
    return sum(card in WILDS for card in cards)


def rank_of(cards: list[str]) -> str:
    """The rank of a meld or book."""
    return next((card for card in cards if card not in WILDS), WILD)


# ------------------------------------------------------------------------------------- books


def is_clean(book: list[str]) -> bool:
    """A red book: no wild card, and neither 5s nor 7s."""
    return not wilds_in(book) and rank_of(book) not in "57"


def is_dirty(book: list[str]) -> bool:
    """A black book: wild cards and others, neither 5s nor 7s."""
    return rank_of(book) not in ("5", "7", WILD) and wilds_in(book) > 0


def has_required(game: Round, books: list[list[str]]) -> bool:
    """Whether these books are enough to go out."""
    needed = game.switches.required
    colours = any(map(is_clean, books)) and any(map(is_dirty, books))
    specials = {"5", "7"} <= {rank_of(book) for book in books}
    return needed == "none" or (colours and (specials or needed == "red_black"))


def may_bury(team: Team, rank: str) -> bool:
    """Whether a book of a rank is not the first red, the first black, of 5s or of 7s."""
    originals = [next(filter(test, team.books), None) for test in (is_clean, is_dirty)]
    return any(
        rank_of(book) == rank and rank not in "57" and not any(book is o for o in originals)
        for book in team.books
    )


def melding(switches: Switches, hand: list[str], melds: dict[str, list[str]]) -> list[str]:
    """Every meld that may begin and every card that may be added, as moves."""
    found = []
    for rank in RANKS:
        natural_only = switches.special_natural_only and rank in "57"
        count = hand.count(rank)
        wilds = [wild for wild in WILDS if wild in hand and not natural_only]
        if rank not in melds:
            found += [f"meld-{rank * 3}"] * (count >= 3)
            found += [f"meld-{rank * 2}{wild}" for wild in wilds if count >= 2]
            continue
        found += [f"add-{rank}"] * (count > 0)
        inside = wilds_in(melds[rank])
        if inside < switches.max_wilds and inside + 1 <= len(melds[rank]) - inside:
            found += [f"add-{wild}-{rank}" for wild in wilds]
    for three in combinations_with_replacement(WILDS, 3):
        if WILD not in melds and not Counter(three) - Counter(hand):
            found.append(f"meld-{''.join(three)}")
    return found + [f"add-{wild}" for wild in WILDS if WILD in melds and wild in hand]


def cards_in(move: str) -> tuple[str, list[str]]:
    """The rank that a melding or burying move is for, and the cards it uses."""
    verb, cards, *to = move.split("-")
    jokers = cards.count("JK") if cards[:2] != "JJ" else cards[2:].count("JK")
    naturals = cards[: len(cards) - 2 * jokers]
    used = list(naturals) + ["JK"] * jokers
    assert verb in ("meld", "add", "bury")
    return (to[0] if to else rank_of(used)), used


def reaches(game: Round, hand: list[str], melds: dict[str, list[str]], missing: int) -> bool:
    """Whether some row of melds puts down so many points; every row is tried."""
    tried = set()

    def search(hand: list[str], melds: dict[str, list[str]], missing: int) -> bool:
        if missing <= 0:
            return True
        key = (*sorted(hand), *(f"{r}{''.join(sorted(m))}" for r, m in sorted(melds.items())))
        if key in tried or sum(map(points, hand)) < missing:
            return False
        tried.add(key)
        return any(
            search(*put_down(hand, melds, move), missing - sum(map(points, cards_in(move)[1])))
            for move in melding(game.switches, hand, melds)
        )

    return search(hand, melds, missing)


def put_down(
    hand: list[str], melds: dict[str, list[str]], move: str
) -> tuple[list[str], dict[str, list[str]]]:
    """Hand and open melds after a melding move."""
    rank, used = cards_in(move)
    meld = [*melds.get(rank, []), *used]
    left = {r: m for r, m in melds.items() if r != rank}
    return minus(hand, used), left if len(meld) == 7 else left | {rank: meld}


def minus(cards: list[str], used: list[str]) -> list[str]:
    """The cards without these."""
    left = list(cards)
    for card in used:
        left.remove(card)
    return left


# ------------------------------------------------------------------------------------- moves


def moves(game: Round) -> list[str]:
    """Every legal move as text."""
    if game.doing == "draw":
        return beginnings(game)
    if game.doing == "answer":
        return ["yes", "no"]
    if game.doing == "offer":
        return ["knee", "leave"] if game.switches.knee_pickup == "choice" else ["knee"]
    if game.doing == "pick up":
        return ["knee"] if game.knees[game.turn] else ["foot"]
    return plays(game) if game.doing == "play" else []


def beginnings(game: Round) -> list[str]:
    """Draw, or take the pile; a player who must draw and cannot ends the round."""
    need, below = draws(game.switches), len(game.pile) - 1
    found = ["take"] * may_take(game)
    if len(game.stock) >= need:
        return [*found, "draw"]
    again = game.switches.stock_out == "reshuffle" and below > 0
    return [*found, "shuffle" if again and len(game.stock) + below >= need else "stop"]


def may_take(game: Round) -> bool:
    """Two cards like the top card, which is no wild card and no three, and room for the three."""
    team, hand = team_of(game, game.turn), game.hands[game.turn]
    top = game.pile[-1] if game.pile else ""
    if top not in RANKS or hand.count(top) < 2:
        return False
    before = team.melds.get(top, [])
    if len(before) > 4 and not game.switches.take_onto_full:
        return False
    meld = [*before, top, top, top][:7]
    left = minus(hand, [top] * (len(meld) - len(before) - 1))
    if not team.opened:
        missing = game.switches.minimums[game.number - 1] - 3 * points(top)
        return reaches(game, left, {top: meld}, missing)
    books = [*team.books, meld] if len(meld) == 7 else team.books
    return may_be_left(game, len(left) + len(game.pile) - 1, 2, books)


def may_be_left(game: Round, left: int, least: int, books: list[list[str]]) -> bool:
    """In the foot a card is kept, unless the player may go out."""
    seat = game.turn
    team = team_seats(game, seat)
    if not in_foot(game, seat) or left >= least:
        return True
    allowed = len(team) == 1 or not game.switches.ask_team or game.said == "yes"
    return allowed and all(in_foot(game, s) for s in team) and has_required(game, books)


def may_lay(game: Round) -> bool:
    """A red three in hand is laid out after the opening, and replaced where there is a card."""
    team, hand = team_of(game, game.turn), game.hands[game.turn]
    left = len(hand) - (not game.stock)
    return team.opened and "3R" in hand and may_be_left(game, left, 2, team.books)


def plays(game: Round) -> list[str]:
    """What may be played after the draw."""
    seat, switches = game.turn, game.switches
    team, hand = team_of(game, seat), game.hands[seat]
    if may_lay(game) and switches.red_three_auto:
        return ["lay"]
    found = []
    if not game.opening and may_be_left(game, len(hand) - 1, 1, team.books):
        found += sorted(set(hand))
    for move in melding(switches, hand, team.melds):
        rank, used = cards_in(move)
        rest, melds = put_down(hand, team.melds, move)
        if not team.opened:
            gained = sum(map(points, used))
            missing = switches.minimums[game.number - 1] - game.opening - gained
            found += [move] * reaches(game, rest, melds, missing)
            continue
        meld = [*team.melds.get(rank, []), *used]
        books = [*team.books, meld] if len(meld) == 7 else team.books
        found += [move] * may_be_left(game, len(rest), 2, books)
    if team.opened and may_be_left(game, len(hand) - 1, 2, team.books):
        ranks = [card for card in RANKS if card in hand and may_bury(team, card)]
        ranks += [card for card in WILDS if card in hand and may_bury(team, WILD)]
        found += [f"bury-{card}" for card in ranks]
    partners = team_seats(game, seat)
    asks = switches.ask_team and len(partners) > 1 and not game.said
    found += ["ask"] * (asks and all(in_foot(game, s) for s in partners))
    return found + ["lay"] * may_lay(game)


# -------------------------------------------------------------------------------------- play


def play(game: Round, move: str, order: list[str] | None = None) -> None:
    """Play a legal move; ``order``: of the new stock, where the pile is shuffled."""
    seat = game.turn
    hand, team = game.hands[seat], team_of(game, seat)
    if move == "shuffle":
        assert order is not None
        game.stock, game.pile = order, game.pile[-1:]
    elif move == "stop":
        game.doing = "ended"
    elif move == "draw":
        for _ in range(draws(game.switches)):
            hand.append(game.stock.pop(0))
        game.doing = "play"
    elif move == "take":
        top = game.pile.pop()
        game.doing = "play"
        # Both are shown to the table; what the book has no room for stays in hand.
        game.known[seat] += [top] * (2 - game.known[seat].count(top))
        laid = [top, top, top][: 7 - len(team.melds.get(top, []))]
        lose(game, laid[1:])
        meld(game, top, laid)
        if team.opened and not game.opening:
            take_rest(game)
        else:
            game.pile_waits = True
        after_melding(game)
    elif move in ("yes", "no"):
        answer(game, move)
    elif move in ("knee", "foot", "leave"):
        pick_up(game, move)
    elif move == "ask":
        game.answering = team_seats(game, seat)[1:]
        game.doing = "answer"
    elif move == "lay":
        lose(game, ["3R"])
        team.red_threes += 1
        hand += [game.stock.pop(0)] if game.stock else []
        after_melding(game)
    elif "-" in move:
        rank, used = cards_in(move)
        lose(game, used)
        if move.startswith("bury"):
            originals = [next(filter(test, team.books), None) for test in (is_clean, is_dirty)]
            books = [b for b in team.books if not any(b is o for o in originals)]
            next(book for book in books if rank_of(book) == rank).extend(used)
        else:
            meld(game, rank, used)
        after_melding(game)
    else:
        lose(game, [move])
        game.pile.append(move)
        end_turn(game)


def lose(game: Round, cards: list[str]) -> None:
    """The player in turn loses cards; what the table has seen come is thought to go first."""
    for card in cards:
        game.hands[game.turn].remove(card)
        if card in game.known[game.turn]:
            game.known[game.turn].remove(card)


def meld(game: Round, rank: str, cards: list[str]) -> None:
    """Put cards to the meld of a rank; seven are a book."""
    team = team_of(game, game.turn)
    team.melds.setdefault(rank, []).extend(cards)
    if not team.opened:
        game.opening += sum(map(points, cards))
    if len(team.melds[rank]) == 7:
        team.books.append(team.melds.pop(rank))


def take_rest(game: Round) -> None:
    """All of the pile comes to hand, for everybody to see."""
    game.hands[game.turn] += game.pile
    game.known[game.turn] += game.pile
    game.pile = []


def after_melding(game: Round) -> None:
    """The opening made, the knees offered after the first book, a hand that is empty."""
    team, seat = team_of(game, game.turn), game.turn
    if not team.opened:
        if game.opening < game.switches.minimums[game.number - 1]:
            return
        team.opened, game.opening = True, 0
        if game.pile_waits:
            game.pile_waits = False
            take_rest(game)
    if team.books and not team.knees_offered:
        team.knees_offered = True
        game.offered = [s for s in team_seats(game, seat) if game.knees[s]]
    if not game.hands[seat]:
        if in_foot(game, seat):
            go_out(game)
            return
        game.offered = [s for s in game.offered if s != seat]
        game.doing = "pick up"
    else:
        game.doing = "offer" if game.offered else "play"


def go_out(game: Round) -> None:
    """The round is over."""
    game.out, game.doing, game.offered = game.turn, "ended", []


def end_turn(game: Round) -> None:
    """After a discard: the next player's turn, once the next pile is taken up if need be."""
    if not game.hands[game.turn]:
        if in_foot(game, game.turn):
            go_out(game)
        else:
            game.turn_is_over, game.doing = True, "pick up"
        return
    game.turn = (game.turn + 1) % game.switches.players
    game.doing, game.said, game.turn_is_over = "draw", "", False


def pick_up(game: Round, move: str) -> None:
    """Take up the knee or the foot, or leave the knee that is offered."""
    seat = game.offered.pop(0) if game.doing == "offer" else game.turn
    piles = game.knees if move == "knee" else game.feet
    if move != "leave":
        game.hands[seat] += piles[seat]
        piles[seat] = []
    if game.turn_is_over:
        end_turn(game)
    else:
        game.doing = "offer" if game.offered else "play"


def answer(game: Round, move: str) -> None:
    """Each partner answers; a no is binding for this turn."""
    game.answering.pop(0)
    if move == "no" or not game.answering:
        game.said, game.answering, game.doing = move, [], "play"


# ------------------------------------------------------------------------------------- score


def score(game: Round, number: int) -> int:
    """The points of a team as they stand."""
    team = game.teams[number]
    total = 0
    for book in team.books:
        if rank_of(book) in ("5", "7"):
            total += 2000
        elif rank_of(book) == WILD:
            total += 1500
        else:
            total += 300 if wilds_in(book) else 500
    for cards in [*team.books, *team.melds.values()]:
        total += sum(map(points, cards))
    sevens, rest = divmod(team.red_threes, 7)
    total += 1500 * sevens + 100 * rest
    if game.out is not None and game.out in team_seats(game, number):
        total += 200
    for seat in team_seats(game, number):
        for card in game.hands[seat]:
            total -= {"3R": 500, "3B": 100}.get(card, points(card))
        red = 500 if game.switches.red_three_unopened else 0
        for card in [*game.knees[seat], *game.feet[seat]]:
            total -= {"3R": red, "3B": 100}.get(card, points(card))
    return total
