"""Who works at the sample company: every role in every branch, and the accounts that a visitor may sign in with.

Names are drawn from lists and belong to nobody; addresses end in `duskline.example`, which no mail reaches.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from duskline.demonstration.places import TOWNS, Places
from duskline.demonstration.story import Stage
from duskline.models.people.people import User
from duskline.models.places.places import Organization, Region
from duskline.policy import Role

DOMAIN = "duskline.example"
FIRST = (
    "Adela", "Amir", "Anneke", "Arlo", "Beatriz", "Bram", "Calla", "Cedric", "Chidi", "Corinne", "Dalia", "Desmond",
    "Edith", "Elio", "Esme", "Farah", "Felix", "Gideon", "Greta", "Hana", "Hollis", "Ines", "Isidro", "Jonas", "June",
    "Kamala", "Keiko", "Lars", "Leona", "Lucian", "Mabel", "Malik", "Mei", "Milo", "Nadia", "Noor", "Odette", "Omar",
    "Petra", "Priya", "Quentin", "Ramona", "Rasmus", "Rosa", "Saul", "Selma", "Silas", "Tariq", "Tessa", "Ulrich",
    "Vera", "Viktor", "Wendell", "Willa", "Xenia", "Yara", "Yusuf", "Zora",
)  # fmt: skip
LAST = (
    "Abernathy", "Alderwick", "Ashgrove", "Bellamore", "Birchfield", "Brannock", "Calderhead", "Castellane", "Cobbleton",
    "Dalgaard", "Delacourt", "Dunmore", "Eastlake", "Ellingboe", "Fairweather", "Fenwright", "Galbreath", "Glasswell",
    "Hargrove", "Hollowell", "Ironside", "Jessamine", "Kestrel", "Kirkbride", "Larkspur", "Lindqvist", "Lowenthal",
    "Marchbanks", "Merriweather", "Montclair", "Nightingale", "Northcott", "Okonjo", "Ostrander", "Palmgren",
    "Penhallow", "Quillfeather", "Ravenel", "Rosenquist", "Saltmarsh", "Silverthorn", "Stonecipher", "Tamarack",
    "Thistlewood", "Underhill", "Vandermeer", "Wainscott", "Westerfield", "Winterbourne", "Yellowley", "Zimmerlin",
)  # fmt: skip


@dataclass(frozen=True)
class DemoAccount:
    """An account whose password is printed; `what` tells a reader what it shows."""

    name: str
    first: str
    last: str
    role: Role | None
    what: str
    branch: str | None = None
    region: int | None = None
    user_type: str = "staff"
    status: str = "active"

    @property
    def email(self) -> str:
        return f"{self.name}@{DOMAIN}"


ACCOUNTS = (
    DemoAccount("admin", "Alma", "Sample", Role.ADMIN, "Administrator: everything"),
    DemoAccount("support", "Saskia", "Sample", Role.SUPPORT, "Support: tickets everywhere, reads every list"),
    DemoAccount("regional", "Rafael", "Sample", Role.REGIONAL_OPS_MANAGER, "Regional Operations Manager: Great Lakes", region=0),
    DemoAccount("branch", "Bettina", "Sample", Role.BRANCH_OPS_MANAGER, "Branch Operations Manager: Columbus", branch="1"),
    DemoAccount("sales", "Sander", "Sample", Role.SALES_REP, "Sales Representative: Columbus", branch="1"),
    DemoAccount("lead-technician", "Livia", "Sample", Role.LEAD_TECHNICIAN, "Lead Technician: Columbus", branch="1"),
    DemoAccount("technician", "Teodor", "Sample", Role.TECHNICIAN, "Technician: Columbus", branch="1"),
    DemoAccount("cleveland", "Clio", "Sample", Role.BRANCH_OPS_MANAGER, "Branch Operations Manager: Cleveland", branch="2"),
    DemoAccount("no-role", "Nils", "Sample", None, "Staff without a role", branch="1"),
    DemoAccount("inactive", "Ivo", "Sample", Role.SALES_REP, "Deactivated: cannot sign in", branch="1", status="inactive"),
    DemoAccount("client", "Clara", "Sample", None, "Client: sees the client page, has no login yet", user_type="client"),
)  # fmt: skip
CREW = (
    (Role.BRANCH_OPS_MANAGER, 1), (Role.SALES_REP, 2), (Role.LEAD_TECHNICIAN, 1), (Role.TECHNICIAN, 2),
)  # fmt: skip


class People:
    """The sample staff, found by what they do and where."""

    def __init__(self, users: list[User], regions: list[Region]) -> None:
        self.users = users
        self._region_of = {town.id: regions[town.region].id for town in TOWNS}

    def of(self, branch: str, *roles: Role) -> list[User]:
        """Active staff of a branch in any of the roles."""
        return [u for u in self.users if u.branch_id == branch and u.role in roles and u.status == "active"]

    def everywhere(self, role: Role) -> list[User]:
        return [user for user in self.users if user.role == role and user.status == "active"]

    def sales(self, branch: str) -> list[User]:
        return self.of(branch, Role.SALES_REP)

    def crew(self, branch: str) -> list[User]:
        return self.of(branch, Role.TECHNICIAN, Role.LEAD_TECHNICIAN)

    def managers(self, branch: str) -> list[User]:
        return self.of(branch, Role.BRANCH_OPS_MANAGER)

    def desk(self, branch: str) -> list[User]:
        """Who works on the tickets of a branch."""
        return [*self.managers(branch), *self.everywhere(Role.SUPPORT)]


def people(stage: Stage, where: Places, passwords: dict[str, str], closed: str) -> People:
    """Everyone; `passwords` are hashes by email, `closed` is the hash of a password that nobody has."""
    company, regions = where.company, where.regions
    users = [
        User(
            id=stage.id(at := stage.ago(860 - number)), email=account.email,
            password=passwords[account.email], user_type=account.user_type,
            first_name=account.first, last_name=account.last, role=account.role, branch_id=account.branch,
            region_id=None if account.region is None else regions[account.region].id,
            organization_id=company.id if account.user_type == "staff" else None,
            status=account.status, created_at=at, updated_at=at, sample=True,
        )
        for number, account in enumerate(ACCOUNTS)
    ]  # fmt: skip
    names = Names(stage.chance)
    users += [
        colleague(stage, names, company, closed, role=role, branch_id=town.id)
        for town in TOWNS
        for role, count in CREW
        for _ in range(count)
    ]
    users += [
        colleague(stage, names, company, closed, role=Role.REGIONAL_OPS_MANAGER, region_id=region.id)
        for region in regions[1:]
    ]
    users += [colleague(stage, names, company, closed, role=role) for role in (Role.ADMIN, Role.SUPPORT)]
    return People(users, regions)


def colleague(stage: Stage, names: Names, company: Organization, closed: str, **fields: str | Role) -> User:
    first, last = names.next()
    at = stage.ago(stage.chance.randrange(60, 800))
    return User(
        id=stage.id(at), email=f"{first}.{last}@{DOMAIN}".lower(), password=closed,
        first_name=first, last_name=last, organization_id=company.id, created_at=at, updated_at=at, sample=True, **fields,
    )  # fmt: skip


class Names:
    """First and last names, no pair twice."""

    def __init__(self, chance: Random) -> None:
        pairs = [(first, last) for first in FIRST for last in LAST]
        chance.shuffle(pairs)
        self._pairs = iter(pairs)

    def next(self) -> tuple[str, str]:
        return next(self._pairs)
