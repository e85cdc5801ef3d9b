"""B1: modern farmhouse. Two gables in board and batten, a dormer over a cedar porch, a garage wing."""

from .. import rig, site
from ..opening import Door, Garage, Hole, Vent, Window
from ..roof import eaves, gable, shed, slab
from ..wall import BOARD, LAP, wall

EAVE = 5.7


def house(s):
    main_block(s)
    bay(s)
    dormer(s)
    garage(s)
    porch(s)


def main_block(s):
    slope = 3.1 / 4.25
    windows = [Window(-0.32, 0.58, 3.95, 5.25, level=0.8), Window(3.35, 4.25, 3.95, 5.25, level=0.8), Window(0.12, 1.12, 0.95, 2.35, lit=True), Window(3.15, 4.25, 0.95, 2.35, lit=True), Door(1.38, 2.74, 0.2, 2.45, sidelight=True)]
    behind = [Hole(-4.69, -0.51, 0, EAVE - 0.01), Hole(1.02, 3.18, 3.55, EAVE - 0.01)]
    wall(s, -5, 4.6, 0, EAVE, openings=windows + behind, cladding=LAP)
    for x, yaw, a, b in ((-5, -90, -8.5, 0), (4.6, 90, 0, 8.5)):
        with s.at(x, 0, 0, yaw):
            middle = (a + b) / 2
            wall(s, a, b, 0, EAVE, 3.1, cladding=LAP, openings=[Window(middle - 0.6, middle + 0.6, 3.8, 5.1), Window(middle - 1.9, middle - 0.7, 0.95, 2.35)] if yaw < 0 else [])
    low = EAVE - 0.34 * slope
    for y in (-0.34, 8.84):
        slab(s, (-5.3, y, low), (4.9, y, low), (4.9, 4.25, EAVE + 3.1), (-5.3, 4.25, EAVE + 3.1))
    for x in (-5.32, 4.92):
        for y in (-0.34, 8.84):
            s.bar("trim", (x, y, low + 0.04), (x, 4.25, EAVE + 3.14), 0.04, 0.2)
    s.bar("black", (-5.3, 4.25, EAVE + 3.28), (4.9, 4.25, EAVE + 3.28), 0.22, 0.03)
    for a, b in ((-0.18, 0.98), (3.22, 4.9)):
        eaves(s, a, b, low + 0.02, extend=0.0)


def bay(s):
    with s.at(0, -1.4):
        openings = [Window(-3.95, -1.25, 0.95, 2.65, units=3, curtain="drape", level=1.0, lit=True), Window(-3.6, -1.6, 3.7, 5.25, units=2, curtain="drape", level=0.65, lit=True), Vent(-2.92, -2.28, 6.55, 7.3)]
        wall(s, -4.7, -0.5, 0, EAVE, 2.75, openings, BOARD)
        gable(s, -4.7, -0.5, 0, 6.4, EAVE, 2.75)
        for x in (-4.7, -0.5):
            s.box("trim", x - 0.07, x + 0.07, -0.035, 0.05, 0.85, EAVE, bevel=0.006)
        skirt(s, -4.76, -0.44)
        awning(s, -4.2, -1.0, 2.75)
    for x, yaw, a, b in ((-4.7, -90, -0.1, 1.4), (-0.5, 90, -1.4, 0.1)):
        with s.at(x, 0, 0, yaw):
            wall(s, a, b, 0, EAVE, cladding=LAP)
            s.box("stone", a, b, -0.06, 0.1, 0, 0.78)


def dormer(s):
    with s.at(0, -0.14):
        wall(s, 1.0, 3.2, 3.5, EAVE - 0.15, 1.45, [Window(1.52, 2.68, 3.95, 5.35, units=2, curtain="sheer", level=0.75, lit=True)], BOARD, batten=0.37)
        gable(s, 1.0, 3.2, 0, 4.1, EAVE - 0.15, 1.45, eave=0.22, gutters=False)
    for x in (1.0, 3.18):
        s.box("trim", x, x + 0.02, -0.14, 0, 3.5, 5.6)


