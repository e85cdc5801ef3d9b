"""What a browser says for a device that keeps a passkey, checked against what was asked of it (WebAuthn, level 2).

The library is loaded by the first who uses a passkey: it takes 26 MB and a third of a second. Nothing is asked about who made the
device: what it says of that proves nothing to a server without a list of makers.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit

from duskline.core.http.requests import StrictRequest
from duskline.core.system.errors import Refusal
from duskline.core.values.bodies import Body, Meta

REFUSED = "This passkey was not accepted. Please try again, or use another way."
ALGORITHMS = (-8, -7, -257)
"""EdDSA, ES256 and RS256, in the numbers of COSE: what every device speaks one of."""

Bytes = Annotated[str, Meta(min_length=1, max_length=8_000, pattern="^[A-Za-z0-9_-]+$")]
"""In base64url."""
CredentialId = Annotated[str, Meta(min_length=1, max_length=1_400, pattern="^[A-Za-z0-9_-]+$")]
Challenge = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


class NewCredential(Body):
    """What a device says of a key pair that it made; `id` is what it calls it."""

    challenge: Challenge
    id: CredentialId
    client_data: Bytes
    attestation: Bytes


class Assertion(Body):
    """What a device signed."""

    challenge: Challenge
    id: CredentialId
    client_data: Bytes
    authenticator_data: Bytes
    signature: Bytes


class Site(NamedTuple):
    """Whose passkeys they are: those of one host, used on its pages alone."""

    host: str
    origins: list[str]


class Registered(NamedTuple):
    public_key: str
    sign_count: int


def site_of(request: StrictRequest, public_url: str) -> Site:
    """The host that was asked, which the middleware has found to be ours; on one's own machine it has several names."""
    host = request.headers.get("host", "")
    origin = f"{urlsplit(public_url).scheme}://{host}"
    return Site(urlsplit(origin).hostname or "", sorted({origin, public_url}))


async def registered(given: NewCredential, site: Site) -> Registered:
    """The public key.

    Raises:
        Refusal: it was made for another challenge, on another site, or by nobody.
    """
    return await asyncio.to_thread(_registered, given, site)


async def signed(given: Assertion, site: Site, public_key: str, *, verified: bool = False) -> int:
    """How often the device says that it has signed. `verified`: it must have asked for a finger, a face or a PIN.

    Raises:
        Refusal: the key did not sign this challenge on this site.
    """
    return await asyncio.to_thread(_signed, given, site, public_key, verified)


def _registered(given: NewCredential, site: Site) -> Registered:
    import webauthn
    from webauthn.helpers.cose import COSEAlgorithmIdentifier

    try:
        found = webauthn.verify_registration_response(
            credential=_credential(
                given.id, clientDataJSON=given.client_data, attestationObject=given.attestation
            ),
            expected_challenge=webauthn.base64url_to_bytes(given.challenge),
            expected_rp_id=site.host,
            expected_origin=site.origins,
            supported_pub_key_algs=[COSEAlgorithmIdentifier(each) for each in ALGORITHMS],
        )
    except Exception as fault:
        raise refused("passkey not added", fault) from fault
    if webauthn.helpers.bytes_to_base64url(found.credential_id) != given.id:
        raise refused("passkey not added")
    key = webauthn.helpers.bytes_to_base64url(found.credential_public_key)
    return Registered(key, found.sign_count)


def _signed(given: Assertion, site: Site, public_key: str, verified: bool) -> int:
    import webauthn

    answer = {
        "clientDataJSON": given.client_data,
        "authenticatorData": given.authenticator_data,
        "signature": given.signature,
    }
    try:
        found = webauthn.verify_authentication_response(
            credential=_credential(given.id, **answer),
            expected_challenge=webauthn.base64url_to_bytes(given.challenge),
            expected_rp_id=site.host,
            expected_origin=site.origins,
            credential_public_key=webauthn.base64url_to_bytes(public_key),
            credential_current_sign_count=0,  # asked by the holder of the row
            require_user_verification=verified,
        )
    except Exception as fault:
        raise refused("passkey refused", fault) from fault
    return found.new_sign_count


def _credential(id: str, **response: str) -> dict[str, object]:
    return {"id": id, "rawId": id, "type": "public-key", "response": response}


def refused(event: str, why: Exception | None = None) -> Refusal:
    """One answer for all that may be wrong; the log of security events is told which."""
    return Refusal(400, REFUSED).logged(event, **({"why": type(why).__name__} if why else {}))
