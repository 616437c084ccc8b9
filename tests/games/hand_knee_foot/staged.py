"""Tables of Hand, Knee and Foot laid out by hand, seen by nobody in particular."""

from typing import Any

from kibitz.games.hand_knee_foot.faces import face_text, parse_faces
from kibitz.games.hand_knee_foot.position import Position
from tests.games.hand_knee_foot.tables import GAME

RED, BLACK, FIVES, SEVENS = "4444444", "KKKKK22", "5555555", "7777777"
REQUIRED = f"{RED} {BLACK} {FIVES} {SEVENS}"


def cards(row: str) -> list[str]:
    """Cards written without a gap, threes as R and B."""
    letters = {"R": ["3R"], "B": ["3B"]}
    return [t for part in _parts(row) for t in (letters.get(part) or _texts(part))]


def _parts(row: str) -> list[str]:
    for letter in "RB":
        row = row.replace(letter, f" {letter} ")
    return row.split()


def _texts(row: str) -> list[str]:
    return [face_text(face) for face in parse_faces(row)]


def team(melds: str = "", books: str = "", threes: int = 0) -> dict[str, Any]:
    """What a team has: rows of cards with gaps between; the first red and black book first."""
    piles = [cards(book) for book in books.split()]
    listed = []
    originals: dict[str, str] = {}
    for pile in piles:
        rank = next((card for card in pile if card not in ("2", "JK")), "wild")
        wilds = sum(card in ("2", "JK") for card in pile)
        black = int(wilds > 0 and rank != "wild")
        listed.append({"rank": rank, "red": 1 - black, "black": black, "cards": pile})
        if rank not in ("5", "7", "wild"):
            originals.setdefault("original_black" if black else "original_red", rank)
    return {
        "melds": [cards(meld) for meld in melds.split()],
        "books": listed,
        "red_threes": ["3R"] * threes,
        **originals,
    }


def table(
    hand: str,
    *,
    own: dict[str, Any] | None = None,
    stages: tuple[int, ...] = (0, 0, 0, 0),
    pile: str = "4",
    sizes: int = 15,
    rules: dict[str, Any] | None = None,
    **parts: Any,
) -> Position:
    """Seat 0 is to draw, or as ``parts`` say; the other hands are hidden, as are all piles."""
    players = len(stages)
    return GAME.read(
        {
            "rules": {"players": players, **(rules or {})},
            "hands": [cards(hand), *[{"count": sizes}] * (players - 1)],
            "knees": [{"count": 13} if stage == 0 else [] for stage in stages],
            "feet": [{"count": 11} if stage < 2 else [] for stage in stages],
            "discards": cards(pile),
            "teams": [own or team()],
            **parts,
        }
    )
