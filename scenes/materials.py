"""Materials by name, made when first asked for. Textures are worked out from position or from metres on the surface; no image files."""

import math

import bpy


class Nodes:
    """A node tree spoken to in short words: sockets in, sockets out."""

    def __init__(self, tree):
        self.tree = tree

    def node(self, kind, inputs=None, **settings):
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.put(node.inputs[key], value)
        return node

    def put(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, (tuple, list)) and len(value) == 3 and socket.type == "RGBA":
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def math(self, operation, a, b=0.0, c=0.0, clamp=False):
        node = self.tree.nodes.new("ShaderNodeMath")
        node.operation, node.use_clamp = operation, clamp
        for i, v in enumerate((a, b, c)):
            self.put(node.inputs[i], v)
        return node.outputs[0]

    def mix(self, factor, a, b, blend="MIX"):
        node = self.tree.nodes.new("ShaderNodeMix")
        node.data_type, node.blend_type = "RGBA", blend
        self.put(node.inputs[0], factor)
        self.put(node.inputs[6], a)
        self.put(node.inputs[7], b)
        return node.outputs[2]

    def span(self, value, a, b, c=0.0, d=1.0, smooth=False):
        node = self.tree.nodes.new("ShaderNodeMapRange")
        node.interpolation_type = "SMOOTHSTEP" if smooth else "LINEAR"
        for i, v in enumerate((value, a, b, c, d)):
            self.put(node.inputs[i], v)
        return node.outputs[0]

    def noise(self, vector, scale, detail=4, rough=0.55):
        node = self.node("TexNoise", {"Scale": scale, "Detail": detail, "Roughness": rough})
        if vector is not None:
            self.put(node.inputs["Vector"], vector)
        return node.outputs[0]

    def xyz(self, x, y, z):
        node = self.tree.nodes.new("ShaderNodeCombineXYZ")
        for i, v in enumerate((x, y, z)):
            self.put(node.inputs[i], v)
        return node.outputs[0]

    def parts(self, vector):
        node = self.node("SeparateXYZ", {0: vector})
        return node.outputs[0], node.outputs[1], node.outputs[2]

    def position(self):
        return self.node("NewGeometry").outputs["Position"]

    def up(self):
        return self.parts(self.node("NewGeometry").outputs["True Normal"])[2]

    def surface(self):
        """Metres along the surface."""
        return self.node("UVMap").outputs[0]

    def tone(self):
        return self.node("Attribute", attribute_name="tone").outputs


