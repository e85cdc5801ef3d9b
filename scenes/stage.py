"""What stands in front of the camera, as plain data: solids by material, plants to repeat, lamps, lit panes, LED runs.

Buildings speak in a local frame whose front looks towards -y; `at` moves and turns that frame. `render.py` is the one
place that makes Blender objects of it.
"""

import hashlib
import math
import random
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from .mesh import BOX_FACES, PRISM_FACES, Mesh, bar_verts, box_verts, lathe, projected_uv, sphere, tube


@dataclass
class Lamp:
    """A small real light. `kind`: point, down (spot), up (spot) or pane (area)."""

    kind: str
    place: tuple
    power: float
    color: tuple = (1, 0.64, 0.34)
    size: tuple = (0.05, 0.05)
    angle: float = 120.0
    aim: tuple = (0, 0, -1)
    group: str = "home"


@dataclass
class Run:
    """A straight run of bulbs from left to right as seen from before its wall. The outer line of what it hangs on goes on past its ends,
    stands farther out and higher: `edge` says by how many metres each."""

    start: np.ndarray
    end: np.ndarray
    outward: tuple
    edge: tuple


@dataclass
class Solid:
    material: str
    bevel: float
    verts: list
    faces: list
    uv: list
    count: int = 0
    smooth: bool = False


class Stage:
    def __init__(self, seed=4, snow=False, wet=0.0, night=True, lit=0.8):
        self.rng = random.Random(seed)
        self.seed, self.snow, self.wet, self.night, self.lit = seed, snow, wet, night, lit
        self.solids: dict = {}
        self.meshes: list = []
        self.recipes: dict = {}
        self.prototypes: dict = {}
        self.instances: list = []
        self.lamps: list = []
        self.spots: list = []  # (place, outward, group)
        self.bulbs: list = []  # (place, group)
        self.runs: list = []  # what carries the bulbs, for whoever measures the picture
        self.openings: list = []  # the same of doors and windows: (opening, corners)
        self.usual_doors = False  # doors of the sizes that are sold, where a picture is to be measured by them
        self.matrix = np.eye(4)
        self.phase = 0
        self.letters = "ABC"  # groups that runs take in turn; a house with a signature keeps C for it

    # frames
    @contextmanager
    def at(self, x=0.0, y=0.0, z=0.0, yaw=0.0):
        before = self.matrix
        c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
        self.matrix = before @ np.array([(c, -s, 0, x), (s, c, 0, y), (0, 0, 1, z), (0, 0, 0, 1)])
        yield self
        self.matrix = before

    def world(self, points):
        points = np.asarray(points, float)
        return points @ self.matrix[:3, :3].T + self.matrix[:3, 3]

    def direction(self, v):
        return tuple(self.matrix[:3, :3] @ np.asarray(v, float))

    def yaw(self):
        return math.atan2(self.matrix[1, 0], self.matrix[0, 0])

    # solids
    def add(self, material, verts, faces, uv=None, bevel=0.0, smooth=False):
        verts, faces = np.asarray(verts, float), np.asarray(faces)
        solid = self.solids.setdefault((material, bevel, smooth), Solid(material, bevel, [], [], [], smooth=smooth))
        solid.uv.append(projected_uv(verts, [faces]) if uv is None else np.asarray(uv, float)[faces].reshape(-1, 2))
        solid.verts.append(self.world(verts))
        solid.faces.append(faces + solid.count)
        solid.count += len(verts)

    def box(self, material, x0, x1, y0, y1, z0, z1, bevel=0.0):
        self.add(material, box_verts(x0, x1, y0, y1, z0, z1), BOX_FACES, bevel=bevel)

    def bar(self, material, a, b, width, height, up=(0, 0, 1), bevel=0.0):
        self.add(material, bar_verts(a, b, width, height, up), PRISM_FACES, bevel=bevel)

    def sheet(self, material, *points, uv=None):
        """A flat polygon."""
        self.add(material, points, [tuple(range(len(points)))], uv=uv)

    def tube(self, material, points, radii, segments=8):
        radii = radii if np.ndim(radii) else [radii] * len(points)
        verts, faces = tube(points, radii, segments)
        self.add(material, verts, faces, smooth=True)

    def turned(self, material, x, y, z, profile, segments=20):
        verts, faces = lathe(profile, segments)
        self.add(material, verts + (x, y, z), faces, smooth=True)

    def ball(self, material, x, y, z, radius, squash=1.0, rings=8, segments=12):
        verts, faces = sphere(radius, rings, segments)
        self.add(material, verts * (1, 1, squash) + (x, y, z), faces, smooth=True)

    def cylinder(self, material, x, y, z0, z1, radius, segments=20, bevel=0.0):
        verts, faces = lathe([(0.001, z0), (radius, z0), (radius, z1), (0.001, z1)], segments)
        self.add(material, verts + (x, y, 0), faces, bevel=bevel, smooth=True)

    def mesh(self, mesh: Mesh):
        mesh.verts = self.world(mesh.verts)
        self.meshes.append(mesh)

    # repeated things
    def prototype(self, name, make):
        """A mesh to repeat, made when it is first put somewhere."""
        self.recipes.setdefault(name, make)

    def put(self, name, x, y, scale=1.0, z=0.0, yaw=None, jitter=0.07):
        if name not in self.prototypes:
            self.prototypes[name] = self.recipes[name]()
        yaw = self.rng.uniform(0, 2 * math.pi) if yaw is None else math.radians(yaw)
        if jitter:
            scale = scale * self.rng.uniform(1 - jitter, 1 + jitter)
        self.instances.append((name, tuple(self.world((x, y, z))), yaw + self.yaw(), scale))

    # lights
    def lamp(self, kind, x, y, z, power, aim=(0, 0, -1), **more):
        self.lamps.append(Lamp(kind, tuple(self.world((x, y, z))), power, aim=self.direction(aim), **more))

    def spot(self, place, outward, group):
        self.spots.append((tuple(self.world(place)), self.direction(outward), group))

    def bulb(self, place, group):
        self.bulbs.append((tuple(self.world(place)), group))

    def run(self, start, end, edge):
        self.runs.append(Run(*self.world((start, end)), self.direction((0, -1, 0)), edge))

    def opening(self, opening, x0, x1, z0, z1):
        corners = self.world([(x, 0.0, z) for x, z in ((x0, z1), (x1, z1), (x1, z0), (x0, z0))])
        self.openings.append((opening, corners, self.direction((0, -1, 0))))

    def extent_hash(self) -> str:
        """Equal for two stages of one geometry, whatever the hour: what a day and night pair must share."""
        h = hashlib.md5()
        for key in sorted(self.solids):
            h.update(repr((key, self.solids[key].count, np.concatenate(self.solids[key].verts).round(3).sum().round(2))).encode())
        h.update(repr([(n, tuple(np.round(p, 3)), round(s, 4)) for n, p, _, s in self.instances]).encode())
        h.update(repr(len(self.bulbs)).encode())
        return h.hexdigest()
