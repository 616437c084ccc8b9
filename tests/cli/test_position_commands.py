"""kibitz deal, show, moves, play and verify."""

import json
import re

import pytest

from kibitz.api import verbs
from kibitz.api.phrases import standing_text
from kibitz.contract import replies
from kibitz.contract.base import to_json
from kibitz.solvers.catalogue import SOLVERS
from tests.cli.helpers import ENDING, ENDING_WINS, GAME, HIDDEN, LOST, SOLVER, WINNABLE, codes, run

WON = GAME.play(GAME.read(ENDING), ENDING_WINS).to_text()
STUCK = "knotty-nines~piles-4.wrap-off~AC.3C.5C.7C~48"


class TestDeal:
    def test_prints_one_line(self):
        ended = run("deal", "--seed", "2")
        assert (ended.code, ended.out, ended.err) == (0, WINNABLE + "\n", "")
        assert run("deal", "knotty-nines", "--seed", "2") == ended

    def test_a_random_seed_is_told(self):
        ended = run("deal")
        assert re.fullmatch(r"seed: [0-9]+\n", ended.err)
        seed = ended.err.split()[1]
        assert run("deal", "--seed", seed).out == ended.out
        assert run("deal").out != ended.out

    @pytest.mark.parametrize("source", sorted(GAME.sources))
    def test_every_source_deals_at_random(self, source):
        ended = run("deal", "--source", source)
        seed = ended.err.split()[1]
        assert run("deal", "--source", source, "--seed", seed).out == ended.out

    def test_pysolfc(self):
        dealt = run("deal", "--seed", "24", "--source", "pysolfc").out
        assert dealt.startswith("knotty-nines~~4C.5H.QC.5D.2D.7H.AH.7S.2C~QH9S2S")

    def test_forms(self):
        deal = ("deal", "--seed", "2")
        assert run(*deal, "--format", "line").out == WINNABLE + "\n"
        assert json.loads(run(*deal, "-f", "json").out) == GAME.read(WINNABLE).to_json()
        assert run(*deal, "-f", "plain").out.startswith("Talon: 4S 7S 8D")
        assert codes(run(*deal, "-f", "xml", "--json")) == ["unknown_format"]

    def test_board(self):
        ended = run("deal", "--seed", "2", "--board")
        assert ended.out.startswith(WINNABLE + "\n 1   2   3")
        assert "6♦  2♣  8♥" in ended.out

    def test_json(self):
        answer = verbs.deal(GAME, {"seed": "2", "rules": {"wrap": False}})
        ended = run("deal", "--seed", "2", "--rules", "wrap=off", "--json")
        assert ended.out == to_json(answer) + "\n"

    def test_wanted(self):
        answer = verbs.deal(GAME, {"seed": "5", "want": {"difficulty": "easy"}})
        ended = run("deal", "--seed", "5", "--want", "solvable", "--difficulty", "easy")
        assert ended.out == answer.text + "\n"
        assert ended.err == f"seed: {answer.number}\ndifficulty: easy\n"
        assert run("deal", "--seed", "5", "--difficulty", "easy") == ended
        assert run("deal", "--seed", str(answer.number)).out == ended.out
        lost = run("deal", "--want", "unsolvable")
        assert re.fullmatch(r"seed: [0-9]+\n", lost.err)

    @pytest.mark.parametrize(
        ("args", "code"),
        [
            (["knaves", "--want", "solvable"], "not_a_solitaire"),
            (["--want", "winnable"], "unknown_value"),
            (["--want", "unsolvable", "--difficulty", "easy"], "no_difficulty"),
            (["--difficulty", "easy", "--rules", "wrap=off"], "other_rules"),
        ],
    )
    def test_wanted_in_vain(self, args, code):
        ended = run("deal", *args, "--json")
        assert (ended.code, codes(ended)) == (2, [code])

    @pytest.mark.parametrize(
        ("option", "value"),
        [
            ("seed", "-1"),
            ("seed", "x"),
            ("seed", ""),
            ("seed", str(1 << 64)),
            ("seed", "9" * 60),
            ("source", "casino"),
        ],
    )
    def test_bad(self, option, value):
        ended = run("deal", f"--{option}", value)
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.startswith(f"error: /{option}: ")
        assert ended.err.count("\n") == 1