# name: colour, roughness, metallic, variation of tone, bump
PLAIN = {
    "white": ((0.74, 0.73, 0.70), 0.55, 0, 0.05, 0.06),
    "cream": ((0.66, 0.60, 0.49), 0.6, 0, 0.05, 0.06),
    "sage": ((0.185, 0.215, 0.165), 0.6, 0, 0.08, 0.08),
    "greige": ((0.42, 0.385, 0.335), 0.65, 0, 0.05, 0.1),
    "slateblue": ((0.115, 0.150, 0.195), 0.55, 0, 0.06, 0.06),
    "barnred": ((0.19, 0.035, 0.022), 0.65, 0, 0.14, 0.1),
    "stucco": ((0.70, 0.67, 0.61), 0.8, 0, 0.05, 0.5),
    "stonework": ((0.56, 0.52, 0.455), 0.75, 0, 0.09, 0.3),
    "charcoal": ((0.035, 0.037, 0.040), 0.5, 0, 0.08, 0.06),
    "clay": ((0.70, 0.69, 0.67), 0.9, 0, 0.0, 0.0),
    "trim": ((0.78, 0.775, 0.75), 0.42, 0, 0.02, 0),
    "black": ((0.016, 0.017, 0.019), 0.34, 0, 0.05, 0),
    "green": ((0.012, 0.035, 0.024), 0.35, 0, 0.05, 0),
    "navy": ((0.014, 0.022, 0.050), 0.35, 0, 0.05, 0),
    "teal": ((0.01, 0.10, 0.11), 0.35, 0, 0.05, 0),
    "red": ((0.22, 0.018, 0.014), 0.4, 0, 0.05, 0),
    "soffit": ((0.70, 0.69, 0.66), 0.6, 0, 0.02, 0),
    "gutter": ((0.74, 0.735, 0.72), 0.35, 0, 0.02, 0),
    "seam": ((0.035, 0.037, 0.041), 0.36, 0.6, 0.05, 0),
    "copper": ((0.30, 0.13, 0.06), 0.35, 0.9, 0.2, 0),
    "steel": ((0.45, 0.46, 0.47), 0.28, 1.0, 0.03, 0),
    "aluminium": ((0.62, 0.63, 0.64), 0.38, 1.0, 0.02, 0),
    "brass": ((0.35, 0.25, 0.12), 0.3, 1.0, 0, 0),
    "membrane": ((0.10, 0.10, 0.105), 0.9, 0, 0.15, 0.2),
    "mulch": ((0.055, 0.032, 0.020), 1.0, 0, 0.25, 1.0),
    "bark": ((0.085, 0.062, 0.045), 0.95, 0, 0.25, 0.8),
    "kerb": ((0.33, 0.32, 0.30), 0.85, 0, 0.12, 0.25),
    "core": ((0.006, 0.012, 0.005), 1.0, 0, 0, 0),
    "nroof": ((0.05, 0.05, 0.055), 0.9, 0, 0.2, 0),
    "nwall": ((0.30, 0.285, 0.265), 0.8, 0, 0.1, 0),
    "ntrim": ((0.55, 0.54, 0.52), 0.6, 0, 0, 0),
    "linen": ((0.70, 0.67, 0.61), 0.9, 0, 0.03, 0.1),
    "china": ((0.80, 0.79, 0.77), 0.15, 0, 0, 0),
    "rubber": ((0.02, 0.02, 0.021), 0.6, 0, 0, 0.1),
    "plastic": ((0.62, 0.62, 0.61), 0.35, 0, 0, 0.02),
    "darkplastic": ((0.03, 0.032, 0.036), 0.42, 0, 0, 0.03),
    "screen": ((0.008, 0.009, 0.011), 0.08, 0, 0, 0),
    "orange": ((0.60, 0.16, 0.02), 0.4, 0, 0, 0),
    "yellow": ((0.70, 0.42, 0.03), 0.45, 0, 0, 0),
    "board": ((0.02, 0.13, 0.06), 0.4, 0, 0.05, 0),
    "paper": ((0.78, 0.77, 0.74), 0.85, 0, 0.02, 0),
    "ink": ((0.03, 0.04, 0.09), 0.7, 0, 0, 0),
    "snow": ((0.80, 0.83, 0.88), 0.75, 0, 0.02, 0.3),
    "curtainwall": ((0.05, 0.055, 0.065), 0.35, 0.5, 0.03, 0),
    "ball": ((0.30, 0.02, 0.02), 0.15, 0.4, 0, 0),
    "gold": ((0.75, 0.48, 0.12), 0.2, 1.0, 0, 0),
}

# name: dark, light, share of light that passes through
FOLIAGE = {
    "blade": ((0.060, 0.105, 0.022), (0.17, 0.205, 0.065), 0.3),
    "leaf": ((0.035, 0.075, 0.016), (0.11, 0.165, 0.04), 0.3),
    "leafb": ((0.050, 0.080, 0.014), (0.15, 0.170, 0.035), 0.3),
    "leafdark": ((0.022, 0.052, 0.018), (0.06, 0.115, 0.036), 0.2),
    "needle": ((0.012, 0.032, 0.018), (0.045, 0.085, 0.045), 0.1),
    "flower": ((0.55, 0.50, 0.52), (0.8, 0.78, 0.76), 0.3),
    "rose": ((0.45, 0.10, 0.16), (0.75, 0.35, 0.42), 0.3),
    "straw": ((0.20, 0.15, 0.06), (0.36, 0.28, 0.13), 0.3),
    "pumpkin": ((0.50, 0.12, 0.012), (0.75, 0.24, 0.03), 0.0),
}

