"""Password hashing: argon2id in two threads of its own, so that a burst of guesses stalls nobody else."""

from __future__ import annotations

import asyncio
import base64
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from duskline.core.system.errors import Invalid

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)  # OWASP's figure, 37 ms
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="argon2")
LONGEST = 1024
COMMON = Path(__file__).with_name("common_passwords.txt")


async def hashed(password: str) -> str:
    return await asyncio.get_running_loop().run_in_executor(_threads, _hasher.hash, password)


async def verify(password: str, stored: str | None) -> bool:
    """Computes exactly one hash, also when there is nothing to compare with."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _verify, password, stored)


def _verify(password: str, stored: str | None) -> bool:
    try:
        _hasher.verify(stored or _nobody(), password)
    except (VerificationError, InvalidHashError):
        return False
    return stored is not None


@cache
def _nobody() -> str:
    """The hash of a password that nobody has, made without computing one: even the first look costs one hash."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(size)).decode().rstrip("=")
        for size in (_hasher.salt_len, _hasher.hash_len)
    )
    costs = f"m={_hasher.memory_cost},t={_hasher.time_cost},p={_hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${costs}${salt}${digest}"


@cache
def _common() -> frozenset[str]:
    return frozenset(COMMON.read_text(encoding="utf-8").split())


def is_common(password: str) -> bool:
    """On the list of passwords that guessers try first."""
    return password.strip().casefold() in _common()


async def chosen(password: str) -> str:
    """The hash of a password that somebody chose; raises Invalid where others would guess it."""
    if len(password.encode()) > LONGEST:
        raise Invalid({"password": f"Please use a password of at most {LONGEST:,} bytes"})
    if is_common(password):
        raise Invalid({"password": "This password is too common; please choose another one"})
    return await hashed(password)
