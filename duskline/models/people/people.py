"""People who sign in: users, and what colleagues may see of them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    Select,
    String,
    bindparam,
    false,
    literal,
    or_,
    select,
    text,
    true,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column, validates
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.sql.elements import SQLCoreOperations

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.core.data.database import Reader
from duskline.core.data.search import FirstCharacters, Searchable
from duskline.core.data.session import Db
from duskline.core.data.unfinished import Batched
from duskline.core.system.errors import Forbidden, Invalid
from duskline.core.values.bodies import UNSET, Body, Email, Id, Meta, Name, UnsetType
from duskline.core.values.contacts import email_key
from duskline.models.places.places import Branch, PlaceStatus, Region
from duskline.policy import (
    ROLE_GRANTS,
    ROLE_SCOPE,
    Actor,
    Can,
    Role,
    Scoped,
    ScopeLevel,
    holders,
    in_scope,
    roles_of,
)


class UserStatus(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"


class UserType(StrEnum):
    STAFF = "staff"
    CLIENT = "client"


Password = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=1024,
        extra={"say": "Password must be at least 8 characters", "as_typed": True},
    ),
]


CLIENT_HAS_NO_ROLE = "A client cannot have a staff role"

RoleName = Annotated[Role, Meta(extra={"say": "Role must be one of the seven staff roles"})]
StatusName = Annotated[UserStatus, Meta(extra={"say": "Status must be either 'active' or 'inactive'"})]


class NewUser(Body):
    """What a new account must have, with the messages (product.md, rule 103)."""

    email: Email
    password: Password
    user_type: Annotated[UserType, Meta(extra={"say": "User type must be either 'staff' or 'client'"})] = (
        UserType.STAFF
    )
    role: RoleName | None = None
    first_name: Name | None = None
    last_name: Name | None = None
    branch_id: Id | None = None
    region_id: Id | None = None


class NewInvitation(Body):
    """Whom an invitation goes to; the person chooses the password."""

    email: Email
    role: RoleName | None = None
    first_name: Name | None = None
    last_name: Name | None = None
    branch_id: Id | None = None
    region_id: Id | None = None


class UserChange(Body):
    """What the command line may change of a person."""

    email: Email | UnsetType = UNSET
    role: RoleName | UnsetType | None = UNSET
    status: StatusName | UnsetType = UNSET
    first_name: Name | UnsetType | None = UNSET
    last_name: Name | UnsetType | None = UNSET
    branch_id: Id | UnsetType | None = UNSET
    region_id: Id | UnsetType | None = UNSET


class User(Batched, Identified, Updated, Versioned, Searchable, Audited, Scoped, Base):
    __tablename__ = "users"
    __table_args__ = (
        Index(None, "created_at", "id"),
        Index(None, "branch_id", "created_at", "id"),
        Index(None, "region_id", "created_at", "id"),
        Index(None, "profile_image_url"),
    )
    searched = ("email", "either_way")
    scope_columns = ("branch_id", "region_id")
    audit_name = "user"
    audit_secrets = frozenset({"password", "email_key", "known_by"})

    email: Mapped[str] = mapped_column(String(254), unique=True)
    email_key: Mapped[str] = mapped_column(String(254), unique=True)
    """What makes two addresses the same: trimmed and case-folded (product.md, rule 12)."""
    password: Mapped[str] = mapped_column(String(200))
    user_type: Mapped[UserType] = enum_column("user_type", UserType, default=UserType.STAFF)
    first_name: Mapped[str | None] = mapped_column(String(200))
    last_name: Mapped[str | None] = mapped_column(String(200))
    role: Mapped[Role | None] = enum_column("role", Role, nullable=True)
    branch_id: Mapped[str | None] = mapped_column(ForeignKey("branches.id"))
    region_id: Mapped[str | None] = mapped_column(ForeignKey("regions.id"))
    organization_id: Mapped[str | None] = mapped_column(ForeignKey("organizations.id"))
    status: Mapped[UserStatus] = enum_column("status", UserStatus, default=UserStatus.ACTIVE)
    profile_image_url: Mapped[str | None] = mapped_column(String(300))
    phone: Mapped[str | None] = mapped_column(String(40))
    """Where colleagues reach the person."""
    invited_until: Mapped[datetime | None]
    """Of somebody who was invited and has not come yet: when the invitation's link ends. Until then there is no password."""
    known_by: Mapped[str] = mapped_column(String(22), server_default=text("''"), default="")
    """What browsers are known by that signed in before; another word makes all of them unknown."""
    sample: Mapped[bool] = mapped_column(server_default=false(), default=False)
    """An account of the sample data: others may know its password."""

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        """Whom one manages: people attached to a branch in scope, or to one's own region."""
        if size is None:
            return true()
        return or_(in_scope(cls.branch_id, size), cls.region_id == bindparam("own_region", type_=String))

    @validates("email")
    def _keep_key(self, _name: str, email: str) -> str:
        self.email_key = email_key(email)
        return email

    @property
    def either_way(self) -> str:
        """The full name with the first name before the last and after it."""
        return f"{self.first_name or ''} {self.last_name or ''} {self.first_name or ''}"

    @property
    def full_name(self) -> str:
        """As letters say it; "" where no name was entered."""
        return " ".join(name for name in (self.first_name, self.last_name) if name)

    @property
    def offer(self) -> tuple[str | None, ...]:
        """Where an invitation goes and what it is to."""
        return self.email, self.role, self.branch_id, self.region_id

    @property
    def manages_region(self) -> bool:
        return self.role is not None and ROLE_SCOPE[Role(self.role)] is ScopeLevel.REGIONAL

    @property
    def may_sign_in(self) -> bool:
        return self.status == "active" and self.user_type == "staff"

    @classmethod
    def create(cls, new: NewUser, password_hash: str) -> User:
        return cls(**new.given() | {"password": password_hash})

    async def place_by_role(self, db: Db) -> None:
        """Puts the person where their role can work; a regional role without a region takes that of the branch.

        Raises:
            Invalid: naming what is missing, out of scope, or disagrees.
        """
        scope = ROLE_SCOPE[Role(self.role)] if self.role else None
        branch = await db.scalar(_held_branch(self.branch_id))
        home = branch.region_id if branch is not None else None
        if scope is ScopeLevel.REGIONAL and self.region_id is None:
            self.region_id = home
        faults = {}
        if self.role is not None and self.user_type == "client":
            faults["role"] = CLIENT_HAS_NO_ROLE
        if self.branch_id is not None and home is None:
            faults["branchId"] = "There is no such branch"
        elif branch is not None and branch.status == PlaceStatus.INACTIVE:
            faults["branchId"] = INACTIVE_BRANCH
        elif self.branch_id is None and scope is ScopeLevel.BRANCH:
            faults["branchId"] = "This role needs a branch"
        if self.region_id is not None and await db.get(Region, self.region_id) is None:
            faults["regionId"] = "There is no such region"
        elif self.region_id is None and scope is ScopeLevel.REGIONAL:
            faults["regionId"] = "This role needs a region"
        elif home is not None and self.region_id not in (None, home):
            faults["regionId"] = "The branch lies in another region"
        if faults:
            raise Invalid(faults)


