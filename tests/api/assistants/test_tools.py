"""The tools, called in memory in both modes of the protocol: what they answer, what they refuse."""

import asyncio
import json
from typing import Final

import pytest
from mcp.shared.exceptions import MCPError

from kibitz.api import verbs
from kibitz.api.assistants.tools import TOOLS
from kibitz.contract.answers import StoppedBy
from kibitz.contract.base import plain
from kibitz.contract.options import Limits
from kibitz.games.boards import drawn
from kibitz.games.catalogue import GAMES, LISTED
from kibitz.solvers.catalogue import SOLVERS, find_extra
from kibitz.solvers.direct import analyze, hint, review, solve
from tests.api.fakes import wait_for

HIDDEN = "knotty-nines~~6D.2C.8H.5D.KD.QH.3S.JC.8C~43"
KNOWN = (
    "knotty-nines~~6D.2C.8H.5D.KD.QH.3S.JC.8C~4S7S8D3H5S9STC2DAC6CAD5H7DKC9D6SKS5CASJDTD6HQS4HJH3D"
    "3CTH4CQCQD7H8SAH4D2S7CKHJSTS9C2H9H"
)
KNAVES = (
    "knaves~~9D.0.0.0.0~4.4.TD4H6SJS~12~AC2C7C.QC6CKC.THAHJH.3S8SKS.5HQHKH.5SAS7D.TC6D4C.2S4S5D."
    "3H8H6H~seat-2"
)
OPEN = (
    "knaves~~QD.0.0.0.0~6CADQHKH6S.3D6D7DKDJH.3S4S7STSQS~2CTCAC4D8DJD3H8H9HTHAH8S~2D5D9D.5S2S9S."
    "2H6H4H.ASKSJS.7H5HTD.5C3C9C.KC7CQC.JC8C4C"
)
PLAYED = ["3D", "TS", "AD", "6S", "KD", "QS", "JH", "3S", "QH", "6C", "6D", "4S", "7D", "7S", "KH"]


def texts(result):
    """The parts of what a tool says."""
    return [part.text for part in result.content]


def test_the_tools_are_described(talk):
    tools = {tool.name: tool for tool in talk(lambda client: client.list_tools()).tools}
    assert (
        list(tools)
        == list(TOOLS)
        == (["games", "deal", "show", "solve", "hint", "analyze", "review", "score"])
    )
    for name, tool in tools.items():
        assert tool.annotations.read_only_hint
        assert not tool.annotations.open_world_hint
        # That answers are as the second of these says is checked by the client in every test.
        assert tool.input_schema["type"] == tool.output_schema["type"] == "object"
        taken = tool.input_schema["properties"]
        assert all(said.get("description") for said in taken.values()), name
        if name not in {"games", "deal"}:
            assert {"position", "moves"} <= set(taken)
            assert "Never edit it" in json.dumps(taken["position"])
    assert tools["deal"].input_schema["properties"]["game"]["enum"] == list(LISTED)


def test_the_server_says_how_it_is_used(talk):
    async def instructions(client):
        return client.instructions, client.server_info.name

    said, name = talk(instructions)
    assert name == "kibitz"
    assert "Never edit one" in said


@pytest.mark.parametrize("game", LISTED)
def test_a_deal_is_shown_and_played_on(ask, game):
    dealt = ask("deal", game=game, seed=7).structured_content
    position = verbs.deal(GAMES[game], {"seed": "7"}).text
    assert dealt["position"] == position
    assert dealt["legal"] == plain(verbs.moves(GAMES[game], {"position": position}))["moves"]
    move = dealt["legal"][0]["move"]
    result = ask("show", position=position, moves=[move])
    after = verbs.play(GAMES[game], {"position": position, "moves": [move]}).text
    shown = result.structured_content
    assert shown["position"] == after
    board = drawn(game, GAMES[game].read(after))
    assert shown["board"] == board
    assert texts(result)[1] == f"{board}\n\nposition: {after}"
    seen = ask("show", position=position, seat=0).structured_content
    assert seen["position"] == verbs.view(GAMES[game], {"position": position, "seat": 0}).text
    assert ask("deal", game=game, seed=7, seat=0).structured_content["position"] == seen["position"]


def test_a_deal_without_a_number_can_be_dealt_again(ask):
    first = ask("deal", game="knaves").structured_content
    again = ask("deal", game="knaves", seed=first["seed"]).structured_content
    assert first == again


