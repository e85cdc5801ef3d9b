"""Roofs: gable, hip, shed, flat. Each edge that can carry the product returns to the rig by itself, so lights follow any house.

`led` names the edges that carry lights. All functions work in the current frame; walls stand under the given rectangle.
"""

import math

import numpy as np

from . import rig
from .mesh import PRISM_FACES, unit
from .wall import sides

SNOW_DEPTH = 0.13


def slab(stage, eave_a, eave_b, ridge_b, ridge_a, material="shingle", thick=0.13):
    """One roof plane with its thickness upwards; texture in metres from the eave up."""
    p = np.array((eave_a, eave_b, ridge_b, ridge_a), float)
    along = unit(p[1] - p[0])
    normal = unit(np.cross(along, p[3] - p[0]))
    normal = normal if normal[2] > 0 else -normal
    up = np.cross(normal, along)
    up = up if up[2] > 0 else -up
    lift = np.array((0, 0, thick / max(normal[2], 0.2)))
    uv = np.stack([(p - p[0]) @ along + 50, (p - p[0]) @ up + 50], 1)
    stage.add(material, np.concatenate([p, p + lift]), PRISM_FACES, uv=np.concatenate([uv, uv]))
    if stage.snow:
        cap = np.array((0, 0, SNOW_DEPTH))
        stage.add("snow", np.concatenate([p + lift - (0, 0, 0.005), p + lift + cap]), PRISM_FACES, bevel=0.05)
    if material == "seam":
        width = float(np.linalg.norm(p[1] - p[0]))
        for i in range(int(width / 0.42) + 1):
            t = min(1.0, (i * 0.42 + 0.02) / width)
            a, b = p[0] + (p[1] - p[0]) * t + lift, p[3] + (p[2] - p[3]) * t + lift
            stage.bar(material, a + (0, 0, 0.015), b + (0, 0, 0.015), 0.022, 0.04)


def rake_bar(stage, material, xe, ze, xm, zr, y0, y1, top, bottom):
    """A board along a rake, cut plumb at both ends."""
    verts = [(x, y, z + d) for y in (y0, y1) for x, z, d in ((xe, ze, bottom), (xm, zr, bottom), (xm, zr, top), (xe, ze, top))]
    stage.add(material, verts, PRISM_FACES)


def gable(stage, x0, x1, y0, y1, z, rise, rake=0.24, eave=0.32, led=("front",), material="shingle", trim="trim", ends=("front",), gutters=True, thick=0.13):
    """Ridge along y. Ends `front` and `back` carry barge boards; `left` and `right` are the eaves."""
    middle, slope = (x0 + x1) / 2, rise / ((x1 - x0) / 2)
    low, high = z - eave * slope, z + rise
    front, back = y0 - rake, y1 + rake
    for edge in (x0 - eave, x1 + eave):
        slab(stage, (edge, front, low), (edge, back, low), (middle, back, high), (middle, front, high), material, thick)
    stage.bar("black", (middle, front + 0.02, high + thick * 1.25), (middle, back - 0.02, high + thick * 1.25), 0.22, 0.03)
    for end in ends:
        x, y, yaw, a, b = sides(x0, x1, y0, y1)[end]
        with stage.at(x, y, 0, yaw):
            rakes(stage, a, b, z, rise, rake, eave, trim, end in led, thick)
    for side in ("left", "right"):
        x, y, yaw, a, b = sides(x0, x1, y0, y1)[side]
        with stage.at(x, y, 0, yaw):
            if side in led:
                eaves(stage, a, b, low + 0.02, eave, True, trim, extend=0.0)
            elif gutters:
                stage.box("gutter", a - rake, b + rake, -eave - 0.11, -eave, low + 0.0, low + 0.12)


