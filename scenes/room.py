"""Rooms behind the glass: a box with furniture whose light is worked out here and painted on, so it costs no samples and has true parallax."""

import math

import numpy as np

from .mesh import grid, grid_faces, joined

PAINT = [(1.0, 0.70, 0.42), (1.0, 0.62, 0.34), (0.92, 0.70, 0.48), (0.78, 0.62, 0.46), (0.95, 0.55, 0.30)]
CLOTH = [(0.10, 0.07, 0.06), (0.05, 0.07, 0.10), (0.16, 0.10, 0.06), (0.07, 0.09, 0.06)]
WOOD = (0.22, 0.11, 0.05)


class Room:
    def __init__(self, rng, level):
        self.rng, self.level, self.parts, self.lamps = rng, level, [], []

    def light(self, points, normal, ambient):
        total = np.zeros(len(points)) + ambient
        for x, y, z, power in self.lamps:
            d = np.array((x, y, z)) - points
            r2 = (d**2).sum(1) + 0.08
            total += power * np.clip(0.22 + (d @ np.asarray(normal, float)) / np.sqrt(r2), 0.08, None) / r2
        return total * self.level

    def plane(self, a, b, c, normal, albedo, n=8, ambient=0.03):
        verts, faces = grid(a, b, c, n)
        self.parts.append((verts, faces, 0, self.light(verts, normal, ambient)[:, None] * np.asarray(albedo)))

    def block(self, x0, x1, y0, y1, z0, z1, albedo):
        for a, b, c, normal in (
            ((x0, y0, z0), (x1, y0, z0), (x0, y0, z1), (0, -1, 0)),
            ((x0, y0, z1), (x1, y0, z1), (x0, y1, z1), (0, 0, 1)),
            ((x0, y0, z0), (x0, y1, z0), (x0, y0, z1), (-1, 0, 0)),
            ((x1, y0, z0), (x1, y1, z0), (x1, y0, z1), (1, 0, 0)),
        ):
            self.plane(a, b, c, normal, albedo, 4, 0.015)

    def glow(self, x0, x1, y0, y1, z0, z1, color):
        verts, faces = grid((x0, y0, z0), (x1, y0, z0), (x0, y0, z1), 1)
        self.parts.append((verts, faces, 0, np.tile(np.asarray(color) * self.level, (len(verts), 1))))
        verts, faces = grid((x0, y0, z0), (x1, y0, z0), (x0, y1, z0), 1)
        self.parts.append((verts, faces, 0, np.tile(np.asarray(color) * self.level, (len(verts), 1))))

    def drape(self, x0, x1, y, z0, z1, folds, albedo):
        n = max(12, int(folds * 8))
        s, t = np.meshgrid(np.linspace(0, 1, n + 1), np.linspace(0, 1, 7))
        s, t = s.ravel(), t.ravel()
        wave = s * folds * 2 * math.pi
        verts = np.stack([x0 + (x1 - x0) * s, y + 0.035 * np.sin(wave), z0 + (z1 - z0) * t], 1)
        tone = self.level * 0.34 * (0.6 + 0.4 * np.cos(wave + 0.6)) * (0.5 + 0.65 * t - 0.2 * t * t)
        self.parts.append((verts, grid_faces(n, 6), 0, tone[:, None] * np.asarray(albedo)))


def room(stage, x0, x1, z0, z1, level=1.0, curtain="drape", depth=2.8, kind="home"):
    """Behind the opening x0..x1, z0..z1 in the wall at y = 0 of the current frame."""
    rng = stage.rng
    r = Room(rng, level)
    if kind == "shop":
        shop(r, rng, x0, x1, z0, z1, depth)
    elif kind == "office":
        office(r, rng, x0, x1, z0, z1, depth)
    else:
        home(r, rng, x0, x1, z0, z1, depth, curtain)
    stage.mesh(joined(r.parts, ("room",), name="room"))


