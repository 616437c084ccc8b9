"""What other solvers write, naively: a deal word by word, cards moved on lists, states drawn."""

from collections.abc import Iterator, Sequence

RANKS = "A23456789TJQK"


def deal_lines(piles: Sequence[Sequence[str]], stock: Sequence[str]) -> list[str]:
    """A state of the table as fc-solve draws one."""
    drawn = [": " + " ".join(pile) if pile else "-" for pile in piles]
    return ["Talon: " + " ".join(stock), *drawn]


def play(piles: list[list[str]], stock: list[str], source: int, target: int) -> None:
    """Move a card between stacks that are counted from 0; an empty one takes the next card."""
    card = piles[source].pop()
    onto = piles[target][-1]
    assert RANKS.index(onto[0]) == (RANKS.index(card[0]) + 1) % 13
    piles[target].append(card)
    if not piles[source] and stock:
        piles[source].append(stock.pop(0))


def moves_of(text: str) -> Iterator[tuple[int, int]]:
    """The stacks of the moves in sentences, counted from 0."""
    for line in text.splitlines():
        words = line.split()
        if words[:3] == ["Move", "a", "card"]:
            yield int(words[5]), int(words[8])


def deal_of(text: str) -> tuple[list[list[str]], list[str]]:
    """The piles and the stock before the first move."""
    stock: list[str] = []
    piles = []
    for line in text.splitlines():
        if line.startswith("Move"):
            break
        if line.startswith("Talon:"):
            stock = line.split()[1:]
        elif line.strip() and not line.startswith(("-=", "==")):
            piles.append([card for card in line.split() if card not in {":", "-"}])
    return piles, stock
