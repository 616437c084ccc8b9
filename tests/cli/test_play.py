"""kibitz play GAME: whole games at the prompt, with what a person may type."""

import json
import re
from dataclasses import replace

import pytest

from kibitz.cli import options
from kibitz.cli.table import Table
from kibitz.contract.options import STRENGTHS
from kibitz.games import record
from kibitz.games.catalogue import GAMES, LISTED
from kibitz.solvers.catalogue import SOLVERS
from tests.cli.helpers import ENDING, WINNABLE, codes, run

QUICK = ("--iterations", "8", "--no-progress")
# How many moves to make in each game, and options, where not as usual.
USUAL = (4, ())
TURNS = {
    "knaves": (13, ("--seat", "2")),
    "knack-solitaire": (4, ("--rules", "redeals=1")),
    "knack": (3, ("--players", "3", "--level", "strong")),
    "knock-rummy": (4, ("--players", "2", "--level", "beginner", "--rules", "knock_limit=10")),
    "hand-knee-foot": (6, ("--players", "2")),
}


def typed(*lines, game, options=()):
    """What the command prints when these lines are typed."""
    return run(
        "play", game, "--seed", "2", *QUICK, *options, stdin="".join(f"{x}\n" for x in lines)
    )


@pytest.mark.parametrize("game", LISTED)
def test_every_game(game, tmp_path):
    turns, chosen = TURNS.get(game, USUAL)
    saved = tmp_path / "round.json"
    lines = ["moves", "hint", "why", *["1"] * turns, "undo", "show", f"save {saved}"]
    ended = typed(*lines, game=game, options=chosen)
    assert (ended.code, ended.err) == (0, "")
    assert ("\n #1  " in ended.out) == (game == "hand-knee-foot")
    assert ended.out.endswith("\nGoodbye.\n")
    assert len(re.findall("^(Play|Draw|Take|Pass) ", ended.out, re.MULTILINE)) >= 2  # the hints
    kept = record.read(GAMES[game], json.loads(saved.read_text()))
    assert kept.moves
    seat = int(chosen[1]) if "--seat" in chosen else 0
    after = GAMES[game].play(kept.start, kept.moves)
    assert GAMES[game].to_move(GAMES[game].state(after)) == seat


def test_a_solitaire_is_won():
    line = run("solve", WINNABLE, "--json").json["moves"]
    ended = typed(*line, "1", "hint", "undo", "quit", game="knotty-nines")
    assert "The game is won." in ended.out
    assert ended.err.count("error: the round is over: ") == 2
    assert ended.out.endswith("Goodbye.\n")


