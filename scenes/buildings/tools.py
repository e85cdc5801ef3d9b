"""Things of the trade: drill, ladder, controller, reel, tape, plan, tablet, headset, colour chips."""

import math

from ..mesh import PRISM_FACES


def drill(s):
    """Lying on its side would hide its shape; it stands on its battery, nose along +x."""
    s.box("darkplastic", -0.06, 0.06, -0.035, 0.035, 0.0, 0.055, bevel=0.008)
    s.box("orange", -0.055, 0.055, -0.03, 0.03, 0.05, 0.062, bevel=0.004)
    s.add("darkplastic", [(x + (0.025 if z else 0.0), y, 0.06 + z) for z in (0, 0.1) for x, y in ((-0.03, -0.018), (0.02, -0.018), (0.02, 0.018), (-0.03, 0.018))], PRISM_FACES, bevel=0.008)
    s.tube("orange", [(-0.09, 0, 0.195), (-0.07, 0, 0.195), (0.05, 0, 0.195), (0.075, 0, 0.195)], [0.026, 0.034, 0.034, 0.028], 16)
    s.tube("darkplastic", [(-0.108, 0, 0.195), (-0.107, 0, 0.195), (-0.1, 0, 0.195), (-0.085, 0, 0.195)], [0.001, 0.016, 0.024, 0.031], 16)
    s.tube("darkplastic", [(0.075, 0, 0.195), (0.085, 0, 0.195), (0.115, 0, 0.195), (0.125, 0, 0.195)], [0.024, 0.026, 0.02, 0.01], 16)
    s.tube("steel", [(0.12, 0, 0.195), (0.19, 0, 0.195)], [0.004, 0.003], 8)
    s.box("red", 0.0, 0.018, -0.008, 0.008, 0.13, 0.16, bevel=0.003)


def ladder(s, x, foot_y, top_y, top_z, half=0.2):
    for side in (-half, half):
        s.bar("aluminium", (x + side, foot_y, 0), (x + side, top_y, top_z), 0.03, 0.07, up=(0, 1, 0), bevel=0.004)
        s.box("rubber", x + side - 0.03, x + side + 0.03, foot_y - 0.05, foot_y + 0.05, 0, 0.05, bevel=0.008)
    n = int(top_z / 0.28)
    for i in range(1, n + 1):
        t = i / (n + 0.4)
        y, z = foot_y + (top_y - foot_y) * t, top_z * t
        s.bar("aluminium", (x - half, y, z), (x + half, y, z), 0.032, 0.05, bevel=0.004)


