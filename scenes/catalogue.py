"""Every picture of the site by name: the shot it is made of and the look it wears."""

from .buildings.barn import barn_party, barn_wedding
from .buildings.channel import macro, macro_in_ice, mounting
from .buildings.civic import civic_hall, theatre
from .buildings.colonial import colonial, colonial_in_snow
from .buildings.contemporary import pool_house
from .buildings.craftsman import craftsman, craftsman_in_snow
from .buildings.farmhouse import farmhouse
from .buildings.glass_office import office, plaza
from .buildings.hotel import courtyard, hotel
from .buildings.neighborhood import cul_de_sac, street
from .buildings.ranch import back_garden, ranch, ranch_with_pumpkins
from .buildings.restaurant import patio
from .buildings.retail import main_street, main_street_b, main_street_with_trails
from .buildings.studio import TOOLS, clay_model, controller_open, parts, phone_on_rail, tool, workshop
from .buildings.townhouses import townhouses
from .camera import View
from .live import NIGHT_SKY
from .post import AMBER, BLUE, GREEN, MAGENTA, OFF, RED, TEAL, VIOLET, WARM, WHITE, Look
from .scene import Picture, Shot

SOFT, COOL = (1, 0.66, 0.36), (1, 0.86, 0.70)
HERO = View((-7.6, -25.8, 1.62), turn=-13.0, lens=32, shift=0.085)
COLONIAL = View((0.0, -24.0, 1.65), turn=0, lens=40, shift=0.125)
W, C, P = (1280, 720), (960, 720), (720, 1080)

RETAIL = View((0.4, -19.4, 1.65), lens=28, shift=0.13)
MACRO = View((-2.6, -2.9, 1.75), turn=-34, lens=48, pitch=16)
MODEL = View((-19.0, -27.0, 19.0), turn=-33, lens=46, pitch=-27)
TOOL_VIEW = View((-0.28, -0.80, 0.52), turn=-19, lens=56, pitch=-27, focus=1.0, fstop=4.0)
TOOL_VIEWS = {"ladder": View((-0.9, -1.6, 1.0), turn=-30, lens=50, pitch=-11), "headset": View((-0.28, -0.62, 0.30), turn=-21, lens=60, pitch=-14, focus=0.72, fstop=4.0)}
BENCH = Look(((1, 0.62, 0.30), WARM[0], WARM[0]), 1.0, stops=1.4, home=(1, 1, 1), glare=0.25)
DAWN = Look(gain=2.0, stops=0.4, home=(1, 1, 1), glare=0.15)
DAY = Look(OFF, stops=0.35, white=(1.05, 1, 0.95), glare=0.12)

