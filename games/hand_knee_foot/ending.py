"""What a team has when a round has ended, given as counts, and whether play can have led there.

What each team has melded is checked exactly: its cards must be able to lie in the books that are
counted, with melds, buried cards and an opening that the rules allow. Beyond that no turn leaves a
team with fewer cards than it had, so what its members were dealt has to be there; who plays from
the foot has played a hand and a knee; and when nobody went out the stock was used up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.games.draft import counting
from kibitz.games.faults import Fault
from kibitz.games.hand_knee_foot.arranging import BookCounts, most_melded
from kibitz.games.hand_knee_foot.kinds import (
    BLACK_THREE,
    BOOK,
    COPIES,
    FIVE,
    JOKER,
    KINDS,
    PACK,
    RED_THREE,
    SEVEN,
    TEXTS,
    TWO,
)
from kibitz.games.hand_knee_foot.rules import FOOT_SIZE, HAND_SIZE, KNEE_SIZE, Rules
from kibitz.games.hand_knee_foot.scoring import LINES, Line, count_lines, lines_of

NAMES: Final = ("red_books", "black_books", "wild_books", "books_of_5s", "books_of_7s")
_ONE: Final = ("red book", "black book", "wild book", "book of 5s", "book of 7s")
DEALT: Final = HAND_SIZE + KNEE_SIZE + FOOT_SIZE
_RED, _BLACK, _WILD, _FIVES, _SEVENS = range(len(NAMES))
_NEEDED: Final = {
    "red_black_5s_7s": (_RED, _BLACK, _FIVES, _SEVENS),
    "red_black": (_RED, _BLACK),
    "none": (),
}
# Not compiled: a single score is sooner counted than a kernel is loaded.
_COUNT: Final = getattr(count_lines, "py_func", count_lines)


@dataclass(frozen=True, slots=True)
class TeamEnd:
    """What a team has at the end: books by kind as in ``NAMES``, cards by kind.

    ``held``: in hands; ``unopened``: in knees and feet that nobody took up.
    """

    books: BookCounts
    melded: tuple[int, ...]
    red_threes: int
    held: tuple[int, ...]
    unopened: tuple[int, ...]
    out: bool

    @property
    def laid(self) -> int:
        """How many cards are on the table."""
        return sum(self.melded) + self.red_threes

    @property
    def cards(self) -> int:
        """How many cards the team has anywhere."""
        return self.laid + sum(self.held) + sum(self.unopened)

    def lines(self, rules: Rules) -> tuple[Line, ...]:
        """The score line by line."""
        numbers = np.zeros(LINES, np.int64)
        against = np.array(self.held, np.int64) + np.array(self.unopened, np.int64)
        if not rules.red_three_unopened:
            against[RED_THREE] = self.held[RED_THREE]
        books, melded = np.array(self.books, np.int64), np.array(self.melded, np.int64)
        _COUNT(books, melded, self.red_threes, against, int(self.out), numbers)
        return lines_of(numbers)


def check_table(team: TeamEnd, rules: Rules, minimum: int, at: str, faults: list[Fault]) -> None:
    """Books for which there are cards, melds that the rules allow, an opening that was made."""
    melded, wilds = team.melded, team.melded[TWO] + team.melded[JOKER]
    known = len(faults)
    threes = [kind for kind in (RED_THREE, BLACK_THREE) if melded[kind]]
    faults += [Fault(f"{at}/melded", "not_melded", f"{TEXTS[k]} may not be melded") for k in threes]
    helped = 0 if rules.special_natural_only else wilds
    books = team.books
    wants = [
        ("5s", books.fives * BOOK, melded[FIVE] + helped),
        ("7s", books.sevens * BOOK, melded[SEVEN] + helped),
        ("wild cards", books.wild * BOOK + books.black, wilds),
        ("cards", sum(books) * BOOK, sum(melded)),
    ]
    for name, needed, there in wants:
        if there < needed:
            message = f"the books take {needed} {name}, {there} are melded"
            faults.append(Fault(f"{at}/melded", "too_few_cards", message))
    if team.red_threes and not sum(melded):
        message = "red threes are laid out by a team that has opened"
        faults.append(Fault(f"{at}/red_threes", "not_opened", message))
    if len(faults) > known:
        return
    points = most_melded(melded, books, rules)
    if points is None:
        message = (
            f"these cards cannot be {_in_words(books)}: a book has seven cards of a "
            f"rank, a meld three to six, at most {rules.max_wilds} of them wild and no more than "
            "natural ones; more are buried only in books that are not required"
        )
        faults.append(Fault(f"{at}/melded", "wrong_books", message))
    elif sum(melded) and points < minimum:
        message = f"{points} points are melded; an opening has {minimum}"
        faults.append(Fault(f"{at}/melded", "not_opened", message))


def _each_of(players: int) -> str:
    return "the one player left" if players == 1 else f"each of {players} players"


def _in_words(books: BookCounts) -> str:
    named = [
        f"{number} {name.replace('_', ' ')}" if number > 1 else f"a {one}"
        for name, one, number in zip(NAMES, _ONE, books, strict=True)
        if number
    ]
    return ", ".join(named) + " and melds" if named else "melds alone"


def check_piles(team: TeamEnd, rules: Rules, at: str, faults: list[Fault]) -> None:
    """Going out by the rules; knees and feet whole; hands, knees and feet played for the rest."""
    members = rules.players // rules.teams
    missing = [NAMES[kind] for kind in _NEEDED[rules.required] if not team.books[kind]]
    if team.out and missing:
        message = f"a team does not go out without {', '.join(missing)}"
        faults.append(Fault(f"{at}/out", "may_not_end", message))
    count = sum(team.unopened)
    if team.out and count:
        message = "a team goes out when all its members have taken up their feet"
        faults.append(Fault(f"{at}/unopened", "may_not_end", message))
        return
    whole = [
        (knees, feet)
        for feet in range(members + 1)
        for knees in range(feet + 1)
        if knees * KNEE_SIZE + feet * FOOT_SIZE == count
    ]
    if not whole:
        message = f"{count} unopened cards are not what {members} player"
        message += f"{'s' if members > 1 else ''} can have left of knees of {KNEE_SIZE} cards and "
        message += f"feet of {FOOT_SIZE}"
        faults.append(Fault(f"{at}/unopened", "wrong_pile_size", message))
        return
    knees, feet = whole[0]
    holders, held = members - team.out, sum(team.held)
    if team.out and members == 1 and held:
        message = f"who goes out holds nothing, not {held} cards"
        faults.append(Fault(f"{at}/held", "wrong_hand_size", message))
    elif held < holders:
        message = (
            f"{counting(held, 'card')} held in all, but {_each_of(holders)} holds at least one"
        )
        faults.append(Fault(f"{at}/held", "wrong_hand_size", message))
    played = (HAND_SIZE + KNEE_SIZE) * (members - feet) + FOOT_SIZE * team.out
    if not sum(team.books):
        played += HAND_SIZE * (feet - knees)
    if team.laid < played:
        message = (
            f"cards on the table: {team.laid}, but whoever takes up a foot has laid down a hand "
        )
        message += f"and a knee: {played} at least, with the knees and feet given as unopened"
        faults.append(Fault(f"{at}/melded", "too_few_cards", message))
    elif team.cards < DEALT * members:
        message = f"{team.cards} cards are listed, but {DEALT * members} were dealt to the team"
        faults.append(Fault(at, "too_few_cards", message))


def check_round(teams: Sequence[TeamEnd], rules: Rules, faults: list[Fault]) -> None:
    """No more cards than the packs have, one team out at most, a stock used up if none is."""
    for kind in range(KINDS):
        count = sum(team.melded[kind] + team.held[kind] + team.unopened[kind] for team in teams)
        count += sum(team.red_threes for team in teams) if kind == RED_THREE else 0
        most = rules.packs * COPIES[kind]
        if count > most:
            message = f"{count} cards {TEXTS[kind]} are listed, and {rules.packs} packs have {most}"
            faults.append(Fault("/teams", "too_many_cards", message))
    out = sum(team.out for team in teams)
    if out > 1:
        faults.append(Fault("/teams", "two_out", "one team at most goes out"))
    cards, least = sum(team.cards for team in teams), least_without_stock(rules)
    if not out and cards < least:
        message = f"nobody is out, so the stock was used up and the teams have {least} cards or "
        faults.append(Fault("/teams", "not_ended", f"{message}more; {cards} are listed"))


def least_without_stock(rules: Rules) -> int:
    """The fewest cards that all teams have together when the stock has been used up.

    Fewer than a draw are left in it, and on the pile lie the first card and one for each draw; if
    that is shuffled, no more than make no draw with what is left.
    """
    cards, dealt, draws = rules.packs * PACK, DEALT * rules.players, rules.draws
    if rules.stock_out == "reshuffle":
        return cards - draws
    turns = (cards - dealt - 1) // draws
    return dealt + turns * (draws - 1)