def controller(s, open_lid=True):
    """M2: a weatherproof box, 240 x 170 mm, with its board, terminals, a button and a status light."""
    w, d, h, t = 0.12, 0.085, 0.055, 0.006
    s.box("plastic", -w, w, -d, d, 0, 0.008, bevel=0.004)
    for a, b, c, e in ((-w, -w + t, -d, d), (w - t, w, -d, d), (-w, w, -d, -d + t), (-w, w, d - t, d)):
        s.box("plastic", a, b, c, e, 0.004, h, bevel=0.002)
    for x in (-w, w):
        for y in (-d, d):
            s.cylinder("plastic", x * 0.93, y * 0.9, 0.004, h, 0.008, 12)
    if not open_lid:
        s.box("plastic", -w - 0.002, w + 0.002, -d - 0.002, d + 0.002, h, h + 0.014, bevel=0.005)
        s.cylinder("status", 0.085, -0.055, h + 0.012, h + 0.016, 0.0045, 16)
        s.cylinder("darkplastic", 0.055, -0.055, h + 0.012, h + 0.018, 0.009, 20, bevel=0.002)
        return
    s.box("board", -0.105, 0.105, -0.03, 0.072, 0.012, 0.015)
    for i in range(6):
        x = -0.095 + i * 0.024
        s.box("green", x, x + 0.022, 0.045, 0.066, 0.015, 0.034, bevel=0.002)
        for k in (0.006, 0.016):
            s.cylinder("steel", x + k, 0.05, 0.034, 0.0355, 0.004, 12)
            wire = ("red", "black", "paper")[(i + int(k * 200)) % 3]
            s.tube(wire, [(x + k, 0.064, 0.024), (x + k, 0.078, 0.024), (x + k * 1.5 - 0.01, 0.1, 0.045), (x + k * 2 - 0.03, 0.14, 0.02), (x + k * 3 - 0.05, 0.2, 0.008)], 0.0022, 8)
    s.box("darkplastic", -0.01, 0.03, -0.005, 0.035, 0.015, 0.019, bevel=0.001)
    s.box("steel", -0.07, -0.03, -0.012, 0.018, 0.015, 0.021, bevel=0.001)
    for x, y, r, z in ((0.055, 0.02, 0.008, 0.02), (0.075, 0.02, 0.008, 0.02), (0.055, 0.0, 0.006, 0.014), (-0.085, 0.02, 0.006, 0.016)):
        s.cylinder("darkplastic", x, y, 0.015, 0.015 + z, r, 20, bevel=0.001)
        s.cylinder("aluminium", x, y, 0.015 + z, 0.0152 + z, r * 0.9, 20)
    for i in range(14):
        x, y = -0.095 + (i * 0.0137) % 0.19, -0.024 + (i * 0.031) % 0.06
        s.box("darkplastic" if i % 2 else "brass", x, x + 0.006, y, y + 0.003, 0.015, 0.0165)
    s.box("steel", -0.1, 0.02, -0.078, -0.036, 0.01, 0.042, bevel=0.003)
    for i in range(7):
        s.box("black", -0.09 + i * 0.014, -0.084 + i * 0.014, -0.0785, -0.0775, 0.018, 0.034)
    s.cylinder("darkplastic", 0.065, -0.056, 0.01, 0.036, 0.014, 24, bevel=0.002)
    s.cylinder("red", 0.065, -0.056, 0.036, 0.042, 0.009, 24, bevel=0.002)
    s.cylinder("darkplastic", 0.097, -0.056, 0.01, 0.034, 0.008, 20)
    s.ball("status", 0.097, -0.056, 0.036, 0.0058, 1, 10, 16)
    s.lamp("point", 0.097, -0.056, 0.062, 0.16, color=(0.05, 0.9, 0.75), size=(0.005, 0.005))


def lid(s, x, y):
    """Leaning beside the box."""
    s.add("plastic", [(x + a * 0.12, y + b, 0.004 + c) for b, c in ((0.0, 0.0), (0.055, 0.155)) for a in (-1, 1)] + [(x + a * 0.12, y + b + 0.012, 0.004 + c - 0.004) for b, c in ((0.0, 0.0), (0.055, 0.155)) for a in (-1, 1)], [(0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)], bevel=0.004)


def puck(s, x, y, z=0.0, group=None):
    """One LED node: base, collar, lens; lit when a group is given."""
    s.turned("plastic", x, y, z, [(0.001, 0), (0.021, 0), (0.021, 0.007), (0.015, 0.009), (0.0145, 0.014), (0.001, 0.014)], 24)
    if group:
        s.bulb((x, y, z + 0.017), group)
        s.lamp("point", x, y, z + 0.05, 0.06, color=(1, 1, 1), size=(0.01, 0.01), group=group)
    else:
        s.ball("linen", x, y, z + 0.014, 0.011, 0.7, 8, 14)


def light_string(s, points, group="A", step=1):
    """Pucks on a cable through the given points."""
    s.tube("paper", [(x, y, z + 0.006) for x, y, z in points], 0.003, 6)
    for i, (x, y, z) in enumerate(points):
        if i % step == 0:
            puck(s, x, y, z, group and "ABC"[i % 3] if group == "cycle" else group)


