"""B7: main-street retail row. Five narrow fronts with glass below, flats above, cornices, awnings, a wet road and trees in grates."""

from .. import site
from ..opening import Storefront, Window
from ..roof import cornice, slab
from ..wall import FLAT, wall

# width, wall, stone, frame, awning (or none), storeys, cornice height
FRONTS = {
    "a": ((6.4, "brick", "stonework", "black", "teal", 2, 0.6), (5.2, "stucco", "trim", "navy", None, 2, 0.45), (7.4, "brickdark", "stonework", "black", None, 3, 0.7), (5.6, "brickpale", "trim", "green", "green", 2, 0.55), (6.8, "ashlar", "stonework", "black", None, 3, 0.7)),
    "b": ((5.8, "brickpale", "stonework", "green", "green", 2, 0.55), (7.2, "brick", "trim", "black", None, 2, 0.7), (5.0, "slateblue", "trim", "black", "navy", 2, 0.5), (7.6, "brickdark", "stonework", "red", None, 2, 0.65), (5.4, "stucco", "trim", "black", "red", 2, 0.45)),
}


def row(s, key="a", depth=12.0):
    fronts = FRONTS[key]
    x = -sum(f[0] for f in fronts) / 2
    for width, *rest in fronts:
        with s.at(x, 0):
            front(s, width, *rest, depth=depth)
        x += width


def front(s, w, brick, stone, frame, awning, storeys, crown, depth):
    top = 4.1 + (storeys - 1) * 3.2 + 0.5
    shop = Storefront(0.55, w - 0.55, 0.1, 3.3, frame=frame, plinth=frame, panes=max(2, round(w / 1.9)))
    count = max(2, round(w / 1.9))
    upper = []
    for floor in range(storeys - 1):
        z = 4.75 + floor * 3.2
        for i in range(count):
            x = w * (i + 0.5) / count
            upper.append(Window(x - 0.48, x + 0.48, z, z + 1.75, rows=2, frame=frame if frame != "green" else "trim", casing=None, deep=0.1, level=0.75))
    wall(s, 0.02, w - 0.02, 0, top, openings=[shop, *upper], cladding=FLAT, material=brick)
    for o in upper:
        s.box(stone, o.x0 - 0.1, o.x1 + 0.1, -0.06, 0, o.z1, o.z1 + 0.2, bevel=0.008)
        s.box(stone, o.x0 - 0.08, o.x1 + 0.08, -0.09, 0.05, o.z0 - 0.12, o.z0, bevel=0.008)
    for a in (0.04, w - 0.5):
        s.box(stone, a, a + 0.46, -0.1, 0, 0, 3.45, bevel=0.01)
    s.box(stone if frame == "black" else frame, 0.04, w - 0.04, -0.14, 0, 3.45, 4.0, bevel=0.01)
    cornice(s, 0.03, w - 0.03, 4.0, 0.16, 0.34, stone, group="C", dentils=False)
    cornice(s, 0.02, w - 0.02, top - 0.15, crown, 0.42, stone)
    s.box(brick, 0.02, w - 0.02, 0.1, 0.4, top, top + crown - 0.05)
    s.box("membrane", 0.02, w - 0.02, 0.4, depth, top - 0.3, top - 0.2)
    for a in (0.02, w - 0.12):
        s.box("brickdark", a, a + 0.1, 0.02, depth, 0, top)
    if awning:
        slab(s, (0.5, -1.3, 2.85), (w - 0.5, -1.3, 2.85), (w - 0.5, -0.02, 3.5), (0.5, -0.02, 3.5), awning, 0.02)
        s.box(awning, 0.5, w - 0.5, -1.31, -1.29, 2.62, 2.87)
    else:
        for i in range(2):
            gooseneck(s, w * (i + 0.5) / 2)
    if s.rng.random() < 0.7:
        site.pot(s, 0.3, -0.5, 0.12, 1.2, f"cone{s.rng.randrange(2)}", 0.5)


def gooseneck(s, x):
    s.tube("black", [(x, -0.1, 4.35), (x, -0.45, 4.5), (x, -0.6, 4.38)], 0.015, 6)
    s.turned("black", x, -0.6, 4.2, [(0.001, 0.2), (0.05, 0.18), (0.14, 0.0), (0.001, 0.06)], 12)
    s.lamp("down", x, -0.58, 4.2, 7, aim=(0, 0.25, -1), angle=110)


