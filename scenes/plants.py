"""Plants as meshes to repeat: leaf trees, spruces, shrubs, cones, tufts, grass tiles, pumpkins have their own file. Seeded, so a picture can be made again."""

import math

import numpy as np

from .mesh import Mesh, grid_faces, sphere, tube, unit


def leaves(rs, centres, facing, size, width=0.55):
    """Folded six-point leaves: two quads along the midrib."""
    n = len(centres)
    stem = unit(np.cross(facing, rs.normal(size=(n, 3))))
    across = np.cross(facing, stem)
    s = (size * rs.uniform(0.65, 1.25, n))[:, None]
    tip, base = centres + stem * s * 0.5, centres - stem * s * 0.5
    lift = facing * s * 0.09
    right1, right2 = centres + stem * s * 0.14 + across * s * width * 0.5 + lift, centres - stem * s * 0.24 + across * s * width * 0.42 + lift
    left1, left2 = centres + stem * s * 0.14 - across * s * width * 0.5 + lift, centres - stem * s * 0.24 - across * s * width * 0.42 + lift
    verts = np.stack([tip, right1, right2, base, left2, left1], 1).reshape(-1, 3)
    i = np.arange(n)[:, None] * 6
    return verts, np.concatenate([i + (0, 3, 2, 1), i + (0, 5, 4, 3)])


def cards(rs, centres, facing, size, width=0.6):
    """One quad per leaf, for what stands far away or is very small."""
    n = len(centres)
    stem = unit(np.cross(facing, rs.normal(size=(n, 3))))
    across = np.cross(facing, stem)
    s = (size * rs.uniform(0.65, 1.25, n))[:, None]
    verts = np.stack([centres - stem * s * 0.5, centres + across * s * width * 0.5, centres + stem * s * 0.5, centres - across * s * width * 0.5], 1)
    return verts.reshape(-1, 3), np.arange(n * 4).reshape(n, 4)


