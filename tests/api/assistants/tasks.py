"""Twenty things that users ask an assistant, worked through by a script with the tools alone.

Every answer is made from what the tools returned. The transcript is
``tests/golden/assistants.txt``; ``python -m tests.api.assistants.tasks`` writes it anew.
"""

import asyncio
import json
import textwrap
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from mcp.client.client import Client

from kibitz.api.assistants.server import server_of
from kibitz.api.readiness import Kernels
from kibitz.api.service import Service
from kibitz.api.settings import Settings
from kibitz.games.catalogue import GAMES
from kibitz.solvers.catalogue import SOLVERS

TRANSCRIPT: Final = Path(__file__).parents[2] / "golden" / "assistants.txt"
SHOWN: Final = 12  # lines of what a tool says that the transcript shows
TRICK: Final = (
    "knaves~~9D.0.0.0.0~4.4.TD4H6SJS~12~AC2C7C.QC6CKC.THAHJH.3S8SKS.5HQHKH.5SAS7D.TC6D4C.2S4S5D."
    "3H8H6H~seat-2"
)
OPEN: Final = (
    "knaves~~9D.0.0.0.0~2D3D4DKD.8CJC8DJD.TD4H6SJS~3C5C9CQDAD2H7H9H7S9STSQS~AC2C7C.QC6CKC.THAHJH."
    "3S8SKS.5HQHKH.5SAS7D.TC6D4C.2S4S5D.3H8H6H"
)
ROUND: Final = (
    "knaves~~QD.0.0.0.0~6CADQHKH6S.3D6D7DKDJH.3S4S7STSQS~2CTCAC4D8DJD3H8H9HTHAH8S~2D5D9D.5S2S9S."
    "2H6H4H.ASKSJS.7H5HTD.5C3C9C.KC7CQC.JC8C4C"
)
PLAYED: Final = [
    "3D",
    "TS",
    "AD",
    "6S",
    "KD",
    "QS",
    "JH",
    "3S",
    "QH",
    "6C",
    "6D",
    "4S",
    "7D",
    "7S",
    "KH",
]
RUMMY: Final = (
    "knock-rummy~~0.1.0.0~10.2C3C5C7C4D7D4H6HAS2STS~24~8HJSJD9S8C8SKS~"
    "history-8HdJSdJDd9Sd8Cd8SdKSd.seat-1"
)
CELLS: Final = "knack-solitaire~~8S0_0.7H1_0.6S1_1.JK1_2~7D~49~2"
ROW: Final = (
    "knack~~0.1~5S-3_0.3C-2_-3.4D-2_-2.5C-2_-1.JK-2_0.TS-2_1.JD-2_2.QS-1_0.QC-1_2.KH-1_3.9S0_-3."
    "8H0_-2.7C0_-1.6H0_0.2C0_1.AS0_3.TH1_-3.9D1_0~5.9CJSQDKCKD~13.13~-~seat-1"
)
ENDING: Final = (
    "knotty-nines~~AHKCQC.6C5D4H3D2SACKHQD.8H7S6D5S4S3H2D.ASKSQHJDTD9S8C7C.JS.8S7H6H5C4D."
    "3S2CADKDQSJHTH.JCTC9D8D7D6S5H4C3C.TS~9C2H9H"
)
FOOT: Final = (
    "hand-knee-foot~~1.0.2.0.0~n8.n7.4445666789JQAAA2X.n15~n13.n13.n13.n13~n11.n11.n11.n11~n156~"
    "QBB~666_KKKK2_threes-RR.888_999_QQQ_threes-RRR~phase-play.seat-2.no_red_three-8_7_0_0"
)


class Session:
    """A client that notes what it asks and is told."""

    def __init__(self, client: Client) -> None:
        """Nothing is noted yet."""
        self._client = client
        self.lines: list[str] = []
        self.told = ""  # all that the tools said, for this task

    async def call(self, tool: str, **given: Any) -> Any:
        """The structured content of a tool, None of an error."""
        result = await self._client.call_tool(tool, given)
        texts = [getattr(part, "text", "") for part in result.content]
        content = result.structured_content
        self.told += "\n".join(texts) + json.dumps(content, ensure_ascii=False)
        shown = texts[0].splitlines()
        more = [f"… {len(shown) - SHOWN} more lines"] if len(shown) > SHOWN else []
        self.lines.append(f"  {tool} {json.dumps(given, ensure_ascii=False)}")
        self.lines += [f"    {line}" for line in shown[:SHOWN] + more]
        self.error = texts[0] if result.is_error else ""
        self.text = texts[0]
        return None if result.is_error else content

    async def read(self, uri: str) -> str:
        """The text of a resource."""
        contents = (await self._client.read_resource(uri)).contents[0]
        text: str = getattr(contents, "text", "")
        self.told += text
        self.lines += [f"  resource {uri}", f"    {text.splitlines()[2]}"]
        return text


