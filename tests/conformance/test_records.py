"""Records of every game: what is written is read back, whoever kept it and however it is typed."""

from random import Random
from typing import Any

import pytest

from kibitz.contract.requests import MAX_MOVE_LENGTH
from kibitz.games import catalogue
from kibitz.games.faults import BadInput, quote
from kibitz.games.game import Game
from kibitz.games.record import Record, as_kept, read, write
from kibitz.games.record_text import is_text_form, take_apart
from tests.conformance.playing import (
    GAMES,
    LONGEST,
    deals,
    every_game,
    has_many_cards,
    random_moves,
    tables_of,
)

NAMES = ("Ann", "Ben", "Van der Berg", "cleo", "Ébène", "J. R.")
PARTS = {"seat", *(word for name in NAMES for word in name.split())}
TABLES = [
    pytest.param(game.values[0], rules, id=f"{game.id}-{number}")
    for game in GAMES
    for number, rules in enumerate(tables_of(game.values[0]))
]
every_table = pytest.mark.parametrize(("game", "rules"), TABLES)


def played(game: Game, start: Any, random: Random, limit: int = LONGEST) -> Record[Any]:
    """A game by chance from ``start``, to its end or cut short."""
    moves = random_moves(game, start, random, limit)
    names = NAMES[: game.seats(game.state(start))] if random.random() < 0.5 else ()
    result = random.choice([None, "won", "12 -3 5", "given up: 3 o'clock"])
    return Record(start, tuple(moves), names, result, random.choice([None, "kibitz 7", "a#1"]))


def mistyped(text: str, random: Random) -> str:
    """The same record as somebody might type it: other blanks, cases, line ends and comments."""
    lines: list[str] = []
    for line in text.splitlines():
        field = lines and not any(not each.strip() for each in lines) and line
        if field or not lines:
            name, colon, value = line.partition(":")
            lines.append(f" {name.title()} {colon}  {value}  # field")
            continue
        typed, in_name = "", False
        for word in line.split():
            typed += word.upper() if "@" not in word and random.random() < 0.3 else word
            # A name and its colon stay in a line.
            in_name = not word.endswith(":") and (in_name or word in PARTS)
            typed += random.choice([" ", "  ", "\t", *["\n", " # oh dear\n"] * (not in_name)])
        lines.append(typed)
    return "\n".join(lines)


def faults_of(game: Game, data: object) -> list[tuple[str, str, str]]:
    with pytest.raises(BadInput) as caught:
        read(game, data)
    return [(fault.pointer, fault.code, fault.message) for fault in caught.value.faults]


@every_table
def test_what_is_written_is_read_back(game: Game, rules: dict[str, Any]) -> None:
    for seed in range(2 if has_many_cards(game) else 6):
        random = Random(seed)
        start = game.deal(str(seed), rules)
        record = played(game, start, random, random.choice([0, 7, LONGEST]))
        text = write(game, record)
        assert is_text_form(text)
        assert read(game, text) == record
        assert write(game, read(game, text)) == text
        assert read(game, record.to_json()) == record
        assert read(game, {**record.to_json(), "position": start.to_text()}) == record
        assert read(game, mistyped(text, random)) == record
        assert max(map(len, text.partition("\n\n")[2].splitlines()), default=0) <= 160


@pytest.mark.parametrize("name", ["knaves", "knack"])
def test_whatever_name_is_taken_is_read_back(name: str) -> None:
    game, random, taken = catalogue.GAMES[name], Random(5), 0
    record = played(game, game.deal("3"), random, 9)
    words = [
        "1.",
        "2",
        "7C",
        "3D@0,0",
        "pass",
        "seat",
        "Ann",
        "é",
        "#",
        "a#b",
        "9.A",
        "game",
        "-\\",
        "~",
    ]
    while taken < 300:
        names = [" ".join(random.choices(words, k=random.randint(1, 3))) for _ in range(3)]
        data = record.to_json() | {"seats": names[: game.seats(game.state(record.start))]}
        try:
            found = read(game, data)
        except BadInput:
            continue
        taken += 1
        assert read(game, write(game, found)) == found