def garage(s):
    with s.at(0, -2.4):
        wall(s, 4.6, 11.2, 0, 3.0, 3.2, [Garage(5.5, 10.3, 0, 2.35), Window(7.35, 8.45, 3.75, 5.0, units=2, curtain="blind", level=0.6, lit=True)], BOARD)
        gable(s, 4.6, 11.2, 0, 9.2, 3.0, 3.2)
        for x in (4.6, 11.2):
            s.box("trim", x - 0.07, x + 0.07, -0.035, 0.05, 0.85, 3.0, bevel=0.006)
        skirt(s, 4.54, 5.36)
        skirt(s, 10.44, 11.26)
        for x in (4.98, 10.82):
            site.lantern(s, x, 1.95, 1.25, 5.0)
        s.box("gutter", 11.34, 11.42, -0.11, -0.05, 0.1, 2.75)
    for x, yaw, a, b in ((4.6, -90, 0, 2.4), (11.2, 90, -2.4, 6.8)):
        with s.at(x, 0, 0, yaw):
            wall(s, a, b, 0, 3.0, cladding=LAP)
            s.box("stone", a, b, -0.06, 0.1, 0, 0.78)


def skirt(s, a, b):
    """Ledge stone at the foot of a wall, with a cap."""
    s.box("stone", a, b, -0.07, 0.1, 0, 0.78)
    s.box("concrete", a - 0.03, b + 0.03, -0.11, 0.1, 0.78, 0.85, bevel=0.008)


def awning(s, a, b, z):
    slab(s, (a, -0.55, z), (b, -0.55, z), (b, 0, z + 0.45), (a, 0, z + 0.45), "seam", 0.03)
    s.box("seam", a, b, -0.57, -0.53, z - 0.03, z + 0.05)
    for x in (a + 0.2, (a + b) / 2, b - 0.2):
        s.bar("cedar", (x, -0.03, z - 0.4), (x, -0.5, z), 0.07, 0.09)
        s.box("cedar", x - 0.035, x + 0.035, -0.07, 0, z - 0.5, z + 0.05)


def porch(s):
    s.box("concrete", -0.5, 4.6, -2.25, 0, 0, 0.2, bevel=0.008)
    s.box("concrete", 1.2, 2.95, -2.62, -2.25, 0, 0.1, bevel=0.008)
    shed(s, -0.62, 4.66, -2.55, 0, 2.78, 3.55, led=False)
    s.sheet("soffit", (-0.5, -2.4, 2.72), (4.6, -2.4, 2.72), (4.6, 0, 2.72), (-0.5, 0, 2.72))
    s.box("cedar", -0.5, 4.6, -2.28, -2.04, 2.46, 2.7, bevel=0.008)
    rig.run(s, (-0.55, -2.56, 2.628), (4.6, -2.56, 2.628), -2.28, drop=0.05, from_wall=0.13)
    for x in (-0.3, 1.18, 2.96, 4.4):
        post(s, x, -2.16)
    for x in (1.08, 3.04):
        site.lantern(s, x, 1.95)
    site.pot(s, 1.36, -1.96, 0.2)
    site.pot(s, 2.8, -1.96, 0.2)


def post(s, x, y):
    s.box("stone", x - 0.19, x + 0.19, y - 0.19, y + 0.19, 0.2, 0.55)
    s.box("concrete", x - 0.22, x + 0.22, y - 0.22, y + 0.22, 0.55, 0.6, bevel=0.008)
    s.box("cedarv", x - 0.1, x + 0.1, y - 0.1, y + 0.1, 0.6, 2.46)
    s.box("cedarv", x - 0.13, x + 0.13, y - 0.13, y + 0.13, 2.36, 2.46)


