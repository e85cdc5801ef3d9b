"""B9: civic hall with a clock tower; B9b: a theatre with a marquee, on the same masonry. No lettering anywhere."""

import math

from .. import rig, site
from ..opening import Storefront, Window
from ..roof import cornice, hip
from ..wall import FLAT, block, wall
from .hotel import bollard, city_block


def hall(s):
    deep = dict(casing=None, deep=0.16, frame="black", units=1, rows=3, cols=2)
    xs = [-12.2, -9.6, -7.0, 7.0, 9.6, 12.2]
    low = [Window(x - 0.65, x + 0.65, 1.4, 3.7, lit=True, level=0.8, **deep) for x in xs]
    high = [Window(x - 0.65, x + 0.65, 5.0, 7.6, lit=True, level=0.6, **deep) for x in xs]
    block(s, -14, 14, 0, 13, 0, 9.2, corner=None, cladding=FLAT, material="ashlar", front=low + high)
    for o in low + high:
        s.box("stonework", o.x0 - 0.2, o.x1 + 0.2, -0.1, 0, o.z1 + 0.02, o.z1 + 0.3, bevel=0.01)
        s.box("stonework", o.x0 - 0.25, o.x1 + 0.25, -0.16, 0, o.z0 - 0.2, o.z0, bevel=0.01)
    s.box("stonework", -14.1, 14.1, -0.16, 0, 0, 1.0, bevel=0.015)
    s.box("stonework", -14.05, 14.05, -0.1, 0, 4.15, 4.4, bevel=0.012)
    for a, b in ((-14, -4.6), (4.6, 14)):
        cornice(s, a, b, 8.7, 0.9, 0.6, "stonework", group="A")
        s.box("stonework", a, b, -0.115, -0.085, 4.12, 4.15)
        rig.run(s, (a + 0.1, -0.1, 4.1), (b - 0.1, -0.1, 4.1), 0.0, group="B", wall_span=(a, b))
    hip(s, -14, 14, 0.6, 13, 9.6, 2.2, 0.0, led=(), material="slate", trim="stonework")
    portico(s)
    tower(s)


def portico(s):
    """Six columns, a pediment, a flight of steps."""
    with s.at(0, -2.4):
        for i in range(8):
            s.box("stonework", -5.6, 5.6, -0.4 - 0.36 * (8 - i), 2.4, 0, 0.15 * (i + 1), bevel=0.01)
        profile = [(0.001, 1.2), (0.5, 1.2), (0.5, 1.38), (0.4, 1.46), (0.385, 3.4), (0.33, 6.9), (0.4, 7.02), (0.47, 7.2), (0.001, 7.2)]
        for i in range(6):
            x = -4.3 + i * 1.72
            s.turned("stonework", x, 0, 0, profile, 24)
            s.lamp("down", x, -0.75, 1.3, 26, aim=(0, 0.16, 1), color=(1, 1, 1), angle=38, group="A")
        s.box("stonework", -5.0, 5.0, -0.5, 2.4, 7.2, 8.1, bevel=0.015)
        with s.at(0, -0.5):
            cornice(s, -5.1, 5.1, 8.1, 0.45, 0.4, "stonework", group="B")
        s.add("ashlar", [(-5.2, -0.3, 8.5), (5.2, -0.3, 8.5), (0, -0.3, 10.9)], [(0, 1, 2)])
        for side in (-1, 1):
            s.bar("stonework", (side * 5.5, -0.55, 8.6), (0, -0.55, 11.15), 0.7, 0.3, bevel=0.01)
            s.sheet("seam", (side * 5.5, -0.8, 8.75), (side * 5.5, 3.0, 8.75), (0, 3.0, 11.3), (0, -0.8, 11.3))
            rig.run(s, (side * 5.2, -0.88, 8.62), (0, -0.88, 11.0), None, group="B")
    with s.at(0, 0):
        for x in (-2.9, 0, 2.9):
            s.box("black", x - 0.95, x + 0.95, -0.04, 0.0, 1.2, 4.9)
            s.sheet("far-lit", (x - 0.8, -0.05, 1.3), (x + 0.8, -0.05, 1.3), (x + 0.8, -0.05, 4.75), (x - 0.8, -0.05, 4.75))
            for k in (-0.4, 0, 0.4):
                s.box("black", x + k - 0.03, x + k + 0.03, -0.07, -0.04, 1.3, 4.75)
            for z in (2.2, 3.6):
                s.box("black", x - 0.8, x + 0.8, -0.07, -0.04, z, z + 0.06)
    for x in (-4.7, 4.7):
        with s.at(0, -2.4):
            site.lantern(s, x, 3.0, 1.3, 6)


