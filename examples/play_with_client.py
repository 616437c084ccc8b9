"""Play every game of a Kibitz service to its end with the Python client.

Needs: pip install kibitz. Run it with the address of the service and, if you like, with games:

    python play_with_client.py http://127.0.0.1:8000
    python play_with_client.py http://127.0.0.1:8000 knaves hand-knee-foot:4
"""

import random
import sys

from kibitz import DealAnswer, Kibitz, Limits, PlayAnswer, Refused, Unreachable

ROUNDS = 2  # of a match; a whole match is played by going on until there are winners
QUICK = Limits(nodes=20_000, iterations=8)  # an app would rather give a time: Limits(time_ms=500)
chance = random.Random(1)


def play_solitaire(kibitz: Kibitz, game: str) -> str:
    """Solve a deal and play the winning line."""
    deal = kibitz.deal(game, seed=2)
    solution = kibitz.solve(game, deal.text, limits=QUICK)
    if not solution.moves:
        return f"{solution.verdict} ({solution.stopped_by})"
    end = kibitz.play(game, deal.text, solution.moves)
    won = end.outcome is not None and end.outcome.won
    return f"{'won' if won else 'not won'} in {len(solution.moves)} moves"


def my_move(kibitz: Kibitz, game: str, position: str) -> str:
    """What the person in seat 0 plays: now and then the hint, else any move."""
    table = kibitz.view(game, position, seat=0)  # draw this: it holds no hidden card
    choices = kibitz.moves(game, table.text).moves  # a button each: `move`, and `text` in words
    if chance.random() < 0.1:
        hint = kibitz.hint(game, table.text, limits=QUICK)
        if hint.move:
            return hint.move
    return chance.choice(choices).move


def play_rounds(kibitz: Kibitz, game: str, rules: dict[str, int], *, has_rounds: bool) -> str:
    """Play as seat 0 against computer players; where there are rounds, more than one."""
    table: DealAnswer | PlayAnswer = kibitz.deal(game, seed=2, rules=rules)
    moves = rounds = 0
    while True:
        rounds += 1
        while not table.over:
            if table.to_move == 0:
                move = my_move(kibitz, game, table.text)
            else:
                other = kibitz.choose(game, table.text, "casual")  # or beginner, strong, best
                move = other.move or ""  # only a lost solitaire has none
            table = kibitz.play(game, table.text, [move])
            moves += 1
        if not has_rounds:
            return f"{moves} moves, points {table.outcome.payoffs if table.outcome else None}"
        following = kibitz.next(game, table.text, seed=rounds)
        if rounds == ROUNDS or following.deal is None:
            return f"{moves} moves in {rounds} rounds, totals {following.match.totals}"
        table = following.deal


def main(address: str, *wanted: str) -> None:
    """Play the games that are wanted, ``knaves`` or ``knack:4``, or else all of them."""
    with Kibitz(address, timeout=120) as kibitz:
        for game in kibitz.games().games:
            for players in game.player_counts:
                if wanted and not {game.name, f"{game.name}:{players}"} & set(wanted):
                    continue
                if players == 1:
                    result = play_solitaire(kibitz, game.name)
                else:
                    rules = {"players": players} if len(game.player_counts) > 1 else {}
                    has_rounds = "next" in game.verbs
                    result = play_rounds(kibitz, game.name, rules, has_rounds=has_rounds)
                print(f"{game.title}, players {players}: {result}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(f"usage: python {sys.argv[0]} ADDRESS [GAME[:PLAYERS] …]")
    try:
        main(*sys.argv[1:])
    except Refused as error:
        sys.exit(str(error))
    except (Unreachable, ValueError) as error:
        sys.exit(f"No answer from {sys.argv[1]}: {error}")
