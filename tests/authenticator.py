"""A device that keeps passkeys, as an honest browser speaks for it; each of its words can be told otherwise."""

from __future__ import annotations

import base64
import hashlib
import os
from typing import Any

import cbor2
import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from tests.world import PUBLIC_URL

HOST = "127.0.0.1"
PRESENT, VERIFIED, WITH_KEY = 1, 4, 64


def text_of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Device:
    """One key pair (ES256), and how often it was used."""

    def __init__(self, *, counts: bool = True, flags: int = PRESENT | VERIFIED) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(32)
        self.count = 0
        self.counts = counts
        self.flags = flags

    @property
    def name(self) -> str:
        return text_of(self.id)

    def made(self, asked: dict[str, Any], **otherwise: Any) -> dict[str, Any]:
        """The answer to what a passkey is made from."""
        public = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32), -3: public.y.to_bytes(32)}
        kept = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(cose)
        data = self._data(otherwise, WITH_KEY) + kept
        attestation = {"fmt": "none", "attStmt": {}, "authData": data}
        return {
            "challenge": asked["challenge"],
            "id": self.name,
            "clientData": self._client(asked, "webauthn.create", otherwise),
            "attestation": text_of(cbor2.dumps(attestation)),
            "name": otherwise.get("name", "Phone"),
            "transports": ["internal", "hybrid"],
        }

    def signed(self, asked: dict[str, Any], **otherwise: Any) -> dict[str, Any]:
        """The answer to what a passkey is used for."""
        self.count += self.counts
        data, client = self._data(otherwise, 0), self._client(asked, "webauthn.get", otherwise)
        raw = base64.urlsafe_b64decode(client + "===")
        signature = self.key.sign(data + hashlib.sha256(raw).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "challenge": asked["challenge"],
            "id": otherwise.get("id", self.name),
            "clientData": client,
            "authenticatorData": text_of(data),
            "signature": text_of(signature),
        }

    def _data(self, otherwise: dict[str, Any], flags: int) -> bytes:
        host = hashlib.sha256(otherwise.get("host", HOST).encode()).digest()
        count = otherwise.get("count", self.count)
        return host + bytes([otherwise.get("flags", self.flags) | flags]) + int(count).to_bytes(4)

    def _client(self, asked: dict[str, Any], kind: str, otherwise: dict[str, Any]) -> str:
        told = {
            "type": otherwise.get("type", kind),
            "challenge": otherwise.get("challenge", asked["challenge"]),
            "origin": otherwise.get("origin", PUBLIC_URL),
            "crossOrigin": False,
        }
        return text_of(msgspec.json.encode(told))
