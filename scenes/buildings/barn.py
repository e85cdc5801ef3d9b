"""B12: barn pavilion. A high gabled hall with tall open doors, cupola and lean-tos; a lawn set for a party or a wedding."""

from .. import rig, site
from ..opening import Hole, Window
from ..roof import gable
from ..wall import BOARD, wall
from .ranch import party_table


def hall(s, material="white"):
    doors = Hole(-2.2, 2.2, 0.05, 4.0)
    wall(s, -5.2, 5.2, 0, 5.2, 3.9, [doors, Window(-0.9, 0.9, 5.4, 7.2, cols=1, rows=2, units=2, lit=True, level=0.8), Window(-4.3, -3.1, 1.2, 3.0, lit=True, level=0.9), Window(3.1, 4.3, 1.2, 3.0, lit=True, level=0.9)], BOARD, material)
    for x, yaw, a, b in ((-5.2, -90, -14, 0), (5.2, 90, 0, 14)):
        with s.at(x, 0, 0, yaw):
            wall(s, a, b, 0, 5.2, cladding=BOARD, material=material, openings=[Window(a + 2 + i * 3.2, a + 3.2 + i * 3.2, 1.2, 3.0, lit=True) for i in range(4)])
    gable(s, -5.2, 5.2, 0, 14, 5.2, 3.9, rake=0.5, eave=0.5, material="seam", led=("front", "left", "right"), thick=0.08)
    for x in (-5.2, 5.2):
        s.box("trim", x - 0.09, x + 0.09, -0.045, 0.06, 0, 5.2, bevel=0.006)
    s.box("trim", -2.45, 2.45, -0.05, 0.02, 4.0, 4.3, bevel=0.006)
    for x in (-2.45, 2.2):
        s.box("trim", x, x + 0.25, -0.05, 0.02, 0, 4.0, bevel=0.006)
    for side in (-1, 1):
        sliding_door(s, side)
        with s.at(side * 7.0, 0):
            lean_to(s, side, material)
    s.box("black", -4.8, 4.8, -0.1, -0.06, 4.38, 4.46)
    cupola(s)
    inside(s)


def sliding_door(s, side):
    x = side * 3.55
    s.box("oldwood", x - 1.12, x + 1.12, -0.12, -0.06, 0.1, 4.35, bevel=0.006)
    for a, b in (((-1.05, 0.2), (1.05, 4.25)), ((1.05, 0.2), (-1.05, 4.25))):
        s.bar("trim", (x + a[0], -0.14, a[1]), (x + b[0], -0.14, b[1]), 0.05, 0.16, up=(1, 0, 0))
    for z in (0.2, 2.2, 4.25):
        s.box("trim", x - 1.12, x + 1.12, -0.15, -0.11, z - 0.09, z + 0.09)
    for k in (-1.12, 0.98):
        s.box("trim", x + k, x + k + 0.14, -0.15, -0.11, 0.1, 4.35)


def lean_to(s, side, material):
    with s.at(0, 0.6):
        wall(s, -1.8, 1.8, 0, 2.9, openings=[Window(-0.6, 0.6, 0.95, 2.2, lit=True, level=0.8)], cladding=BOARD, material=material)
        x0, x1 = (-2.1, 1.8) if side < 0 else (-1.8, 2.1)
        s.box("trim", x0, x1, -0.3, -0.26, 2.75, 2.98)
        rig.run(s, (x0 + 0.1, -0.28, 2.72), (x1 - 0.1, -0.28, 2.72), 0.0, wall_span=(-1.8, 1.8))
        low, high = 2.85, 4.6
        a, b = (x0, x1) if side < 0 else (x1, x0)
        s.sheet("seam", (a, -0.3, low), (a, 13, low), (b, 13, high), (b, -0.3, high))
        s.sheet(material, (a, 0, 2.8), (b, 0, 2.8), (b, 0, high - 0.05))
        s.sheet("soffit", (x0, -0.3, 2.74), (x1, -0.3, 2.74), (x1, 0, 2.74), (x0, 0, 2.74))


def cupola(s):
    for y in (4.0, 10.0):
        s.box("white", -0.7, 0.7, y - 0.7, y + 0.7, 8.5, 10.1)
        s.box("far-lit", -0.72, 0.72, y - 0.45, y + 0.45, 9.2, 9.85)
        s.box("far-lit", -0.45, 0.45, y - 0.72, y + 0.72, 9.2, 9.85)
        with s.at(0, y):
            gable(s, -0.75, 0.75, -0.75, 0.75, 10.1, 0.6, 0.15, 0.15, led=(), material="seam", ends=("front",), gutters=False, thick=0.04)
        s.bar("black", (0, y, 10.8), (0, y, 11.7), 0.03, 0.03, up=(0, 1, 0))


def inside(s):
    """The hall seen through its doors: boards, trusses, chandeliers."""
    s.box("deck", -5.1, 5.1, 0.05, 13.9, 0.0, 0.06)
    s.box("oldwood", -5.1, 5.1, 13.8, 13.9, 0, 9)
    for x in (-5.12, 5.08):
        s.box("oldwood", x, x + 0.04, 0.1, 13.9, 0, 5.2)
    for y in (3, 6.5, 10):
        s.box("oldwood", -5.1, 5.1, y - 0.12, y + 0.12, 4.9, 5.2)
        for k in (-1, 1):
            s.bar("oldwood", (k * 5.0, y, 5.2), (0, y, 8.9), 0.2, 0.24)
        s.lamp("point", 0, y, 3.9, 70, color=(1, 0.66, 0.36), size=(0.3, 0.3))
        for i in range(10):
            a, b = site.circle(0.75, 10)[i]
            s.ball("lamp", a, y + b, 3.75, 0.045, 1.3, 6, 8)
        s.turned("black", 0, y, 3.62, [(0.72, 0.0), (0.78, 0.0), (0.78, 0.05), (0.72, 0.05)], 24)
    for y in (4.2, 8):
        for x in (-2.6, 2.6):
            with s.at(x, y, 0.06, 90):
                party_table(s, 0, 0, 4)