Index("ix_users_by_email", FirstCharacters(User.search), User.id)


class Colleague(Batched, Scoped, Base):
    """A staff member as the staff who work with them may see them: enough for pickers and names."""

    __table__ = User.__table__
    __mapper_args__ = {  # noqa: RUF012
        "include_properties": [
            "id", "created_at", "first_name", "last_name", "email", "role", "user_type", "branch_id",
            "region_id", "status", "profile_image_url", "phone", "search",
        ]
    }  # fmt: skip

    id: Mapped[str]
    created_at: Mapped[datetime]
    first_name: Mapped[str | None]
    last_name: Mapped[str | None]
    email: Mapped[str]
    role: Mapped[Role | None]
    user_type: Mapped[UserType]
    branch_id: Mapped[str | None]
    region_id: Mapped[str | None]
    status: Mapped[UserStatus]
    profile_image_url: Mapped[str | None]
    phone: Mapped[str | None]
    search: Mapped[str]

    @classmethod
    def within(cls, size: int | None) -> ColumnElement[bool]:
        """Staff who can act in one's scope: of a branch in scope, of the region, or global."""
        staff = cls.user_type == "staff"
        if size is None:
            return staff
        if size == 0:
            return false()
        here = cls.region_id == bindparam("home_region", type_=String)
        regional = of_level(cls.role, ScopeLevel.REGIONAL) & here
        return staff & or_(in_scope(cls.branch_id, size), regional, of_level(cls.role, ScopeLevel.GLOBAL))

    @classmethod
    def acting_in(
        cls, branch_id: str | SQLCoreOperations[str] | SQLCoreOperations[str | None] | None
    ) -> ColumnElement[bool]:
        """Active staff whose scope covers the branch: who may be an assignee there. Without a branch, global roles."""
        everywhere = of_level(cls.role, ScopeLevel.GLOBAL)
        if branch_id is None:
            return (cls.status == "active") & everywhere
        # A branch may be a column of the statement around it.
        region = (
            select(Branch.region_id).where(Branch.id == branch_id).correlate_except(Branch).scalar_subquery()
        )
        return (cls.status == "active") & or_(
            everywhere,
            of_level(cls.role, ScopeLevel.REGIONAL) & (cls.region_id == region),
            of_level(cls.role, ScopeLevel.BRANCH) & (cls.branch_id == branch_id),
        )

    @classmethod
    def holding(cls, flag: Can) -> ColumnElement[bool]:
        """Staff whose role holds the flag."""
        return cls.role.in_(_words(holders(flag)))