def tree(seed, height=6.0, leaf=0.088, per=34, levels=4, spread=1.0, trunk=0.10, lean_up=0.14, material="leaf", bare=False, near=True):
    """Recursive branches with leaf clusters along the last two levels. `spread` opens the crown, `lean_up` pulls it upward."""
    rs = np.random.RandomState(seed)
    verts, faces, clusters, start = [], [], [], 0

    def branch(a, b, ra, rb):
        nonlocal start
        middle = (a + b) / 2 + rs.normal(size=3) * 0.05 * np.linalg.norm(b - a)
        v, f = tube([a, middle, b], [ra, (ra + rb) / 2, rb], 5)
        verts.append(v)
        faces.append(f + start)
        start += len(v)
        return middle

    def grow(p, d, length, radius, level):
        end = p + d * length
        middle = branch(p, end, radius, radius * 0.66)
        if level >= 2:
            clusters.append((middle, 0.8))
        if level >= levels - 1:
            clusters.append((end, 1.0))
        if level >= levels:
            return
        count = rs.randint(3, 5) if level < 2 else rs.randint(2, 5)
        turn = rs.rand() * 6.283
        for i in range(count):
            a = turn + i * 2 * math.pi / count + rs.normal() * 0.3
            tilt = math.radians(rs.uniform(20, 54)) * spread
            s = unit(np.cross(d, (0.2, 0.1, 0.97) if abs(d[2]) < 0.9 else (1, 0, 0)))
            t = np.cross(d, s)
            nd = d * math.cos(tilt) + (s * math.cos(a) + t * math.sin(a)) * math.sin(tilt)
            nd[2] += lean_up
            origin = end if rs.rand() < 0.65 else p + d * length * rs.uniform(0.5, 0.92)
            grow(origin, unit(nd), length * rs.uniform(0.62, 0.84), radius * 0.6, level + 1)

    grow(np.zeros(3), unit(np.array([rs.normal() * 0.03, rs.normal() * 0.03, 1.0])), height * 0.29, trunk * height / 6, 0)
    wood = np.concatenate(verts)
    blocks, slots, tones = [np.concatenate(faces)], [np.zeros(sum(map(len, faces)), int)], [np.zeros(len(wood))]
    if not bare:
        at = np.repeat(np.array([c for c, _ in clusters]), per, 0)
        centres = at + rs.normal(size=at.shape) * np.array([0.25, 0.25, 0.2]) * height / 6
        centre = centres.mean(0)
        outward = (centres - centre) / (centres.std(0) * 2)
        facing = unit(rs.normal(size=at.shape) + np.array([0, 0, 0.6]) + outward * 0.5)
        v, f = (leaves if near else cards)(rs, centres, facing, leaf * height / 6)
        depth = np.clip(np.linalg.norm(outward, axis=1), 0, 1)
        tones.append(np.repeat(0.5 * rs.rand(len(centres)) + 0.35 * depth + 0.15 * np.clip(outward[:, 2], 0, 1), len(v) // len(centres)))
        blocks.append(f + len(wood))
        slots.append(np.ones(len(f), int))
        wood = np.concatenate([wood, v])
    return Mesh(wood, blocks, ("bark", material), np.concatenate(slots), tone=np.concatenate(tones)[:, None].repeat(3, 1), name="tree")


def spruce(seed, height=7.0, radius=1.7, n=9000, size=0.22, material="needle"):
    """Whorls of drooping boughs made of narrow cards."""
    rs = np.random.RandomState(seed)
    h = rs.rand(n) ** 0.8
    whorl = np.floor(h * 15) / 15
    reach = radius * (1 - whorl) ** 0.85 * (0.75 + 0.35 * rs.rand(n))
    boughs = 9
    angle = np.round(rs.rand(n) * boughs) * 2 * math.pi / boughs + whorl * 37 + rs.normal(size=n) * 0.16
    out = rs.rand(n) ** 0.6
    z = 0.35 + whorl * height * 0.97 - out * reach * 0.38 + rs.normal(size=n) * 0.05
    centres = np.stack([np.cos(angle) * out * reach, np.sin(angle) * out * reach, np.clip(z, 0.1, None)], 1)
    facing = unit(np.stack([np.cos(angle) * 0.5, np.sin(angle) * 0.5, np.ones(n)], 1) + rs.normal(size=(n, 3)) * 0.45)
    v, f = cards(rs, centres, facing, size, 0.35)
    tone = np.repeat(0.25 + 0.4 * rs.rand(n) + 0.35 * out, 4)
    tv, tf = tube([(0, 0, 0), (0, 0, height)], [0.12, 0.02], 6)
    verts = np.concatenate([tv, v])
    slots = np.concatenate([np.zeros(len(tf), int), np.ones(len(f), int)])
    return Mesh(verts, [tf, f + len(tv)], ("bark", material), slots, tone=np.concatenate([np.zeros(len(tv)), tone])[:, None].repeat(3, 1), name="spruce")


def shrub(seed, radius=0.45, n=4200, size=0.04, material="leafdark", squash=0.9, flowers=0.0, flower="flower", cone=False):
    rs = np.random.RandomState(seed)
    if cone:
        h = rs.rand(n) ** 0.7
        angle = rs.rand(n) * 2 * math.pi
        reach = radius * (1 - h) ** 0.75 * (0.8 + 0.25 * rs.rand(n)) * (1 + 0.08 * np.sin(angle * 5 + h * 9))
        centres = np.stack([reach * np.cos(angle), reach * np.sin(angle), 0.05 + h * radius * 4.6], 1)
        outward = unit(np.stack([np.cos(angle), np.sin(angle), 0.45 + 0 * h], 1))
    else:
        outward = unit(rs.normal(size=(n, 3)))
        outward[:, 2] = np.abs(outward[:, 2]) * np.where(rs.rand(n) < 0.8, 1, -0.35)
        bulge = np.ones(n)
        for _ in range(6):
            axis = unit(rs.normal(size=3))
            bulge += 0.22 * np.clip((outward @ axis - 0.55) / 0.45, 0, 1) * rs.uniform(-0.5, 1)
        centres = outward * (radius * bulge * (0.78 + 0.25 * rs.rand(n) ** 0.5))[:, None] * (1, 1, squash)
        centres[:, 2] += radius * 0.62 * squash
        keep = centres[:, 2] > 0.01
        centres, outward = centres[keep], outward[keep]
    m = len(centres)
    v, f = cards(rs, centres, unit(outward + rs.normal(size=(m, 3)) * 0.55), size)
    tone = np.repeat(rs.rand(m) * 0.75 + 0.25 * centres[:, 2] / centres[:, 2].max(), 4)
    slots = np.where(rs.rand(m) < flowers, 2, 0)
    cv, cf = sphere(1.0, 6, 10)
    if cone:
        narrow = radius * 0.72 * (1 - (cv[:, 2] + 1) / 2) ** 0.6
        cv = np.stack([cv[:, 0] * narrow, cv[:, 1] * narrow, (cv[:, 2] + 1) / 2 * radius * 4.3], 1)
    else:
        cv = cv * radius * 0.74 * (1, 1, squash) + (0, 0, radius * 0.6 * squash)
    verts = np.concatenate([v, cv])
    slots = np.concatenate([slots, np.ones(len(cf), int)])
    return Mesh(verts, [f, cf + len(v)], (material, "core", flower), slots, tone=np.concatenate([tone, np.zeros(len(cv))])[:, None].repeat(3, 1), name="shrub")


def hedge(length, seed=5, height=0.9, width=0.7, density=2600, size=0.05, material="leafdark"):
    """A clipped hedge along x, from 0 to length."""
    rs = np.random.RandomState(seed)
    n = int(density * length)
    side = rs.choice(4, n, p=(0.36, 0.12, 0.42, 0.10))
    x, across, up = rs.rand(n) * length, (rs.rand(n) - 0.5) * width, rs.rand(n) * height
    y = np.where(side == 0, -width / 2, np.where(side == 1, width / 2, across))
    z = np.where(side == 2, height, up)
    wobble = 0.03 * np.sin(x * 3.1 + seed) + 0.02 * np.sin(x * 8.3)
    centres = np.stack([x, y + rs.normal(size=n) * 0.025, z + wobble + rs.normal(size=n) * 0.025], 1)
    facing = unit(np.stack([np.zeros(n), np.where(side == 0, -1.0, np.where(side == 1, 1.0, 0)), np.where(side == 2, 1.0, 0.2)], 1) + rs.normal(size=(n, 3)) * 0.5)
    v, f = cards(rs, centres, facing, size)
    core = np.array([(a, b * width * 0.44, c) for a in (0.03, length - 0.03) for b in (-1, 1) for c in (0, height * 0.94)])
    cf = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (1, 5, 7, 3)])
    slots = np.concatenate([np.zeros(n, int), np.ones(len(cf), int)])
    tone = np.concatenate([np.repeat(rs.rand(n), 4), np.zeros(8)])
    return Mesh(np.concatenate([v, core]), [f, cf + len(v)], (material, "core"), slots, tone=tone[:, None].repeat(3, 1), name="hedge")