def tower(s):
    """Clock stage, open belfry and a copper cap; the violet group C lives here alone."""
    with s.at(0, 2.6):
        block(s, -2.4, 2.4, 0, 4.8, 9.0, 15.4, corner=None, cladding=FLAT, material="ashlar")
        for x, y, yaw in ((0, 0, 0), (2.4, 2.4, 90), (-2.4, 2.4, -90)):
            with s.at(x, y, 0, yaw):
                clock(s, 13.2)
                cornice(s, -2.5, 2.5, 15.3, 0.6, 0.5, "stonework", group="C")
                s.box("stonework", -2.5, 2.5, -0.12, 0, 11.0, 11.2, bevel=0.01)
                rig.run(s, (-2.3, -0.13, 10.95), (2.3, -0.13, 10.95), 0.0, group="C", wall_span=(-2.4, 2.4))
        for x in (-1.7, 1.7):
            for y in (0.7, 4.1):
                s.box("stonework", x - 0.4, x + 0.4, y - 0.4, y + 0.4, 15.9, 18.6, bevel=0.02)
        s.box("ashlar", -1.2, 1.2, 1.2, 3.6, 15.9, 18.6)
        s.lamp("point", 0, 0.5, 16.4, 60, color=(1, 1, 1), group="C")
        with s.at(0, 0.3):
            cornice(s, -2.2, 2.2, 18.5, 0.5, 0.4, "stonework", group="C")
        s.box("stonework", -2.2, 2.2, 0.2, 4.6, 18.5, 19.0, bevel=0.02)
        dome = [(2.1, 19.0), (2.0, 19.5), (1.7, 20.1), (1.2, 20.7), (0.6, 21.1), (0.28, 21.4), (0.24, 22.0), (0.06, 22.6), (0.02, 24.2)]
        s.turned("copper", 0, 2.4, 0, dome, 16)


def clock(s, z):
    s.cylinder("black", 0, -0.02, 0, 0.001, 0.01)
    ring = [(math.cos(a) * 1.15, math.sin(a) * 1.15) for a in (i * 2 * math.pi / 36 for i in range(36))]
    s.sheet("plate", *[(x, -0.05, z + y) for x, y in ring])
    for i in range(36):
        a, b = ring[i], ring[(i + 1) % 36]
        s.bar("black", (a[0], -0.06, z + a[1]), (b[0], -0.06, z + b[1]), 0.09, 0.09, up=(0, 1, 0))
    for i in range(12):
        a = i * math.pi / 6
        s.bar("black", (math.cos(a) * 0.9, -0.065, z + math.sin(a) * 0.9), (math.cos(a) * 1.05, -0.065, z + math.sin(a) * 1.05), 0.05, 0.02, up=(0, 1, 0))
    for a, length in ((2.2, 0.55), (0.9, 0.85)):
        s.bar("black", (0, -0.07, z), (math.cos(a) * length, -0.07, z + math.sin(a) * length), 0.07, 0.02, up=(0, 1, 0))


def square(s):
    site.ground(s, front=-70, material="paving")
    for x in (-11.5, 11.5):
        s.box("stonework", x - 3, x + 3, -8.5, -5.0, 0, 0.4, bevel=0.02)
        s.box("lawn", x - 2.8, x + 2.8, -8.3, -5.2, 0.3, 0.42)
        for k in range(5):
            s.put(f"bloom{k % 2}", x - 2.2 + k * 1.1, -7.6, 0.7, 0.4)
        s.put("elm0" if x < 0 else "elm2", x, -6.6, 1.0, 0.4)
        site.uplight(s, x + 1.0, -7.6, (-0.15, 0.15, 1), 60)
    for x in (-6.6, 6.6):
        site.street_lamp(s, x, -9.5, 4.0, 26)
        site.street_lamp(s, x * 2.4, -10.5, 4.0, 26)
    for i in range(8):
        bollard(s, -15.7 + i * 4.5, -13.5)
    site.backdrop(s, near=22)
    for x in (-30, 30):
        city_block(s, x, 5, 18, 12, 9)


def civic_hall(s):
    hall(s)
    square(s)


def theatre(s):
    """A brick front, a tall vertical blade and a marquee whose soffit is full of bulbs."""
    windows = [Window(x - 0.6, x + 0.6, 6.6, 9.4, casing=None, deep=0.16, rows=3, lit=True, level=0.6) for x in (-5.6, -3.4, 3.4, 5.6)]
    doors = [Storefront(x - 1.5, x + 1.5, 0.05, 3.4, panes=3, door=False, level=1.2, plinth="brass") for x in (-4.9, -1.6, 1.7, 5.0)]
    wall(s, -8, 8, 0, 11.6, openings=windows + doors, cladding=FLAT, material="brick")
    for o in windows:
        s.box("stonework", o.x0 - 0.2, o.x1 + 0.2, -0.1, 0, o.z1, o.z1 + 0.35, bevel=0.01)
        s.box("stonework", o.x0 - 0.2, o.x1 + 0.2, -0.14, 0, o.z0 - 0.2, o.z0, bevel=0.01)
    for x in (-7.6, -2.3, 2.3, 7.6):
        s.box("stonework", x - 0.32, x + 0.32, -0.14, 0, 0, 11.4, bevel=0.012)
    cornice(s, -8, 8, 11.2, 1.0, 0.65, "stonework")
    s.box("brick", -8, 8, 0.1, 0.5, 11.4, 12.3)
    s.box("membrane", -8, 8, 0.4, 18, 11, 11.1)
    marquee(s)
    blade(s)
    street_of_theatres(s)


