"""Where the lens stands. Level cameras with vertical shift keep walls upright, as architecture is photographed."""

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class View:
    place: tuple
    turn: float = 0.0  # degrees to the left of looking along +y
    lens: float = 33.0  # mm on a 36 mm frame
    shift: float = 0.08  # vertical shift, in frame widths
    pitch: float = 0.0  # degrees up
    roll: float = 0.0  # degrees: what is level falls to the right by it
    shift_x: float = 0.0
    focus: float | None = None  # metres; None keeps all sharp
    fstop: float = 2.0


    def axes(self):
        """Right, up and backwards of the lens as columns, in the world."""
        turn, pitch, roll = (math.radians(degrees) for degrees in (self.turn, 90 + self.pitch, self.roll))
        ct, st, cp, sp, cr, sr = math.cos(turn), math.sin(turn), math.cos(pitch), math.sin(pitch), math.cos(roll), math.sin(roll)
        about_z = np.array([(ct, -st, 0), (st, ct, 0), (0, 0, 1)])
        about_x = np.array([(1, 0, 0), (0, cp, -sp), (0, sp, cp)])
        return about_z @ about_x @ np.array([(cr, -sr, 0), (sr, cr, 0), (0, 0, 1)])

    def project(self, points, width, height):
        """Where points of the world stand in a picture of that size: right and down in pixels, and metres before the lens."""
        right, up, back = ((np.asarray(points, float) - self.place) @ self.axes()).T
        longer = max(width, height)
        scale = self.lens / 36 * longer / -back
        return np.stack([width / 2 + right * scale - self.shift_x * longer, height / 2 - up * scale + self.shift * longer, -back], -1)


def place(view: View):
    import bpy  # here, so that descriptions of scenes need no Blender
    from mathutils import Matrix

    lens = bpy.data.cameras.new("camera")
    lens.lens, lens.shift_y, lens.shift_x, lens.clip_end = view.lens, view.shift, view.shift_x, 800
    lens.clip_start = 0.02
    if view.focus:
        lens.dof.use_dof, lens.dof.focus_distance, lens.dof.aperture_fstop = True, view.focus, view.fstop
    camera = bpy.data.objects.new("camera", lens)
    camera.location = view.place
    camera.rotation_euler = Matrix(view.axes().tolist()).to_euler()
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