def rakes(stage, a, b, z, rise, rake, eave, trim, lit, thick=0.13):
    middle, slope = (a + b) / 2, rise / ((b - a) / 2)
    plumb = math.sqrt(1 + slope * slope)
    low, high, y = z - eave * slope, z + rise, -rake
    for edge, wall_x in ((a - eave, a), (b + eave, b)):
        rake_bar(stage, trim, edge, low, middle, high, y - 0.036, y, (thick + 0.02) * plumb, -0.07 * plumb)
        rake_bar(stage, "black", edge, low, middle, high, y - 0.05, y + 0.1, (thick + 0.035) * plumb, (thick + 0.01) * plumb)
        rake_bar(stage, trim, edge, low, middle, high, y - 0.03, y - 0.004, -0.07 * plumb, -0.09 * plumb)
        rake_bar(stage, trim, wall_x, z, middle, high, -0.03, 0.0, -0.01, -0.10 * plumb)
        stage.sheet("soffit", (edge, y, low - 0.012), (middle, y, high - 0.012), (middle, 0, high - 0.012), (edge, 0, low - 0.012))
        if stage.snow:
            rake_bar(stage, "snow", edge, low, middle, high, y - 0.06, y + 0.12, (thick + 0.11) * plumb, (thick + 0.03) * plumb)
    if lit:
        d, line = -0.10 * plumb, y - 0.017
        start, edge = a - eave + 0.05, (0.05 * plumb, 0.033, (thick + 0.135) * plumb)
        rig.run(stage, (start, line, low + 0.05 * slope + d), (middle, line, high + d), 0.0, drop=-0.02, wall_span=(a, b), edge=edge)
        rig.run(stage, (middle, line, high + d), (b + eave - 0.05, line, low + 0.05 * slope + d), 0.0, drop=-0.02, wall_span=(a, b), edge=edge)


def eaves(stage, a, b, z, overhang=0.34, lit=True, trim="trim", extend=None, gutter=True, group=None, frieze=True, soffit="soffit"):
    """A level eave on the wall a..b: soffit, fascia, gutter, channel and lights."""
    y, reach = -overhang, overhang if extend is None else extend
    stage.sheet(soffit, (a - reach, y, z - 0.03), (b + reach, y, z - 0.03), (b + reach, 0, z - 0.03), (a - reach, 0, z - 0.03))
    stage.box(trim, a - reach, b + reach, y - 0.03, y, z - 0.06, z + 0.16, bevel=0.006)
    if gutter:
        stage.box("gutter", a - reach, b + reach, y - 0.14, y - 0.03, z + 0.03, z + 0.15)
        stage.box("gutter", a - reach, b + reach, y - 0.15, y - 0.135, z + 0.13, z + 0.165)
    if frieze:
        stage.box(trim, a, b, -0.03, 0, z - 0.2, z - 0.03, bevel=0.006)
    stage.box(trim, a - reach, b + reach, y - 0.02, y + 0.012, z - 0.085, z - 0.06)
    if lit:
        wall_y = -0.03 if frieze else 0.0
        rig.run(stage, (a - reach + 0.1, y - 0.004, z - 0.093), (b + reach - 0.1, y - 0.004, z - 0.093), wall_y, drop=0.02, wall_span=(a, b), group=group, edge=(0.1, 0.146 if gutter else 0.026, 0.258))


def hip(stage, x0, x1, y0, y1, z, rise, overhang=0.5, led=("front",), material="shingle", trim="trim"):
    """Four planes; the ridge runs along the longer side."""
    w, d = x1 - x0, y1 - y0
    inset = min(w, d) / 2
    slope = rise / inset
    low = z - overhang * slope
    if w >= d:
        ra, rb = (x0 + inset, (y0 + y1) / 2, z + rise), (x1 - inset, (y0 + y1) / 2, z + rise)
    else:
        ra, rb = ((x0 + x1) / 2, y0 + inset, z + rise), ((x0 + x1) / 2, y1 - inset, z + rise)
    o = overhang
    sw, se, ne, nw = (x0 - o, y0 - o, low), (x1 + o, y0 - o, low), (x1 + o, y1 + o, low), (x0 - o, y1 + o, low)
    planes = [(sw, se, rb, ra), (se, ne, rb, rb), (ne, nw, ra, rb), (nw, sw, ra, ra)] if w >= d else [(sw, se, ra, ra), (se, ne, rb, ra), (ne, nw, rb, rb), (nw, sw, ra, rb)]
    for plane in planes:
        slab(stage, *plane, material)
    lift = np.array((0, 0, 0.15))
    for corner, peak in ((sw, ra), (se, rb if w >= d else ra), (ne, rb), (nw, ra if w >= d else rb)):
        stage.bar("black", np.array(corner) + lift, np.array(peak) + lift, 0.16, 0.03)
    stage.bar("black", np.array(ra) + lift, np.array(rb) + lift, 0.2, 0.03)
    for name, (x, y, yaw, a, b) in sides(x0, x1, y0, y1).items():
        with stage.at(x, y, 0, yaw):
            eaves(stage, a, b, low + 0.02, o, name in led, trim)


