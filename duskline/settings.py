"""What the person who runs the server decides, read from the environment once, at start.

Every name begins with DUSKLINE_. A name nobody knows, a malformed value or an unsafe combination is refused
with one sentence, so that a server either starts as meant or does not start.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple, Self
from urllib.parse import unquote, urlsplit

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from duskline.core.values.contacts import EMAIL, LONGEST_EMAIL

ROOT = Path(__file__).resolve().parents[1]
"""The project's folder: company.toml, the built pages and, unless told otherwise, the data live under it."""

PREFIX = "DUSKLINE_"
NAMES = (
    "DATA_DIR",
    "DATABASE_URL",
    "PUBLIC_URL",
    "GA_MEASUREMENT_ID",
    "TRUSTED_PROXIES",
    "COMPANY_FILE",
    "DEMO_PASSWORD",
    "HSTS_SUBDOMAINS",
    "SMTP_URL",
    "MAIL_FROM",
    "WORKER",
    "OFFLINE",
    "BACKUP_TO",
    "BACKUP_KEEP_DAYS",
    "BACKUP_RECIPIENT",
)
POSTGRES_OPTIONS = (
    "sslmode",
    "ssl",
    "direct_tls",
    "host",
    "port",
    "user",
    "password",
    "passfile",
    "prepared_statement_cache_size",
)
"""Of those that may stand behind a database's address, those that the driver takes from there."""
KEEP_BACKUPS_DAYS = 30
LOCAL_URL = "http://127.0.0.1:8000"
SMTP_PORTS = {"smtp": 587, "smtps": 465}
WORKERS = ("inside", "apart", "off")
"""Who sends mail and does what is due: the server beside its requests, `duskline worker`, or nobody."""
OFFLINE = ("on", "off")
"""Whether the panel works without a network; `off` takes the service worker out of every browser."""

Network = IPv4Network | IPv6Network


class SettingsFault(Exception):
    """The server must not start; the text is one sentence for the person who starts it."""


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """Where mail is handed over. `tls`: the first byte is encrypted already; else the connection is encrypted before
    anything is said, where `must_encrypt` or the server offers it."""

    host: str
    port: int
    tls: bool
    must_encrypt: bool
    username: str | None = field(repr=False)
    password: str | None = field(repr=False)


