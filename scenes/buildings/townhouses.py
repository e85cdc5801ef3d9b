"""B6: a row of three townhouses, each with its own brick, cornice and stoop; each house is one LED group."""

from .. import site
from ..opening import Door, Window
from ..roof import cornice
from ..wall import FLAT, wall

WIDTH = 6.0
HOUSES = (("brick", "stonework", "navy"), ("brickpale", "trim", "black"), ("brickdark", "stonework", "red"))


def row(s, by_house=True):
    for i, (brick, stone, door) in enumerate(HOUSES):
        with s.at((i - 1.5) * WIDTH, 0):
            townhouse(s, brick, stone, door, "ABC"[i] if by_house else None, flip=i == 1)
    for x in (-1.5 * WIDTH, 1.5 * WIDTH):
        s.box("brickdark", x - 0.1, x + 0.1, 0.05, 10, 0, 9.6)
    s.box("membrane", -1.5 * WIDTH, 1.5 * WIDTH, 0.3, 10, 9.1, 9.2)


def townhouse(s, brick, stone, door, group, flip=False):
    style = dict(rows=2, cols=1, frame="black", casing=None, deep=0.1)
    xs = (1.15, 3.0, 4.85)
    door_x, parlor = (4.85, (1.05, 2.75)) if flip else (1.15, (3.3, 5.0))
    openings = [Window(x - 0.5, x + 0.5, z, z + h, **style) for z, h in ((4.1, 1.95), (6.95, 1.7)) for x in xs]
    openings += [Window(*parlor, 1.5, 3.3, units=2, lit=True, **style), Door(door_x - 0.6, door_x + 0.6, 1.05, 3.55, leaf=door, transom=True, casing="trim")]
    wall(s, 0.03, WIDTH - 0.03, 0, 9.0, openings=openings, cladding=FLAT, material=brick)
    for o in openings[:-1]:
        s.box(stone, o.x0 - 0.1, o.x1 + 0.1, -0.05, 0.0, o.z1, o.z1 + 0.22, bevel=0.008)
        s.box(stone, o.x0 - 0.08, o.x1 + 0.08, -0.08, 0.05, o.z0 - 0.12, o.z0, bevel=0.008)
    s.box(stone, 0, WIDTH, -0.06, 0, 0, 0.95, bevel=0.01)
    s.box(stone, 0, WIDTH, -0.07, 0, 3.75, 3.9, bevel=0.01)
    cornice(s, 0.02, WIDTH - 0.02, 8.75, 0.75, 0.5, stone, group=group)
    s.box("black", 0, WIDTH, 0.3, 0.4, 9.0, 9.6)
    stoop(s, door_x, stone)
    side = 1.6 if not flip else -1.6
    site.lantern(s, door_x + side * 0.56, 2.5, 0.95, 2.6)
    for k in range(3):
        s.put(f"shrub{k}", (3.1 if not flip else 0.7) + k * 0.8, -0.7, 0.8)
    fence(s, *((2.3, 5.8) if not flip else (0.2, 3.6)))
    s.box("mulch", *((2.3, 5.8) if not flip else (0.2, 3.6)), -1.3, -0.06, 0, 0.04)


def stoop(s, x, stone):
    for i in range(6):
        s.box(stone, x - 0.75, x + 0.75, -0.55 - 0.3 * (6 - i), -0.05, 0, 0.17 * (i + 1), bevel=0.01)
    for side in (-0.78, 0.78):
        s.bar("black", (x + side, -2.2, 0.95), (x + side, -0.1, 1.95), 0.04, 0.05)
        for i in range(9):
            y = -2.2 + i * 0.26
            z = 0.17 * max(0, min(6, int((y + 2.35) / 0.3)))
            s.box("black", x + side - 0.01, x + side + 0.01, y - 0.01, y + 0.01, z, 0.97 + (y + 2.2) * 0.476)
    s.turned("black", x - 0.78, -2.25, 0, [(0.05, 0), (0.05, 1.05), (0.07, 1.1), (0.001, 1.18)], 10)
    s.turned("black", x + 0.78, -2.25, 0, [(0.05, 0), (0.05, 1.05), (0.07, 1.1), (0.001, 1.18)], 10)


def fence(s, a, b):
    s.bar("black", (a, -1.35, 0.85), (b, -1.35, 0.85), 0.03, 0.03)
    s.bar("black", (a, -1.35, 0.12), (b, -1.35, 0.12), 0.03, 0.03)
    x = a
    while x < b:
        s.box("black", x - 0.008, x + 0.008, -1.358, -1.342, 0.05, 0.98)
        x += 0.12


def street(s):
    site.ground(s, front=-6.0, material="paving")
    site.slabs(s, site.straight(-40, 40, -2.5, -5.4), 2, 53, "concrete")
    site.street(s, -5.5, 9.0)
    for x, name, size in ((-9.0, "elm1", 0.95), (9.2, "elm0", 0.92)):
        s.put(name, x, -4.6, size)
        s.box("mulch", x - 0.5, x + 0.5, -5.0, -4.2, 0.03, 0.05)
    site.street_lamp(s, -3.1, -4.9, 3.6, 45)
    site.street_lamp(s, 12.0, -4.9, 3.6, 45)
    site.backdrop(s, near=16)
    for x in (-22, 22):
        s.box("brickdark", x - 12.9, x + 12.9, 0.4, 10, 0, 8.2)
        for i in range(6):
            for z in (1.2, 3.9, 6.4):
                cx = x - 10.5 + i * 4.2
                s.box("ntrim", cx - 0.65, cx + 0.65, 0.34, 0.4, z - 0.1, z + 1.6)
                s.sheet(s.rng.choice(("far-lit", "far-dim", "black", "black")), (cx - 0.55, 0.33, z), (cx + 0.55, 0.33, z), (cx + 0.55, 0.33, z + 1.5), (cx - 0.55, 0.33, z + 1.5))


def townhouses(s):
    row(s)
    street(s)
