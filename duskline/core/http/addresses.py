"""Who asks, by network address: behind proxies, inside IPv6, and how much of an address is one household."""

import ipaddress
from functools import lru_cache

from duskline.core.http.asgi import ASGIScope
from duskline.settings import Network

HOUSEHOLD = 64
"""Bits of an IPv6 address that name a household; the rest its owner chooses freely."""


def address_of(scope: ASGIScope, trusted: tuple[Network, ...]) -> str:
    """Who asks: the peer, or, where the peer is a trusted proxy, the nearest address that is not."""
    peer: str = (scope.get("client") or ("127.0.0.1", 0))[0]
    if not trusted or not is_trusted(peer, trusted):
        return peer
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    for word in reversed(forwarded.decode("latin-1").split(",")):
        try:
            peer = str(known_address(word.strip()))
        except ValueError:
            break
        if not is_trusted(peer, trusted):
            break
    return peer


@lru_cache(maxsize=4096)
def is_trusted(address: str, trusted: tuple[Network, ...]) -> bool:
    try:
        known = known_address(address)
    except ValueError:
        return False
    return any(known in network for network in trusted)


def known_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """An address, with IPv4 written inside IPv6 taken out; raises ValueError."""
    address = ipaddress.ip_address(text)
    return getattr(address, "ipv4_mapped", None) or address


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What counts as one household: an IPv4 address, the first half of an IPv6 one; what is no address is itself."""
    try:
        known = known_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(ipaddress.ip_network((known, HOUSEHOLD), strict=False))