def percent(value: float) -> str:
    """A chance as the tools write it."""
    return f"{100 * value:.1f} %"


async def games(ask: Session) -> str:
    """Which games there are."""
    found = await ask.call("games")
    return "I can analyse " + ", ".join(game["title"] for game in found["games"]) + "."


async def notation(ask: Session) -> str:
    """How moves are written."""
    return str((await ask.call("games", game="knotty-nines"))["facts"]["notation"])


async def rules(ask: Session) -> str:
    """What a game is about, from its rules."""
    text = await ask.read("kibitz://rules/knaves")
    return text.split("\n\n")[1].replace("\n", " ").split(". ")[0] + "."


async def numbered_deal(ask: Session) -> str:
    """Whether a deal of another program can be won."""
    deal = await ask.call("deal", game="knotty-nines", source="pysolfc", seed="100123")
    answer = (await ask.call("solve", position=deal["position"], nodes=1_000_000))["answer"]
    said = {"solvable": "Yes", "unsolvable": "No, it is proved", "unknown": "Unknown"}
    return f"{said[answer['verdict']]}. {answer['explanation']['summary']}"


async def winnable_deal(ask: Session) -> str:
    """A deal that can be won, and the beginning of its solution."""
    deal = await ask.call("deal", game="knotty-nines", seed="1", difficulty="easy")
    answer = (await ask.call("solve", position=deal["position"], nodes=1_000_000))["answer"]
    return f"Deal {deal['seed']} is {deal['difficulty']}; begin with {answer['moves'][0]}."


async def shortest(ask: Session) -> str:
    """The shortest solution, proved to be one."""
    found = await ask.call("solve", position=ENDING, objective="shortest", nodes=1_000_000)
    answer = found["answer"]
    proven = "No line is shorter" if answer["shortest"]["proven"] else "A line may be shorter"
    return f"{' '.join(answer['moves'])}. {proven}."


async def play_here(ask: Session) -> str:
    """What to play and why."""
    answer = (await ask.call("hint", position=TRICK, iterations=6000, seed="1"))["answer"]
    return f"Play {answer['move']}. " + " ".join(each["text"] for each in answer["reasons"])


async def nudge(ask: Session) -> str:
    """A hint that does not give the move away."""
    found = await ask.call("hint", position=ENDING, level="nudge", nodes=1_000_000, iterations=500)
    assert "move" not in found["answer"]
    return str(found["answer"]["text"])


async def compare(ask: Session) -> str:
    """What a certain move loses."""
    found = await ask.call("analyze", position=TRICK, iterations=6000, seed="1", best=4)
    moves = {each["move"]: each for each in found["answer"]["moves"]}
    best, other = found["answer"]["moves"][0], moves["TD"]
    value = percent(other["score"]["value"])
    return f"TD is worth {value}; {best['move']} is best at {percent(best['score']['value'])}."


async def worst_move(ask: Session) -> str:
    """The worst move of a game, and what was better."""
    found = await ask.call("review", position=ROUND, moves=PLAYED, seats=[1], iterations=3000)
    judged = [each for each in found["answer"]["decisions"] if "loss" in each]
    worst = max(judged, key=lambda each: each["loss"]["value"])
    cost = percent(worst["loss"]["value"])
    return (
        f"Move {worst['ply'] + 1}, {worst['played']}: it cost {cost}; {worst['best']} was better."
    )


async def lost_solitaire(ask: Session) -> str:
    """When a solitaire was lost."""
    deal = await ask.call("deal", game="knotty-nines", seed="2")
    found = await ask.call(
        "review", position=deal["position"], moves=["6>5", "2>7", "2>3", "8>5"], nodes=100_000
    )
    seat = found["answer"]["seats"][0]
    lost = seat.get("lost_at")
    return "It can still be won." if lost is None else f"It was lost with move {lost + 1}."


async def after_moves(ask: Session) -> str:
    """The table after some moves, and what can be played."""
    found = await ask.call("show", position=TRICK, moves=["TD"])
    return f"Now seat {found['to_move']} is to move. The position is {found['position']}."


async def one_view(ask: Session) -> str:
    """What one player sees, without the other hands."""
    found = await ask.call("deal", game="knaves", seed="7", seat=1)
    hands = GAMES["knaves"].read(found["position"]).to_json()["hands"]
    return f"You hold {' '.join(hands[1])}; the others hold {hands[0]['count']} cards each."


