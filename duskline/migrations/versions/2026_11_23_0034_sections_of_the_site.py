"""sections of the site

What the company fills in on the pages: it begins with the texts that there were before, all of them samples. Their ids and
times are fixed, so that every database begins with the same rows.

Revision: 0034
Follows: 0033
"""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

SINCE = datetime(2026, 11, 23, tzinfo=UTC)
NAMES = (
    "testimonials", "business_testimonials", "cases", "team", "milestones", "awards", "impact", "goals", "home_questions",
    "support_questions", "financing_questions", "work", "projects",
)  # fmt: skip


def quote(name: str, role: str, words: str, rating: int = 5) -> dict[str, Any]:
    return {"title": name, "note": role, "text": words, "rating": rating}


def study(title: str, place: str, summary: str, picture: str, alt: str, *details: str) -> dict[str, Any]:
    terms = ("Task", "Design", "Control")
    return {
        "title": title, "note": place, "text": summary, "image": f"/img/{picture}-960.jpg", "image_alt": alt,
        "details": [{"term": term, "text": text} for term, text in zip(terms, details, strict=True)],
    }  # fmt: skip


def person(role: str, does: str, picture: str, alt: str) -> dict[str, Any]:
    return {"title": role, "text": does, "image": f"/img/{picture}-720.jpg", "image_alt": alt}


def milestone(year: str, title: str, text: str) -> dict[str, Any]:
    return {"note": year, "title": title, "text": text}


def award(title: str, year: str) -> dict[str, Any]:
    return {"title": title, "text": "Name of the awarding body", "note": year}


def picture(category: str, picture: str, alt: str) -> dict[str, Any]:
    return {"title": category, "image": f"/img/{picture}-960.jpg", "image_alt": alt}


def figure(figure: str, text: str, *, sample: bool = True) -> dict[str, Any]:
    return {"title": figure, "text": text, "sample": sample}


def question(question: str, answer: str, anchor: str | None = None) -> dict[str, Any]:
    return {"title": question, "text": answer, "anchor": anchor}


