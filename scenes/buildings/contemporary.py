"""B4: contemporary house. Two stacked volumes under thin flat roofs, tall glass to the garden, a pool and a terrace."""

from .. import site
from ..opening import Window
from ..roof import flat
from ..wall import FLAT, block


def house(s):
    """Its garden side is the front of this frame."""
    wide = dict(rows=1, frame="black", casing=None, deep=0.12, curtain="none", lit=True)
    ground = [Window(-6.4, -1.2, 0.12, 2.9, units=4, level=1.0, **wide), Window(-0.8, 2.6, 0.12, 2.9, units=2, level=0.8, **wide)]
    block(s, -7.0, 7.2, 0, 7.5, 0.05, 3.1, corner=None, cladding=FLAT, material="stucco", front=ground, right=[Window(2, 4.5, 0.9, 2.6, **wide)], left=[Window(-4.5, -2.0, 0.9, 2.6, **wide)])
    s.box("cedarv", 3.0, 7.25, -0.06, 0, 0.05, 3.1)
    s.box("stone", -7.3, -6.7, -1.5, 7.5, 0, 3.1)
    flat(s, -7.0, 7.2, 0, 7.5, 3.1, 1.2, 0.28, "charcoal", led=("front", "left", "right"), soffit="cedar")
    upper(s)
    for x in (-6.4, -2.6, 1.2, 5.0):
        s.box("black", x - 0.05, x + 0.05, -1.0, -0.9, 0.05, 3.1)
    for x in (-5.0, -2.6, 0.9, 4.5):
        s.cylinder("lamp", x, -0.55, 3.075, 3.085, 0.06, 12)
        s.lamp("down", x, -0.55, 3.05, 9.0, angle=95)


def upper(s):
    wide = dict(rows=1, frame="black", casing=None, deep=0.12, curtain="sheer")
    with s.at(0, 0.8):
        block(s, -1.8, 6.6, 0, 6.0, 3.38, 6.3, corner=None, cladding=FLAT, material="panel", front=[Window(-1.2, 2.2, 3.75, 5.95, units=3, level=0.8, lit=True, **wide), Window(3.4, 5.9, 3.75, 5.95, units=2, level=0.6, lit=False, **wide)], left=[Window(-4.5, -1.5, 3.9, 5.8, units=2, lit=True, **wide)])
        flat(s, -1.8, 6.6, 0, 6.0, 6.3, 0.9, 0.26, "charcoal", led=("front", "left", "right"), soffit="cedar")
        s.box("glass", -6.9, -1.8, -1.4, -1.39, 3.4, 4.4)
        s.box("black", -6.9, -1.8, -1.43, -1.36, 4.38, 4.42)


def pool(s):
    """Water in a stone surround, three under-water lights, loungers, planting beds."""
    x0, x1, y0, y1 = -6.6, 3.8, -11.4, -4.6
    s.sheet("water", (x0, y0, 0.02), (x1, y0, 0.02), (x1, y1, 0.02), (x0, y1, 0.02))
    for a, b, c, d in ((x0 - 0.45, x1 + 0.45, y1, y1 + 0.45), (x0 - 0.45, x1 + 0.45, y0 - 0.45, y0), (x0 - 0.45, x0, y0, y1), (x1, x1 + 0.45, y0, y1)):
        s.box("stonework", a, b, c, d, -0.02, 0.06, bevel=0.015)
    for a, b, c, d in ((-9.5, 9.5, -4.15, -0.0), (-9.5, -7.05, -11.4, -4.15), (4.25, 9.5, -12, -4.15), (-9.5, 9.5, -17, -11.85)):
        n, m = max(1, round((b - a) / 1.2)), max(1, round((d - c) / 1.2))
        site.slabs(s, site.straight(a, b, d, c), m, n, "paving", thick=0.02, joint=0.006)
    for x in (5.4, 7.0):
        lounger(s, x, -7.0)
    fire_bowl(s, 6.6, -2.4)
    for x in (-8.6, -8.0, -8.9):
        s.put(f"straw{s.rng.randrange(3)}", x, -3.4 - s.rng.random(), 1.0)
    for x in (7.9, 8.5, 9.1):
        s.put(f"straw{s.rng.randrange(3)}", x, -3.6 - s.rng.random(), 1.0)


def lounger(s, x, y):
    with s.at(x, y):
        s.box("oldwood", -0.34, 0.34, -0.9, 0.9, 0.24, 0.28)
        s.box("linen", -0.33, 0.33, -0.9, 0.35, 0.28, 0.38, bevel=0.03)
        s.bar("linen", (0, 0.35, 0.33), (0, 0.95, 0.75), 0.66, 0.1)
        for a in (-0.3, 0.27):
            for b in (-0.8, 0.7):
                s.box("oldwood", a, a + 0.04, b, b + 0.04, 0, 0.24)


def fire_bowl(s, x, y):
    s.turned("concrete", x, y, 0, [(0.001, 0), (0.28, 0), (0.52, 0.4), (0.5, 0.4), (0.001, 0.3)], 24)
    for i in range(7):
        a, b = site.circle(0.2, 7, 0.3)[i]
        s.turned("ember", x + a, y + b, 0.33, [(0.001, 0), (0.07, 0.07), (0.04, 0.2 + 0.03 * i), (0.001, 0.32 + 0.04 * i)], 8)
    s.lamp("point", x, y, 0.8, 22, color=(1, 0.42, 0.12), size=(0.2, 0.2))


def surroundings(s):
    site.ground(s)
    site.backdrop(s)
    for name, x, y, size in (("elm0", -11.5, 1.5, 1.5), ("maple1", 11.5, 3.0, 1.4), ("elm2", -14, 7, 1.8), ("maple0", 14, 8, 1.8), ("elm1", -4, 13, 2.0), ("maple2", 4, 13.5, 2.1), ("elm0", 9, 12, 1.8)):
        s.put(name, x, y, size)
    for i in range(9):
        s.put(f"spruce{i % 2}", -19 + i * 0.2 - (i % 3) * 1.5, -8 + i * 2.2, 0.9)
        s.put(f"spruce{i % 2}", 17 + (i % 3) * 1.5, -8 + i * 2.2, 0.9)
    for x in (-10.3, 10.3):
        for y in (-9, -7.8, -6.6, -5.4, -4.2, -3):
            s.put(f"shrub{s.rng.randrange(3)}", x, y, 1.1)
    for x, y, a in ((-11, 0.6, -0.1), (11, 2.0, 0.1)):
        site.uplight(s, x, y, (a, 0.25, 1), 200)


def pool_house(s):
    house(s)
    pool(s)
    for x in (-4.5, -1.4, 1.7):
        s.lamp("pane", x, -4.9, 0.06, 10, aim=(0, 0, 1), color=(0.10, 0.65, 1.0), size=(2.0, 0.3))
    surroundings(s)
    s.lamp("down", -9.0, -3.2, 0.1, 90, aim=(0.1, 0.6, 1), color=(0.15, 0.3, 1), angle=70, group="C")


def street_side(s):
    """A calm front, seen out of focus behind the phone."""
    house(s)
    surroundings(s)
    site.lawn(s, -12, 12, -12, -2.0, [])
