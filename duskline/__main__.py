"""The command line: `duskline serve`, `begin`, `worker`, `migrate`, `backup`, `backup-key`, `restore`, `demo`,
`user`, `mail`, `roles` and `openapi`.

A fault a person can mend is one sentence on stderr and exit status 2. Commands load what they need when they
run, so that asking for help is quick.
"""

import argparse
import gc
import json
import os
import sys
from collections.abc import Sequence

from duskline.core.system.errors import Invalid
from duskline.settings import Settings, SettingsFault


def main(words: Sequence[str] | None = None) -> None:
    """Run one command; exits with 2 on a fault. What it makes is for its own user alone, whatever the shell says."""
    os.umask(0o077)
    arguments = parser().parse_args(words)
    try:
        arguments.run(arguments)
    except SettingsFault as fault:
        sys.exit(told(str(fault)))
    except Invalid as fault:
        sys.exit(told(*(fault.fields or {}).values()))
    except KeyboardInterrupt:
        sys.exit(130)


def told(*sentences: str) -> int:
    for sentence in sentences:
        print(f"duskline: {sentence}", file=sys.stderr)
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

    saving = commands.add_parser("backup", help="copy everything into a new folder, also while a server runs")
    saving.add_argument(
        "folder",
        nargs="?",
        help="where the new folder is made (default DUSKLINE_BACKUP_TO, where old ones are removed)",
    )
    saving.set_defaults(run=backup)
    keying = commands.add_parser("backup-key", help="make the key that opens sealed backups")
    keying.add_argument("file", help="a new file for it")
    keying.set_defaults(run=backup_key)
    restoring = commands.add_parser("restore", help="put a backup back where nothing is yet")
    restoring.add_argument("folder", help="one that `duskline backup` made")
    restoring.add_argument("--identity", metavar="FILE", help="the key of a sealed backup")
    restoring.set_defaults(run=restore)

    describing = commands.add_parser("openapi", help="print the OpenAPI document of the calls")
    describing.set_defaults(run=openapi)

    loading = commands.add_parser("demo", help="fill an empty database with sample data and accounts")
    loading.add_argument(
        "--if-empty", action="store_true", help="leave a database in use alone, without a fault"
    )
    loading.set_defaults(run=demo)
    beginning = commands.add_parser("begin", help="begin an empty company with its first administrator")
    beginning.add_argument("email", nargs="?", help="asked for at a terminal when left out")
    read_from_input(beginning)
    beginning.set_defaults(run=begin)
    declare_people(commands.add_parser("user", help="add, edit and move people, set passwords"))

    working = commands.add_parser("worker", help="send mail in a process of its own (PostgreSQL)")
    working.set_defaults(run=worker)
    declare_mail(
        commands.add_parser("mail", help="list letters that have not left, send one again, try the server")
    )

    explaining = commands.add_parser("roles", help="print who may do what")
    explaining.set_defaults(run=roles)
    return top


def declare_people(user: argparse.ArgumentParser) -> None:
    """The words of `duskline user`. What they may be is judged by the rules of accounts, not here."""
    people = user.add_subparsers(title="commands", required=True, metavar="COMMAND")
    adding = people.add_parser("add", help="make an account")
    adding.add_argument("email")
    adding.add_argument("--role", help="one of those that `duskline roles` lists; none when left out")
    adding.add_argument("--type", default="staff", help="staff or client (default %(default)s)")
    adding.add_argument("--branch", metavar="ID", help="where someone of branch scope works")
    adding.add_argument("--region", metavar="ID", help="the region of a regional manager")
    adding.add_argument("--first-name", metavar="NAME")
    adding.add_argument("--last-name", metavar="NAME")
    adding.set_defaults(run=user_add)
    editing = people.add_parser("edit", help="change or move a person; what is left out stays")
    editing.add_argument("email")
    editing.add_argument("--role", help="one of those that `duskline roles` lists, or none")
    editing.add_argument("--branch", metavar="ID", help="where someone of branch scope works, or none")
    editing.add_argument("--region", metavar="ID", help="the region of a regional manager, or none")
    editing.add_argument("--status", help="active or inactive; who is inactive cannot sign in")
    editing.add_argument("--first-name", metavar="NAME")
    editing.add_argument("--last-name", metavar="NAME")
    editing.add_argument("--new-email", metavar="EMAIL", help="with which they sign in from now on")
    editing.set_defaults(run=user_edit)
    setting = people.add_parser("set-password", help="change a password and end the account's sessions")
    setting.add_argument("email")
    setting.set_defaults(run=user_set_password)
    ending = people.add_parser("end-second-factor", help="let an account sign in by its password alone")
    ending.add_argument("email")
    ending.set_defaults(run=user_end_second_factor)
    for command in (adding, setting):
        read_from_input(command)