FIRST: dict[str, list[dict[str, Any]]] = {
    "testimonials": [
        quote("Dana R.", "Homeowner, two-story colonial", "By day I honestly forget it is there. Then the sun goes down and our house is the one people slow down for."),
        quote("Marcus L.", "Homeowner, ranch house", "I used to spend two cold Saturdays a year on a ladder. This December I changed the colors from the couch."),
        quote("Priya S.", "Homeowner, craftsman bungalow", "They measured on Monday, showed us a drawing, and the crew was finished in a day and a half. The corners are perfect."),
        quote("Elena V.", "Owner, corner bakery", "The lights come on when we close and the whole front says who we are. One schedule, and nobody has to think about it.", 4),
    ],
    "business_testimonials": [
        quote("Jordan K.", "General manager, boutique hotel", "Guests photograph the front now. That used to be the part of the building nobody noticed after dark."),
        quote("Sam W.", "Facilities director, town hall", "The crew worked around our opening hours and left us a calendar that runs the whole year by itself."),
    ],
    "cases": [
        study(
            "A Courtyard That Stays Open Later", "Boutique hotel, design study",
            "The courtyard went dark an hour before the bar closed. Light along the colonnade gives every table its own edge of warm white, with nothing mounted at eye level.",
            "hotel-courtyard", "Hotel courtyard at dusk, warm white light on the colonnade around a fountain",
            "Light the seating without glare into the rooms above", "Warm white on the inner cornice, dimmed in two steps after ten",
            "One weekly schedule, one scene for weddings",
        ),
        study(
            "Eleven Storefronts, One Evening Look", "Retail street, design study",
            "Every shop had its own lamps and its own hours. A shared line of light under the parapets ties the block together, and each season gets its own colors.",
            "retail-season", "Shopping street at night in teal and amber with trails of light from passing cars",
            "One look for a block with many owners", "Neutral white every day, teal and amber for the season",
            "On at dusk for the block, dimmed at midnight",
        ),
    ],
    "team": [
        person("Lighting Consultant", "Walks the property with you, measures every run and gives you the price range.", "tool-plan", "Tape measure on a house plan"),
        person("Lighting Designer", "Draws the plan and shows your building lit before anything is ordered.", "tool-tablet", "Tablet with a lighting design beside color chips"),
        person("Lead Installer", "Runs the crew on site and signs off every corner.", "tool-drill", "Drill beside screws and a length of channel"),
        person("Installer", "Cuts, mounts and wires the channel without leaving a mark on the gutter.", "tool-ladder", "Ladder with a stand-off that keeps it clear of the gutter"),
        person("Controls Technician", "Connects the controller, sets up the app and saves your first scenes.", "tool-controller", "Opened lighting controller with a test lead"),
        person("Support Specialist", "Picks up when you call, with the plan of your house on the screen.", "tool-headset", "Headset beside a notebook"),
    ],
    "milestones": [
        milestone("{founded}", "The first roofline", "One ranch house, one reel of lights and a borrowed ladder."),
        milestone("2017", "Matched to the trim", "The channel comes in trim colors, and disappears by day."),
        milestone("2019", "Out of the app", "Schedules and scenes move from a box in the garage to the phone."),
        milestone("2021", "Main Street", "The first storefronts and a town hall ask for the same line of light."),
        milestone("2022", "A second crew", "Design, installation and support become three teams that share one plan."),
        milestone("2024", "More branches", "Local crews, one standard: the same corner, wherever it is cut."),
    ],
    "awards": [
        award("Residential Lighting Design", "2022"), award("Best Outdoor Installation", "2023"),
        award("Customer Service in the Trades", "2024"),
    ],
    "impact": [
        figure("Up to 80%", "less energy than conventional bulbs", sample=False),
        figure("50,000 hours", "rated life of every bulb, so far fewer of them are thrown away", sample=False),
        figure("1,200", "rooflines that no longer need strings hung and taken down each year"),
        figure("35 tons", "of plastic light strings kept out of the trash"),
    ],
    "goals": [
        {"title": "Dim by default: every system leaves us with a late-night scene at reduced brightness."},
        {"title": "Repair before replacement: parts are swapped one by one, not run by run."},
        {"title": "Light where it is needed: aimed down the wall, not into the sky."},
    ],
    "home_questions": [
        question("What does permanent lighting cost?", "A typical home costs {price}. The price depends on the length of roofline you want lit and the height of the building. The consultation and the written quote are free."),
        question("How long does installation take?", "Usually {install time}. We measure and draw first, so the crew arrives with a plan for every corner."),
        question("Will I see the lights during the day?", "Hardly. The lights sit in a slim channel matched to the color of your trim, tucked under the eave. From the street it reads as part of the fascia."),
        question("How much electricity do the lights use?", "LEDs use up to 80% less energy than conventional bulbs, and you decide how bright they are and how long they stay on."),
        question("How do I change colors and scenes?", "In the mobile app. It gives you millions of colors, schedules, custom scenes and effects, and it is compatible with voice control. Your system needs a 2.4GHz WiFi network."),
    ],
    "support_questions": [
        question("How do I get started with the mobile app?", "We send you the link to the app with your system and set it up with you on the day of installation. If you have a new phone or the link is gone, write to us with the address of your installation and we will send it again. Keep the phone on the same 2.4GHz WiFi network as the controller while you connect.", "app"),
        question("Which WiFi network does the controller need?", "A 2.4GHz network. If your router offers 2.4GHz and 5GHz under one name, open its settings and turn on a separate 2.4GHz network name during setup."),
        question("How do I reset the controller?", "Press and hold the reset button for 10 seconds, then let go. The controller restarts and waits to be connected to WiFi. Try this first when the app shows it as offline."),
        question("How do I update the firmware?", "In the app, open the settings of your controller and choose the firmware entry. If an update is waiting, start it there and leave the controller switched on until the app says it is finished.", "firmware"),
        question("How do I set a schedule?", "Open Schedules in the app, pick a scene, then a start, an end and the days it should run. Save it, and the lights follow it on their own."),
        question("How do I save my own scene or effect?", "Set colors and brightness until you like them, then choose Save scene and give it a name. Effects such as a slow fade are saved with it. A saved scene can be used in any schedule."),
        question("Can I control the lights by voice?", "Yes, the system is compatible with voice control. Link it once in the settings of the app; after that a sentence switches the lights."),
        question("A section of lights is dark. What should I do?", "Check in the app that the section is not switched off or dimmed in the running scene, then reset the controller with a 10-second press. If the section stays dark, send us a photo and its approximate location on the roofline."),
        question("How do I clean the lights?", "Rinse them with a garden hose once or twice a year. Do not use cleaning solutions."),
        question("How do I make a warranty claim?", "Contact support by phone, email or portal with your registration information and a description of the issue. Products are covered for {product years} years and labor for {labor years}. Most claims are resolved in 5-7 business days."),
    ],
    "financing_questions": [
        question("How long does the application take?", "About 90 seconds. You can fill it out yourself, or with us when we bring your quote."),
        question("Can I pay the loan off early?", "Yes. There are no prepayment penalties, so paying more or paying sooner costs nothing extra."),
        question("How much should I expect to finance?", "A typical home costs {price}. The calculator works from $5,000 to $50,000, so larger homes and commercial fronts fit as well."),
        question("Is the calculator's figure an offer?", "No, it is an estimate only. It uses standard amortization with the rate you choose; the lender sets the real rate when you apply."),
    ],
    "work": [
        picture("Residential", "pool-house", "Flat-roofed modern home with warm white roofline and two blue accents over the pool, at night"),
        picture("Commercial", "boutique-hotel", "Boutique hotel arcade with warm white light on every bay of the front, at night"),
        picture("Holiday", "colonial-holiday", "Snow-covered brick colonial with a red, white and green roofline, on a December night"),
        picture("Events", "barn-wedding", "Barn dressed for a wedding in champagne-colored light with lanterns, at blue hour"),
        picture("Residential", "craftsman-porch", "Craftsman house with amber light along the porch eaves and posts, at dusk"),
        picture("Commercial", "restaurant-patio", "Restaurant patio with warm candle-white light on the pergola and roofline, at dusk"),
    ],
    "projects": [
        picture("Residential", "pool-house", "Flat-roofed modern home with warm white roofline and two blue accents over the pool, at night"),
        picture("Residential", "craftsman-porch", "Craftsman house with amber light along the porch eaves and posts, at dusk"),
        picture("Residential", "townhouses", "Three townhouses with rooflines in warm, neutral and warm white, at night"),
    ],
}  # fmt: skip
BLANK: dict[str, Any] = {
    "note": None,
    "text": None,
    "rating": None,
    "details": [],
    "image": None,
    "image_alt": None,
    "anchor": None,
    "sample": True,
}


