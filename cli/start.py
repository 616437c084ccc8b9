"""The entry point of the command ``kibitz``, which needs more than the base install."""

import sys


def main() -> None:
    """Run the command line; where its extra is not installed, say in a line what to install."""
    try:
        from kibitz.cli.main import main as run

        run()
    except ModuleNotFoundError as error:
        said = f"kibitz: {error.name} is missing; install: pip install 'kibitz[service]'"
        sys.stderr.write(f"{said}\n")
        sys.exit(2)