def marquee(s):
    x0, x1, y0, z0, z1 = -6.2, 6.2, -3.0, 3.75, 5.3
    s.box("red", x0, x1, y0, 0, z0, z1, bevel=0.02)
    for a, b in ((x0 + 0.25, x1 - 0.25),):
        s.box("plate", a, b, y0 - 0.015, y0 - 0.005, z0 + 0.35, z1 - 0.35)
    for z in (z0 + 0.68, z0 + 0.98):
        s.box("ntrim", x0 + 0.25, x1 - 0.25, y0 - 0.03, y0 - 0.012, z, z + 0.02)
    for z in (z0 + 0.16, z1 - 0.16):
        s.box("gold", x0 - 0.02, x1 + 0.02, y0 - 0.04, y0, z - 0.09, z + 0.09, bevel=0.01)
        chase(s, (x0, y0 - 0.06, z), (x1, y0 - 0.06, z))
        for x, sign in ((x0, -1), (x1, 1)):
            s.box("gold", x - 0.03, x + 0.03, y0, 0, z - 0.09, z + 0.09)
            chase(s, (x + sign * 0.06, y0, z), (x + sign * 0.06, 0, z))
    for x in (x0 + 0.13, x1 - 0.13):
        chase(s, (x, y0 - 0.06, z0 + 0.2), (x, y0 - 0.06, z1 - 0.2))
    for row in range(6):
        chase(s, (x0 + 0.3, y0 + 0.3 + row * 0.48, z0 - 0.03), (x1 - 0.3, y0 + 0.3 + row * 0.48, z0 - 0.03), 0.42)
    for i in range(9):
        s.lamp("down", x0 + 0.8 + i * 1.35, y0 + 1.4, z0 - 0.08, 34, color=(1, 1, 1), angle=150, group="ABC"[i % 3])
    for i in range(10):
        s.lamp("point", x0 + 0.6 + i * 1.25, y0 - 0.35, z0 + 0.75, 2.2, color=(1, 1, 1), group="ABC"[i % 3])


def chase(s, a, b, step=0.24):
    n = max(2, round(math.dist(a, b) / step))
    for i in range(n):
        t = (i + 0.5) / n
        s.bulb(tuple(p + (q - p) * t for p, q in zip(a, b)), "ABC"[i % 3])


def blade(s):
    """The vertical sign, blank: stripes of bulbs around a glowing strip."""
    s.box("red", -0.35, 0.35, -1.7, -0.1, 5.6, 13.4, bevel=0.03)
    s.box("gold", -0.38, 0.38, -1.74, -0.06, 13.4, 13.6, bevel=0.02)
    s.box("plate", -0.12, 0.12, -1.715, -1.70, 6.0, 13.0)
    for x in (-0.25, 0.25):
        chase(s, (x, -1.76, 5.8), (x, -1.76, 13.2), 0.22)
    for side in (-1, 1):
        for y in (-1.55, -0.3):
            chase(s, (side * 0.4, y, 5.8), (side * 0.4, y, 13.2), 0.22)
        for z in (7, 9, 11, 12.6):
            s.lamp("point", side * 0.75, -0.8, z, 2.6, color=(1, 1, 1), group="ABC"[int(z) % 3])
            s.box("plate", side * 0.352 - 0.004, side * 0.352 + 0.004, -1.3, -0.55, z - 0.5, z + 0.5)


def street_of_theatres(s):
    from .retail import sidewalk

    with s.at(0, -0.3):
        sidewalk(s)
    for x0, x1, tall, m in ((-24, -8.1, 8.5, "brickdark"), (8.1, 22, 9.6, "brickpale"), (-44, -24, 7, "brick"), (22, 44, 8, "brickdark")):
        s.box(m, x0, x1, 0.1, 12, 0, tall)
        s.box("stonework", x0, x1, -0.2, 0.1, tall - 0.3, tall + 0.3)
        n = int((x1 - x0) / 2.6)
        for i in range(n):
            cx = x0 + (i + 0.5) * (x1 - x0) / n
            s.sheet(s.rng.choice(("far-lit", "far-dim", "black", "black")), (cx - 0.5, 0.08, 4.8), (cx + 0.5, 0.08, 4.8), (cx + 0.5, 0.08, 6.6), (cx - 0.5, 0.08, 6.6))
            s.sheet(s.rng.choice(("far-lit", "far-dim", "far-dim")), (cx - 1.0, 0.08, 0.6), (cx + 1.0, 0.08, 0.6), (cx + 1.0, 0.08, 3.0), (cx - 1.0, 0.08, 3.0))
    site.backdrop(s, near=22)