def grounds(s):
    site.ground(s)
    for name, x, y, size in (("maple0", -13.5, 1.0, 1.6), ("elm1", 14.5, 2.5, 1.7), ("maple2", -17, 9, 2.0), ("elm0", 17.5, 10, 2.0), ("elm2", -9, 20, 2.2), ("maple1", 9, 21, 2.2), ("maple0", 0, 24, 2.2)):
        s.put(name, x, y, size)
    for i in range(6):
        s.put(f"spruce{i % 2}", -24 - i, 4 + i * 3, 1.2)
        s.put(f"spruce{i % 2}", 24 + i, 4 + i * 3, 1.2)
    site.backdrop(s)
    for x in (-9.6, -8.9, 9.0, 9.7):
        s.put(f"shrub{s.rng.randrange(3)}", x, -0.2, 1.0)
    for x in (-3.0, 3.0):
        s.cylinder("oldwood", x, -0.7, 0, 0.75, 0.3, 16)
        s.put("bloom0", x, -0.7, 0.6, 0.7)
    site.uplight(s, -12.6, -0.2, (-0.12, 0.2, 1), 180)
    site.uplight(s, 13.6, 1.2, (0.12, 0.2, 1), 180)


def barn_party(s):
    hall(s)
    grounds(s)
    site.lawn(s, -16, 16, -16, -0.2, [(-2.6, 2.6, -3.0, 0)])
    site.slabs(s, site.straight(-2.5, 2.5, -0.1, -3.0), 3, 4, "stonework")
    for x, y, seats in ((-5.6, -4.0, 5), (5.4, -4.4, 5), (-5.2, -8.0, 4), (4.8, -8.6, 4)):
        party_table(s, x, y, seats)
    poles = [(-8.8, -2.6), (-8.8, -10.0), (8.6, -3.0), (8.6, -10.6)]
    for x, y in poles:
        s.cylinder("oldwood", x, y, 0, 3.6, 0.06, 10)
    for (a, b), (c, d) in ((poles[0], poles[2]), (poles[1], poles[3]), (poles[0], poles[1]), (poles[2], poles[3]), (poles[0], poles[3]), (poles[1], poles[2])):
        rig.strand(s, (a, b, 3.5), (c, d, 3.5), 0.6, 0.5)


def barn_wedding(s):
    hall(s)
    grounds(s)
    site.lawn(s, -13, 13, -20, -0.2, [(-1.3, 1.3, -20, 0)])
    s.box("linen", -1.05, 1.05, -20, -0.2, 0.0, 0.035, bevel=0.01)
    for row in range(6):
        y = -3.6 - row * 1.55
        for side in (-1, 1):
            for k in range(4):
                chair(s, side * (1.85 + k * 0.62), y)
            lantern_on_ground(s, side * 1.3, y - 0.3)
            if row % 2 == 0:
                s.put("bloom1", side * 1.38, y + 0.35, 0.4)
    arch(s)
    for y in (-3.0, -6.5, -10.0):
        rig.strand(s, (-6.5, y, 4.2), (6.5, y, 4.2), 0.75, 0.5)
    for x in (-6.5, 6.5):
        for y in (-3.0, -6.5, -10.0):
            s.cylinder("oldwood", x, y, 0, 4.25, 0.06, 10)


def chair(s, x, y):
    for a in (-0.19, 0.17):
        for b in (-0.19, 0.17):
            s.box("trim", x + a, x + a + 0.025, y + b, y + b + 0.025, 0, 0.92 if b < 0 else 0.46)
    s.box("trim", x - 0.2, x + 0.2, y - 0.2, y + 0.2, 0.44, 0.475, bevel=0.006)
    for z in (0.62, 0.74, 0.86):
        s.box("trim", x - 0.19, x + 0.19, y - 0.192, y - 0.17, z, z + 0.05)


def lantern_on_ground(s, x, y):
    for a in (-0.09, 0.08):
        for b in (-0.09, 0.08):
            s.box("black", x + a, x + a + 0.012, y + b, y + b + 0.012, 0, 0.34)
    s.box("black", x - 0.1, x + 0.1, y - 0.1, y + 0.1, 0, 0.02)
    s.turned("black", x, y, 0.34, [(0.14, 0), (0.02, 0.1), (0.001, 0.14)], 4)
    s.cylinder("linen", x, y, 0.02, 0.16, 0.035, 12)
    s.ball("candle", x, y, 0.19, 0.018, 1.8, 6, 8)
    s.lamp("point", x, y, 0.26, 2.2, color=(1, 0.55, 0.22))


def arch(s):
    """A wooden arch with flowers in front of the doors."""
    for x in (-1.5, 1.5):
        s.box("oldwood", x - 0.06, x + 0.06, -2.06, -1.94, 0, 2.7, bevel=0.006)
    s.box("oldwood", -1.7, 1.7, -2.07, -1.93, 2.65, 2.78, bevel=0.006)
    for i in range(14):
        t = i / 13
        s.put(f"bloom{i % 2}", -1.55 + 3.1 * t, -2.05, 0.30 + 0.14 * abs(t - 0.5), 2.5)
    for i in range(5):
        s.put(f"bloom{i % 2}", -1.5, -2.05, 0.26, 2.3 - i * 0.28)
        s.put("tuft0", 1.5, -2.05, 0.4, 2.1 - i * 0.5)
