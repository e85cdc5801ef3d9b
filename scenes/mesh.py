"""Plain geometry: vertices, faces, texture coordinates, a tone per vertex. Metres, z up; needs no Blender."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Mesh:
    """`faces` is a list of integer arrays, each (count, corners); `slots` gives a material index per face, in the order of `faces`."""

    verts: np.ndarray
    faces: list
    materials: tuple
    slots: np.ndarray | None = None
    uv: np.ndarray | None = None  # per face corner, in metres
    tone: np.ndarray | None = None  # per vertex, grey or RGB
    smooth: bool = False
    name: str = field(default="mesh")

    def count(self) -> int:
        return sum(len(block) for block in self.faces)


BOX_FACES = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
PRISM_FACES = np.array([(0, 1, 2, 3), (7, 6, 5, 4), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)])


def box_verts(x0, x1, y0, y1, z0, z1):
    return np.array([(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)], float)


def unit(v):
    return v / (np.linalg.norm(v, axis=-1, keepdims=True) + 1e-9)


def bar_verts(a, b, width, height, up=(0, 0, 1)):
    """A beam from a to b; its height lies towards `up`."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    along = unit(b - a)
    side = np.cross(along, np.asarray(up, float))
    if np.linalg.norm(side) < 1e-6:
        side = np.array((1.0, 0, 0))
    side = unit(side) * width / 2
    rise = unit(np.cross(side, along)) * height / 2
    corners = [-side - rise, side - rise, side + rise, -side + rise]
    return np.array([p + c for p in (a, b) for c in corners])


def grid(a, b, c, n=10, m=None):
    """n x m patches on the parallelogram a + s (b - a) + t (c - a)."""
    m = m or n
    a, b, c = (np.asarray(p, float) for p in (a, b, c))
    s, t = np.meshgrid(np.linspace(0, 1, n + 1), np.linspace(0, 1, m + 1))
    verts = a + s.ravel()[:, None] * (b - a) + t.ravel()[:, None] * (c - a)
    return verts, grid_faces(n, m)


def grid_faces(n, m):
    i = (np.arange(m)[:, None] * (n + 1) + np.arange(n)).ravel()
    return np.stack([i, i + 1, i + n + 2, i + n + 1], 1)


def sphere(radius=1.0, rings=6, segments=8):
    """Latitude and longitude sphere, all quads and triangles folded into quads."""
    verts = []
    for j in range(rings + 1):
        phi = np.pi * j / rings
        for i in range(segments):
            theta = 2 * np.pi * i / segments
            verts.append((np.sin(phi) * np.cos(theta), np.sin(phi) * np.sin(theta), np.cos(phi)))
    faces = []
    for j in range(rings):
        for i in range(segments):
            k = (i + 1) % segments
            faces.append((j * segments + i, j * segments + k, (j + 1) * segments + k, (j + 1) * segments + i)[::-1])
    return np.array(verts) * radius, np.array(faces)


def tube(points, radii, segments=8):
    """A round tube through points, one radius each."""
    points = np.asarray(points, float)
    verts = []
    for k, (p, r) in enumerate(zip(points, radii)):
        along = points[min(k + 1, len(points) - 1)] - points[max(k - 1, 0)]
        along = unit(along)
        side = unit(np.cross(along, (0.31, 0.9, 0.22)))
        other = np.cross(along, side)
        turn = np.arange(segments) * 2 * np.pi / segments
        verts.append(p + r * (np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * other))
    i = np.arange(segments)
    ring = np.stack([i, (i + 1) % segments, (i + 1) % segments + segments, i + segments], 1)
    return np.concatenate(verts), np.concatenate([ring + k * segments for k in range(len(points) - 1)])


def lathe(profile, segments=24):
    """Turns a list of (radius, height) around the z axis."""
    turn = np.arange(segments) * 2 * np.pi / segments
    verts = np.concatenate([np.stack([r * np.cos(turn), r * np.sin(turn), np.full(segments, z)], 1) for r, z in profile])
    i = np.arange(segments)
    ring = np.stack([i, (i + 1) % segments, (i + 1) % segments + segments, i + segments], 1)
    return verts, np.concatenate([ring + k * segments for k in range(len(profile) - 1)])


def projected_uv(verts, faces):
    """Texture coordinates in metres, seen along each face's main axis: what bricks and boards need."""
    out = []
    for block in faces:
        p = verts[block]
        normal = np.abs(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]))
        axis = normal.argmax(1)
        u = np.where((axis == 0)[:, None], p[:, :, 1], p[:, :, 0])
        v = np.where((axis == 2)[:, None], p[:, :, 1], p[:, :, 2])
        out.append(np.stack([u, v], -1).reshape(-1, 2))
    return np.concatenate(out)


def joined(parts, materials, **extra):
    """One mesh of several (verts, faces, slot, tone) parts."""
    verts, faces, slots, tones, start = [], [], [], [], 0
    for v, f, slot, tone in parts:
        verts.append(v)
        faces.append(np.asarray(f) + start)
        slots.append(np.full(len(f), slot))
        tones.append(np.broadcast_to(np.asarray(tone, float).reshape(len(tone) if np.ndim(tone) else 1, -1), (len(v), 3)))
        start += len(v)
    return Mesh(np.concatenate(verts), faces, tuple(materials), np.concatenate(slots), tone=np.concatenate(tones), **extra)