def test_rounds_follow_each_other_and_are_saved(tmp_path):
    saved = tmp_path / "match.json"
    lines = [*["1"] * 13, "1", "next", *["1"] * 13, "next", "quit"]
    ended = typed(*lines, game="knaves", options=("--save", saved, "--level", "casual"))
    assert ended.out.count("The round is over: ") == 2
    assert ended.out.count("Another round? next, or quit.") == 2
    assert ended.err == "error: the round is over: next, undo, save FILE or quit\n"
    first, second, third = (
        json.loads((tmp_path / name).read_text())
        for name in ("match.json", "match-2.json", "match-3.json")
    )
    assert [len(one["moves"]) for one in (first, second)] == [39, 39]
    assert len(third["moves"]) < 3
    assert first["position"]["hands"] != second["position"]["hands"]
    checked = run("verify", saved)
    assert checked.out.startswith("Valid; the round is over after 39 moves")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("9>9", "9>9: a card cannot go onto its own pile"),
        ("hnt", "did you mean hint?"),
        ("2>77", "did you mean 2>7?"),
        ("99", "moves are numbered 1 to 4"),
        ("#0", "moves are numbered 1 to 4"),
        ("9" * 5000, "moves are numbered 1 to 4"),
        ("undo", "there is no move of yours to take back"),
        ("next", "the round is not over yet"),
        ("save", "name a file: save FILE"),
        ("save /no/such/folder/file", "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_one_line(said, answer):
    ended = typed(said, "quit", game="knotty-nines")
    assert ended.code == 0
    assert ended.err.count("\n") == 1
    assert ended.err.startswith("error: ")
    assert answer in ended.err.replace("'", "")
    assert ended.err.count("did you mean") <= 1
    assert "4♠" not in ended.err


def test_moves_by_notation_in_any_case_and_blank_lines():
    ended = typed("", "HELP", "QH", "quit", game="knaves", options=("--seat", "0"))
    assert "take back your last move" in ended.out
    assert typed("help", game="knaves").out.count("\n  undo ") == 1


def test_no_hidden_card_is_shown():
    """What the others do is described as the person sees it."""
    ended = typed(*["1"] * 2, game="knack", options=("--players", "3", "--seat", "0"))
    assert re.search(r"Seat 1: a card face down", ended.out)
    assert "cards, face down" in typed("quit", game="knaves").out


def test_the_seed_of_a_random_deal_is_reported():
    ended = run("play", "knaves", *QUICK, stdin="quit\n")
    assert re.fullmatch(r"seed: \d+\n", ended.err)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("knaves", "--level", "perfect"), "unknown_level"),
        (("hand-knee-foot", "--players", "5"), "players"),
        (("knaves", "--players", "2"), "players"),
        (("knaves", "--seat", "3"), "no_such_seat"),
        (("knotty-nines", "--rules", "wings=2"), "extra_forbidden"),
        (("knaves", "7H"), "usage"),
        ((ENDING, "--level", "casual"), "usage"),
        (("knavs",), "unknown_game"),
        (("knavs.txt",), "no_such_file"),
        (("knaves", "--time-ms", "0"), "limits"),
        (("knaves", "--iterations", "-5"), "limits"),
        (("knotty-nines", "--seat", "1"), "no_such_seat"),
        (("knaves", "--seed", "2", "--save", "/no/such/folder/file"), "unwritable"),
        (("knaves", "--seed", "2", "--save", __file__), "file_exists"),
        (("knaves", "--seed", "2", "--save", "-"), "unwritable"),
    ],
)
def test_wrong_usage(args, code):
    ended = run("play", *args, stdin="")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error: ")
    assert ended.err.count("\n") == 1
    if args[0] not in LISTED:
        assert codes(run("play", *args, "--json", stdin="")) == [code]


def test_the_help_lists_the_levels():
    assert options.STRENGTHS.split("|") == list(STRENGTHS)


def test_interrupts_end_it_politely(monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert run("play", "knotty-nines", "--seed", "2").out.endswith("\nGoodbye.\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("knaves", "--players", "4"), "/players: Knaves is for 3 players, not 4"),
        (("knock-rummy", "--players", "7"), "/players: Knock Rummy is for 2 to 6 players, not 7"),
        (
            ("hand-knee-foot", "--players", "5"),
            "/players: Hand, Knee and Foot is for 2, 3, 4 or 6 players, not 5",
        ),
        (("knotty-nines", "--players", "2"), "/players: Knotty Nines is for 1 player, not 2"),
        (("knotty-nines", "--seat", "3"), "/seat: there is no seat 3: the only seat is 0"),
        (("knaves", "--seat", "3"), "/seat: there is no seat 3: seats are 0 to 2"),
    ],
)
def test_what_a_game_is_not_for(args, said):
    assert run("play", *args, stdin="").err == f"error: {said}\n"


def test_all_that_is_wrong_with_a_game_is_said_at_once():
    options = ("--level", "x", "--seat", "7", "--iterations", "0")
    assert run("play", "knaves", *options, stdin="").err.splitlines() == [
        "error: /level: 'x' is not a level: choose beginner, casual, strong, best",
        "error: /seat: there is no seat 7: seats are 0 to 2",
        "error: /limits/iterations: 'iterations' should be at least 1, not 0",
    ]
    options = ("--players", "9", "--seat", "7", "--rules", "x=1")
    assert run("play", "knack", *options, stdin="").err.splitlines() == [
        "error: /rules/x: 'x' is not a switch of this game",
        "error: /players: K'nack is for 2 to 6 players, not 9",
    ]


@pytest.mark.parametrize("said", ["QUIT", "Quit", "EXIT", "Q"])
def test_leaving_in_any_case(said):
    ended = typed(said, "hint", game="knaves")
    assert (ended.err, ended.out.endswith("Goodbye.\n")) == ("", True)
    assert "Play " not in ended.out