def read_from_input(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--password-stdin", action="store_true", help="read the password from standard input"
    )


def declare_mail(mail: argparse.ArgumentParser) -> None:
    """The words of `duskline mail`."""
    letters = mail.add_subparsers(title="commands", required=True, metavar="COMMAND")
    letters.add_parser("list", help="print the letters that have not left").set_defaults(run=mail_list)
    retrying = letters.add_parser("retry", help="put a letter that did not leave back in the queue")
    retrying.add_argument("id")
    retrying.set_defaults(run=mail_retry)
    testing = letters.add_parser("test", help="send a letter at once and say what the mail server answers")
    testing.add_argument("address")
    testing.set_defaults(run=mail_test)


def port(word: str) -> int:
    """A port number; argparse tells the rest."""
    number = int(word)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError("ports go from 1 to 65535")
    return number


def serve(arguments: argparse.Namespace) -> None:
    gc.disable()  # all that is loaded now stays; a tenth of the start would go into looking for garbage among it
    from duskline.serve import serve

    serve(arguments.host, arguments.port, arguments.workers, reload=arguments.reload)


def migrate(arguments: argparse.Namespace) -> None:
    from duskline.serve import migrate

    migrate(Settings.from_environment())
    print("The database is up to date.")


def backup(arguments: argparse.Namespace) -> None:
    from duskline.backup_commands import backup

    backup(arguments)


def backup_key(arguments: argparse.Namespace) -> None:
    from duskline.backup_commands import backup_key

    backup_key(arguments)


def restore(arguments: argparse.Namespace) -> None:
    from duskline.backup_commands import restore

    restore(arguments)


def openapi(arguments: argparse.Namespace) -> None:
    from duskline.app import openapi

    print(json.dumps(openapi(), indent=1))


def demo(arguments: argparse.Namespace) -> None:
    from duskline.demo import demo

    demo(if_empty=arguments.if_empty)


def begin(arguments: argparse.Namespace) -> None:
    from duskline.commands import begin

    begin(arguments)


def user_add(arguments: argparse.Namespace) -> None:
    from duskline.commands import user_add

    user_add(arguments)


def user_edit(arguments: argparse.Namespace) -> None:
    from duskline.commands import user_edit

    user_edit(arguments)


def user_set_password(arguments: argparse.Namespace) -> None:
    from duskline.commands import user_set_password

    user_set_password(arguments)


def user_end_second_factor(arguments: argparse.Namespace) -> None:
    from duskline.commands import user_end_second_factor

    user_end_second_factor(arguments)


def worker(arguments: argparse.Namespace) -> None:
    from duskline.mail_commands import worker

    worker(arguments)


def mail_list(arguments: argparse.Namespace) -> None:
    from duskline.mail_commands import mail_list

    mail_list(arguments)


def mail_retry(arguments: argparse.Namespace) -> None:
    from duskline.mail_commands import mail_retry

    mail_retry(arguments)


def mail_test(arguments: argparse.Namespace) -> None:
    from duskline.mail_commands import mail_test

    mail_test(arguments)


def roles(arguments: argparse.Namespace) -> None:
    from duskline.roles import document

    print(document(), end="")


if __name__ == "__main__":
    main()