class TestShow:
    def test_draws_and_writes_the_line(self):
        ended = run("show", ENDING)
        assert ended.code == 0
        assert ended.out.startswith(" 1   2   3   4   5   6   7   8   9\nA♥  6♣  8♥")
        assert ended.out.endswith(f"\n\n{ENDING}\n")

    def test_lines_are_never_wrapped(self):
        assert len(WINNABLE) > 80
        assert run("show", WINNABLE).out.splitlines()[-1] == WINNABLE

    def test_json_is_play_without_moves(self):
        assert run("show", ENDING, "--json") == run("play", ENDING, "--json")

    def test_every_form_can_be_read_again(self):
        for form in ("line", "json", "plain"):
            assert run("show", "-f", "line", stdin=run("show", ENDING, "-f", form).out).out == (
                ENDING + "\n"
            )

    def test_hidden_stock_has_no_plain_text(self):
        ended = run("show", HIDDEN, "-f", "plain")
        assert (ended.code, ended.err.startswith("error: /stock: 43 face-down cards")) == (2, True)


class TestMoves:
    def test_lists_them(self):
        assert (
            run("moves", ENDING).out
            == """\
3>8  2♦ of pile 3 onto 3♣ of pile 8
5>1  J♠ of pile 5 onto Q♣ of pile 1, drawing 9♣
5>2  J♠ of pile 5 onto Q♦ of pile 2, drawing 9♣
7>5  T♥ of pile 7 onto J♠ of pile 5
8>6  3♣ of pile 8 onto 4♦ of pile 6
9>5  T♠ of pile 9 onto J♠ of pile 5, drawing 9♣
"""
        )

    def test_won_and_lost(self):
        assert run("moves", WON).out == "The game is won.\n"
        assert run("moves", STUCK).out == "The game is lost: no move is left.\n"

    @pytest.mark.parametrize("position", [WINNABLE, ENDING, HIDDEN, WON, STUCK])
    def test_json(self, position):
        answer = verbs.moves(GAME, {"position": position})
        assert run("moves", position, "--json").out == to_json(answer) + "\n"


class TestPlay:
    def test_shows_where_it_leads(self):
        after = GAME.play(GAME.read(ENDING), ["5>2"]).to_text()
        ended = run("play", ENDING, "5>2")
        assert ended.code == 0
        assert ended.out.startswith(f"{after}\n\n 1   2   3")
        assert "stock  2 cards, next first: 2♥ 9♥" in ended.out
        assert "The game" not in ended.out

    def test_to_the_end(self):
        assert run("play", ENDING, *ENDING_WINS).out.endswith("\n\nThe game is won.\n")

    def test_hidden_cards_are_named(self):
        assert codes(run("play", HIDDEN, "2>7", "--json")) == ["illegal_move"]
        assert run("play", HIDDEN, "2>7=4S", "--json").json["position"]["stock"] == {"count": 42}

    def test_json(self):
        answer = verbs.play(GAME, {"position": ENDING, "moves": ["5>2", "9>2"]})
        assert run("play", ENDING, "5>2", "9>2", "--json").out == to_json(answer) + "\n"

    def test_illegal_moves_are_named(self):
        ended = run("play", ENDING, "5>2", "1>1")
        assert (ended.code, ended.out) == (2, "")
        assert ended.err == ("error: /moves/1: move 2 '1>1': a card cannot go onto its own pile\n")