@every_table
def test_what_one_seat_kept_is_read_back(game: Game, rules: dict[str, Any]) -> None:
    random, start = Random(3), game.deal("3", rules)
    record = played(game, start, random, 60 if has_many_cards(game) else LONGEST)
    reached = game.play(start, record.moves)
    for seat in range(game.seats(game.state(start))):
        seen = as_kept(game, record, seat)
        assert read(game, write(game, seen)) == seen
        assert read(game, seen.to_json()) == seen
        assert game.play(seen.start, seen.moves) == game.as_seen(reached, seat)
        assert seen.seats == record.seats


@every_game
def test_records_from_any_position(game: Game) -> None:
    for start in deals(game):
        record = played(game, start, Random(1), 12)
        assert read(game, write(game, record)) == record


@every_game
def test_a_source_names_the_deal(game: Game) -> None:
    source = [*game.sources][-1]
    record = read(game, f"game: {game.name.upper()}\nSource: {source.upper()} 12\n")
    assert record == Record(game.deal("12", source=source), (), source=f"{source.upper()} 12")
    assert read(game, {"source": f"{source} 12"}).start == record.start
    ((pointer, code, message),) = faults_of(game, f"\nsource: {source} -1\ngame: {game.name}")
    assert (pointer, code) == ("/source", "bad_seed")
    assert message.startswith("line 2: ")
    ((pointer, code, message),) = faults_of(game, f"game: {game.name}\nsource: the club")
    assert (pointer, code) == ("/source", "missing")
    assert message.startswith("line 2: ")
    assert message.endswith(", not 'the club'")


@every_game
def test_every_fault_has_its_line(game: Game) -> None:
    seats = game.seats(game.state(game.deal("1")))
    legal = game.move_text(game.legal(game.state(game.deal("1")))[0])
    text = f"""\
game: {"knack" if game.name != "knack" else "knaves"}
seats: {", ".join(["Ann"] * (seats + 1))}
source: there
source: again  # and again

position: {game.deal("1").to_text()}
rules: wrap=off
1. {legal} no!
   Bob: 9>99:9
   what?
"""
    found = faults_of(game, text)
    assert [(pointer, code, message.partition(":")[0]) for pointer, code, message in found] == [
        ("/game", "other_game", "line 1"),
        ("/seats", "same_name", "line 2"),
        ("/source", "field_twice", "line 4"),
        ("/rules", "two_rules", "line 7"),
        ("/moves/1", "illegal_move", "line 8"),
        ("/moves/2", "unknown_seat", "line 9"),
        ("/moves/2", "unknown_seat", "line 9"),
        ("/moves/2", "illegal_move", "line 10"),
    ]


@every_table
def test_whose_turn_it_is_has_to_agree(game: Game, rules: dict[str, Any]) -> None:
    if game.players == (1, 1):
        return
    start = game.deal("4", rules)
    record = played(game, start, Random(4), 1)
    mover = game.to_move(game.state(start))
    assert mover is not None
    head = f"position: {start.to_text()}\n"
    for seat in range(game.seats(game.state(start))):
        text = f"{head}{random_label(seat)}: {record.moves[0]}"
        if seat == mover:
            assert read(game, text).moves == record.moves
        else:
            message = f"line 2: it is the turn of seat {mover}, not of seat {seat}"
            assert faults_of(game, text) == [("/moves/0", "wrong_seat", message)]
    ((pointer, code, _),) = faults_of(game, f"seats: Ann\n{head}")
    assert (pointer, code) == ("/seats", "wrong_players")


def random_label(seat: int) -> str:
    return Random(seat).choice([f"seat {seat}", f"SEAT  {seat}", f"{seat}", f"{seat} "])


@pytest.mark.parametrize(
    "name",
    ["", "a,b", "a:b", "seat 3", "7", "7.", "Game", "source", "a #b", "#", "x" * 41, "a\tb\x07"],
)
def test_names_that_the_text_form_could_not_hold(name: str) -> None:
    game = next(param.values[0] for param in GAMES if param.id == "knaves")
    assert isinstance(game, Game)
    data = {"position": game.deal("1").to_text(), "seats": ["Ann", name, "Ben"]}
    ((pointer, code, message),) = faults_of(game, data)
    assert pointer == "/seats/1"
    assert code == "text_too_long" or message.endswith(f", not {quote(name)}")


