"""Settings and company facts: what is accepted, and the one sentence for everything that is not."""

from dataclasses import astuple
from pathlib import Path

import pytest

from duskline.company import CompanyFile
from duskline.settings import ROOT, Settings, SettingsFault


def settings(**given: str) -> Settings:
    return Settings.from_environment({f"DUSKLINE_{name}": value for name, value in given.items()})


def test_nothing_said_means_this_machine_and_sqlite() -> None:
    plain = settings()
    assert plain.public_url == "http://127.0.0.1:8000"
    assert plain.database_url == f"sqlite+aiosqlite:///{ROOT / 'var' / 'duskline.db'}"
    assert plain.is_sqlite
    assert not plain.secure
    assert (plain.ga_measurement_id, plain.trusted_proxies, plain.demo_password) == (None, (), None)
    assert plain.company_file == ROOT / "company.toml"
    assert plain.offline == "on"
    assert settings(GA_MEASUREMENT_ID="  ") == plain


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ("postgresql://u:p%40@h/d", "postgresql+asyncpg://u:p%40@h/d"),
        ("postgres://h/d?sslmode=require", "postgresql+asyncpg://h/d?ssl=require"),
        ("postgresql+asyncpg:///d?host=%2Ftmp", "postgresql+asyncpg:///d?host=%2Ftmp"),
        ("sqlite:////tmp/x.db", "sqlite+aiosqlite:////tmp/x.db"),
    ],
)
def test_database_addresses_as_people_write_them(given: str, understood: str) -> None:
    assert settings(DATABASE_URL=given).database_url == understood


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ("https://WWW.Example.com:443/", "https://www.example.com"),
        ("https://example.com:8443", "https://example.com:8443"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_public_addresses(given: str, understood: str) -> None:
    assert settings(PUBLIC_URL=given).public_url == understood
    assert settings(PUBLIC_URL=given).secure is understood.startswith("https")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"DATABAS_URL": "x"}, "DUSKLINE_DATABAS_URL is not a setting; did you mean DUSKLINE_DATABASE_URL?"),
        ({"COLOR": "x"}, "DUSKLINE_COLOR is not a setting; known are DATA_DIR"),
        ({"DATABASE_URL": "no address"}, "is not a database address"),
        ({"DATABASE_URL": "mysql://h/d"}, "only sqlite and postgresql"),
        (
            {"DATABASE_URL": "postgres://h/d?sslmode=require&channel_binding=require"},
            "channel_binding is no option",
        ),
        ({"DATABASE_URL": "sqlite://"}, "must name a file"),
        ({"DATABASE_URL": "sqlite:///:memory:"}, "must name a file"),
        ({"PUBLIC_URL": "http://www.example.com"}, "must begin with https://"),
        ({"PUBLIC_URL": "ftp://example.com"}, "must be the address visitors use"),
        ({"PUBLIC_URL": "https://example.com:x"}, "must be the address visitors use"),
        ({"PUBLIC_URL": "https://exa mple.com"}, "must be the address visitors use"),
        ({"PUBLIC_URL": "https://example.com/shop"}, "without a path"),
        ({"PUBLIC_URL": "https://me@example.com"}, "without a path"),
        ({"GA_MEASUREMENT_ID": "G-1<script>"}, "must look like G-XXXXXXXXXX"),
        ({"TRUSTED_PROXIES": "10.0.0.0/8, proxy"}, "proxy is not an address or network"),
        ({"TRUSTED_PROXIES": "10.0.0.1/8"}, "10.0.0.1/8 is not an address or network"),
        ({"DEMO_PASSWORD": "long enough", "PUBLIC_URL": "https://example.com"}, "is refused unless"),
        ({"HSTS_SUBDOMAINS": "true"}, "must be yes or no"),
        ({"DEMO_PASSWORD": "short"}, "at least 8 characters"),
        ({"SMTP_URL": "smtp://mail.example.com"}, "DUSKLINE_SMTP_URL needs DUSKLINE_MAIL_FROM"),
        (
            {"SMTP_URL": "http://mail.example.com", "MAIL_FROM": "a@b.example"},
            "must look like smtp://user:password@",
        ),
        (
            {"SMTP_URL": "smtp://mail.example.com:x", "MAIL_FROM": "a@b.example"},
            "must look like smtp://user:password@",
        ),
        (
            {"SMTP_URL": "smtp://mail.example.com/?tls=no", "MAIL_FROM": "a@b.example"},
            "must look like smtp://user",
        ),
        (
            {"SMTP_URL": "smtp://me@mail.example.com", "MAIL_FROM": "a@b.example"},
            "names a user without a password",
        ),
        ({"MAIL_FROM": "Duskline"}, "must look like Duskline <hello@example.com>"),
        ({"MAIL_FROM": "Duskline <a@b.example>, c@d.example"}, "must look like Duskline <hello@example.com>"),
        (
            {"MAIL_FROM": "Dusk\nBcc: c@d.example <a@b.example>"},
            "must look like Duskline <hello@example.com>",
        ),
        ({"WORKER": "yes"}, "DUSKLINE_WORKER must be inside, apart or off."),
        ({"OFFLINE": "no"}, "DUSKLINE_OFFLINE must be on or off."),
        ({"BACKUP_TO": "/srv/var/copies", "DATA_DIR": "/srv/var"}, "must not be in the data folder"),
        ({"BACKUP_KEEP_DAYS": "0"}, "DUSKLINE_BACKUP_KEEP_DAYS must be a number of days, at least 1."),
        ({"BACKUP_RECIPIENT": "age1nobody"}, "must be the age1... that `duskline backup-key` printed"),
    ],
)
def test_everything_else_is_refused_in_one_sentence(given: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsFault) as refused:
        settings(**given)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("given", "understood"), [("yes", True), ("no", False), ("", False)])
