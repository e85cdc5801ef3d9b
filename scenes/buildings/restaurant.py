"""B11: restaurant patio. A brick room with tall doors, a cedar pergola with festoons, tables laid for the evening."""

from .. import rig, site
from ..opening import Storefront, Window
from ..roof import flat
from ..wall import FLAT, block


def house(s):
    doors = [Storefront(x - 1.6, x + 1.6, 0.08, 3.1, panes=3, door=False, transom=True, level=1.15) for x in (-5.4, -1.8, 1.8, 5.4)]
    block(s, -8.4, 8.4, 0, 9, 0, 4.2, corner=None, cladding=FLAT, material="brick", front=doors, right=[Window(2, 4, 1.0, 2.8, rows=2, casing=None, deep=0.1)])
    for x in (-7.4, -3.6, 0, 3.6, 7.4):
        s.box("black", x - 0.05, x + 0.05, -0.1, 0, 3.3, 3.36)
        with s.at(0, 0):
            site.lantern(s, x, 2.4, 0.9, 2.4)
    flat(s, -8.4, 8.4, 0, 9, 4.2, 0.55, 0.32, "charcoal", led=("front", "left", "right"), soffit="cedar")


def pergola(s):
    x0, x1, y0, y1, z = -8.0, 8.0, -6.6, -0.4, 3.0
    for x in (x0, -2.7, 2.7, x1):
        for y in (y0, y1):
            s.box("cedarv", x - 0.09, x + 0.09, y - 0.09, y + 0.09, 0, z, bevel=0.008)
    for y in (y0, y1):
        s.box("cedar", x0 - 0.4, x1 + 0.4, y - 0.06, y + 0.06, z, z + 0.24, bevel=0.008)
    x = x0
    while x <= x1:
        s.box("cedar", x - 0.03, x + 0.03, y0 - 0.5, y1 + 0.3, z + 0.24, z + 0.4)
        x += 0.62
    for i in range(6):
        a = x0 + i * (x1 - x0) / 5
        rig.strand(s, (a, y0, z + 0.05), (a + (0.9 if i % 2 else -0.9) * (0 < i < 5), y1, z + 0.05), 0.28, 0.42)
    rig.run(s, (x0 - 0.3, y0 - 0.08, z - 0.02), (x1 + 0.3, y0 - 0.08, z - 0.02), None)


def table(s, x, y, turn=0.0):
    with s.at(x, y, 0, turn):
        s.cylinder("black", 0, 0, 0, 0.03, 0.26, 16)
        s.cylinder("black", 0, 0, 0, 0.72, 0.035, 10)
        s.cylinder("bench", 0, 0, 0.72, 0.76, 0.42, 28, bevel=0.008)
        for side in (-1, 1):
            chair(s, 0, side * 0.68, side)
            s.cylinder("china", 0, side * 0.25, 0.76, 0.775, 0.12, 20)
            s.turned("glass", 0.17, side * 0.14, 0.76, [(0.001, 0), (0.032, 0), (0.004, 0.01), (0.004, 0.09), (0.038, 0.13), (0.03, 0.2)], 12)
        s.turned("brass", -0.08, 0.02, 0.76, [(0.001, 0), (0.045, 0), (0.045, 0.03), (0.001, 0.03)], 12)
        s.ball("candle", -0.08, 0.02, 0.82, 0.02, 1.6, 6, 8)
        s.lamp("point", -0.08, 0.02, 0.98, 1.3, color=(1, 0.5, 0.2))


def chair(s, x, y, side):
    for a in (-0.2, 0.17):
        for b in (-0.2, 0.17):
            s.box("black", x + a, x + a + 0.025, y + b, y + b + 0.025, 0, 0.45)
    s.box("bench", x - 0.21, x + 0.21, y - 0.21, y + 0.21, 0.44, 0.475, bevel=0.008)
    back = y + side * 0.2
    for a in (-0.2, 0.175):
        s.box("black", x + a, x + a + 0.025, back - 0.012, back + 0.012, 0.45, 0.9)
    for z in (0.6, 0.72, 0.84):
        s.box("bench", x - 0.2, x + 0.2, back - 0.012, back + 0.012, z, z + 0.07)


def patio(s):
    house(s)
    pergola(s)
    site.ground(s, front=-60, material="paving")
    site.slabs(s, site.straight(-9, 9, -0.05, -7.4), 9, 20, "stonework", thick=0.03)
    for i, (x, y) in enumerate(((-6.2, -2.0), (-3.6, -1.9), (-0.9, -2.1), (1.9, -1.9), (4.6, -2.1), (6.9, -1.9), (-5.0, -4.4), (-2.2, -4.6), (0.8, -4.4), (3.6, -4.7), (6.2, -4.4), (-7.2, -5.2))):
        table(s, x, y, (i * 37) % 90 - 45)
    for x in (-9.3, 9.3):
        for y in (-7.0, -5.4, -3.8, -2.2, -0.8):
            s.box("charcoal", x - 0.35, x + 0.35, y - 0.75, y + 0.75, 0, 0.6, bevel=0.02)
            s.put(f"shrub{s.rng.randrange(3)}", x, y, 1.0, 0.5)
            s.put(f"straw{s.rng.randrange(3)}", x, y + 0.5, 0.6, 0.55)
    for x in (-5.3, 0.0, 5.3):
        s.box("charcoal", x - 0.9, x + 0.9, -7.6, -7.1, 0, 0.5, bevel=0.02)
        for k in (-0.6, 0, 0.6):
            s.put(f"bloom{s.rng.randrange(2)}", x + k, -7.35, 0.5, 0.45)
    for name, x, y, size in (("elm0", -12, 0, 1.3), ("maple1", 12.5, 2, 1.4), ("elm2", -7, 13, 1.9), ("maple0", 6, 14, 2.0), ("elm1", 14, 9, 1.8), ("maple2", -14, 8, 1.8)):
        s.put(name, x, y, size)
    site.uplight(s, -11.6, -0.8, (-0.1, 0.2, 1), 120)
    site.backdrop(s)