def sidewalk(s, far=16.0):
    """Pavement, kerb and road; the far side is dark shop fronts for the glass to mirror."""
    site.ground(s, front=-4.4, material="paving")
    site.slabs(s, site.straight(-36, 36, -0.12, -4.2), 3, 48, "concrete", thick=0.11)
    site.street(s, -4.3, 11.0)
    s.box("paving", -60, 60, -20, -15.4, -0.14, 0.02)
    for x in (-24, -8.5, 7.0, 22.5):
        s.put(f"elm{int(abs(x)) % 3}", x, -3.4, 0.78, z=0.1)
        s.box("black", x - 0.6, x + 0.6, -4.0, -2.8, 0.1, 0.125)
    for x in (-16.5, -1.0, 15.0, 30):
        site.street_lamp(s, x, -3.9, 4.2, 40)
    for x in (-12.6, 11.2):
        bench(s, x, -3.2)
    for i in range(10):
        s.box("nwall", -70 + i * 14, -70 + i * 14 + 13.6, -32, -24, 0, s.rng.uniform(6, 9))
        s.sheet("far-lit", (-69 + i * 14, -23.9, 0.5), (-59 + i * 14, -23.9, 0.5), (-59 + i * 14, -23.9, 3.0), (-69 + i * 14, -23.9, 3.0))


def bench(s, x, y):
    for i in range(4):
        s.box("cedar", x - 0.8, x + 0.8, y + i * 0.11, y + i * 0.11 + 0.09, 0.55, 0.585)
    for i in range(3):
        s.box("cedar", x - 0.8, x + 0.8, y + 0.45, y + 0.48, 0.7 + i * 0.12, 0.79 + i * 0.12)
    for a in (-0.65, 0.6):
        s.box("black", x + a, x + a + 0.05, y, y + 0.5, 0.1, 0.55)
        s.box("black", x + a, x + a + 0.05, y + 0.44, y + 0.49, 0.55, 1.05)


def flanks(s):
    """More of the street on both sides, plainer."""
    for x0, x1, tall in ((-46, -31, 7.6), (-31, -15.8, 8.6), (15.8, 29, 7.4), (29, 45, 9.4)):
        s.box("brickdark" if tall > 8 else "brick", x0 + 0.05, x1 - 0.05, 0.1, 12, 0, tall)
        s.box("stonework", x0, x1, -0.15, 0.1, tall - 0.3, tall + 0.2)
        n = int((x1 - x0) / 2.6)
        for i in range(n):
            cx = x0 + (i + 0.5) * (x1 - x0) / n
            s.sheet(s.rng.choice(("far-lit", "far-dim", "black", "black")), (cx - 0.5, 0.08, 4.6), (cx + 0.5, 0.08, 4.6), (cx + 0.5, 0.08, 6.3), (cx - 0.5, 0.08, 6.3))
            s.sheet(s.rng.choice(("far-lit", "far-lit", "far-dim")), (cx - 1.0, 0.08, 0.6), (cx + 1.0, 0.08, 0.6), (cx + 1.0, 0.08, 3.0), (cx - 1.0, 0.08, 3.0))


def main_street(s):
    s.letters = "AB"
    row(s, "a")
    sidewalk(s)
    flanks(s)
    site.backdrop(s, near=20)


def main_street_b(s):
    s.letters = "AB"
    row(s, "b")
    sidewalk(s)
    flanks(s)
    site.backdrop(s, near=20)


def main_street_with_trails(s):
    """Head and tail lights drawn out by a long exposure."""
    main_street(s)
    for y, z, m in ((-7.2, 0.62, "trail-red"), (-7.9, 0.66, "trail-red"), (-11.2, 0.6, "trail-white"), (-12.0, 0.64, "trail-white")):
        points = [(x, y + 0.12 * ((x / 40) ** 2), z + 0.01 * (x % 3)) for x in range(-80, 81, 4)]
        s.tube(m, points, 0.022, 5)
        s.tube(m, [(x, b + 0.25, c) for x, b, c in points], 0.012, 4)
    color = {"trail-red": (1, 0.05, 0.02), "trail-white": (1, 0.86, 0.66)}
    for y, m in ((-7.5, "trail-red"), (-11.6, "trail-white")):
        for x in range(-30, 31, 6):
            s.lamp("point", x, y, 0.5, 2.0, color=color[m])
