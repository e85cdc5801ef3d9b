"""A stage becomes Blender objects and is rendered once, into one layer of light per group: sky, home, A, B, C (linear, half float)."""

import math
import os

import bpy
import numpy as np
from mathutils import Vector

from . import camera, sky
from .materials import Library
from .mesh import Mesh, sphere

SPOT = {"energy": 58.0, "angle": 42.0, "blend": 0.6, "radius": 0.012}
FILL_LOBE = {"share": 0.05, "angle": 130.0, "out": 0.12}
BULB_RADIUS = 0.016
GROUPS = ("sky", "home", "A", "B", "C")
DAY_GROUPS = ("sky", "home")


def to_blender(mesh: Mesh, library: Library):
    data = bpy.data.meshes.new(mesh.name)
    corners = np.concatenate([block.ravel() for block in mesh.faces]).astype(np.int32)
    sizes = np.concatenate([np.full(len(block), block.shape[1]) for block in mesh.faces]).astype(np.int32)
    data.vertices.add(len(mesh.verts))
    data.vertices.foreach_set("co", np.asarray(mesh.verts, np.float32).ravel())
    data.loops.add(len(corners))
    data.loops.foreach_set("vertex_index", corners)
    data.polygons.add(len(sizes))
    data.polygons.foreach_set("loop_start", np.concatenate([[0], sizes.cumsum()[:-1]]).astype(np.int32))
    for name in mesh.materials:
        data.materials.append(library.get(name))
    if mesh.slots is not None:
        data.polygons.foreach_set("material_index", np.asarray(mesh.slots, np.int32))
    data.polygons.foreach_set("use_smooth", np.full(len(sizes), mesh.smooth))
    if mesh.uv is not None:
        data.uv_layers.new(name="UVMap").uv.foreach_set("vector", np.asarray(mesh.uv, np.float32).ravel())
    if mesh.tone is not None:
        tone = np.ones((len(mesh.verts), 4), np.float32)
        tone[:, :3] = mesh.tone
        data.color_attributes.new("tone", "FLOAT_COLOR", "POINT").data.foreach_set("color", tone.ravel())
    data.update(calc_edges=True)
    if mesh.smooth:
        data.set_sharp_from_angle(angle=math.radians(40))
    return data


def link(data, name="thing", place=(0, 0, 0), yaw=0.0, scale=1.0, group="home"):
    thing = bpy.data.objects.new(name, data)
    thing.location, thing.rotation_euler, thing.scale = place, (0, 0, yaw), (scale,) * 3
    bpy.context.scene.collection.objects.link(thing)
    thing.lightgroup = group
    return thing


def link_stage(stage, library):
    for solid in stage.solids.values():
        by_size: dict = {}
        verts = np.concatenate(solid.verts)
        uv_by_size: dict = {}
        for faces, uv in zip(solid.faces, solid.uv):
            by_size.setdefault(faces.shape[1], []).append(faces)
            uv_by_size.setdefault(faces.shape[1], []).append(uv)
        blocks = [np.concatenate(b) for b in by_size.values()]
        uv = np.concatenate([np.concatenate(uv_by_size[k]) for k in by_size])
        thing = link(to_blender(Mesh(verts, blocks, (solid.material,), uv=uv, smooth=solid.smooth, name=solid.material), library))
        if solid.bevel:
            bevel = thing.modifiers.new("bevel", "BEVEL")
            bevel.width, bevel.segments, bevel.limit_method = solid.bevel, 2, "ANGLE"
    for mesh in stage.meshes:
        link(to_blender(mesh, library))
    data = {name: to_blender(mesh, library) for name, mesh in stage.prototypes.items()}
    for name, place, yaw, scale in stage.instances:
        link(data[name], name, place, yaw, scale)


def link_lights(stage):
    for lamp in stage.lamps:
        kind = {"point": "POINT", "pane": "AREA"}.get(lamp.kind, "SPOT")
        light = bpy.data.lights.new(lamp.kind, kind)
        light.energy, light.color = lamp.power, lamp.color
        if kind == "AREA":
            light.shape, light.size, light.size_y, light.spread = "RECTANGLE", *lamp.size, math.radians(150 if lamp.angle == 120.0 else lamp.angle)
        else:
            light.shadow_soft_size = lamp.size[0]
        if kind == "SPOT":
            light.spot_size, light.spot_blend = math.radians(lamp.angle), 1.0
        hidden_light(light, lamp.place, lamp.aim, lamp.group)


