"""Every verb, asked over HTTP, against the real solver."""

import pytest

from kibitz.contract.options import Limits
from kibitz.games.catalogue import LISTED
from kibitz.jobs.players import GAMES, factory
from kibitz.solvers.catalogue import SOLVERS
from kibitz.solvers.ismcts.options import BOUNDS
from tests.api.fakes import PATH, SHORT_PROOF, SOLVABLE, UNSOLVABLE
from tests.games.hand_knee_foot.staged import table, team
from tests.games.hand_knee_foot.tables import GAME
from tests.heuristics.hand_knee_foot.looking import rounds


@pytest.fixture(scope="module")
def solvable(ask):
    return ask("deal", seed=SOLVABLE)["text"]


@pytest.fixture(scope="module")
def hidden(ask):
    position = ask("deal", seed=SOLVABLE)["position"]
    return position | {"stock": {"count": len(position["stock"])}}


def test_the_games_are_listed(client):
    games = client.get("/v1/games").json()["games"]
    assert [game["name"] for game in games] == [*LISTED]
    assert [game["players"] for game in games] == [
        [min(about.players), max(about.players)] for about in LISTED.values()
    ]
    quick, others = (
        ["deal", "moves", "play", "view", "record"],
        [*("solve", "verify", "hint", "analyze", "choose", "review")],
    )
    for game in games:
        more = ["next"] * (game["name"] in {"knaves", "knock-rummy", "hand-knee-foot"})
        alone = {"knock-rummy": ["melds"], "hand-knee-foot": ["score"]}.get(game["name"], [])
        assert game["verbs"] == [*quick, *more, *others, *alone]


def test_a_game_tells_its_switches_notation_and_sources(client):
    game = client.get("/v1/games/knotty-nines").json()
    assert game["rules"]["properties"]["wrap"]["type"] == "boolean"
    assert game["position"]["required"] == ["tableau", "stock"]
    assert game["notation"].startswith("3>7")
    assert set(game["sources"]) == {"kibitz", "pysolfc"}
    assert set(game["default_limits"]) == {"solve", "analyze", "hint", "choose", "review"}


def test_capabilities_tell_the_limits_in_force(client):
    told = client.get("/v1/capabilities").json()
    assert told["games"] == [*LISTED]
    assert told["caps"]["time_ms"] == 10_000
    assert told["default_limits"]["knotty-nines"]["solve"]["time_ms"] <= 10_000
    assert told["max_body_bytes"] == 262_144
    assert told["job_kinds"] == ["solve", "analyze", "batch", "review", "study", "match"]
    assert told["job_caps"] == told["caps"] | {"time_ms": 600_000}
    assert (told["max_waiting_jobs"], told["max_requests"]) == (1_000, 512)
    assert (told["max_waiting_jobs_per_client"], told["max_job_attempts"]) == (200, 3)
    assert told["max_running_jobs_per_client"] >= 1
    assert told["dials"].keys() == BOUNDS.keys() | Limits.model_fields.keys() - {"nodes"}
    assert told["dials"]["iterations"] == {"least": 1, "most": 10**12}
    for dial, bounds in told["dials"].items():
        for value in bounds.values():
            assert callable(factory(GAMES["knaves"], f"search/{dial}={value}"))
        with pytest.raises(ValueError, match=dial):
            factory(GAMES["knaves"], f"search/{dial}=-1")


def test_deal_a_shared_number(ask):
    dealt = ask("deal", seed="24", source="pysolfc")
    tops = [pile[0] for pile in dealt["position"]["tableau"]]
    assert tops == ["4C", "5H", "QC", "5D", "2D", "7H", "AH", "7S", "2C"]
    assert dealt["position"]["stock"][:3] == ["QH", "9S", "2S"]
    assert dealt["text"].startswith("knotty-nines~~4C.5H.QC")


def test_a_seed_may_be_a_number_or_a_text(ask):
    assert ask("deal", seed=24) == ask("deal", seed="24")
    many, few = "ms100000", "100000"
    assert ask("deal", seed=many, source="pysolfc") != ask("deal", seed=few, source="pysolfc")


def test_a_seed_of_a_search_may_be_a_number_or_a_text(client, ask, hidden):
    limits = {"iterations": 20}
    given = {"position": hidden, "limits": limits}
    assert ask("hint", **given, seed=7) == ask("hint", **given, seed="7")
    for seed in (-1, "x", True, 1 << 64, 1.5, None):
        response = client.post(PATH + "hint", json=given | {"seed": seed})
        assert response.status_code == 422
        [fault] = response.json()["errors"]
        assert fault["pointer"] == "/seed"
        assert "a whole number from 0 to 18446744073709551615" in fault["message"]


def test_deal_with_other_rules(ask):
    position = ask("deal", seed=1, rules={"piles": 12, "wrap": False})["position"]
    assert len(position["tableau"]) == 12
    assert position["rules"]["wrap"] is False


