"""The second factor: passkeys, codes of an authenticator app (TOTP, RFC 6238), and recovery codes for users who have lost them.

Every code counts once. The secret that the app shares is stored as it is: a key to seal it with would lie beside it. Recovery codes
are random enough to be kept as a plain SHA-256.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Sequence

import pyotp
from sqlalchemy import ColumnElement, ForeignKey, String, delete, exists, func, or_, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base, now
from duskline.core.data.session import Db
from duskline.models.people.passkeys import Passkey
from duskline.models.people.people import User

STEPS_APART = 1
"""A telephone's clock may be wrong by so many steps of 30 seconds."""
RECOVERY_CODES = 10
RECOVERY_BYTES = 10
"""80 bits: 16 letters and digits."""


class Authenticator(Base):
    """The app of a person; it asks for nothing until a first code has confirmed it."""

    __tablename__ = "totp"

    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    secret: Mapped[str] = mapped_column(String(64))
    """In base32, as apps take it."""
    confirmed: Mapped[bool] = mapped_column(default=False)
    last_step: Mapped[int] = mapped_column(default=0)
    """Of 30 seconds, since 1970: the code of this one, and of any before, counts no more."""

    def address(self, email: str, brand: str) -> str:
        """What an app scans."""
        return pyotp.TOTP(self.secret).provisioning_uri(name=email, issuer_name=brand)

    def takes(self, code: str) -> bool:
        """Whether the code is right and new; from now on it is not."""
        try:
            step = pyotp.TOTP(self.secret).verify_and_get_timecode(
                code, for_time=now(), valid_window=STEPS_APART
            )
        except pyotp.OTPVerificationError:
            return False
        if step <= self.last_step:
            return False
        self.last_step = step
        return True


class RecoveryCode(Base):
    """Lets its person in once, without app and passkey."""

    __tablename__ = "recovery_codes"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


async def has_second_factor(db: Db, user_id: str) -> bool:
    passkeys = exists().where(Passkey.user_id == user_id)
    return bool(await db.scalar(select(or_(_app_of(user_id), passkeys))))


async def has_app(db: Db, user_id: str) -> bool:
    """Whether there is an app that a first code has confirmed."""
    return bool(await db.scalar(select(_app_of(user_id))))


def _app_of(user_id: str) -> ColumnElement[bool]:
    return exists().where(Authenticator.user_id == user_id, Authenticator.confirmed.is_(True))


async def codes_left(db: Db, user_id: str) -> int:
    """How many recovery codes a person has not used."""
    found: int = await db.scalar(select(func.count()).where(RecoveryCode.user_id == user_id))  # type: ignore[assignment]
    return found


async def begin(db: Db, user: User) -> Authenticator:
    """An app that waits to be confirmed, in place of one that never was; the person is held by the caller."""
    await end_app(db, user)
    return db.store(Authenticator(user_id=user.id, secret=pyotp.random_base32()))


async def confirm(db: Db, user: User, code: str) -> bool:
    """Whether the code is right; from now on one is asked for at each sign-in."""
    app = await db.get(Authenticator, user.id)
    if app is None or app.confirmed or not app.takes(_typed(code)):
        return False
    app.confirmed = True
    return True


async def takes(db: Db, user: User, code: str) -> bool:
    """Whether it is a code of the person's app, or a recovery code; the person is held by the caller."""
    typed = _typed(code)
    if not (typed.isascii() and typed.isdigit()):
        return await _use_up(db, user, typed)
    app = await db.get(Authenticator, user.id)
    return app is not None and app.confirmed and app.takes(typed)


async def _use_up(db: Db, user: User, typed: str) -> bool:
    theirs = (RecoveryCode.user_id == user.id) & (RecoveryCode.hash == _hashed(typed))
    return await db.scalar(delete(RecoveryCode).where(theirs).returning(RecoveryCode.hash)) is not None


async def new_recovery_codes(db: Db, user: User) -> Sequence[str]:
    """Fresh ones, which are nowhere stored; the caller has ended the former."""
    codes = [
        base64.b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode().lower() for _ in range(RECOVERY_CODES)
    ]
    for code in codes:
        db.store(RecoveryCode(hash=_hashed(code), user_id=user.id))
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in codes]


async def remove_app(db: Db, user: User) -> bool:
    """Whether there was one that asked for codes."""
    gone = delete(Authenticator).where(Authenticator.user_id == user.id).returning(Authenticator.confirmed)
    return bool(await db.scalar(gone))


async def end_app(db: Db, user: User) -> None:
    """Also one that waits to be confirmed."""
    await db.execute(delete(Authenticator).where(Authenticator.user_id == user.id))


async def end_setting_up(db: Db, user: User) -> None:
    """An app that no code has confirmed yet: a password that was proven before opens it no more."""
    waits = (Authenticator.user_id == user.id) & Authenticator.confirmed.is_(False)
    await db.execute(delete(Authenticator).where(waits))


async def end_passkeys(db: Db, user: User) -> None:
    """All of a person's."""
    await db.execute(delete(Passkey).where(Passkey.user_id == user.id))


async def end_recovery_codes(db: Db, user: User) -> None:
    """All of a person's that were not used."""
    await db.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))


def _typed(code: str) -> str:
    """As it was meant: however it was grouped, and whatever the case."""
    return "".join(code.split()).replace("-", "").lower()


def _hashed(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
