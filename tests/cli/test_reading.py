"""Every form a position, a list of moves or a switch may be given in, and every wrong one."""

import json

import pytest

from kibitz.cli.reading import record_in
from kibitz.games.catalogue import GAMES
from kibitz.games.faults import quote
from tests.cli.helpers import ENDING, ENDING_WINS, GAME, HIDDEN, WINNABLE, codes, run

POSITION = GAME.read(WINNABLE)
PLAIN = run("deal", "--seed", "2", "--format", "plain").out
OBJECT = json.dumps(POSITION.to_json())
DEALT = run("deal", "--seed", "2", "--json").out
FORMS = {
    "line": WINNABLE,
    "line with blanks": f"  {WINNABLE}\n\n",
    "object": OBJECT,
    "indented object": json.dumps(POSITION.to_json(), indent=2),
    "plain": PLAIN,
    "answer of deal": DEALT,
    "answer of play": run("play", WINNABLE, "--json").out,
    "object with a line": json.dumps({"position": WINNABLE}),
    "quoted line": json.dumps(WINNABLE),
}


def shown(*args, stdin=None):
    ended = run("show", *args, "--format", "line", stdin=stdin)
    assert (ended.code, ended.err) == (0, "")
    return ended.out


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
class TestForms:
    def test_as_argument(self, form):
        assert shown(form) == WINNABLE + "\n"

    def test_from_standard_input(self, form):
        assert shown("-", stdin=form) == WINNABLE + "\n"

    def test_from_standard_input_unasked(self, form):
        assert shown(stdin=form) == WINNABLE + "\n"

    def test_from_a_file(self, form, tmp_path):
        file = tmp_path / "a deal.txt"
        file.write_text(form, "utf-8")
        assert shown(file) == WINNABLE + "\n"

    def test_with_a_byte_order_mark(self, form):
        assert shown(stdin=form.encode("utf-8-sig")) == WINNABLE + "\n"


def test_the_game_may_be_named_beside_the_position():
    assert shown(OBJECT, "--game", "knotty-nines") == WINNABLE + "\n"
    assert shown(WINNABLE, "-g", "knotty-nines") == WINNABLE + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_position_as_json_tells_its_game_by_its_fields(name):
    game = GAMES[name]
    start = game.deal("3")
    for position in (start, game.as_seen(start, 0)):
        assert shown(json.dumps(position.to_json())) == position.to_text() + "\n"
    record = {"position": start.to_json(), "moves": []}
    assert record_in(json.dumps(record), None)[0] == name


def test_suit_symbols_and_tens_are_read():
    written = PLAIN.replace("T", "10").replace("10alon", "Talon").replace("C", "♣")
    assert shown(written) == WINNABLE + "\n"


def test_no_position_on_a_terminal(monkeypatch):
    monkeypatch.setattr("typer.testing._NamedTextIOWrapper.isatty", lambda _: True)
    ended = run("show", "--json")
    assert (ended.code, codes(ended)) == (2, ["missing"])


BAD_POSITIONS = {
    "no such file": ("nowhere.txt", "no_such_file"),
    "a move": ("3>7", "no_such_file"),
    "empty argument": ("", "missing"),
    "blank argument": (" ", "missing"),
    "name too long": ("x" * 5000, "unreadable"),
    "unknown game": ("noddy~~AC~AS", "unknown_game"),
    "broken line": ("knotty-nines~", "no_such_file"),
    "short line": ("knotty-nines~AC", "bad_text"),
    "no cards": ("knotty-nines~~ZZ.1C~0", "unknown_card"),
    "broken object": ('{"tableau": [', "broken_json"),
    "a key twice": ('{"tableau": [], "tableau": []}', "broken_json"),
    "not a number": ('{"tableau": NaN}', "broken_json"),
    "empty object": ("{}", "missing"),
    "null": ('{"position": null}', "not_an_object"),
    "plain of another game": ("Talon: AC\nFreecells: 2C\nKD", "bad_text"),
    "prose": ("two\nlines", "bad_text"),
}


@pytest.mark.parametrize(("given", "code"), BAD_POSITIONS.values(), ids=BAD_POSITIONS)
def test_bad_positions(given, code):
    for command in ("show", "moves", "play", "verify", "solve", "hint", "analyze"):
        ended = run(command, given, "--json")
        assert ended.code == 2
        assert code in codes(ended)
        told = run(command, given)
        assert (told.code, told.out) == (2, "")
        lines = told.err.splitlines()
        assert len(lines) == len(ended.json["errors"])
        assert all(line.startswith("error: /") for line in lines)


BAD_INPUTS = {
    "empty": (b"", "empty"),
    "blank": (b" \n\n", "empty"),
    "binary": (b"\x7fELF\x02\x01\xff\xfe\x00", "not_text"),
    "latin-1": ("6♦".encode("utf-16"), "not_text"),
    "nul bytes": (b"\x00\x00\x00", "bad_text"),
    "endless": (b"A" * ((1 << 20) + 1), "too_long"),
    "a list": (b"[1, 2]", "not_an_object"),
    "a number": (b"17", "bad_text"),
    "deeply nested": (b"[" * 100_000, "broken_json"),
}


