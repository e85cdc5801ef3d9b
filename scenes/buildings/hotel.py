"""B8: boutique hotel. An arcade of stone piers, three floors of windows in a grid, a cornice; the light runs in every bay."""

import math

from .. import rig, site
from ..opening import Door, Storefront, Window
from ..roof import cornice
from ..wall import FLAT, wall

BAYS = 7
BAY = 3.4
HALF = BAYS * BAY / 2
FLOORS = (5.0, 8.4, 11.8)


def house(s, bays=BAYS):
    half = bays * BAY / 2
    openings = []
    for i in range(bays):
        x = -half + (i + 0.5) * BAY
        for z in FLOORS:
            openings.append(Window(x - 0.75, x + 0.75, z + 0.35, z + 2.55, units=2, rows=2, frame="black", casing=None, deep=0.14, level=0.75))
    wall(s, -half, half, 4.4, 15.0, openings=openings, cladding=FLAT, material="ashlar")
    for o in openings:
        s.box("stonework", o.x0 - 0.16, o.x1 + 0.16, -0.08, 0, o.z1, o.z1 + 0.28, bevel=0.01)
        s.box("stonework", o.x0 - 0.2, o.x1 + 0.2, -0.14, 0.05, o.z0 - 0.16, o.z0, bevel=0.01)
        balcony(s, o)
    for z in (4.4, 7.95, 11.35):
        s.box("stonework", -half, half, -0.12, 0, z, z + 0.22, bevel=0.012)
        lit_course(s, -half, half, z, "C" if z == 4.4 else None)
    for i in range(bays + 1):
        x = -half + i * BAY
        s.box("stonework", x - 0.22, x + 0.22, -0.09, 0, 4.6, 14.6, bevel=0.012)
    cornice(s, -half, half, 14.6, 0.9, 0.6, "stonework")
    s.box("ashlar", -half, half, 0.1, 0.5, 15.0, 15.9)
    s.box("membrane", -half, half, 0.4, 14, 14.8, 14.9)
    for x in (-half, half):
        s.box("ashlar", x - 0.05, x + 0.05, 0.0, 14, 0, 15.0)
    arcade(s, bays, half)


def lit_course(s, a, b, z, group):
    s.box("stonework", a, b, -0.135, -0.107, z - 0.03, z)
    rig.run(s, (a + 0.1, -0.12, z - 0.042), (b - 0.1, -0.12, z - 0.042), 0.0, group=group, wall_span=(a, b))


def balcony(s, o):
    y = -0.32
    s.bar("black", (o.x0 - 0.1, y, o.z0 + 0.85), (o.x1 + 0.1, y, o.z0 + 0.85), 0.03, 0.04)
    s.bar("black", (o.x0 - 0.1, y, o.z0 - 0.02), (o.x1 + 0.1, y, o.z0 - 0.02), 0.03, 0.03)
    x = o.x0 - 0.1
    while x <= o.x1 + 0.11:
        s.box("black", x - 0.008, x + 0.008, y - 0.008, y + 0.008, o.z0, o.z0 + 0.85)
        x += 0.11
    for x in (o.x0 - 0.1, o.x1 + 0.1):
        s.bar("black", (x, y, o.z0 + 0.85), (x, 0, o.z0 + 0.85), 0.03, 0.04)


def arcade(s, bays, half):
    """Piers stand 2.6 m before the glass; pendants hang between."""
    deep = 2.6
    s.sheet("soffit", (-half, -0.0, 4.38), (half, -0.0, 4.38), (half, deep, 4.38), (-half, deep, 4.38))
    with s.at(0, deep):
        openings = []
        for i in range(bays):
            x = -half + (i + 0.5) * BAY
            if i == bays // 2:
                openings.append(Door(x - 1.0, x + 1.0, 0.05, 3.3, leaf="doorwood", sidelight=True, transom=True, casing=None))
            else:
                openings.append(Storefront(x - 1.3, x + 1.3, 0.05, 3.7, panes=2, door=False, level=1.0))
        wall(s, -half, half, 0, 4.4, openings=openings, cladding=FLAT, material="ashlar")
    for i in range(bays + 1):
        x = -half + i * BAY
        s.box("ashlar", x - 0.36, x + 0.36, 0, 0.7, 0.0, 4.4)
        s.box("stonework", x - 0.44, x + 0.44, -0.08, 0.78, 0, 0.7, bevel=0.015)
        s.box("stonework", x - 0.44, x + 0.44, -0.08, 0.78, 3.35, 3.55, bevel=0.015)
    for i in range(bays):
        x = -half + (i + 0.5) * BAY
        arch(s, x, BAY / 2 - 0.36)
        site.pendant(s, x, deep / 2, 3.0, 11)
        rig.run(s, (x - 1.2, 0.02, 4.32), (x + 1.2, 0.02, 4.32), None, group="C")


