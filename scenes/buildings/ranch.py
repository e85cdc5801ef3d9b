"""B3: ranch house. Long and low, hipped roof, stone and stucco, a wide picture window, an attached garage; a back garden for parties."""

from .. import rig, site
from ..opening import Door, Garage, Window
from ..plants import pumpkin
from ..roof import hip
from ..wall import FLAT, LAP, block


def house(s):
    front = [Window(-6.6, -3.2, 0.75, 2.45, units=3, rows=1, frame="black", lit=True), Door(-1.3, 0.3, 0.25, 2.5, sidelight=True, leaf="teal"), Window(1.2, 3.2, 0.9, 2.35, units=2, rows=1, lit=True)]
    back = [Window(-3.0, -0.2, 0.25, 2.5, units=3, rows=1, lit=True), Window(1.0, 2.6, 1.0, 2.4, units=2, lit=True), Window(4.0, 6.0, 0.9, 2.4, units=2, lit=True)]
    block(s, -8.2, 4.4, 0, 8.0, 0.15, 2.85, cladding=LAP, material="greige", front=front, back=back, right=[Window(3, 4.4, 1.0, 2.3)], left=[Window(-5.4, -4.0, 1.0, 2.3), Window(-2.6, -1.4, 1.0, 2.3)])
    hip(s, -8.2, 4.4, 0, 8.0, 2.95, 1.9, 0.65, led=("front", "left", "right", "back"))
    s.box("stone", -8.3, -2.4, -0.1, 0, 0, 0.72)
    s.box("concrete", -8.33, -2.37, -0.14, 0, 0.72, 0.79, bevel=0.01)
    s.box("stone", -2.5, -1.75, -0.16, 0, 0, 2.75)
    wing(s)
    s.box("concrete", -2.6, 1.0, -1.7, 0, 0, 0.22, bevel=0.01)
    s.box("concrete", -1.6, 0.6, -2.1, -1.7, 0, 0.11, bevel=0.01)
    site.lantern(s, 0.75, 1.9, 1.0, 3.5)
    chimney(s, -3.5, 3.6)
    site.pot(s, -1.75, -0.5, 0.22)


def wing(s):
    """The garage, pulled forward."""
    block(s, 4.4, 11.0, -2.2, 6.2, 0.05, 2.85, cladding=FLAT, material="stucco", front=[Garage(5.3, 10.1, 0.05, 2.3, leaf="charcoal")], right=[Window(1.5, 3.0, 1.0, 2.2, lit=False)])
    hip(s, 4.4, 11.0, -2.2, 6.2, 2.95, 1.9, 0.6, led=("front", "left", "right"))
    for a, b in ((4.34, 5.1), (10.3, 11.06)):
        s.box("stone", a, b, -2.3, -2.2, 0, 0.95)
        s.box("concrete", a - 0.03, b + 0.03, -2.34, -2.2, 0.95, 1.02, bevel=0.01)
    with s.at(0, -2.2):
        for x in (4.85, 10.55):
            site.lantern(s, x, 1.85, 1.1, 4.0)


def chimney(s, x, y):
    s.box("stone", x - 0.6, x + 0.6, y - 0.45, y + 0.45, 2.5, 5.6)
    s.box("concrete", x - 0.68, x + 0.68, y - 0.53, y + 0.53, 5.6, 5.72, bevel=0.01)


