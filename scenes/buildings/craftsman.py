"""B2: craftsman bungalow. Low gables with brackets, shake cladding in sage, tapered columns on stone piers, a deep porch."""

import math

from .. import site
from ..mesh import PRISM_FACES
from ..opening import Door, Vent, Window
from ..roof import eaves, gable, slab
from ..wall import LAP, SHAKE, wall


def house(s):
    body(s)
    porch(s)
    gable_wing(s)


def body(s):
    """The main block, ridge along x, with a shed dormer."""
    windows = [Window(4.6, 6.6, 0.95, 2.5, units=2, rows=3, cols=2, frame="trim", lit=True), Window(-4.9, -3.3, 0.95, 2.5, units=2, rows=3, frame="trim", lit=True)]
    wall(s, -5.6, 7.4, 0.35, 3.1, openings=windows + [Door(0.1, 1.5, 0.45, 2.65, leaf="doorwood", sidelight=True), Window(-2.4, -0.8, 0.95, 2.5, units=2, rows=3, frame="trim", lit=True), Window(2.1, 3.3, 0.95, 2.5, rows=3, frame="trim", lit=True)], cladding=LAP, material="sage")
    for x, yaw, a, b in ((-5.6, -90, -8.0, 0), (7.4, 90, 0, 8.0)):
        with s.at(x, 0, 0, yaw):
            wall(s, a, b, 0.35, 3.1, 2.5, cladding=LAP, material="sage", openings=[Window((a + b) / 2 - 0.7, (a + b) / 2 + 0.7, 1.0, 2.4, frame="trim")])
    slope = 2.5 / 4.0
    low = 3.1 - 0.6 * slope
    for y in (-0.6, 8.6):
        slab(s, (-6.3, y, low), (8.1, y, low), (8.1, 4.0, 5.6), (-6.3, 4.0, 5.6), "shinglebrown")
    for x in (-6.32, 8.12):
        for y in (-0.6, 8.6):
            s.bar("trim", (x, y, low + 0.04), (x, 4.0, 5.64), 0.04, 0.22)
    s.bar("black", (-6.3, 4.0, 5.78), (8.1, 4.0, 5.78), 0.22, 0.03)
    eaves(s, 4.2, 8.05, low + 0.02, 0.6, extend=0.0)
    s.box("stone", -5.66, 7.46, -0.07, 0.0, 0, 0.5)
    dormer(s)


def dormer(s):
    """Three small windows under a shed roof in the middle of the main slope."""
    with s.at(0, 1.1):
        wall(s, 3.4, 6.6, 3.55, 4.75, openings=[Window(3.7 + i * 0.95, 4.4 + i * 0.95, 3.95, 4.6, frame="trim", lit=True, level=0.6) for i in range(3)], cladding=SHAKE, material="sage")
        slab(s, (3.05, -0.45, 4.72), (6.95, -0.45, 4.72), (6.95, 2.4, 5.45), (3.05, 2.4, 5.45), "shinglebrown")
        eaves(s, 3.1, 6.9, 4.72, 0.45, extend=0.0)
    for x in (3.4, 6.6):
        s.sheet("sage", (x, 1.1, 3.3), (x, 3.6, 4.6), (x, 3.6, 5.2), (x, 1.1, 4.8))


def gable_wing(s):
    """The front gable over the porch: shakes, king post, brackets."""
    with s.at(0, -2.3):
        wall(s, -5.2, 3.6, 3.05, 3.15, 2.35, [Vent(-1.25, -0.35, 3.95, 4.75)], SHAKE, "sage")
        gable(s, -5.2, 3.6, 0, 6.4, 3.1, 2.4, rake=0.55, eave=0.55, material="shinglebrown")
        for x, z in ((-5.0, 3.0), (-2.9, 4.15), (1.3, 4.15), (3.4, 3.0)):
            s.bar("trim", (x, 0.0, z - 0.45), (x, -0.5, z), 0.09, 0.11)
            s.box("trim", x - 0.05, x + 0.05, -0.55, 0, z - 0.02, z + 0.1)
            s.box("trim", x - 0.05, x + 0.05, -0.1, 0, z - 0.6, z + 0.05)


