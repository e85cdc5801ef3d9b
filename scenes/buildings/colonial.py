"""B5: brick colonial. Five bays, a hipped slate roof with a deep eave, a white portico, shutters, two chimneys."""

import math

from .. import site
from ..opening import Door, Window
from ..plants import hedge
from ..roof import cornice, hip
from ..wall import FLAT, block
from .craftsman import wreath

EAVE = 6.3
BAYS = (-5.2, -2.75, 0.0, 2.75, 5.2)


def house(s):
    style = dict(cols=3, rows=4, frame="trim", border=0.07, shutters="green")
    lower = [Window(x - 0.55, x + 0.55, 1.15, 2.95, **style) for x in BAYS if x]
    upper = [Window(x - 0.52, x + 0.52, 4.05, 5.65, **style) for x in BAYS]
    door = Door(-0.85, 0.85, 0.55, 3.0, leaf="navy", sidelight=False, transom=True, frame="trim")
    side = [Window(x - 0.5, x + 0.5, z, z + 1.6, cols=3, rows=4, frame="trim", border=0.07) for x in (2.0, 5.5) for z in (1.2, 4.05)]
    left = [Window(-o.x1, -o.x0, o.z0, o.z1, cols=3, rows=4, frame="trim", border=0.07) for o in side]
    block(s, -6.8, 6.8, 0, 8.6, 0.3, EAVE, corner=None, cladding=FLAT, material="brick", front=lower + upper + [door], right=side, left=left)
    s.box("stonework", -6.85, 6.85, -0.05, 8.65, 0, 0.34, bevel=0.01)
    s.box("stonework", -6.83, 6.83, -0.04, 0, 3.42, 3.6, bevel=0.01)
    for o in lower + upper:
        lintel(s, o)
    hip(s, -6.8, 6.8, 0, 8.6, EAVE + 0.1, 2.7, 0.45, led=("front", "left", "right"), material="slate")
    for x in (-4.6, 4.6):
        chimney(s, x, 4.3)
    portico(s)


def lintel(s, o):
    s.box("stonework", o.x0 - 0.16, o.x1 + 0.16, -0.03, 0.0, o.z1 + 0.12, o.z1 + 0.32, bevel=0.006)


def chimney(s, x, y):
    s.box("brick", x - 0.55, x + 0.55, y - 0.4, y + 0.4, EAVE, EAVE + 4.0)
    s.box("stonework", x - 0.63, x + 0.63, y - 0.48, y + 0.48, EAVE + 3.75, EAVE + 3.95, bevel=0.01)
    for d in (-0.25, 0.25):
        s.cylinder("brick", x + d, y, EAVE + 4.0, EAVE + 4.35, 0.13, 12)


def portico(s):
    s.box("stonework", -1.9, 1.9, -1.9, 0, 0, 0.5, bevel=0.012)
    for i in range(3):
        s.box("stonework", -1.5, 1.5, -1.9 - 0.32 * (3 - i), -1.8, 0, 0.14 * (i + 1), bevel=0.01)
    profile = [(0.001, 0.5), (0.2, 0.5), (0.2, 0.6), (0.165, 0.66), (0.155, 1.2), (0.13, 2.95), (0.17, 3.02), (0.2, 3.1), (0.001, 3.1)]
    for x in (-1.55, 1.55):
        for y in (-1.6,):
            s.turned("trim", x, y, 0, profile)
        s.box("trim", x - 0.13, x + 0.13, -0.08, 0, 0.5, 3.1, bevel=0.01)
    s.box("trim", -1.85, 1.85, -1.85, 0, 3.1, 3.35, bevel=0.012)
    with s.at(0, -1.85):
        cornice(s, -1.85, 1.85, 3.35, 0.34, 0.2, "trim", lit=True, dentils=True)
    s.box("seam", -1.9, 1.9, -1.95, 0, 3.68, 3.74)
    for x in (-1.1, 1.1):
        site.lantern(s, x, 2.1, 1.1, 4.0)
    site.pot(s, -1.25, -1.35, 0.5, 1.1, "cone0", 0.5)
    site.pot(s, 1.25, -1.35, 0.5, 1.1, "cone0", 0.5)


def garden(s):
    site.slabs(s, site.straight(-0.95, 0.95, -2.95, -15.9), 9, 1, "stonework")
    for a, b in ((-7.6, -2.0), (2.0, 7.6)):
        site.bed(s, a, b, -1.6, -0.1)
        s.prototype("box hedge", lambda: hedge(5.2, height=0.62, width=0.55))
        s.put("box hedge", a + 0.2, -1.15, 1.0, yaw=0, jitter=0)
        for i in range(5):
            s.put(f"shrub{i % 3}" if i % 2 else f"bloom{i % 2}", a + 0.6 + i * 1.1, -0.55, 0.72)
    bare = [(-7.6, -2.0, -1.7, 0), (2.0, 7.6, -1.7, 0), (-1.0, 1.0, -16, -2.7), (-7, 7, -2.0, 9), (-2.0, 2.0, -2.95, -1.8)]
    site.lawn(s, -18, 18, -15.94, 3, bare)
    for x in (-7.3, 7.3):
        s.put("cone0", x, -0.6, 1.3)
    for x in (-1.3, 1.3):
        for y in (-4.5, -8.0, -11.5):
            site.path_light(s, x, y)
    for x in (-3.9, 3.9):
        site.uplight(s, x, -1.7, (0, 0.35, 1), 26, angle=60)


def surroundings(s):
    site.ground(s, front=-16.1)
    site.street(s)
    for name, x, y, size in (("maple0", -10.8, -4.0, 1.35), ("elm1", 11.2, -3.6, 1.4), ("elm2", -13, 5, 1.7), ("maple2", 13.5, 4, 1.6), ("maple1", -6, 14, 2.0), ("elm0", 6, 14.5, 2.0), ("maple0", 0, 16, 2.0), ("elm1", -16, 0, 1.5), ("maple1", 17, -1, 1.4)):
        s.put(name, x, y, size)
    for name, x, y in (("spruce0", -19, 5), ("spruce1", 19.5, 6), ("spruce0", 22, 3), ("spruce1", -22, 2)):
        s.put(name, x, y, 1.2)
    site.backdrop(s)
    for x in (-29, 29):
        site.neighbour(s, x, 4, 11, 9, 5.6, 3)
    site.across_the_road(s)


def colonial(s):
    house(s)
    garden(s)
    surroundings(s)


def colonial_in_snow(s):
    colonial(s)
    wreath(s, 0.0, -0.06, 2.3, 0.26)
    for x in BAYS:
        if x:
            wreath(s, x, -0.1, 2.2, 0.2)
        wreath(s, x, -0.1, 5.0, 0.18)
    s.put("spruce0", -4.6, -6.0, 0.5)
    festive_tree(s, -4.6, -6.0, 3.2)


def festive_tree(s, x, y, height):
    """Bulbs wound around a spruce."""
    for i in range(90):
        t = i / 90
        r = 0.78 * (1 - t) ** 0.85 + 0.03
        a = t * 2 * math.pi * 9
        s.bulb((x + math.cos(a) * r, y + math.sin(a) * r, 0.3 + t * height), "ABC"[i % 3])
        if i % 6 == 0:
            s.lamp("point", x + math.cos(a) * (r + 0.08), y + math.sin(a) * (r + 0.08), 0.3 + t * height, 0.9, color=(1, 1, 1), group="ABC"[i // 6 % 3])
