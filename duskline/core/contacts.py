"""How people are reached: what passes as an e-mail address, and the link that writes to it.

The browser has the same rule (`npm run types` copies it from the description of the calls) and builds its links the
same way (`web/app/lib/contact.ts`); `tests/vectors/contacts.json` holds both sides to that.
"""

from __future__ import annotations

from urllib.parse import quote

LONGEST_EMAIL = 254
_LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
EMAIL = rf"^[A-Za-z0-9.!#$%&'*+/=^_`{{|}}~-]+@{_LABEL}(?:\.{_LABEL})+$"
"""As browsers check a field for e-mail (the HTML standard), with two differences: the domain has a dot, and "?" is
refused, because that is where the headers of a `mailto:` link begin."""


def mailto(address: str) -> str:
    """The link that writes to an address and does nothing more, whatever stands in it (RFC 6068)."""
    local, at, domain = address.rpartition("@")
    return f"mailto:{quote(local, safe=_PLAIN)}{at}{quote(domain, safe=_PLAIN)}"


_PLAIN = "!'()*"
"""What `encodeURIComponent` leaves as it is, beyond what `quote` does."""