def test_what_is_no_record() -> None:
    game = next(param.values[0] for param in GAMES if param.id == "knotty-nines")
    assert isinstance(game, Game)
    assert faults_of(game, []) == [
        ("", "not_an_object", "a record should be an object or a text, not []"),
    ]
    assert [code for _, code, _ in faults_of(game, {"moves": "9", "speed": 1})] == [
        "not_a_list", "unknown_field", "missing",
    ]  # fmt: skip
    assert not is_text_form(game.deal("1").to_text())
    assert not is_text_form("")


def test_misspelt_headings_are_named_and_nothing_else_is_missed() -> None:
    game = catalogue.GAMES["knock-rummy"]
    text = "gme: knock-rummy\n# at the club\nsorce: kibitz 2\n\n1. draw 9S\n"
    assert is_text_form(text)
    assert faults_of(game, text) == [
        ("/gme", "unknown_field", "line 1: 'gme' is no heading of a record; did you mean 'game'?"),
        (
            "/sorce",
            "unknown_field",
            "line 3: 'sorce' is no heading of a record; did you mean 'source'?",
        ),
    ]
    ((pointer, _, message),) = faults_of(game, "date: 12 May\ngame: knock-rummy\nsource: kibitz 2")
    assert (pointer, message) == ("/date", "line 1: 'date' is no heading of a record")


def test_a_player_may_be_called_almost_like_a_heading() -> None:
    game = catalogue.GAMES["knock-rummy"]
    text = "source: kibitz 2\nseats: Seat, Sourcy\n\nSourcy: draw 9S\n"
    assert read(game, text).moves == ("draw", "9S")


def test_a_misspelt_source_is_quoted_with_its_line() -> None:
    ((pointer, code, message),) = faults_of(
        catalogue.GAMES["knotty-nines"], "game: knotty-nines\nsource: pysolf 2\n"
    )
    assert (pointer, code) == ("/source", "unknown_source")
    assert message.startswith("line 2: 'pysolf' is not a source")
    assert message.endswith("; did you mean 'pysolfc'?")


def test_players_of_the_same_name_are_one_fault() -> None:
    text = "source: kibitz 2\nseats: Ann, Ann\n\n1. Ann: draw 9S Ann: take QH\n"
    ((pointer, code, _),) = faults_of(catalogue.GAMES["knock-rummy"], text)
    assert (pointer, code) == ("/seats", "same_name")


def test_how_many_names_there_are_for_how_many_seats() -> None:
    for name, names, said in (
        ("knaves", ["Ann"], "1 name for 3 seats"),
        ("knotty-nines", ["Ann", "Ben"], "2 names for 1 seat"),
    ):
        game = catalogue.GAMES[name]
        ((_, code, message),) = faults_of(
            game, {"position": game.deal("1").to_text(), "seats": names}
        )
        assert (code, message) == ("wrong_players", said)


@every_game
def test_a_stranger_of_several_words_is_one_fault(game: Game) -> None:
    source = next(iter(game.sources))
    legal = game.move_text(game.legal(game.state(game.deal("1", source=source)))[0])
    text = f"source: {source} 1\n\n1. {legal} Van der Berg: {legal}"
    assert (
        "/moves/1",
        "unknown_seat",
        "line 3: 'Van der Berg:' names neither a seat nor a field of a record",
    ) in faults_of(game, text)
    assert "illegal_move" not in [code for _, code, said in faults_of(game, text) if "Van" in said]


def test_whoever_is_named_has_a_move() -> None:
    game = catalogue.GAMES["knock-rummy"]
    head = "source: kibitz 2\nseats: Ann, Ben\n\n"
    for text, line, who in (
        ("1. Ben: draw Ben: 9S Ann:", 4, "'Ann'"),
        ("1. Ben: draw Ann:\n\n Ben: 9S", 4, "'Ann'"),
        ("1. Ben: draw\n seat 7: Ben: 9S", 5, "seat 7"),
        ("Ben:", 4, "'Ben'"),
    ):
        ((_, code, message),) = faults_of(game, head + text)
        assert (code, message) == ("idle_seat", f"line {line}: {who} is named without a move")
    # A line may end between a name and its move.
    assert read(game, f"{head}1. Ben:\n draw Ben:\n9S").moves == ("draw", "9S")


