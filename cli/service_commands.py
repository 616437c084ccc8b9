"""Commands that run the service: serve, mcp, worker, key and warm."""

import gc
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Annotated, Final

import typer

from kibitz.cli import options
from kibitz.games.faults import BadInput, Fault

EXAMPLE: Final = ("knotty-nines", "pysolfc", "100003")  # game, source and seed of a first deal


def serve(
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on; by default KIBITZ_HOST, or this machine only."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port to listen on; by default KIBITZ_PORT, or 8000."),
    ] = None,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="Processes that share the port, threads and limits.")
    ] = 1,
    example: Annotated[
        bool,
        typer.Option("--example", help="Print the answer to a first deal as soon as there is one."),
    ] = False,
) -> None:
    """Serve HTTP until interrupted. Settings are variables that begin with KIBITZ_."""
    if processes > 1:
        from kibitz.api.supervisor import supervise
        from kibitz.cli.reading import check_together

        if example:
            check_together("--example", {"--processes": processes})
        _check_settings()
        supervise(host, port, processes)
        return
    gc.disable()  # while modules and kernels are loaded, none of which is garbage
    from kibitz.api.server import serve as serve_http

    _check_settings()
    _outlive_clients()
    if example:
        from kibitz.cli.printing import write_line

        write_line(
            "The first answer follows when its game is compiled: some minutes the first time."
        )
    serve_http(host, port, answer_first if example else None)


def answer_first(address: str) -> None:
    """Print what ``kibitz solve`` answers to a deal of PySolFC, and the address of the service."""
    from kibitz.cli.positions import draw
    from kibitz.cli.printing import write_line
    from kibitz.cli.search_commands import solve
    from kibitz.solvers.catalogue import find

    game = find(EXAMPLE[0]).game
    deal = game.deal(EXAMPLE[2], source=EXAMPLE[1]).to_text()
    write_line(f"Deal {EXAMPLE[2]} of PySolFC, {game.title}:\n")
    draw(game, deal)
    write_line("")
    with suppress(typer.Exit):
        solve(deal, progress=False)
    write_line(f"\nServing on {address}")


def mcp() -> None:
    """Serve an AI assistant on standard input and output, by the Model Context Protocol.

    The assistant starts this command itself; docs/assistants.md shows how to set it up.
    """
    gc.disable()  # while modules and kernels are loaded, none of which is garbage
    from kibitz.api.assistants.stdio import serve as serve_stdio

    _check_settings()
    _outlive_clients()
    serve_stdio()


def key(
    name: Annotated[str, typer.Argument(help="Whose key it is: letters, digits, dots, dashes.")],
    rate: Annotated[
        str | None, typer.Option(help="Rate limit, as 100/second; by default that of the service.")
    ] = None,
) -> None:
    """Make a key for the service. It is shown only once; the line printed goes into the key file.

    The key is written to standard error, the line with its hash to standard output.
    The service reads the key file that KIBITZ_API_KEYS names.
    """
    from kibitz.api.clients import key_line, new_key
    from kibitz.cli.printing import console, write_line

    made = new_key()
    try:
        line = key_line(name, made, rate)
    except ValueError as error:
        raise BadInput.one("", "bad_key", str(error)) from None
    write_line(line)
    console(stderr=True).print(f"key: {made}", markup=False, highlight=False, soft_wrap=True)


def worker(
    host: Annotated[
        str | None,
        typer.Option(help="Address of the health port; by default KIBITZ_HOST, or this machine."),
    ] = None,
    health_port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="Port of /healthz, /readyz and /metrics; by default none."
        ),
    ] = None,
) -> None:
    """Run jobs of a PostgreSQL queue until interrupted; KIBITZ_DATABASE_URL names it.

    Any number of workers on any number of machines may share one queue, and each job.
    """
    from kibitz.api.worker import work

    _check_settings()
    _outlive_clients()
    work(host, health_port)


def warm(*, as_json: options.AsJson = False, progress: options.Progress = None) -> None:
    """Compile the kernels into the cache, so that the first answers come as fast as the rest."""
    began = time.perf_counter()
    from kibitz.cli import kernels
    from kibitz.cli.printing import write_json, write_line
    from kibitz.games.kernel import CACHE_DIR

    failed = kernels.compile_all(show=progress is not False)
    if failed:
        raise OSError("\n".join(failed))
    seconds = round(time.perf_counter() - began, 1)
    if as_json:
        write_json({"cache_dir": str(CACHE_DIR), "seconds": seconds})
        return
    write_line(f"Kernels ready after {seconds} seconds in {CACHE_DIR}")


def _outlive_clients() -> None:
    """Let no reader that goes away end the process, as one ends other commands."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)


def _check_settings() -> None:
    """Raise ``BadInput`` for settings that cannot be used; warn of variables that set nothing."""
    from pydantic import ValidationError

    from kibitz.api.settings import Settings, unknown_variables
    from kibitz.games.findings import schema_faults

    for message in unknown_variables(os.environ):
        sys.stderr.write(f"warning: {message}\n")
    try:
        Settings()
    except ValidationError as error:
        found = [
            f for f in schema_faults(error, Settings) if f.code != "default_factory_not_called"
        ]
        raise BadInput(map(_setting_fault, found)) from None


def _setting_fault(fault: Fault) -> Fault:
    """A fault of a setting, reported with the variable that sets it."""
    from kibitz.api.settings import variable_of

    return Fault("", fault.code, f"{variable_of(fault)}: {fault.message}")
