"""Still lifes: phone on a porch rail, controller on the bench, parts on slate, the workshop and its tools, the clay model."""

import math

from ..opening import Window
from ..stage import Solid
from . import colonial
from .contemporary import street_side
from .tools import chips, controller, drill, headset, ladder, lid, light_string, pencil, plan, puck, reel, screen, tape


def phone_on_rail(s):
    """A phone leans on a lantern on a porch rail; the house it controls glows out of focus."""
    with s.at(0, 2.5):
        street_side(s)
    y = -15.2
    s.box("deck", -3, 3, y - 0.09, y + 0.09, 1.0, 1.045, bevel=0.008)
    s.box("trim", -3, 3, y - 0.03, y + 0.03, 0.9, 1.0, bevel=0.006)
    x = -2.9
    while x < 3:
        s.box("trim", x, x + 0.04, y - 0.02, y + 0.02, 0, 0.92)
        x += 0.13
    screen(s, 0.06, y - 0.045, 1.046, 0.082, 0.172, 16, ("violet-screen", "teal-screen", "violet-screen"))
    s.lamp("pane", 0.06, y - 0.12, 1.13, 0.05, aim=(0, -1, 0.1), color=(0.3, 0.3, 1.0), size=(0.07, 0.14))
    s.turned("china", 0.215, y + 0.01, 1.045, [(0.001, 0.0), (0.036, 0.0), (0.041, 0.01), (0.043, 0.095), (0.039, 0.095), (0.036, 0.02), (0.001, 0.02)], 32)
    ring = [(0.255 + 0.026 * math.cos(a), y + 0.01, 1.095 + 0.03 * math.sin(a)) for a in (-1.4 + i * 0.28 for i in range(11))]
    s.tube("china", ring, 0.006, 8)
    s.box("charcoal", -0.02, 0.14, y + 0.012, y + 0.05, 1.045, 1.13, bevel=0.01)
    s.lamp("point", 0.9, y - 0.9, 2.1, 5.0, color=(1, 0.7, 0.42), size=(0.1, 0.1))


def bench_top(s, depth=0.9, back=True):
    s.box("bench", -2, 2, -depth, depth, -0.06, 0.0, bevel=0.006)
    if back:
        s.box("panel", -3, 3, depth, depth + 0.05, -0.5, 2.0)


def controller_open(s):
    bench_top(s)
    with s.at(0, 0, 0, 14):
        controller(s)
        lid(s, -0.30, 0.06)
    points = [(0.22 + 0.06 * i, 0.10 + 0.05 * math.sin(i * 0.9), 0) for i in range(8)]
    light_string(s, points, "A")
    reel(s, 0.06, 0.46, 0, 0.12, 0.08, 4, "B")
    with s.at(-0.24, -0.13, 0, -28):
        screwdriver(s)
    for x, y in ((0.19, -0.12), (0.215, -0.09), (0.24, -0.135), (0.2, -0.15)):
        screw(s, x, y)
    s.lamp("pane", -0.9, -0.5, 1.0, 3.2, aim=(0.7, 0.5, -0.9), color=(0.72, 0.82, 1.0), size=(0.6, 0.6))
    s.lamp("pane", 0.9, 0.5, 0.8, 1.6, aim=(-0.8, -0.5, -0.7), color=(1, 0.72, 0.44), size=(0.3, 0.3))


def screwdriver(s):
    s.tube("teal", [(-0.12, 0, 0.013), (-0.11, 0, 0.013), (-0.04, 0, 0.013), (-0.03, 0, 0.013)], [0.008, 0.0135, 0.012, 0.008], 12)
    s.tube("steel", [(-0.03, 0, 0.013), (0.09, 0, 0.013)], 0.003, 10)


def screw(s, x, y):
    s.tube("steel", [(x, y, 0.004), (x + 0.018, y + 0.006, 0.003)], [0.0018, 0.0014], 8)
    s.tube("steel", [(x - 0.002, y - 0.001, 0.004), (x, y, 0.004)], [0.004, 0.0036], 12)