@pytest.mark.parametrize("game", ["knotty-nines", "knack-solitaire"])
def test_the_stock_of_a_solitaire_stays_face_down(game):
    lines = ("moves", "hint", "why", "1", "moves", "quit")
    ended = typed(*lines, game=game)
    assert ended.err == ""
    assert "next first" not in ended.out
    assert "shuffle 1" not in ended.out
    assert not re.search("drawing [^a]", ended.out)
    listed = typed("quit", game=game, options=("--rules", "information=known"))
    assert "next first" in listed.out


def test_a_named_card_is_not_checked_against_the_hidden_stock():
    right, wrong = (typed(f"2>7={card}", "quit", game="knotty-nines") for card in ("4S", "KD"))
    assert right == replace(wrong, out=wrong.out.replace("=KD", "=4S"))
    assert right.err == ""


def test_a_lost_solitaire_hides_the_rest_of_the_stock():
    ended = typed(*["1"] * 120, "quit", game="knotty-nines", options=("--seed", "7"))
    assert "The game is lost" in ended.out
    assert "next first" not in ended.out


def test_numbers_that_are_notations():
    """With the cards 5, 6, 7 and 8 in hand, a bare number is a discard."""
    drawn = typed("draw", "moves", "quit", game="hand-knee-foot").out
    listed = dict(re.findall(r"^ *#(\d+)  (\S+) ", drawn, re.MULTILINE))
    assert listed["8"] != "8"
    for said, move in (("8", "8"), ("#8", listed["8"])):
        dealt = record.Record(GAMES["hand-knee-foot"].deal("2"), ())
        table = Table(SOLVERS["hand-knee-foot"], dealt, 0, "casual", "2")
        table.play("draw")
        assert table.read(said, table.standing.moves, {}) == move
    ended = typed("draw", "9", "quit", game="hand-knee-foot")
    assert "does not hold a 9; for number 9 of the list type #9" in ended.err


def test_saved_files_are_not_replaced(tmp_path):
    there, saved = tmp_path / "there.json", tmp_path / "saved.json"
    there.write_text("kept")
    ended = typed(f"save {there}", f"save {saved}", "1", f"save {saved}", game="knaves")
    assert ended.err == f"error: {there} is there already: name a new file\n"
    assert there.read_text() == "kept"
    assert ended.out.count("Saved in ") == 2
    assert sorted(tmp_path.iterdir()) == [saved, there]


def test_a_file_of_a_later_round_is_not_replaced(tmp_path):
    (tmp_path / "match-2.json").write_text("kept")
    saved = tmp_path / "match.json"
    ended = typed(*["1"] * 13, "next", "quit", game="knaves", options=("--save", saved))
    assert ended.err == ""
    assert (tmp_path / "match-2.json").read_text() == "kept"
    assert json.loads((tmp_path / "match-3.json").read_text())["position"]


@pytest.mark.parametrize("game", LISTED)
@pytest.mark.parametrize("suffix", ["txt", "json"])
def test_a_saved_game_is_taken_up_again(game, suffix, tmp_path):
    turns, chosen = TURNS.get(game, USUAL)
    saved, later = tmp_path / f"round.{suffix}", tmp_path / "later.txt"
    typed(*["1"] * turns, game=game, options=(*chosen, "--save", saved))
    first = record.read(GAMES[game], data_of(saved))
    assert first.source == "kibitz 2"
    seat = int(chosen[1]) if "--seat" in chosen else 0
    alone = GAMES[game].players == (1, 1)
    assert first.seats == () if alone else first.seats[seat] == "you"
    ended = run("play", "--resume", saved, "--save", later, *QUICK, stdin="show\nquit\n")
    assert (ended.code, ended.err) == (0, "")
    second = record.read(GAMES[game], data_of(later))
    assert second == first
    assert run("play", "--resume", saved, "--save", saved, *QUICK, stdin="quit\n").err == ""


def data_of(path):
    """What a saved file holds, as a record is read from."""
    text = path.read_text()
    return json.loads(text) if path.suffix == ".json" else text