class Mailbox(NamedTuple):
    """Somebody's address, and their name as people wrote it."""

    address: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The checked settings. `database_url`, `smtp` and `demo_password` may hold secrets, which stay out of the repr."""

    data_dir: Path
    database_url: str = field(repr=False)
    public_url: str
    secure: bool
    ga_measurement_id: str | None
    trusted_proxies: tuple[Network, ...]
    company_file: Path
    demo_password: str | None = field(repr=False)
    hsts_subdomains: bool
    smtp: SmtpServer | None
    mail_from: Mailbox | None
    worker: str
    offline: str
    backup_to: Path | None
    """The folder for backups where the command names none; old ones are removed from it."""
    backup_keep_days: int
    backup_recipient: str | None
    """The age recipient that backups are sealed to."""

    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> Self:
        """Read and check every setting; raises SettingsFault."""
        refuse_unknown_names(env)

        def value(name: str) -> str | None:
            return env.get(PREFIX + name, "").strip() or None

        data_dir = Path(value("DATA_DIR") or ROOT / "var").absolute()
        public_url = read_public_url(value("PUBLIC_URL") or LOCAL_URL)
        smtp, mail_from = read_smtp_url(value("SMTP_URL")), read_mailbox(value("MAIL_FROM"))
        if smtp and not mail_from:
            raise SettingsFault(
                "DUSKLINE_SMTP_URL needs DUSKLINE_MAIL_FROM, the address that mail comes from."
            )
        return cls(
            data_dir=data_dir,
            database_url=read_database_url(value("DATABASE_URL"), data_dir),
            public_url=public_url,
            secure=public_url.startswith("https://"),
            ga_measurement_id=read_measurement_id(value("GA_MEASUREMENT_ID")),
            trusted_proxies=read_networks(value("TRUSTED_PROXIES")),
            company_file=Path(value("COMPANY_FILE") or ROOT / "company.toml").absolute(),
            demo_password=read_demo_password(env.get(PREFIX + "DEMO_PASSWORD") or None, public_url),
            hsts_subdomains=read_yes_or_no("HSTS_SUBDOMAINS", value("HSTS_SUBDOMAINS")),
            smtp=smtp,
            mail_from=mail_from,
            worker=read_choice("WORKER", value("WORKER"), WORKERS),
            offline=read_choice("OFFLINE", value("OFFLINE"), OFFLINE),
            backup_to=read_backup_to(value("BACKUP_TO"), data_dir),
            backup_keep_days=read_days("BACKUP_KEEP_DAYS", value("BACKUP_KEEP_DAYS"), KEEP_BACKUPS_DAYS),
            backup_recipient=read_recipient(value("BACKUP_RECIPIENT")),
        )

    @property
    def is_sqlite(self) -> bool:
        """Whether the embedded database is used."""
        return self.database_url.startswith("sqlite")

    @property
    def is_public(self) -> bool:
        """Whether people from elsewhere are meant to come."""
        return not is_loopback(urlsplit(self.public_url).hostname or "")

    def check_workers(self, workers: int) -> None:
        """Refuse a number of worker processes that this database cannot serve."""
        if workers < 1:
            raise SettingsFault("The number of workers must be at least 1.")
        if workers > 1 and self.is_sqlite:
            raise SettingsFault(
                "More than one worker needs PostgreSQL: set DUSKLINE_DATABASE_URL to a postgresql:// address, "
                "or start one worker."
            )


def refuse_unknown_names(env: Mapping[str, str]) -> None:
    """A misspelled setting would otherwise be silently ignored. Names for the tests are left alone."""
    for name in sorted(env):
        short = name.removeprefix(PREFIX)
        if not name.startswith(PREFIX) or short in NAMES or short.startswith("TEST_"):
            continue
        close = get_close_matches(short, NAMES, n=1)
        hint = f"did you mean {PREFIX}{close[0]}?" if close else f"known are {', '.join(NAMES)}."
        raise SettingsFault(f"{name} is not a setting; {hint}")


def read_database_url(given: str | None, data_dir: Path) -> str:
    """An address as people write it becomes the one SQLAlchemy's asynchronous engine takes."""
    if given is None:
        return URL.create("sqlite+aiosqlite", database=str(data_dir / "duskline.db")).render_as_string()
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        raise SettingsFault(
            "DUSKLINE_DATABASE_URL is not a database address; write sqlite:///path/to/file.db or "
            "postgresql://user:password@host/database."
        ) from None
    match url.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
                raise SettingsFault("DUSKLINE_DATABASE_URL must name a file: sqlite:///path/to/file.db.")
            url = url.set(drivername="sqlite+aiosqlite", database=str(Path(url.database).absolute()))
        case "postgresql" | "postgres" | "postgresql+asyncpg":
            if unknown := sorted(set(url.query) - set(POSTGRES_OPTIONS)):
                raise SettingsFault(
                    f"DUSKLINE_DATABASE_URL: {unknown[0]} is no option that is understood here; leave it out. "
                    f"Known are {', '.join(POSTGRES_OPTIONS)}."
                )
            query = {"ssl" if key == "sslmode" else key: word for key, word in url.query.items()}
            url = url.set(drivername="postgresql+asyncpg", query=query)
        case other:
            raise SettingsFault(
                f"DUSKLINE_DATABASE_URL names {other}; only sqlite and postgresql are supported."
            )
    return url.render_as_string(hide_password=False)


def read_public_url(given: str) -> str:
    """The address visitors use, without a trailing slash. Plain http is for one's own machine only."""
    try:
        parts = urlsplit(given)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if parts.scheme not in ("http", "https") or not host or not re.fullmatch(r"[a-z0-9.:-]+", host):
        raise SettingsFault(
            "DUSKLINE_PUBLIC_URL must be the address visitors use, such as https://www.example.com."
        )
    if parts.username is not None or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise SettingsFault("DUSKLINE_PUBLIC_URL must be scheme and host only, without a path.")
    if parts.scheme == "http" and not is_loopback(host):
        raise SettingsFault(
            f"DUSKLINE_PUBLIC_URL must begin with https://; plain http is for this machine only, not for {host}."
        )
    name = f"[{host}]" if ":" in host else host
    standard = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, standard) else "")