def hidden_light(light, place, aim, group):
    """A light that lens and mirrors do not see, looking along `aim`."""
    thing = link(light, "light", place, group=group)
    thing.rotation_euler = Vector(aim).to_track_quat("-Z", "Z" if abs(aim[2]) < 0.9 else "Y").to_euler()
    thing.visible_camera = thing.visible_glossy = False


def link_rig(stage, library, lit, energy):
    verts, faces = sphere(BULB_RADIUS, 4, 6)
    for group in "ABC":
        places = np.array([p for p, g in stage.bulbs if g == group])
        if len(places):
            cloud = (places[:, None, :] + verts[None]).reshape(-1, 3)
            index = (np.arange(len(places))[:, None, None] * len(verts) + faces[None]).reshape(-1, 4)
            link(to_blender(Mesh(cloud, [index], ("bulb" + group,), smooth=True, name="bulbs"), library), group=group if lit else "home")
        if not lit:
            continue
        light = bpy.data.lights.new("led", "SPOT")
        light.energy, light.spot_blend, light.shadow_soft_size = SPOT["energy"] * energy, SPOT["blend"], SPOT["radius"]
        light.spot_size = math.radians(SPOT["angle"])
        lobe = bpy.data.lights.new("lobe", "SPOT")
        lobe.energy, lobe.spot_blend, lobe.shadow_soft_size = light.energy * FILL_LOBE["share"], 1.0, 0.03
        lobe.spot_size = math.radians(FILL_LOBE["angle"])
        for place, outward, g in stage.spots:
            if g == group:
                hidden_light(light, place, (0, 0, -1), group)
                hidden_light(lobe, tuple(np.array(place) + np.array(outward) * FILL_LOBE["out"]), (0, 0, -1), group)


def denoised_output(groups, path):
    """One denoiser per layer: the built-in one cleans only the sum."""
    folder, name = os.path.dirname(os.path.abspath(path)), os.path.basename(path).removesuffix(".exr")
    tree = bpy.data.node_groups.new("layers", "CompositorNodeTree")
    bpy.context.scene.compositing_node_group = tree
    layers = tree.nodes.new("CompositorNodeRLayers")
    out = tree.nodes.new("CompositorNodeOutputFile")
    out.directory, out.file_name = folder, name
    out.format.media_type, out.format.file_format, out.format.color_depth = "MULTI_LAYER_IMAGE", "OPEN_EXR_MULTILAYER", "16"
    for group in groups:
        clean = tree.nodes.new("CompositorNodeDenoise")
        for source, target in ((f"Combined_{group}", "Image"), ("Denoising Albedo", "Albedo"), ("Denoising Normal", "Normal")):
            tree.links.new(layers.outputs[source], clean.inputs[target])
        out.file_output_items.new("RGBA", group)
        tree.links.new(clean.outputs[0], out.inputs[group])


def render(shot, width, height, samples, views, threads=2):
    """Renders a shot through each view into its path (an EXR with one layer per group); the scene is built once."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    day = sky.is_day(shot.time)
    lit = shot.leds and (not day or shot.time in ("studio", "morning"))
    groups = GROUPS if lit else DAY_GROUPS
    for group in groups:
        scene.view_layers[0].lightgroups.add(name=group)
    stage = shot.stage(night=not day)
    library = Library(stage.snow, stage.wet, not day or lit)
    sky.build(shot.time, **shot.sky)
    link_stage(stage, library)
    if not day or shot.time in ("studio", "morning"):
        link_lights(stage)
    link_rig(stage, library, lit, shot.energy)
    settings(scene, width, height, samples, stage.seed, threads)
    for view, path in views:
        camera.place(view)
        denoised_output(groups, path)
        bpy.ops.render.render(write_still=False)


def settings(scene, width, height, samples, seed, threads):
    scene.render.engine = "CYCLES"
    c = scene.cycles
    c.samples, c.use_adaptive_sampling, c.adaptive_threshold, c.seed = samples, True, 0.05, seed
    c.use_denoising, c.denoiser, c.denoising_prefilter = False, "OPENIMAGEDENOISE", "FAST"
    scene.view_layers[0].cycles.denoising_store_passes = True
    c.use_light_tree, c.caustics_reflective, c.caustics_refractive, c.sample_clamp_indirect = True, False, False, 2.0
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces, c.transparent_max_bounces = 4, 2, 2, 3, 6
    r = scene.render
    r.use_persistent_data = True
    r.resolution_x, r.resolution_y, r.resolution_percentage = width, height, 100
    r.threads_mode, r.threads, r.film_transparent = "FIXED", threads, False
    r.image_settings.media_type = "IMAGE"
    r.image_settings.file_format = "OPEN_EXR"