def test_solve_answers_what_the_verb_does(ask):
    result = ask("solve", position=KNOWN, nodes=100_000)
    answer = result.structured_content["answer"]
    direct = plain(solve("knotty-nines", KNOWN, limits=Limits(nodes=100_000)))
    assert {**answer, "limits": 0} == {**direct, "limits": 0}
    first, *_ = texts(result)[0].splitlines()
    assert (
        first
        == f"Solvable in {len(answer['moves'])} moves: by the line below, replayed by the rules."
    )
    assert f"Line: {' '.join(answer['moves'])}" in texts(result)[0]


def test_a_search_is_about_the_position_after_the_moves(ask):
    whole = plain(solve("knotty-nines", KNOWN, limits=Limits(nodes=100_000)))["moves"]
    result = ask("solve", position=KNOWN, moves=whole[:40], nodes=100_000).structured_content
    after = verbs.play(GAMES["knotty-nines"], {"position": KNOWN, "moves": whole[:40]}).text
    assert result["position"] == after
    assert result["answer"]["verdict"] == "solvable"


def test_hint_and_analyze_answer_what_the_verbs_do(ask):
    result = ask("hint", position=KNAVES, iterations=2000, seed=1)
    direct = plain(hint("knaves", KNAVES, level="why", seed=1, limits=Limits(iterations=2000)))
    assert {**result.structured_content["answer"], "limits": 0} == {**direct, "limits": 0}
    assert texts(result)[0].startswith(direct["text"])
    result = ask("analyze", position=KNAVES, iterations=2000, seed=1, best=2)
    direct = plain(analyze("knaves", KNAVES, multi_pv=2, seed=1, limits=Limits(iterations=2000)))
    assert {**result.structured_content["answer"], "limits": 0} == {**direct, "limits": 0}
    for number, move in enumerate(direct["moves"], 1):
        assert f"\n{number}. {move['move']}, {move['text']}: " in texts(result)[0]
    only = ask("analyze", position=KNAVES, iterations=500, only=["TD"]).structured_content
    assert [move["move"] for move in only["answer"]["moves"]] == ["TD"]


def test_a_review_names_the_worst_moves(ask):
    result = ask("review", position=OPEN, moves=PLAYED, iterations=1000)
    record = {"position": OPEN, "moves": PLAYED}
    direct = plain(review("knaves", record, limits=Limits(iterations=1000)))
    for decision in direct["decisions"]:
        decision.pop("options", None)
    answer = result.structured_content["answer"]
    assert {**answer, "limits": 0} == {**direct, "limits": 0}
    said = texts(result)[0]
    assert all(seat["text"] in said for seat in direct["seats"])
    assert "Move 5, seat 1: KD" in said
    assert "Better: JH" in said


def test_a_review_takes_a_record_as_text(ask):
    record = "game: knotty-nines\nsource: kibitz 2\n6>5 2>7 2>3"
    answer = ask("review", record=record, nodes=1000).structured_content
    assert answer["game"] == "knotty-nines"
    played = {"position": KNOWN, "moves": ["6>5", "2>7", "2>3"]}
    assert answer["position"] == verbs.play(GAMES["knotty-nines"], played).text


def test_score_says_how_a_round_ended(ask):
    result = ask("score", position=OPEN, moves=PLAYED).structured_content
    direct = verbs.play(GAMES["knaves"], {"position": OPEN, "moves": PLAYED})
    assert result["over"]
    assert result["outcome"] == plain(direct)["outcome"]
    goes_on = ask("score", position=OPEN)
    assert texts(goes_on)[0] == "The game goes on."