def shed(stage, x0, x1, y_low, y_high, z_low, z_high, material="seam", trim="trim", led=True, wall_y=None, thick=0.06):
    """One plane that rises away from the front, as over a porch; lights along its front edge."""
    slab(stage, (x0, y_low, z_low), (x1, y_low, z_low), (x1, y_high, z_high), (x0, y_high, z_high), material, thick)
    stage.box(trim, x0, x1, y_low - 0.03, y_low + 0.01, z_low - 0.12, z_low + 0.08, bevel=0.006)
    stage.box("gutter", x0, x1, y_low - 0.13, y_low - 0.03, z_low - 0.04, z_low + 0.08)
    stage.box(trim, x0, x1, y_low - 0.025, y_low + 0.005, z_low - 0.145, z_low - 0.12)
    if led:
        rig.run(stage, (x0 + 0.06, y_low - 0.01, z_low - 0.152), (x1 - 0.06, y_low - 0.01, z_low - 0.152), wall_y, from_wall=0.13, edge=(0.06, 0.12, 0.232))


def flat(stage, x0, x1, y0, y1, z, overhang=0.0, thick=0.3, material="trim", led=("front",), group=None, soffit="soffit"):
    """A flat roof plate with a fascia; with overhang the lights sit under its outer edge, without it under a slim coping."""
    o = overhang
    stage.box(material, x0 - o, x1 + o, y0 - o, y1 + o, z, z + thick, bevel=0.01)
    stage.box("membrane", x0 - o + 0.08, x1 + o - 0.08, y0 - o + 0.08, y1 + o - 0.08, z + thick - 0.02, z + thick + 0.01)
    if soffit and o > 0.1:
        stage.box(soffit, x0 - o + 0.03, x1 + o - 0.03, y0 - o + 0.03, y1 + o - 0.03, z - 0.015, z)
    if stage.snow:
        stage.box("snow", x0 - o, x1 + o, y0 - o, y1 + o, z + thick, z + thick + SNOW_DEPTH, bevel=0.05)
    for name, (x, y, yaw, a, b) in sides(x0, x1, y0, y1).items():
        if name in led:
            with stage.at(x, y, 0, yaw):
                edge = -o + 0.03 if o > 0.1 else -0.13
                stage.box(material, a - max(o, 0.0), b + max(o, 0.0), edge - 0.014, edge + 0.014, z - 0.03, z)
                rig.run(stage, (a - o + 0.1, edge, z - 0.042), (b + o - 0.1, edge, z - 0.042), 0.0, drop=0.0, wall_span=(a, b), group=group, edge=(0.1, 0.03 if o > 0.1 else -0.13, thick + 0.042))


def cornice(stage, a, b, z, high=0.5, out=0.28, material="stonework", lit=True, group=None, dentils=True):
    """A parapet cornice on a street front (wall at y = 0), lights under its lowest course."""
    stage.box(material, a, b, -out, 0.1, z + high * 0.7, z + high, bevel=0.012)
    stage.box(material, a, b, -out * 0.75, 0.1, z + high * 0.4, z + high * 0.72, bevel=0.012)
    stage.box(material, a, b, -out * 0.45, 0.1, z, z + high * 0.42, bevel=0.012)
    if dentils:
        count = int((b - a) / 0.3)
        for i in range(count):
            x = a + (b - a) * (i + 0.5) / count
            stage.box(material, x - 0.07, x + 0.07, -out * 0.7, -out * 0.4, z + high * 0.18, z + high * 0.42)
    if stage.snow:
        stage.box("snow", a, b, -out, 0.1, z + high, z + high + 0.1, bevel=0.04)
    if lit:
        stage.box(material, a, b, -out * 0.45 - 0.014, -out * 0.45 + 0.014, z - 0.028, z)
        rig.run(stage, (a + 0.08, -out * 0.45, z - 0.04), (b - 0.08, -out * 0.45, z - 0.04), 0.0, drop=0.0, wall_span=(a, b), group=group, edge=(0.08, out * 0.55, high + 0.04))