def garden(s):
    """Drive, path, beds, planting around the house; lawn to the kerb."""
    site.slabs(s, site.straight(5.2, 10.6, -2.45, -15.95, 0.5), 6, 2)
    s.sheet("concrete", (4.6, -15.94, -0.02), (11.2, -15.94, -0.02), (11.6, -16.55, -0.02), (4.2, -16.55, -0.02))
    site.slabs(s, site.straight(1.3, 2.85, -2.63, -8.23), 5)
    site.slabs(s, site.straight(2.88, 5.2, -7.13, -8.23), 1, 2)
    beds = [(-5.3, -0.5, -2.75, -1.4), (-0.5, 1.1, -3.3, -2.25), (2.98, 4.75, -3.3, -2.25), (11.26, 12.5, -3.0, 3.0), (-6.2, -5.0, -2.0, 6.0)]
    for x0, x1, y0, y1 in beds:
        site.bed(s, x0, x1, y0, y1, edging=y1 < 0)
    bare = [(x0, x1, y0 - 0.12, y1) for x0, x1, y0, y1 in beds] + [(4.85, 10.95, -16.5, -2.3), (1.3, 2.85, -8.23, -2.3), (2.85, 5.2, -8.23, -7.13), (-6.2, 12.5, -2.3, 9.0)]
    site.lawn(s, -20, 20, -15.94, 3.0, bare)
    planting(s)
    for x, y in ((1.05, -4.2), (1.05, -6.4), (4.6, -5.5), (4.6, -9.3)):
        site.path_light(s, x, y)


def planting(s):
    for x in (-4.35, -3.55, -2.75, -1.95, -1.1):
        s.put(f"shrub{s.rng.randrange(3)}", x, -2.0, 0.95)
    for x in (-4.8, -4.0, -3.15, -2.3, -1.5, -0.8):
        s.put(f"tuft{s.rng.randrange(2)}", x, -2.5, 0.7)
    for name, x, y, size in (("cone0", -4.95, -1.75, 0.98), ("cone1", -0.18, -2.75, 0.62), ("cone0", 4.45, -2.85, 0.62), ("cone1", 11.75, -2.0, 0.95), ("cone0", 12.0, -0.6, 1.05)):
        s.put(name, x, y, size)
    for x in (0.35, 0.85, 3.3, 3.85):
        s.put(f"bloom{s.rng.randrange(2)}", x, -2.75, 0.72)
    for x in (3.1, 3.55, 4.05, 0.15, 0.6):
        s.put(f"tuft{s.rng.randrange(2)}", x, -3.1, 0.55)
    for x, y in ((11.6, -2.75), (12.2, -2.6), (-5.6, -1.4), (-5.6, 0)):
        s.put(f"straw{s.rng.randrange(3)}", x, y, 0.85)


def surroundings(s):
    site.ground(s, front=-16.1)
    site.street(s)
    trees = [("maple0", -9.4, -5.6, 1.15), ("elm1", 13.9, -5.5, 1.05), ("elm2", -13.5, -1.0, 1.5), ("maple2", -11.5, 6.0, 1.6), ("elm0", -8, 11, 1.6), ("maple1", 14.8, 6, 1.5), ("elm2", 2, 17, 1.75), ("maple0", -4, 16, 1.7), ("elm1", 9, 15, 1.6), ("maple1", -17.5, 2.0, 1.5)]
    for name, x, y, size in trees:
        s.put(name, x, y, size)
    for name, x, y in (("spruce0", -17, 9), ("spruce1", -15.2, 10.5), ("spruce0", -20, 5), ("spruce1", 16.5, 9), ("spruce0", 18.6, 8.4), ("spruce0", -22.5, 0)):
        s.put(name, x, y, 1.15)
    site.backdrop(s)
    site.neighbour(s, -27, 6, lit=0.45)
    site.neighbour(s, 26, 1, lit=0.45)
    site.neighbour(s, 20.2, -0.6, 5.5, 6, 3.0, 2.4, True)
    site.neighbour(s, 48, 5)
    site.neighbour(s, -46, 8, front_gable=True)
    site.across_the_road(s)
    site.fence(s, -13.5, -5.2, 5.5)
    site.fence(s, 11.6, 18, 4.5)
    site.uplight(s, -9.2, -6.7, (0.0, 0.2, 1), 260)
    site.uplight(s, -8.2, -4.8, (-0.2, -0.2, 1), 170)


def farmhouse(s):
    house(s)
    garden(s)
    surroundings(s)
