"""Tokens that programs send: where they stand in a request, and where they must not.

A token stands in the header `Authorization: Bearer ...` alone. Addresses are kept by proxies, histories and logs, so one that holds
a token is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from duskline.core.system.errors import Refusal
from duskline.core.values.tokens import PREFIX

if TYPE_CHECKING:
    from duskline.core.http.requests import IncomingRequest

IN_ADDRESS = re.compile(rb"(^|&)access_token=|" + PREFIX.encode(), re.IGNORECASE)


def bearer_token(request: IncomingRequest) -> str | None:
    """What a request sends as a token, whatever it is worth; None where it sends none.

    Other schemes are not ours: a proxy in front may ask for a password of its own.
    """
    sent = [
        words.strip()
        for header in request.headers.getall("authorization", [])
        for scheme, _, words in (header.partition(" "),)
        if scheme.lower() == "bearer"
    ]
    return None if not sent else sent[0] if len(sent) == 1 else ""


def refuse_in_address(request: IncomingRequest) -> None:
    """Raises Refusal, 400, where a token stands in the address."""
    asked = request.scope["query_string"]
    if asked and IN_ADDRESS.search(unquote_to_bytes(asked)):
        raise Refusal(400, "A token belongs in the Authorization header, never in an address.").logged(
            "token in an address"
        )
