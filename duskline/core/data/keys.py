"""The server's own key: one row, made with the tables and shared by every process that serves them.

What is signed with it can be told from what somebody made up, and what is hashed with it means nothing elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

import msgspec
from sqlalchemy import String, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.base import Base
from duskline.core.data.database import Database

LENGTH = 43
"""Of a signature, in letters, digits, minus signs and underscores."""


class ServerKey(Base):
    __tablename__ = "server_keys"

    secret: Mapped[str] = mapped_column(String(64), primary_key=True)


async def signed(database: Database, purpose: str, *words: str) -> str:
    """HMAC-SHA256 of the words for one purpose."""
    query = database.prepared("server key", lambda: select(ServerKey.secret), None)
    ((found,),) = (await database.rows((query, {})))[0]
    digest = hmac.digest(bytes.fromhex(found), msgspec.json.encode([purpose, *words]), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