def test_moves_by_text_and_by_object(ask):
    dealt = ask("deal", seed="24", source="pysolfc")
    answer = ask("moves", position=dealt["text"])
    assert answer == ask("moves", position=dealt["position"])
    assert answer["moves"][0] == {
        "move": "1>2",
        "text": "4♣ of pile 1 onto 5♥ of pile 2, drawing Q♥",
    }
    assert answer["over"] is False
    assert "outcome" not in answer


def test_play_some_moves(ask):
    position = ask("deal", seed="24", source="pysolfc")["text"]
    after = ask("play", position=position, moves=["1>4", "7>5"])
    assert after["position"]["tableau"][3] == ["5D", "4C"]
    assert after["position"]["tableau"][4] == ["2D", "AH"]
    assert after["position"] == ask("play", position=after["text"], moves=[])["position"]
    assert after["over"] is False
    legal = {one["move"]: one["text"] for one in ask("moves", position=position)["moves"]}
    assert after["played"][0] == {"move": "1>4", "text": legal["1>4"]}
    assert [one["move"] for one in after["played"]] == ["1>4", "7>5"]


@pytest.mark.parametrize("name", sorted(SOLVERS))
def test_play_lists_every_move_that_is_none(client, name):
    game = SOLVERS[name].game
    position = game.deal("1")
    first = game.move_text(game.legal(game.state(position))[0])
    body = {"position": position.to_text(), "moves": [first, "zz", "yy"]}
    said = client.post(f"/v1/games/{name}/play", json=body).json()
    assert [fault["pointer"] for fault in said["errors"]] == ["/moves/1", "/moves/2"]


@pytest.mark.parametrize("name", ["knock-rummy", "hand-knee-foot"])
def test_a_seat_that_is_not_there_is_said_of_the_tables_that_there_might_be(client, name):
    def said(dealer, rules):
        body = {"seed": "1", "dealer": dealer, "rules": rules}
        errors = client.post(f"/v1/games/{name}/deal", json=body).json()["errors"]
        return [fault["message"] for fault in errors if fault["pointer"] == "/dealer"]

    assert said(9, {"players": 99}) == ["there is no seat 9 at any table of this game"]
    assert said(5, {"players": 99}) == []
    for others in ({}, {"stock_out": "?"}):
        assert said(3, {"players": 3, **others}) == [
            "there is no seat 3: 3 players have seats 0 to 2"
        ]


def test_play_to_the_end_and_verify(ask, solvable):
    line = ask("solve", position=solvable)["moves"]
    after = ask("play", position=solvable, moves=line)
    assert after["over"] is True
    assert after["outcome"] == {"won": True, "payoffs": [1.0]}
    assert ask("moves", position=after["text"])["moves"] == []
    assert ask("verify", position=solvable, moves=line) == {
        "valid": True,
        "won": True,
        "over": True,
    }


def test_verify_says_where_a_line_breaks(ask, solvable):
    line = ask("solve", position=solvable)["moves"]
    answer = ask("verify", position=solvable, moves=[*line[:3], "1>1"])
    assert (answer["valid"], answer["won"], answer["first_illegal"]) == (False, False, 3)
    assert answer["reason"] == "a card cannot go onto its own pile"


def test_solve_a_position_that_can_be_won(ask, solvable):
    answer = ask("solve", position=solvable)
    assert (answer["verdict"], answer["proof"]) == ("solvable", "witness")
    assert answer["stopped_by"] == "solved"
    assert answer["limits"]["time_ms"] == 10_000


def test_solve_for_the_shortest_line(ask):
    position = ask("deal", seed=SHORT_PROOF)["text"]
    answer = ask("solve", position=position, objective="shortest")
    assert answer["shortest"]["proven"] is True
    assert len(answer["moves"]) == answer["shortest"]["moves"]
    assert len(answer["moves"]) <= len(ask("solve", position=position)["moves"])


def test_solve_a_lost_position(ask):
    answer = ask("solve", position=ask("deal", seed=UNSOLVABLE)["text"])
    assert answer["verdict"] == "unsolvable"
    assert "moves" not in answer
    assert answer["explanation"]["summary"]


def test_unknown_is_an_answer_that_says_what_to_raise(ask):
    position = ask("deal", seed="56")["text"]
    answer = ask("solve", position=position, limits={"nodes": 5})
    assert (answer["verdict"], answer["proof"]) == ("unknown", "none")
    assert answer["stopped_by"] == "nodes"
    assert "nodes" in answer["advice"]


def test_limits_are_capped_by_the_service(ask, solvable):
    asked = {"time_ms": 3_600_000, "nodes": 77, "memory_mb": 4096}
    assert ask("solve", position=solvable, limits=asked)["limits"] == {
        "time_ms": 10_000,
        "nodes": 77,
        "memory_mb": 512,
    }


def test_solve_needs_the_order_of_the_stock(client, hidden):
    response = client.post(PATH + "solve", json={"position": hidden})
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "/position/stock"
    assert response.json()["errors"][0]["code"] == "stock_hidden"


@pytest.mark.parametrize("level", ["nudge", "area", "move", "why"])
def test_hint_gives_away_as_much_as_asked(ask, solvable, level):
    hint = ask("hint", position=solvable, level=level, limits={"nodes": 100_000})
    assert hint["level"] == level
    assert hint["text"]
    assert ("move" in hint) == (level in {"move", "why"})
    legal = {entry["move"] for entry in ask("moves", position=solvable)["moves"]}
    assert hint.get("move") in {None, *legal}


