"""Openings in a wall: windows, doors, garage doors, shop fronts, vents. Each says what it cuts out and builds what fills it."""

from dataclasses import dataclass, replace

from .room import room

FOOT = 0.3048
GLOW = 5.5  # watts per square metre of lit glass: the light that leaves a room


@dataclass
class Hole:
    """Cut away and left open (a wall behind a bay, a passage)."""

    x0: float
    x1: float
    z0: float
    z1: float

    def build(self, stage):
        pass

    def seen(self):
        """What somebody who draws a box around it would draw: left, right, bottom, top."""
        return self.x0, self.x1, self.z0, self.z1

    def usual(self):
        """The same of a size that is sold."""
        return self


@dataclass
class Window(Hole):
    cols: int = 1  # panes per unit
    rows: int = 2
    units: int = 1
    curtain: str = "any"
    level: float = 0.9
    lit: bool | None = None
    frame: str = "black"
    casing: str | None = "trim"
    border: float = 0.09
    deep: float = 0.045  # how far the glass sits back
    kind: str = "home"
    shutters: str | None = None

    def build(self, stage):
        curtain = stage.rng.choice(("drape", "drape", "sheer", "blind")) if self.curtain == "any" else self.curtain
        lit = stage.rng.random() < stage.lit if self.lit is None else self.lit
        if self.casing:
            self.build_casing(stage)
        self.build_sash(stage)
        if self.shutters:
            for side in (-1, 1):
                shutter(stage, self.x0 - 0.56 if side < 0 else self.x1 + 0.11, self.z0 - 0.04, self.z1 + 0.04, self.shutters)
        stage.sheet("glass", (self.x0, self.deep, self.z0), (self.x1, self.deep, self.z0), (self.x1, self.deep, self.z1), (self.x0, self.deep, self.z1))
        level = self.level if lit else self.level * 0.03
        with stage.at(0, max(0, self.deep - 0.045)):
            room(stage, self.x0, self.x1, self.z0, self.z1, level, curtain, kind=self.kind)
        if lit:
            pane_light(stage, self.x0, self.x1, self.z0, self.z1, self.level)

    def build_casing(self, stage):
        c, m = self.border, self.casing
        stage.box(m, self.x0 - c, self.x0, -0.035, 0.02, self.z0 - 0.02, self.z1 + 0.02, bevel=0.006)
        stage.box(m, self.x1, self.x1 + c, -0.035, 0.02, self.z0 - 0.02, self.z1 + 0.02, bevel=0.006)
        stage.box(m, self.x0 - c - 0.03, self.x1 + c + 0.03, -0.05, 0.02, self.z1, self.z1 + 0.13, bevel=0.006)
        stage.box(m, self.x0 - c - 0.04, self.x1 + c + 0.04, -0.075, 0.02, self.z0 - 0.06, self.z0, bevel=0.006)

    def build_sash(self, stage):
        x0, x1, z0, z1, s, d, f = self.x0, self.x1, self.z0, self.z1, 0.045, self.deep, self.frame
        front, back = d - 0.065, d + 0.045
        for a, b, low, high in ((x0, x0 + s, z0, z1), (x1 - s, x1, z0, z1), (x0, x1, z0, z0 + s), (x0, x1, z1 - s, z1)):
            stage.box(f, a, b, front, back, low, high)
        if d > 0.06:  # a deep reveal
            for a, b, low, high in ((x0 - 0.005, x0, z0, z1), (x1, x1 + 0.005, z0, z1), (x0, x1, z1, z1 + 0.005), (x0, x1, z0 - 0.005, z0)):
                stage.box(f if self.casing is None else self.casing, a, b, 0.0, back, low, high)
        wide = (x1 - x0) / self.units
        for k in range(self.units):
            a, b = x0 + k * wide, x0 + (k + 1) * wide
            if k:
                stage.box(f, a - 0.04, a + 0.04, front, back, z0, z1)
            for i in range(1, self.cols):
                x = a + (b - a) * i / self.cols
                stage.box(f, x - 0.011, x + 0.011, d - 0.03, d + 0.015, z0, z1)
            for i in range(1, self.rows):
                z = z0 + (z1 - z0) * i / self.rows
                half = 0.022 if self.rows == 2 and self.cols == 1 else 0.011
                stage.box(f, a, b, d - 0.03, d + 0.015, z - half, z + half)


def pane_light(stage, x0, x1, z0, z1, level):
    stage.lamp("pane", (x0 + x1) / 2, -0.09, (z0 + z1) / 2, GLOW * (x1 - x0) * (z1 - z0) * level, aim=(0, -1, 0), size=(x1 - x0, z1 - z0))


