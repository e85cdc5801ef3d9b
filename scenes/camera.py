"""Where the lens stands. Level cameras with vertical shift keep walls upright, as architecture is photographed."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class View:
    place: tuple
    turn: float = 0.0  # degrees to the left of looking along +y
    lens: float = 33.0  # mm on a 36 mm frame
    shift: float = 0.08  # vertical shift, in frame widths
    pitch: float = 0.0  # degrees up
    shift_x: float = 0.0
    focus: float | None = None  # metres; None keeps all sharp
    fstop: float = 2.0


def place(view: View):
    import bpy  # here, so that descriptions of scenes need no Blender

    lens = bpy.data.cameras.new("camera")
    lens.lens, lens.shift_y, lens.shift_x, lens.clip_end = view.lens, view.shift, view.shift_x, 800
    lens.clip_start = 0.02
    if view.focus:
        lens.dof.use_dof, lens.dof.focus_distance, lens.dof.aperture_fstop = True, view.focus, view.fstop
    camera = bpy.data.objects.new("camera", lens)
    camera.location = view.place
    camera.rotation_euler = (math.radians(90 + view.pitch), 0, math.radians(view.turn))
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
