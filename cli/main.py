"""The command ``kibitz``: its subcommands and exit codes.

Exit codes: 0 answered, 1 not decided within the limits, 2 something wrong with the input or the
settings, 3 the service cannot listen at its address.
"""

import inspect
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from kibitz.cli.about_commands import games, rules, version
from kibitz.cli.job_commands import match, study
from kibitz.cli.play_command import play
from kibitz.cli.position_commands import ask, deal, moves, show, verify
from kibitz.cli.review_command import review
from kibitz.cli.round_commands import next_round, view
from kibitz.cli.search_commands import analyze, choose, hint, solve
from kibitz.cli.service_commands import key, mcp, serve, warm, worker
from kibitz.games.faults import BadInput, Fault

BAD_INPUT = 2
_NAMED: Final = "kibitz.command"  # in the context: the command that the arguments name


class Commands(TyperGroup):
    """The group of all commands: it turns bad input into a report and an exit code."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options that go before the command."""
        if not args:  # the help is shown
            return super().parse_args(ctx, args)
        ctx.meta[_NAMED] = next((arg for arg in args if arg in self.commands), None)
        with _reporting(args):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that the arguments name."""
        with _reporting(ctx.args, ctx.meta[_NAMED]):
            return super().invoke(ctx)


class Command(TyperCommand):
    """A command that names every option with a bad value, not only the first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options and arguments; raises ``BadInput`` where several are bad."""
        given = [*args]
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException:
            faults = [*self._bad_values(ctx, given)]
            if len(faults) > 1:
                raise BadInput(faults) from None
            raise

    def _bad_values(self, ctx: Any, args: list[str]) -> Iterator[Fault]:
        options, rest, _ = self.make_parser(ctx).parse_args(args)
        for param in self.get_params(ctx):
            try:
                _, rest = param.handle_parse_result(ctx, options, rest)
            except typer.TyperException as error:
                if message := _bad_value(error):
                    yield _usage(message, ctx.command_path)


@contextmanager
def _reporting(args: Sequence[str], named: str | None = None) -> Iterator[None]:
    """Report bad input, wrong usage of the ``named`` command included; end with its exit code."""
    as_json = not {"--json", "--jsonl"}.isdisjoint(args)
    try:
        yield
        return
    except BadInput as error:
        faults = error
    except typer.TyperException as error:
        ctx = getattr(error, "ctx", None)
        command = " ".join(filter(None, ("kibitz", named))) if ctx is None else ctx.command_path
        message = _bad_value(error) or " ".join(error.format_message().split())
        faults = BadInput([_usage(message, command)])
    from kibitz.cli.printing import report

    report(faults, as_json=as_json)
    raise typer.Exit(BAD_INPUT)


def _usage(message: str, command: str) -> Fault:
    return Fault("", "usage", f"{message} (see {command} --help)")


def _bad_value(error: typer.TyperException) -> str | None:
    """What is wrong with the value of an option, quoting it; None where that is not the matter."""
    from pydantic import TypeAdapter, ValidationError
    from pydantic_core import InitErrorDetails

    from kibitz.games.findings import schema_faults

    found, option = error.__cause__, getattr(error, "param", None)
    if not isinstance(found, ValidationError) or option is None:
        return None
    first = found.errors()[0]
    given = InitErrorDetails(type=first["type"], input=first["input"], ctx=first.get("ctx", {}))
    whole = ValidationError.from_exception_data("option", [given])
    return schema_faults(whole, TypeAdapter(Any), option.opts[0])[0].message


app = typer.Typer(
    name="kibitz",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Analysis for card games: what to play, whether a deal can be won, how good a move is.",
    epilog="Exit codes: 0 answered, 1 not decided within the limits, 2 something is wrong with "
    "the input or the settings, 3 the service cannot listen at its address.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from kibitz.api.version import service_version
        from kibitz.cli.printing import write_line

        write_line(f"kibitz {service_version()}")
        raise typer.Exit


@app.callback()
def _common(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Options that go before the command."""


def _paragraphs(command: Callable[..., None]) -> str:
    """What a command's docstring says, a line for each paragraph: a terminal breaks them anew."""
    text = inspect.getdoc(command) or ""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


_VERBS: tuple[Callable[..., None], ...] = (
    *(deal, show, moves, play, solve, verify, hint, analyze),
    *(choose, review, view, next_round, ask),
)
_LONG: tuple[Callable[..., None], ...] = (study, match)
_SERVICE: tuple[Callable[..., None], ...] = (
    *(games, rules, serve, mcp, worker),
    *(key, warm, version),
)
for _panel, _commands in (("Verbs", _VERBS), ("Long work", _LONG), ("Service", _SERVICE)):
    for _command in _commands:
        _name = _command.__name__.split("_")[0]
        app.command(_name, cls=Command, help=_paragraphs(_command), rich_help_panel=_panel)(
            _command
        )


def main() -> None:
    """Run the command line; the entry point of ``kibitz``."""
    from kibitz.cli.printing import write_any_encoding

    write_any_encoding()
    if hasattr(signal, "SIGPIPE"):
        # A reader that stops reading, as `head` does, ends the command without a word.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        try:
            app(prog_name="kibitz")
        finally:
            sys.stdout.flush()
    except OSError as error:
        where = "" if error.filename is None else f"{error.filename}: "
        sys.stderr.write(f"error: {where}{error.strerror or error}\n")
        sys.stderr.flush()
        os._exit(BAD_INPUT)  # whatever could not be written is not tried again


if __name__ == "__main__":
    main()
