"""What is known of a picture without looking at it: where its roof edges, doors and windows stand, and how many feet they are.

The same bulbs that a shot is lit with are projected through its lens. Only what faces the street counts, and what nothing stands
before; leaves and branches do not hide a roof edge from somebody who traces it. Needs no Blender.
"""

from dataclasses import dataclass

import numpy as np

from .mesh import unit
from .opening import FOOT, Door, Garage, Storefront, Window

FACING = -0.7  # of -y: what looks to the street
NEAR = 0.25  # metres: what stands so close before a bulb belongs to its own edge


@dataclass
class Edge:
    """A piece of roof edge as it is traced: an eave of two points or a gable of three."""

    kind: str
    points: np.ndarray  # in the world
    bulbs: np.ndarray
    past: float  # metres that it goes on beyond its last bulbs

    def to_its_ends(self):
        first, last = (unit(self.points[i] - self.points[j]) * self.past for i, j in ((0, 1), (-1, -2)))
        return Edge(self.kind, np.concatenate([[self.points[0] + first], self.points[1:-1], [self.points[-1] + last]]), self.bulbs, 0.0)

    def feet(self):
        return float(np.linalg.norm(np.diff(self.points, axis=0), axis=1).sum() / FOOT)


def edges(stage, above=None):
    """The roof's outer edges that carry lights towards the street; both rakes of a gable are one. `above` puts all of them so many
    metres over the bulbs."""
    found = []
    for run in stage.runs:
        if run.outward[1] > FACING:
            continue
        bulbs = np.array([run.start, run.end])
        past, out, up = run.edge
        points = bulbs + (0, 0, above) if above else bulbs + np.asarray(run.outward) * out + (0, 0, up)
        last = found[-1] if found else None
        if last and len(last.points) == 2 and np.allclose(last.points[-1], points[0]) and points[0, 2] > max(points[1, 2], last.points[0, 2]):
            found[-1] = Edge("gable", np.concatenate([last.points, points[1:]]), np.concatenate([last.bulbs, bulbs[1:]]), last.past)
        else:
            found.append(Edge("eave", points, bulbs, 0.0 if above else past))
    return [edge.to_its_ends() for edge in found]


def in_view(stage, view, size, edge, hidden):
    """Whether an edge stands in the picture from end to end, and half of it at least can be seen."""
    spots = view.project(edge.points, *size)
    inside = (spots[:, 2] > 0).all() and (spots[:, 0] > 4).all() and (spots[:, 0] < size[0] - 4).all() and (spots[:, 1] > 4).all() and (spots[:, 1] < size[1] - 4).all()
    return bool(inside) and hidden(samples(edge.bulbs)).mean() <= 0.5


def samples(points, count=9):
    t = (np.arange(count) + 0.5) / count
    return np.concatenate([a + t[:, None] * (b - a) for a, b in zip(points, points[1:])])


def hiding(stage, view):
    """A function that says which points of the world something solid stands before."""
    triangles = []
    for solid in stage.solids.values():
        if solid.material == "glass":
            continue
        verts = np.concatenate(solid.verts)
        for faces in solid.faces:
            triangles += [verts[faces[:, (0, k, k + 1)]] for k in range(1, faces.shape[1] - 1)]
    a, b, c = (np.concatenate(triangles)[:, i] for i in range(3))
    eye = np.asarray(view.place, float)
    one, two, from_a = b - a, c - a, eye - a
    across = np.cross(from_a, one)

    def hidden(points):
        out = []
        for point in points:
            ray = point - eye
            far = np.linalg.norm(ray)
            ray = ray / far
            p = np.cross(ray, two)
            scale = (one * p).sum(1)
            with np.errstate(divide="ignore", invalid="ignore"):
                u = (from_a * p).sum(1) / scale
                v = across @ ray / scale
                t = (two * across).sum(1) / scale
                out.append(bool(((np.abs(scale) > 1e-12) & (u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0.3) & (t < far - NEAR)).any()))
        return np.array(out)

    return hidden


def surveyed(shot, size, above=None):
    """Edges, doors and windows of a shot in a picture of that size; points in pixels."""
    stage = shot.stage(night=False)
    hidden, view = hiding(stage, shot.view), shot.view

    def places(points):
        return view.project(points, *size)[:, :2]

    def shown(corners):
        spots = view.project(corners, *size)
        inside = (spots[:, 2] > 0).all() and (spots[:, :2] > 0).all() and (spots[:, :2] < size).all()
        left, top = corners[1] - corners[0], corners[3] - corners[0]
        nine = [corners[0] + u * left + v * top - (0, 0.1, 0) for u in (0.2, 0.5, 0.8) for v in (0.1, 0.5, 0.75)]
        return bool(inside) and hidden(nine).mean() < 0.3

    openings = [(o, corners) for o, corners, outward in stage.openings if outward[1] <= FACING and shown(corners)]
    return {
        "edges": [{"kind": e.kind, "feet": e.feet(), "points": places(e.points), "bulbs": places(e.bulbs)} for e in edges(stage, above) if in_view(stage, view, size, e, hidden)],
        "doors": [{"kind": type(o).__name__.lower(), "width": float(np.linalg.norm(q[1] - q[0]) / FOOT), "height": float((q[0, 2] - q[2, 2]) / FOOT), "corners": q, "quad": places(q)} for o, q in openings if isinstance(o, (Door, Garage))],
        "windows": [places(q) for o, q in openings if isinstance(o, (Window, Storefront))],
        "focal": view.lens / 36 * max(size) / size[0],
    }