def porch(s):
    s.box("concrete", -5.2, 3.6, -2.7, 0, 0, 0.42, bevel=0.01)
    s.box("stone", -5.2, 3.6, -2.74, -2.7, 0, 0.36)
    for i in range(3):
        s.box("concrete", -0.05, 1.65, -2.7 - 0.34 * (3 - i), -2.6, 0, 0.12 * (i + 1), bevel=0.01)
    s.sheet("cedar", (-5.2, -2.7, 2.9), (3.6, -2.7, 2.9), (3.6, 0, 2.9), (-5.2, 0, 2.9))
    s.box("trim", -5.2, 3.6, -2.45, -2.15, 2.72, 3.12, bevel=0.01)
    for x in (-4.9, -1.0, 2.2 + 1.1):
        column(s, x, -2.3)
    column(s, 2.35, -2.3, slim=True)
    rail(s, -4.6, -1.3, -2.4)
    site.lantern(s, -0.2, 1.95, 1.0, 3.0)
    site.lantern(s, 1.8, 1.95, 1.0, 3.0)
    site.pendant(s, 0.8, -1.3, 2.35, 6.0)
    site.pendant(s, -3.0, -1.3, 2.35, 5.0)
    chair(s, -3.9, -1.1)
    chair(s, -2.5, -1.1)
    site.pot(s, -0.55, -1.9, 0.42, 0.9, "bloom0", 0.5)