def shell(r, x0, x1, y1, z0, z1, paint, floor=WOOD, ceiling=None):
    paint = np.asarray(paint)
    r.plane((x0, y1, z0), (x1, y1, z0), (x0, y1, z1), (0, -1, 0), paint * 0.5, 12)
    r.plane((x0, 0.06, z0), (x0, y1, z0), (x0, 0.06, z1), (1, 0, 0), paint * 0.45)
    r.plane((x1, 0.06, z0), (x1, y1, z0), (x1, 0.06, z1), (-1, 0, 0), paint * 0.45)
    r.plane((x0, 0.06, z1), (x1, 0.06, z1), (x0, y1, z1), (0, 0, -1), np.asarray(ceiling if ceiling is not None else paint * 0.6))
    r.plane((x0, 0.06, z0), (x1, 0.06, z0), (x0, y1, z0), (0, 0, 1), np.asarray(floor) * 0.45)


def home(r, rng, x0, x1, z0, z1, depth, curtain):
    w, h = x1 - x0, z1 - z0
    spare = min(0.6, 0.35 * w + 0.15)
    a, b, low, high = x0 - spare, x1 + spare, (z0 - 0.75 if z0 > 0.7 else z0 - 0.2), z1 + 0.3
    lamp_x, lamp_y, lamp_z = a + (b - a) * rng.uniform(0.25, 0.75), rng.uniform(0.9, 1.8), high - rng.uniform(0.3, 0.6)
    r.lamps.append((lamp_x, lamp_y, lamp_z, rng.uniform(1.2, 2.0)))
    side = rng.choice((0.12, 0.88))
    table = rng.random() < 0.6
    if table:
        r.lamps.append((a + (b - a) * side, depth - 0.7, low + 1.25, 0.9))
    shell(r, a, b, depth, low, high, np.asarray(rng.choice(PAINT)) * rng.choice((0.55, 0.75, 0.9)))
    for _ in range(rng.randint(1, 3)):
        x, z, half = rng.uniform(a + 0.3, b - 0.3), rng.uniform(low + 1.35, high - 0.45), rng.uniform(0.15, 0.38)
        r.block(x - half, x + half, depth - 0.06, depth, z - half * 0.8, z + half * 0.8, rng.choice(CLOTH))
    x = rng.uniform(a + 0.5, b - 0.5)
    r.block(x - 0.85, x + 0.85, depth - 1.1, depth - 0.25, low, low + 0.45, rng.choice(CLOTH))
    r.block(x - 0.85, x + 0.85, depth - 0.45, depth - 0.25, low + 0.45, low + 0.85, rng.choice(CLOTH))
    if rng.random() < 0.5:
        x = a + (b - a) * (1 - side)
        r.block(x - 0.35, x + 0.35, depth - 0.35, depth, low, low + rng.uniform(1.5, 2.1), WOOD)
    r.glow(lamp_x - 0.16, lamp_x + 0.16, lamp_y - 0.16, lamp_y + 0.16, lamp_z - 0.02, lamp_z + 0.18, (1.7, 1.15, 0.62))
    if table:
        x = a + (b - a) * side
        r.glow(x - 0.14, x + 0.14, depth - 0.84, depth - 0.56, low + 1.15, low + 1.4, (1.4, 0.9, 0.46))
    cloth = np.asarray(rng.choice(PAINT)) * rng.choice((0.7, 0.9, 1.0))
    if curtain == "drape":
        cover = min(0.34, w * 0.2)
        r.drape(x0 - 0.1, x0 + cover, 0.2, z0 - 0.3, z1 + 0.1, cover * 11, cloth)
        r.drape(x1 - cover, x1 + 0.1, 0.2, z0 - 0.3, z1 + 0.1, cover * 11, cloth)
    elif curtain == "sheer":
        r.drape(x0 - 0.1, x1 + 0.1, 0.2, z0 - 0.3, z1 + 0.1, w * 6, cloth)
    elif curtain == "blind":
        r.drape(x0 - 0.05, x1 + 0.05, 0.16, z0 + h * rng.uniform(0.4, 0.65), z1 + 0.1, 0.01, cloth * 1.1)