def is_loopback(host: str) -> bool:
    """Whether a host name or address can only mean this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def read_measurement_id(given: str | None) -> str | None:
    """The identifier of the analytics service; it is written into pages, hence the narrow form."""
    if given is not None and not re.fullmatch(r"G-[A-Z0-9]{4,20}", given):
        raise SettingsFault("DUSKLINE_GA_MEASUREMENT_ID must look like G-XXXXXXXXXX.")
    return given


def read_networks(given: str | None) -> tuple[Network, ...]:
    """Addresses or networks, separated by commas, whose X-Forwarded-For is believed."""
    networks = []
    for word in (given or "").replace(",", " ").split():
        try:
            networks.append(ip_network(word))
        except ValueError:
            raise SettingsFault(
                f"DUSKLINE_TRUSTED_PROXIES: {word} is not an address or network such as 10.0.0.0/8."
            ) from None
    return tuple(networks)


def read_yes_or_no(name: str, given: str | None) -> bool:
    """A setting that is on or off; off when nothing is said."""
    if given not in (None, "yes", "no"):
        raise SettingsFault(f"{PREFIX}{name} must be yes or no.")
    return given == "yes"


def read_choice(name: str, given: str | None, words: tuple[str, ...]) -> str:
    """One of the words; the first when nothing is said."""
    if given not in (None, *words):
        raise SettingsFault(f"{PREFIX}{name} must be {', '.join(words[:-1])} or {words[-1]}.")
    return given or words[0]


def read_days(name: str, given: str | None, usual: int) -> int:
    """Reads a number of whole days."""
    if given is None:
        return usual
    if not re.fullmatch(r"[1-9]\d{0,4}", given):
        raise SettingsFault(f"{PREFIX}{name} must be a number of days, at least 1.")
    return int(given)


def read_backup_to(given: str | None, data_dir: Path) -> Path | None:
    """Reads the folder for backups; it must lie outside the data folder, which it copies."""
    if given is None:
        return None
    place = Path(given).absolute()
    if place.is_relative_to(data_dir):
        raise SettingsFault("DUSKLINE_BACKUP_TO must not be in the data folder; name another disk.")
    return place


def read_recipient(given: str | None) -> str | None:
    """Reads the public recipient that backups are sealed to; the identity stays off this machine."""
    if given is None:
        return None
    from pyrage import RecipientError, x25519

    try:
        x25519.Recipient.from_str(given)
    except RecipientError:
        raise SettingsFault(
            "DUSKLINE_BACKUP_RECIPIENT must be the age1... that `duskline backup-key` printed."
        ) from None
    return given


def read_smtp_url(given: str | None) -> SmtpServer | None:
    """Where mail is handed over; what is said to a server elsewhere is encrypted."""
    if given is None:
        return None
    try:
        parts = urlsplit(given)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port, parts = None, None, urlsplit("")
    if (
        parts.scheme not in SMTP_PORTS
        or not host
        or parts.path not in ("", "/")
        or parts.query
        or parts.fragment
    ):
        raise SettingsFault(
            "DUSKLINE_SMTP_URL must look like smtp://user:password@mail.example.com:587, or smtps://."
        )
    if (parts.username is None) != (parts.password is None):
        raise SettingsFault(
            "DUSKLINE_SMTP_URL names a user without a password, or a password without a user."
        )
    return SmtpServer(
        host=host, port=port or SMTP_PORTS[parts.scheme], tls=parts.scheme == "smtps", must_encrypt=not is_loopback(host),
        username=parts.username and unquote(parts.username), password=parts.password and unquote(parts.password),
    )  # fmt: skip


def read_mailbox(given: str | None) -> Mailbox | None:
    """An address, or a name and an address: `Duskline <hello@example.com>`."""
    if given is None:
        return None
    found = re.fullmatch(r"(?:([^<>\"\x00-\x1f\x7f]*?)\s*<([^<>]*)>|([^<>]*))", given)
    name, address = (found[1] or "", found[2] or found[3] or "") if found else ("", "")
    if not re.fullmatch(EMAIL, address) or len(address) > LONGEST_EMAIL:
        raise SettingsFault("DUSKLINE_MAIL_FROM must look like Duskline <hello@example.com>.")
    return Mailbox(address, name)


def read_demo_password(given: str | None, public_url: str) -> str | None:
    """One known password for all demo accounts: on one's own machine only."""
    if given is None:
        return None
    if not is_loopback(urlsplit(public_url).hostname or ""):
        raise SettingsFault("DUSKLINE_DEMO_PASSWORD is refused unless DUSKLINE_PUBLIC_URL is this machine.")
    if len(given) < 8:
        raise SettingsFault("DUSKLINE_DEMO_PASSWORD must be at least 8 characters.")
    return given