def tuft(seed, n=260, height=0.75, material="straw"):
    """An ornamental grass: arching blades of three quads."""
    rs = np.random.RandomState(seed)
    verts, faces, tones = [], [], []
    for i in range(n):
        a, length = rs.rand() * 6.283, height * rs.uniform(0.6, 1.1)
        out, wide = rs.uniform(0.1, 0.55) * length, 0.004 + 0.003 * rs.rand()
        dx, dy = math.cos(a), math.sin(a)
        base, side = np.array([dx * 0.06 * rs.rand(), dy * 0.06 * rs.rand(), 0]), np.array([-dy, dx, 0]) * wide
        for t in (0, 0.4, 0.75, 1):
            p = base + np.array([dx * out * t * t, dy * out * t * t, length * (t - 0.25 * t * t * out / length)])
            verts += [p - side * (1 - t * 0.8), p + side * (1 - t * 0.8)]
        k = i * 8
        faces += [(k, k + 1, k + 3, k + 2), (k + 2, k + 3, k + 5, k + 4), (k + 4, k + 5, k + 7, k + 6)]
        tones += [rs.rand()] * 8
    return Mesh(np.array(verts), [np.array(faces)], (material,), tone=np.array(tones)[:, None].repeat(3, 1), name="tuft")


def grass_tile(seed, size=0.5, n=760, height=0.055, width=0.0055, lean=0.5):
    """A square of mown blades; the lean alternates between strips and draws the mown stripes."""
    rs = np.random.RandomState(seed)
    x, y = (rs.uniform(-size / 2 - 0.02, size / 2 + 0.02, n) for _ in range(2))
    h, a = height * rs.uniform(0.55, 1.2, n), rs.rand(n) * 6.283
    tilt = np.stack([rs.normal(size=n) * 0.35, rs.normal(size=n) * 0.35 + lean], 1) * h[:, None]
    w = width * rs.uniform(0.7, 1.3, n)
    side = np.stack([np.cos(a) * w / 2, np.sin(a) * w / 2, 0 * a], 1)
    base = np.stack([x, y, 0 * x], 1)
    mid = base + np.stack([tilt[:, 0] * 0.35, tilt[:, 1] * 0.35, h * 0.55], 1)
    tip = base + np.stack([tilt[:, 0], tilt[:, 1], h * 0.93], 1)
    verts = np.stack([base - side, base + side, mid - side * 0.8, mid + side * 0.8, tip], 1).reshape(-1, 3)
    i = np.arange(n)[:, None] * 5
    c = np.where(rs.rand(n) < 0.05, 1.25, rs.rand(n) * 0.85)
    tone = np.stack([c * 0.35, c * 0.35, c * 0.7, c * 0.7, c], 1).ravel()
    return Mesh(verts, [i + (0, 1, 3, 2), i + (2, 3, 4)], ("blade",), tone=tone[:, None].repeat(3, 1), name="grass")


