"""Lines, JSON, tables and faults on their way out."""

import io
import sys

import pytest
from pydantic import BaseModel
from rich.text import Text

from kibitz.cli import printing
from kibitz.games.faults import BadInput, Fault


@pytest.fixture
def out(monkeypatch):
    """Standard output as a stream of some encoding; call it to choose that."""

    def use(encoding="utf-8"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setattr(sys, "stderr", stream)
        return stream.buffer

    return use


def test_consoles_are_80_columns_wide_where_there_is_no_terminal(out, monkeypatch):
    out()
    assert printing.console().width == 80
    monkeypatch.setenv("COLUMNS", "55")
    assert printing.console().width == 55
    assert printing.console(stderr=True).width == 55


def test_text_is_no_markup(out):
    written = out()
    printing.write("[bold]3>7[/bold] :smile: 0x10")
    assert written.getvalue() == b"[bold]3>7[/bold] :smile: 0x10\n"


def test_lines_end_without_blanks(out):
    written = out()
    printing.write(Text("a   \n b  \n\n"))
    assert written.getvalue() == b"a\n b\n\n\n"


def test_colour_is_kept_where_it_is_wanted(out, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR")
    written = out()
    printing.write(Text("7♦", "red"))
    assert written.getvalue() == "\x1b[31m7♦\x1b[0m\n".encode()


def test_json_is_one_compact_line(out):
    class Answer(BaseModel):
        card: str
        moves: list[str]

    written = out()
    printing.write_json(Answer(card="7♦", moves=["3>7"]))
    printing.write_json({"card": "7♦", "none": None})
    assert written.getvalue().decode() == (
        '{"card":"7♦","moves":["3>7"]}\n{"card":"7♦","none":null}\n'
    )


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_what_an_encoding_lacks_is_replaced(out, encoding):
    written = out(encoding)
    printing.write_any_encoding()
    printing.write_line("7♦ K♣ A♥ T♠ 1→2 … ≥ −3 漢 \udcff")
    assert written.getvalue() == b"7D KC AH TS 1->2 ... >= -3 \\u6f22 \\udcff\n"


def test_streams_that_cannot_be_changed_are_left_alone(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    printing.write_any_encoding()
    printing.write_line("7♦")
    assert stream.getvalue() == "7♦\n"


def test_other_codec_errors_are_raised():
    printing.write_any_encoding()
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", "kibitz")


def test_reports(capsys):
    error = BadInput([Fault("/a", "one", "first"), Fault("", "two", "second")])
    printing.report(error, as_json=False)
    assert capsys.readouterr() == ("", "error: /a: first\nerror: second\n")
    printing.report(error, as_json=True)
    out, err = capsys.readouterr()
    assert out.startswith('{"type":"/problems/bad-input",')
    assert out.endswith('{"pointer":"","code":"two","message":"second"}]}\n')
    assert err == ""