def test_a_record_is_written_in_another_form(tmp_path):
    saved, other, seen = (tmp_path / name for name in ("a.txt", "b.json", "c.txt"))
    typed("1", "1", game="knock-rummy", options=("--players", "2", "--save", saved))
    assert run("play", saved, "--save", other).out == f"Saved in {other}.\n"
    assert run("play", other, "--save", saved.with_name("d.txt")).code == 0
    assert saved.read_text() == saved.with_name("d.txt").read_text()
    assert run("play", saved, "--seat", "0", "--save", seen).code == 0
    assert "~seat-0" in seen.read_text()
    kept = run("play", "--resume", seen)
    assert (kept.code, kept.out) == (2, "")
    assert "is what one seat kept" in kept.err
    assert run("verify", saved).out.startswith("Valid")
    assert run("verify", other).out == run("verify", saved).out
    assert run("show", saved).out == run("show", other).out


@pytest.mark.parametrize("game", LISTED)
@pytest.mark.parametrize("suffix", ["txt", "json"])
def test_moves_go_on_from_the_end_of_a_record(game, suffix, tmp_path):
    turns, chosen = TURNS.get(game, USUAL)
    saved, rest = tmp_path / f"whole.{suffix}", tmp_path / "rest"
    typed(*["1"] * turns, game=game, options=(*chosen, "--save", saved))
    whole = record.read(GAMES[game], data_of(saved))
    half = len(whole.moves) // 2
    begun = json.dumps(replace(whole, moves=whole.moves[:half]).to_json())
    rest.write_text("\n".join(whole.moves[half:]))
    for number, given in enumerate((whole.moves[half:], ("--moves-file", rest))):
        other = tmp_path / f"{number}.{suffix}"
        assert run("play", begun, *given, "--save", other).out == f"Saved in {other}.\n"
        assert record.read(GAMES[game], data_of(other)) == whole
        for command in ("play", "verify"):
            assert run(command, begun, *given, "--json") == run(command, saved, "--json")
    wrong = run("verify", begun, "nonsense", "--json").json
    assert (wrong["valid"], wrong["first_illegal"]) == (False, half)


@pytest.mark.parametrize(
    ("made", "given"),
    [(None, ["5>2"]), ("5>2", ["5>2"]), ([], {"moves": None}), (["5>2"], {"moves": 3})],
)
def test_moves_that_are_no_list_are_refused(made, given):
    begun = json.dumps({"position": ENDING, "moves": made})
    for command in ("play", "verify"):
        ended = run(command, begun, "--moves-file", "-", "--json", stdin=json.dumps(given))
        assert (ended.code, codes(ended)) == (2, ["not_a_list"])


@pytest.mark.parametrize("seat", [-1, 2, 7])
@pytest.mark.parametrize("way", ["save", "print", "resume", "game"])
def test_every_use_of_a_seat_that_is_not_there_is_refused_alike(way, seat, tmp_path):
    record, saved = tmp_path / "a.txt", tmp_path / "b.txt"
    record.write_text("game: knock-rummy\nsource: kibitz 2\n1. draw 9S\n")
    args = {
        "save": (record, "--save", saved),
        "print": (record, "--save", "-"),
        "resume": ("--resume", record),
        "game": ("knock-rummy", "--players", "2", "--seed", "2"),
    }[way]
    ended = run("play", *args, "--seat", seat, stdin="")
    assert (ended.code, ended.out) == (2, "")
    assert f"there is no seat {seat}: seats are 0 and 1" in ended.err + ended.out
    assert not saved.exists()


def test_a_source_stands_for_the_position(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("game: knotty-nines\nsource: PySolFC 100123\n1. 3>9  # the only one\n")
    dealt = run("deal", "knotty-nines", "--source", "pysolfc", "--seed", "100123").out
    assert run("show", "--format", "line", file).out == dealt
    wrong = run("play", file, "--save", tmp_path / "other.txt")
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("knaves", "--resume", "x"), "GAME does not go with --resume"),
        (("--resume", "x", "--seed", "1"), "--seed does not go with --resume"),
        (("--resume", "nowhere.txt"), "/record: 'nowhere.txt' is neither a record nor a file"),
        ((ENDING, "--seat", "0"), "--seat goes with the name of a game, not with a position"),
    ],
)
def test_what_does_not_go_with_a_saved_game(args, said):
    assert run("play", *args, stdin="").err == f"error: {said}\n"
