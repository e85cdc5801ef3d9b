"""Every picture of the site by name: the shot it is made of and the look it wears."""

from .buildings.colonial import colonial, colonial_in_snow
from .buildings.craftsman import craftsman, craftsman_in_snow
from .buildings.farmhouse import farmhouse
from .buildings.ranch import back_garden, ranch, ranch_with_pumpkins
from .camera import View
from .post import AMBER, BLUE, GREEN, MAGENTA, NEUTRAL, OFF, RED, TEAL, VIOLET, WARM, WHITE, Look
from .scene import Picture, Shot

HERO = View((-7.6, -25.8, 1.62), turn=-13.0, lens=32, shift=0.085)
COLONIAL = View((0.0, -24.0, 1.65), turn=0, lens=33, shift=0.105)
W, C, P = (1280, 720), (960, 720), (720, 1080)

DAY = Look(OFF, stops=0.35, white=(1.05, 1, 0.95), glare=0.12)

SHOTS = {
    "farmhouse-dusk": Shot(farmhouse, HERO, "dusk", (1600, 900), lit=0.7, samples=32),
    "farmhouse-portrait": Shot(farmhouse, View((-6.5, -27.5, 1.62), turn=-14.5, lens=31.5, shift=-0.02), "dusk", P, lit=0.7, wet=0.55),
    "farmhouse-day": Shot(farmhouse, HERO, "day", W, lit=0.7),
    "colonial-day": Shot(colonial, COLONIAL, "day", W),
    "colonial-night": Shot(colonial, COLONIAL, "night", W),
    "colonial-snow": Shot(colonial_in_snow, View((-3.5, -20.5, 1.6), turn=-9, lens=31, shift=0.11), "night", C, snow=True),
    "craftsman-dusk": Shot(craftsman, View((-5.2, -18.5, 1.62), turn=-13.5, lens=30, shift=0.08), "dusk", (1600, 900), lit=0.8),
    "craftsman-portrait": Shot(craftsman, View((0.8, -20.0, 1.6), turn=0.5, lens=34, shift=-0.02), "dusk", P, lit=0.8),
    "craftsman-porch": Shot(craftsman, View((-8.2, -11.5, 1.6), turn=-33, lens=36, shift=0.08), "late", C, lit=0.8),
    "craftsman-snow": Shot(craftsman_in_snow, View((-1.5, -17.5, 1.6), turn=-6, lens=31, shift=0.07), "night", C, snow=True, lit=0.8),
    "ranch-dusk": Shot(ranch, View((-10.0, -19.0, 1.6), turn=-24, lens=27, shift=0.03), "dusk", C, lit=0.7),
    "ranch-halloween": Shot(ranch_with_pumpkins, View((-4.5, -13.0, 1.5), turn=-14, lens=26, shift=0.02), "night", C, lit=0.35),
    "back-garden": Shot(back_garden, View((-3.8, -11.5, 1.65), turn=-13, lens=25, shift=0.0), "late", C, lit=0.8),
}

PICTURES = {
    "home-hero": Picture("farmhouse-dusk", Look(gain=1.5, shade_left=0.5), "wide", hero=True, width=1920),
    "home-hero-portrait": Picture("farmhouse-portrait", Look(gain=1.5), "portrait", hero=True),
    "dark-house": Picture("farmhouse-dusk", Look(leds=OFF, home=(0, 0, 0), sky=(0.10, 0.15, 0.26)), "wide", hero=True, width=1920),
    "colonial-day": Picture("colonial-day", DAY, "wide"),
    "colonial-night": Picture("colonial-night", Look(gain=1.3), "wide"),
    "colonial-holiday": Picture("colonial-snow", Look((RED, WHITE, GREEN), 1.9, flakes=380)),
    "residential-hero": Picture("craftsman-dusk", Look(gain=1.4, shade_left=0.5), "wide", hero=True, width=1920),
    "residential-hero-portrait": Picture("craftsman-portrait", Look(gain=1.4), "portrait", hero=True),
    "craftsman-porch": Picture("craftsman-porch", Look((AMBER,) * 3, 1.3)),
    "craftsman-holiday": Picture("craftsman-snow", Look((RED, GREEN, (1, 0.66, 0.34)), 1.9, flakes=420)),
    "ranch-dusk": Picture("ranch-dusk", Look(gain=1.3)),
    "ranch-halloween": Picture("ranch-halloween", Look(((1, 0.28, 0.03), VIOLET, (1, 0.28, 0.03)), 1.8)),
    "garden-party": Picture("back-garden", Look(((1, 0.45, 0.62), (0.45, 0.72, 1), (1, 0.72, 0.32)), 1.5)),
}
