"""B10: glass office. Five floors of curtain wall with bright fins; lines of light at every slab edge and at the crown."""

from .. import rig, site
from ..room import room
from ..wall import sides
from .hotel import bollard, city_block, planter

FLOOR = 3.7


def tower(s, x0=-9.0, x1=9.0, y0=0.0, y1=14.0, floors=5, bay=3.0, lit=None):
    top = 5.0 + (floors - 1) * FLOOR
    for name in ("front", "right", "left"):
        x, y, yaw, a, b = sides(x0, x1, y0, y1)[name]
        with s.at(x, y, 0, yaw):
            facade(s, a, b, floors, bay, lit)
    s.box("charcoal", x0 + 0.1, x1 - 0.1, y0 + 6.5, y1, 0, top)
    s.box("membrane", x0 + 0.2, x1 - 0.2, y0 + 0.2, y1, top - 0.1, top)
    s.box("curtainwall", x0 - 0.5, x1 + 0.5, y0 - 0.5, y1 + 0.5, top + 0.35, top + 0.6, bevel=0.02)
    s.box("charcoal", x0 + 4, x1 - 4, y0 + 4, y1 - 3, top, top + 2.0)


def facade(s, a, b, floors, bay, lit):
    n = round((b - a) / bay)
    for f in range(floors):
        z0 = 0.0 if f == 0 else 5.0 + (f - 1) * FLOOR
        z1 = 5.0 if f == 0 else z0 + FLOOR
        s.box("curtainwall", a, b, -0.06, 0.25, z1 - 0.55, z1)
        s.sheet("glass", (a, 0, z0), (b, 0, z0), (b, 0, z1 - 0.5), (a, 0, z1 - 0.5))
        i = 0
        while i < n:
            wide = min(n - i, s.rng.choice((1, 2, 2, 3)))
            on = s.rng.random() < (s.lit if lit is None else lit) or f == 0
            p, q = a + i * (b - a) / n, a + (i + wide) * (b - a) / n
            with s.at(0, 0.05):
                room(s, p + 0.02, q - 0.02, z0 + 0.05, z1 - 0.5, (1.1 if f == 0 else 0.75) if on else 0.03, kind="office")
            i += wide
        for k in range(n * 2 + 1):
            x = a + k * (b - a) / n / 2
            s.box("curtainwall", x - 0.025, x + 0.025, -0.07, 0.06, z0, z1 - 0.5)
        for k in range(n + 1):
            x = a + k * (b - a) / n
            s.box("aluminium", x - 0.03, x + 0.03, -0.34, -0.04, z0 + (0.0 if f else 0.0), z1)
        s.box("aluminium", a, b, -0.36, -0.05, z1 - 0.06, z1, bevel=0.005)
        rig.run(s, (a + 0.1, -0.3, z1 - 0.09), (b - 0.1, -0.3, z1 - 0.09), 0.0, from_wall=0.14, wall_span=(a, b), group=None if f < floors - 1 else "C")


def lobby(s):
    s.box("curtainwall", -3.4, 3.4, -2.6, 0, 3.4, 3.62, bevel=0.02)
    rig.run(s, (-3.3, -2.55, 3.37), (3.3, -2.55, 3.37), None, group="C")
    for x in (-3.1, 3.1):
        s.box("aluminium", x - 0.06, x + 0.06, -2.4, -2.28, 0, 3.4)
    for x in (-2, 0, 2):
        s.cylinder("lamp", x, -1.4, 3.39, 3.4, 0.08, 12)
        s.lamp("down", x, -1.4, 3.35, 14, angle=110)


def forecourt(s):
    site.ground(s, front=-70, material="paving")
    for x in (-6.4, 6.4, 12.5, -12.5):
        planter(s, x, -3.4)
    for x, y in ((-14.5, -4.5), (13.5, -6.0), (15.5, 3)):
        s.box("mulch", x - 0.8, x + 0.8, y - 0.8, y + 0.8, 0.0, 0.03)
        s.put("elm1", x, y, 1.15)
        site.uplight(s, x + 0.5, y - 0.9, (-0.1, 0.15, 1), 60)
    for i in range(7):
        bollard(s, -12 + i * 4, -8.5)
    for x, y, w, h in ((-30, 10, 16, 22), (31, 12, 18, 16), (0, 40, 30, 26), (-52, 24, 20, 30), (55, 30, 22, 28), (22, 48, 16, 34)):
        city_block(s, x, y, w, 12, h)
    site.backdrop(s, near=30, count=16)


def office(s):
    s.letters = "AB"
    tower(s)
    lobby(s)
    forecourt(s)


def plaza(s):
    """The hotel, the glass office and a retail row around one wet square: the commercial hero."""
    from .hotel import house as hotel
    from .retail import row

    s.letters = "AB"

    site.ground(s, front=-80, material="paving")
    with s.at(-2.0, 6.0):
        hotel(s, 5)
    with s.at(17.8, 4.0):
        tower(s, -8.4, 8.4, 0, 13, 6)
        lobby(s)
    with s.at(-29.5, 7.0):
        row(s, "a")
    for x in (-7.8, 3.9):
        planter(s, x, 2.6)
    for x, y in ((-12.5, 1.5), (8.4, 1.2)):
        s.put("elm0", x, y, 0.95)
        site.uplight(s, x + 0.4, y - 0.8, (-0.1, 0.15, 1), 45)
    for x in (-9.5, 1.0, 11.0, 21.0):
        site.street_lamp(s, x, -1.8, 3.8, 24)
    for i in range(9):
        bollard(s, -14 + i * 4.6, -4.2)
    for x, y, w, h in ((-30, 36, 30, 18), (2, 44, 24, 26), (48, 30, 24, 18), (-62, 30, 20, 24)):
        city_block(s, x, y, w, 12, h)
    site.backdrop(s, near=40, count=10)