def pumpkin(seed, radius=0.2):
    rs = np.random.RandomState(seed)
    v, f = sphere(1.0, 10, 30)
    angle = np.arctan2(v[:, 1], v[:, 0])
    ribs = 1 - 0.12 * np.abs(np.sin(angle * 5)) ** 0.5 * np.sqrt(np.clip(1 - v[:, 2] ** 2, 0, 1))
    body = v * ribs[:, None] * radius * (1, 1, 0.78) + (0, 0, radius * 0.72)
    sv, sf = tube([(0, 0, radius * 1.35), (0.01, 0, radius * 1.55), (0.05, 0.02, radius * 1.75)], [0.035, 0.025, 0.02], 6)
    slots = np.concatenate([np.zeros(len(f), int), np.ones(len(sf), int)])
    tone = np.concatenate([np.full(len(body), rs.uniform(0.2, 0.9)), np.zeros(len(sv))])
    return Mesh(np.concatenate([body, sv]), [f, sf + len(body)], ("pumpkin", "bark"), slots, tone=tone[:, None].repeat(3, 1), smooth=True, name="pumpkin")


def drift(x0, x1, y0, y1, step=0.2, seed=3, depth=0.06):
    """A lightly rolling sheet of snow over a lawn."""
    rs = np.random.RandomState(seed)
    nx, ny = int((x1 - x0) / step), int((y1 - y0) / step)
    x, y = np.meshgrid(np.linspace(x0, x1, nx + 1), np.linspace(y0, y1, ny + 1))
    z = np.zeros_like(x)
    for _ in range(30):
        f, a = rs.uniform(0.3, 2.6), rs.rand() * 6.283
        z += np.sin((x * math.cos(a) + y * math.sin(a)) * f + rs.rand() * 6) * 0.03 / f
    z = depth + np.maximum(z - z.mean(), -depth * 0.6)
    return Mesh(np.stack([x, y, z], -1).reshape(-1, 3), [grid_faces(nx, ny)], ("snow",), smooth=True, name="drift")