WRONG: Final = [
    (
        "analyze",
        {"position": KNAVES, "moves": ["XX"], "iterations": -1, "foo": 2, "seed": "x"},
        [
            "iterations: 'iterations' should be at least 1, not -1",
            "foo: 'foo' is not a field of this object",
            "seed: 'seed' should be a whole number from 0 to 18446744073709551615, not 'x'",
            "moves/0: move 1 'XX': ",
        ],
    ),
    (
        "analyze",
        {"position": KNAVES, "only": ["TD", "QQ"], "time_ms": 10},
        ["only/1: "],
    ),
    (
        "solve",
        {"position": KNAVES, "objective": "compact", "moves": ["TD"]},
        ["objective: 'objective' should be "],
    ),
    ("show", {"moves": ["TD"]}, ["position: 'position' is required"]),
    ("show", {"position": "three of clubs"}, ["position: a position is one line that"]),
    ("show", {"position": "knavse~~x"}, ["position: 'knavse' is not a game here"]),
    (
        "show",
        {"position": HIDDEN.replace("6D.2C", "6D.6D"), "moves": ["x"]},
        ["position/tableau/1/0: "],
    ),
    ("show", {"position": HIDDEN, "seat": 3}, ["seat: there is no seat 3"]),
    *(
        ("deal", {"game": "knaves", "seed": seed}, ["seed: 'seed' should be a whole number or a t"])
        for seed in (True, 2.0, [2])
    ),
    *(
        (tool, {"position": KNAVES, "seed": seed}, ["seed: 'seed' should be a whole number from 0"])
        for tool in ("hint", "analyze")
        for seed in (True, 2.0)
    ),
    ("deal", {"game": "bridge"}, ["game: 'bridge' is not a game here"]),
    ("deal", {"game": "knaves", "seed": "x", "rules": {"x": 1}}, ["rules/x: ", "seed: "]),
    (
        "review",
        {"position": OPEN, "moves": ["3D", "XX"], "seats": [-1], "time_ms": 0},
        ["time_ms: ", "seats/0: ", "moves/1: "],
    ),
    (
        "review",
        {"record": "game: knaves\nwrong"},
        ["record/position: line 1: ", "record/moves/0: line 2: "],
    ),
    ("review", {}, ["one of 'position' or 'record' is needed"]),
    ("score", {"hand": ["7C"], "counts": {}}, ["only one of 'position', 'counts' or 'hand'"]),
    ("score", {"hand": ["7C", "1X", "7C"]}, ["hand/1: ", "hand/2: "]),
    ("score", {"counts": {"round": 9}}, ["counts/round: "]),
    ("explain", {}, ["'explain' is not a tool here"]),
]


@pytest.mark.parametrize(
    ("game", "question", "argument"),
    [("hand-knee-foot", "score", "counts"), ("knock-rummy", "melds", "hand")],
)
def test_score_answers_the_questions_of_single_games(ask, game, question, argument):
    extra = find_extra(game, question)
    given = extra.example if argument == "counts" else extra.example["hand"]
    result = ask("score", **{argument: given})
    assert result.structured_content == {"game": game, "sheet": plain(extra.call(extra.example))}
    assert texts(result) == ["\n".join(extra.lines(extra.call(extra.example)))]


def test_games_describes_one_of_them(ask):
    every = ask("games").structured_content
    assert [game["name"] for game in every["games"]] == list(LISTED)
    result = ask("games", game="knaves")
    assert result.structured_content["facts"]["notation"] == GAMES["knaves"].notation
    assert GAMES["knaves"].notation in texts(result)[0]
    assert result.structured_content["facts"]["resource"] == "kibitz://rules/knaves"


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    WRONG,
    ids=[f"{number} {tool}" for number, (tool, *_) in enumerate(WRONG)],
)
def test_bad_input_lists_every_fault(ask, tool, given, said):
    result = ask(tool, **given)
    assert result.is_error
    assert result.structured_content is None
    [text] = texts(result)
    lines = text.splitlines()
    assert lines[0] == "The request cannot be used:"
    for each in said:
        assert any(line.removeprefix("- ").startswith(each) for line in lines), (each, text)


def test_progress_grows_while_a_search_runs(fake_talk, solver):
    heard = []

    async def search(client):
        async def hear(done, total, message):
            heard.append((done, message))
            if len(heard) == 1:
                solver.go_on.set()

        return await client.call_tool("solve", {"position": HIDDEN}, progress_callback=hear)

    assert fake_talk(search).structured_content["answer"]["verdict"] == "solvable"
    assert heard == [(1, "1 searches")]


def test_who_leaves_ends_the_search(fake_talk, solver):
    async def leave(client):
        asking = asyncio.create_task(client.call_tool("solve", {"position": HIDDEN}))
        await asyncio.to_thread(solver.started.acquire)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await asyncio.to_thread(wait_for, lambda: solver.stopped)

    fake_talk(leave)
    assert solver.stopped == [StoppedBy.CANCELLED]


def test_who_leaves_ends_no_search_that_another_waits_for(fake_talk, fake_service, solver):
    def waiting():
        return sum(each.waiters for each in fake_service.searches._in_flight._in_flight.values())

    async def leave(client):
        asked = {"position": HIDDEN}
        first, second = (asyncio.create_task(client.call_tool("solve", asked)) for _ in range(2))
        await asyncio.to_thread(wait_for, lambda: waiting() == 2)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await asyncio.to_thread(wait_for, lambda: waiting() == 1)
        solver.go_on.set()
        return await second

    assert not fake_talk(leave).is_error
    assert solver.searches == 1