def shutter(stage, x, z0, z1, material):
    stage.box(material, x, x + 0.45, -0.045, -0.005, z0, z0 + 0.07, bevel=0.004)
    stage.box(material, x, x + 0.45, -0.045, -0.005, z1 - 0.07, z1, bevel=0.004)
    for a in (x, x + 0.39):
        stage.box(material, a, a + 0.06, -0.045, -0.005, z0, z1, bevel=0.004)
    z = z0 + 0.09
    while z < z1 - 0.1:
        stage.sheet(material, (x + 0.05, -0.035, z), (x + 0.4, -0.035, z), (x + 0.4, -0.012, z + 0.05), (x + 0.05, -0.012, z + 0.05))
        z += 0.055


@dataclass
class Vent(Hole):
    material: str = "black"
    casing: str = "trim"

    def build(self, stage):
        x0, x1, z0, z1 = self.x0, self.x1, self.z0, self.z1
        z = z0
        while z < z1 - 0.05:
            stage.sheet(self.material, (x0, 0.03, z), (x1, 0.03, z), (x1, 0.075, z + 0.12), (x0, 0.075, z + 0.12))
            z += 0.11
        Window(x0, x1, z0, z1, casing=self.casing).build_casing(stage)
        stage.sheet("black", (x0, 0.09, z0), (x1, 0.09, z0), (x1, 0.09, z1), (x0, 0.09, z1))


@dataclass
class Door(Hole):
    """A panelled leaf with a light in its upper part; `sidelight` adds a lit strip of glass at its right."""

    leaf: str = "doorwood"
    sidelight: bool = False
    transom: bool = False
    frame: str = "black"
    casing: str | None = "trim"

    def seen(self):
        """The leaf."""
        right = self.x1 - 0.34 if self.sidelight else self.x1 - 0.05
        return self.x0 + 0.05, right, self.z0 + 0.03, self.z1 - (0.45 if self.transom else 0.05)

    def usual(self):
        """3 ft by 6 ft 8 in; as a pair of leaves where it is wide."""
        left, right, low, high = self.seen()
        width, height = (6 if right - left > 1.4 else 3) * FOOT, 80 / 12 * FOOT
        return replace(self, x1=self.x1 + width - (right - left), z1=self.z1 + height - (high - low))

    def build(self, stage):
        x0, x1, z0, z1 = self.x0, self.x1, self.z0, self.z1
        if self.casing:
            stage.box(self.casing, x0 - 0.13, x0, -0.05, 0.02, z0, z1 + 0.02, bevel=0.006)
            stage.box(self.casing, x1, x1 + 0.13, -0.05, 0.02, z0, z1 + 0.02, bevel=0.006)
            stage.box(self.casing, x0 - 0.18, x1 + 0.18, -0.07, 0.02, z1, z1 + 0.2, bevel=0.006)
        for a, b, low, high in ((x0, x0 + 0.05, z0, z1), (x1 - 0.05, x1, z0, z1), (x0, x1, z1 - 0.05, z1), (x0, x1, z0, z0 + 0.04)):
            stage.box(self.frame, a, b, -0.03, 0.09, low, high)
        if self.transom:
            stage.box(self.frame, x0, x1, -0.03, 0.09, z1 - 0.45, z1 - 0.4)
            glazed(stage, x0 + 0.05, x1 - 0.05, z1 - 0.4, z1 - 0.05, 0.04, 0.8)
            z1 -= 0.4
        right = x1 - 0.34 if self.sidelight else x1 - 0.05
        if self.sidelight:
            stage.box(self.frame, right, right + 0.05, -0.03, 0.09, z0, z1)
            glazed(stage, right + 0.05, x1 - 0.05, z0 + 0.05, z1 - 0.05, 0.03, 0.8)
        self.build_leaf(stage, x0 + 0.05, right, z0 + 0.03, z1 - 0.05)

    def build_leaf(self, stage, a, b, low, high):
        m, pane = self.leaf, (a + 0.13, b - 0.13, low + (high - low) * 0.66, high - 0.13)
        stage.box(m, a, b, 0.0, 0.05, low, pane[2], bevel=0.004)
        stage.box(m, a, b, 0.0, 0.05, pane[3], high, bevel=0.004)
        stage.box(m, a, pane[0], 0.0, 0.05, pane[2], pane[3], bevel=0.004)
        stage.box(m, pane[1], b, 0.0, 0.05, pane[2], pane[3], bevel=0.004)
        mid = (a + b) / 2
        for p, q, r, t in ((a + 0.1, b - 0.1, low + 0.12, low + 0.62), (a + 0.1, mid - 0.04, low + 0.74, pane[2] - 0.08), (mid + 0.04, b - 0.1, low + 0.74, pane[2] - 0.08)):
            stage.box(m, p, q, -0.02, 0.0, r, t, bevel=0.008)
        glazed(stage, *pane, 0.02, 0.55)
        stage.box("brass", b - 0.1, b - 0.07, -0.07, 0.0, low + 0.8, low + 1.05, bevel=0.005)