async def who_won(ask: Session) -> str:
    """How a round ended and how the match stands."""
    found = await ask.call("score", position=ROUND, moves=PLAYED)
    totals = found["outcome"]["match"]["totals"]
    best = totals.index(max(totals))
    return f"Seat {best} leads the match with {totals[best]}."


async def deadwood(ask: Session) -> str:
    """The melds of a hand."""
    hand = ["7C", "7D", "7H", "7S", "5C", "6C", "3H", "4H", "5H", "KD"]
    sheet = (await ask.call("score", hand=hand))["sheet"]
    return f"Your deadwood is {sheet['deadwood']}; unmatched: {' '.join(sheet['unmatched'])}."


async def counted_round(ask: Session) -> str:
    """The score of a round given as counts."""
    counts = GAMES["hand-knee-foot"].extras[0].example
    teams = (await ask.call("score", counts=counts))["sheet"]["teams"]
    return "Scores: " + ", ".join(str(team["score"]) for team in teams) + "."


async def discard(ask: Session) -> str:
    """What to do in a game of melds."""
    answer = (await ask.call("hint", position=RUMMY, iterations=4000, seed="1"))["answer"]
    return f"Play {answer['move']}: {answer['score']['value']:.3g} points on average."


async def open_hands(ask: Session) -> str:
    """The result of best play with all cards known."""
    answer = (await ask.call("solve", position=OPEN, nodes=10_000_000))["answer"]
    made = ", ".join(f"seat {n} {value:g}" for n, value in enumerate(answer["payoffs"]))
    return f"With best play of all: {made}."


async def two_more_games(ask: Session) -> str:
    """Where to put a card, in two games."""
    alone = (await ask.call("hint", position=CELLS, iterations=500))["answer"]
    race = (await ask.call("hint", position=ROW, iterations=1000, seed="1"))["answer"]
    return f"In the solitaire play {alone['move']}; in the race {race['move']}."


async def mistyped(ask: Session) -> str:
    """A move that is not legal: the fault is read, the legal moves are looked up."""
    await ask.call("analyze", position=FOOT, moves=["9Q"], iterations=0, only=["x"])
    faults = [line.removeprefix("- ") for line in ask.error.splitlines()[1:]]
    legal = (await ask.call("show", position=FOOT))["legal"]
    return f"{len(faults)} things were wrong; a legal move is {legal[0]['move']}."


Script = Callable[[Session], Awaitable[str]]
TASKS: Final[tuple[tuple[str, Script], ...]] = (
    ("Which games can you analyse?", games),
    ("How do I write down a move of Knotty Nines?", notation),
    ("What kind of game is Knaves?", rules),
    ("Is PySolFC deal 100123 winnable?", numbered_deal),
    ("Give me an easy deal of Knotty Nines and tell me how to begin.", winnable_deal),
    ("What is the shortest way to win from here?", shortest),
    ("What should I play here, and why?", play_here),
    ("Don't tell me the move, just nudge me.", nudge),
    ("How bad would the ten of diamonds be?", compare),
    ("I was seat 1. Find my worst move.", worst_move),
    ("Did I lose this solitaire, and when?", lost_solitaire),
    ("I lead the ten of diamonds. Who is next?", after_moves),
    ("Deal me a hand of Knaves, I am seat 1. No peeking.", one_view),
    ("The round is over: who leads the match?", who_won),
    ("How much deadwood is in this hand of Knock Rummy?", deadwood),
    ("Score our round of Hand, Knee and Foot from these counts.", counted_round),
    ("It is my turn in Knock Rummy. What do I do?", discard),
    ("All cards are open. How does this end?", open_hands),
    ("Where do I put my card, alone and against others?", two_more_games),
    ("Is 9Q any good here?", mistyped),
)


async def work_through(client: Client) -> tuple[str, list[tuple[str, str]]]:
    """The transcript, and for each task its answer with all that the tools said."""
    pages, answers = [], []
    for number, (question, script) in enumerate(TASKS, 1):
        session = Session(client)
        answer = await script(session)
        said = textwrap.fill(f"Answer: {answer}", 100, break_long_words=False)
        page = [f"{number}. {question}", *session.lines, *said.splitlines()]
        pages.append("\n".join(line.rstrip() for line in page))
        answers.append((answer, session.told))
    return "\n\n".join(pages) + "\n", answers


async def _main() -> None:
    settings = Settings(database_url=None, max_time_ms=None)
    service = Service(settings, SOLVERS, Kernels(lambda name: SOLVERS[name].warm()))
    service.start()
    while not service.readiness.ready:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    async with Client(server_of(service)) as client:
        TRANSCRIPT.write_text((await work_through(client))[0], "utf-8")
    service.searches.close()
    service.readiness.stop()


if __name__ == "__main__":
    asyncio.run(_main())