def test_analyze_values_every_legal_move_best_first(ask, solvable):
    answer = ask("analyze", position=solvable, limits={"nodes": 100_000})
    legal = {entry["move"] for entry in ask("moves", position=solvable)["moves"]}
    assert {entry["move"] for entry in answer["moves"]} == legal
    assert answer["information"] == "known"
    losses = [entry["loss"] for entry in answer["moves"]]
    assert losses == sorted(losses)
    assert losses[0] == 0


def test_analyze_as_the_player_sees_it(ask, hidden):
    answer = ask("analyze", position=hidden, limits={"iterations": 50}, seed="3", multi_pv=2)
    assert (answer["information"], answer["seed"]) == ("hidden", "3")
    assert len(answer["moves"]) == 2
    for entry in answer["moves"]:
        score = entry["score"]
        assert score["low"] <= score["value"] <= score["high"]


def test_melds_of_a_hand(client):
    path = "/v1/games/knock-rummy/melds"
    hand = ["7C", "7D", "7H", "7S", "5C", "6C", "KD"]
    found = client.post(path, json={"hand": hand}).json()
    assert found == {
        "deadwood": 10,
        "melds": [["7D", "7H", "7S"], ["5C", "6C", "7C"]],
        "unmatched": ["KD"],
    }
    every = client.post(path, json={"hand": ["3C", "3D", "3H", "3S", "4S", "5S"], "every": True})
    assert len(every.json()["splits"]) == 1
    two = ["5C", "5D", "5H", "6H", "7H"]
    assert len(client.post(path, json={"hand": two, "every": True}).json()["splits"]) == 1
    high = {"hand": ["QS", "KS", "AS"], "rules": {"ace": "low_or_high"}}
    assert client.post(path, json=high).json()["deadwood"] == 0


def test_melds_tell_all_that_is_wrong(client):
    body = {"hand": ["7C", "7C", "1H", 5], "rules": {"ace": "high", "speed": 1}, "every": 1}
    answer = client.post("/v1/games/knock-rummy/melds", json=body)
    assert answer.status_code == 422
    assert {fault["pointer"] for fault in answer.json()["errors"]} == {
        *("/hand/1", "/hand/2", "/hand/3", "/rules/ace", "/rules/speed", "/every")
    }
    pack = [rank + suit for rank in "A23456789" for suit in "CD"]
    answer = client.post("/v1/games/knock-rummy/melds", json={"hand": pack})
    assert {fault["pointer"] for fault in answer.json()["errors"]} == {"/hand"}
    assert client.post("/v1/games/knaves/melds", json={"hand": []}).status_code == 404


def test_a_view_of_an_ended_round_is_over_and_tells_no_outcome(client):
    path = "/v1/games/hand-knee-foot/"
    end = next(iter(rounds({"players": 2}, 1)))[-1]
    view = GAME.as_seen(GAME.position(end, GAME.deal("1", {"players": 2})), 0).to_json()
    answer = client.post(path + "moves", json={"position": view}).json()
    assert (answer["moves"], answer["over"], answer.get("outcome")) == ([], True, None)
    after = client.post(path + "play", json={"position": view, "moves": []}).json()
    assert (after["over"], after.get("outcome")) == (True, None)


def test_suits_of_hand_knee_and_foot_are_kept_and_refused_where_they_cannot_be(client):
    position = table("KCKDKH9", own=team("AAA"), phase="play", pile="4H").to_json()

    def play(*moves):
        body = {"position": position, "moves": list(moves)}
        return client.post("/v1/games/hand-knee-foot/play", json=body)

    after = play("meld-KCKHKD", "9S").json()
    assert after["position"]["discards"] == ["4H", "9S"]
    assert after["position"]["teams"][0]["melds"] == [["KC", "KD", "KH"], ["A", "A", "A"]]
    assert "~4h9s~KcKdKh_AAA.-" in after["text"]

    refused = play("KS")
    (fault,) = refused.json()["errors"]
    assert (fault["pointer"], fault["code"]) == ("/moves/0", "illegal_move")
    assert fault["message"] == "move 1 'KS': seat 0 does not hold a card 'KS'"


def test_choose_lists_every_fault_and_the_level_that_was_meant(client, solvable):
    response = client.post(PATH + "choose", json={"position": "?", "level": "strng", "seed": "x"})
    assert response.status_code == 422
    said = {error["pointer"]: error["message"] for error in response.json()["errors"]}
    assert {"/position", "/level", "/seed"} <= set(said)
    assert "did you mean 'strong'?" in said["/level"]


def test_levels_are_kept_apart(ask, solvable):
    beginner, best = (ask("choose", position=solvable, level=each) for each in ("beginner", "best"))
    assert (beginner["level"], best["level"]) == ("beginner", "best")
    assert {"limits", "stopped_by"}.isdisjoint(beginner)
    assert best["limits"]["time_ms"] == 1000
