"""The ground and the neighbourhood: road, kerb, drive, path, beds, lawn, fence, trees behind, houses along the street."""

import math

from . import plants
from .mesh import PRISM_FACES


def plant_store(stage):
    """Every plant by name, made once and repeated; winter bares the leaf trees."""
    bare, p = stage.snow, stage.prototype
    for i in range(3):
        p(f"maple{i}", lambda i=i: plants.tree(i, 6.2, levels=5, per=24, spread=0.9, bare=bare))
        p(f"elm{i}", lambda i=i: plants.tree(50 + i, 6.6, levels=5, per=22, spread=0.72, lean_up=0.3, material="leafb", bare=bare))
        p(f"far{i}", lambda i=i: plants.tree(30 + i, 7.0, per=26, leaf=0.24, levels=4, bare=bare, near=False))
        p(f"shrub{i}", lambda i=i: plants.shrub(i, 0.45, 5200, 0.036))
        p(f"straw{i}", lambda i=i: plants.tuft(i))
        p(f"tuft{i}", lambda i=i: plants.tuft(7 + i, 220, 0.5, "leaf"))
    for i in range(2):
        p(f"cone{i}", lambda i=i: plants.shrub(20 + i, 0.42, 6500, 0.045, cone=True))
        p(f"spruce{i}", lambda i=i: plants.spruce(60 + i))
        p(f"bloom{i}", lambda i=i: plants.shrub(9 + i, 0.5, 4600, 0.05, "leaf", flowers=0.16))


def ground(stage, front=-300.0, back=400.0, material="lawn"):
    stage.sheet("core", (-400, -300, -0.3), (400, -300, -0.3), (400, 500, -0.3), (-400, 500, -0.3))
    stage.sheet(material, (-400, front, 0), (400, front, 0), (400, back, 0), (-400, back, 0))


def street(stage, y=-16.0, width=10.5, verge=True):
    """A road along x whose near kerb (towards the house) is at y; sidewalk on the far side of the lens stays out of sight."""
    x = -72.0
    while x < 72:
        stage.box("kerb", x, x + 2.99, y - 0.12, y + 0.04, -0.13, 0.02, bevel=0.02)
        stage.box("kerb", x, x + 2.99, y - 0.55, y - 0.12, -0.16, -0.125)
        x += 3
    stage.sheet("road", (-400, y - 0.5, -0.14), (400, y - 0.5, -0.14), (400, y - width, -0.14), (-400, y - width, -0.14))
    stage.sheet("lawn", (-400, y - width, -0.05), (400, y - width, -0.05), (400, -300, -0.05), (-400, -300, -0.05))


def slabs(stage, outline, rows, columns=1, material="concrete", thick=0.035, joint=0.009):
    """A paved strip from outline(t) = (x0, x1, y), t = 0..1, in slabs with real joints."""
    for r in range(rows):
        a0, b0, y0 = outline(r / rows)
        a1, b1, y1 = outline((r + 1) / rows)
        sign = joint if y0 > y1 else -joint
        for c in range(columns):
            pts = []
            for a, b, y, d in ((a0, b0, y0, -sign), (a0, b0, y0, -sign), (a1, b1, y1, sign), (a1, b1, y1, sign)):
                pts.append((a, b, y + d))
            left, right = c / columns, (c + 1) / columns
            quad = [
                (pts[0][0] + (pts[0][1] - pts[0][0]) * left + joint, pts[0][2]),
                (pts[1][0] + (pts[1][1] - pts[1][0]) * right - joint, pts[1][2]),
                (pts[2][0] + (pts[2][1] - pts[2][0]) * right - joint, pts[2][2]),
                (pts[3][0] + (pts[3][1] - pts[3][0]) * left + joint, pts[3][2]),
            ]
            stage.add(material, [(x, y, -0.02) for x, y in quad] + [(x, y, thick) for x, y in quad], PRISM_FACES, bevel=0.006)


def straight(x0, x1, y0, y1, flare=0.0):
    return lambda t: (x0 - flare * t * t, x1 + flare * t * t, y0 + (y1 - y0) * t)


def bed(stage, x0, x1, y0, y1, edging=True):
    stage.sheet("mulch", (x0, y0, 0.03), (x1, y0, 0.03), (x1, y1, 0.05), (x0, y1, 0.05))
    if not edging or stage.snow:
        return
    x = x0
    while x < x1 - 0.05:
        w = stage.rng.uniform(0.14, 0.24)
        d = stage.rng.uniform(-0.012, 0.012)
        stage.box("kerb", x, min(x + w - 0.012, x1), y0 - 0.11 + d, y0, -0.02, 0.07 + d, bevel=0.015)
        x += w