# name: colour, strength by night, strength by day
GLOWING = {
    "lamp": ((1, 0.66, 0.34), 9.0, 0.3),
    "far-lit": ((1, 0.60, 0.28), 0.55, 0.01),
    "far-dim": ((1, 0.72, 0.45), 0.22, 0.01),
    "candle": ((1, 0.52, 0.2), 6.0, 0.2),
    "ember": ((1, 0.35, 0.06), 4.0, 0.1),
    "status": ((0.05, 0.9, 0.75), 14.0, 8.0),
    "trail-red": ((1, 0.05, 0.02), 2.2, 0.0),
    "trail-white": ((1, 0.86, 0.66), 2.6, 0.0),
    "plate": ((1, 0.80, 0.55), 2.2, 0.4),
    "violet-screen": ((0.35, 0.16, 0.95), 1.6, 0.8),
    "teal-screen": ((0.06, 0.62, 0.60), 1.6, 0.8),
    "amber-screen": ((1, 0.48, 0.10), 1.7, 0.8),
    "grey-screen": ((0.30, 0.33, 0.45), 0.55, 0.4),
    "dark-screen": ((0.020, 0.026, 0.055), 1.0, 1.0),
    "ink-line": ((0.06, 0.22, 0.85), 2.6, 0.9),
}

BRICK = {  # name: two brick tones, mortar
    "brick": ((0.17, 0.050, 0.030), (0.29, 0.098, 0.058), (0.36, 0.33, 0.29)),
    "brickpale": ((0.40, 0.30, 0.22), (0.52, 0.42, 0.33), (0.44, 0.41, 0.37)),
    "brickdark": ((0.055, 0.042, 0.038), (0.115, 0.080, 0.066), (0.13, 0.12, 0.11)),
}

SHINGLE = {
    "shingle": ((0.028, 0.029, 0.032), (0.078, 0.077, 0.078)),
    "shinglebrown": ((0.045, 0.033, 0.025), (0.105, 0.080, 0.060)),
    "slate": ((0.026, 0.031, 0.038), (0.066, 0.074, 0.085)),
}

WOOD = {  # dark, light, across which surface direction the grain is narrow, board width
    "cedar": ((0.23, 0.105, 0.045), (0.34, 0.17, 0.08), 1, 0.17),
    "cedarv": ((0.20, 0.09, 0.04), (0.31, 0.155, 0.072), 0, 0.145),
    "doorwood": ((0.10, 0.036, 0.018), (0.16, 0.062, 0.03), 0, 0.2),
    "oldwood": ((0.09, 0.065, 0.045), (0.20, 0.15, 0.105), 0, 0.19),
    "deck": ((0.17, 0.11, 0.07), (0.28, 0.19, 0.125), 1, 0.14),
    "bench": ((0.26, 0.15, 0.075), (0.40, 0.25, 0.135), 1, 0.32),
}


