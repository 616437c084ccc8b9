"""The cards and words of a turn of Hand, Knee and Foot, read back from English and from codes.

What is said of a turn is checked by what it names: how many cards of which kind are melded, added,
buried or discarded, and which other moves are made.
"""

import re
from collections import Counter
from collections.abc import Iterable

NUMBERS = {"a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
CARDS = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "10": "T", "joker": "JK"} | {
    "red three": "3R",
    "black three": "3B",
}
CARD = r"(?:red three|black three|jack|queen|king|ace|joker|10|[2-9])"
ONE = re.compile(rf"\b(an?|two|three|four|five|six|seven|\d+) ({CARD})s?\b")
PLACE = re.compile(rf" (?:to the meld|in a book) of (wild card|{CARD})s\b")
VERBS = {"draw": "draw", "take": "take", "shuffle": "shuffle", "end": "stop", "lay": "lay"} | {
    "ask": "ask",
    "let": "yes",
    "do": "no",
    "leave": "leave",
    "take up the knee": "knee",
    "take up the foot": "foot",
}
PARTS = re.compile(
    rf"(?:, then |, | or | then )(?={'|'.join(['meld ', 'add', 'bury', 'discard', *VERBS])})"
)
Named = Counter[tuple[str, str]]


def said_in(words: str) -> Named:
    """By verb and card, how many cards a text names; words alone count once, as often as said."""
    found: Named = Counter()
    for part in PARTS.split(words):
        verb = part.split(" ")[0]
        if verb in ("meld", "add", "bury", "discard"):
            for number, card in ONE.findall(PLACE.sub("", part)):
                found[verb, CARDS.get(card, card)] += NUMBERS.get(number) or int(number)
        elif verb in VERBS:
            said = next((VERBS[key] for key in (part, verb) if key in VERBS), "")
            times = re.search(r"\((\d+) times\)$", part)
            found[said, ""] += int(times[1]) if times else 1
    return found


def done_by(moves: Iterable[str]) -> Named:
    """The same of moves as codes."""
    found: Named = Counter()
    melded = set()
    for move in moves:
        verb, _, rest = move.partition("=")[0].partition("-")
        if verb in ("meld", "add", "bury"):
            cards = re.findall("JK|[2-9TJQKA]", rest if verb == "meld" else rest.split("-")[0])
            ranks = [card for card in cards if card not in {"2", "JK"}]
            place = rest.split("-")[-1] if verb == "add" else ranks[0] if ranks else "2"
            place = "2" if place == "JK" else place  # wild cards alone have one meld
            if verb == "meld":
                melded.add(place)
            verb = "meld" if verb == "add" and place in melded else verb
            found.update((verb, card) for card in cards)
        elif verb in VERBS.values():
            found[verb, ""] += 1
        else:
            found["discard", verb] += 1
    return found