def lawn(stage, x0, x1, y0, y1, bare=(), stripe=2):
    """Grass tiles over the rectangle, none on the rectangles in `bare` ((x0, x1, y0, y1), ...). Snow lies instead in winter."""
    if stage.snow:
        stage.mesh(plants.drift(x0, x1, y0, y1))
        return
    for lean in (-0.5, 0.5):
        for i in range(4):
            stage.prototype(f"grass{i}{lean}", lambda i=i, lean=lean: plants.grass_tile(i * 7 + int(lean > 0), lean=lean))
        for i in range(3):
            stage.prototype(f"edge{i}{lean}", lambda i=i, lean=lean: plants.grass_tile(90 + i * 7 + int(lean > 0), 0.125, 54, lean=lean))

    def free(x, y, half):
        return all(not (a - half < x < b + half and c - half < y < d + half) for a, b, c, d in bare)

    for iy in range(int((y1 - y0) / 0.5)):
        y, lean = y0 + iy * 0.5 + 0.25, (0.5 if (iy // stripe) % 2 else -0.5)
        for ix in range(int((x1 - x0) / 0.5)):
            x = x0 + ix * 0.5 + 0.25
            if free(x, y, 0.25):
                stage.put(f"grass{stage.rng.randrange(4)}{lean}", x, y, yaw=0, jitter=0.08)
            elif free(x, y, -0.25):
                for k in range(16):
                    ex, ey = x - 0.1875 + (k % 4) * 0.125, y - 0.1875 + (k // 4) * 0.125
                    if free(ex, ey, 0.02):
                        stage.put(f"edge{stage.rng.randrange(3)}{lean}", ex, ey, yaw=0)


def fence(stage, x0, x1, y, height=1.75, material="cedarv"):
    x = x0
    while x < x1:
        stage.box(material, x, x + 0.135, y, y + 0.02, 0, height + (0.01 if int(x * 7) % 3 else -0.012))
        x += 0.145
    stage.box(material, x0, x1, y + 0.02, y + 0.06, 0.35, 0.44)
    stage.box(material, x0, x1, y + 0.02, y + 0.06, height - 0.4, height - 0.31)


def backdrop(stage, near=26, far=95, count=34, spread=80):
    """Trees behind the house in two depths: without them a horizon looks like a table edge."""
    for i in range(count):
        x, y = stage.rng.uniform(-spread, spread), stage.rng.uniform(near, near + 36)
        stage.put(f"far{i % 3}" if stage.rng.random() < 0.72 else f"spruce{i % 2}", x, y, stage.rng.uniform(1.1, 1.8))
    for i in range(46):
        x = -130 + i * 5.8 + stage.rng.uniform(-2, 2)
        stage.put(f"far{i % 3}", x, stage.rng.uniform(far - 20, far), stage.rng.uniform(1.4, 2.1))
    for i in range(60):  # crowns down to the ground: no strip of light under the trees
        stage.put(f"far{i % 3}", -150 + i * 5, far + 4, 1.7 + 0.3 * (i % 2), z=-4.6, yaw=i * 47, jitter=0)


def neighbour(stage, x, y, width=11.0, depth=9.0, height=5.6, rise=3.0, front_gable=False, lit=0.4, yaw=0.0):
    """A plain house for the second row; keep it behind trees."""
    with stage.at(x, y, 0, yaw):
        w, o, h = width / 2, 0.4, height
        stage.box("nwall", -w, w, 0, depth, 0, h)
        if front_gable:
            for s in (-1, 1):
                stage.sheet("nroof", (s * (w + o), -o, h - 0.2), (s * (w + o), depth, h - 0.2), (0, depth, h + rise), (0, -o, h + rise))
            stage.sheet("nwall", (-w, 0, h), (w, 0, h), (0, 0, h + rise))
        else:
            for ya, s in ((-o, 1), (depth + o, -1)):
                stage.sheet("nroof", (-w - o, ya, h - 0.2), (w + o, ya, h - 0.2), (w + o, depth / 2, h + rise), (-w - o, depth / 2, h + rise))
            for s in (-1, 1):
                stage.sheet("nwall", (s * w, 0, h), (s * w, depth, h), (s * w, depth / 2, h + rise))
        n = max(2, int(width / 2.4))
        for floor in range(max(1, int(h // 2.7))):
            for i in range(n):
                cx, z, chance = -w + (i + 0.5) * width / n, floor * 2.8 + 1.0, stage.rng.random()
                m = "far-lit" if chance < lit * 0.5 else "far-dim" if chance < lit else "black"
                stage.box("ntrim", cx - 0.6, cx + 0.6, -0.06, 0, z - 0.1, z + 1.4)
                for a, b in ((-0.5, -0.03), (0.03, 0.5)):
                    stage.sheet(m, (cx + a, -0.07, z), (cx + b, -0.07, z), (cx + b, -0.07, z + 1.3), (cx + a, -0.07, z + 1.3))


def across_the_road(stage, y=-46.0):
    """Houses and trees behind the camera, there only to be mirrored in the panes."""
    for i in range(-3, 4):
        neighbour(stage, i * 19 + stage.rng.uniform(-3, 3), y, lit=0.3, front_gable=i % 2 == 0, yaw=180)
    for i in range(9):
        stage.put(f"far{i % 3}", -60 + i * 15 + stage.rng.uniform(-3, 3), y + 9, 1.2)


def path_light(stage, x, y, power=5.0):
    stage.box("black", x - 0.03, x + 0.03, y - 0.03, y + 0.03, 0, 0.5)
    stage.cylinder("black", x, y, 0.5, 0.52, 0.09, 12)
    stage.lamp("down", x, y, 0.485, power, color=(1, 0.66, 0.36), angle=140)


def uplight(stage, x, y, aim, power=200.0, color=(1, 0.70, 0.40), angle=75.0, group="home"):
    stage.lamp("down", x, y, 0.12, power, aim=aim, color=color, angle=angle, group=group)


def lantern(stage, x, z, size=1.0, power=3.0, y=0.0):
    """A wall lantern on the frame's front."""
    s = size
    stage.box("black", x - 0.09 * s, x + 0.09 * s, y - 0.2 * s, y - 0.02 * s, z + 0.2 * s, z + 0.23 * s)
    stage.box("black", x - 0.1 * s, x + 0.1 * s, y - 0.21 * s, y - 0.01 * s, z - 0.17 * s, z - 0.14 * s)
    stage.box("black", x - 0.04, x + 0.04, y - 0.04, y, z - 0.1, z + 0.15)
    for i in (-1, 1):
        for j in (-0.2, -0.02):
            stage.box("black", x + i * 0.09 * s - 0.008, x + i * 0.09 * s + 0.008, y + j * s - 0.008, y + j * s + 0.008, z - 0.15 * s, z + 0.2 * s)
    stage.box("lamp", x - 0.03 * s, x + 0.03 * s, y - 0.14 * s, y - 0.08 * s, z - 0.1 * s, z + 0.1 * s, bevel=0.02)
    stage.lamp("point", x, y - 0.11 * s, z - 0.2 * s, power, color=(1, 0.63, 0.32))


def pendant(stage, x, y, z, power=4.0):
    stage.bar("black", (x, y, z + 0.5), (x, y, z + 0.2), 0.015, 0.015, up=(0, 1, 0))
    stage.cylinder("black", x, y, z + 0.15, z + 0.2, 0.12, 12)
    stage.ball("lamp", x, y, z + 0.08, 0.07)
    stage.lamp("point", x, y, z - 0.05, power, color=(1, 0.63, 0.32))


def street_lamp(stage, x, y, height=4.4, power=60.0, color=(1, 0.72, 0.44)):
    stage.cylinder("black", x, y, 0, height, 0.06, 10)
    stage.cylinder("black", x, y, 0, 0.7, 0.11, 10)
    stage.ball("lamp", x, y, height + 0.2, 0.17)
    stage.cylinder("black", x, y, height + 0.34, height + 0.42, 0.2, 12)
    stage.lamp("point", x, y, height - 0.05, power, color=color, size=(0.15, 0.15))


def pot(stage, x, y, z=0.0, size=1.0, plant="cone1", scale=0.42):
    stage.turned("black", x, y, z, [(0.001, 0.0), (0.13 * size, 0.0), (0.19 * size, 0.42 * size), (0.17 * size, 0.42 * size), (0.15 * size, 0.36 * size), (0.001, 0.36 * size)])
    stage.put(plant, x, y, scale, z + 0.36 * size)


def circle(radius, count, start=0.0):
    return [(radius * math.cos(start + i * 2 * math.pi / count), radius * math.sin(start + i * 2 * math.pi / count)) for i in range(count)]
