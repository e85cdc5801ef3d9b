"""M1: the channel under a fascia, seen from near; the same eave while it is being mounted."""

import math

from .. import rig, site
from ..mesh import PRISM_FACES, lathe
from ..opening import Window
from ..wall import BOARD, wall
from .tools import drill, ladder

SOFFIT, OUT = 2.95, 0.42  # height of the soffit, depth of the overhang


def eave(s, x0=-5.0, x1=5.0):
    """Wall, frieze, soffit boards, fascia and gutter of the farmhouse, with the joints a near lens sees."""
    wall(s, x0, x1, 0, SOFFIT, openings=[Window(1.5, 2.9, 0.7, 2.15, units=2, lit=True, curtain="drape")], cladding=BOARD)
    s.box("trim", x0, x1, -0.03, 0, SOFFIT - 0.19, SOFFIT, bevel=0.006)
    y = -OUT
    while y < -0.02:
        s.box("soffit", x0, x1, y, y + 0.078, SOFFIT, SOFFIT + 0.02, bevel=0.003)
        y += 0.082
    s.box("trim", x0, x1, -OUT - 0.03, -OUT, SOFFIT - 0.035, SOFFIT + 0.2, bevel=0.006)
    s.box("gutter", x0, x1, -OUT - 0.15, -OUT - 0.035, SOFFIT + 0.07, SOFFIT + 0.19, bevel=0.02)
    s.box("gutter", x0, x1, -OUT - 0.165, -OUT - 0.14, SOFFIT + 0.185, SOFFIT + 0.205, bevel=0.006)
    for x in (-2.4, -0.2, 2.0):
        s.box("gutter", x - 0.015, x + 0.015, -OUT - 0.155, -OUT - 0.03, SOFFIT + 0.055, SOFFIT + 0.2)
    s.add("shingle", [(x0, -OUT - 0.06, SOFFIT + 0.22), (x1, -OUT - 0.06, SOFFIT + 0.22), (x1, 4, SOFFIT + 3.0), (x0, 4, SOFFIT + 3.0)], [(0, 1, 2, 3)])


def track(s, x0, x1, z=SOFFIT - 0.035, lit=True, material="trim"):
    """A length of channel with its lenses; it takes the colour of the fascia."""
    y = -OUT - 0.008
    s.box(material, x0, x1, y - 0.014, y + 0.016, z - 0.026, z, bevel=0.003)
    x = x0 + 0.1
    profile = [(0.001, 0.0), (0.013, 0.0), (0.015, -0.006), (0.0155, -0.014), (0.001, -0.014)]
    verts, faces = lathe(profile, 16)
    while x < x1:
        s.add(material, verts + (x, y, z - 0.024), faces)
        x += 0.2
    if lit:
        rig.run(s, (x0, y, z - 0.036), (x1, y, z - 0.036), -0.03, drop=0.0, spacing=0.4)


def macro(s):
    eave(s)
    track(s, -5.0, 5.0)
    s.box("gutter", -2.95, -2.87, -0.1, -0.02, 0, SOFFIT - 0.1, bevel=0.015)


def macro_in_ice(s):
    macro(s)
    rs = s.rng
    x = -3.2
    while x < 2.2:
        high = rs.uniform(0.03, 0.2) * rs.uniform(0.3, 1)
        icicle(s, x, -OUT - 0.16, SOFFIT + 0.19, high, rs.uniform(0.006, 0.013))
        if rs.random() < 0.55:
            icicle(s, x + 0.03, -OUT - 0.012, SOFFIT - 0.06, high * 0.35, 0.005)
        x += rs.uniform(0.03, 0.09)
    for _ in range(500):
        s.ball("ice", rs.uniform(-3, 2), -OUT - 0.031, rs.uniform(SOFFIT - 0.03, SOFFIT + 0.06), rs.uniform(0.0015, 0.005), 1.2, 5, 6)


def icicle(s, x, y, z, length, radius):
    n = 5
    points = [(x + 0.002 * (k % 2), y, z - length * k / n) for k in range(n + 1)]
    s.tube("ice", points, [radius * (1 - k / n) ** 0.8 + 0.0008 for k in range(n + 1)], 8)


def mounting(s):
    """Half the channel is up and its first metre lit; the next length hangs by one clip, the ladder stands ready."""
    eave(s)
    track(s, -5.0, -0.55)
    y, z = -OUT - 0.008, SOFFIT - 0.05
    far = (1.75, y - 0.16, z - 0.42)
    s.bar("trim", (-0.52, y, z), far, 0.03, 0.026, bevel=0.003)
    for i in range(11):
        t = (i + 0.6) / 11.5
        s.ball("trim", -0.52 + (far[0] + 0.52) * t, y + (far[1] - y) * t, z - 0.018 + (far[2] - z) * t, 0.011, 1, 6, 10)
    s.tube("white", [far, (1.9, far[1] - 0.02, far[2] - 0.25), (1.7, far[1], far[2] - 0.7), (1.85, far[1] + 0.05, far[2] - 1.3)], 0.006, 6)
    for x in (-0.1, 0.5, 1.1):
        s.box("steel", x - 0.02, x + 0.02, y - 0.02, y + 0.02, SOFFIT - 0.05, SOFFIT - 0.034, bevel=0.003)
    ladder(s, 1.3, -1.35, -OUT - 0.18, SOFFIT + 0.35)
    with s.at(0.62, -OUT - 0.62, 2.28, 20):
        s.box("darkplastic", -0.2, 0.3, -0.16, 0.16, -0.05, -0.02, bevel=0.01)
        with s.at(0, 0, 0.005, 35):
            drill(s)
    s.sheet("lawn", (-60, -60, 0), (60, -60, 0), (60, 60, 0), (-60, 60, 0))
    for x, yy, size in ((7.5, 3.0, 1.2), (9.5, -1, 1.1), (14, 6, 1.6)):
        s.put(f"elm{int(x) % 3}", x, yy, size)
    site.backdrop(s)


def tilted(s, material, x0, x1, u0, u1, d0, d1, origin, angle, bevel=0.0):
    """A box in a plane that leans back by `angle` degrees: x across, u up the plane, d out of it."""
    c, q = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    verts = []
    for d in (d0, d1):
        for x, u in ((x0, u0), (x1, u0), (x1, u1), (x0, u1)):
            verts.append((origin[0] + x, origin[1] + u * q - d * c, origin[2] + u * c + d * q))
    s.add(material, verts, PRISM_FACES, bevel=bevel)