def rows() -> list[dict[str, Any]]:
    in_order = [(section, place, item) for section in NAMES for place, item in enumerate(FIRST[section], 1)]
    return [
        {
            **BLANK, **item, "section": section, "place": place, "shown": True, "version": 1, "created_at": SINCE,
            "updated_at": SINCE, "id": f"01a205b3-d000-7000-8000-0000000001{number:02}",
        }
        for number, (section, place, item) in enumerate(in_order, 1)
    ]  # fmt: skip


def upgrade() -> None:
    allowed = ", ".join(f"'{name}'" for name in NAMES)
    sections = op.create_table(
        "site_sections",
        sa.Column("shows", sa.String(length=40), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("shows IN ('all', 'own', 'none')", name=op.f("ck_site_sections_shows")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_site_sections")),
    )
    items = op.create_table(
        "site_items",
        sa.Column("section", sa.String(length=40), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("image", sa.String(length=300), nullable=True),
        sa.Column("image_alt", sa.String(length=300), nullable=True),
        sa.Column("anchor", sa.String(length=40), nullable=True),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(f"section IN ({allowed})", name=op.f("ck_site_items_section")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_site_items")),
    )
    op.create_index(op.f("ix_site_items_image"), "site_items", ["image"], unique=False)
    op.create_index(
        op.f("ix_site_items_section_site_items_place"), "site_items", ["section", "place"], unique=False
    )
    op.bulk_insert(
        sections, [{"id": name, "shows": "all", "version": 1, "created_at": SINCE} for name in NAMES]
    )
    op.bulk_insert(items, rows())


def downgrade() -> None:
    op.drop_table("site_items")
    op.drop_table("site_sections")