def test_a_fault_of_ours_reveals_nothing(fake_talk):
    result = fake_talk(lambda client: client.call_tool("hint", {"position": HIDDEN}))
    assert result.is_error
    [text] = texts(result)
    assert text.startswith("The service failed: ")
    assert "secret" not in text


def test_a_full_queue_and_a_service_that_stops(fake_talk, fake_service, solver):
    async def crowd(client):
        asking = [
            asyncio.create_task(client.call_tool("solve", {"position": HIDDEN, "nodes": n}))
            for n in (1, 2, 3)
        ]
        done, _ = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
        solver.go_on.set()
        await asyncio.gather(*asking)
        return done.pop().result()

    [text] = texts(fake_talk(crowd))
    assert text.startswith("The service is busy: ")
    assert text.endswith("\nAsk again in 1 s.")

    async def stopped(client):
        fake_service.drain()
        return await client.call_tool("show", {"position": HIDDEN})

    [text] = texts(fake_talk(stopped))
    assert text.startswith("The service is stopping: ")


def test_a_game_that_is_not_ready(fake_talk, fake_service, monkeypatch):
    monkeypatch.setattr("kibitz.api.assistants.tools.WARMING_SECONDS", 0.0)
    fake_service.readiness.games["knotty-nines"].state = "loading"
    [text] = texts(fake_talk(lambda client: client.call_tool("show", {"position": HIDDEN})))
    assert text.startswith("The service is starting: the searches of Knotty Nines are being loaded")

    async def later(client):
        monkeypatch.setattr("kibitz.api.assistants.tools.WARMING_SECONDS", 60.0)
        asking = asyncio.create_task(client.call_tool("show", {"position": HIDDEN}))
        await asyncio.sleep(0)
        fake_service.readiness.games["knotty-nines"].state = "ready"
        return await asking

    assert not fake_talk(later).is_error


def test_the_caps_of_the_service_hold(runner, ask, service, monkeypatch):
    capped = service.settings.cap.model_copy(update={"iterations": 500})
    monkeypatch.setattr(service.searches, "_cap", capped)
    answer = ask("analyze", position=KNAVES, iterations=10**9).structured_content["answer"]
    assert answer["limits"]["iterations"] == 500


def test_rules_and_prompts(talk):
    async def read(client):
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        pages = {each.uri: (await client.read_resource(each.uri)).contents[0] for each in listed}
        return templates, pages

    templates, pages = talk(read)
    assert [each.uri_template for each in templates] == ["kibitz://rules/{game}"]
    assert list(pages) == [f"kibitz://rules/{name}" for name in LISTED]
    for name, page in zip(LISTED, pages.values(), strict=True):
        assert page.text.startswith(f"# {LISTED[name].title}\n")
        assert "## Moves\n" in page.text
        assert "```" not in page.text
        switches = SOLVERS[name].game.rules_schema()["properties"]
        assert all(f"`{switch}`" in page.text for switch in switches), name


@pytest.mark.parametrize("uri", ["kibitz://rules/bridge", "file:///etc/passwd", "kibitz://x"])
def test_other_resources_are_not_there(talk, uri):
    async def read(client):
        with pytest.raises(MCPError, match="is not here"):
            await client.read_resource(uri)

    talk(read)


def test_prompts_carry_what_they_are_given(talk):
    prompts = {each.name: each for each in talk(lambda client: client.list_prompts()).prompts}
    assert list(prompts) == ["coach", "review-my-game"]
    given = {"position": KNAVES, "moves": "TD 4C"}
    said = talk(lambda client: client.get_prompt("coach", given)).messages[0].content.text
    assert f"position: {KNAVES}\nmoves made since: TD 4C\n" in said
    given = {"record": "game: knaves"}
    said = talk(lambda client: client.get_prompt("review-my-game", given)).messages[0].content.text
    assert "record: game: knaves\nmy seat: none\n" in said

    async def ask_wrongly(client):
        for name, wrong in (("coach", {}), ("coach", {"position": "", "seat": ""}), ("sing", {})):
            with pytest.raises(MCPError, match=r"is needed|is not an argument|is none of"):
                await client.get_prompt(name, wrong)

    talk(ask_wrongly)


def test_there_is_an_end_to_what_an_error_says(talk):
    wrong = (
        {"game": "knack", "rules": {f"k{number}": 1 for number in range(900)}},
        {"game": "knaves", "rules": {"x" * 100_000: 1}},
    )
    said = [talk(lambda client, given=given: client.call_tool("deal", given)) for given in wrong]
    many, long = ("\n".join(texts(result)) for result in said)
    assert many.endswith("- and 850 more")
    assert max(len(many) / 50, len(long)) < 1_200