def garden(s):
    site.slabs(s, site.straight(5.1, 10.4, -2.25, -15.9, 0.6), 6, 2)
    site.slabs(s, site.straight(-1.3, 0.3, -2.15, -6.3), 4)
    site.slabs(s, site.straight(0.33, 5.0, -5.2, -6.3), 1, 4)
    beds = [(-8.9, -2.7, -1.5, -0.1), (1.1, 4.2, -1.5, -0.1), (-9.6, -8.3, -1.5, 6)]
    for bed in beds:
        site.bed(s, *bed)
    bare = [(a, b, c - 0.12, d) for a, b, c, d in beds] + [(4.4, 11.2, -16, 6), (-1.3, 0.3, -6.3, 0), (0.3, 5, -6.3, -5.2), (-8.4, 4.6, -0.2, 9), (-2.6, 1.0, -2.1, 0)]
    site.lawn(s, -20, 19, -15.94, 2, bare)
    for x in (-8.2, -7.3, -6.4, -5.5, -4.6, -3.7, -3.0, 1.5, 2.3, 3.1, 3.9):
        s.put(f"shrub{s.rng.randrange(3)}", x, -0.65, 0.72)
    for x in (-7.8, -6.8, -5.9, -5.0, -4.1, 1.9, 2.8, 3.6):
        s.put(f"straw{s.rng.randrange(3)}" if s.rng.random() < 0.4 else f"bloom{s.rng.randrange(2)}", x, -1.2, 0.5)
    s.put("cone0", -8.8, -0.9, 0.9)
    for x, y in ((-1.65, -3.2), (-1.65, -5.6), (0.65, -3.4), (4.4, -8.0), (4.2, -11.5)):
        site.path_light(s, x, y)


def surroundings(s):
    site.ground(s, front=-16.1)
    site.street(s)
    for name, x, y, size in (("elm0", -11.5, -5.0, 1.25), ("maple1", -13.5, 3.5, 1.6), ("elm2", 13.5, 1.0, 1.4), ("maple0", -5, 13, 1.9), ("elm1", 3, 14, 1.9), ("maple2", 10.5, 12, 1.8), ("elm0", 17, 6, 1.6), ("maple0", -18, 7, 1.7)):
        s.put(name, x, y, size)
    for name, x, y in (("spruce0", -10, 9.5), ("spruce1", -14, 9), ("spruce0", 15, 10), ("spruce1", -21, 2)):
        s.put(name, x, y, 1.15)
    site.backdrop(s)
    site.neighbour(s, -28, 3)
    site.neighbour(s, 27, 2, front_gable=True)
    site.across_the_road(s)
    site.fence(s, -14, -8.3, 5)
    site.uplight(s, -11.2, -6.0, (-0.1, 0.25, 1), 220)


def ranch(s):
    house(s)
    garden(s)
    surroundings(s)


def ranch_with_pumpkins(s):
    ranch(s)
    for i in range(4):
        s.prototype(f"pumpkin{i}", lambda i=i: pumpkin(i))
    for x, y, z, size in ((-2.3, -1.35, 0.22, 1.1), (-1.95, -1.5, 0.22, 0.75), (-2.2, -1.6, 0.22, 0.6), (0.75, -1.45, 0.22, 1.0), (0.5, -1.6, 0.22, 0.7), (-1.5, -1.95, 0.11, 0.8), (0.55, -2.0, 0.11, 0.6), (-1.75, -2.5, 0, 1.1), (-2.15, -2.8, 0, 0.8), (0.75, -2.7, 0, 1.2), (1.15, -2.5, 0, 0.8), (-1.7, -4.4, 0, 0.7), (0.7, -4.6, 0, 0.85)):
        s.put(f"pumpkin{s.rng.randrange(4)}", x, y, size * 1.45, z)
    for x, y, z in ((-1.75, -2.5, 0), (0.75, -2.7, 0), (-2.3, -1.35, 0.22)):
        s.lamp("point", x, y - 0.3, z + 0.2, 1.6, color=(1, 0.42, 0.08), group="home")
    for x in (-1.55, 0.75):
        bale(s, x, -1.15)


def bale(s, x, y):
    s.box("straw", x - 0.4, x + 0.4, y - 0.22, y + 0.22, 0.22, 0.62, bevel=0.04)


