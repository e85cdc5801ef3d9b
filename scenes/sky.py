"""The hour: what the world and the sun or moon look like. Values are linear light; `post.py` sets the exposure."""

import math

import bpy

from .materials import Nodes

RAMPS = {  # height of the view direction, colour
    "dusk": [(0, (0.52, 0.30, 0.20)), (0.05, (0.40, 0.29, 0.29)), (0.13, (0.215, 0.245, 0.40)), (0.30, (0.085, 0.150, 0.36)), (0.62, (0.030, 0.072, 0.22)), (1, (0.016, 0.042, 0.145))],
    "late": [(0, (0.30, 0.16, 0.13)), (0.05, (0.22, 0.155, 0.18)), (0.13, (0.115, 0.135, 0.25)), (0.30, (0.050, 0.088, 0.23)), (0.62, (0.020, 0.046, 0.145)), (1, (0.011, 0.028, 0.10))],
    "night": [(0, (0.060, 0.070, 0.125)), (0.10, (0.042, 0.056, 0.115)), (0.35, (0.018, 0.029, 0.078)), (1, (0.008, 0.014, 0.042))],
    "storm": [(0, (0.17, 0.17, 0.19)), (0.15, (0.12, 0.13, 0.16)), (0.5, (0.06, 0.07, 0.10)), (1, (0.04, 0.05, 0.075))],
    "studio": [(0, (0.62, 0.63, 0.66)), (0.3, (0.80, 0.81, 0.84)), (1, (1.0, 1.0, 1.0))],
    "bench": [(0, (0.05, 0.055, 0.07)), (0.4, (0.035, 0.045, 0.07)), (1, (0.03, 0.04, 0.07))],
}
CLOUD = {"dusk": (0.44, 0.30, 0.30), "late": (0.22, 0.155, 0.18), "night": (0.038, 0.043, 0.066), "storm": (0.045, 0.05, 0.065)}
STRENGTH = {"dusk": 0.6, "late": 0.8, "night": 0.85, "storm": 0.8, "studio": 0.30, "bench": 0.8}
FILL = 2.0  # the ground sees a brighter sky than the lens: deep sky, no black lawn


def is_day(time):
    return time in ("day", "overcast", "morning", "studio")


def sun(energy, color, angle, tilt, turn):
    light = bpy.data.lights.new("sun", "SUN")
    light.energy, light.color, light.angle = energy, color, angle
    lamp = bpy.data.objects.new("sun", light)
    lamp.rotation_euler = (math.radians(tilt), 0, math.radians(turn))
    bpy.context.scene.collection.objects.link(lamp)
    lamp.lightgroup = "sky"


def build(time, sun_turn=48.0, warm_side=(0.75, 0.66), cloud=0.38):
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.lightgroup = "sky"
    n = Nodes(world.node_tree)
    background = world.node_tree.nodes["Background"]
    view = n.node("TexCoord").outputs["Generated"]
    x, y, z = n.parts(view)
    height = n.math("MAXIMUM", z, 0.0)
    if time in ("day", "overcast", "morning"):
        color, strength = daylight(n, view, height, time, sun_turn)
    else:
        color, strength = evening(n, view, x, y, height, time, warm_side, cloud)
    below = (0.9, 0.9, 0.8) if time in ("day", "overcast", "morning") else (0.3, 0.3, 0.3) if time == "studio" else (0.02, 0.02, 0.025)
    color = n.mix(n.span(z, -0.06, 0), below, color)
    fill = n.node("VectorMath", {0: color, 1: (FILL, FILL, FILL)}, operation="MULTIPLY").outputs[0]
    color = n.mix(n.node("LightPath").outputs["Is Diffuse Ray"], color, fill)
    n.put(background.inputs[0], color)
    background.inputs[1].default_value = strength


def clouds(n, view, height, scale, stretch, low, high, lift):
    flat = n.math("ADD", height, lift)
    spread = n.node("VectorMath", {0: view, 1: n.xyz(flat, flat, flat)}, operation="DIVIDE").outputs[0]
    placed = n.node("Mapping", {"Vector": spread, "Scale": stretch, "Rotation": (0, 0, 0.35)}).outputs[0]
    return n.span(n.noise(placed, scale, 8, 0.58), low, high, 0, 1, True)


def daylight(n, view, height, time, turn):
    if time == "overcast":
        mottle = clouds(n, view, height, 0.9, (0.8, 1.2, 1), 0.3, 0.75, 0.16)
        color = n.mix(mottle, (5.2, 5.6, 6.2), (8.2, 8.4, 8.7))
        sun(0.9, (1, 0.97, 0.93), 0.5, 40, turn)
        return color, 0.105
    texture = n.node("TexSky", sky_type="MULTIPLE_SCATTERING", sun_disc=False)
    texture.sun_elevation = math.radians(36 if time == "day" else 14)
    texture.sun_rotation = math.radians(205)
    cover = n.math("MULTIPLY", clouds(n, view, height, 1.1, (1, 1, 1), 0.50, 0.72, 0.16), n.span(height, 0.02, 0.16, 0, 1, True))
    color = n.mix(n.math("MULTIPLY", cover, 0.75), texture.outputs[0], (7.5, 7.6, 7.9))
    if time == "day":
        sun(4.6, (1, 0.92, 0.80), 0.009, 52, turn)
    else:
        sun(3.8, (1, 0.80, 0.56), 0.012, 66, turn)
    return color, 0.105


def evening(n, view, x, y, height, time, warm_side, cloud):
    ramp = n.node("ValToRGB", {0: height})
    stops = RAMPS[time]
    elements = ramp.color_ramp.elements
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (place, color) in zip(elements, stops):
        element.position, element.color = place, (*color, 1)
    ramp.color_ramp.interpolation = "EASE"
    color = ramp.outputs[0]
    if time in ("dusk", "late"):
        towards = n.math("MAXIMUM", n.math("ADD", n.math("MULTIPLY", x, warm_side[0]), n.math("MULTIPLY", y, warm_side[1])), 0)
        glow = n.math("MULTIPLY", n.math("POWER", towards, 2.5), n.span(height, 0, 0.28, 0.62, 0, True))
        color = n.mix(glow, color, (0.78, 0.36, 0.17) if time == "dusk" else (0.42, 0.17, 0.09))
    if time in CLOUD:
        cover = n.math("MULTIPLY", clouds(n, view, height, 0.75, (0.55, 1.5, 1), 0.50, 0.78, 0.12), n.span(height, 0.01, 0.10, 0, 1, True))
        color = n.mix(n.math("MULTIPLY", cover, min(1, cloud * 2) if time == "storm" else cloud), color, CLOUD[time])
    moon = {"dusk": (0.10, 0.6, 38, 25), "late": (0.09, 0.5, 38, 25), "night": (0.11, 0.2, 42, -32), "storm": (0.12, 1.2, 20, 0), "studio": (2.2, 0.12, 48, -62)}.get(time)
    if moon:
        sun(moon[0], (1, 0.95, 0.88) if time == "studio" else (0.62, 0.74, 1), *moon[1:])
    return color, STRENGTH[time]