def arch(s, x, radius):
    """The spandrel over a round arch springing at 3.0 m, as small wedges."""
    n, low = 10, 2.95
    for k in range(n):
        a0, a1 = math.pi * k / n, math.pi * (k + 1) / n
        p = [(x + radius * math.cos(a), low + (1.32) * math.sin(a)) for a in (a0, a1)]
        for y in (0.0, 0.6):
            s.sheet("ashlar", (p[0][0], y, p[0][1]), (p[1][0], y, p[1][1]), (p[1][0], y, 4.42), (p[0][0], y, 4.42))
        s.sheet("stonework", (p[0][0], 0.0, p[0][1]), (p[1][0], 0.0, p[1][1]), (p[1][0], 0.6, p[1][1]), (p[0][0], 0.6, p[0][1]))


def plaza(s):
    site.ground(s, front=-60, material="paving")
    for x in (-8.5, -3.4, 3.4, 8.5):
        planter(s, x, -3.2)
    for x in (-14.5, 14.5):
        s.put("elm1", x, -6, 1.15)
        planter(s, x, -6)
    for x in (-5.1, 5.1):
        site.street_lamp(s, x, -7.5, 3.4, 30)
    for i in range(6):
        bollard(s, -12.5 + i * 5.0, -10.5)
    site.backdrop(s, near=24)
    for x in (-26, 26):
        city_block(s, x, 3, 20, 12, s.rng.uniform(10, 15))
    city_block(s, 0, 34, 44, 10, 19)


def planter(s, x, y):
    s.box("charcoal", x - 0.6, x + 0.6, y - 0.6, y + 0.6, 0, 0.6, bevel=0.02)
    s.put(f"bloom{s.rng.randrange(2)}", x, y, 0.9, 0.5)
    s.put("cone0", x, y, 0.7, 0.5)


def bollard(s, x, y):
    s.cylinder("black", x, y, 0, 0.85, 0.07, 12)
    s.cylinder("lamp", x, y, 0.74, 0.8, 0.072, 12)
    s.lamp("point", x, y, 0.78, 1.6)


def city_block(s, x, y, w, d, h):
    """A plain office block far off; windows in a grid, some lit."""
    s.box("nwall", x - w / 2, x + w / 2, y, y + d, 0, h)
    n, m = int(w / 1.8), int(h / 3)
    for i in range(n):
        for j in range(m):
            cx, z = x - w / 2 + (i + 0.5) * w / n, 0.8 + j * 3
            s.sheet(s.rng.choice(("far-lit", "far-dim", "black", "black", "black")), (cx - 0.6, y - 0.03, z), (cx + 0.6, y - 0.03, z), (cx + 0.6, y - 0.03, z + 1.7), (cx - 0.6, y - 0.03, z + 1.7))


def hotel(s):
    s.letters = "AB"
    house(s)
    plaza(s)


def courtyard(s):
    s.letters = "AB"
    """Three wings around a court with a long basin, olive trees and loungers."""
    with s.at(0, 9):
        house(s, 5)
    with s.at(-9.5, 0, 0, 90):
        house(s, 5)
    with s.at(9.5, 0, 0, -90):
        house(s, 5)
    site.ground(s, front=-60, material="paving")
    s.sheet("water", (-1.7, -9, 0.02), (1.7, -9, 0.02), (1.7, 5.0, 0.02), (-1.7, 5.0, 0.02))
    for a, b in ((-2.1, -1.7), (1.7, 2.1)):
        s.box("stonework", a, b, -9.4, 5.4, 0, 0.35, bevel=0.02)
    s.box("stonework", -2.1, 2.1, 5.0, 5.4, 0, 0.35, bevel=0.02)
    for y in (-6, -2, 2):
        for x in (-4.3, 4.3):
            planter(s, x, y)
            s.put("elm0", x, y, 0.55, 0.4)
            site.uplight(s, x + 0.4, y - 0.7, (-0.1, 0.15, 1), 26)
        bollard(s, -2.6, y + 2)
        bollard(s, 2.6, y + 2)
    for y in (-7, -3.5, 0, 3.5):
        rig.strand(s, (-9.3, y, 5.2), (9.3, y + 0.6, 5.2), 0.6, 0.5)