def column(s, x, y, slim=False):
    w = 0.26 if slim else 0.34
    s.box("stone", x - w, x + w, y - w, y + w, 0, 1.25)
    s.box("concrete", x - w - 0.05, x + w + 0.05, y - w - 0.05, y + w + 0.05, 1.25, 1.33, bevel=0.01)
    low, high = w * 0.72, w * 0.5
    verts = [(x + i * q, y + j * q, z) for z, q in ((1.33, low), (2.62, high)) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    s.add("trim", verts, PRISM_FACES, bevel=0.008)
    s.box("trim", x - w * 0.72, x + w * 0.72, y - w * 0.72, y + w * 0.72, 2.62, 2.72, bevel=0.01)


def rail(s, x0, x1, y, base=0.42):
    s.box("trim", x0, x1, y - 0.05, y + 0.05, base + 0.86, base + 0.93, bevel=0.008)
    s.box("trim", x0, x1, y - 0.04, y + 0.04, base + 0.08, base + 0.14)
    x = x0 + 0.06
    while x < x1:
        s.box("trim", x - 0.018, x + 0.018, y - 0.018, y + 0.018, base + 0.1, base + 0.88)
        x += 0.12


def chair(s, x, y, base=0.42, turn=0):
    with s.at(x, y, base, turn):
        for i in range(6):
            s.box("oldwood", -0.27 + i * 0.092, -0.19 + i * 0.092, 0.28, 0.31, 0.36, 1.0)
        s.box("oldwood", -0.3, 0.3, -0.25, 0.3, 0.36, 0.40)
        for a in (-0.32, 0.27):
            s.box("oldwood", a, a + 0.06, -0.3, 0.32, 0.58, 0.62)
            for b in (-0.26, 0.26):
                s.box("oldwood", a, a + 0.05, b, b + 0.05, 0, 0.6)


def garden(s):
    site.slabs(s, site.straight(0.0, 1.6, -3.75, -15.9), 9)
    site.slabs(s, site.straight(9.2, 12.6, 3.0, -15.9, 0.3), 8, 1)
    beds = [(-6.6, -0.3, -3.9, -2.75), (1.9, 4.4, -3.9, -2.75), (3.7, 8.3, -1.6, -0.1), (-7.2, -5.7, -2.8, 6)]
    for bed in beds:
        site.bed(s, *bed)
    bare = [(a, b, c - 0.12, d) for a, b, c, d in beds] + [(0, 1.6, -16, -3), (8.9, 12.9, -16.5, 3), (-6.2, 8.3, -2.75, 9)]
    site.lawn(s, -18, 18, -15.94, 3, bare)
    for x in (-5.9, -5.0, -4.1, -3.2, -2.3, -1.4, -0.75):
        s.put(f"shrub{s.rng.randrange(3)}", x, -3.15, 0.8)
    for x in (-5.5, -4.5, -3.6, -2.7, -1.8, -0.9, 2.2, 2.8, 3.4):
        s.put(f"bloom{s.rng.randrange(2)}" if s.rng.random() < 0.5 else f"tuft{s.rng.randrange(2)}", x, -3.6, 0.5)
    for x in (2.3, 3.2, 4.0, 4.6, 5.5, 6.4, 7.3):
        s.put(f"shrub{s.rng.randrange(3)}", x, -3.1 if x < 4.3 else -0.9, 0.85)
    for x in (5.0, 6.0, 7.0, 7.9):
        s.put(f"bloom{s.rng.randrange(2)}", x, -1.35, 0.55)
    s.put("cone0", 8.0, -0.8, 0.9)
    s.put("cone1", -6.2, -2.4, 0.95)
    for x, y in ((-0.35, -5.0), (1.95, -7.2), (-0.35, -9.6), (1.95, -12.2)):
        site.path_light(s, x, y)


def surroundings(s):
    site.ground(s, front=-16.1)
    site.street(s)
    for name, x, y, size in (("maple1", -8.8, -6.5, 1.1), ("elm0", -12.5, 1.0, 1.5), ("maple2", 11.5, 4.5, 1.4), ("elm2", 15.0, -3.5, 1.2), ("maple0", -6, 12.5, 1.7), ("elm1", 3, 14, 1.8), ("maple2", 10, 13, 1.6), ("elm0", -15, 7, 1.6)):
        s.put(name, x, y, size)
    for name, x, y in (("spruce0", -16, 4), ("spruce1", -19, 1.0), ("spruce1", 17.5, 7), ("spruce0", 14.4, 9)):
        s.put(name, x, y, 1.1)
    site.backdrop(s)
    site.neighbour(s, -27, 3, 11, 9, 5.2, 2.8)
    site.neighbour(s, 24, 2, 11, 9, 5.2, 2.8, True)
    site.neighbour(s, -46, 8)
    site.neighbour(s, 46, 6)
    site.across_the_road(s)
    site.fence(s, -12, -5.7, 4.8)
    site.uplight(s, -8.4, -7.4, (-0.1, 0.2, 1), 200)
    site.uplight(s, 11.0, 3.4, (0.1, 0.2, 1), 160)


def craftsman(s):
    house(s)
    garden(s)
    surroundings(s)


def craftsman_in_snow(s):
    craftsman(s)
    wreath(s, 0.66, -0.04, 2.05)
    snow_caps(s)


def wreath(s, x, y, z, radius=0.24):
    """A ring of fir with a red bow."""
    for i in range(16):
        a = i * 2 * math.pi / 16
        s.put("shrub1", x + math.cos(a) * radius, y - 0.04, 0.16, z - 0.05 + math.sin(a) * radius)
    s.box("red", x - 0.09, x + 0.09, y - 0.16, y - 0.1, z - radius - 0.06, z - radius + 0.06, bevel=0.02)


def snow_caps(s):
    """Snow lies on rails, steps and drive edges too."""
    s.box("snow", -4.6, -1.3, -2.47, -2.33, 1.34, 1.4, bevel=0.03)
    for x in (-4.9, -1.0, 3.3, 2.35):
        s.box("snow", x - 0.36, x - 0.2, -2.66, -1.96, 1.32, 1.38, bevel=0.02)
