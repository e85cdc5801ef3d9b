"""The words of each letter. A paragraph stands once, for the plain text and for the HTML; its places are Jinja2's.

A place that nobody fills is a fault, not a gap.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import jinja2

from duskline.company import Company
from duskline.core.mail.letters import Letter, header_words
from duskline.settings import Mailbox


class Words(NamedTuple):
    """What a kind of letter says."""

    subject: str
    paragraphs: tuple[str, ...]


UNASKED = "Was it not you who sent this? Then somebody mistyped an address. Reply and tell us, or do nothing."
CONFIRMATIONS: Mapping[str, Words] = {
    "quote": Words(
        "Your quote request {{ reference }}",
        (
            "{{ greeting }}",
            "Thank you for asking {{ brand }} for a quote. Your request has arrived; its reference number is {{ reference }}.",
            """From what you told us, the lighting would cost between ${{ low }} and ${{ high }}.
            That is a range and not yet a price: for a price we need to see the house.""",
            """{% if served %}What happens next: we get in touch {{ response }} to arrange a visit and measure the roofline.
            {% else %}Your ZIP code lies outside the area we serve today. We get in touch {{ response }} to say whether we
            can come anyway.{% endif %}""",
            "Anything to add or change? Reply to this email{% if phone %}, or call {{ phone }}{% endif %}.",
            UNASKED,
        ),
    ),
    "message": Words(
        "Your message {{ reference }}",
        (
            "{{ greeting }}",
            "Thank you for writing to {{ brand }}. Your message has arrived; its reference number is {{ reference }}.",
            "What happens next: one of us reads it and answers {{ response }}.",
            "Anything to add? Reply to this email{% if phone %}, or call {{ phone }}{% endif %}.",
            UNASKED,
        ),
    ),
}
TRIAL = Words("A test from {{ brand }}", ("Mail from {{ address }} arrives.", "Nobody needs to do anything."))
"""Whether mail leaves and arrives."""
_PLAIN = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)  # noqa: S701 - plain text
_FRAME = jinja2.Environment(
    undefined=jinja2.StrictUndefined, autoescape=True, loader=jinja2.FileSystemLoader(Path(__file__).parent)
)


def written(words: Words, to: Mailbox, company: Company, places: Mapping[str, object]) -> Letter:
    """The letter, in both forms. Replies go to the company; `places` fill what the words leave open."""
    phone = company.phone and company.phone.display
    given = {"brand": company.brand, "response": company.email_response, "phone": phone, **places}
    subject = header_words(_filled(words.subject, given))
    paragraphs = [_filled(paragraph, given) for paragraph in words.paragraphs]
    footer = [line for line in (company.legal_name, company.address, phone, company.hours) if line]
    frame = _FRAME.get_template("frame.html")
    return Letter(
        to=to,
        subject=subject,
        text="\n\n".join([*paragraphs, "-- \n" + "\n".join(footer)]) + "\n",
        html=frame.render(subject=subject, brand=company.brand, paragraphs=paragraphs, footer=footer),
        reply_to=Mailbox(company.email, company.brand) if company.email else None,
    )


def _filled(words: str, places: Mapping[str, object]) -> str:
    return " ".join(_PLAIN.from_string(words).render(places).split())