def glazed(stage, x0, x1, z0, z1, y, level, kind="home", curtain="sheer"):
    stage.sheet("glass", (x0, y, z0), (x1, y, z0), (x1, y, z1), (x0, y, z1))
    with stage.at(0, y):
        room(stage, x0, x1, z0, z1, level, curtain, kind=kind)


@dataclass
class Garage(Hole):
    """A sectional door, four rows, the top row glazed."""

    leaf: str = "cedar"
    casing: str = "trim"

    def usual(self):
        """16 by 7 ft."""
        return replace(self, x0=self.x1 - 16 * FOOT, z1=self.z0 + 7 * FOOT)

    def build(self, stage):
        x0, x1, z0, z1, m = self.x0, self.x1, self.z0, self.z1, self.leaf
        columns, high = max(2, round((x1 - x0) / 1.2)), (z1 - z0) / 4
        wide = (x1 - x0) / columns
        for r in range(4):
            low, top = z0 + r * high + 0.015, z0 + (r + 1) * high - 0.008
            if r < 3:
                stage.box(m, x0, x1, 0.1, 0.15, low, top, bevel=0.006)
            for c in range(columns):
                a, b = x0 + c * wide, x0 + (c + 1) * wide
                if r < 3:
                    stage.box(m, a + 0.09, b - 0.09, 0.085, 0.11, low + 0.07, top - 0.07, bevel=0.008)
                    continue
                stage.box(m, a, a + 0.1, 0.09, 0.15, low, top)
                stage.box(m, b - 0.1, b, 0.09, 0.15, low, top)
                stage.box(m, a, b, 0.09, 0.15, low, low + 0.1)
                stage.box(m, a, b, 0.09, 0.15, top - 0.1, top)
                stage.sheet("glass", (a + 0.1, 0.12, low + 0.1), (b - 0.1, 0.12, low + 0.1), (b - 0.1, 0.12, top - 0.1), (a + 0.1, 0.12, top - 0.1))
        with stage.at(0, 0.16):
            room(stage, x0 + 0.1, x1 - 0.1, z1 - high, z1 - 0.05, 0.3, "none")
        c = self.casing
        stage.box(c, x0 - 0.14, x0, -0.05, 0.15, z0, z1, bevel=0.006)
        stage.box(c, x1, x1 + 0.14, -0.05, 0.15, z0, z1, bevel=0.006)
        stage.box(c, x0 - 0.2, x1 + 0.2, -0.07, 0.15, z1, z1 + 0.2, bevel=0.006)
        middle = (x0 + x1) / 2
        for x in (middle - 0.3, middle + 0.05):
            stage.box("black", x, x + 0.25, 0.055, 0.09, z0 + 0.95, z0 + 0.99)


@dataclass
class Storefront(Hole):
    """Shop glazing: a low plinth, tall panes, a recessed door in the last third."""

    frame: str = "black"
    plinth: str = "black"
    level: float = 1.1
    panes: int = 3
    door: bool = True
    transom: bool = True
    kind: str = "shop"

    def build(self, stage):
        x0, x1, z0, z1 = self.x0, self.x1, self.z0, self.z1
        base, head = z0 + 0.45, z1 - (0.55 if self.transom else 0.0)
        door_from = x1 - 1.25 if self.door else x1
        stage.box(self.plinth, x0, door_from, -0.03, 0.12, z0, base, bevel=0.01)
        for a, b, low, high in ((x0, x0 + 0.07, z0, z1), (x1 - 0.07, x1, z0, z1), (x0, x1, z1 - 0.07, z1), (x0, x1, head - 0.05, head + 0.02), (x0, door_from, base, base + 0.06)):
            stage.box(self.frame, a, b, -0.03, 0.1, low, high)
        for i in range(1, self.panes + 1):
            x = x0 + (door_from - x0) * i / self.panes
            stage.box(self.frame, x - 0.03, x + 0.03, -0.03, 0.1, base, z1)
        if self.door:
            stage.box(self.frame, door_from, door_from + 0.12, 0.02, 0.1, z0, head)
            stage.box(self.frame, x1 - 0.16, x1 - 0.04, 0.02, 0.1, z0, head)
            stage.box(self.frame, door_from, x1, 0.02, 0.1, z0, z0 + 0.28)
            stage.box("brass", door_from + 0.16, door_from + 0.19, -0.04, 0.02, z0 + 0.9, z0 + 1.35)
        stage.sheet("glass", (x0, 0.05, z0 + 0.02), (x1, 0.05, z0 + 0.02), (x1, 0.05, z1), (x0, 0.05, z1))
        room(stage, x0, x1, z0, z1, self.level, "none", kind=self.kind)
        pane_light(stage, x0, x1, base, z1, self.level)