def shop(r, rng, x0, x1, z0, z1, depth):
    """A shop floor: spots on the ceiling, shelves on the walls, stands in the window. No figures, no lettering."""
    depth = max(depth, 4.5)
    n = max(2, int((x1 - x0) / 1.1))
    for i in range(n):
        r.lamps.append((x0 + (x1 - x0) * (i + 0.5) / n, 1.0, z1 - 0.1, 0.75))
        r.lamps.append((x0 + (x1 - x0) * (i + 0.5) / n, depth - 1.0, z1 - 0.2, 0.9))
    shell(r, x0, x1, depth, z0, z1, np.asarray(rng.choice(PAINT)) * 0.85, floor=(0.45, 0.33, 0.22))
    for k in range(3):
        z = z0 + 0.6 + k * 0.62
        if z > z1 - 0.5:
            break
        r.block(x0 + 0.3, x1 - 0.3, depth - 0.4, depth - 0.05, z, z + 0.05, WOOD)
        x = x0 + 0.35
        while x < x1 - 0.6:
            wide = rng.uniform(0.12, 0.4)
            r.block(x, x + wide, depth - 0.34, depth - 0.1, z + 0.05, z + rng.uniform(0.2, 0.48), np.array(rng.choice(((0.5, 0.16, 0.1), (0.1, 0.25, 0.3), (0.6, 0.5, 0.36), (0.3, 0.3, 0.12), (0.12, 0.1, 0.1)))))
            x += wide + rng.uniform(0.04, 0.2)
    for _ in range(max(1, int((x1 - x0) / 1.4))):
        x, high = rng.uniform(x0 + 0.5, x1 - 0.5), rng.uniform(0.5, 1.0)
        r.block(x - 0.35, x + 0.35, 0.8, 1.4, z0, z0 + high, (0.4, 0.3, 0.2))
        r.block(x - 0.16, x + 0.16, 0.95, 1.25, z0 + high, z0 + high + rng.uniform(0.2, 0.5), np.array(rng.choice(((0.6, 0.2, 0.12), (0.15, 0.3, 0.34), (0.7, 0.6, 0.4)))))
    for i in range(n):
        x = x0 + (x1 - x0) * (i + 0.5) / n
        r.glow(x - 0.07, x + 0.07, 1.3, 1.44, z1 - 0.42, z1 - 0.3, (3.2, 2.3, 1.4))


def office(r, rng, x0, x1, z0, z1, depth):
    """A working floor: light strips on the ceiling, desks, a far wall."""
    depth = max(depth, 5.0)
    n = max(1, int((x1 - x0) / 1.8))
    tint = np.array(rng.choice(((1.0, 0.82, 0.62), (0.95, 0.86, 0.74), (0.85, 0.88, 0.9))))
    for i in range(n):
        x = x0 + (x1 - x0) * (i + 0.5) / n
        for y in (1.4, 3.4):
            r.lamps.append((x, y, z1 - 0.25, 0.9))
    shell(r, x0, x1, depth, z0, z1, tint * 0.7, floor=(0.2, 0.18, 0.17), ceiling=tint * 0.5)
    for i in range(n):
        x = x0 + (x1 - x0) * (i + 0.5) / n
        r.glow(x - 0.06, x + 0.06, 0.9, 3.9, z1 - 0.06, z1 - 0.04, tint * 2.6)
        if rng.random() < 0.8:
            y = rng.uniform(0.8, 2.6)
            r.block(x - 0.7, x + 0.7, y, y + 0.7, z0 + 0.72, z0 + 0.76, (0.4, 0.3, 0.2))
            r.block(x - 0.25, x + 0.25, y + 0.3, y + 0.34, z0 + 0.85, z0 + 1.2, (0.03, 0.035, 0.04))
    for _ in range(rng.randint(0, 2)):
        x = rng.uniform(x0 + 0.4, x1 - 0.4)
        r.block(x - 0.3, x + 0.3, depth - 0.5, depth, z0, z0 + 1.9, rng.choice(CLOTH))
