"""Which part of a picture shows what, without rendering it: sky, plants, what stands around, roof, wall, glass or ground, for whoever
measures a picture part by part. Needs no Blender.
"""

import numpy as np

PARTS = ("sky", "plants", "around", "roof", "wall", "glass", "ground")
OF = {
    "roof": {"shingle", "shinglebrown", "slate", "seam"},
    "glass": {"glass"},
    "ground": {"lawn", "road", "mulch", "kerb", "concrete", "core"},
    "around": {"nwall", "nroof", "ntrim", "far-lit", "far-dim"},
}
LOW = ("grass", "edge")  # plants that are ground to whoever looks at a picture
NEAREST = 0.1


def part_of(material):
    return next((part for part, materials in OF.items() if material in materials), "wall")


def parts(shot, size):
    """A number of PARTS for each pixel."""
    stage, view = shot.stage(night=False), shot.view
    seen, depth = np.zeros(size[::-1], np.uint8), np.full(size[::-1], np.inf)
    for solid in stage.solids.values():
        points = np.concatenate(solid.verts)
        number = PARTS.index(part_of(solid.material))
        for faces in solid.faces:
            for k in range(1, faces.shape[1] - 1):
                for corners in points[faces[:, (0, k, k + 1)]]:
                    for triangle in before(corners, view):
                        fill(seen, depth, view.project(triangle, *size), number)
    for name, place, yaw, scale in stage.instances:
        if not name.startswith(LOW):
            c, s = np.cos(yaw), np.sin(yaw)
            verts = stage.prototypes[name].verts @ np.array([(c, s, 0), (-s, c, 0), (0, 0, 1)]) * scale + place
            dot(seen, depth, view.project(verts, *size), PARTS.index("plants"))
    return seen


def before(corners, view):
    """What of a triangle lies before the lens, as triangles."""
    away = -((corners - view.place) @ view.axes())[:, 2] - NEAREST
    kept = []
    for i in range(3):
        a, b = i, (i + 1) % 3
        if away[a] > 0:
            kept.append(corners[a])
        if (away[a] > 0) != (away[b] > 0):
            kept.append(corners[a] + (corners[b] - corners[a]) * away[a] / (away[a] - away[b]))
    return [np.array([kept[0], kept[i], kept[i + 1]]) for i in range(1, len(kept) - 1)]


def fill(seen, depth, spots, number):
    """One triangle; depth runs evenly as 1 / depth over a picture."""
    (ax, ay), (bx, by), (cx, cy) = spots[:, :2]
    whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    h, w = seen.shape
    left, right = max(0, int(min(ax, bx, cx))), min(w, int(max(ax, bx, cx)) + 2)
    top, bottom = max(0, int(min(ay, by, cy))), min(h, int(max(ay, by, cy)) + 2)
    if abs(whole) < 1e-9 or left >= right or top >= bottom:
        return
    y, x = np.mgrid[top:bottom, left:right] + 0.5
    u = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / whole
    v = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / whole
    near = (1 - u - v) / spots[0, 2] + u / spots[1, 2] + v / spots[2, 2]
    window = np.s_[top:bottom, left:right]
    shown = (u >= 0) & (v >= 0) & (u + v <= 1) & (near * depth[window] > 1)
    seen[window][shown] = number
    depth[window][shown] = 1 / near[shown]


def dot(seen, depth, spots, number):
    h, w = seen.shape
    spots = spots[(spots[:, 2] > NEAREST) & (spots[:, :2] >= 0).all(1) & (spots[:, 0] < w) & (spots[:, 1] < h)]
    x, y = spots[:, 0].astype(int), spots[:, 1].astype(int)
    np.minimum.at(depth, (y, x), spots[:, 2])
    shown = spots[:, 2] <= depth[y, x]
    seen[y[shown], x[shown]] = number