@every_game
def test_a_byte_order_mark_is_not_part_of_a_text(game: Game) -> None:
    start = game.deal("3")
    record = played(game, start, Random(3), 5)
    assert read(game, f"\ufeff{write(game, record)}") == record
    assert read(game, record.to_json() | {"position": f"\ufeff{start.to_text()}"}) == record


def test_too_many_moves_are_named_where_they_begin() -> None:
    text = "source: kibitz 2\n\n" + "1. draw 9S\n" * 3_000
    ((pointer, code, message),) = faults_of(catalogue.GAMES["knock-rummy"], text)
    assert (pointer, code) == ("/moves", "too_many_entries")
    assert message.startswith("line 3: 'moves' has 6,000 entries")


def test_a_move_is_never_taken_for_the_number_of_a_line() -> None:
    game = catalogue.GAMES["hand-knee-foot"]
    random = Random(3)
    record = played(game, game.deal("3"), random, 40)
    text = write(game, record)
    assert record.moves[-1].isdecimal() or any(move.isdecimal() for move in record.moves)
    lines = [
        f"{line}." if line[-1:].isdigit() else line for line in text.split("\n\n")[1].splitlines()
    ]
    typed = "\n".join([text.partition("\n\n")[0], "", *lines])
    assert read(game, typed).moves == record.moves


def test_headings_after_moves_are_one_fault() -> None:
    text = "source: kibitz 2\n\n1. draw 9S\nresult: Ann won\nsource: there\n"
    found = faults_of(catalogue.GAMES["knock-rummy"], text)
    assert [(code, message.partition(":")[0]) for _, code, message in found] == [
        ("late_heading", "line 4"),
        ("late_heading", "line 5"),
    ]


def test_a_mistyped_move_before_a_stranger_is_named() -> None:
    head = "source: kibitz 2\nseats: Ann, Ben\n\n"
    found = faults_of(catalogue.GAMES["knock-rummy"], f"{head}1. Ben: drw 9X Dora: take QH")
    assert [(pointer, code) for pointer, code, _ in found] == [
        ("/moves/2", "unknown_seat"),
        ("/moves/0", "illegal_move"),
        ("/moves/1", "illegal_move"),
    ]
    found = faults_of(catalogue.GAMES["knock-rummy"], f"{head}Ben: Dora: draw 9S")
    assert [code for _, code, _ in found] == ["idle_seat", "unknown_seat"]


@pytest.mark.parametrize("players", range(2, 7))
def test_a_knock_that_shows_every_hand_is_no_longer_than_a_move_may_be(players: int) -> None:
    game = catalogue.GAMES["knock-rummy"]
    start = game.deal("5", {"players": players})
    state = game.state(game.play(start, ["draw"]))
    knock = next(filter(lambda move: "knock-" in move, map(game.move_text, game.legal(state))))
    record = Record(start, ("draw", knock))
    for seat in range(players):
        kept = as_kept(game, record, seat).moves
        assert max(map(len, kept)) <= MAX_MOVE_LENGTH


def test_words_of_a_stranger_after_a_name_are_one_fault() -> None:
    head = "source: kibitz 2\nseats: Ann, Ben\n\n"
    for label in ("Ben:", "seat 1:", "Ben:\n"):
        found = faults_of(catalogue.GAMES["knock-rummy"], f"{head}{label} Uncle Bob Smith: draw 9S")
        assert [code for _, code, _ in found] == ["idle_seat", "unknown_seat"]
        assert "'Uncle Bob Smith:'" in found[1][2]
    found = faults_of(catalogue.GAMES["knock-rummy"], f"{head}Ben: Ann: draw 9S")
    assert [code for _, code, _ in found] == ["idle_seat"]
    found = faults_of(catalogue.GAMES["knock-rummy"], f"{head}Ben: :D")
    assert [code for _, code, _ in found] == ["illegal_move"]


def test_numbers_of_several_lines_may_stand_in_one() -> None:
    game = catalogue.GAMES["hand-knee-foot"]
    record = played(game, game.deal("3"), Random(3), 40)
    text = write(game, record)
    head, _, moves = text.partition("\n\n")
    joined = f"{head}\n\n" + "  ".join(moves.split("\n"))
    assert read(game, joined).moves == record.moves
    plain = "source: kibitz 2\n\n1. draw 9S 2. take QH 13. draw"
    assert take_apart(plain).data["moves"] == ["draw", "9S", "take", "QH", "draw"]