class TestVerify:
    @pytest.mark.parametrize(
        ("position", "moves", "said"),
        [
            (ENDING, ENDING_WINS, "Valid and won after 3 moves."),
            (ENDING, ["5>2"], "Valid, but the game is not over after 1 move."),
            (STUCK, [], "Valid, but the game is lost after 0 moves."),
            (WON, [], "Valid and won after 0 moves."),
            (
                *(ENDING, ["5>2", "3>4"]),
                "Not valid: move 2 '3>4': 2D does not go on 7C.",
            ),
        ],
    )
    def test_says_what_holds(self, position, moves, said):
        ended = run("verify", position, *moves)
        assert (ended.code, ended.out, ended.err) == (0, said + "\n", "")
        answer = verbs.verify(SOLVER, {"position": position, "moves": moves})
        assert run("verify", position, *moves, "--json").out == to_json(answer) + "\n"

    def test_a_solution(self):
        for deal in (WINNABLE, ENDING):
            solved = run("solve", deal, "--json").out
            ended = run("verify", deal, "--moves-file", "-", "--json", stdin=solved)
            assert ended.json == {
                "valid": True,
                "won": True,
                "over": True,
            }


NEXT_ROUND = replies.MatchStanding(totals=[1, 2], winners=[], dealer=0)


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (None, "The game goes on."),
        (replies.Ending(won=None, payoffs=[3, -1.5]), "The game is over: 3, -1.5"),
        (
            replies.Ending(won=None, payoffs=[1, 2], match=NEXT_ROUND),
            "The round is over: 1, 2\nTotals: 1, 2; the next round is dealt by seat 0.",
        ),
    ],
)
def test_standing(outcome, said):
    over = outcome is not None
    to_move = None if over else 0
    answer = replies.MovesAnswer(moves=[], over=over, outcome=outcome, to_move=to_move, phase=None)
    assert standing_text(answer) == said


def test_standing_of_a_view_that_does_not_tell_the_outcome():
    answer = replies.MovesAnswer(moves=[], over=True, outcome=None, to_move=None, phase=None)
    said = "The game is over; what it comes to depends on cards that are hidden."
    assert standing_text(answer) == said


def test_lost_deals_deal_and_play_like_any_other():
    assert run("moves", LOST).code == 0
    assert SOLVERS["knotty-nines"].game.read(LOST).to_text() == LOST


class TestAskForMelds:
    def ask(self, *words, **body):
        return run("ask", "knock-rummy", "melds", json.dumps(body), *words)

    def test_tells_a_split_or_every_one(self):
        cards = ["7C", "7D", "7H", "7S", "5C", "6C", "KD"]
        assert self.ask(hand=cards).out == "Deadwood 10.\n  [7D 7H 7S] [5C 6C 7C] KD\n"
        every = self.ask(hand=["3C", "4C", "5C", "5D", "5H"], every=True)
        assert every.out.splitlines()[0] == "Deadwood 7."
        assert json.loads(self.ask("--json", hand=cards).out)["deadwood"] == 10

    def test_switches(self):
        high = ["QS", "KS", "AS"]
        assert self.ask(hand=high).out.startswith("Deadwood 21.")
        assert self.ask(hand=high, rules={"ace": "low_or_high"}).out.startswith("Deadwood 0.")

    def test_all_that_is_wrong(self):
        ended = self.ask("--json", hand=["7C", "7C", "XX"], rules={"ace": "high"})
        assert codes(ended) == ["unknown_value", "unknown_card", "card_twice"]

    def test_other_games_have_no_melds(self):
        assert codes(run("ask", "knaves", "melds", "{}", "--json")) == ["unknown_question"]


def test_every_fault_of_a_record_is_listed_with_its_line(tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text("game: knock-rummy\nseats: A, B, C\nsource: kibitz 2\n1. B: draw 9S\n2. zz\n")
    ended = [run(command, file) for command in ("verify", "play", "review")]
    for each in ended:
        assert (each.code, each.out) == (2, "")
        assert re.findall(r"line \d", each.err) == ["line 2", "line 5"]


def test_every_move_that_is_not_allowed_is_listed_with_its_line(tmp_path):
    file = tmp_path / "bad.txt"
    file.write_text("game: knock-rummy\nsource: kibitz 2\n1. draw 9S\n2. take QD\n3. zz\n")
    ended = run("verify", file)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[0].startswith("Not valid: line 4: move 4 'QD': ")
    assert ended.out.splitlines()[1].startswith("Not valid: line 5: move 5 'zz': ")
    assert run("verify", file, "--json").json["first_illegal"] == 3