def back_garden(s):
    """The rear of the house with a laid table under strands of light."""
    with s.at(0, 8.0, 0, 180):
        house(s)
    site.ground(s)
    site.slabs(s, site.straight(-6.0, 5.0, -0.1, -4.2), 5, 8, "stonework")
    site.lawn(s, -15, 15, -15, -4.2, [])
    party_table(s, -0.6, -3.0)
    for x, y in ((-5.4, -4.0), (4.6, -4.0)):
        s.cylinder("oldwood", x, y, 0, 3.1, 0.06, 10)
    for a, b in (((-5.4, -4.0, 3.0), (-3.5, -0.2, 2.75)), ((-5.4, -4.0, 3.0), (4.6, -4.0, 3.0)), ((4.6, -4.0, 3.0), (3.0, -0.2, 2.75)), ((-5.4, -4.0, 3.0), (3.0, -0.2, 2.75)), ((4.6, -4.0, 3.0), (-3.5, -0.2, 2.75))):
        rig.strand(s, a, b)
    for x in (-6.4, 5.6):
        for y in (-0.8, -1.8, -2.8):
            s.put(f"shrub{s.rng.randrange(3)}", x, y, 0.9)
            s.put(f"bloom{s.rng.randrange(2)}", x + 0.5, y - 0.3, 0.6)
    for name, x, y, size in (("maple1", -11, -1.5, 1.3), ("elm0", 11, 0.5, 1.4), ("elm2", -12, 8, 1.7), ("maple0", 12.5, 8, 1.7), ("maple2", 0, 16, 2.0), ("elm1", -7, 14, 1.9), ("elm0", 7, 15, 1.9)):
        s.put(name, x, y, size)
    for x in (-14, -12.5, 14, 15.5):
        s.put(f"spruce{int(x) % 2}", x, 3.0, 1.0)
    site.backdrop(s)
    s.put("bloom1", -8.3, -5.4, 0.9)
    s.put("straw1", 7.6, -5.0, 1.1)


def party_table(s, x, y, seats=5):
    """A long table with cloth, plates, glasses, candles and flowers; chairs on both sides."""
    with s.at(x, y):
        half = seats * 0.34
        s.box("linen", -half, half, -0.45, 0.45, 0.70, 0.75, bevel=0.01)
        s.box("linen", -half - 0.01, half + 0.01, -0.46, -0.445, 0.42, 0.74)
        s.box("linen", -half - 0.01, half + 0.01, 0.445, 0.46, 0.42, 0.74)
        for a in (-half + 0.15, half - 0.15):
            s.box("oldwood", a - 0.05, a + 0.05, -0.35, 0.35, 0, 0.7)
        for i in range(seats):
            px = -half + (i + 0.5) * 2 * half / seats
            for side in (-1, 1):
                s.cylinder("china", px, side * 0.27, 0.75, 0.765, 0.13, 20)
                s.turned("glass", px + 0.16, side * 0.18, 0.75, [(0.001, 0.0), (0.032, 0.0), (0.004, 0.01), (0.004, 0.08), (0.035, 0.12), (0.028, 0.19)], 12)
                seat(s, px, side * 0.75, side)
            if i % 2 == 0:
                s.put("bloom0", px, 0.0, 0.22, 0.75)
            else:
                for d in (-0.08, 0.08):
                    s.cylinder("linen", px + d, 0, 0.75, 0.88 + d, 0.02, 10)
                    s.ball("candle", px + d, 0, 0.905 + d, 0.014, 1.8, 6, 8)
                s.lamp("point", px, 0, 1.05, 1.6, color=(1, 0.5, 0.2))


def seat(s, x, y, side):
    for a in (-0.19, 0.17):
        for b in (-0.19, 0.17):
            s.box("trim", x + a, x + a + 0.03, y + b, y + b + 0.03, 0, 0.45)
    s.box("trim", x - 0.2, x + 0.2, y - 0.2, y + 0.2, 0.44, 0.47, bevel=0.006)
    back = y + side * 0.19
    for a in (-0.19, -0.07, 0.05, 0.16):
        s.box("trim", x + a, x + a + 0.03, back - 0.012, back + 0.012, 0.46, 0.92)
    s.box("trim", x - 0.2, x + 0.2, back - 0.015, back + 0.015, 0.88, 0.95)