class Library:
    def __init__(self, snow=False, wet=0.0, night=True):
        self.snow, self.wet, self.night = snow, wet, night
        self.made: dict = {}

    def get(self, name):
        if name not in self.made:
            self.made[name] = self.make(name)
        return self.made[name]

    def make(self, name):
        if name in GLOWING:
            return self.glowing(name)
        if name.startswith("bulb"):
            return self.emission(name, (1, 1, 1), 10.0) if self.night else self.get("trim")
        material = bpy.data.materials.new(name)
        material.use_nodes = True
        n = Nodes(material.node_tree)
        shader = material.node_tree.nodes["Principled BSDF"]
        shader.inputs["Specular IOR Level"].default_value = 0.35
        if name in PLAIN:
            self.plain(n, shader, *PLAIN[name], name)
        elif name in FOLIAGE:
            self.foliage(n, shader, *FOLIAGE[name])
        elif name in BRICK:
            self.brick(n, shader, *BRICK[name])
        elif name in SHINGLE:
            self.shingle(n, shader, *SHINGLE[name], slate=name == "slate")
        elif name in WOOD:
            self.wood(n, shader, *WOOD[name])
        else:
            getattr(self, "make_" + name)(n, shader, material)
        return material

    # shared steps
    def color(self, n, shader, color, low=0.35, high=0.65):
        """Base colour, turned to snow where the surface looks up."""
        if not self.snow:
            n.put(shader.inputs["Base Color"], color)
            return
        facing = n.math("ADD", n.up(), n.math("MULTIPLY", n.math("SUBTRACT", n.noise(n.position(), 3.0), 0.5), 0.5))
        n.put(shader.inputs["Base Color"], n.mix(n.span(facing, low, high, 0, 0.97, True), color, (0.82, 0.85, 0.90)))

    def bump(self, n, shader, height, strength, distance):
        n.put(shader.inputs["Normal"], n.node("Bump", {"Strength": strength, "Distance": distance, "Height": height}).outputs[0])

    def weather(self, n, color, amount):
        """Splash dirt near the ground and faint streaks: nothing outdoors is spotless."""
        x, y, z = n.parts(n.position())
        splash = n.math("MULTIPLY", n.span(z, 0.75, 0.0, 0, 1, True), n.noise(n.position(), 4.0, 5))
        streak = n.span(n.noise(n.xyz(n.math("MULTIPLY", n.math("ADD", x, y), 5.0), 0, n.math("MULTIPLY", z, 0.5)), 1.0, 5), 0.5, 0.85)
        dirt = n.math("MULTIPLY", n.math("ADD", n.math("MULTIPLY", splash, 0.8), n.math("MULTIPLY", streak, 0.35)), amount, clamp=True)
        return n.mix(dirt, color, (0.12, 0.10, 0.075))

    # families
    def plain(self, n, shader, color, rough, metal, variation, bump, name):
        p = n.position()
        shader.inputs["Roughness"].default_value, shader.inputs["Metallic"].default_value = rough, metal
        shade = color
        if variation:
            dark = tuple(c * (1 - variation * 2.2) for c in color)
            shade = n.mix(n.span(n.noise(p, 35 if name == "mulch" else 3.0, 6), 0.3, 0.7), dark, color)
        if name in ("white", "cream", "sage", "greige", "slateblue", "stucco", "stonework", "barnred", "trim"):
            shade = self.weather(n, shade, 0.35)
        self.color(n, shader, shade)
        if bump:
            self.bump(n, shader, n.noise(p, 45 if bump >= 0.8 else 90, 5), bump, 0.02)

    def foliage(self, n, shader, dark, light, through):
        spread = n.math("ADD", n.math("MULTIPLY", n.tone()["Fac"], 0.8), n.math("MULTIPLY", n.node("ObjectInfo").outputs["Random"], 0.25), clamp=True)
        color = n.mix(spread, dark, light)
        self.color(n, shader, color, 0.3, 0.6)
        shader.inputs["Roughness"].default_value = 0.5
        shader.inputs["Specular IOR Level"].default_value = 0.25
        if not through:
            return
        thin = n.node("BsdfTranslucent", {0: n.mix(0.5, color, (0.14, 0.2, 0.03))})
        mix = n.node("MixShader", {0: through, 1: shader.outputs[0], 2: thin.outputs[0]})
        n.put(n.tree.nodes["Material Output"].inputs[0], mix.outputs[0])

    def brick(self, n, shader, dark, light, mortar):
        uv = n.surface()
        texture = n.node("TexBrick", {"Vector": uv, "Color1": dark, "Color2": light, "Mortar": mortar, "Scale": 1.0, "Mortar Size": 0.006, "Mortar Smooth": 0.3, "Brick Width": 0.215, "Row Height": 0.075, "Bias": -0.1})
        shade = n.mix(n.math("MULTIPLY", n.noise(n.position(), 1.4, 5), 0.5), texture.outputs["Color"], tuple(c * 0.55 for c in dark))
        self.color(n, shader, self.weather(n, shade, 0.3))
        shader.inputs["Roughness"].default_value = 0.85
        height = n.math("ADD", n.math("MULTIPLY", texture.outputs["Fac"], -1.0), n.math("MULTIPLY", n.noise(n.position(), 70, 4), 0.35))
        self.bump(n, shader, height, 0.7, 0.012)

    def shingle(self, n, shader, dark, light, slate=False):
        uv, p = n.surface(), n.position()
        texture = n.node("TexBrick", {"Vector": uv, "Color1": dark, "Color2": light, "Mortar": (0.006, 0.006, 0.007), "Scale": 1.0, "Mortar Size": 0.009, "Brick Width": 0.24 if slate else 0.30, "Row Height": 0.145, "Bias": -0.2}, offset=0.5 if slate else 0.37, squash=1)
        saw = n.math("FRACT", n.math("DIVIDE", n.parts(uv)[1], 0.145))
        shade = n.mix(0.35, texture.outputs["Color"], n.mix(n.noise(p, 1.1, 5), dark, light))
        self.color(n, shader, n.mix(n.span(saw, 0, 0.14, 0.75, 0), shade, (0.004, 0.004, 0.005)))
        shader.inputs["Roughness"].default_value = 0.6 if slate else 0.82
        height = n.math("ADD", n.math("SUBTRACT", 1, saw), n.math("ADD", n.math("MULTIPLY", n.noise(p, 160, 2), 0.3), n.math("MULTIPLY", texture.outputs["Fac"], -0.5)))
        self.bump(n, shader, height, 0.8, 0.02)

    def wood(self, n, shader, dark, light, across, board):
        u, v, _ = n.parts(n.surface())
        narrow, long = (v, u) if across else (u, v)
        number = n.math("FLOOR", n.math("DIVIDE", narrow, board))
        grain = n.noise(n.xyz(n.math("MULTIPLY", long, 1.2), n.math("ADD", n.math("MULTIPLY", narrow, 22), n.math("MULTIPLY", number, 7.7)), 0), 1.0, 7, 0.6)
        tone = n.noise(n.xyz(0, 0, number), 7.3, 0)
        self.color(n, shader, n.mix(n.span(n.math("ADD", grain, n.math("MULTIPLY", tone, 0.5)), 0.45, 0.95), dark, light))
        shader.inputs["Roughness"].default_value = 0.42
        self.bump(n, shader, grain, 0.12, 0.01)

    def emission(self, name, color, strength):
        material = bpy.data.materials.new(name)
        material.use_nodes = True
        material.node_tree.nodes.clear()
        n = Nodes(material.node_tree)
        glow = n.node("Emission", {0: color, 1: strength})
        n.put(n.node("OutputMaterial").inputs[0], glow.outputs[0])
        material.cycles.emission_sampling = "NONE"
        return material

    def glowing(self, name):
        color, night, day = GLOWING[name]
        return self.emission(name, color, night if self.night else day)

    # singles
    def make_stone(self, n, shader, material):
        """Ledge stone."""
        p = n.position()
        u, v, _ = n.parts(n.surface())
        cell = n.xyz(n.math("MULTIPLY", u, 2.6), n.math("MULTIPLY", v, 7.2), 0)
        face = n.node("TexVoronoi", {"Vector": cell, "Scale": 1.0, "Randomness": 0.85}, voronoi_dimensions="2D", distance="CHEBYCHEV")
        edge = n.node("TexVoronoi", {"Vector": cell, "Scale": 1.0, "Randomness": 0.85}, voronoi_dimensions="2D", feature="DISTANCE_TO_EDGE")
        tone = n.node("SeparateColor", {0: face.outputs["Color"]}).outputs[0]
        color = n.mix(tone, (0.17, 0.155, 0.14), (0.40, 0.365, 0.32))
        color = n.mix(n.noise(p, 11, 6), n.mix(0.45, color, (0.12, 0.11, 0.10)), color)
        joint = n.span(edge.outputs["Distance"], 0.02, 0.10, 0, 1, True)
        self.color(n, shader, n.mix(joint, (0.09, 0.085, 0.08), color))
        shader.inputs["Roughness"].default_value = 0.9
        self.bump(n, shader, n.math("ADD", n.math("ADD", joint, n.math("MULTIPLY", tone, 0.7)), n.math("MULTIPLY", n.noise(p, 25, 5), 0.35)), 1, 0.035)

    def make_ashlar(self, n, shader, material):
        """Large cut limestone blocks with tight joints."""
        texture = n.node("TexBrick", {"Vector": n.surface(), "Color1": (0.50, 0.46, 0.39), "Color2": (0.58, 0.54, 0.47), "Mortar": (0.30, 0.28, 0.25), "Scale": 1.0, "Mortar Size": 0.008, "Mortar Smooth": 0.2, "Brick Width": 0.95, "Row Height": 0.42})
        shade = n.mix(n.math("MULTIPLY", n.noise(n.position(), 2.2, 6), 0.35), texture.outputs["Color"], (0.34, 0.31, 0.27))
        self.color(n, shader, self.weather(n, shade, 0.4))
        shader.inputs["Roughness"].default_value = 0.8
        self.bump(n, shader, n.math("ADD", n.math("MULTIPLY", texture.outputs["Fac"], -1.0), n.math("MULTIPLY", n.noise(n.position(), 60, 4), 0.15)), 0.7, 0.015)

    def make_panel(self, n, shader, material):
        """Warm grey fibre-cement panels, shadow joints."""
        texture = n.node("TexBrick", {"Vector": n.surface(), "Color1": (0.19, 0.18, 0.17), "Color2": (0.22, 0.21, 0.20), "Mortar": (0.02, 0.02, 0.02), "Scale": 1.0, "Mortar Size": 0.006, "Brick Width": 1.2, "Row Height": 0.6}, offset=0.0)
        self.color(n, shader, self.weather(n, n.mix(n.math("MULTIPLY", n.noise(n.position(), 3, 5), 0.3), texture.outputs["Color"], (0.15, 0.14, 0.13)), 0.3))
        shader.inputs["Roughness"].default_value = 0.6
        self.bump(n, shader, n.math("MULTIPLY", texture.outputs["Fac"], -1.0), 0.6, 0.01)

    def make_concrete(self, n, shader, material):
        p = n.position()
        x, y, _ = n.parts(p)
        color = n.mix(n.span(n.noise(p, 0.7, 6), 0.3, 0.7), (0.30, 0.29, 0.275), (0.42, 0.41, 0.39))
        color = n.mix(n.math("MULTIPLY", n.span(n.noise(p, 2.6, 5), 0.55, 0.75), 0.35), color, (0.18, 0.175, 0.165))
        self.color(n, shader, color, 0.2, 1.25)
        shader.inputs["Roughness"].default_value = 0.82 - 0.4 * self.wet
        brushed = n.noise(n.xyz(n.math("MULTIPLY", x, 90), n.math("MULTIPLY", y, 3), 0), 1, 2)
        self.bump(n, shader, n.math("ADD", n.noise(p, 140, 2), n.math("MULTIPLY", brushed, 0.5)), 0.18, 0.01)

    def make_paving(self, n, shader, material):
        """Plaza slabs, 0.6 m, some of them damp."""
        p = n.position()
        texture = n.node("TexBrick", {"Vector": n.surface(), "Color1": (0.21, 0.20, 0.19), "Color2": (0.30, 0.285, 0.265), "Mortar": (0.05, 0.05, 0.05), "Scale": 1.0, "Mortar Size": 0.006, "Brick Width": 0.9, "Row Height": 0.6})
        damp = n.math("MULTIPLY", n.span(n.noise(p, 0.35, 4), 0.35, 0.62, 0, 1, True), self.wet)
        self.color(n, shader, n.mix(n.math("MULTIPLY", damp, 0.75), texture.outputs["Color"], (0.05, 0.05, 0.052)), 0.3, 1.2)
        n.put(shader.inputs["Roughness"], n.math("ADD", n.span(damp, 0, 1, 0.7, 0.12), n.math("MULTIPLY", n.math("SUBTRACT", n.noise(p, 18, 3), 0.5), 0.16)))
        self.bump(n, shader, n.math("ADD", n.math("MULTIPLY", texture.outputs["Fac"], -1.0), n.math("MULTIPLY", n.noise(p, 40, 3), 0.1)), 0.35, 0.008)

    def make_road(self, n, shader, material):
        """Asphalt; wetness lies in long patches, never everywhere."""
        p = n.position()
        x, y, _ = n.parts(p)
        damp = n.math("MULTIPLY", n.span(n.noise(n.xyz(n.math("MULTIPLY", x, 0.35), y, 0), 0.55, 4), 0.44 - 0.06 * self.wet, 0.66 - 0.06 * self.wet, 0, 1, True), self.wet)
        grit = n.noise(p, 95, 2)
        self.color(n, shader, n.mix(damp, n.mix(grit, (0.022, 0.022, 0.024), (0.060, 0.060, 0.062)), (0.012, 0.012, 0.014)), 0.5, 1.35)
        n.put(shader.inputs["Roughness"], n.math("ADD", n.span(damp, 0, 1, 0.75, 0.22), n.math("MULTIPLY", n.math("SUBTRACT", n.noise(p, 30, 3), 0.5), 0.25)))
        shader.inputs["Specular IOR Level"].default_value = 0.5
        self.bump(n, shader, n.math("ADD", grit, n.math("MULTIPLY", n.noise(p, 6, 3), 0.4)), 0.4 - 0.2 * self.wet, 0.012)

    def make_lawn(self, n, shader, material):
        """The ground under and beyond the blades."""
        p = n.position()
        _, y, _ = n.parts(p)
        stripe = n.span(n.math("SINE", n.math("MULTIPLY", y, math.pi)), -0.25, 0.25, 0, 1, True)
        color = n.mix(n.span(n.noise(p, 0.6, 6), 0.3, 0.7), (0.045, 0.07, 0.018), (0.075, 0.105, 0.028))
        color = n.mix(n.math("MULTIPLY", stripe, 0.35), color, (0.095, 0.13, 0.04))
        color = n.mix(n.span(n.noise(p, 60, 4), 0.35, 0.7), (0.020, 0.030, 0.008), color)
        self.color(n, shader, color, -0.5, 0.1)
        shader.inputs["Roughness"].default_value = 1
        shader.inputs["Specular IOR Level"].default_value = 0.1
        self.bump(n, shader, n.noise(p, 45, 4), 0.35 if self.snow else 1, 0.04)

    def make_water(self, n, shader, material):
        shader.inputs["Base Color"].default_value = (0.005, 0.03, 0.045, 1)
        shader.inputs["Roughness"].default_value = 0.03
        shader.inputs["Specular IOR Level"].default_value = 0.6
        shader.inputs["Emission Color"].default_value = (0.02, 0.30, 0.42, 1)
        shader.inputs["Emission Strength"].default_value = 0.07 if self.night else 0.0
        self.bump(n, shader, n.math("ADD", n.noise(n.position(), 2.2, 3), n.math("MULTIPLY", n.noise(n.position(), 7, 2), 0.3)), 0.12, 0.05)

    def make_stoneslab(self, n, shader, material):
        """Honed slate for product shots."""
        p = n.position()
        self.color(n, shader, n.mix(n.span(n.noise(p, 3.0, 8, 0.65), 0.35, 0.7), (0.028, 0.031, 0.036), (0.075, 0.079, 0.085)))
        n.put(shader.inputs["Roughness"], n.span(n.noise(p, 6, 5), 0.3, 0.7, 0.38, 0.6))
        self.bump(n, shader, n.math("ADD", n.noise(p, 5, 6), n.math("MULTIPLY", n.noise(p, 60, 3), 0.2)), 0.35, 0.02)

    def make_ice(self, n, shader, material):
        """Clouded: clear ice would need more bounces than a picture is given, and turn black."""
        shader.inputs["Roughness"].default_value = 0.12
        shader.inputs["IOR"].default_value = 1.31
        shader.inputs["Transmission Weight"].default_value = 0.35
        shader.inputs["Base Color"].default_value = (0.82, 0.89, 0.95, 1)

    def make_glass(self, n, shader, material):
        """Fresnel mirror over a clear pane, with the slight waviness of float glass."""
        mirror = n.node("BsdfGlossy", {"Roughness": 0.015, "Color": (0.92, 0.96, 1)})
        n.put(mirror.inputs["Normal"], n.node("Bump", {"Strength": 0.04, "Distance": 0.02, "Height": n.noise(n.position(), 1.7, 1)}).outputs[0])
        clear = n.node("BsdfTransparent", {0: (0.86, 0.90, 0.90)})
        mix = n.node("MixShader", {0: n.node("Fresnel", {"IOR": 1.62}).outputs[0], 1: clear.outputs[0], 2: mirror.outputs[0]})
        n.put(n.tree.nodes["Material Output"].inputs[0], mix.outputs[0])

    def make_room(self, n, shader, material):
        """Painted light of rooms: only camera and mirror rays see it, so it adds no noise."""
        shader.inputs["Roughness"].default_value = 1
        shader.inputs["Base Color"].default_value = (0.35, 0.31, 0.27, 1)
        shader.inputs["Specular IOR Level"].default_value = 0
        n.put(shader.inputs["Emission Color"], n.tone()["Color"])
        seen = n.math("SUBTRACT", 1, n.node("LightPath").outputs["Is Diffuse Ray"])
        n.put(shader.inputs["Emission Strength"], n.math("MULTIPLY", seen, 1.0 if self.night else 0.06))
        material.cycles.emission_sampling = "NONE"