def parts(s):
    """Everything that is in a crate: channel lengths, nodes, leads, clips, controller."""
    s.box("stoneslab", -1.4, 1.4, -0.9, 0.9, -0.05, 0, bevel=0.01)
    for i, (m, y) in enumerate((("trim", 0.26), ("charcoal", 0.325), ("copper", 0.39))):
        length_of_channel(s, -0.62, 0.62, y, m)
    light_string(s, [(-0.58 + i * 0.1, 0.14 + 0.012 * math.sin(i * 1.3), 0) for i in range(12)], "A")
    with s.at(-0.34, -0.12, 0, 6):
        controller(s, open_lid=False)
    with s.at(0.30, -0.13, 0, 0):
        reel(s, 0, 0, 0, 0.125, 0.07, 4, "B")
    for i in range(6):
        clip(s, -0.08 + (i % 3) * 0.055, -0.06 - (i // 3) * 0.07)
    for i in range(9):
        screw(s, -0.06 + (i % 5) * 0.03, -0.24 + (i // 5) * 0.03)
    lead(s, 0.52, -0.06)
    for i in range(4):
        puck(s, 0.49 + (i % 2) * 0.065, -0.2 - (i // 2) * 0.06, 0)
    s.lamp("pane", -1.1, 0.4, 1.3, 9, aim=(0.75, -0.3, -1), color=(1, 0.86, 0.70), size=(0.9, 0.5))
    s.lamp("pane", 1.2, 0.6, 0.9, 3.5, aim=(-0.9, -0.5, -0.8), color=(0.72, 0.82, 1), size=(0.5, 0.5))


def length_of_channel(s, x0, x1, y, material):
    s.box(material, x0, x1, y - 0.014, y + 0.014, 0, 0.004, bevel=0.001)
    for k in (-0.014, 0.011):
        s.box(material, x0, x1, y + k, y + k + 0.003, 0, 0.026, bevel=0.001)
    x = x0 + 0.06
    while x < x1:
        s.cylinder("linen", x, y, 0.004, 0.018, 0.0095, 16)
        x += 0.1


def clip(s, x, y):
    s.box("steel", x, x + 0.036, y, y + 0.02, 0, 0.002)
    for a in (0, 0.034):
        s.box("steel", x + a, x + a + 0.002, y, y + 0.02, 0, 0.02)
    s.cylinder("black", x + 0.018, y + 0.01, 0.001, 0.003, 0.003, 12)


def lead(s, x, y):
    turns = [(x + (0.05 + 0.0006 * i) * math.cos(i * 0.35), y + (0.05 + 0.0006 * i) * math.sin(i * 0.35), 0.005 + 0.0004 * (i % 18)) for i in range(60)]
    s.tube("black", turns, 0.004, 8)
    end = turns[-1]
    s.tube("darkplastic", [end, (end[0] + 0.04, end[1] - 0.01, 0.009)], [0.008, 0.009], 12)


def workshop_room(s):
    """A bench under a window, a pegboard, shelves with reels."""
    window = Window(-1.9, -0.5, 1.05, 2.35, cols=2, rows=2, units=1, lit=False, casing="trim", frame="black")
    with s.at(0, 1.0):
        s.box("white", -4, -1.99, 0, 0.1, 0, 3)
        s.box("white", -0.41, 4, 0, 0.1, 0, 3)
        s.box("white", -2, -0.4, 0, 0.1, 0, 1.05)
        s.box("white", -2, -0.4, 0, 0.1, 2.35, 3)
        window.build_casing(s)
        window.build_sash(s)
        pegboard(s)
    s.box("bench", -2.6, 2.6, -0.1, 0.98, 0.86, 0.93, bevel=0.008)
    for x in (-2.5, 0, 2.4):
        s.box("oldwood", x, x + 0.1, 0.0, 0.1, 0, 0.86)
        s.box("oldwood", x, x + 0.1, 0.85, 0.95, 0, 0.86)
    s.box("oldwood", -2.6, 2.6, 0.1, 0.95, 0.2, 0.24)
    s.box("concrete", -6, 6, -6, 1, -0.05, 0)
    s.box("white", -4.1, -4, -6, 1, 0, 3)
    s.box("white", -4.1, 3.7, -6, 1.1, 3, 3.1)
    s.sheet("lawn", (-60, 3, -0.2), (60, 3, -0.2), (60, 90, -0.2), (-60, 90, -0.2))
    s.box("nwall", 3.6, 3.7, -6, 1, 0, 3)
    for i in range(5):
        reel(s, -2.2 + i * 0.46, 0.55, 0.24, 0.18, 0.1, 4)


def pegboard(s):
    s.box("cream", 0.0, 2.3, -0.03, 0, 1.15, 2.3, bevel=0.004)
    for i in range(22):
        for j in range(11):
            s.cylinder("black", 0.06 + i * 0.104, -0.032, 1.2 + j * 0.1, 1.208 + j * 0.1, 0.004, 6)
    for x, z, length, m in ((0.2, 2.1, 0.24, "red"), (0.36, 2.1, 0.2, "teal"), (0.52, 2.1, 0.26, "yellow"), (0.68, 2.1, 0.18, "red")):
        s.tube(m, [(x, -0.06, z), (x, -0.06, z - 0.09)], 0.014, 12)
        s.tube("steel", [(x, -0.06, z - 0.09), (x, -0.06, z - length)], 0.004, 8)
    s.box("steel", 0.9, 1.02, -0.05, -0.035, 1.75, 2.12, bevel=0.003)
    for k in range(3):
        a = 1.25 + k * 0.36
        ring = [(a + 0.13 * math.cos(q), -0.07 + 0.004 * k, 1.9 + 0.13 * math.sin(q)) for q in (i * 2 * math.pi / 30 for i in range(31))]
        for d in (0, 0.012, 0.024):
            s.tube(("black", "orange", "paper")[k], [(x, y - d, z) for x, y, z in ring], 0.006, 6)
    s.box("oldwood", 0.05, 2.25, -0.24, 0, 1.28, 1.31)
    for i in range(8):
        s.cylinder("glass" if i % 2 else "aluminium", 0.18 + i * 0.27, -0.12, 1.31, 1.43, 0.05, 20)


def workshop(s):
    workshop_room(s)
    z = 0.93
    reel(s, 0.35, 0.45, z, 0.2, 0.12, 5, "cycle")
    reel(s, 0.9, 0.62, z, 0.18, 0.1, 4)
    reel(s, 0.9, 0.62, z + 0.11, 0.18, 0.1, 4)
    plan(s, -0.75, 0.38, z, 0.6, 0.42, -8)
    tape(s, -1.15, 0.25, z)
    pencil(s, -0.62, 0.22, z, 30)
    chips(s, -0.28, 0.12, z, 4)
    with s.at(1.42, 0.35, z, 150):
        drill(s)
    with s.at(1.85, 0.5, z, -15):
        controller(s, open_lid=False)
    screen(s, -1.75, 0.62, z, 0.26, 0.18, 22, ("amber-screen", "teal-screen", "violet-screen"))
    ladder(s, 2.75, 0.3, 0.95, 2.5)
    for i in range(3):
        s.box(("trim", "charcoal", "copper")[i], -2.3, 0.1, 0.86 + i * 0.035, 0.885 + i * 0.035, z, z + 0.026, bevel=0.002)
    s.lamp("pane", 0.2, -1.5, 2.6, 26, aim=(0, 0.7, -1), color=(1, 0.86, 0.70), size=(1.6, 0.4))
    s.lamp("pane", -1.2, 1.2, 1.8, 120, aim=(0.25, -1, -0.45), color=(0.92, 0.96, 1), size=(1.4, 1.3))


def tool(make):
    """One tool on the bench by the window, softly lit from the left; a few lit nodes behind it."""

    def build(s):
        bench_top(s, 0.8)
        light_string(s, [(-0.62 + i * 0.135, 0.62 + 0.02 * math.sin(i), 0) for i in range(10)], "A")
        make(s)
        s.lamp("pane", -1.0, -0.5, 1.0, 7, aim=(0.8, 0.45, -0.8), color=(0.88, 0.94, 1), size=(0.9, 0.9))
        s.lamp("pane", 1.1, 0.1, 0.7, 2.0, aim=(-1, -0.1, -0.6), color=(1, 0.75, 0.48), size=(0.4, 0.4))

    return build


def plan_and_tape(s):
    plan(s, 0.02, 0.06, 0, 0.5, 0.34, 12)
    tape(s, -0.12, -0.10)
    pencil(s, 0.14, -0.06, 0.002, -35)


def tablet(s):
    screen(s, 0, 0.04, 0.012, 0.30, 0.21, 28, ("amber-screen", "teal-screen", "violet-screen"))
    s.box("oldwood", -0.12, 0.12, -0.02, 0.14, 0, 0.014, bevel=0.004)
    chips(s, -0.19, -0.19, 0, 3)


def drill_on_bench(s):
    with s.at(-0.03, 0.0, 0, 24):
        drill(s)
    s.box("steel", 0.13, 0.24, -0.11, -0.03, 0, 0.022, bevel=0.003)
    for i in range(7):
        screw(s, -0.2 + (i % 4) * 0.03, -0.12 + (i // 4) * 0.03)


def stand_off(s):
    """The upper end of a ladder with its stand-off arms, laid over the bench."""
    ladder(s, 0.0, -0.5, 0.28, 0.75, 0.13)
    for side in (-1, 1):
        s.tube("aluminium", [(side * 0.13, 0.1, 0.5), (side * 0.26, 0.22, 0.5), (side * 0.26, 0.4, 0.5)], 0.014, 10)
        s.tube("rubber", [(side * 0.26, 0.38, 0.5), (side * 0.26, 0.44, 0.5)], 0.03, 16)


def headset_on_bench(s):
    headset(s, 0, 0.0)
    s.box("ink", 0.13, 0.3, -0.1, 0.12, 0, 0.016, bevel=0.003)
    pencil(s, 0.2, -0.02, 0.017, 50)


TOOLS = {"plan": plan_and_tape, "tablet": tablet, "drill": drill_on_bench, "ladder": stand_off, "headset": headset_on_bench}
SEGMENTS = {"0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc", "7": "abc", "8": "abcdefg", "9": "abcdfg"}


def digits(s, text, x, y, z, high, material="ink"):
    """Numerals of thin bars, upright, facing the front."""
    w, h = high * 0.5, high / 2
    ends = {"a": ((0, 2), (1, 2)), "b": ((1, 2), (1, 1)), "c": ((1, 1), (1, 0)), "d": ((0, 0), (1, 0)), "e": ((0, 1), (0, 0)), "f": ((0, 2), (0, 1)), "g": ((0, 1), (1, 1))}
    for i, ch in enumerate(text):
        for k in SEGMENTS.get(ch, ""):
            (a, b), (c, d) = ends[k]
            o = x + i * w * 1.6
            s.bar(material, (o + a * w, y, z + b * h), (o + c * w, y, z + d * h), high * 0.1, high * 0.1, up=(0, 1, 0))
    return len(text) * w * 1.6


def dimension(s, a, b, y, z, text, material):
    s.bar(material, (a, y, z), (b, y, z), 0.035, 0.035)
    for x in (a, b):
        s.bar(material, (x - 0.14, y, z - 0.14), (x + 0.14, y, z + 0.14), 0.05, 0.05, up=(0, 1, 0))
        s.bar(material, (x, y, z - 0.9), (x, y, z + 0.2), 0.02, 0.02, up=(0, 1, 0))
    s.box("clay", (a + b) / 2 - 0.6, (a + b) / 2 + 0.6, y + 0.03, y + 0.04, z - 0.01, z + 0.01)
    digits(s, text, (a + b) / 2 - 0.4, y, z + 0.18, 0.55, material)


def clay_model(s):
    """The brick colonial as a white model on a round base, its roofline measured."""
    colonial.house(s)
    whiten(s)
    s.cylinder("clay", 0, 4.2, -0.35, 0.0, 13.5, 96, bevel=0.05)
    s.sheet("clay", (-200, -200, -0.36), (200, -200, -0.36), (200, 200, -0.36), (-200, 200, -0.36))
    for x, y, r in ((-9.3, -1.5, 1.5), (9.4, 0.5, 1.8), (-9.5, 6.5, 1.7), (9.2, 7.5, 1.5)):
        s.cylinder("clay", x, y, 0, 2.0, 0.14, 10)
        s.ball("clay", x, y, 2.4 + r * 0.6, r, 1.1, 12, 18)
    ink = "ink-line"
    z = 6.35
    for a, b in (((-7.3, -0.55), (7.3, -0.55)), ((7.3, -0.55), (7.3, 9.1)), ((-7.3, -0.55), (-7.3, 9.1))):
        s.bar(ink, (*a, z), (*b, z), 0.06, 0.06)
    dimension(s, -7.25, 7.25, -0.7, 7.6, "48", ink)
    dimension(s, -1.85, 1.85, -2.3, 4.6, "12", ink)
    with s.at(7.3, 0, 0, 90):
        dimension(s, -0.5, 9.1, -0.15, 7.6, "32", ink)


def whiten(s):
    merged = Solid("clay", 0.0, [], [], [])
    for solid in s.solids.values():
        merged.verts += solid.verts
        merged.faces += [f + merged.count for f in solid.faces]
        merged.uv += solid.uv
        merged.count += solid.count
    s.solids = {("clay", 0.0, False): merged}
    s.meshes = []
    s.instances = []
    s.lamps = []