def test_yes_or_no(given: str, understood: bool) -> None:
    assert settings(HSTS_SUBDOMAINS=given).hsts_subdomains is understood


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ("smtp://mail.example.com", ("mail.example.com", 587, False, True, None, None)),
        ("smtps://me%40x:p%2Fw@mail.example.com", ("mail.example.com", 465, True, True, "me@x", "p/w")),
        ("smtp://127.0.0.1:2525", ("127.0.0.1", 2525, False, False, None, None)),
    ],
)
def test_mail_servers(given: str, understood: tuple[object, ...]) -> None:
    found = settings(SMTP_URL=given, MAIL_FROM="Duskline <hello@duskline.example>")
    assert found.smtp is not None
    assert astuple(found.smtp) == understood
    assert found.mail_from == ("hello@duskline.example", "Duskline")


def test_secrets_stay_out_of_what_is_printed() -> None:
    shown = repr(
        settings(
            DATABASE_URL="postgresql://u:hidden1@h/d", DEMO_PASSWORD="hidden22",
            SMTP_URL="smtp://u:hidden3@mail.example.com", MAIL_FROM="a@b.example",
        )
    )  # fmt: skip
    assert "hidden" not in shown


def test_more_than_one_worker_needs_postgresql() -> None:
    settings(DATABASE_URL="postgresql://h/d").check_workers(2)
    settings().check_workers(1)
    with pytest.raises(SettingsFault, match="More than one worker needs PostgreSQL"):
        settings().check_workers(2)
    with pytest.raises(SettingsFault, match="at least 1"):
        settings(DATABASE_URL="postgresql://h/d").check_workers(0)


def test_the_company_file_of_the_product_is_right() -> None:
    facts = CompanyFile(ROOT / "company.toml").company.facts()
    assert facts["brand"] == "Duskline"
    assert facts["sample"] is True
    assert facts["phone"]["href"].startswith("tel:+1555")
    assert "555-01" in facts["phone"]["display"]
    assert facts["price"] == {"low": 3000, "high": 8000, "range": "$3,000-$8,000"}
    assert facts["warranty"] == {"productYears": "5", "laborYears": "2"}
    assert facts["address"] is None
    assert set(facts["social"].values()) == {None}


def test_a_company_without_a_phone_has_none(tmp_path: Path) -> None:
    text = (ROOT / "company.toml").read_text("utf-8").replace('phone = "(555) 555-0142"', 'phone = ""')
    file = tmp_path / "company.toml"
    file.write_text(text, "utf-8")
    assert CompanyFile(file).company.facts()["phone"] is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('brand = "Duskline"', "brand = 3", "brand must be text of 1 to 40 characters"),
        ('brand = "Duskline"', "", "brand is missing"),
        ("sample = true", 'sample = "yes"', "sample must be true or false"),
        (
            "founded_year = 2015",
            "founded_yeer = 2015",
            "founded_yeer is not a known key; founded_year is missing",
        ),
        ("low = 3000", "low = 9000", "price.low must not be above the highest"),
        ("low = 3000", 'low = "3000"', "price.low must be whole dollars above zero"),
        ('phone = "(555)', 'phone = "x', "phone must be a telephone number such as"),
        ('unit = "hours"', 'unit = "Hours"', "answers.unit must be hours or days"),
        (
            'facebook = ""',
            'facebook = "http://x.example"',
            "social.facebook must be an address that begins with https",
        ),
        ('email = "hello@duskline.example"', 'email = "hello"', "email must be an email address"),
        ("[price]", "price = ", "is not valid TOML"),
    ],
)
def test_a_fault_in_the_company_file_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = (ROOT / "company.toml").read_text("utf-8")
    assert old in text
    file = tmp_path / "company.toml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(SettingsFault) as refused:
        CompanyFile(file)
    assert said in str(refused.value)


def test_a_missing_company_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsFault, match=r"nowhere\.toml cannot be read"):
        CompanyFile(tmp_path / "nowhere.toml")