def of_level(role: SQLCoreOperations[Role | None], level: ScopeLevel) -> ColumnElement[bool]:
    """Whether a person's role has a scope of this level."""
    return role.in_(_words(roles_of(level)))


def _words(roles: Iterable[Role]) -> list[ColumnElement[str]]:
    # Each word its own placeholder: a list of unknown length cannot be compiled once.
    return [literal(str(role), String) for role in roles]


def granted(actor: Actor | User) -> frozenset[Role | None]:
    """The roles that somebody may give and take."""
    return ROLE_GRANTS.get(actor.role, frozenset()) if actor.role else frozenset()


def require_grant(actor: Actor, user: User, role: Role | None) -> None:
    """Never oneself; both the present and the new role are the actor's to give (product.md, rule 22)."""
    if user.id == actor.id:
        raise Forbidden(ONESELF)
    if not {user.role, role} <= granted(actor):
        raise Forbidden(NOT_YOURS)
    if role is not None and user.user_type != "staff":
        raise Invalid({"role": CLIENT_HAS_NO_ROLE})


async def take_on(db: Db, user: User) -> User:
    """A new person, of a role that is the actor's to give, in a place within scope; who works in one branch takes on for it.

    Raises:
        Invalid: the address has an account, or the place lacks or is none.
    """
    require_grant(db.actor, user, user.role)
    if db.actor.level is ScopeLevel.BRANCH and user.branch_id is None:
        user.branch_id = db.actor.branch_id
    await refuse_taken(db, user.email)
    await user.place_by_role(db)
    return db.store(user)


def _held_branch(id: str | None) -> Select[Branch]:
    """Held until the commit: a deactivation waits, and sees who came."""
    return select(Branch).where(Branch.id == id).with_for_update(read=True)


async def require_open_branch(db: Db, user: User) -> None:
    """Raises Invalid, with the fault of `branchId`, where somebody's branch is inactive."""
    branch = await db.scalar(_held_branch(user.branch_id))
    if branch is not None and branch.status == PlaceStatus.INACTIVE:
        raise Invalid({"branchId": INACTIVE_BRANCH})


async def by_email(db: Db, email: str) -> User | None:
    found: User | None = await db.scalar(select(User).where(User.email_key == email_key(email)))
    return found


async def profile_of(reader: Reader) -> tuple[str | None, str | None]:
    """The picture and the telephone number of the reader."""
    ((picture, phone),) = await reader.rows("own profile", _own_profile, {"self": reader.actor.id})
    return picture, phone


def _own_profile() -> Select[*tuple[Any, ...]]:
    mine = User.__table__.c
    return select(mine.profile_image_url, mine.phone).where(mine.id == bindparam("self", type_=String))


async def refuse_taken(db: Db, email: str) -> None:
    """Raises Invalid where an address has an account anywhere in the company."""
    people = User.__table__.c
    if await db.scalar(select(people.id).where(people.email_key == email_key(email))) is not None:
        raise Invalid({"email": TAKEN})


async def forget_browsers(db: Db, user: User) -> None:
    """No browser is known to have signed in before. Neither version nor time of the person's record: nobody edits this."""
    people, word = User.__table__, secrets.token_urlsafe(16)
    another = {"known_by": word, "updated_at": people.c.updated_at}
    await db.execute(update(people).where(people.c.id == user.id).values(another))
    set_committed_value(user, "known_by", word)


INACTIVE_BRANCH = "This branch is inactive. Please choose another"
NO_PASSWORD = ""
"""Of somebody who was invited and has not chosen one: no password matches it."""
TAKEN = "This email address already has an account"
ONESELF = "You cannot change your own role or status."
NOT_YOURS = "You cannot grant or remove this role."
OFFICES = "offices"
"""The lock of a change that locks other people: two who do so to each other would wait crosswise."""
LAST_ADMIN = "This is the last active administrator. Make someone else an administrator first."


def is_last_admin(user: User, admins: list[str]) -> bool:
    """Whether nobody of the administrators that were held would be left as the person is now."""
    return admins == [user.id] and (user.role, user.status) != (Role.ADMIN, "active")


async def hold_admins(db: Db) -> list[str]:
    """The administrators who could still sign in, held until the commit: one at a time changes who they are."""
    active = (User.role == Role.ADMIN) & (User.status == "active")
    held = select(User.id).where(active).order_by(User.id).with_for_update(key_share=True)
    return list(await db.scalars(held))