SHOTS = {
    "farmhouse-dusk": Shot(farmhouse, HERO, "dusk", (1600, 900), lit=0.7, samples=24),
    "farmhouse-portrait": Shot(farmhouse, View((-6.5, -27.5, 1.62), turn=-14.5, lens=31.5, shift=-0.02), "dusk", P, lit=0.7, wet=0.55),
    "farmhouse-day": Shot(farmhouse, HERO, "day", W, lit=0.7, samples=8),
    "farmhouse-front-day": Shot(farmhouse, View((-1.5, -23.0, 1.62), turn=-11, lens=33, shift=0.085), "day", W, lit=0.7, samples=6),
    "colonial-day": Shot(colonial, COLONIAL, "day", W),
    "colonial-night": Shot(colonial, COLONIAL, "night", W),
    "colonial-snow": Shot(colonial_in_snow, View((-3.2, -19.0, 1.6), turn=-8, lens=36, shift=0.13), "night", C, snow=True),
    "craftsman-dusk": Shot(craftsman, View((-6.5, -19.0, 1.62), turn=-10.5, lens=30, shift=0.08), "dusk", (1600, 900), lit=0.8, samples=24),
    "craftsman-day": Shot(craftsman, View((-3.5, -20.0, 1.62), turn=-13, lens=33, shift=0.06), "day", (1120, 630), lit=0.8, samples=4),
    "craftsman-portrait": Shot(craftsman, View((0.8, -20.0, 1.6), turn=-1.5, lens=31, shift=-0.02), "dusk", P, lit=0.8),
    "craftsman-porch": Shot(craftsman, View((-8.2, -11.5, 1.6), turn=-33, lens=36, shift=0.08), "late", C, lit=0.8),
    "craftsman-snow": Shot(craftsman_in_snow, View((-1.5, -17.5, 1.6), turn=-6, lens=31, shift=0.07), "night", C, snow=True, lit=0.8),
    "ranch-dusk": Shot(ranch, View((-5.0, -18.5, 1.6), turn=-17, lens=31, shift=0.10), "dusk", C, lit=0.7),
    "ranch-day": Shot(ranch, View((-3.0, -22.0, 1.6), turn=-11, lens=30, shift=0.035), "day", (960, 540), lit=0.7, samples=4),
    "ranch-halloween": Shot(ranch_with_pumpkins, View((-3.2, -12.5, 1.4), turn=-11, lens=29, shift=0.10), "night", C, lit=0.35),
    "back-garden": Shot(back_garden, View((-3.0, -9.6, 1.65), turn=-14, lens=26, shift=0.06), "late", C, lit=0.8),
    "barn-party": Shot(barn_party, View((-5.5, -17.5, 1.25), turn=-12, lens=26, shift=0.10), "late", C),
    "barn-wedding": Shot(barn_wedding, View((0.0, -16.5, 1.5), lens=31, shift=0.12), "dusk", C),
    "pool-house": Shot(pool_house, View((-4.6, -13.6, 1.5), turn=-14, lens=23, shift=0.03), "night", C),
    "townhouses": Shot(townhouses, View((-0.4, -17.5, 1.7), lens=30, shift=0.17), "night", C, lit=0.4),
    "retail-street": Shot(main_street, View((-9.5, -14.9, 1.5), turn=-22, lens=24, shift=0.10), "night", C, wet=0.9),
    "retail-day": Shot(main_street_b, RETAIL, "overcast", W),
    "retail-night": Shot(main_street_b, RETAIL, "night", W),
    "retail-season": Shot(main_street_with_trails, View((-16.0, -13.8, 2.0), turn=-42, lens=24, shift=0.09), "night", W, wet=0.9),
    "hotel": Shot(hotel, View((-9.0, -17.5, 1.6), turn=-19, lens=24, shift=0.20), "night", C, wet=0.6),
    "hotel-day": Shot(hotel, View((-7.5, -27.0, 1.6), turn=-14.5, lens=26, shift=0.19), "overcast", (960, 540), samples=4),
    "hotel-courtyard": Shot(courtyard, View((0.0, -14.5, 1.7), lens=24, shift=0.12), "dusk", W, lit=0.5),
    "theatre": Shot(theatre, View((-6.5, -15.6, 1.5), turn=-18, lens=24, shift=0.18), "night", C, wet=0.9),
    "civic-hall": Shot(civic_hall, View((0.0, -34.0, 1.65), lens=36, shift=0.265), "night", C, wet=0.6),
    "glass-office": Shot(office, View((-19.5, -17.5, 1.6), turn=-38, lens=24, shift=0.22), "night", C, wet=0.7, lit=0.45),
    "plaza": Shot(plaza, View((-9.0, -27.0, 1.6), turn=-18, lens=24, shift=0.15), "night", (1600, 900), wet=0.95, samples=24),
    "plaza-portrait": Shot(plaza, View((1.5, -26.0, 1.6), turn=-9, lens=27, shift=0.03), "night", P, wet=0.95),
    "patio": Shot(patio, View((-4.6, -10.4, 1.3), turn=-22, lens=25, shift=0.05), "dusk", C, lit=0.9),
    "street": Shot(street, View((-14.0, -44.0, 14.0), turn=-12, lens=33, pitch=-9, shift=0.0), "dusk", (1344, 576), lit=0.5),
    "cul-de-sac": Shot(cul_de_sac, View((-2.5, -36.0, 2.2), turn=-4, lens=24, shift=0.09), "dusk", W, lit=0.6),
    "porch-phone": Shot(phone_on_rail, View((0.10, -15.93, 1.19), turn=2, lens=52, shift=0.07, focus=0.69, fstop=2.8), "night", C, lit=0.6),
    "channel-day": Shot(macro, MACRO, "day", C),
    "channel-night": Shot(macro, MACRO, "night", C, lit=0.9),
    "channel-storm": Shot(macro_in_ice, View((-1.5, -2.0, 2.55), turn=-24, lens=62, pitch=8, focus=1.75, fstop=5.6), "storm", C, lit=0.9),
    "install-eave": Shot(mounting, View((-2.9, -3.3, 1.55), turn=-38, lens=30, pitch=13), "morning", W),
    "controller": Shot(controller_open, View((0.26, -0.72, 0.50), turn=17, lens=46, pitch=-31, focus=0.88, fstop=6.3), "bench", W),
    "parts-on-slate": Shot(parts, View((0.0, -1.15, 0.98), lens=44, pitch=-42, shift=0.0), "bench", W),
    "workshop": Shot(workshop, View((-0.35, -2.5, 1.6), turn=-3, lens=32, pitch=-6), "morning", W, sky={"sun_turn": 150}),
    "plan-clay": Shot(clay_model, MODEL, "studio", C, leds=False),
    "plan-lit": Shot(clay_model, MODEL, "bench", C),
    **{f"tool-{name}": Shot(tool(make), TOOL_VIEWS.get(name, TOOL_VIEW), "bench", (720, 720)) for name, make in TOOLS.items()},
}