def reel(s, x, y, z=0.0, radius=0.16, height=0.09, turns=5, group=None):
    s.cylinder("darkplastic", x, y, z, z + 0.008, radius, 40, bevel=0.002)
    s.cylinder("darkplastic", x, y, z + height, z + height + 0.008, radius, 40, bevel=0.002)
    s.cylinder("darkplastic", x, y, z, z + height, radius * 0.4, 30)
    for k in range(turns):
        r = radius * 0.84 - 0.001 * k
        zz = z + 0.017 + k * (height - 0.022) / max(1, turns - 1)
        s.tube("paper", [(x + r * math.cos(a), y + r * math.sin(a), zz) for a in (i * 2 * math.pi / 40 for i in range(41))], 0.006, 6)
        for i in range(9):
            a = i * 2 * math.pi / 9 + k * 0.4
            if group:
                s.bulb((x + (r + 0.008) * math.cos(a), y + (r + 0.008) * math.sin(a), zz), "ABC"[(i + k) % 3] if group == "cycle" else group)
            else:
                s.ball("linen", x + (r + 0.006) * math.cos(a), y + (r + 0.006) * math.sin(a), zz, 0.009, 1, 6, 8)
    if group:
        for i in range(5):
            a = i * 2 * math.pi / 5
            s.lamp("point", x + (radius + 0.06) * math.cos(a), y + (radius + 0.06) * math.sin(a), z + height / 2, 0.5, color=(1, 1, 1), group=group if group != "cycle" else "ABC"[i % 3])


def tape(s, x, y, z=0.0):
    s.box("yellow", x - 0.035, x + 0.035, y - 0.018, y + 0.018, z, z + 0.068, bevel=0.012)
    s.cylinder("darkplastic", x, y, z + 0.02, z + 0.021, 0.01)
    s.box("darkplastic", x - 0.026, x + 0.026, y - 0.0195, y + 0.0195, z + 0.014, z + 0.054, bevel=0.01)
    s.box("yellow", x + 0.03, x + 0.30, y - 0.011, y + 0.011, z + 0.004, z + 0.0055)
    for i in range(26):
        a = x + 0.045 + i * 0.01
        s.box("ink", a, a + 0.0012, y - 0.011, y - 0.011 + (0.012 if i % 5 == 0 else 0.006), z + 0.0055, z + 0.0058)
    s.box("steel", x + 0.298, x + 0.304, y - 0.013, y + 0.013, z - 0.0, z + 0.012)


def plan(s, x, y, z=0.0, w=0.42, d=0.3, turn=0):
    """A sheet with an elevation drawn in thin lines, one edge rolled."""
    with s.at(x, y, z, turn):
        s.box("paper", -w / 2, w / 2, -d / 2, d / 2, 0, 0.0012)
        s.tube("paper", [(w / 2, -d / 2, 0.012), (w / 2, d / 2, 0.012)], 0.012, 16)

        def line(*points, width=0.0012, m="ink"):
            for a, b in zip(points, points[1:]):
                s.bar(m, (*a, 0.0016), (*b, 0.0016), width, 0.0004)

        line((-0.16, -0.08), (-0.16, 0.01), (-0.07, 0.075), (0.02, 0.01), (0.02, -0.08), (-0.16, -0.08))
        line((0.02, 0.0), (0.10, 0.055), (0.17, 0.0), (0.17, -0.08), (0.02, -0.08))
        for a in (-0.13, -0.06, 0.06, 0.11):
            line((a, -0.05), (a + 0.03, -0.05), (a + 0.03, -0.01), (a, -0.01), (a, -0.05))
        line((-0.165, 0.013), (-0.07, 0.082), (0.025, 0.013), width=0.003, m="orange")
        line((0.025, 0.005), (0.10, 0.062), (0.175, 0.005), width=0.003, m="orange")
        line((-0.16, -0.105), (0.17, -0.105))
        for a in (-0.16, 0.02, 0.17):
            line((a, -0.112), (a, -0.098))
        for i in range(6):
            line((-0.18, 0.12 - i * 0.004), (-0.18 + 0.05 + 0.02 * (i % 3), 0.12 - i * 0.004))


def pencil(s, x, y, z, turn):
    with s.at(x, y, z, turn):
        s.tube("yellow", [(-0.08, 0, 0.004), (0.06, 0, 0.004)], 0.0038, 6)
        s.tube("bench", [(0.06, 0, 0.004), (0.075, 0, 0.004)], [0.0038, 0.001], 8)
        s.tube("rose", [(-0.09, 0, 0.004), (-0.08, 0, 0.004)], 0.0038, 8)


