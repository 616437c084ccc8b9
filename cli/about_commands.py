"""Commands that describe what there is: games, rules, version."""

import platform
from typing import Any

from kibitz.cli import options


def games(*, as_json: options.AsJson = False) -> None:
    """List the games."""
    from rich.table import Table

    from kibitz.cli.printing import write, write_json
    from kibitz.games.catalogue import LISTED

    if as_json:
        from kibitz.api.about import games_answer
        from kibitz.solvers.catalogue import SOLVERS
        from kibitz.solvers.compiling import is_compiled

        write_json(games_answer(list(SOLVERS.values()), is_compiled))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("game", "title", "players"):
        table.add_column(heading)
    for name, (title, counts) in LISTED.items():
        table.add_row(name, title, ", ".join(map(str, counts)))
    write(table)


def rules(game: options.GameName = None, *, as_json: options.AsJson = False) -> None:
    """Show the switches of a game, its notation and its sources of deals."""
    from rich.padding import Padding
    from rich.table import Table

    from kibitz.api.about import game_answer
    from kibitz.cli.printing import write, write_json
    from kibitz.cli.reading import game_named
    from kibitz.games.schema import switch_text
    from kibitz.solvers.catalogue import SOLVERS
    from kibitz.solvers.compiling import is_compiled

    answer = game_answer(SOLVERS[game_named(game)], is_compiled)
    if as_json:
        write_json(answer)
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("switch", "default", "allowed", "meaning"):
        table.add_column(heading, no_wrap=heading in {"switch", "default"})
    for name, schema in answer.rules["properties"].items():
        default = switch_text(schema.get("default"))
        table.add_row(name, default, allowed_text(schema), schema.get("description", ""))
    write(f"{answer.title} ({answer.name}), rules version {answer.rules_version}")
    write(f"Source: {answer.sheet}\n")
    write(table)
    write("\nMoves")
    write(Padding(answer.notation, (0, 2)))
    write("\nDeals")
    for source, seeds in answer.sources.items():
        write(Padding(f"--source {source}: {seeds}", (0, 2)))


def version(*, as_json: options.AsJson = False) -> None:
    """Show the versions of Kibitz and of what compiles its kernels."""
    import llvmlite
    import numba

    from kibitz.api.version import service_version
    from kibitz.cli.printing import write_json, write_line
    from kibitz.games.kernel import toolchain

    versions = {
        "kibitz": service_version(),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "kernels": toolchain(),
    }
    if as_json:
        write_json({**versions})
        return
    for name, value in versions.items():
        write_line(f"{name:<9}{value}")


def allowed_text(schema: dict[str, Any]) -> str:
    """The values that a switch may have, from its JSON Schema."""
    from kibitz.games.schema import switch_text

    if "enum" in schema:
        return ", ".join(map(switch_text, schema["enum"]))
    if schema.get("type") == "boolean":
        return "on, off"
    if "anyOf" in schema:  # the last of the kinds is null
        kind = schema["anyOf"][0]
        return f"none, or {allowed_text(kind) if 'minimum' in kind else 'a size as 13x11'}"
    if "prefixItems" in schema:
        return f"{len(schema['prefixItems'])} numbers, as {switch_text(schema['default'])}"
    if schema.get("type") == "array":
        return "cells, as 1_0_-2_3"
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return str(schema.get("type", "any"))
