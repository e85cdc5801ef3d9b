"""Walls: strips of real cladding with the openings left out. The frame's front is -y, the wall stands at y = 0.

Real relief matters here: the LEDs graze the wall, so laps and battens throw shadows that no bump map can.
"""

import math

LAP, SHAKE, BOARD, FLAT = "lap", "shake", "board", "flat"
PITCH = {LAP: 0.165, SHAKE: 0.20}
LIP = 0.014


def without(left, right, holes):
    """What is left of the stretch left..right when the holes are taken out."""
    spans = [(left, right)]
    for a, b in holes:
        rest = []
        for p, q in spans:
            if b <= p or a >= q:
                rest.append((p, q))
                continue
            if a > p:
                rest.append((p, a))
            if b < q:
                rest.append((b, q))
        spans = rest
    return [(p, q) for p, q in spans if q - p > 1e-3]


def wall(stage, x0, x1, z0, z1, rise=0.0, openings=(), cladding=LAP, material="white", batten=0.40):
    """A wall with a gable of height `rise` on it; then builds the openings in it."""
    half = (x1 - x0) / 2
    top = z1 + rise
    openings = [opening.usual() for opening in openings] if stage.usual_doors else openings

    def left(z):
        return x0 if z <= z1 or not rise else x0 + half * (z - z1) / rise

    def right(z):
        return x1 if z <= z1 or not rise else x1 - half * (z - z1) / rise

    step = PITCH.get(cladding, 0.5)
    courses = {z0 + i * step for i in range(math.ceil((top - z0) / step) + 1)}
    cuts = sorted({z for z in courses if z < top} | {top, z1} | {z for o in openings for z in (o.z0, o.z1) if z0 <= z <= top})
    for low, high in zip(cuts, cuts[1:]):
        if high - low < 1e-4:
            continue
        course = math.floor((low - z0) / step + 1e-6) * step + z0

        def depth(z, course=course):
            return -LIP * (1 - (z - course) / step) if cladding in PITCH else 0.0

        mid = (low + high) / 2
        holes = [(o.x0, o.x1) for o in openings if o.z0 < mid < o.z1]
        for p, q in without(min(left(low), left(high)), max(right(low), right(high)), holes):
            p0, q0, p1, q1 = max(p, left(low)), min(q, right(low)), max(p, left(high)), min(q, right(high))
            stage.sheet(material, (p0, depth(low), low), (q0, depth(low), low), (q1, depth(high), high), (p1, depth(high), high))
            if cladding in PITCH and abs(low - course) < 1e-6:
                stage.sheet(material, (p0, depth(low), low), (p0, 0, low), (q0, 0, low), (q0, depth(low), low))
    if cladding == BOARD:
        battens(stage, x0, x1, z0, z1, rise, openings, material, batten)
    for opening in openings:
        stage.opening(opening, *opening.seen())
        opening.build(stage)


def battens(stage, x0, x1, z0, z1, rise, openings, material, spacing):
    count = max(1, int((x1 - x0) / spacing))
    half = (x1 - x0) / 2
    for i in range(count + 1):
        x = min(max(x0 + i * (x1 - x0) / count, x0 + 0.025), x1 - 0.025)
        top = z1 + rise * (1 - abs(x - (x0 + x1) / 2) / half)
        for low, high in without(z0, top, [(o.z0 - 0.1, o.z1 + 0.1) for o in openings if o.x0 - 0.1 < x < o.x1 + 0.1]):
            stage.box(material, x - 0.024, x + 0.024, -0.022, 0, low, high)


def sides(x0, x1, y0, y1):
    """The four sides of a rectangle as frames: (x, y, yaw) and the stretch of local x. Right: local x is y; left: it is -y."""
    return {
        "front": (0, y0, 0, x0, x1),
        "right": (x1, 0, 90, y0, y1),
        "back": (0, y1, 180, -x1, -x0),
        "left": (x0, 0, -90, -y1, -y0),
    }


def block(stage, x0, x1, y0, y1, z0, z1, gables=None, corner="trim", corner_from=None, skip=(), **faces):
    """Four walls. `faces` gives openings by side name; `gables` the rise of a gable by side name."""
    looks = {k: faces.pop(k) for k in ("cladding", "material", "batten") if k in faces}
    for name, (x, y, yaw, a, b) in sides(x0, x1, y0, y1).items():
        if name in skip:
            continue
        with stage.at(x, y, 0, yaw):
            wall(stage, a, b, z0, z1, (gables or {}).get(name, 0), faces.get(name, ()), **looks)
    if corner:
        low = corner_from if corner_from is not None else z0
        for x in (x0, x1):
            for y in (y0, y1):
                stage.box(corner, x - 0.06, x + 0.06, y - 0.06, y + 0.06, low, z1, bevel=0.006)