@pytest.mark.parametrize(("given", "code"), BAD_INPUTS.values(), ids=BAD_INPUTS)
def test_bad_input(given, code, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(given)
    for ended in (run("show", "--json", stdin=given), run("show", file, "--json")):
        assert (ended.code, codes(ended)) == (2, [code])


def test_unreadable_files(tmp_path):
    ended = run("show", tmp_path)
    said = f"error: /position: {quote(str(tmp_path))} cannot be read: Is a directory\n"
    assert (ended.code, ended.err) == (2, said)


def test_a_zero_byte_in_a_file_name_is_no_traceback():
    assert codes(run("show", "a\0b", "--json")) == ["unreadable"]


def test_every_fault_is_listed_at_once():
    broken = {"tableau": [["AC"], ["AC"], ["XX"]], "stock": {"count": 3}, "rules": {"wrap": 1}}
    args = ("solve", json.dumps(broken), "--time-ms", "0", "--objective", "best")
    ended = run(*args, "--json")
    assert ended.code == 2
    assert {
        "/limits/time_ms",
        "/objective",
        "/position/rules/wrap",
        "/position/tableau",
        "/position/tableau/2/0",
    } <= {fault["pointer"] for fault in ended.json["errors"]}
    listed = [f"error: {f['pointer']}: {f['message']}" for f in ended.json["errors"]]
    assert run(*args).err.splitlines() == listed


class TestMoves:
    def test_one_by_one_or_together(self):
        apart = run("play", ENDING, *ENDING_WINS, "--json")
        assert run("play", ENDING, " ".join(ENDING_WINS), "--json") == apart
        assert apart.json["outcome"]["won"] is True

    @pytest.mark.parametrize(
        "text",
        [
            " 5>2\n\n9>2=2H 5>2",
            json.dumps(ENDING_WINS),
            json.dumps({"moves": ENDING_WINS, "verdict": "solvable"}),
        ],
        ids=["text", "list", "answer"],
    )
    def test_from_a_file_or_standard_input(self, text, tmp_path):
        file = tmp_path / "moves"
        file.write_text(text)
        for ended in (
            run("verify", ENDING, "--moves-file", file, "--json"),
            run("verify", ENDING, "--moves-file", "-", "--json", stdin=text),
        ):
            assert ended.json["won"] is True

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ('{"moves": null}', "not_a_list"),
            ('{"moves": [1]}', "not_a_text"),
            ('["5>2", ', "broken_json"),
            ("", "empty"),
            (b"\xff", "not_text"),
            (json.dumps(["5>2" * 30]), "text_too_long"),
        ],
    )
    def test_bad_files(self, text, code):
        ended = run("verify", ENDING, "--moves-file", "-", "--json", stdin=text)
        assert (ended.code, codes(ended)) == (2, [code])

    @pytest.mark.parametrize(
        ("args", "code"),
        [
            ((ENDING, "5>2", "--moves-file", "moves"), "two_sources"),
            (("-", "--moves-file", "-"), "two_sources"),
            ((ENDING, "--moves-file", "nowhere"), "no_such_file"),
        ],
    )
    def test_bad_combinations(self, args, code):
        for command in ("play", "verify"):
            assert codes(run(command, *args, "--json")) == [code]


class TestSwitches:
    def test_several_ways(self):
        once = run("deal", "--seed", "1", "--rules", "wrap=off,piles=10").out
        assert run("deal", "--seed", "1", "--rules", "piles=10", "--rules", "wrap=no").out == once
        assert run("deal", "--seed", "1", "--rules", "wrap=FALSE, piles=10").out == once
        assert once.startswith("knotty-nines~piles-10.wrap-off~")

    def test_words(self):
        dealt = run("deal", "--seed", "1", "--rules", "win=stock_empty_and_stuck,wrap=on").out
        assert dealt.startswith("knotty-nines~win-stock_empty_and_stuck~")

    @pytest.mark.parametrize(
        ("given", "pointer", "code"),
        [
            ("wrap", "/rules", "bad_switch"),
            ("", "/rules", "bad_switch"),
            ("wrap=", "/rules", "bad_switch"),
            ("wrap=on,wrap=off", "/rules/wrap", "switch_twice"),
            ("wrap=maybe", "/rules/wrap", "not_true_or_false"),
            ("wrap=1", "/rules/wrap", "not_true_or_false"),
            ("piles=99", "/rules/piles", "too_large"),
            ("piles=off", "/rules/piles", "not_a_whole_number"),
            ("piles=-4", "/rules/piles", "too_small"),
            ("jokers=2", "/rules/jokers", "unknown_switch"),
        ],
    )
    def test_bad(self, given, pointer, code):
        ended = run("deal", "--seed", "1", "--rules", given, "--json")
        assert ended.code == 2
        (fault,) = ended.json["errors"]
        assert (fault["pointer"], fault["code"]) == (pointer, code)


def test_hidden_positions_are_read():
    assert shown(HIDDEN) == HIDDEN + "\n"


def test_records_as_other_solvers_write_them(tmp_path):
    saved, moves = tmp_path / "deal.sol", tmp_path / "moves.txt"
    record = '{"source": "kibitz 2", "moves": ["2>7", "4>1"]}'
    assert run("play", record, "--save", saved).code == 0
    text = saved.read_text("utf-8")
    assert text.startswith("Talon: 4S 7S 8D")
    assert text.endswith(
        "\n\nMove a card from stack 1 to stack 6\nMove a card from stack 3 to stack 0\n"
    )
    again = run("play", saved, "--save", "-").out
    assert again == run("play", record, "--save", "-").out.replace("source: kibitz 2\n", "")
    moves.write_text("27\n41\n", "utf-8")
    verified = run("verify", run("deal", "--seed", "2").out.strip(), "--moves-file", moves)
    assert (verified.code, verified.err) == (0, "")
    refused = run(
        "play", '{"source": "kibitz 2", "moves": []}', "--game", "knaves", "--save", saved
    )
    assert "other solvers do not play Knaves" in refused.err
    moves.write_text("Move 2 cards from stack 1 to stack 2\n", "utf-8")
    assert "line 1: 'Move 2 cards" in run("play", saved, "--moves-file", moves).err