def screen(s, x, y, z, w, h, angle, scheme=("violet-screen", "teal-screen", "amber-screen"), thick=0.008, rows=3):
    """A phone or tablet leaning back by `angle`; its face shows swatches, a house line and sliders, no lettering."""
    from .channel import tilted

    o = (x, y, z)
    tilted(s, "darkplastic", -w / 2, w / 2, 0, h, -thick, 0, o, angle, bevel=0.006)
    m = w * 0.045
    tilted(s, "dark-screen", -w / 2 + m, w / 2 - m, m, h - m, 0, 0.0006, o, angle)
    f = 0.0012
    left, right = -w / 2 + m * 3, w / 2 - m * 3
    wide = right - left
    roof = h * 0.80
    for k in range(2):
        a = left + wide * (0.02 + 0.52 * k)
        b = a + wide * 0.44
        peak = roof + h * (0.055 if k == 0 else 0.035)
        for i in range(9):
            t = i / 8
            u = roof + (peak - roof) * (1 - abs(2 * t - 1)) * 1.6
            cx = a + (b - a) * t
            r = w * 0.012
            tilted(s, scheme[i % len(scheme)], cx - r, cx + r, u - r, u + r, f, f + 0.0004, o, angle)
        tilted(s, "grey-screen", a, b, roof - h * 0.13, roof - h * 0.125, f, f + 0.0003, o, angle)
        for q in (a, b - w * 0.005):
            tilted(s, "grey-screen", q, q + w * 0.005, roof - h * 0.13, roof - h * 0.01, f, f + 0.0003, o, angle)
    n = 4 if w < h else 6
    size = wide / n * 0.78
    for row in range(rows - 1):
        for i in range(n):
            cx = left + wide * (i + 0.5) / n
            u = h * 0.50 - row * size * 1.35
            tilted(s, (*scheme, "grey-screen")[(i + row * 2) % 4], cx - size / 2, cx + size / 2, u - size / 2, u + size / 2, f, f + 0.0004, o, angle)
    for k, share in enumerate((0.72, 0.45)):
        u = h * (0.17 - 0.075 * k)
        tilted(s, "grey-screen", left, right, u, u + h * 0.010, f, f + 0.0003, o, angle)
        tilted(s, scheme[k % len(scheme)], left, left + wide * share, u - 0.0003, u + h * 0.011, f, f + 0.0006, o, angle)
        tilted(s, "paper", left + wide * share - w * 0.02, left + wide * share + w * 0.02, u - h * 0.008, u + h * 0.019, f, f + 0.001, o, angle)


def headset(s, x, y, z=0.0):
    """Standing on its ear cushions."""
    n = 14
    band = [(x + 0.085 * math.cos(math.pi * i / n), y, z + 0.075 + 0.105 * math.sin(math.pi * i / n)) for i in range(n + 1)]
    s.tube("darkplastic", band, 0.009, 10)
    s.tube("rubber", [(a, b, c - 0.008) for a, b, c in band[3:-3]], 0.011, 10)
    for side in (-1, 1):
        s.tube("darkplastic", [(x + side * 0.070, y, z + 0.055), (x + side * 0.078, y, z + 0.055), (x + side * 0.096, y, z + 0.055), (x + side * 0.1, y, z + 0.055)], [0.036, 0.044, 0.042, 0.02], 24)
        s.tube("rubber", [(x + side * 0.052, y, z + 0.055), (x + side * 0.058, y, z + 0.055), (x + side * 0.07, y, z + 0.055)], [0.03, 0.043, 0.04], 24)
        s.tube("teal", [(x + side * 0.1, y, z + 0.055), (x + side * 0.102, y, z + 0.055)], [0.018, 0.017], 24)
    s.tube("darkplastic", [(x - 0.09, y, z + 0.05), (x - 0.1, y - 0.05, z + 0.03), (x - 0.075, y - 0.11, z + 0.02)], 0.004, 8)
    s.ball("rubber", x - 0.07, y - 0.118, z + 0.02, 0.011, 1, 8, 12)


def chips(s, x, y, z=0.0, turn=0):
    """Colour-match chips: fascia colours beside a piece of channel."""
    colors = ("white", "cream", "greige", "sage", "slateblue", "barnred", "charcoal", "copper")
    with s.at(x, y, z, turn):
        for i, c in enumerate(colors):
            s.box(c, i * 0.052, i * 0.052 + 0.046, 0, 0.10, 0, 0.006, bevel=0.002)
            s.box("paper", i * 0.052, i * 0.052 + 0.046, -0.03, 0.0, 0, 0.002)