PICTURES = {
    "home-hero": Picture("farmhouse-dusk", Look(gain=1.5, shade_left=0.85), "wide", hero=True, width=1920),
    "home-hero-portrait": Picture("farmhouse-portrait", Look(gain=1.5), "portrait", hero=True),
    "dark-house": Picture("farmhouse-dusk", Look(leds=OFF, home=(0, 0, 0), sky=(0.16, 0.185, 0.235)), "wide", hero=True, width=1920),
    "farmhouse-day": Picture("farmhouse-front-day", DAY, "wide"),
    "colonial-day": Picture("colonial-day", DAY, "wide"),
    "colonial-night": Picture("colonial-night", Look(gain=2.0, stops=1.8), "wide"),
    "colonial-holiday": Picture("colonial-snow", Look((RED, WHITE, GREEN), 2.0, sky=(0.55, 0.58, 0.7), flakes=380)),
    "residential-hero": Picture("craftsman-dusk", Look(gain=1.5, stops=1.7, shade_left=0.85), "wide", hero=True, width=1920),
    "residential-hero-portrait": Picture("craftsman-portrait", Look(gain=1.4), "portrait", hero=True),
    "craftsman-day": Picture("craftsman-day", DAY, "wide"),
    "craftsman-porch": Picture("craftsman-porch", Look(((1, 0.30, 0.04),) * 3, 1.6)),
    "craftsman-holiday": Picture("craftsman-snow", Look((RED, GREEN, (1, 0.66, 0.34)), 1.9, sky=(0.5, 0.53, 0.66), flakes=420)),
    "ranch-day": Picture("ranch-day", DAY, "wide"),
    "ranch-dusk": Picture("ranch-dusk", Look(gain=1.3)),
    "ranch-halloween": Picture("ranch-halloween", Look(((1, 0.28, 0.03), VIOLET, (1, 0.28, 0.03)), 1.8, stops=1.7, mist=0.8)),
    "garden-party": Picture("back-garden", Look(((1, 0.22, 0.42), (0.22, 0.5, 1), (1, 0.55, 0.14)), 1.15)),
    "live-house": Picture("farmhouse-dusk", Look(gain=1.5, sky=NIGHT_SKY), "wide", width=1280),  # what stands before the layers of `live.py`
    "farmhouse-july": Picture("farmhouse-dusk", Look((RED, WHITE, BLUE), 2.0, sky=(0.5, 0.52, 0.66)), crop=(0.25, 0.0, 1.0, 1.0)),
    "barn-party": Picture("barn-party", Look((MAGENTA, AMBER, MAGENTA), 1.7)),
    "barn-wedding": Picture("barn-wedding", Look(((1, 0.50, 0.17),) * 3, 1.2)),
    "pool-house": Picture("pool-house", Look((SOFT, SOFT, BLUE), 1.9, home=(0.5, 0.43, 0.34), stops=1.8)),
    "townhouses": Picture("townhouses", Look((WARM[0], (1, 0.84, 0.66), WARM[0]), 1.9, stops=1.9)),
    "retail-street": Picture("retail-street", Look((COOL, COOL, TEAL), 1.5, stops=1.6)),
    "retail-day": Picture("retail-day", Look(OFF, stops=0.35, glare=0.12), "wide"),
    "retail-night": Picture("retail-night", Look((COOL, COOL, COOL), 1.5, stops=1.7), "wide"),
    "retail-season": Picture("retail-season", Look((TEAL, AMBER, AMBER), 1.8, stops=1.6), "wide"),
    "boutique-hotel": Picture("hotel", Look((SOFT, SOFT, SOFT), 1.6, stops=1.7)),
    "hotel-day": Picture("hotel-day", Look(OFF, stops=0.35, glare=0.12), "wide"),
    "hotel-courtyard": Picture("hotel-courtyard", Look((WARM[0], SOFT, SOFT), 1.2), "wide"),
    "theatre-marquee": Picture("theatre", Look(((1, 0.56, 0.14), (1, 0.44, 0.08), (1, 0.64, 0.22)), 1.3, stops=1.6)),
    "civic-hall": Picture("civic-hall", Look((WHITE, WHITE, VIOLET), 1.7, stops=1.8)),
    "glass-office": Picture("glass-office", Look((BLUE, BLUE, (0.12, 0.42, 1)), 2.4, stops=1.7)),
    "commercial-hero": Picture("plaza", Look((SOFT, SOFT, TEAL), 1.6, stops=1.6, shade_left=0.97), "wide", hero=True, width=1920),
    "commercial-hero-portrait": Picture("plaza-portrait", Look((SOFT, SOFT, TEAL), 1.6, stops=1.6), "portrait", hero=True),
    "restaurant-patio": Picture("patio", Look(((1, 0.50, 0.17),) * 3, 1.3)),
    "street-blue-hour": Picture("street", Look(gain=1.7), "wide"),
    "cul-de-sac": Picture("cul-de-sac", Look(gain=1.6), "wide"),
    "porch-phone": Picture("porch-phone", Look((VIOLET, TEAL, (0.26, 0.3, 1)), 2.2, stops=1.7)),
    "channel-day": Picture("channel-day", DAY),
    "channel-night": Picture("channel-night", Look(gain=1.2, stops=1.3)),
    "channel-storm": Picture("channel-storm", Look(gain=1.0, stops=1.3, rain=900)),
    "install-eave-wide": Picture("install-eave", DAWN, "wide"),
    "install-eave": Picture("install-eave", DAWN, crop=(0.2, 0, 0.95, 1)),
    "controller-wide": Picture("controller", BENCH, "wide"),
    "controller": Picture("controller", BENCH, crop=(0.125, 0, 0.875, 1)),
    "parts-on-slate": Picture("parts-on-slate", BENCH, "wide"),
    "workshop": Picture("workshop", Look((WARM[0], TEAL, VIOLET), 1.0, stops=0.9, home=(1, 1, 1), glare=0.2), "wide"),
    "plan-clay": Picture("plan-clay", Look(OFF, stops=0.2, home=(1, 1, 1), glare=0.05)),
    "plan-lit": Picture("plan-lit", Look(((1, 0.2, 0.45), (0.15, 0.45, 1), (1, 0.55, 0.1)), 3.0, sky=(0.4, 0.42, 0.5), stops=1.6, home=(0.3, 0.3, 0.3))),
    **{f"tool-{name}": Picture(f"tool-{name}", BENCH, "square") for name in TOOLS},
    "tool-controller": Picture("controller", BENCH, "square", crop=(0.13, 0.0, 0.6925, 1.0)),
}
