"""Play every game of a Kibitz service to its end over plain HTTP.

Needs nothing but Python. Run it with the address of the service and, if you like, with games:

    python play_with_http.py http://127.0.0.1:8000
    python play_with_http.py http://127.0.0.1:8000 knaves hand-knee-foot:4
"""

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ROUNDS = 2  # of a match; a whole match is played by going on until there are winners
LEVEL = "casual"  # of the computer players: beginner, casual, strong or best
QUICK = {"nodes": 20_000, "iterations": 8}  # an app would rather give {"time_ms": 500}
chance = random.Random(1)


def ask(address: str, body: dict[str, Any] | None = None) -> Any:
    """The answer of the service; a busy service says when to ask again."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            request = Request(address, data, {"Content-Type": "application/json"})
            with urlopen(request) as response:
                return json.load(response)
        except HTTPError as error:
            if error.code not in {429, 503}:
                raise SystemExit(f"{error.code}: {json.load(error)['detail']}") from None
            time.sleep(int(error.headers["Retry-After"]))
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise SystemExit(f"No answer from {address}: {reason}") from None


def play_solitaire(game: str) -> str:
    """Solve a deal and play the winning line."""
    deal = ask(f"{game}/deal", {"seed": 2})
    solution = ask(f"{game}/solve", {"position": deal["text"], "limits": QUICK})
    if solution["verdict"] != "solvable":
        return f"{solution['verdict']} ({solution['stopped_by']})"
    end = ask(f"{game}/play", {"position": deal["text"], "moves": solution["moves"]})
    won = "won" if end["outcome"]["won"] else "not won"
    return f"{won} in {len(solution['moves'])} moves"


def my_move(game: str, position: str) -> str:
    """What the person in seat 0 plays: now and then the hint, else any move."""
    # Draw the view: it holds no hidden card. Show a button for each move: `text` has it in words.
    table = ask(f"{game}/view", {"position": position, "seat": 0})
    choices = ask(f"{game}/moves", {"position": table["text"]})["moves"]
    if chance.random() < 0.1:
        hint = ask(f"{game}/hint", {"position": table["text"], "limits": QUICK})
        if hint.get("move"):
            return str(hint["move"])
    return str(chance.choice(choices)["move"])


def play_rounds(game: str, rules: dict[str, int], *, has_rounds: bool) -> str:
    """Play as seat 0 against computer players; where there are rounds, more than one."""
    table = ask(f"{game}/deal", {"seed": 2, "rules": rules})
    moves = rounds = 0
    while True:
        rounds += 1
        while not table["over"]:
            if table["to_move"] == 0:
                move = my_move(game, table["text"])
            else:
                move = ask(f"{game}/choose", {"position": table["text"], "level": LEVEL})["move"]
            table = ask(f"{game}/play", {"position": table["text"], "moves": [move]})
            moves += 1
        if not has_rounds:
            return f"{moves} moves, points {table['outcome']['payoffs']}"
        following = ask(f"{game}/next", {"position": table["text"], "seed": rounds})
        if rounds == ROUNDS or following["deal"] is None:
            totals = following["match"]["totals"]
            return f"{moves} moves in {rounds} rounds, totals {totals}"
        table = following["deal"]


def main(address: str, *wanted: str) -> None:
    """Play the games that are wanted, ``knaves`` or ``knack:4``, or else all of them."""
    for game in ask(f"{address}/v1/games")["games"]:
        path = f"{address}/v1/games/{game['name']}"
        for players in game["player_counts"]:
            if wanted and not {game["name"], f"{game['name']}:{players}"} & set(wanted):
                continue
            if players == 1:
                result = play_solitaire(path)
            else:
                rules = {"players": players} if len(game["player_counts"]) > 1 else {}
                result = play_rounds(path, rules, has_rounds="next" in game["verbs"])
            print(f"{game['title']}, players {players}: {result}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(f"usage: python {sys.argv[0]} ADDRESS [GAME[:PLAYERS] …]")
    main(*sys.argv[1:])
