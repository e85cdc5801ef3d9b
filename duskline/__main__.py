"""The command line: `duskline serve`, `migrate`, `openapi` and the rest.

A fault a person can mend is one sentence on stderr and exit status 2. Commands load what they need when they
run, so that asking for help is quick.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence

from duskline.settings import Settings, SettingsFault


def main(words: Sequence[str] | None = None) -> None:
    """Run one command; exits with 2 on a fault."""
    arguments = parser().parse_args(words)
    try:
        arguments.run(arguments)
    except SettingsFault as fault:
        sys.exit(told(fault))
    except KeyboardInterrupt:
        sys.exit(130)


def told(fault: SettingsFault) -> int:
    print(f"duskline: {fault}", file=sys.stderr)
    return 2


def parser() -> argparse.ArgumentParser:
    """Every command with its words."""
    top = argparse.ArgumentParser(prog="duskline", description="The website and staff panel of Duskline.")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    serving = commands.add_parser("serve", help="serve the site and the panel")
    serving.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    serving.add_argument(
        "--port", type=port, default=os.environ.get("PORT") or "8000", help="default $PORT or 8000"
    )
    serving.add_argument("--workers", type=int, default=1, help="processes; more than one needs PostgreSQL")
    serving.add_argument(
        "--reload", action="store_true", help="start again when a file changes (development)"
    )
    serving.set_defaults(run=serve)

    migrating = commands.add_parser("migrate", help="bring the database up to date")
    migrating.set_defaults(run=migrate)

    describing = commands.add_parser("openapi", help="print the OpenAPI document of the calls")
    describing.set_defaults(run=openapi)
    return top


def port(word: str) -> int:
    """A port number; argparse tells the rest."""
    number = int(word)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError("ports go from 1 to 65535")
    return number


def serve(arguments: argparse.Namespace) -> None:
    from duskline.serve import serve

    serve(arguments.host, arguments.port, arguments.workers, reload=arguments.reload)


def migrate(arguments: argparse.Namespace) -> None:
    from duskline.serve import migrate

    migrate(Settings.from_environment())
    print("The database is up to date.")


def openapi(arguments: argparse.Namespace) -> None:
    from duskline.app import openapi

    print(json.dumps(openapi(), indent=1))


if __name__ == "__main__":
    main()
